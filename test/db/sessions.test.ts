/** Signs of life: who lives shows it, whatever it does; who shows none is not waited for. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { openSql, type Reader } from '#db/client'
import { endSilentHolder, silentAfterSeconds } from '#db/queries/sessions'
import { freshDatabase, type TestDatabase } from '#test/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const quietMs = (silentAfterSeconds + 2) * 1000
/** Beyond 2^32, as ours are. */
const lock = { ours: 4_718_225_901, mute: 4_718_225_902 }

test('an advisory lock is taken from a session that says nothing, and not from one that waits or works', async () => {
  const ours = openSql({ url: database.url, name: 'assay-quiet', poolSize: 2 })
  const mute = postgres(database.url, { max: 1 })
  const reserved = await ours.reserve()
  await reserved`select pg_advisory_lock(${lock.ours})`
  await mute`select pg_advisory_lock(${lock.mute})`
  const working = ours<{ n: number }[]>`select 1 as n from pg_sleep(${quietMs / 1000})`

  expect(await working).toMatchObject([{ n: 1 }])
  const ended = [await endSilentHolder(database.sql, lock.ours), await endSilentHolder(database.sql, lock.mute)]

  expect(ended).toEqual([false, true])
  expect(await reserved`select pg_advisory_unlock(${lock.ours}) as is_held`).toMatchObject([{ is_held: true }])
  reserved.release()
  await Promise.all([ours.end({ timeout: 1 }), mute.end({ timeout: 1 })])
}, 30_000)

test('a process that stood still reads what came meanwhile, and takes nobody for dead', async () => {
  const sql = openSql({ url: database.url, name: 'assay-still', poolSize: 1 })
  const session = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
  const before = await session()
  const asked = session()
  // Let it go out, and its answer wait.
  await Bun.sleep(5)
  Bun.sleepSync(9000)

  expect(await asked).toBe(before)
  await Bun.sleep(3000)
  expect(await session()).toBe(before)
  await sql.end({ timeout: 1 })
}, 30_000)

test('a transaction in which nothing happens is still ended by Postgres', async () => {
  const sql = openSql({ url: database.url, name: 'assay-idle', poolSize: 1, idleInTransactionMs: 4000 })
  const connection = await sql.reserve()
  await connection`begin`
  await Bun.sleep(6000)

  expect(await connection`select 1`.catch((error: { code: string }) => error.code)).toBe('CONNECTION_CLOSED')
  await sql.end({ timeout: 1 })
}, 30_000)

test.each([
  ['search_path', 'pg_catalog'],
  ['TimeZone', 'Asia/Tokyo'],
  ['DateStyle', 'SQL, DMY'],
])('a session of which somebody sets %s is given up once it is free, in a transaction or not', async (name, value) => {
  const sql = openSql({ url: database.url, name: 'assay-set', poolSize: 1 })
  const session = (on: Reader) =>
    on<{ pid: number; is: string }[]>`select pg_backend_pid() as pid, current_setting(${name}) as is`
  const [before] = await session(sql)

  await sql`select set_config(${name}, ${value}, false)`
  const [after] = await session(sql)
  const within = await sql.begin(async (tx) => {
    await tx`select set_config(${name}, ${value}, false)`
    return session(tx)
  })
  const [last] = await session(sql)

  await sql.end({ timeout: 1 })
  expect([after?.is, within[0]?.is, last?.is]).toEqual([before?.is, value, before?.is] as string[])
  expect([after?.pid === before?.pid, within[0]?.pid === after?.pid, last?.pid === after?.pid]).toEqual([
    false,
    true,
    false,
  ])
})

test('either end asks the network for keepalives', async () => {
  const settings = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout']
  const shown = await Promise.all(
    settings.map(async (name) => (await database.sql`select current_setting(${name}) as value`)[0]?.['value']),
  )

  expect(shown).toEqual(['3', '2', '3', '10000'])
})

test('a session is told all that its pool asks for', async () => {
  const [told] = await database.sql`
    select current_setting('enable_seqscan') as seqscan, current_setting('jit') as jit,
      current_setting('plan_cache_mode') as plans, current_setting('statement_timeout') as "longest",
      current_setting('synchronous_commit') as waits`

  expect(told).toEqual({ seqscan: 'off', jit: 'off', plans: 'auto', longest: '30s', waits: 'on' })
})
