/** Pictures for tests: drawn pixel by pixel, and written as PNGs of every kind by hand. */
import type { Pixels } from '#workers/compare-design/pictures/pixels'
import { writePng } from '#workers/compare-design/pictures/write-png'

export type Color = readonly [red: number, green: number, blue: number]
export type Rectangle = { x: number; y: number; width: number; height: number; color: Color }

export const white: Color = [255, 255, 255]
export const ink: Color = [31, 41, 55]

export function drawn(width: number, height: number, rectangles: readonly Rectangle[], ground: Color = white): Pixels {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at += 3) data.set(ground, at)
  const pixels: Pixels = { width, height, channels: 3, data }
  for (const rectangle of rectangles) paint(pixels, rectangle)
  return pixels
}

export function paint({ width, height, data }: Pixels, { x, y, width: across, height: down, color }: Rectangle): void {
  for (let row = Math.max(0, y); row < Math.min(height, y + down); row += 1)
    for (let column = Math.max(0, x); column < Math.min(width, x + across); column += 1)
      data.set(color, (row * width + column) * 3)
}

/** Numbers below 1 that are the same each time. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A page of lines of something like text on white: every line has strokes of its own. */
export function page(width: number, height: number, seed = 1): Pixels {
  const next = dice(seed)
  const strokes: Rectangle[] = []
  for (let y = 20; y + 12 < height; y += 24) {
    for (let x = 20; x + 8 < width - 20; x += 5 + Math.floor(next() * 6)) {
      const tall = 4 + Math.floor(next() * 8)
      strokes.push({ x, y: y + 12 - tall, width: 2, height: tall, color: ink })
      if (next() < 0.4) strokes.push({ x, y: y + 4 + Math.floor(next() * 6), width: 4, height: 1, color: ink })
    }
  }
  return drawn(width, height, strokes)
}

export const copyOf = (pixels: Pixels): Pixels => ({ ...pixels, data: pixels.data.slice() })

/** The same with rows of another picture put in at y. */
export function withBand(pixels: Pixels, y: number, band: Pixels): Pixels {
  const stride = pixels.width * pixels.channels
  const data = Buffer.concat([pixels.data.subarray(0, y * stride), band.data, pixels.data.subarray(y * stride)])
  return { ...pixels, height: pixels.height + band.height, data: new Uint8Array(data) }
}

/** The same, cut off at a height. */
export const cutAt = (pixels: Pixels, height: number): Pixels => ({
  ...pixels,
  height,
  data: pixels.data.slice(0, height * pixels.width * pixels.channels),
})

export type PngAsked = {
  width: number
  height: number
  depth?: number
  colorType?: number
  /** Samples as the PNG holds them, big-endian, packed; without filters. One pass. */
  rows: (y: number) => Uint8Array
  filter?: (y: number) => number
  interlace?: number
  /** Instead of rows: what is compressed. */
  raw?: Uint8Array
  /** Put before IDAT. */
  chunks?: readonly [name: string, content: Uint8Array][]
  /** Bytes of a pixel that filters go by. */
  bytesPerPixel?: number
}

export function pngOf(asked: PngAsked): Uint8Array<ArrayBuffer> {
  const { width, height, depth = 8, colorType = 2, interlace = 0, chunks = [] } = asked
  return writePng({ width, height, depth, colorType, interlace }, asked.raw ?? filteredRows(asked), { chunks })
}

function filteredRows({ height, rows, filter = () => 0, bytesPerPixel = 3 }: PngAsked): Uint8Array {
  const parts: Uint8Array[] = []
  let above = new Uint8Array(rows(0).length)
  for (let y = 0; y < height; y += 1) {
    const row = rows(y)
    const type = filter(y)
    const filtered = row.map((value, at) => {
      const left = at < bytesPerPixel ? 0 : (row[at - bytesPerPixel] ?? 0)
      const up = above[at] ?? 0
      const corner = at < bytesPerPixel ? 0 : (above[at - bytesPerPixel] ?? 0)
      return value - ([0, left, up, Math.floor((left + up) / 2), paeth(left, up, corner)][type] ?? 0)
    })
    parts.push(Uint8Array.of(type), filtered)
    above = new Uint8Array(row)
  }
  return Buffer.concat(parts)
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ]
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
}

/** RGB or RGBA as a PNG, each row with the filter that is asked for. */
export const pngOfPixels = (
  { width, height, channels, data }: Pixels,
  filter: (y: number) => number = (y) => y % 5,
): Uint8Array<ArrayBuffer> =>
  pngOf({
    width,
    height,
    colorType: channels === 3 ? 2 : 6,
    bytesPerPixel: channels,
    filter,
    rows: (y) => data.subarray(y * width * channels, (y + 1) * width * channels),
  })
