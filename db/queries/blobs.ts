/** stored_blobs, departing_objects, page_artifacts: bytes by their digest, here or in a bucket, and what is gathered of a page, which names them. */

import type { Reader, Tx } from '#db/client'
import type { PageArtifact } from '#db/documents/page-artifact'
import { hexBytes } from '#db/queries/evidence'
import type { JobResultRow } from '#db/queries/jobs'
import type { pageArtifacts, storedBlobs } from '#db/tables/designs'

type StoredBlobRow = typeof storedBlobs.$inferSelect
/** All of it but its bytes, of which the digest as they lie here. */
export type BlobAbout = Omit<StoredBlobRow, 'body' | 'stored_at'>
export type BlobToStore = BlobAbout & { body: Uint8Array }

const hexOf = (bytes: Uint8Array | null) => (bytes === null ? null : hexBytes(bytes))

/** Keeps bytes under their digest. Those that are there already count as sent just now. */
export async function putBlob(tx: Tx, blob: BlobToStore): Promise<void> {
  const { body } = blob
  await tx`
    insert into stored_blobs (org_id, digest, type, bytes, body, body_sha256, seal)
    values (${blob.org_id}, ${blob.digest}, ${blob.type}, ${blob.bytes},
      ${Buffer.from(body.buffer, body.byteOffset, body.byteLength)}, ${hexOf(blob.body_sha256)}::text::bytea,
      ${hexOf(blob.seal)}::text::bytea)
    on conflict (org_id, digest) do update set stored_at = excluded.stored_at`
}

/** Of the table `t`, held to what lies here: no digest where that is another one, or nothing lies anywhere. */
export const heldBlobColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.org_id, t.digest, t.type, t.bytes, t.place, t.seal,
  case when t.body is null then case when t.place is not null then t.body_sha256 end
    when coalesce(t.body_sha256, sha256(t.body)) = sha256(t.body) then sha256(t.body) end as body_sha256`

/** Here, or in the bucket. */
export type BlobRow = Pick<StoredBlobRow, 'type' | 'body' | 'place'>

export async function findBlob(sql: Reader, orgId: string, digest: string): Promise<BlobRow | undefined> {
  const [row] = await sql<BlobRow[]>`
    select type, body, place from stored_blobs where org_id = ${orgId} and digest = ${digest}`
  return row
}

/** With its seal from then on. */
type PlacedBlob = Pick<StoredBlobRow, 'org_id' | 'digest' | 'body_sha256' | 'seal'>
export type BlobHere = BlobAbout & Pick<StoredBlobRow, 'body'>

/** One that lies here, and did before a moment. */
export async function blobStillHere(sql: Reader, before: Date): Promise<BlobHere | undefined> {
  const [row] = await sql<BlobHere[]>`
    select ${heldBlobColumns(sql)}, t.body from stored_blobs t
    where place is null and stored_at < ${before} order by org_id, digest limit 1`
  return row
}

/** Notes an object before it is written: whoever dies before naming it leaves nothing behind for good. */
export async function noteObject(tx: Tx, place: string): Promise<void> {
  await tx`insert into departing_objects (place) values (${place})`
}

/** Names an object as the place of a blob that is still here. @returns whether it was; otherwise the object departs. */
export async function placeBlob(
  tx: Tx,
  { org_id, digest, body_sha256, seal }: PlacedBlob,
  place: string,
): Promise<boolean> {
  const placed = await tx`
    update stored_blobs set body = null, place = ${place}, body_sha256 = ${hexOf(body_sha256)}::text::bytea,
      seal = ${hexOf(seal)}::text::bytea
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

/** A row that names the object `p.place`, by what the object's own name says of it. */
const rowNaming = (sql: Reader): ReturnType<Tx> => sql`
  select from stored_blobs b where b.org_id = substring(p.place from '^(.*)/[0-9a-f]{64}-[^/]*$')
    and b.digest = substring(p.place from '/([0-9a-f]{64})-[^/]*$') and b.place = p.place
  union all
  select from task_payloads t
  where t.node_id = decode(substring(p.place from '/payloads/([0-9a-f]{64})-[^/]*$'), 'hex') and t.place = p.place`

/** Those of these objects that a row names: whatever is told of them, they stay. */
export async function namedObjects(sql: Reader, places: readonly string[]): Promise<string[]> {
  const rows = await sql<{ place: string }[]>`
    select p.place from unnest(${places as string[]}::text[]) as p(place) where exists (${rowNaming(sql)})`
  return rows.map(({ place }) => place)
}

