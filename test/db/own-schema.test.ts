/** Whatever the database says where names are looked for and how values are written: ours are read, and nothing else. */
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

test('what the database says of how values are written changes none that is read', async () => {
  const { sql } = database
  const [name] = await sql<{ name: string }[]>`select current_database() as name`
  for (const setting of [
    "datestyle = 'SQL, DMY'",
    "timezone = 'Asia/Kolkata'",
    'bytea_output = escape',
    'extra_float_digits = -10',
  ])
    await sql.unsafe(`alter database "${name?.name}" set ${setting}`)
  await sql.unsafe(`alter database "${name?.name}" set transform_null_equals = on`)
  const later = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })

  const [read] = await later<{ at: Date; risk: number; bytes: Uint8Array; is_null: boolean | null }[]>`
    select '2026-05-11T12:00:00Z'::timestamptz as at, 72.123456789::float8 as risk, sha256('x') as bytes,
      null::text = null as is_null`

  await later.end({ timeout: 1 })
  expect({ ...read, bytes: read?.bytes.length }).toEqual({
    at: new Date('2026-05-11T12:00:00Z'),
    risk: 72.123456789,
    bytes: 32,
    is_null: null,
  })
})
