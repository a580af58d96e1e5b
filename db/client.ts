/** The connection to Postgres: one pool, told everything. */
import postgres, { type Sql as PostgresSql, type TransactionSql } from 'postgres'
import { connect } from '#db/connect'

type Types = { bigint: number; json: unknown }
/** No such value is ever made: it tells what may write from what may only read. */
type WritersTypes = Types & { mayWrite: never }

export type Sql = PostgresSql<WritersTypes>
/** A transaction, or the pool itself where each statement stands alone. */
export type Tx = Sql | TransactionSql<WritersTypes>
/** What looks and writes nothing. Whatever may write may be handed on as one, never the other way round. */
export type Reader = PostgresSql<Types> | TransactionSql<Types>
/** What changes the store: all that an act sends is kept, or none of it. */
export type Writer = { begin: <T>(act: (tx: Tx) => Promise<T>) => Promise<T> }
export type Db = { sql: Sql; close: () => Promise<void> }

/** The same statement, planned for its own values each time: how often one occurs decides by which index its rows are found. */
export function plannedAnew<Query extends PromiseLike<unknown>>(query: Query): Query {
  // Sound: postgres.js makes every query with options; its types tell of this one for statements that are given as text.
  const { options } = query as unknown as { options: { prepare?: boolean } }
  options.prepare = false
  return query
}

export type ClientOptions = {
  url: string
  /** Shown in pg_stat_activity. A worker's name carries its id: that is how others see that it lives. */
  name: string
  poolSize: number
  /** Off: a commit does not wait for the disk. Only for what may be done again after a crash. */
  synchronousCommit?: boolean
  statementTimeoutMs?: number
  /** How long a transaction may be open while nothing of it arrives. */
  idleInTransactionMs?: number
  /** One plan per statement, whatever its parameters: where each has one good index, planning again only costs. */
  isPlanFixed?: boolean
  /** Postgres itself refuses to write, except in a transaction that says that it does. */
  isReadOnly?: boolean
  /** A statement of which row security would hide rows fails instead. Not for who is to go on and name that. */
  isUnveiled?: boolean
  /** One statement at a time on each connection: what waits is not sent, so that it can be taken back. */
  isTakenBack?: boolean
  /** Each connection is another one after so long, as soon as nothing is asked on it: what was left in its session goes with it. */
  lifetimeSeconds?: number | (() => number)
}

/** How long sessions live that are asked again and again, in which somebody may have left what deceives: of each by chance, so that not all are made anew at once. */
export const sessionsLiveSeconds = (): number => 60 * (4 + 2 * Math.random())

/** How a connection tells that it lives, and that the other end does. In milliseconds. */
const signsOfLife = { tick: 1000, ping: 2000, pong: 3000, doubt: 5000 }
/** How long Postgres itself may overrun its bound before its connection is taken for dead. */
const graceMs = 2000

/** What a session asks of the network: either end finds out within some ten seconds that the other's machine is gone. */
export const keepalive = {
  tcp_keepalives_idle: 3,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 10_000,
}

/** How long a connection waits after so many failed attempts of its pool, at most a second; by chance, so that not all processes come at once. */
export const reconnectSeconds = (failed: number): number => (0.5 + Math.random() / 2) * Math.min(0.05 * 2 ** failed, 1)

/** Of a setting, as text: postgres.js does not send what is false, or 0. */
export const off = 'off'
/** Of a bound in milliseconds, the greatest that Postgres has. */
export const endless = 2_147_483_647

/** What a session of ours is, whatever the account, the database or the server says of others. */
export const ownSession = {
  // No other schema's table or function stands in for one of ours or of Postgres itself, nor one that was made in the session alone.
  search_path: 'public, pg_temp',
  // Nor is a value written, or read, otherwise than it is here: a day for a month, a figure with fewer digits.
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  quote_all_identifiers: off,
  // No check that somebody says holds leaves a table unread.
  constraint_exclusion: 'partition',
  // And nothing is the same as null.
  transform_null_equals: off,
  // A list by flags is all of it, and no draw.
  gin_fuzzy_search_limit: '0',
  // Each statement sees what was written before it: who waits for a lock goes by what is there then.
  default_transaction_isolation: 'read committed',
  // How long we wait is ours to say, and nobody else's whether a pool's connection lives.
  lock_timeout: endless,
  idle_session_timeout: endless,
  ...keepalive,
} as const

