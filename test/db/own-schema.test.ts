/** Whatever the database says where names are looked for and how values are written: ours are read, and nothing else. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql } from '#db/client'
import { openCopying } from '#db/copying'
import { migrate } from '#db/migrate'
import { emptyDatabase, freshDatabase, type TestDatabase, urlAs } from '#test/support/database'

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

test('a table of the session itself stands in for none, whoever has made it there', async () => {
  const own = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })
  await own.unsafe(`
    create temp table retention_marks as select 'theirs' as kind; create temp table pg_trigger as select 'theirs' as tgname`)

  const marks = await own`select kind from retention_marks`
  const triggers = await own`select tgname from pg_trigger where tgname = 'theirs'`

  await own.end({ timeout: 1 })
  expect([marks.length, triggers.length]).toEqual([0, 0])
})

test('a store is made where it belongs and in its own time, whatever the database says', async () => {
  const bare = await emptyDatabase()
  const { sql, url } = bare
  const name = new URL(url).pathname.slice(1)
  await sql`create schema elsewhere`
  for (const setting of [
    'search_path = elsewhere, public',
    "default_transaction_isolation = 'serializable'",
    "statement_timeout = '1ms'",
    "lock_timeout = '1ms'",
    'standard_conforming_strings = off',
    'quote_all_identifiers = on',
  ])
    await sql.unsafe(`alter database "${name}" set ${setting}`)

  await migrate(url)

  const [there] = await sql<{ ours: string | null; theirs: number }[]>`
    select to_regclass('public.traces')::text as ours,
      (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'elsewhere') as theirs`
  await bare.drop()
  expect(there).toEqual({ ours: 'traces', theirs: 0 })
})

test('what the database says of how statements are read changes none that is sent', async () => {
  const { sql } = database
  const [name] = await sql<{ name: string }[]>`select current_database() as name`
  for (const setting of [
    'array_nulls = off',
    'standard_conforming_strings = off',
    "default_transaction_isolation = 'serializable'",
    'intervalstyle = sql_standard',
    'quote_all_identifiers = on',
    'constraint_exclusion = on',
  ])
    await sql.unsafe(`alter database "${name?.name}" set ${setting}`)
  const later = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })

  const [read] = await later.begin(
    (tx) => tx`
      select (${['a', null]}::text[])[2] is null as is_null, '\\x41'::text as text, (interval '1 day 2 hours')::text as time,
        'edg_nodes'::regclass::text as name, current_setting('transaction_isolation') as isolation,
        current_setting('constraint_exclusion') as left_out`,
  )

  await later.end({ timeout: 1 })
  expect({ ...read }).toEqual({
    is_null: true,
    left_out: 'partition',
    text: '\\x41',
    time: '1 day 02:00:00',
    name: 'edg_nodes',
    isolation: 'read committed',
  })
})

test('what the database says of how values are written changes none that is read, nor how long we wait', async () => {
  const { sql } = database
  const [name] = await sql<{ name: string }[]>`select current_database() as name`
  for (const setting of [
    "datestyle = 'SQL, DMY'",
    "default_transaction_isolation = 'serializable'",
    "lock_timeout = '1s'",
    "idle_session_timeout = '1s'",
    'gin_fuzzy_search_limit = 1',
    "timezone = 'Asia/Kolkata'",
    'bytea_output = escape',
    'extra_float_digits = -10',
  ])
    await sql.unsafe(`alter database "${name?.name}" set ${setting}`)
  await sql.unsafe(`alter database "${name?.name}" set transform_null_equals = on`)
  const later = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })

  const sessions = await Promise.all(
    ['transaction_isolation', 'lock_timeout', 'idle_session_timeout', 'gin_fuzzy_search_limit'].map(async (setting) => {
      const [row] = await later<{ is: string }[]>`select current_setting(${setting}) as is`
      return row?.is
    }),
  )
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
  expect(sessions).toEqual(['read committed', '2147483647ms', '2147483647ms', '0'])
})

test('rows that a policy hides are left out of no copy without a word', async () => {
  const { sql, url } = database
  await sql`alter table traces enable row level security`
  const copying = openCopying(urlAs('worker', url), 'assay-test')

  const refusal = await copying`select count(*) from traces`.catch((error) => error.code)

  await copying.end({ timeout: 1 })
  await sql`alter table traces disable row level security`
  expect(refusal).toBe('42501')
})
