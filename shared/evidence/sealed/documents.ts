/** Seals of what texts, calibrations and gatherings came to: analyses and briefings. */
import type { Reader } from '#db/client'
import { type AnalysisAbout, type AnalysisRow, type AnalysisToStore, analysisOfJob } from '#db/queries/analyses'
import { type BriefingAbout, type BriefingToStore, briefingOfJob, type StoredBriefing } from '#db/queries/briefings'
import { requireThere } from '#shared/evidence/missing-rows'
import { requireSealed, type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import { sha256Bytes } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'

const common = ['job_id', 'org_id', 'operation', 'tier', 'created_at', 'node_id', 'payload_salt'] as const

export const sealedAnalyses: SealedTable<Omit<AnalysisAbout, 'seal'>> = {
  table: 'analyses',
  columns: [...common, 'document_sha256'],
  nodeOf: ({ node_id }) => node_id,
}

export const sealAnalysis = (signer: Sealer, row: Omit<AnalysisToStore, 'seal'>): AnalysisToStore => ({
  ...row,
  seal: sealOf(signer, sealedAnalyses, {
    ...row,
    created_at: new Date(row.created_at),
    document_sha256: sha256Bytes(row.document),
  }),
})

export const sealedBriefings: SealedTable<Omit<BriefingAbout, 'seal'>> = {
  table: 'briefings',
  columns: [...common, 'document_sha256', 'inputs_sha256', 'connections'],
  nodeOf: ({ node_id }) => node_id,
}

export const sealBriefing = (signer: Sealer, row: Omit<BriefingToStore, 'seal'>): BriefingToStore => ({
  ...row,
  seal: sealOf(signer, sealedBriefings, {
    ...row,
    created_at: new Date(row.created_at),
    document_sha256: sha256Bytes(row.document),
    inputs_sha256: sha256Bytes(row.inputs),
  }),
})

/** @throws EVIDENCE_MISMATCH where it is not as it was made. */
export function provenBriefing<Row extends BriefingAbout | undefined>(signer: Sealer, row: Row): Row {
  if (row) requireSealed(signer, sealedBriefings, [row])
  return row
}

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/** What an analysis came to, of whoever may ask for its job. @throws EVIDENCE_MISMATCH also where it is gone and nobody erased it. */
export async function findProvenAnalysis({ read, signer }: Asking, jobId: string): Promise<AnalysisRow | undefined> {
  const find = () => read((sql) => analysisOfJob(sql, jobId))
  const streams = ['semiotic', 'analysis', 'attunement'].map((name) => `${name}:${jobId}`)
  const row = await requireThere(read, { table: 'analyses', orgId: null, streams, find })
  if (row) requireSealed(signer, sealedAnalyses, [row])
  return row
}

/** The same of a briefing or a part of one. @param orgId whose it must be; null of whoever may ask for its job. */
export async function findProvenBriefing(
  { read, signer }: Asking,
  orgId: string | null,
  jobId: string,
): Promise<StoredBriefing | undefined> {
  const find = () => read((sql) => briefingOfJob(sql, jobId))
  const streams = ['briefing', 'signals', 'meeting'].map((name) => `${name}:${jobId}`)
  const row = provenBriefing(signer, await requireThere(read, { table: 'briefings', orgId, streams, find }))
  return orgId === null || row?.org_id === orgId ? row : undefined
}
