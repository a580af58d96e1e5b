/** Seals of rows: whether a row is as a process of ours wrote it, asked with every read, for some microseconds. */

import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

/** What of a table is sealed: every column that anybody is shown or anything is decided by, its key and its node among them. */
export type SealedTable<Row> = {
  table: string
  /** The column that its seal lies in; `seal` unless said. */
  sealedIn?: string
  /** Since which generation of seals it has them; the first where that is not said. */
  generation?: number
  columns: readonly (keyof Row & string)[]
  /** The node that made this version of the row, as hex; null where there is none. */
  nodeOf: (row: Row) => string | null
}

/** A row as it is read, with its seal; null of rows that are older than seals. */
export type Sealed<Row> = Row & { seal: Uint8Array | null }

/** The seal of a row as it is about to be written: every column with the value that will be read. */
export const sealOf = <Row>(signer: Pick<Sealer, 'seal'>, table: SealedTable<Row>, row: Row): Uint8Array =>
  signer.seal(`row ${table.table}`, textOf(table, row))

/** `unsealed`: of before seals, or by a hand that took the seal away. */
export function sealState<Row>(
  signer: Pick<Sealer, 'seal'>,
  table: SealedTable<Row>,
  row: Sealed<Row>,
): 'sealed' | 'unsealed' | 'astray' {
  if (row.seal === null) return 'unsealed'
  return Buffer.compare(row.seal, sealOf(signer, table, row)) === 0 ? 'sealed' : 'astray'
}

/** The seal of a row that has changed. One that was not as it was written is sealed no better than it was. */
export const sealAnew = <Row>(
  signer: Pick<Sealer, 'seal'>,
  table: SealedTable<Row>,
  before: Sealed<Row>,
  after: Row,
): Uint8Array | null => (sealState(signer, table, before) === 'sealed' ? sealOf(signer, table, after) : before.seal)

/** Whether a row of a table is refused where it has no seal. */
export const isAskedFor = (
  { sealing }: Pick<Sealer, 'sealing'>,
  { generation = 1 }: Pick<SealedTable<never>, 'generation'>,
): boolean => sealing.generation >= generation

/** Whether a row may be gone by: sealed, or of a store in which nothing has to be yet. */
export const isAsWritten = <Row>(
  signer: Pick<Sealer, 'seal' | 'sealing'>,
  table: SealedTable<Row>,
  row: Sealed<Row>,
): boolean => !isAskedFor(signer, table) || sealState(signer, table, row) === 'sealed'

/**
 * Asks nothing while rows of before seals are let through: whoever changes one could take its seal away too.
 * @throws EVIDENCE_MISMATCH with the node of the first row that is not as it was written.
 */
export function requireSealed<Row>(
  signer: Pick<Sealer, 'seal' | 'sealing'>,
  table: SealedTable<Row>,
  rows: readonly Sealed<Row>[],
): void {
  if (!isAskedFor(signer, table)) return
  for (const row of rows) if (!isAsWritten(signer, table, row)) throw evidenceMismatch(table.table, table.nodeOf(row))
}

/**
 * Columns in their order, so that two rows have one text only where every one of them is the same. Written in one go: each row
 * that is shown costs it.
 */
const textOf = <Row>({ columns }: SealedTable<Row>, row: Row): string => {
  const values: unknown[] = []
  for (const name of columns) values.push(toldValue(row[name]))
  return JSON.stringify(values)
}

/** Times and bytes with a mark, so that none is taken for a text; members of documents in one order, whatever order they came in. */
function toldValue(value: unknown): unknown {
  if (typeof value !== 'object') return typeof value === 'bigint' ? String(value) : (value ?? null)
  if (value === null) return null
  if (value instanceof Date) return { at: value.getTime() }
  if (value instanceof Uint8Array) return { hex: value.toHex() }
  if (Array.isArray(value)) return value.map(toldValue)
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, toldValue(member)]),
  )
}
