/** What the database itself changes of what is written, by whoever's hand and for however short a time, is not sealed as if it had been meant. */
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import { keepArticleCounts } from '#shared/evidence/sealed/article-counts'
import { ServiceError } from '#shared/kernel/errors'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner } from '#test/support/store'

setDefaultTimeout(30_000)
const sealer = aSigner()
let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await freshDatabase()
  sql = database.sql
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate article_counts`
})

const keep = (by = sql) =>
  keepArticleCounts(by, sealer, 0, [{ article: 'one', evaluations: 5, failures: 2, errors: 0 }])
const kept = () => sql`select evaluations, failures, seal is not null as is_sealed from article_counts`
const softer = `
  create function softer() returns trigger language plpgsql as $$ begin new.failures := 0; return new; end $$;
  create trigger softer before insert or update on article_counts for each row execute function softer()`

test.each([
  ['a trigger', softer, 'drop trigger softer on article_counts; drop function softer()'],
  [
    'what a column holds by itself',
    'alter table article_counts alter column failures set default 0',
    'alter table article_counts alter column failures drop default',
  ],
  [
    'a check that calls what somebody has made',
    `create function asks(bigint) returns boolean language plpgsql as $$ begin return true; end $$;
     alter table article_counts add constraint asks check (asks(failures))`,
    'alter table article_counts drop constraint asks; drop function asks',
  ],
])('%s', async (_, made, gone) => {
  await sql.unsafe(made)
  const refused: unknown = await keep().catch((error: unknown) => error)
  const meanwhile = await kept()
  await sql.unsafe(gone)

  expect(refused).toBeInstanceOf(ServiceError)
  expect(refused).toMatchObject({ code: 'EVIDENCE_MISMATCH', details: { table: 'article_counts' } })
  expect([...meanwhile]).toEqual([])
  await keep()
  expect([...(await kept())]).toEqual([{ evaluations: 5, failures: 2, is_sealed: true }])
})

test('tables that a later release has made something else of are written to as before', async () => {
  await sql.unsafe("alter table article_counts add column later text not null default 'x'")
  await sql`insert into migrations (hash, created_at) select 'later', max(created_at) + 1 from migrations`

  const other = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })
  await keep(other).finally(() => other.end({ timeout: 1 }))

  expect(await kept()).toHaveLength(1)
})
