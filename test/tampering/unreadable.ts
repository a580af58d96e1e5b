/** Values that a column may hold and that no program can read: a time after all times, a figure that is none, a text that is nothing. */
import type { Sql } from '#db/client'

const unreadable: Readonly<Record<string, string>> = {
  timestamptz: `'infinity'`,
  float4: `'NaN'`,
  float8: `'NaN'`,
  numeric: `'NaN'`,
  jsonb: `'null'`,
}

export type Unreadable = { column: string; statement: string }

/** One for each column of our tables that may hold such a value. */
export async function unreadables(sql: Sql): Promise<Unreadable[]> {
  const columns = await sql<{ name: string; column: string; type: string }[]>`
    select c.table_name as name, c.column_name as column, c.udt_name as type
    from information_schema.columns c join pg_class t on t.oid = format('public.%I', c.table_name)::regclass
    where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition
      and c.is_generated = 'NEVER' and c.udt_name in ${sql(Object.keys(unreadable))}
    order by 1, c.ordinal_position`
  return columns.map(({ name, column, type }) => ({
    column: `${name}.${column}`,
    statement: `update ${name} set "${column}" = ${unreadable[type]}
      where ctid = (select ctid from ${name} where "${column}" is distinct from ${unreadable[type]} limit 1)`,
  }))
}
