/** A table that a migration gives another column while statements on it are prepared: whoever asks in a transaction is answered all the same. */
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { boundedWriter, lookAtOnce } from '#db/bounded'
import { openSql, type Reader, type Sql } from '#db/client'
import { freshDatabase, type TestDatabase } from '#test/support/database'

setDefaultTimeout(30_000)
const bounds = { beforeCommitMs: 5000, commitMs: 5000 }
let database: TestDatabase
/** Of a process that goes on while others migrate. */
let running: Sql
beforeAll(async () => {
  database = await freshDatabase()
  running = openSql({ url: database.url, name: 'assay-test', poolSize: 3 })
})
afterAll(async () => {
  await running.end({ timeout: 1 })
  await database.drop()
})
beforeEach(async () => {
  await database.sql.unsafe(
    'drop table if exists kept, lent; create table kept (id int); insert into kept values (1); create table lent (id int)',
  )
})

const callers = 12
const columnsOf = async (sql: Reader) => {
  const [row] = await sql`select * from kept order by id`
  await sql`select * from lent`
  return Object.keys(row ?? {})
}
const inWrites = () =>
  boundedWriter(running, bounds).begin(async (tx) => {
    const columns = await columnsOf(tx)
    await tx`insert into kept (id) values (2)`
    return columns
  })
const inLooks = () => lookAtOnce(running, 5000, columnsOf)
const many = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: callers }, ask))
const migrate = () =>
  database.sql.unsafe('alter table kept add column name text; alter table lent add column name text')

test.each([
  ['a write', inWrites],
  ['a look', inLooks],
])('%s', async (_, ask) => {
  await many(ask)
  await migrate()

  expect(await many(ask)).toEqual(Array.from({ length: callers }, () => ['id', 'name']))
})

test('what is written is written once', async () => {
  await many(inWrites)
  await migrate()
  await many(inWrites)

  expect(await database.sql`select id, count(*)::int as n from kept group by id order by id`).toMatchObject([
    { id: 1, n: 1 },
    { id: 2, n: 2 * callers },
  ])
})
