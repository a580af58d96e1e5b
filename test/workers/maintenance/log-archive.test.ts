/** The log's copy in a bucket: a log by itself, whole at any moment, whoever died while it was written. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import { appendRound } from '#db/queries/log'
import { archivedPiece, fullPieces, partialPieces, pathOfPiece, placeInArchive } from '#shared/evidence/log-archive'
import { type Bucket, openBucket } from '#shared/kernel/bucket'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { formatCheckpoint, parseCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, leafHash, rootOf } from '#shared/tlog/merkle'
import { noteSigner, openNote, signNote } from '#shared/tlog/signed-note'
import { type Edge, growEdge } from '#shared/tlog/tiles'
import { startBucket, type TestBucket } from '#test/support/bucket'
import { aStore, origin, type Store } from '#test/support/store'
import { emptyBucket } from '#workers/maintenance/bucket'
import { archiveLog } from '#workers/maintenance/log-archive'

const log = openLog('test', 'silent')
let store: Store
let sql: Sql
let server: TestBucket
let bucket: Bucket
const ids: Uint8Array[] = []
let frontier = emptyFrontier
let edge: Edge = []

beforeAll(async () => {
  store = await aStore()
  sql = openSql({ url: store.database.url, name: 'assay-test', poolSize: 2 })
  server = await startBucket()
  const settings = readConfig({ DATABASE_URL: store.database.url, ...server.env }).bucket
  if (!settings) throw new Error('there is no bucket')
  bucket = openBucket(settings)
  // Leaves of nodes that nobody made.
  await sql`alter table edg_leaves drop constraint edg_leaves_node_id_fkey`
})
afterAll(async () => {
  await server.stop()
  await sql.end()
  await store.database.drop()
})

async function grow(count: number): Promise<void> {
  const fresh = Array.from({ length: count }, (_, at) => leafHash(Buffer.from(`entry ${ids.length + at}`)))
  const leaves = fresh.map((id) => leafHash(id))
  const grown = growEdge(edge, leaves)
  const size = frontier.size
  frontier = append(frontier, leaves)
  edge = grown.edge
  ids.push(...fresh)
  const root = rootOf(frontier)
  const note = signNote(formatCheckpoint({ origin, size: frontier.size, root }), [noteSigner(origin, store.signer)])
  expect(
    await appendRound(sql, {
      epoch: 1,
      origin,
      size,
      ids: fresh,
      tiles: grown.touched,
      root,
      note,
      isMilestone: true,
      sequencedIns: 0,
    }),
  ).toBe(true)
  // One that nobody has cosigned waits for its witnesses.
  await sql`insert into edg_cosignatures (origin, size, witness, line) values (${origin}, ${frontier.size}, 'one', '')`
}

async function finish(chore: AsyncGenerator<void, void>): Promise<void> {
  for await (const _ of chore);
}
const find = (path: string) => bucket.find(placeInArchive(origin, path))
/** The bucket's checkpoint, once everything below it was found to be there and to have its root. */
async function archivedSize(): Promise<number> {
  const note = await find('checkpoint')
  if (!note) return 0
  const { size, root } = parseCheckpoint(openNote(note, [noteSigner(origin, store.signer).verifier]).text)
  const pieces = [...fullPieces(0, Math.floor(size / 256)), ...partialPieces(size)]
  const found = new Map(
    await Promise.all(pieces.map(async (piece) => [pathOfPiece(piece), await find(pathOfPiece(piece))] as const)),
  )
  const lacking = [...found].filter(([, bytes]) => !bytes).map(([path]) => path)
  const entries = pieces
    .filter(({ level }) => level === 'entries')
    .flatMap((piece) => {
      const bytes = found.get(pathOfPiece(piece)) ?? new Uint8Array()
      return Array.from({ length: bytes.length / 34 }, (_, at) => bytes.subarray(at * 34 + 2, at * 34 + 34))
    })
  const whole = rootOf(
    append(
      emptyFrontier,
      entries.map((id) => leafHash(id)),
    ),
  )
  expect({ lacking, whole }).toEqual({ lacking: [], whole: root })
  return size
}

/** A bucket whose process is killed at the n-th object: before that is written, or just after. */
const dyingAt = (at: number, isWritten: boolean): Bucket => {
  let count = 0
  return {
    ...bucket,
    async put(place, bytes, type) {
      count += 1
      if (count < at || (count === at && isWritten)) await bucket.put(place, bytes, type)
      if (count >= at) throw new Error('killed')
    },
  }
}

test('what lies there is a log by itself, and only what is new of it is written again', async () => {
  await grow(300)
  await finish(archiveLog({ sql, signer: store.signer, log }, bucket))
  expect(await archivedSize()).toBe(300)
  const written: string[] = []
  const watched: Bucket = {
    ...bucket,
    put: (place, ...rest) => bucket.put(place, ...rest).finally(() => written.push(place)),
  }

  await grow(230)
  await finish(archiveLog({ sql, signer: store.signer, log }, watched))
  await finish(archiveLog({ sql, signer: store.signer, log }, watched))

  expect(await archivedSize()).toBe(530)
  expect(written.toSorted()).toEqual(
    ['checkpoint', 'tile/0/001', 'tile/0/002.p/18', 'tile/1/000.p/2', 'tile/entries/001', 'tile/entries/002.p/18']
      .map((path) => placeInArchive(origin, path))
      .toSorted(),
  )
})

