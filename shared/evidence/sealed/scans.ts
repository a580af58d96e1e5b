/** Seals of scans. */

import type { Reader } from '#db/client'
import { nodeOfStreams } from '#db/queries/result-rows'
import type { SaidErased } from '#db/queries/said-erased'
import { findScan, findScans, type ScanAbout, type ScanRow, type ScanToStore } from '#db/queries/scans'
import { requireNoneErased, requireThere } from '#shared/evidence/missing-rows'
import { seeingSeal } from '#shared/evidence/sealed/seen-scans'
import { requireSealed, type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import { sha256Bytes } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

export const sealedScans: SealedTable<Omit<ScanAbout, 'seal'>> = {
  table: 'scans',
  columns: [
    'job_id',
    'org_id',
    'run_id',
    'url',
    'standard',
    'score',
    'compliance',
    'issue_count',
    'warning_count',
    'include_warnings',
    'created_at',
    'node_id',
    'payload_salt',
    'report_sha256',
    'picture_sha256',
    'picture_type',
  ],
  nodeOf: ({ node_id }) => node_id,
}

/** @param mayBeTold whether what is in use on its page may come to be told by it: it is not said before. */
export const sealScan = (
  signer: Sealer,
  scan: Omit<ScanToStore, 'seal' | 'sees_seal' | 'report_sha256' | 'picture_sha256'>,
  { mayBeTold = false }: { mayBeTold?: boolean } = {},
): ScanToStore => {
  const digests = { report_sha256: sha256Bytes(scan.report), picture_sha256: scan.picture && sha256Bytes(scan.picture) }
  const about = { ...scan, ...digests, created_at: new Date(scan.created_at) }
  const seals = {
    seal: sealOf(signer, sealedScans, about),
    sees_seal: mayBeTold ? null : seeingSeal(signer, scan.job_id, false),
  }
  return { ...scan, ...digests, ...seals }
}

/** @throws EVIDENCE_MISMATCH where one is not as it was made, or was erased and is there again. */
export function requireProvenScans(signer: Sealer, rows: readonly (ScanAbout & Partial<SaidErased>)[]): void {
  requireNoneErased(sealedScans.table, rows)
  requireSealed(signer, sealedScans, rows)
}

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/**
 * A scan with its report; undefined where there is none.
 * @param orgId whose it must be; null of whoever may ask for its job. @throws EVIDENCE_MISMATCH also where it is gone and nobody erased it.
 */
export async function findProvenScan(
  { read, signer }: Asking,
  orgId: string | null,
  jobId: string,
): Promise<ScanRow | undefined> {
  const find = () => read((sql) => findScan(sql, jobId))
  const row = await requireThere(read, { table: 'scans', orgId, streams: [`scan:${jobId}`], find })
  if (row) requireProvenScans(signer, [row])
  return orgId === null || row?.org_id === orgId ? row : undefined
}

/** The scans of these jobs by them; left out are those that were erased. @throws EVIDENCE_MISMATCH also where one is gone that nobody erased. */
export async function provenScansOf(
  sql: Reader,
  signer: Sealer,
  jobIds: readonly string[],
): Promise<Map<string, ScanRow>> {
  const rows = await findScans(sql, jobIds)
  requireProvenScans(signer, rows)
  const found = new Map(rows.map((row) => [row.job_id, row]))
  const missing = jobIds.filter((id) => !found.has(id))
  const gone =
    missing.length > 0 &&
    (await nodeOfStreams(
      sql,
      null,
      missing.map((id) => `scan:${id}`),
    ))
  if (gone) throw evidenceMismatch('scans', gone)
  return found
}