export function openSql({
  url,
  name,
  poolSize,
  synchronousCommit = true,
  statementTimeoutMs = 30_000,
  idleInTransactionMs = 15_000,
  isPlanFixed = false,
  isReadOnly = false,
  isUnveiled = false,
  isTakenBack = false,
  lifetimeSeconds,
}: ClientOptions): Sql {
  // Sound: `mayWrite` is a mark in the types alone.
  return connect(url, {
    max: poolSize,
    ...(isTakenBack ? { max_pipeline: 0 } : {}),
    connect_timeout: 2,
    idle_timeout: 0,
    keep_alive: keepalive.tcp_keepalives_idle,
    signs: {
      ...signsOfLife,
      answer: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + graceMs,
      isIdle: openDoubts(url, name),
    },
    // Sound: it may be a function, which is asked for each connection, as the driver's own default is.
    max_lifetime: (lifetimeSeconds ?? null) as number | null,
    backoff: reconnectSeconds,
    onnotice: () => undefined,
    // Every bigint of ours is a count, well below 2^53.
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      // A string meant for a JSON column is JSON text already: pg-boss and our own batches make it once.
      json: {
        to: 114,
        from: [114, 3802],
        parse: JSON.parse,
        serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
      },
    },
    connection: {
      application_name: name,
      ...ownSession,
      synchronous_commit: synchronousCommit ? 'on' : 'off',
      statement_timeout: statementTimeoutMs === 0 ? endless : statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      // A statement whose client has gone ends too.
      client_connection_check_interval: 1000,
      ...(isReadOnly ? { default_transaction_read_only: true } : {}),
      ...(isUnveiled ? { row_security: off } : {}),
      // Every statement of ours has its index. Prepared while its table was empty, one would scan the whole table and keep
      // doing so until the next ANALYZE.
      enable_seqscan: off,
      plan_cache_mode: isPlanFixed ? 'force_generic_plan' : 'auto',
      // Compiling costs more than it gives here.
      jit: off,
    },
  }) as unknown as Sql
}

/**
 * Asks Postgres whether a session waits for its client, on a connection of its own that is closed again soon. Of a session that it
 * does not know by that number and name, as behind a pooler, it answers no.
 */
function openDoubts(url: string, name: string): (pid: number) => Promise<boolean> {
  let asking: postgres.Sql | undefined
  return async (pid) => {
    asking ??= connect(url, {
      max: 1,
      connect_timeout: 2,
      backoff: reconnectSeconds,
      idle_timeout: 5,
      fetch_types: false,
      onnotice: () => undefined,
      signs: { ...signsOfLife, answer: 2 * graceMs, isIdle: async () => false },
      connection: { application_name: name, statement_timeout: graceMs, ...ownSession },
    })
    const [session] = await asking<{ is_idle: boolean }[]>`
      select state <> 'active' or coalesce(wait_event_type = 'Client', false) as is_idle
      from pg_stat_activity where pid = ${pid} and application_name = ${name}`
    return session?.is_idle === true
  }
}

/** Each act in a transaction of its own, for as long as it takes. */
export const writerOf = (sql: Sql): Writer => ({
  async begin<T>(act: (tx: Tx) => Promise<T>) {
    const made: { value?: T } = {}
    await sql.begin(async (tx) => {
      made.value = await act(tx)
    })
    // Sound: the act has run through, or the transaction would have thrown.
    return made.value as T
  },
})

export function openDb(options: ClientOptions): Db {
  const sql = openSql(options)
  return { sql, close: () => sql.end({ timeout: 5 }) }
}