test('killed at any object, before it was written or after, it is a whole log, and the next one ends it', async () => {
  await grow(40)
  await finish(archiveLog({ sql, signer: store.signer, log }, bucket))
  let size = await archivedSize()
  for (let at = 1; at <= 6; at++)
    for (const isWritten of [false, true]) {
      await grow(257)

      await expect(finish(archiveLog({ sql, signer: store.signer, log }, dyingAt(at, isWritten)))).rejects.toThrow()
      expect([size, ids.length]).toContain(await archivedSize())

      await finish(archiveLog({ sql, signer: store.signer, log }, bucket))
      size = await archivedSize()
      expect(size).toBe(ids.length)
    }
})

test('partial tiles of a checkpoint that another took the place of are deleted, those in use never', async () => {
  const later = () => Date.now() + 2 * 60 * 60_000
  await finish(archiveLog({ sql, signer: store.signer, log }, bucket))
  const former = partialPieces(ids.length).map(pathOfPiece)
  await grow(1)
  await finish(archiveLog({ sql, signer: store.signer, log }, bucket))

  await finish(emptyBucket({ sql, signer: store.signer, log }, bucket, later))

  expect(await archivedSize()).toBe(ids.length)
  const now = partialPieces(ids.length).map(pathOfPiece)
  for (const path of former.filter((each) => !now.includes(each))) expect(await find(path)).toBeUndefined()
  const [row] = await sql<{ left: number }[]>`select count(*)::int as left from departing_objects`
  expect(row?.left).toBe(0)
})

test('of the archived log nothing goes that its checkpoint needs, whoever says that it is to', async () => {
  const later = () => Date.now() + 2 * 60 * 60_000
  await finish(archiveLog({ sql, signer: store.signer, log }, bucket))
  const needed = [...partialPieces(ids.length).map(pathOfPiece), 'checkpoint', 'tile/0/000', 'tile/entries/000']
  await sql`insert into departing_objects (place)
    select unnest(${needed.map((path) => placeInArchive(origin, path))}::text[]) on conflict do nothing`

  await finish(emptyBucket({ sql, signer: store.signer, log }, bucket, later))

  for (const path of needed) expect(await find(path)).toBeDefined()
})

test('where somebody says that more lies there than does, or another checkpoint, nothing is gone by that: all of it is written again', async () => {
  const later = () => Date.now() + 2 * 60 * 60_000
  await finish(archiveLog({ sql, signer: store.signer, log }, bucket))
  const needed = partialPieces(ids.length).map(pathOfPiece)
  await sql`update log_archives set checkpoint = null`
  await sql`insert into departing_objects (place)
    select unnest(${needed.map((path) => placeInArchive(origin, path))}::text[]) on conflict do nothing`
  await finish(emptyBucket({ sql, signer: store.signer, log }, bucket, later))
  expect(await archivedSize()).toBe(ids.length)

  await grow(600)
  await sql`update log_archives set tiles = ${Math.floor(ids.length / 256)}`
  await finish(archiveLog({ sql, signer: store.signer, log }, bucket))

  expect(await archivedSize()).toBe(ids.length)
})

test('entries that are not what the tree was made of are not written', async () => {
  await grow(600)
  const at = Math.floor(ids.length / 256) * 256 - 5
  const fake = leafHash(Buffer.from('another'))
  await sql`alter table edg_leaves disable trigger edg_leaves_append_only`
  await sql`update edg_leaves set node_id = ${Buffer.from(fake)} where leaf = ${at}`

  await expect(finish(archiveLog({ sql, signer: store.signer, log }, bucket))).rejects.toThrow(
    'is not what the tree was made of',
  )

  await sql`update edg_leaves set node_id = ${Buffer.from(ids[at] ?? fake)} where leaf = ${at}`
  await finish(archiveLog({ sql, signer: store.signer, log }, bucket))
  expect(await archivedSize()).toBe(ids.length)
})

test('of what lies there the piece is read that holds what is asked for, and none that is not there yet', () => {
  const row = { origin, tiles: 273, checkpoint: 70_000 }
  const asked = (level: number | 'entries', index: number, width = 256) => {
    const piece = archivedPiece(row, { level, index, width })
    return piece && pathOfPiece(piece)
  }

  expect([asked(0, 272), asked(0, 272, 7), asked('entries', 0, 1)]).toEqual([
    'tile/0/272',
    'tile/0/272',
    'tile/entries/000',
  ])
  expect([asked(0, 273, 112), asked(0, 273, 3), asked('entries', 273, 112)]).toEqual([
    'tile/0/273.p/112',
    'tile/0/273.p/112',
    'tile/entries/273.p/112',
  ])
  expect([asked(0, 273), asked(0, 273, 113), asked(0, 274, 1), asked(3, 0, 1)]).toEqual(Array(4).fill(undefined))
  expect([asked(1, 0), asked(1, 1, 17), asked(2, 0, 1)]).toEqual(['tile/1/000', 'tile/1/001.p/17', 'tile/2/000.p/1'])
})
