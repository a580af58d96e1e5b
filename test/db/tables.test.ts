/**
 * The migrations and the tables say the same: columns with their types, nullability and defaults, primary keys, and the words
 * that a column may hold. The tables are made anew beside those of the migrations, and Postgres itself tells both in its words.
 * Not compared: indexes, foreign keys, triggers, and checks that are no list of words. Those stand in the migrations alone.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { is, SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import { readAllTables } from '#test/support/all-tables'
import { freshDatabase, type TestDatabase } from '#test/support/database'

const allTables = await readAllTables()

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.sql`create schema drawn`
  for (const table of allTables) await database.sql.unsafe(drawn(table))
})
afterAll(() => database.drop())

/** The statement that makes a table as Drizzle has it. */
function drawn(table: PgTable): string {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns.map((column) => quoted(column.name))
  const parts = [...columns.map(drawnColumn), ...(key ? [`primary key (${key.join(', ')})`] : [])]
  return `create table drawn.${quoted(name)} (${parts.join(', ')})`
}

function drawnColumn(column: PgColumn): string {
  const { generatedIdentity, default: value } = column
  const kept = generatedIdentity
    ? `generated ${generatedIdentity.type === 'always' ? 'always' : 'by default'} as identity`
    : value === undefined
      ? ''
      : `default ${is(value, SQL) ? new PgDialect().sqlToQuery(value).sql : literal(value)}`
  return [
    quoted(column.name),
    column.getSQLType(),
    column.primary ? 'primary key' : '',
    column.notNull ? 'not null' : '',
    kept,
  ].join(' ')
}

const quoted = (name: string) => `"${name}"`
const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))

/** Every column and every primary key of a schema, a line for each. */
async function told(schema: string): Promise<string[]> {
  const rows = await database.sql<{ line: string }[]>`
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || case a.attidentity when 'a' then ' identity' when 'd' then ' identity by default' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    union all
    select c.relname || ' ' || pg_get_constraintdef(k.oid) from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace = ${schema}::regnamespace and k.contype = 'p' and c.relname <> 'migrations'
    order by 1`
  return rows.map(({ line }) => line)
}

test('the migrations make what the tables say, and nothing else', async () => {
  const [migrated, tables] = await Promise.all([told('public'), told('drawn')])

  expect(migrated.length).toBeGreaterThan(300)
  expect({
    'of the migrations alone': migrated.filter((line) => !tables.includes(line)),
    'of the tables alone': tables.filter((line) => !migrated.includes(line)),
  }).toEqual({ 'of the migrations alone': [], 'of the tables alone': [] })
})

describe('words', () => {
  /** The lists of words in the migrations' checks, by column. */
  async function checked(): Promise<Record<string, string[]>> {
    const rows = await database.sql<{ place: string; says: string }[]>`
      select c.relname || '.' || a.attname as place, pg_get_constraintdef(k.oid) as says
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where k.connamespace = 'public'::regnamespace and k.contype = 'c' and cardinality(k.conkey) = 1`
    return Object.fromEntries(
      rows.flatMap(({ place, says }) => {
        const list = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.+)\]\)|('.+'::text))\)\)$/.exec(says)
        const words = [...(list?.[1] ?? list?.[2] ?? '').matchAll(/'([^']*)'::text/g)].map(([, word = '']) => word)
        return words.length > 0 ? [[place, words.toSorted()]] : []
      }),
    )
  }

  const listed = Object.fromEntries(
    allTables.flatMap((table) => {
      const { name, columns } = getTableConfig(table)
      return columns.flatMap((column) =>
        column.enumValues?.length ? [[`${name}.${column.name}`, column.enumValues.toSorted()]] : [],
      )
    }),
  )

  test('every list of words that the migrations check is the one that the table has', async () => {
    const inMigrations = await checked()

    expect(Object.keys(inMigrations).length).toBeGreaterThan(10)
    expect(Object.fromEntries(Object.keys(inMigrations).map((place) => [place, listed[place]]))).toEqual(inMigrations)
  })

  test('only these are held by whoever writes them, and by no check', async () => {
    const inMigrations = await checked()

    expect(
      Object.keys(listed)
        .filter((place) => !(place in inMigrations))
        .sort(),
    ).toEqual([
      'claim_points.verdict',
      'scan_findings.severity',
      'scan_run_pages.compliance',
      'traces.risk_level',
      'traces.testing_mode',
    ])
  })
})
