/** Reads PNGs as screenshots are: 8 bits, RGB or RGBA, not interlaced. What inflates to more than the head says is never inflated. */
import { inflateSync } from 'node:zlib'
import type { PictureHead } from '#shared/designs/picture-head'
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'
import type { Pixels, Raster } from '#workers/compare-design/pictures/pixels'

/** A picture's rows as PNG filters them: before each row's bytes stands the type of its filter. */
export type FilteredRows = { width: number; height: number; channels: 3 | 4; bytes: Uint8Array }

/** Whether `inflatePng` reads it; any other PNG is made one that it reads. */
export const isPlainPng = (head: PictureHead): boolean =>
  head.type === 'image/png' &&
  head.depth === 8 &&
  (head.color === 'rgb' || head.color === 'rgb-alpha') &&
  !head.isInterlaced &&
  !head.hasTransparentColor

/** Each row of it as a raster has it; its bytes are pixels once `unfilterRow` went over them, from the top. */
export const filteredRaster = ({ width, height, channels, bytes }: FilteredRows): Raster => ({
  width,
  height,
  channels,
  data: bytes,
  start: 1,
  stride: width * channels + 1,
})

/** @throws UNSUPPORTED_SNAPSHOT where its pixels are broken, cut off, or more or fewer than its head says. */
export function inflatePng(bytes: Uint8Array, { width, height, color }: PictureHead): FilteredRows {
  const channels = color === 'rgb' ? 3 : 4
  const size = height * (width * channels + 1)
  const rows = inflated(pixelChunks(bytes), size)
  if (rows.length < size) throw broken('holds fewer pixels than its head says')
  return { width, height, channels, bytes: rows }
}

const broken = (message: string) => unsupportedSnapshot({ path: '/snapshot', message, expected: 'a whole PNG' })

function inflated(compressed: Uint8Array, size: number): Uint8Array {
  try {
    // One chunk of the exact size: nothing is grown or copied, and nothing beyond it is inflated.
    return inflateSync(compressed, { chunkSize: Math.max(64, size), maxOutputLength: size })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ERR_BUFFER_TOO_LARGE') throw broken('holds more pixels than its head says')
    if (code === 'Z_BUF_ERROR') throw broken('ends before its last pixel')
    throw broken('holds pixels that cannot be inflated')
  }
}

/** What lies in its IDAT chunks, in a row. A chunk that says to be longer than the file ends with it. */
function pixelChunks(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const idat = 0x49444154
  const parts: Uint8Array[] = []
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at)
    if (view.getUint32(at + 4) === idat) parts.push(bytes.subarray(at + 8, Math.min(at + 8 + length, bytes.length)))
    else if (parts.length > 0) break
    at += 12 + length
  }
  return parts.length === 1 ? (parts[0] ?? bytes) : Buffer.concat(parts)
}

/** The pixels of all rows, in the bytes of the rows: those are no filtered rows any more. */
export function unfiltered(rows: FilteredRows): Pixels {
  const { width, height, channels, bytes } = rows
  const length = width * channels
  let above: Uint8Array | null = null
  for (let y = 0; y < height; y += 1) {
    const from = y * (length + 1)
    const row = bytes.subarray(from + 1, from + 1 + length)
    unfilterRow(bytes[from] ?? 0, row, above, channels)
    // Moved up by the filters' types that stood before it: always towards the start, so nothing is overwritten that is still needed.
    bytes.copyWithin(y * length, from + 1, from + 1 + length)
    above = bytes.subarray(y * length, (y + 1) * length)
  }
  return { width, height, channels, data: bytes.subarray(0, height * length) }
}

/**
 * Makes a filtered row pixels, in place. Source: PNG (third edition), 9.2.
 * @param above the pixels of the row above it; null above the first.
 */
export function unfilterRow(type: number, row: Uint8Array, above: Uint8Array | null, channels: number): void {
  if (type > 4) throw broken(`has a row with a filter of type ${type}`)
  if (type === 1 || (type === 4 && above === null)) {
    // With nothing above it, Paeth's choice is always the left one.
    addLeft(row, channels)
  } else if (type === 2 && above !== null) addAbove(row, above)
  else if (type === 3) addMean(row, above, channels)
  else if (type === 4 && above !== null) addPaeth(row, above, channels)
}

function addLeft(row: Uint8Array, channels: number): void {
  for (let at = channels; at < row.length; at += 1) row[at] = (row[at] ?? 0) + (row[at - channels] ?? 0)
}

function addAbove(row: Uint8Array, above: Uint8Array): void {
  for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) + (above[at] ?? 0)
}

function addMean(row: Uint8Array, above: Uint8Array | null, channels: number): void {
  for (let at = 0; at < row.length; at += 1) {
    const left = at < channels ? 0 : (row[at - channels] ?? 0)
    const up = above === null ? 0 : (above[at] ?? 0)
    row[at] = (row[at] ?? 0) + ((left + up) >> 1)
  }
}

function addPaeth(row: Uint8Array, above: Uint8Array, channels: number): void {
  for (let at = 0; at < channels; at += 1) row[at] = (row[at] ?? 0) + (above[at] ?? 0)
  for (let at = channels; at < row.length; at += 1) {
    const left = row[at - channels] ?? 0
    const up = above[at] ?? 0
    const corner = above[at - channels] ?? 0
    const byLeft = Math.abs(up - corner)
    const byUp = Math.abs(left - corner)
    const byCorner = Math.abs(left + up - corner - corner)
    const nearest = byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
    row[at] = (row[at] ?? 0) + nearest
  }
}
