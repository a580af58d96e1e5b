/** Seals of design verifications; what becomes of one seals it anew. */

import type { Reader, Tx } from '#db/client'
import {
  type DesignState,
  type FoundVerification,
  findVerification,
  lockProposing,
  moveVerifications,
  type VerificationRow,
  type VerificationToStore,
  type VerificationWithReport,
} from '#db/queries/designs'
import type { SaidErased } from '#db/queries/said-erased'
import { requireNoneErased, requireThere } from '#shared/evidence/missing-rows'
import { requireSealed, type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import { sha256Bytes } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

export const sealedVerifications: SealedTable<Omit<VerificationRow, 'seal'>> = {
  table: 'design_verifications',
  columns: [
    'job_id',
    'org_id',
    'page_id',
    'branch',
    'state',
    'approved',
    'violations',
    'artifact',
    'compared_with',
    'baseline_id',
    'proposes',
    'created_at',
    'node_id',
    'payload_salt',
    'report_sha256',
  ],
  nodeOf: ({ node_id }) => node_id,
}

export function sealVerification(
  signer: Sealer,
  row: Omit<VerificationToStore, 'seal' | 'report_sha256'>,
): VerificationToStore {
  const report_sha256 = sha256Bytes(row.report)
  const about = { ...row, report_sha256, created_at: new Date(row.created_at) }
  return { ...row, report_sha256, seal: sealOf(signer, sealedVerifications, about) }
}

/** @throws EVIDENCE_MISMATCH where one is not as it was made, or has become, or was erased and is there again. */
export function requireProvenVerifications(
  signer: Sealer,
  rows: readonly (FoundVerification & Partial<SaidErased>)[],
): void {
  requireNoneErased(sealedVerifications.table, rows)
  requireSealed(signer, sealedVerifications, rows)
  const overtaken = rows.find(({ is_overtaken }) => is_overtaken)
  if (overtaken) throw evidenceMismatch(sealedVerifications.table, overtaken.node_id)
}

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/**
 * A verification with its report; undefined where there is none.
 * @param orgId whose it must be; null of whoever may ask for its job. @throws EVIDENCE_MISMATCH also where it is gone and nobody erased it.
 */
export async function findProvenVerification(
  { read, signer }: Asking,
  orgId: string | null,
  verificationId: string,
): Promise<VerificationWithReport | undefined> {
  const find = () => read((sql) => findVerification(sql, verificationId))
  const streams = [`design:${verificationId}`]
  const row = await requireThere(read, { table: 'design_verifications', orgId, streams, find })
  if (row) requireProvenVerifications(signer, [row])
  return orgId === null || row?.org_id === orgId ? row : undefined
}

/** Says what has come of the verifications that propose a baseline. @throws EVIDENCE_MISMATCH */
export async function settleVerifications(
  tx: Tx,
  signer: Sealer,
  baselineId: string,
  state: DesignState,
): Promise<void> {
  const rows = await lockProposing(tx, baselineId)
  requireSealed(signer, sealedVerifications, rows)
  const moved = rows.map((row) => ({
    job_id: row.job_id,
    // What is older than seals is sealed by whoever seals all of that.
    seal: row.seal && sealOf(signer, sealedVerifications, { ...row, state }),
  }))
  await moveVerifications(tx, state, moved)
}
