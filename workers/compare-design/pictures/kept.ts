/** A baseline as it is kept between comparisons, and a new picture laid beside it: only rows that differ are made pixels. */
import type { ArtifactNote } from '#db/documents/page-artifact'
import { readPictureHead } from '#shared/designs/picture-head'
import { inflatePicture, notesOf } from '#workers/compare-design/pictures/decode'
import {
  areBytesEqual,
  type Pixels,
  type Raster,
  rasterOf,
  rowOf,
  withAlpha,
} from '#workers/compare-design/pictures/pixels'
import { type FilteredRows, filteredRaster, unfiltered, unfilterRow } from '#workers/compare-design/pictures/png'
import { type ByteRows, hashesOf, matchRows } from '#workers/compare-design/pictures/rows'

export type KeptBaseline = {
  pixels: Pixels
  /** As they were filtered, which tells most equal rows without making them pixels; null where that takes too much memory. */
  filtered: FilteredRows | null
  /** Of the filtered rows. */
  hashes: Uint32Array | null
  isLossy: boolean
  notes: readonly ArtifactNote[]
}

/** Two pictures beside each other, and for each row of the later one the row of the earlier one that is the same, or -1. */
export type Beside = {
  before: Raster
  /** A row that has a match may hold anything, unless it stands within `reach` rows of one that has none. */
  after: Raster
  match: Int32Array
}

/** How far around a differing row pixels are looked at. */
export const reach = 3
/** Bytes of pixels up to which a baseline's filtered rows are kept beside them. */
const keptTwice = 48 * 1024 * 1024

/** Bytes that it takes. */
export const weightOf = ({ pixels, filtered }: KeptBaseline): number =>
  pixels.data.length + (filtered?.bytes.length ?? 0) + 1024

/** @throws UNSUPPORTED_SNAPSHOT as `decodePicture` does. */
export async function keepPicture(bytes: Uint8Array): Promise<KeptBaseline> {
  const head = readPictureHead(bytes)
  const filtered = await inflatePicture(bytes, head)
  const isKept = filtered.bytes.length <= keptTwice
  const rows = isKept ? { ...filtered, bytes: new Uint8Array(filtered.bytes) } : filtered
  return {
    pixels: unfiltered(rows),
    filtered: isKept ? filtered : null,
    hashes: isKept ? hashesOf(filteredBytes(filtered)) : null,
    isLossy: head.isLossy,
    notes: notesOf(head),
  }
}

/** Lays a new picture's rows beside those of a baseline of the same width. Its rows are made pixels in place, as far as needed. */
export function layBeside(kept: KeptBaseline, rows: FilteredRows): Beside {
  const { pixels, filtered, hashes } = kept
  if (filtered !== null && filtered.channels === rows.channels && filtered.width === rows.width) {
    const found = matchRows({
      before: filteredBytes(filtered),
      after: filteredBytes(rows),
      beforeHashes: hashes ?? undefined,
    })
    const matched = found.reduce((sum, before) => sum + (before >= 0 ? 1 : 0), 0)
    if (2 * matched >= rows.height) return provenBeside(pixels, rows, found)
  }
  return besideOf(pixels, unfiltered(rows))
}

/**
 * Two whole pictures beside each other; of different widths, none of their rows match. Where an encoder changed one of two of the
 * same size, a row is the same as another by chance alone, and each is held to the one in its place.
 */
export function besideOf(before: Pixels, after: Pixels, { isLossy = false } = {}): Beside {
  const isMixed = before.channels !== after.channels
  const beside = {
    before: rasterOf(isMixed ? withAlpha(before) : before),
    after: rasterOf(isMixed ? withAlpha(after) : after),
  }
  return { ...beside, match: matchOf(beside, isLossy && before.height === after.height) }
}

function matchOf({ before, after }: Pick<Beside, 'before' | 'after'>, isInPlace: boolean): Int32Array {
  const none = new Int32Array(after.height).fill(-1)
  if (before.width !== after.width) return none
  if (isInPlace) return none.map((_, y) => (areBytesEqual(rowOf(before, y), rowOf(after, y)) ? y : -1))
  return matchRows({ before: pixelBytes(before), after: pixelBytes(after) })
}

const filteredBytes = ({ bytes, width, height, channels }: FilteredRows): ByteRows => ({
  bytes,
  rowBytes: width * channels + 1,
  count: height,
})

const pixelBytes = ({ data, width, height, channels }: Pixels): ByteRows => ({
  bytes: data,
  rowBytes: width * channels,
  count: height,
})

/**
 * Proves which rows are the same pixels. A row whose filtered bytes are those of a baseline's row is the same if the rows above
 * the two are; where that is not known yet, the row is made pixels and compared.
 * @param found rows whose filtered bytes are the same.
 */
function provenBeside(pixels: Pixels, rows: FilteredRows, found: Int32Array): Beside {
  const before = rasterOf(pixels)
  const after = filteredRaster(rows)
  const match = new Int32Array(rows.height).fill(-1)
  const isMade = new Uint8Array(rows.height)
  const upcoming = nextShifts(found)
  let lowest = -1
  for (let y = 0; y < rows.height; y += 1) {
    const candidate = found[y] ?? -1
    const aboveMatch = y === 0 ? -1 : (match[y - 1] ?? -1)
    if (candidate >= 0 && (y === 0 ? candidate === 0 : aboveMatch >= 0 && aboveMatch === candidate - 1)) {
      match[y] = candidate
      lowest = candidate
      continue
    }
    const above = y === 0 ? null : aboveMatch >= 0 ? rowOf(before, aboveMatch) : rowOf(after, y - 1)
    const row = rowOf(after, y)
    unfilterRow(rows.bytes[y * after.stride] ?? 0, row, above, rows.channels)
    isMade[y] = 1
    const next = upcoming[y] ?? 0
    const candidates = [candidate, aboveMatch >= 0 ? aboveMatch + 1 : -1, y - next]
    const floor = lowest
    match[y] = candidates.find((b) => b > floor && b < before.height && areBytesEqual(row, rowOf(before, b))) ?? -1
    lowest = Math.max(lowest, match[y] ?? -1)
  }
  makeAround(before, after, match, isMade)
  return { before, after, match }
}

/** For each row by how much the next row that was found has moved. */
function nextShifts(found: Int32Array): Int32Array {
  const shifts = new Int32Array(found.length)
  let shift = 0
  for (let y = found.length - 1; y >= 0; y -= 1) {
    const before = found[y] ?? -1
    if (before >= 0) shift = y - before
    shifts[y] = shift
  }
  return shifts
}

/** Copies the pixels of equal rows that stand near a differing one. */
function makeAround(before: Raster, after: Raster, match: Int32Array, isMade: Uint8Array): void {
  for (let y = 0; y < match.length; y += 1) {
    if ((match[y] ?? -1) >= 0) continue
    for (let at = Math.max(0, y - reach); at <= Math.min(match.length - 1, y + reach); at += 1) {
      if (isMade[at] === 1) continue
      rowOf(after, at).set(rowOf(before, match[at] ?? 0))
      isMade[at] = 1
    }
  }
}
