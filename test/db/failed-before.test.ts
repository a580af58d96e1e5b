/** What is refused in a transaction because something before it failed is told by what that was. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { isStoreAway, openSql, type Sql, type Tx, transaction } from '#db/client'
import { freshDatabase, type TestDatabase } from '#test/support/database'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await freshDatabase()
  sql = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })
  await sql.unsafe(`
    create function fail(by text) returns void language plpgsql as $$ begin raise exception 'no more' using errcode = by; end $$`)
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})

/** Sends both in one go, and hears of the second alone. */
async function second(tx: Tx, by: string): Promise<undefined> {
  const first = tx`select fail(${by})`.execute()
  first.catch(() => undefined)
  await tx`select 1`
  return undefined
}
const failed = (act: (tx: Tx) => Promise<undefined>) =>
  transaction(sql, act).then(
    () => undefined,
    (error: unknown) => error,
  )

test.each([
  ['a full disk is the store’s', '53100', true],
  ['a constraint is not', '23514', false],
])('%s', async (_, code, isAway) => {
  const error = await failed((tx) => second(tx, code))

  expect(error).toMatchObject({ code: '25P02', cause: { code } })
  expect(isStoreAway(error)).toBe(isAway)
})

test('what was taken back to a savepoint says nothing of what fails later', async () => {
  const error = await failed(async (tx) => {
    await tx`savepoint one`
    await tx`select fail('53100')`.catch(() => undefined)
    await tx`rollback to savepoint one`
    return second(tx, '23514')
  })

  expect(error).toMatchObject({ code: '25P02', cause: { code: '23514' } })
})
