/** A row for every table that there is, whatever release made it: each column says something of its own, and every check holds. */
import { createHash } from 'node:crypto'
import type { Sql } from '#db/client'

/** A row as Postgres tells it, by column. */
export type FilledRow = Readonly<Record<string, unknown>>

type Column = {
  name: string
  type: string
  /** Words that a check lets it hold. */
  words: string[]
  /** What it refers to. */
  refers: { table: string; column: string } | null
}
type Table = { name: string; columns: Column[] }
type Value = string | number | boolean | Date | Uint8Array | null

/** Adds a row to every table of ours; all of one round hang together. @returns the rows as they lie there, by table. */
export async function fillEveryTable(sql: Sql, round: number): Promise<Map<string, FilledRow>> {
  const filled = new Map<string, FilledRow>()
  const written = new Map<string, Record<string, Value>>()
  for (const { name, columns } of inOrder(await tablesOf(sql))) {
    // One is in force, whatever comes.
    if (name === 'constitutions' && (await rowsOf(sql, name)).length > 0) continue
    const values: Record<string, Value> = {}
    for (const column of columns) values[column.name] = saidIn(name, column, round, written)
    Object.assign(values, oddOnes[name]?.(round, written) ?? {})
    written.set(name, values)
    const names = Object.keys(values)
    const [row] = await sql.unsafe<{ row: FilledRow }[]>(
      `insert into ${name} (${names.map((each) => `"${each}"`).join(', ')})
       values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning to_jsonb(${name}) as row`,
      Object.values(values),
    )
    if (row) filled.set(name, row.row)
  }
  return filled
}

/** Every row of a table, as Postgres tells it. */
export async function rowsOf(sql: Sql, table: string): Promise<FilledRow[]> {
  const rows = await sql<{ row: FilledRow }[]>`select to_jsonb(t) as row from ${sql(table)} t`
  return rows.map(({ row }) => row)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** What a check asks more of than a type does. */
const oddOnes: Readonly<
  Record<string, (round: number, written: ReadonlyMap<string, Record<string, Value>>) => Record<string, Value>>
> = {
  api_keys: () => ({ rotated_from: null }),
  edg_nodes(round) {
    const said = { edg: 'node/v1', stream: `line:${round}`, pos: 0, height: 0, kind: 'trace.recorded', prev: null }
    const body = JSON.stringify(said)
    const { edg: _, ...columns } = said
    return { ...columns, id: sha256(body), body, signature: Buffer.alloc(64, round) }
  },
  constitution_texts: (round) => ({
    body: `constitution ${round}`,
    hash: sha256(`constitution ${round}`).toString('hex'),
  }),
}

const words: Readonly<Record<string, string>> = { 'api_keys.env': 'live' }

function saidIn(
  table: string,
  { name, type, words: allowed, refers }: Column,
  round: number,
  written: ReadonlyMap<string, Record<string, Value>>,
): Value {
  if (refers) return written.get(refers.table)?.[refers.column] ?? null
  const text = `${table}.${name} ${round}`
  switch (type) {
    case 'smallint':
    case 'integer':
    case 'bigint':
      return round + 1
    case 'double precision':
    case 'numeric':
      return round + 0.5
    case 'boolean':
      return round % 2 === 0
    case 'bytea':
      return sha256(text)
    case 'uuid':
      return sha256(text).toString('hex').slice(0, 32)
    case 'uuid[]':
      return `{${sha256(text).toString('hex').slice(0, 32)}}`
    case 'json':
    case 'jsonb':
      return JSON.stringify({ said: text })
    case 'text[]':
      return `{"${text}","and ${text}"}`
    case 'smallint[]':
    case 'bigint[]':
      return `{${round},${round + 1}}`
    case 'text':
      return allowed[0] ?? words[`${table}.${name}`] ?? text
    case 'date':
      return new Date(Date.UTC(2026, 0, 1 + round))
    default:
      if (type.startsWith('timestamp')) return new Date(Date.UTC(2026, 0, 1 + round, 12, 30, 15, 250))
      throw new Error(`no value for ${table}.${name}, which is ${type}`)
  }
}

async function tablesOf(sql: Sql): Promise<Table[]> {
  const columns = await sql<(Omit<Column, 'words'> & { table: string; checks: string | null })[]>`
    select c.relname::text as table, a.attname::text as name, regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(\\d\\)', '') as type,
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks,
      (select json_build_object('table', f.relname, 'column', fa.attname)
        from pg_constraint k join pg_class f on f.oid = k.confrelid
        join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.confkey[array_position(k.conkey, a.attnum)]
        where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey) and f.oid <> c.oid limit 1) as refers
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
      and format_type(a.atttypid, null) <> 'xid8'
    order by 1, a.attnum`
  const byTable = Map.groupBy(columns, ({ table }) => table)
  return [...byTable].map(([name, own]) => ({
    name,
    columns: own.map(({ checks, ...column }) => ({
      ...column,
      words: [...(checks ?? '').matchAll(/'([^']+)'::text/g)].flatMap(([, word = '']) =>
        /^[\w-]+$/.test(word) ? [word] : [],
      ),
    })),
  }))
}

/** What is referred to comes before what refers to it. */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const left = [...tables]
  while (left.length > 0) {
    const at = left.findIndex(({ columns }) =>
      columns.every(({ refers }) => !refers || !left.some(({ name }) => name === refers.table)),
    )
    const [next] = left.splice(at, 1)
    if (!next || at < 0) throw new Error('tables refer to one another in a circle')
    ordered.push(next)
  }
  return ordered
}