/** Objects that are to go and that a row names, among so many behind one: whoever names an object takes it out of these. */
export async function namedDeparting(
  sql: Reader,
  after: string | undefined,
  limit: number,
): Promise<{ named: string[]; last: string | undefined; looked: number }> {
  const rows = await sql<{ place: string; is_named: boolean }[]>`
    select p.place, exists (${rowNaming(sql)}) as is_named
    from (select place from departing_objects where place > ${after ?? ''} order by place limit ${limit}) p order by 1`
  const named = rows.filter(({ is_named }) => is_named).map(({ place }) => place)
  return { named, last: rows.length < limit ? undefined : rows.at(-1)?.place, looked: rows.length }
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

type ArtifactRow = typeof pageArtifacts.$inferSelect
/** What of an artifact its own digest does not say. */
export type PageArtifactRow = Pick<ArtifactRow, 'org_id' | 'digest' | 'sightings' | 'seal'>
/** An artifact with those of its parts that are nowhere. */
export type ArtifactToHold = Omit<ArtifactRow, 'made_at' | 'sightings' | 'seal'> & { missing: string[] }

/** The next artifacts along their key. */
export async function artifactsBehind(
  sql: Reader,
  after: Pick<ArtifactRow, 'org_id' | 'digest'> | undefined,
  limit: number,
): Promise<ArtifactToHold[]> {
  return sql<ArtifactToHold[]>`
    select t.org_id, t.digest, t.document, t.original, t.picture, t.tree, array(
      select p.digest from unnest(array[t.original, t.picture, t.tree]) as p(digest)
      where p.digest is not null
        and not exists (select from stored_blobs b where b.org_id = t.org_id and b.digest = p.digest)) as missing
    from page_artifacts t
    where ${after ? sql`(t.org_id, t.digest) > (${after.org_id}, ${after.digest})` : sql`true`}
    order by t.org_id, t.digest limit ${limit}`
}

/** What verifications show that is not there: of so many behind one. */
export async function artifactsGone(
  sql: Reader,
  after: string | undefined,
  limit: number,
): Promise<{ rows: { org_id: string; artifact: string }[]; last: string | undefined; looked: number }> {
  const [page] = await sql<
    { rows: { org_id: string; artifact: string }[] | null; last: string | null; looked: number }[]
  >`
    with page as materialized (
      select job_id, org_id, artifact, compared_with from design_verifications
      where ${after ? sql`job_id > ${after}::text::uuid` : sql`true`} order by job_id limit ${limit}),
    gone as (
      select p.org_id, a.artifact from page p, unnest(array[p.artifact, p.compared_with]) as a(artifact)
      where a.artifact is not null
        and not exists (select from page_artifacts r where r.org_id = p.org_id and r.digest = a.artifact)
      limit 100)
    select (select json_agg(gone) from gone) as rows, (select max(job_id::text) from page) as last,
      (select count(*)::int from page) as looked`
  const looked = page?.looked ?? 0
  return { rows: page?.rows ?? [], last: looked < limit ? undefined : (page?.last ?? undefined), looked }
}

/** What so many jobs came to behind one, of those that draw, for as long as that is asked for again. */
export async function drawingsBehind(
  sql: Reader,
  after: string | undefined,
  { job, days, limit }: { job: string; days: number; limit: number },
): Promise<{ rows: JobResultRow[]; last: string | undefined; looked: number }> {
  const isBehind = after ? sql`job_id > ${after}::text::uuid` : sql`true`
  const [end] = await sql<{ last: string | null; looked: number }[]>`
    select max(job_id::text) as last, count(*)::int as looked
    from (select job_id from job_results where ${isBehind} order by job_id limit ${limit}) page`
  if (!end?.last) return { rows: [], last: undefined, looked: 0 }
  const rows = await sql<JobResultRow[]>`
    select r.* from job_results r
    where r.job_id <= ${end.last}::text::uuid and ${after ? sql`r.job_id > ${after}::text::uuid` : sql`true`}
      and r.created_at > now() - make_interval(days => ${days}::int)
      and exists (select from job_outcomes o where o.job_id = r.job_id and o.job = ${job})`
  return { rows, last: end.looked < limit ? undefined : end.last, looked: end.looked }
}

export type PictureOfDrawing = { org_id: string; verification: string; digest: string }

/** Those of these pictures that are nowhere, though the verification that was drawn is there: with it they may go. */
export const picturesGone = (sql: Reader, pictures: readonly PictureOfDrawing[]): Promise<PictureOfDrawing[]> =>
  sql<PictureOfDrawing[]>`
    select p.org_id, p.verification, p.digest
    from json_to_recordset(${JSON.stringify(pictures)}::json) as p(org_id text, verification text, digest text)
    where exists (select from design_verifications v where v.org_id = p.org_id and v.job_id::text = p.verification)
      and not exists (select from stored_blobs b where b.org_id = p.org_id and b.digest = p.digest)`
