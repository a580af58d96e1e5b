/** After a failover the store may be a standby for a while: it is away for whoever writes, and back on the same pool once it is promoted. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '#cli/dev/postgres'
import { isOnStandby, isStoreAway, openSql, type Sql } from '#db/client'
import { until } from '#test/support/until'

setDefaultTimeout(60_000)
let dataDir: string
let postgres: EmbeddedPostgres
let sql: Sql

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-standby-'))
  chmodSync(dataDir, 0o711)
  postgres = await startPostgres({ dataDir, isDurable: false })
  const first = openSql({ url: postgres.url, name: 'assay-test', poolSize: 1 })
  await first.unsafe('create table kept (id int); create unlogged table lent (id int)')
  await first.end({ timeout: 1 })
  await postgres.stop()
  writeFileSync(join(dataDir, 'postgres/standby.signal'), '')
  postgres = await startPostgres({ dataDir, port: postgres.port, isDurable: false })
  sql = openSql({ url: postgres.url, name: 'assay-test', poolSize: 1 })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await postgres.stop('immediate')
  rmSync(dataDir, { recursive: true, force: true })
})

/** As `pg_ctl promote` does it. */
function promote(): void {
  writeFileSync(join(dataDir, 'postgres/promote'), '')
  process.kill(postgres.pid, 'SIGUSR1')
}

const session = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
const failed = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)

test('what a standby refuses is told apart, and its session is given up', async () => {
  const before = await session()
  const write = await failed(sql`insert into kept values (1)`)
  const look = await failed(sql`select from lent`)
  const held = await failed(sql.begin((tx) => tx`insert into kept values (1)`))

  expect([write, look, held].map((error) => [isStoreAway(error), isOnStandby(error)])).toEqual(
    Array.from({ length: 3 }, () => [true, true]),
  )
  expect(await session()).not.toBe(before)
  expect(isOnStandby(await failed(sql`select nothing`))).toBe(false)

  promote()
  await until(
    () =>
      sql`insert into kept values (2)`.then(
        () => true,
        () => false,
      ),
    { what: 'it to be promoted' },
  )
  expect([...(await sql<{ id: number }[]>`select id from kept`)]).toEqual([{ id: 2 }])
  const inReadOnly = sql.begin(async (tx) => {
    await tx`set transaction read only`
    await tx`insert into kept values (3)`
  })
  expect(isOnStandby(await failed(inReadOnly))).toBe(false)
})
