/** Where in the store a text stands. */
import type { Sql } from '#db/client'

/** The tables that hold the text anywhere, ours and the queue's. */
export async function tablesWith(sql: Sql, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql.unsafe(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${text}%`])
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}
