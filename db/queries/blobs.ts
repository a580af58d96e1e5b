/** stored_blobs, departing_objects, page_artifacts: bytes by their digest, here or in a bucket, and what is gathered of a page, which names them. */

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

type StoredBlobRow = typeof storedBlobs.$inferSelect
/** Here, or in the bucket. */
export type BlobRow = Pick<StoredBlobRow, 'type' | 'body' | 'place'>

export async function findBlob(sql: Reader, orgId: string, digest: string): Promise<BlobRow | undefined> {
  const [row] = await sql<BlobRow[]>`
    select type, body, place from stored_blobs where org_id = ${orgId} and digest = ${digest}`
  return row
}

type BlobKey = Pick<StoredBlobRow, 'org_id' | 'digest'>
export type BlobHere = BlobKey & Pick<StoredBlobRow, 'type' | 'body'>

/** One that lies here, and did before a moment. */
export async function blobStillHere(sql: Reader, before: Date): Promise<BlobHere | undefined> {
  const [row] = await sql<BlobHere[]>`
    select org_id, digest, type, body from stored_blobs
    where place is null and stored_at < ${before} order by org_id, digest limit 1`
  return row
}

/** Notes an object before it is written: whoever dies before naming it leaves nothing behind for good. */
export async function noteObject(tx: Tx, place: string): Promise<void> {
  await tx`insert into departing_objects (place) values (${place})`
}

/** Names an object as the place of a blob that is still here. @returns whether it was; otherwise the object departs. */
export async function placeBlob(tx: Tx, { org_id, digest }: BlobKey, place: string): Promise<boolean> {
  const placed = await tx`
    update stored_blobs set body = null, place = ${place}
    where org_id = ${org_id} and digest = ${digest} and place is null returning 1`
  if (placed.length > 0) await tx`delete from departing_objects where place = ${place}`
  return placed.length > 0
}

/** Objects that are to go since before a moment. */
export async function objectsToDelete(sql: Reader, before: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ place: string }[]>`
    select place from departing_objects where since < ${before} order by since, place limit ${limit}`
  return rows.map(({ place }) => place)
}

export async function forgetObject(tx: Tx, place: string): Promise<void> {
  await tx`delete from departing_objects where place = ${place}`
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
