/** A sealed table as it is gone through, whatever its columns are: to look at each row, to seal what is older than seals, and what a statement changes. */
import type { Reader, Sql, Tx } from '#db/client'
import { definitions } from '#db/definitions'
import { newestMigration } from '#db/migrate'
import { actsOnRows } from '#db/queries/definitions'
import type { KeyPlace } from '#db/queries/pieces'
import { placedRows, type SealedWalk, type StoredRow, writeSeals } from '#db/queries/sealed'
import { isAskedFor, type Sealed, type SealedTable, sealOf, sealState } from '#shared/evidence/sealed-rows'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

type Preparation = (sql: Sql, after: KeyPlace | undefined, limit: number, sealer: Sealer) => Promise<void>

export type SealedRows = SealedWalk & {
  generation: number
  /** Says what is not said yet of rows that are older than seals: of so many behind one. */
  prepare?: Preparation | undefined
  /** Whether a row is as it was written. */
  stateOf: (sealer: Sealer, row: StoredRow) => ReturnType<typeof sealState>
  sealOf: (sealer: Sealer, row: StoredRow) => Uint8Array
  nodeOf: (row: StoredRow) => string | null
}

/** @param columns what its reads read of it, where that is not every column as it is; the `seal` among it. */
export function rowsOf<Row>(
  table: SealedTable<Row>,
  keys: SealedWalk['keys'],
  columns?: SealedWalk['columns'],
  prepare?: Preparation,
): SealedRows {
  // Sound: these are the columns of that table, as whoever shows it reads them.
  const rowOf = (row: StoredRow) => row as StoredRow & Sealed<Row>
  return {
    table: table.table,
    generation: table.generation ?? 1,
    keys,
    columns,
    sealedIn: table.sealedIn,
    prepare,
    stateOf: (sealer, row) => sealState(sealer, table, rowOf(row)),
    sealOf: (sealer, row) => sealOf(sealer, table, rowOf(row)),
    nodeOf: (row) => table.nodeOf(rowOf(row)),
  }
}

/** @throws EVIDENCE_MISMATCH where a row with one of these keys is not as it was written. */
export async function requirePlaced(
  sql: Reader,
  sealer: Sealer,
  rows: SealedRows,
  keys: readonly KeyPlace[],
): Promise<void> {
  if (!isAskedFor(sealer, rows)) return
  for (const { row } of await placedRows(sql, rows, keys))
    if (rows.stateOf(sealer, row) !== 'sealed') throw evidenceMismatch(rows.table, rows.nodeOf(row))
}

/**
 * Those of some rows, each by its one key, that are as a process of ours wrote them, and are what they were found for. What was written
 * before there were seals is gone by as it is.
 */
export async function soundRows<Found extends { id: string }>(
  sql: Reader,
  sealer: Sealer,
  rows: SealedRows,
  found: readonly Found[],
  isFoundFor: (row: StoredRow) => boolean,
): Promise<readonly Found[]> {
  if (!isAskedFor(sealer, rows)) return found
  const keys = found.map(({ id }) => [id])
  const sound = (await placedRows(sql, rows, keys)).filter(
    ({ row }) => rows.stateOf(sealer, row) === 'sealed' && isFoundFor(row),
  )
  const ids = new Set(sound.map(({ key: [id] }) => id))
  return found.filter(({ id }) => ids.has(id))
}

/**
 * Has statements change rows of a table, and seals them as they are then. A row that was there and not as it was written is
 * sealed no better than it was. @param keys of all that may be changed or made. @param hear is told those that were there, and those
 * that are, with their seals. @throws EVIDENCE_MISMATCH where the database would have changed what is written.
 */
export async function changeSealed<Result>(
  tx: Tx,
  sealer: Sealer,
  rows: SealedRows,
  keys: readonly KeyPlace[],
  change: () => Promise<Result>,
  hear: (held: readonly StoredRow[]) => void = () => undefined,
): Promise<Result> {
  const idOf = (key: KeyPlace) => JSON.stringify(key)
  const held = () => placedRows(tx, rows, keys, { isHeld: true })
  const before = await held()
  const astray = new Set(before.filter(({ row }) => rows.stateOf(sealer, row) !== 'sealed').map(({ key }) => idOf(key)))
  const result = await change()
  const [after] = await Promise.all([held(), requireNothingActs(tx, rows.table)])
  const changed = after
    .filter(({ row, key }) => !astray.has(idOf(key)) && rows.stateOf(sealer, row) !== 'sealed')
    .map(({ row, key }) => ({ key, before: row.seal, seal: rows.sealOf(sealer, row) }))
  await writeSeals(tx, rows, changed)
  const sealed = new Map(changed.map(({ key, seal }) => [idOf(key), seal]))
  hear(before.map(({ row }) => row))
  hear(after.map(({ row, key }) => ({ ...row, seal: sealed.get(idOf(key)) ?? row.seal })))
  return result
}

const made = new Set(definitions.map((line) => JSON.stringify(line)))

/** What is sealed as it lies there is what was meant only where nothing else has a hand in it, for however short a time. */
async function requireNothingActs(tx: Tx, table: string): Promise<void> {
  const acts = await actsOnRows(tx, table, newestMigration())
  if (acts.some(({ table: of, key, said }) => !made.has(JSON.stringify([of, key, said]))))
    throw evidenceMismatch(table, null)
}
