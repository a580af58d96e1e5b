/** What is gathered of pages, and the bytes it names: each lies by the digest of its content, which is asked with every read. */
import type { Reader } from '#db/client'
import type { PageArtifact } from '#db/documents/page-artifact'
import { type BlobAbout, type BlobToStore, findArtifact } from '#db/queries/blobs'
import { type SealedTable, sealOf } from '#shared/evidence/sealed-rows'
import { canonicalJson, sha256Bytes, sha256Hex } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

/** Verification goes by its seal: bytes are not unpacked there, nor brought from a bucket. */
export const sealedBlobs: SealedTable<Omit<BlobAbout, 'seal'>> = {
  table: 'stored_blobs',
  generation: 2,
  columns: ['org_id', 'digest', 'type', 'bytes', 'body_sha256', 'place'],
  nodeOf: () => null,
}

/** @param body as it is to be kept. */
export function sealBlob(sealer: Sealer, blob: Omit<BlobAbout, 'body_sha256' | 'seal'>, body: Uint8Array): BlobToStore {
  const about = { ...blob, body_sha256: sha256Bytes(body) }
  return { ...about, body, seal: sealOf(sealer, sealedBlobs, about) }
}

/** What an artifact is found by. */
export const artifactDigest = (artifact: PageArtifact): string => sha256Hex(canonicalJson(artifact))

/** Undefined where there is none. @throws EVIDENCE_MISMATCH where it is not what its digest says. */
export async function findProvenArtifact(
  sql: Reader,
  orgId: string,
  digest: string,
): Promise<PageArtifact | undefined> {
  const artifact = await findArtifact(sql, orgId, digest)
  if (artifact && artifactDigest(artifact) !== digest) throw evidenceMismatch('page_artifacts', null)
  return artifact
}
