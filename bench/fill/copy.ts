/** Many rows into many tables as fast as Postgres takes them: COPY, while keys, indexes and references are away. */
import type { Sql } from '#db/client'

type Field = string | number | boolean | null | Uint8Array | Date | readonly string[]

const bufferedCharacters = 4_000_000

/** A table that rows are copied into. Bytes go as they are, anything that is JSON as its text. */
export type Sheet = {
  add: (...fields: Field[]) => void
  /** Waits where more is buffered than should be. */
  flush: (isLast?: boolean) => Promise<void>
}

export function openSheet(sql: Sql, table: string, columns: string): Sheet {
  let lines: string[] = []
  let characters = 0
  return {
    add(...fields) {
      const line = fields.map(asText).join('\t')
      lines.push(line)
      characters += line.length
    },
    async flush(isLast = false) {
      if (lines.length === 0 || (!isLast && characters < bufferedCharacters)) return
      const text = `${lines.join('\n')}\n`
      lines = []
      characters = 0
      const stream = await sql.unsafe(`copy ${table} (${columns}) from stdin`).writable()
      await new Promise<void>((resolve, reject) => {
        stream.on('error', reject)
        stream.on('finish', resolve)
        stream.end(text)
      })
    },
  }
}

function asText(field: Field): string {
  if (field === null) return '\\N'
  if (field instanceof Uint8Array) return `\\\\x${Buffer.from(field).toString('hex')}`
  if (field instanceof Date) return field.toISOString()
  if (typeof field === 'object') return escaped(`{${field.map((each) => JSON.stringify(each)).join(',')}}`)
  return typeof field === 'string' ? escaped(field) : String(field)
}

const special = /[\\\t\n\r]/g
const escaped = (text: string): string =>
  text.replaceAll(special, (found) => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[found] ?? '\\\\')

/**
 * Does `work` on tables without indexes, keys, references and the triggers named, and puts all of them back as they were:
 * building an index of a million keys at once takes a tenth of keeping it up, and a reference is checked by one join.
 */
export async function withoutIndexes(
  sql: Sql,
  tables: readonly string[],
  triggers: readonly { table: string; trigger: string }[],
  work: () => Promise<void>,
): Promise<void> {
  const constraints = await sql<{ table: string; name: string; type: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, contype as type, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype in ('f', 'p', 'u')
      and (conrelid::regclass::text = any(${tables as string[]}) or confrelid::regclass::text = any(${tables as string[]}))
    order by contype = 'f' desc`
  const own = new Set(constraints.map(({ name }) => name))
  const indexes = (
    await sql<{ indexname: string; indexdef: string }[]>`
      select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any(${tables as string[]})`
  ).filter(({ indexname }) => !own.has(indexname))
  for (const { table, name } of constraints) await sql.unsafe(`alter table ${table} drop constraint ${name}`)
  for (const { indexname } of indexes) await sql.unsafe(`drop index ${indexname}`)
  for (const { table, trigger } of triggers) await sql.unsafe(`alter table ${table} disable trigger ${trigger}`)
  await work()
  await sql.unsafe(`set maintenance_work_mem = '512MB'`)
  for (const { table, name, definition } of constraints.toReversed())
    await sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { indexdef } of indexes) await sql.unsafe(indexdef)
  for (const { table, trigger } of triggers) await sql.unsafe(`alter table ${table} enable trigger ${trigger}`)
}
