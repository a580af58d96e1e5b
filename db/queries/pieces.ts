/**
 * Deleting a table's old rows piece by piece: each piece is a short statement that begins where the one before ended, so that
 * the last costs what the first did, however many rows there are and however long somebody still looks at the deleted ones.
 */
import type { Reader, Tx } from '#db/client'
import { list } from '#db/fragments'

export type Fragment = (sql: Reader) => ReturnType<Tx>
/** Where a walk has come to: its keys as text. */
export type KeyPlace = readonly string[]

export type TableWalk = {
  table: string
  /** An index has these, in this order: the walk goes along it. Of the table `t`, as all that follows. */
  keys: Readonly<Record<string, 'text' | 'uuid' | 'timestamptz' | 'bytea' | 'bigint' | 'smallint' | 'integer'>>
  /** What the walk goes through, a stretch of the index; all of it unless said. */
  among?: Fragment
  /** Which of those go; all of them unless said. */
  isOld?: Fragment
  /** What is told of a row that went, as text; nothing unless said. */
  told?: Fragment
}

/** @returns what is told of those that went, and from where to go on; nowhere when this was the end. */
export async function deletePiece(
  sql: Tx,
  { table, keys, among, isOld, told }: TableWalk,
  after: KeyPlace | undefined,
  limit: number,
): Promise<{ told: string[]; last: KeyPlace | undefined }> {
  const names = Object.keys(keys)
  const columns = list(
    sql,
    names.map((name) => sql`t.${sql(name)}`),
  )
  const texts = list(
    sql,
    names.map((name) => sql`t.${sql(name)}::text`),
  )
  const begin = list(
    sql,
    Object.values(keys).map((type, at) => sql`${after?.[at] ?? ''}::text::${sql.unsafe(type)}`),
  )
  const [row] = await sql<{ told: string[] | null; last: string[] | null }[]>`
    with piece as materialized (
      select t.ctid as place, ${isOld?.(sql) ?? sql`true`} as is_old, array[${texts}] as keys
      from ${sql(table)} t
      where ${among?.(sql) ?? sql`true`} ${after ? sql`and (${columns}) >= (${begin})` : sql``}
      order by ${columns} limit ${limit}
    ), gone as (
      delete from ${sql(table)} t where ctid = any(array(select place from piece where is_old))
      returning ${told?.(sql) ?? sql`null::text`} as told
    )
    select (select array_agg(told) filter (where told is not null) from gone) as told,
      (select keys from piece offset ${limit - 1}) as last`
  return { told: row?.told ?? [], last: row?.last ?? undefined }
}

/** So many days ago, by the store's clock. */
export async function timeBefore(sql: Reader, days: number): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select now() - make_interval(days => ${days}) as at`
  if (!row) throw new Error('the store has told no time')
  return row.at
}

/** How far a walk has come that leaves rows behind, as it is kept: who vouches for it is asked by whoever goes by it. */
export type RetentionMark = { at: string; id: string; vouched: Uint8Array | null }

export async function findRetentionMark(sql: Reader, kind: string, orgId: string): Promise<RetentionMark | undefined> {
  const [row] = await sql<RetentionMark[]>`
    select at::text as at, id, vouched from retention_marks where kind = ${kind} and org_id = ${orgId}`
  return row
}

export async function storeRetentionMark(
  tx: Tx,
  kind: string,
  orgId: string,
  { at, id, vouched }: RetentionMark,
): Promise<void> {
  await tx`
    insert into retention_marks (kind, org_id, at, id, vouched)
    values (${kind}, ${orgId}, ${at}::text::timestamptz, ${id}, ${vouched})
    on conflict (kind, org_id) do update set at = excluded.at, id = excluded.id, vouched = excluded.vouched`
}
