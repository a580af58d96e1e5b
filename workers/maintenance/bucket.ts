/** Moves bytes of designs into the bucket, where there is one, and deletes there what nothing names any more. */
import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/client'
import {
  type BlobAbout,
  blobStillHere,
  forgetObject,
  namedObjects,
  noteObject,
  objectsToDelete,
  placeBlob,
} from '#db/queries/blobs'
import { archivedLogs } from '#db/queries/log-archives'
import { mayLeaveArchive } from '#shared/evidence/log-archive'
import { sealedBlobs } from '#shared/evidence/sealed/artifacts'
import { isProvenArchive } from '#shared/evidence/sealed/log-archives'
import { sealAnew } from '#shared/evidence/sealed-rows'
import type { Bucket } from '#shared/kernel/bucket'
import type { Log } from '#shared/kernel/logger'
import type { Sealer } from '#shared/kernel/sealer'

type Chore = AsyncGenerator<void, void>

/** What was sent just now is read by its worker next. */
const restMs = 60_000
/** Longer than writing an object takes: one that is noted and not named by then never will be. */
const abandonedMs = 60 * 60_000
const objectsAtOnce = 100

/** An object at a time; each has a name that no other ever had. @param now in milliseconds, as Date has it. */
export async function* moveToBucket(
  { sql, signer }: { sql: Sql; signer: Sealer },
  bucket: Bucket,
  now: () => number = Date.now,
): Chore {
  const before = new Date(now() - restMs)
  for (let blob = await blobStillHere(sql, before); blob; blob = await blobStillHere(sql, before)) {
    const { org_id, digest, type, body } = blob
    if (!body) throw new Error(`blob ${digest} lies nowhere`)
    const place = `${org_id}/${digest}-${randomUUID()}`
    await noteObject(sql, place)
    await bucket.put(place, body, type)
    const seal = sealAnew<Omit<BlobAbout, 'seal'>>(signer, sealedBlobs, blob, { ...blob, place })
    await sql.begin((tx) => placeBlob(tx, { ...blob, seal }, place))
    yield
  }
}

/** Who can write into the store can say of any object that it is to go: one that is named stays. @param now in milliseconds, as Date has it. */
export async function* emptyBucket(
  { sql, signer, log }: { sql: Sql; signer: Sealer; log: Log },
  bucket: Bucket,
  now: () => number = Date.now,
): Chore {
  const before = new Date(now() - abandonedMs)
  for (;;) {
    const places = await objectsToDelete(sql, before, objectsAtOnce)
    const staying = new Set(await stayingOf(sql, signer, places))
    for (const place of places) {
      if (staying.has(place)) log.error({ place }, 'an object was to go that is named: it stays')
      else await bucket.remove(place)
      await forgetObject(sql, place)
      yield
    }
    if (places.length < objectsAtOnce) return
  }
}

async function stayingOf(sql: Sql, sealer: Sealer, places: readonly string[]): Promise<string[]> {
  const archives = (await archivedLogs(sql)).filter((row) => isProvenArchive(sealer, row))
  const ofLogs = places.filter((place) => place.startsWith('tlog/') && !mayLeaveArchive(place, archives))
  return [...ofLogs, ...(await namedObjects(sql, places))]
}