/**
 * A transaction in as few round trips as it can be: BEGIN travels with the first statement, COMMIT with the last.
 * `act` awaits everything it sends; what it answers, if anything, sends the statement that goes with the COMMIT. Postgres
 * answers a COMMIT after a failed statement by rolling back, so nothing is kept of a transaction of which any part failed.
 */
export async function transaction(
  sql: Sql,
  act: (tx: Tx) => Promise<(() => Promise<unknown>) | undefined>,
): Promise<void> {
  const connection = await sql.reserve()
  try {
    const begun = connection`begin`.execute()
    begun.catch(() => undefined)
    let last: (() => Promise<unknown>) | undefined
    try {
      last = await act(connection)
    } catch (error) {
      await connection`rollback`.catch(() => undefined)
      throw error
    }
    await allOrThrow([begun, ...(last ? [last()] : []), connection`commit`])
  } finally {
    connection.release()
  }
}

/** Waits for all of them, then throws the first failure: none may still be under way when its connection is let go. */
async function allOrThrow(promises: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((settled) => settled.status === 'rejected')
  if (failed) throw failed.reason
}

/** Nothing of it was kept, and nothing will be. */
export const tooSlow = 'STORE_TOO_SLOW'
/** COMMIT was sent, and it is not known what came of it. */
export const commitUnanswered = 'COMMIT_UNANSWERED'

export const errorWithCode = (code: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code })

const passingCodes = new Set([
  tooSlow,
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  // Disk or memory full, a transaction that has to be made again, a deadlock.
  '53100',
  '53200',
  '40001',
  '40P01',
])

/** What is refused since something in its transaction failed before it says nothing by itself. */
const failedBefore = '25P02'

/** What it came from, where it is only what followed. */
const rootOf = (error: unknown): unknown =>
  error instanceof postgres.PostgresError && error.code === failedBefore && error.cause ? error.cause : error

function codeOf(error: unknown): string {
  const root = rootOf(error)
  return typeof root === 'object' && root !== null && 'code' in root ? String(root.code) : ''
}

/**
 * Whether a standby refused what only a primary does: after a failover, before it is promoted. The driver gives up a connection on
 * which it was asked to write; of several hosts it passes standbys over.
 */
export function isOnStandby(error: unknown): boolean {
  const root = rootOf(error)
  return (
    root instanceof Error && 'onStandby' in root && root.onStandby === true && /^(25|0A|CONNECTION_)/.test(codeOf(root))
  )
}

/** Whether an error says that the store is away or cannot do it now, rather than that the question was wrong. */
export function isStoreAway(error: unknown): boolean {
  const code = codeOf(error)
  return passingCodes.has(code) || code.startsWith('08') || isPlanOld(error) || isOnStandby(error)
}

/** Whether there is no room for what was to be written. */
export const isStoreFull = (error: unknown): boolean => codeOf(error) === '53100'

/** The table of which row security would have hidden rows from a statement; undefined where that is not why it failed. */
export function veiledTable(error: unknown): string | undefined {
  const root = rootOf(error)
  if (!(root instanceof postgres.PostgresError) || root.routine !== 'check_enable_rls') return undefined
  return /"([^"]+)"/.exec(root.message)?.[1] ?? ''
}

/**
 * Whether a statement was prepared when its table had other columns: a migration has been there since, and asked again it is prepared
 * anew. Outside of transactions the driver does that by itself.
 */
export function isPlanOld(error: unknown): boolean {
  const root = rootOf(error)
  return root instanceof postgres.PostgresError && root.code === '0A000' && root.routine === 'RevalidateCachedQuery'
}

/** Whether Postgres has ended a transaction because it and another waited for each other: it may be made again at once. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01'

/** Whether what was asked may be the reason itself: it ran into statement_timeout, or met another that waited for it. */
export const mayBeToBlame = (error: unknown): boolean => codeOf(error) === '57014' || isDeadlock(error)

/** Whether what was to be kept may have been kept. */
export const isOutcomeUnknown = (error: unknown): boolean => codeOf(error) === commitUnanswered
