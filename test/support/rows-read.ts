/** How much Postgres itself says that a look took from tables and their indexes: rows, fetched or passed over, and blocks. */
import type { Sql, Tx } from '#db/client'

/**
 * Of the tables that are named, e.g. `public.tasks`; a row met by index and then in its table counts as two. What an index
 * passes over by its own conditions is no row: that shows in the blocks.
 */
export async function rowsRead<T>(
  sql: Sql,
  tables: readonly string[],
  look: (tx: Tx) => Promise<T>,
  mode: 'read only' | 'read write' = 'read only',
): Promise<{ result: T; rows: number; blocks: number }> {
  const made: { result?: T; rows?: number; blocks?: number } = {}
  await sql.begin(mode, async (tx) => {
    const before = await countIn(tx, tables)
    made.result = await look(tx)
    const after = await countIn(tx, tables)
    made.rows = after.rows - before.rows
    made.blocks = after.blocks - before.blocks
  })
  // Sound: the transaction has run through, or it would have thrown.
  return made as { result: T; rows: number; blocks: number }
}

async function countIn(tx: Tx, tables: readonly string[]): Promise<{ rows: number; blocks: number }> {
  const [row] = await tx<{ rows: number; blocks: number }[]>`
    with relations as (
      select t::regclass::oid as oid from unnest(${tables as string[]}::text[]) as t
      union all select indexrelid from pg_index where indrelid = any(${tables as string[]}::text[]::regclass[]))
    select coalesce(sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid)), 0)::bigint as rows,
      coalesce(sum(pg_stat_get_xact_blocks_fetched(oid)), 0)::bigint as blocks
    from relations`
  return row ?? { rows: 0, blocks: 0 }
}
