/** Counts of articles that somebody, or a crash of the database, takes away or puts back come back from who wrote them. */
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Sql } from '#db/client'
import { sealedPiece } from '#db/queries/sealed'
import { articleCountRows, keepArticleCounts, SeenArticleCounts } from '#shared/evidence/sealed/article-counts'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner } from '#test/support/store'

setDefaultTimeout(30_000)
const sealer = aSigner()
let database: TestDatabase
let sql: Sql
let seen: SeenArticleCounts
beforeAll(async () => {
  database = await freshDatabase()
  sql = database.sql
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate article_counts`
  seen = new SeenArticleCounts({ sql, sealer })
})

const keep = (article: string) =>
  keepArticleCounts(sql, sealer, 0, [{ article, evaluations: 5, failures: 2, errors: 1 }])
const kept = () => sql`select article, evaluations, failures, errors from article_counts order by article`
const areSealed = async () => {
  const { rows } = await sealedPiece(sql, articleCountRows, undefined, 100)
  return rows.every(({ row }) => articleCountRows.stateOf(sealer, row) === 'sealed')
}

test.each([
  ['emptied', 'truncate article_counts'],
  ['a row less', "delete from article_counts where article = 'one'"],
  ['put back to what they were, seal and all', 'truncate article_counts; insert into article_counts table before'],
])('%s', async (_, act) => {
  await keep('one')
  await seen.look()
  await sql`create table before as table article_counts`
  await keep('one')
  await keep('two')
  await seen.look()

  await sql.unsafe(act)

  expect(await seen.look()).toBeGreaterThan(0)
  expect([...(await kept())]).toEqual([
    { article: 'one', evaluations: 10, failures: 4, errors: 2 },
    { article: 'two', evaluations: 5, failures: 2, errors: 1 },
  ])
  expect(await areSealed()).toBe(true)
  await sql`drop table before`
})

test('what a process counted that has ended since comes back from another', async () => {
  await keepArticleCounts(sql, sealer, 7, [{ article: 'one', evaluations: 3, failures: 3, errors: 0 }])
  await keep('one')
  await seen.look()
  await sql`delete from article_counts where shard = 7`

  expect(await seen.look()).toBe(1)
  expect([...(await kept())].map(({ evaluations }) => evaluations).sort()).toEqual([3, 5])
  expect(await areSealed()).toBe(true)
})

test('more than was counted is no better for having been seen', async () => {
  await keep('one')
  await sql`update article_counts set evaluations = 1000`
  await seen.look()
  await sql`truncate article_counts`

  expect(await seen.look()).toBe(0)
  expect([...(await kept())]).toEqual([])
})

test('an hour that begins a microsecond later is none that we wrote', async () => {
  await keep('one')
  expect(await areSealed()).toBe(true)
  await sql`update article_counts set hour = hour + interval '1 microsecond'`

  expect(await areSealed()).toBe(false)
})
