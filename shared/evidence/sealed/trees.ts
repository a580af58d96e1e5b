/** Seals of trees and comparisons. */
import type { Reader } from '#db/client'
import { findTreeShown, type TreeAbout, type TreeRow, type TreeToStore } from '#db/queries/trees'
import { requireThere } from '#shared/evidence/missing-rows'
import { requireSealed, type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import { sha256Bytes } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'

export const sealedTrees: SealedTable<Omit<TreeAbout, 'seal'>> = {
  table: 'trees',
  columns: [
    'job_id',
    'org_id',
    'trace_id',
    'system_source',
    'compared_with',
    'profile',
    'validity_score',
    'tree_digest',
    'schema_version',
    'generated_at',
    'node_id',
    'payload_salt',
    'snapshot',
    'body_sha256',
    // Of the trace and of the node: as they were told with the tree.
    'constitutional_compliance',
    'governance_tier',
    'human_review',
  ],
  nodeOf: ({ node_id }) => node_id,
}

/** @param told what its trace says of compliance and its node of review. */
export const sealTree = (
  signer: Sealer,
  tree: Omit<TreeToStore, 'seal'>,
  told: Pick<TreeAbout, 'constitutional_compliance' | 'governance_tier' | 'human_review'>,
): TreeToStore => {
  const about = { ...tree, ...told, generated_at: new Date(tree.generated_at), body_sha256: sha256Bytes(tree.body) }
  return { ...tree, seal: sealOf(signer, sealedTrees, about) }
}

/** @throws EVIDENCE_MISMATCH where it is not as it was made. */
export function provenTree<Row extends TreeRow | undefined>(signer: Sealer, row: Row): Row {
  if (row) requireSealed(signer, sealedTrees, [row])
  return row
}

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/**
 * What a job made; undefined where nothing is there.
 * @param orgId whose it must be; null of whoever may ask for that job. @throws EVIDENCE_MISMATCH also where it is gone and nobody erased it.
 */
export async function findProvenTree(
  { read, signer }: Asking,
  orgId: string | null,
  jobId: string,
): Promise<TreeRow | undefined> {
  const find = () => read((sql) => findTreeShown(sql, jobId))
  const row = await requireThere(read, { table: 'trees', orgId, streams: [`tree:${jobId}`], find })
  const proven = provenTree(signer, row)
  return orgId === null || proven?.org_id === orgId ? proven : undefined
}
