/** How many pixels pixelmatch counts at its default, of the parts of two pictures that differ. Pure. */
import pixelmatch from 'pixelmatch'
import type { Beside } from '#workers/compare-design/pictures/kept'
import { areBytesEqual, rowOf } from '#workers/compare-design/pictures/pixels'

/** Pixels that are looked at for the figure; it takes as long as all of the rest. */
const mostCounted = 1_250_000
/** Pixelmatch looks at the neighbours of neighbours; with them, a part counts as it does within the whole. */
const margin = 3

/** Null where sizes differ, nothing differs, or more would have to be looked at than a figure is worth. */
export function countAsPixelmatch({ before, after, match }: Beside): number | null {
  if (before.width !== after.width || before.height !== after.height) return null
  const rowBefore = (y: number) => rowOf(before, y)
  // A row that is found in the earlier picture need not be there as pixels in the later one.
  const rowAfter = (y: number) => ((match[y] ?? -1) >= 0 ? rowOf(before, match[y] ?? 0) : rowOf(after, y))
  const differing: number[] = []
  for (let y = 0; y < match.length; y += 1) {
    if (match[y] !== y && !areBytesEqual(rowBefore(y), rowAfter(y))) differing.push(y)
  }
  if (differing.length === 0) return null
  const { width, height, channels } = before
  const parts = bandsOf(differing, height)
  const isOpaque = (row: Row) => channels === 3 || parts.every((band) => isBandOpaque(row, band))
  // Where it sees through to a checkerboard, it matters where in the whole a pixel stands.
  const bands = isOpaque(rowBefore) && isOpaque(rowAfter) ? parts : [{ top: 0, bottom: height }]
  if (bands.reduce((sum, { top, bottom }) => sum + (bottom - top) * width, 0) > mostCounted) return null
  const partOf = (row: Row, band: Band) => inRgba(row, band, width, channels)
  return bands.reduce(
    (sum, band) =>
      sum + pixelmatch(partOf(rowBefore, band), partOf(rowAfter, band), undefined, width, band.bottom - band.top),
    0,
  )
}

type Row = (y: number) => Uint8Array

type Band = { top: number; bottom: number }

function bandsOf(rows: readonly number[], height: number): Band[] {
  const bands: Band[] = []
  for (const y of rows) {
    const last = bands.at(-1)
    const bottom = Math.min(height, y + 1 + margin)
    if (last && y - margin <= last.bottom) last.bottom = bottom
    else bands.push({ top: Math.max(0, y - margin), bottom })
  }
  return bands
}

function isBandOpaque(rowOfPicture: Row, { top, bottom }: Band): boolean {
  for (let y = top; y < bottom; y += 1) {
    const row = rowOfPicture(y)
    for (let at = 3; at < row.length; at += 4) if (row[at] !== 255) return false
  }
  return true
}

function inRgba(rowOfPicture: Row, { top, bottom }: Band, width: number, channels: number): Uint8Array {
  const part = new Uint8Array(width * (bottom - top) * 4)
  for (let y = top; y < bottom; y += 1) {
    const row = rowOfPicture(y)
    let to = (y - top) * width * 4
    for (let from = 0; from < row.length; from += channels, to += 4) {
      part[to] = row[from] ?? 0
      part[to + 1] = row[from + 1] ?? 0
      part[to + 2] = row[from + 2] ?? 0
      part[to + 3] = channels === 4 ? (row[from + 3] ?? 0) : 255
    }
  }
  return part
}
