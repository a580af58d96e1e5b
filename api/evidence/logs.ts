/** The logs as others follow them: checkpoints, tiles and entries, as C2SP tlog-tiles has them. */
import type { AppContext } from '#api/http/context'
import { bind, type Call, type Endpoint, json } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import { publishedCheckpoint, publishedEntries, publishedLogs, publishedTile } from '#db/queries/published-log'
import type { NodeBody } from '#shared/contracts/node'
import {
  archivedPiece,
  type LogPiece,
  pathOfPiece,
  placeInArchive,
  witnessPatienceMs,
} from '#shared/evidence/log-archive'
import { findProvenArchive } from '#shared/evidence/sealed/log-archives'
import { openBucket } from '#shared/kernel/bucket'
import { sha256Hex } from '#shared/kernel/canonical'
import { notInLog } from '#shared/kernel/errors/evidence'
import { invalidRequest } from '#shared/kernel/errors/request'
import { logRoutes } from '#shared/routes/logs'
import { noteVerifier } from '#shared/tlog/signed-note'
import { formatEntries, readTileIndex, tileWidth } from '#shared/tlog/tiles'

const greatestLevel = 63
/** An id behind its length. */
const entryBytes = 34

/** A tile's name, taken apart. */
type Asked = LogPiece & { epoch: number }

export function logEndpoints({ read, config, signer }: AppContext): Endpoint[] {
  const bucket = config.bucket && openBucket(config.bucket)
  const hashesOf = (epoch: number, level: number, index: number) =>
    read((sql) => publishedTile(sql, epoch, level, index))

  async function entriesOf(epoch: number, index: number, width: number): Promise<Uint8Array | undefined> {
    const ids = await read((sql) => publishedEntries(sql, epoch, { first: index * tileWidth, count: width }))
    return ids.length === width ? formatEntries(ids) : undefined
  }

  async function storedBytes({ epoch, level, index, width }: Asked): Promise<Uint8Array | undefined> {
    if (level === 'entries') return entriesOf(epoch, index, width)
    const hashes = await hashesOf(epoch, level, index)
    return hashes && hashes.length >= width * 32 ? hashes.subarray(0, width * 32) : undefined
  }

  /** Of a log that is not in force any more, and whatever else the database has no more. */
  async function archivedBytes(asked: Asked): Promise<Uint8Array | undefined> {
    const archived = bucket && (await read((sql) => findProvenArchive(sql, signer, asked.epoch)))
    const piece = archived && archivedPiece(archived, asked)
    if (!bucket || !piece) return undefined
    const bytes = await bucket.find(placeInArchive(archived.origin, pathOfPiece(piece)))
    return bytes?.subarray(0, asked.width * (asked.level === 'entries' ? entryBytes : 32))
  }

  return [
    bind(logRoutes.listLogs, async () => {
      const rows = await read(publishedLogs)
      const logs = rows.map(({ epoch, origin, size, started_at, body }, at) => {
        const isInForce = at === rows.length - 1
        const begun = (JSON.parse(body) as NodeBody).result?.['key']
        const keys = new Set(typeof begun === 'string' ? [begun] : [])
        // A key that took another's place signs what is in force from then on.
        if (isInForce) keys.add(noteVerifier(origin, signer.publicKey).key)
        return {
          epoch,
          origin,
          keys: [...keys],
          prefix: `${config.basePaths.B}/tlog/${epoch}`,
          in_force: isInForce,
          size,
          started_at: started_at.toISOString(),
        }
      })
      return json(200, { logs }, { 'Cache-Control': 'private, no-cache' })
    }),
    bind(logRoutes.getLogCheckpoint, async (call) => {
      const epoch = epochOf(call)
      const found = await read((sql) => publishedCheckpoint(sql, epoch, witnessPatienceMs))
      if (!found) throw notInLog('checkpoint')
      const content = found.note + found.lines.join('')
      const headers = cachedAs(content, 'private, max-age=1')
      if (isKnown(call.request, headers.ETag)) return { status: 304, headers }
      return { status: 200, raw: { content, type: 'text/plain; charset=utf-8' }, headers }
    }),
    bind(logRoutes.getLogTile, async (call) => {
      const asked = tileOf(call)
      const bytes = (await storedBytes(asked)) ?? (await archivedBytes(asked))
      if (!bytes) throw notInLog(pathOfPiece(asked))
      const headers = cachedAs(bytes, 'private, max-age=31536000, immutable')
      if (isKnown(call.request, headers.ETag)) return { status: 304, headers }
      return {
        status: 200,
        raw: { content: new Blob([Uint8Array.from(bytes)]), type: 'application/octet-stream' },
        headers,
      }
    }),
  ]
}

const cachedAs = (content: string | Uint8Array, caching: string) => ({
  ETag: `"${sha256Hex(content).slice(0, 32)}"`,
  'Cache-Control': caching,
})

const readEpoch = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)
const noEpoch = { path: '{epoch}', message: 'is no number of a log', expected: 'a number, as /tlog lists them' }

/** @throws INVALID_REQUEST */
function epochOf({ params }: Call<unknown, unknown, { epoch: string }>): number {
  const epoch = readEpoch(params.epoch)
  if (epoch === undefined) throw invalidRequest([noEpoch])
  return epoch
}

/** @throws INVALID_REQUEST for what names no tile: each has one name. */
function tileOf({ params }: Call<unknown, unknown, { epoch: string; level: string; index: string }>): Asked {
  const { level } = params
  const epoch = readEpoch(params.epoch)
  const named = readTileIndex(params.index)
  const isLevel = level === 'entries' || (/^(0|[1-9]\d?)$/.test(level) && Number(level) <= greatestLevel)
  if (epoch !== undefined && isLevel && named)
    return { epoch, level: level === 'entries' ? level : Number(level), ...named }
  throw invalidRequest([
    ...(epoch === undefined ? [noEpoch] : []),
    ...(isLevel ? [] : [{ path: '{level}', message: 'is no level of a tile', expected: '0 to 63, or entries' }]),
    ...(named ? [] : [{ path: '{index}', message: 'names no tile', expected: 'as 067, x001/234 or 067.p/12' }]),
  ])
}
