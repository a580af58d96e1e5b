/** Whether Postgres itself is at the other end: a pooler that shares its sessions takes from ours what they hold. */
import type postgres from 'postgres'
import { connect } from '#db/connect'

const direct = 'give DATABASE_URL the address of Postgres itself'

/** @throws Error saying why, where a pooler is in between; or what came of the attempt to connect. */
export async function assertOwnSessions(url: string): Promise<void> {
  const why = await poolerInBetween(url)
  if (why) throw new Error(why)
}

/**
 * Says so, where there is a pooler in between that hands transactions to whichever session is free, or does not pass on what a
 * session is told when it begins. @throws what came of the attempt to connect.
 */
export async function poolerInBetween(url: string): Promise<string | undefined> {
  const clients = [openPlain(url), openPlain(url)] as const
  try {
    return await within(answerMs, compare(...clients))
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/i.test(error.message))
      return `a pooler is in between that takes no settings of a session (${error.message}): ${direct}`
    throw error
  } finally {
    await Promise.all(clients.map((client) => client.end({ timeout: 1 })))
  }
}

const answerMs = 5000
const rounds = 2

/** Two clients that have a session each never meet in one, whatever they do in turn. */
async function compare(one: postgres.Sql, other: postgres.Sql): Promise<string | undefined> {
  if (!(await isTold(one))) return `a pooler is in between that drops the settings of a session (${setting}): ${direct}`
  const seen = { one: new Set<number>(), other: new Set<number>() }
  for (let round = 0; round < rounds; round++) {
    seen.one.add(await look(one))
    await other.begin(async (tx) => {
      seen.other.add(await look(tx))
      seen.one.add(await look(one))
    })
    seen.other.add(await look(other))
  }
  if (seen.one.size === 1 && seen.other.size === 1 && seen.one.isDisjointFrom(seen.other)) return undefined
  return (
    `a pooler is in between that hands each transaction to whichever session is free (PgBouncer's transaction mode): ` +
    `locks, LISTEN and the settings of a session are lost there; ${direct}`
  )
}

type Asked = postgres.Sql | postgres.TransactionSql

// Both of the simple protocol: poolers differ in what they make of prepared statements.
async function look(sql: Asked): Promise<number> {
  const [session] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
  return session?.pid ?? 0
}

async function isTold(sql: Asked): Promise<boolean> {
  const [session] = await sql.unsafe<{ told: string }[]>(`select current_setting('${setting}') as told`)
  return session?.told === 'off'
}

const setting = 'enable_seqscan'

const openPlain = (url: string): postgres.Sql =>
  connect(url, {
    max: 1,
    connect_timeout: 2,
    fetch_types: false,
    prepare: false,
    onnotice: () => undefined,
    // As text: what is false is not sent.
    connection: { application_name: 'assay-session', [setting]: 'off' },
  })

/** A pooler with a single session lets the second client wait for the first one's, and both for ever. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer from the database in ${ms} ms`)), ms)
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
