/** A look is given up while its connection still opens: the connection serves who comes next. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { lookWithin } from '#db/bounded'
import { openSql, type Sql } from '#db/client'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { openStoreProxy, type StoreProxy } from '#test/support/store-proxy'

let database: TestDatabase
let proxy: StoreProxy
beforeAll(async () => {
  database = await freshDatabase()
  proxy = await openStoreProxy(database.url)
})
afterAll(async () => {
  proxy.stop()
  await database.drop()
})

const seen = (sql: Sql, withinMs: number) =>
  lookWithin(sql, withinMs, (pool) => pool`select 1 as one`).then(
    (rows) => rows.length,
    (error) => error.code,
  )

test('however many looks were given up while connections opened, the next ones are answered', async () => {
  const sql = openSql({ url: proxy.url, name: 'assay-given-up', poolSize: 2, isTakenBack: true })
  proxy.slow(300)
  // As many as there are connections, and some that wait for one.
  const givenUp = await Promise.all(Array.from({ length: 5 }, () => seen(sql, 100)))
  proxy.slow(0)

  expect(givenUp).toEqual(givenUp.map(() => 'STORE_TOO_SLOW'))
  expect(await Promise.all(Array.from({ length: 5 }, () => seen(sql, 5000)))).toEqual([1, 1, 1, 1, 1])
  await sql.end({ timeout: 1 })
})
