/** Waivers: what nobody of ours wrote, or what was put back as it was before it was revoked, waives nothing. */
import type { WaiverRow } from '#db/queries/scans'
import { isAsWritten, type SealedTable } from '#shared/evidence/sealed-rows'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

export const sealedWaivers: SealedTable<Omit<WaiverRow, 'seal' | 'is_overtaken'>> = {
  table: 'scan_waivers',
  columns: [
    ...(['waiver_id', 'org_id', 'fingerprint', 'type', 'url', 'reason', 'expires_at', 'created_at'] as const),
    ...(['created_by', 'revoked_at', 'head', 'version'] as const),
  ],
  nodeOf: ({ head }) => head,
}

/** Whether a waiver is as we wrote it last. */
export const isWaiver = (sealer: Sealer, row: WaiverRow): boolean =>
  !row.is_overtaken && isAsWritten(sealer, sealedWaivers, row)

/** @throws EVIDENCE_MISMATCH with the node of the first that is not as we wrote it last. */
export function requireWaivers(sealer: Sealer, rows: readonly WaiverRow[]): void {
  for (const row of rows) if (!isWaiver(sealer, row)) throw evidenceMismatch(sealedWaivers.table, row.head)
}
