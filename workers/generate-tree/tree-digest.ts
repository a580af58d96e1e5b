/** The digests of a measurement tree: made when it is built, and to be recomputed by anyone who holds a full one. Pure. */
import type { SystemTree } from '#db/documents/system-tree'
import { canonicalJson } from '#shared/kernel/canonical'
import { sha256 } from '#workers/generate-tree/digest'

/** Digest of a telemetry record: SHA-256 over its RFC 8785 form. */
export function recordDigest(record: Record<string, unknown>): string {
  return sha256(canonicalJson(record))
}

/** tree_digest of a system's tree: SHA-256 over the RFC 8785 form of its six levels, without tree_digest. */
export function systemTreeDigest(tree: SystemTree): string {
  const { tree_digest: _, ...summary } = tree.level_1.summary
  return sha256(canonicalJson({ ...tree, level_1: { ...tree.level_1, summary } }))
}
