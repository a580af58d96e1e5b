/** Brings a database up to date: our tables and pg-boss's. Run as `script/bun db/migrate.ts`; several at once wait for one another. */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import postgres, { type Sql } from 'postgres'
import { StoreRefusal } from '#db/address'
import { bossDatabase } from '#db/boss-database'
import { endless, keepalive, ownSession } from '#db/client'
import { connect } from '#db/connect'
import { makeTurnIndexes, queueSchema, queueSchemaThere } from '#db/queries/queue'
import { grantRoles } from '#db/roles'
import { whenThere } from '#db/when-there'

const ownFolder = `${import.meta.dir}/migrations`
/** Held by whoever is at it. */
export const migrationLock = 4_718_225_501
const lockTimeoutByDefault = 2000

type Options = {
  /** Where the migrations lie. */
  folder?: string
  /** A migration waits no longer for a table at a time: whoever comes after it waits behind it. In milliseconds. */
  lockTimeoutMs?: number
  /** How long tables may be busy before it gives up, in milliseconds. */
  patienceMs?: number
  /** Stops at the tables of an older release: those of our migrations up to this `when`, and of this version of pg-boss. */
  upTo?: { when: number; queue: number }
}

/** The first words of a migration that locks nobody out: index by index, in no transaction. */
const concurrently = '-- concurrently'
const lookMs = 200

/**
 * One transaction per migration: what was done stays done, and no table is locked for longer than its own migration takes.
 * One that begins with `-- concurrently` is done statement by statement instead; cut off, all of it is done again.
 * @throws Error when the database cannot be reached or a table stays busy, StoreRefusal when it is not UTF8.
 */
export async function migrate(
  url: string,
  { folder = ownFolder, lockTimeoutMs = lockTimeoutByDefault, patienceMs = 10 * 60_000, upTo }: Options = {},
): Promise<void> {
  const sql = connect(url, {
    max: 1,
    onnotice: () => undefined,
    keep_alive: keepalive.tcp_keepalives_idle,
    connection: { application_name: 'assay-migrate', ...ownSession, ...withoutDeadlines },
  })
  try {
    const [encoding] = await sql<{ server_encoding: string }[]>`show server_encoding`
    if (encoding?.server_encoding !== 'UTF8') {
      throw new StoreRefusal(`the database's encoding is ${encoding?.server_encoding}, it must be UTF8`)
    }
    await takeLock(sql)
    await sql`create table if not exists public.migrations (id serial primary key, hash text not null, created_at bigint)`
    const [last] = await sql<{ at: string | null }[]>`select max(created_at) as at from public.migrations`
    const pending = readMigrationFiles({ migrationsFolder: folder }).filter(
      ({ folderMillis: when }) => when > Number(last?.at ?? 0) && when <= (upTo?.when ?? Number.POSITIVE_INFINITY),
    )
    for (const migration of pending) await applyWhenFree(sql, migration, { lockTimeoutMs, patienceMs })
    const { PgBoss } = await import('pg-boss')
    const boss = new PgBoss({ db: bossDatabase(sql), supervise: false, schedule: false })
    let failure: Error | undefined
    boss.on('error', (error) => {
      failure ??= error
    })
    await boss.start()
    await boss.stop({ graceful: false })
    if (failure) throw failure
    if (upTo) await rollQueueBack(sql, upTo.queue)
    else await makeTurnIndexes(sql)
    await grantRoles(sql)
    await sql`select pg_advisory_unlock(${migrationLock})`
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** As many rows as there are take their time. */
const withoutDeadlines = { statement_timeout: endless, idle_in_transaction_session_timeout: endless }

/** Asked for again and again: who waits for it in a statement is itself waited for by an index that is built concurrently. */
async function takeLock(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${migrationLock}) as taken`
    if (row?.taken) return
    await setTimeout(lookMs)
  }
}

type Waiting = { lockTimeoutMs: number; patienceMs: number }

async function applyWhenFree(
  sql: Sql,
  migration: MigrationMeta,
  { lockTimeoutMs, patienceMs }: Waiting,
): Promise<void> {
  const givesUpAt = Date.now() + patienceMs
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 5000)) {
    try {
      return await apply(sql, migration, lockTimeoutMs)
    } catch (error) {
      if (!isBusy(error) || Date.now() + pauseMs > givesUpAt) throw error
      await setTimeout(pauseMs)
    }
  }
}

async function apply(
  sql: Sql,
  { sql: statements, hash, folderMillis }: MigrationMeta,
  lockTimeoutMs: number,
): Promise<void> {
  if (statements[0]?.startsWith(concurrently)) {
    for (const statement of statements) await sql.unsafe(statement)
    await sql`insert into public.migrations (hash, created_at) values (${hash}, ${folderMillis})`
    return
  }
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = ${lockTimeoutMs}`)
    for (const statement of statements) await tx.unsafe(statement)
    await tx`insert into public.migrations (hash, created_at) values (${hash}, ${folderMillis})`
  })
}

/** pg-boss makes the newest of its schemas alone, and takes back one version at a time. */
async function rollQueueBack(sql: Sql, to: number): Promise<void> {
  for (;;) {
    const version = await queueSchemaThere(sql)
    if (version <= to) return
    const { getRollbackPlans } = await import('pg-boss')
    await sql.unsafe(getRollbackPlans(queueSchema, version))
  }
}

/** Somebody held a table for longer than a migration waits, or both waited for one another. */
const isBusy = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && ['55P03', '40P01'].includes(error.code)

export type KnownMigration = { when: number; hash: string }

/** The migrations that this program brings, in their order. */
export const ownMigrations = (): KnownMigration[] =>
  readMigrationFiles({ migrationsFolder: ownFolder }).map(({ folderMillis: when, hash }) => ({ when, hash }))

/** When the newest of them was made, as the table of migrations has it. */
export const newestMigration = (): number => Math.max(...ownMigrations().map(({ when }) => when))

/** Tables that these migrations make: whatever else is in the schema is somebody else's. */
export function ownTables(): Set<string> {
  const texts = readMigrationFiles({ migrationsFolder: ownFolder }).flatMap(({ sql }) => sql)
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)|rename to (\w+)/gi)].map(
        ([, made = '', renamed = '']) => made || renamed,
      ),
    ),
  )
}

/** How many migrations this program knows. */
export function knownMigrations(): number {
  const journal: { entries: unknown[] } = JSON.parse(readFileSync(`${ownFolder}/meta/_journal.json`, 'utf8'))
  return journal.entries.length
}

if (import.meta.main) {
  try {
    await whenThere(process.env['DATABASE_URL'], migrate, { say: console.error })
  } catch (error) {
    if (!(error instanceof StoreRefusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
