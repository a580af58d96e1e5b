/** A write that Postgres ended because two waited for each other is made again: nothing of it was kept, and nobody is told. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { boundedWriter } from '#db/bounded'
import { openSql, type Sql, type Tx } from '#db/client'
import { freshDatabase, type TestDatabase } from '#test/support/database'

let database: TestDatabase
let pool: Sql
beforeAll(async () => {
  database = await freshDatabase()
  pool = openSql({ url: database.url, name: 'test', poolSize: 4, isReadOnly: true })
  await database.sql`create table seats (seat int primary key, taken int not null)`
  await database.sql`insert into seats values (1, 0), (2, 0)`
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const take = (tx: Tx, seat: number) => tx`update seats set taken = taken + 1 where seat = ${seat}`

/** Each takes its first seat, then, once both have, the other's. */
async function meet(beforeCommitMs: number) {
  const writer = boundedWriter(pool, { beforeCommitMs, commitMs: 5000 })
  const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let tries = 0
  const takeBoth = (own: 0 | 1) =>
    writer.begin(async (tx) => {
      tries += 1
      await take(tx, own + 1)
      met[own]?.resolve()
      await met[1 - own]?.promise
      await take(tx, 2 - own)
    })
  return { ended: await Promise.allSettled([takeBoth(0), takeBoth(1)]), tries }
}

const taken = async () =>
  (await database.sql<{ taken: number }[]>`select taken from seats order by seat`).map(Object.values)

test('two that wait for each other are both done, once each', async () => {
  const { ended, tries } = await meet(10_000)

  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(tries).toBe(3)
  expect((await taken()).flat()).toEqual([2, 2])
})

test('one for which no time is left is refused, and nothing of it was done', async () => {
  const before = (await taken()).flat()
  // Postgres looks for a deadlock after a second: until then both wait.
  const { ended } = await meet(700)

  const done = ended.filter(({ status }) => status === 'fulfilled').length
  expect(done).toBeLessThan(2)
  expect((await taken()).flat()).toEqual(before.map((count) => count + done))
})
