/** Whatever the database says where names are looked for: our tables and Postgres's functions are read, and nothing that is called the same. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql } from '#db/client'
import { freshDatabase, type TestDatabase } from '#test/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('a table and a function of another schema stand in for none, where the database names that first', async () => {
  const { sql } = database
  const [name] = await sql<{ name: string }[]>`select current_database() as name`
  await sql.unsafe(`
    create schema elsewhere; create table elsewhere.retention_marks as select 'theirs' as kind;
    create function elsewhere.sha256(bytea) returns bytea language sql as $$ select '\\x00'::bytea $$;
    alter database "${name?.name}" set search_path = elsewhere, public, pg_catalog`)
  const later = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })

  const marks = await later`select kind from retention_marks`
  const [digest] = await later<{ bytes: number }[]>`select length(sha256('x')) as bytes`

  await later.end({ timeout: 1 })
  expect([marks.length, digest?.bytes]).toEqual([0, 32])
})
