/** Rows that are not there although evidence says that they are, and rows that are there although it says that they were erased. */
import type { Reader } from '#db/client'
import { nodeOfStreams } from '#db/queries/result-rows'
import type { SaidErased } from '#db/queries/said-erased'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

type Wanted<Row> = {
  table: string
  /** Whose it must be; null of whoever may ask for it. */
  orgId: string | null
  /** What the streams of its node may be called. */
  streams: readonly string[]
  find: () => Promise<Row | undefined>
}

/** @throws EVIDENCE_MISMATCH where one of these was erased, and is there. */
export function requireNoneErased(table: string, rows: readonly Partial<SaidErased>[]): void {
  const erased = rows.find(({ erased_node: node }) => node !== undefined && node !== null)
  if (erased) throw evidenceMismatch(table, erased.erased_node ?? null)
}

/**
 * The row; undefined where none was made, or it was erased and a node says so.
 * @throws EVIDENCE_MISMATCH where one was made, of this organisation, and is gone; or was erased, and is there, where that is looked for.
 */
export async function requireThere<Row extends object & Partial<SaidErased>>(
  read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>,
  { table, orgId, streams, find }: Wanted<Row>,
): Promise<Row | undefined> {
  const found = await find()
  if (found) requireNoneErased(table, [found])
  if (found !== undefined) return found
  const look = () => read((sql) => nodeOfStreams(sql, orgId, streams))
  if ((await look()) === undefined) return undefined
  // Between two looks it may have been made, or erased.
  const again = await find()
  if (again !== undefined) return again
  const node = await look()
  if (node !== undefined) throw evidenceMismatch(table, node)
  return undefined
}
