/** Bytes of designs move to a bucket and are read from there; what nothing names any more is deleted there, whoever died meanwhile. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import { type Blobs, openBlobs } from '#shared/designs/blobs'
import { type Bucket, openBucket } from '#shared/kernel/bucket'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { artifactLooks } from '#shared/verification/artifact-looks'
import { startBucket, type TestBucket } from '#test/support/bucket'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aSigner } from '#test/support/store'
import { emptyBucket, moveToBucket } from '#workers/maintenance/bucket'

let database: TestDatabase
let sql: Sql
let server: TestBucket
let settings: NonNullable<ReturnType<typeof readConfig>['bucket']>
let bucket: Bucket
let blobs: Blobs
const signer = aSigner()
const log = openLog('test', 'silent')

beforeAll(async () => {
  database = await freshDatabase()
  sql = openSql({ url: database.url, name: 'assay-test', poolSize: 1 })
  server = await startBucket()
  const env = { DATABASE_URL: database.url, ...server.env }
  settings = readConfig(env).bucket as typeof settings
  bucket = openBucket(settings)
  blobs = openBlobs({ bucket: settings }, signer)
})
afterAll(async () => {
  await server.stop()
  await sql.end()
  await database.drop()
})

/** So long after they were sent that they may be moved, and that what departs may go. */
const later = () => Date.now() + 2 * 60 * 60_000
async function finish(chore: AsyncGenerator<void, void>): Promise<number> {
  let pieces = 0
  for await (const _ of chore) pieces++
  return pieces
}
const keep = (orgId: string, text: string, type: string) =>
  sql.begin((tx) => blobs.put(tx, orgId, new TextEncoder().encode(text), type))
const placeOf = async (digest: string) => {
  const [row] = await sql<{ place: string | null; has_body: boolean }[]>`
    select place, body is not null as has_body from stored_blobs where digest = ${digest}`
  return row
}
const isThere = (place: string) =>
  bucket.get(place).then(
    () => true,
    () => false,
  )

test('what was kept lies in the bucket after the move, under its organisation, and is read from there', async () => {
  const picture = await keep('org_a', 'not really a picture', 'image/png')
  const page = await keep('org_b', '<p>a page</p>', 'text/html')
  expect(await finish(moveToBucket({ sql, signer }, bucket))).toBe(0)

  expect(await finish(moveToBucket({ sql, signer }, bucket, later))).toBe(2)

  const place = await placeOf(picture.digest)
  expect(place).toMatchObject({ place: expect.stringMatching(/^org_a\//), has_body: false })
  expect(new TextDecoder().decode((await blobs.get(sql, 'org_a', picture.digest)) ?? undefined)).toBe(
    'not really a picture',
  )
  expect(new TextDecoder().decode((await blobs.get(sql, 'org_b', page.digest)) ?? undefined)).toBe('<p>a page</p>')
  expect(await blobs.get(sql, 'org_b', picture.digest)).toBeNull()
  expect(await finish(emptyBucket({ sql, signer, log }, bucket, later))).toBe(0)
})

test('what is deleted here is deleted there, and what is sent again meanwhile stays', async () => {
  const { digest } = await keep('org_c', 'sent twice', 'image/png')
  await finish(moveToBucket({ sql, signer }, bucket, later))
  const before = (await placeOf(digest))?.place ?? ''
  await sql`delete from stored_blobs where digest = ${digest}`
  await keep('org_c', 'sent twice', 'image/png')
  await finish(moveToBucket({ sql, signer }, bucket, later))

  expect(await isThere(before)).toBe(true)
  expect(await finish(emptyBucket({ sql, signer, log }, bucket, later))).toBe(1)

  expect(await isThere(before)).toBe(false)
  expect(new TextDecoder().decode((await blobs.get(sql, 'org_c', digest)) ?? undefined)).toBe('sent twice')
})

test('what a row names stays, though somebody says that it is to go, and verification names that', async () => {
  const { digest } = await keep('org_e', 'still shown', 'image/png')
  await finish(moveToBucket({ sql, signer }, bucket, later))
  const place = (await placeOf(digest))?.place ?? ''
  await sql`insert into departing_objects (place) values (${place}), ('anything else')`
  const look = artifactLooks(undefined).find(({ name }) => name === 'objects that are to go')
  const named = await look?.page(sql, undefined, 10)

  await finish(emptyBucket({ sql, signer, log }, bucket, later))

  expect(named?.faults.map(({ key }) => key)).toEqual([place])
  expect(await isThere(place)).toBe(true)
  expect([...(await sql`select place from departing_objects`)]).toEqual([])
})

test('whoever dies between writing an object and naming it leaves nothing behind, and loses nothing', async () => {
  const { digest } = await keep('org_d', 'half way', 'image/png')
  let written = ''
  const dying: Bucket = {
    ...bucket,
    put: async (place, bytes, type) => {
      await bucket.put(place, bytes, type)
      written = place
      throw new Error('killed')
    },
  }
  await expect(finish(moveToBucket({ sql, signer }, dying, later))).rejects.toThrow('killed')
  await finish(moveToBucket({ sql, signer }, bucket, later))

  expect(await finish(emptyBucket({ sql, signer, log }, bucket, later))).toBe(1)

  expect(await isThere(written)).toBe(false)
  expect(await blobs.get(sql, 'org_d', digest)).not.toBeNull()
})

test('a bucket that does not answer keeps nothing from being kept here', async () => {
  const nowhere = openBucket({ ...settings, endpoint: 'http://127.0.0.1:1' })
  const { digest } = await keep('org_e', 'stays here', 'image/png')

  await expect(finish(moveToBucket({ sql, signer }, nowhere, later))).rejects.toThrow()

  expect(await placeOf(digest)).toEqual({ place: null, has_body: true })
  await finish(moveToBucket({ sql, signer }, bucket, later))
})

test('bytes that are not what was kept are never handed out, and what lies out of reach says so', async () => {
  const { digest } = await keep('org_f', 'as it was', 'image/png')
  await finish(moveToBucket({ sql, signer }, bucket, later))
  await bucket.put((await placeOf(digest))?.place ?? '', new TextEncoder().encode('edited..'), 'image/png')

  await expect(blobs.get(sql, 'org_f', digest)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  await expect(openBlobs({ bucket: undefined }, signer).get(sql, 'org_f', digest)).rejects.toThrow(
    'S3_BUCKET is not set',
  )
})

test.each<[Record<string, string>, string]>([
  [{ S3_BUCKET: 'b' }, 'S3_ENDPOINT is not set'],
  [{ S3_BUCKET: 'b', S3_ENDPOINT: 'ftp://x:secret@y' }, 'S3_ENDPOINT: is no http address'],
  [{ S3_BUCKET: 'b', S3_ENDPOINT: 'http://s3' }, 'S3_ACCESS_KEY_ID is not set'],
])('settings %p are refused', (env, message) => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://x', ...env })).toThrow(message)
})
