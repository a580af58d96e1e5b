/** Tables whose rows are sealed, gone through a piece at a time: to look whether each is as it was written, and to seal it. */
import type { Reader, Tx } from '#db/client'
import { list } from '#db/fragments'
import type { Fragment, KeyPlace, TableWalk } from '#db/queries/pieces'

export type SealedWalk = Pick<TableWalk, 'table' | 'keys'> & {
  /** What is read of the table `t`, its `seal` among it; every column unless said. */
  columns?: Fragment | undefined
  /** The column that the seal lies in; `seal` unless said. */
  sealedIn?: string | undefined
}

/** A row as it is read, by its columns' names. */
export type StoredRow = Readonly<Record<string, unknown>> & { seal: Uint8Array | null }
export type PlacedRow = { row: StoredRow; key: KeyPlace }

/** The next rows along the table's key. @returns from where to go on; nowhere when this was the end. */
export async function sealedPiece(
  sql: Reader,
  { table, keys, columns }: SealedWalk,
  after: KeyPlace | undefined,
  limit: number,
): Promise<{ rows: PlacedRow[]; last: KeyPlace | undefined }> {
  const names = Object.keys(keys).map((name): ReturnType<Tx> => sql`t.${sql(name)}`)
  const texts = Object.keys(keys).map((name): ReturnType<Tx> => sql`t.${sql(name)}::text`)
  const begin = Object.values(keys).map(
    (type, at): ReturnType<Tx> => sql`${after?.[at] ?? ''}::text::${sql.unsafe(type)}`,
  )
  const read = await sql`
    select ${columns?.(sql) ?? sql`t.*`}, array[${list(sql, texts)}] as walked from ${sql(table)} t
    where ${after ? sql`(${list(sql, names)}) > (${list(sql, begin)})` : sql`true`}
    order by ${list(sql, names)} limit ${limit}`
  // Which columns there are is for the walk to say.
  const rows = read.map(({ walked, ...row }) => ({ row: row as StoredRow, key: walked as KeyPlace }))
  return { rows, last: rows.length < limit ? undefined : rows.at(-1)?.key }
}

/** Rows by their keys, those of them that are there. */
export async function placedRows(
  sql: Reader,
  { table, keys, columns }: SealedWalk,
  places: readonly KeyPlace[],
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<PlacedRow[]> {
  if (places.length === 0) return []
  const names = Object.keys(keys)
  const lists = Object.values(keys).map((type, at) =>
    listOf(
      sql,
      places.map((place) => place[at] ?? ''),
      type,
    ),
  )
  const given = names.map((name): ReturnType<Tx> => sql`${sql(name)}`)
  const here = names.map((name): ReturnType<Tx> => sql`t.${sql(name)}`)
  const there = names.map((name): ReturnType<Tx> => sql`u.${sql(name)}`)
  const texts = names.map((name): ReturnType<Tx> => sql`t.${sql(name)}::text`)
  const read = await sql`
    select ${columns?.(sql) ?? sql`t.*`}, array[${list(sql, texts)}] as walked from ${sql(table)} t
    where (${list(sql, here)}) in (select ${list(sql, there)} from unnest(${list(sql, lists)}) as u(${list(sql, given)}))
    order by ${list(sql, here)} ${isHeld ? sql`for update of t` : sql``}`
  // Which columns there are is for the walk to say.
  return read.map(({ walked, ...row }) => ({ row: row as StoredRow, key: walked as KeyPlace }))
}

/** Seals rows that have not changed since they were read: each that still has the seal, or none, that it was read with. */
export async function writeSeals(
  tx: Tx,
  { table, keys, sealedIn = 'seal' }: SealedWalk,
  seals: readonly { key: KeyPlace; before: Uint8Array | null; seal: Uint8Array }[],
): Promise<number> {
  if (seals.length === 0) return 0
  const columns = Object.keys(keys)
  const lists = Object.values(keys).map((type, at) => listOf(tx, valuesAt(seals, at), type))
  const given = columns.map((name): ReturnType<Tx> => tx`${tx(name)}`)
  const here = columns.map((name): ReturnType<Tx> => tx`t.${tx(name)}`)
  const there = columns.map((name): ReturnType<Tx> => tx`u.${tx(name)}`)
  const hex = (bytes: Uint8Array | null) => (bytes === null ? null : `\\x${Buffer.from(bytes).toString('hex')}`)
  const rows = await tx`
    update ${tx(table)} t set ${tx(sealedIn)} = u.seal
    from unnest(${list(tx, lists)}, ${seals.map(({ before }) => hex(before))}::text[]::bytea[],
      ${seals.map(({ seal }) => hex(seal))}::text[]::bytea[]) as u(${list(tx, given)}, before, seal)
    where (${list(tx, here)}) = (${list(tx, there)}) and t.${tx(sealedIn)} is not distinct from u.before
    returning 1`
  return rows.length
}

const valuesAt = (rows: readonly { key: KeyPlace }[], at: number) => rows.map(({ key }) => key[at] ?? '')

const listOf = (sql: Reader, values: string[], type: string): ReturnType<Tx> =>
  sql`${values}::text[]::${sql.unsafe(`${type}[]`)}`
