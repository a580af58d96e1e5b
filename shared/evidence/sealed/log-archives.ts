/** How far a log was copied into the bucket: sealed by who copies, so that nobody else says that more lies there than does. */
import type { Reader, Tx } from '#db/client'
import {
  type ArchivedCheckpoint,
  type ArchivedLogRow,
  beginArchive,
  findArchivedLog,
  noteArchivedCheckpoint,
  noteArchivedTiles,
} from '#db/queries/log-archives'
import { isAsWritten, requireSealed, type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import { changeSealed, rowsOf } from '#shared/evidence/sealed-walks'
import type { Sealer } from '#shared/kernel/sealer'

const sealedArchives: SealedTable<Omit<ArchivedLogRow, 'seal'>> = {
  table: 'log_archives',
  generation: 16,
  columns: ['origin', 'tiles', 'checkpoint', 'archived_at'],
  nodeOf: () => null,
}

export const archiveRows = rowsOf(sealedArchives, { origin: 'text' })

export const isProvenArchive = (sealer: Sealer, row: ArchivedLogRow): boolean =>
  isAsWritten(sealer, sealedArchives, row)

/** What of a log lies in the bucket; undefined where nothing does. @throws EVIDENCE_MISMATCH where somebody else says so. */
export async function findProvenArchive(
  sql: Reader,
  sealer: Sealer,
  epoch: number,
): Promise<ArchivedLogRow | undefined> {
  const row = await findArchivedLog(sql, epoch)
  if (row) requireSealed(sealer, sealedArchives, [row])
  return row
}

/** Nothing lies there, as far as is known. */
export const keepNothingArchived = (tx: Tx, sealer: Sealer, origin: string, at: Date): Promise<void> => {
  const row = { origin, tiles: 0, checkpoint: null, archived_at: at }
  return beginArchive(tx, { ...row, seal: sealOf(sealer, sealedArchives, row) })
}

export const keepArchivedTiles = (tx: Tx, sealer: Sealer, origin: string, tiles: number, at: Date): Promise<void> =>
  changeSealed(tx, sealer, archiveRows, [[origin]], () => noteArchivedTiles(tx, origin, tiles, at))

export const keepArchivedCheckpoint = (
  tx: Tx,
  sealer: Sealer,
  checkpoint: ArchivedCheckpoint,
  at: Date,
): Promise<void> =>
  changeSealed(tx, sealer, archiveRows, [[checkpoint.origin]], () => noteArchivedCheckpoint(tx, checkpoint, at))
