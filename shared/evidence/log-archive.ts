/** A log's copy in a bucket, named as C2SP tlog-tiles has it: what lies there is itself a log that can be followed. */
import { tilePath, tileWidth } from '#shared/tlog/tiles'

/** How much of a log lies there: full tiles of leaves, and the leaves of the checkpoint. */
type Archived = { origin: string; tiles: number; checkpoint: number | null }

/** A checkpoint waits so long for its witnesses before others are shown it without. */
export const witnessPatienceMs = 10_000

/** A tile, or a bundle of entries, of so many. */
export type LogPiece = { level: number | 'entries'; index: number; width: number }

export const placeInArchive = (origin: string, path: string): string => `tlog/${origin}/${path}`

export const pathOfPiece = (piece: LogPiece): string =>
  piece.width === tileWidth ? tilePath(piece) : `${tilePath(piece)}.p/${piece.width}`

/** Hashes, or entries, of that level in a tree of so many leaves. */
const countAt = (level: LogPiece['level'], leaves: number): number =>
  Math.floor(leaves / tileWidth ** (level === 'entries' ? 0 : level))

/** The pieces that a tree of this size does not fill, with what they hold; empty ones are left out. */
export function partialPieces(size: number): LogPiece[] {
  const pieces: LogPiece[] = []
  for (let level = 0; countAt(level, size) > 0; level++) {
    const count = countAt(level, size)
    const partial = { index: Math.floor(count / tileWidth), width: count % tileWidth }
    if (partial.width > 0)
      pieces.push(...(level === 0 ? [{ level: 'entries' as const, ...partial }] : []), { level, ...partial })
  }
  return pieces
}

/** Pieces that are full once the leaf tiles up to, but not with, `to` are, and were not with those up to `from`. */
export function fullPieces(from: number, to: number): LogPiece[] {
  const pieces: LogPiece[] = []
  for (let level = 0; ; level++) {
    const [first, end] = [from, to].map((tiles) => Math.floor(tiles / tileWidth ** level))
    if (!end) return pieces
    for (let index = first ?? 0; index < end; index++)
      pieces.push(...(level === 0 ? [{ level: 'entries' as const, index, width: tileWidth }] : []), {
        level,
        index,
        width: tileWidth,
      })
  }
}

const partialPlace = /^tlog\/.*\.p\/\d+$/

/**
 * Whether what lies there of a log's copy may go: a piece that has filled since, and none of what the copy's checkpoint needs.
 * @param archives of which it is known how far each has come: of any other nothing goes.
 */
export function mayLeaveArchive(place: string, archives: readonly Archived[]): boolean {
  if (!partialPlace.test(place)) return false
  if (!archives.some(({ origin }) => place.startsWith(placeInArchive(origin, '')))) return false
  return !archives.some(({ origin, checkpoint }) =>
    partialPieces(checkpoint ?? 0).some((piece) => placeInArchive(origin, pathOfPiece(piece)) === place),
  )
}

/** The piece that lies in the bucket and begins with what is asked for. */
export function archivedPiece({ tiles, checkpoint }: Archived, asked: LogPiece): LogPiece | undefined {
  const { level, index, width } = asked
  if (index < Math.floor(countAt(level, tiles * tileWidth) / tileWidth)) return { ...asked, width: tileWidth }
  const there = Math.min(tileWidth, countAt(level, checkpoint ?? 0) - index * tileWidth)
  return there >= width && there < tileWidth ? { level, index, width: there } : undefined
}
