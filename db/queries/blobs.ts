/** stored_blobs, page_artifacts: bytes by their digest, and what is gathered of a page, which names them. */

import type { Reader, Tx } from '#db/client'
import type { PageArtifact, StoredBlob } from '#db/documents/page-artifact'
import type { storedBlobs } from '#db/tables/designs'

/** Keeps bytes under their digest. Those that are there already count as sent just now. */
export async function putBlob(tx: Tx, orgId: string, blob: StoredBlob, body: Uint8Array): Promise<void> {
  await tx`
    insert into stored_blobs (org_id, digest, type, bytes, body)
    values (${orgId}, ${blob.digest}, ${blob.type}, ${blob.bytes}, ${Buffer.from(body.buffer, body.byteOffset, body.byteLength)})
    on conflict (org_id, digest) do update set stored_at = excluded.stored_at`
}

export type BlobRow = Pick<typeof storedBlobs.$inferSelect, 'type' | 'body'>

export async function findBlob(sql: Reader, orgId: string, digest: string): Promise<BlobRow | undefined> {
  const [row] = await sql<BlobRow[]>`
    select type, body from stored_blobs where org_id = ${orgId} and digest = ${digest}`
  return row
}

/** Keeps an artifact under the digest of its text; its parts are kept already. */
export async function putArtifact(tx: Tx, orgId: string, digest: string, artifact: PageArtifact): Promise<void> {
  const { original, picture, tree } = artifact
  await tx`
    insert into page_artifacts (org_id, digest, document, original, picture, tree)
    values (${orgId}, ${digest}, ${JSON.stringify(artifact)}::text::json, ${original?.digest ?? null},
      ${picture?.digest ?? null}, ${tree?.digest ?? null})
    on conflict (org_id, digest) do update set made_at = excluded.made_at`
}

export async function findArtifact(sql: Reader, orgId: string, digest: string): Promise<PageArtifact | undefined> {
  const [row] = await sql<{ document: PageArtifact }[]>`
    select document from page_artifacts where org_id = ${orgId} and digest = ${digest}`
  return row?.document
}
