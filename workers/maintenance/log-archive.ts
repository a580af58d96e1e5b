/**
 * Copies the log into the bucket, where there is one: full tiles and bundles of entries, once each, then the newest checkpoint with the
 * partial tiles that it needs.
 *
 *   objects are written ──▶ it is noted how far that is ──▶ … ──▶ partial ones, noted as departing ──▶ checkpoint ──▶ named
 *
 * Whoever is killed in between writes the same bytes under the same names again. A checkpoint is written when all below it lies there,
 * so what lies there is at any moment a whole log.
 */
import type { Sql } from '#db/client'
import { currentLog } from '#db/queries/log'
import { findArchivedLog, noteObjects } from '#db/queries/log-archives'
import { publishedCheckpoint, publishedEntries, publishedTile } from '#db/queries/published-log'
import {
  fullPieces,
  type LogPiece,
  partialPieces,
  pathOfPiece,
  placeInArchive,
  witnessPatienceMs,
} from '#shared/evidence/log-archive'
import {
  isProvenArchive,
  keepArchivedCheckpoint,
  keepArchivedTiles,
  keepNothingArchived,
} from '#shared/evidence/sealed/log-archives'
import type { Bucket } from '#shared/kernel/bucket'
import type { Log } from '#shared/kernel/logger'
import type { Sealer } from '#shared/kernel/sealer'
import { leafHash } from '#shared/tlog/merkle'
import { formatEntries, tileWidth } from '#shared/tlog/tiles'

type Chore = AsyncGenerator<void, void>

/** Leaf tiles of one step; with their entries twice as many objects, written a few at a time. */
const tilesAtOnce = 16
const objectsAtOnce = 8
const bytesType = 'application/octet-stream'

export async function* archiveLog(
  { sql, signer, log: told }: { sql: Sql; signer: Sealer; log: Log },
  bucket: Bucket,
  now: () => number = Date.now,
): Chore {
  const log = await currentLog(sql)
  const newest = log && (await publishedCheckpoint(sql, log.epoch, witnessPatienceMs))
  if (!log || !newest) return
  const { epoch, origin } = log
  const { size, note, lines } = newest
  const found = await findArchivedLog(sql, epoch)
  const before = found && isProvenArchive(signer, found) ? found : undefined
  if (found && !before)
    told.error(
      { origin },
      'what is said to lie in the bucket of the log, nobody of ours has said: it is all written again',
    )
  if (before?.checkpoint === size) return

  const whole = Math.floor(size / tileWidth)
  let tiles = before?.tiles ?? 0
  if (!before) await sql.begin((tx) => keepNothingArchived(tx, signer, origin, new Date(now())))
  while (tiles < whole) {
    const next = Math.min(whole, tiles + tilesAtOnce)
    await putPieces({ sql, bucket, epoch, origin }, fullPieces(tiles, next))
    await sql.begin((tx) => keepArchivedTiles(tx, signer, origin, next, new Date(now())))
    tiles = next
    yield
  }

  const placesOf = (leaves: number) => partialPieces(leaves).map((piece) => placeInArchive(origin, pathOfPiece(piece)))
  const places = placesOf(size)
  await noteObjects(sql, places)
  await putPieces({ sql, bucket, epoch, origin }, partialPieces(size))
  await bucket.put(
    placeInArchive(origin, 'checkpoint'),
    Buffer.from(note + lines.join('')),
    'text/plain; charset=utf-8',
  )
  const former = placesOf(before?.checkpoint ?? 0).filter((place) => !places.includes(place))
  await sql.begin((tx) => keepArchivedCheckpoint(tx, signer, { origin, size, places, former }, new Date(now())))
  yield
}

type Place = { sql: Sql; bucket: Bucket; epoch: number; origin: string }

async function putPieces(place: Place, pieces: readonly LogPiece[]): Promise<void> {
  for (let at = 0; at < pieces.length; at += objectsAtOnce)
    await Promise.all(pieces.slice(at, at + objectsAtOnce).map((piece) => putPiece(place, piece)))
}

/** What an object will always say is looked at once: entries that are not those of the tree are not written. */
async function putPiece({ sql, bucket, epoch, origin }: Place, piece: LogPiece): Promise<void> {
  const { level, index, width } = piece
  const path = pathOfPiece(piece)
  const hashes = (await publishedTile(sql, epoch, level === 'entries' ? 0 : level, index))?.subarray(0, width * 32)
  if (hashes?.length !== width * 32) throw new Error(`the log lacks ${path}`)
  if (level !== 'entries') {
    await bucket.put(placeInArchive(origin, path), hashes, bytesType)
    return
  }
  const ids = await publishedEntries(sql, epoch, { first: index * tileWidth, count: width })
  if (!Buffer.concat(ids.map((id) => leafHash(id))).equals(hashes))
    throw new Error(`${path} is not what the tree was made of`)
  await bucket.put(placeInArchive(origin, path), formatEntries(ids), bytesType)
}
