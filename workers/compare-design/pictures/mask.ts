/** Draws where two pictures differ: an indexed PNG that is laid over the later one. */
import { type ClassedPixels, pixelClass } from '#workers/compare-design/pictures/classes'
import type { Cluster } from '#workers/compare-design/pictures/clusters'
import { lookAt, type PictureAsked, type SeenDifference } from '#workers/compare-design/pictures/compare'
import { type Beside, besideOf } from '#workers/compare-design/pictures/kept'
import type { Pixels } from '#workers/compare-design/pictures/pixels'
import { writePng } from '#workers/compare-design/pictures/write-png'

/** What a pixel of the mask says; the colours are red, green, blue, alpha. */
const palette = [
  [0, 0, 0, 0], // the same
  [214, 0, 92, 255], // changed
  [230, 168, 0, 255], // differs, and was let pass
  [90, 90, 90, 255], // not looked at
] as const
const [same, changed, absorbed, ignored] = [0, 1, 2, 3]

/** As large as the later picture; where sizes differ, as the larger of each side, both pictures at the top left. */
export const diffMask = (before: Pixels, after: Pixels, asked: PictureAsked): Uint8Array =>
  maskBeside(besideOf(before, after, asked), asked)

export function maskBeside(beside: Beside, asked: PictureAsked): Uint8Array {
  const seen = lookAt(beside, asked)
  const width = Math.max(beside.before.width, beside.after.width)
  const height = Math.max(beside.before.height, beside.after.height)
  const marks = new Uint8Array(width * height)
  if (beside.before.width === beside.after.width) markRows(marks, seen, width)
  else marks.fill(changed)
  return indexedPng(marks, width, height)
}

function markRows(marks: Uint8Array, { found, clusters, shifts, beside }: SeenDifference, width: number): void {
  for (let slot = 0; slot < found.rows.length; slot += 1) {
    const y = found.rows[slot] ?? 0
    const near = clusters.filter(({ top, bottom }) => top <= y && y < bottom)
    for (let x = 0; x < width; x += 1) marks[y * width + x] = markOf(found, slot * width + x, near, x)
  }
  for (const { added } of shifts.list) if (added) marks.fill(changed, added.top * width, added.bottom * width)
  const { before, after } = beside
  if (before.height > after.height) marks.fill(changed, after.height * width)
}

function markOf({ classes }: ClassedPixels, at: number, near: readonly Cluster[], x: number): number {
  const kind = classes[at] ?? 0
  if (kind === pixelClass.same) return same
  if (kind === pixelClass.ignored) return ignored
  return near.some(({ left, right }) => left <= x && x < right) ? changed : absorbed
}

/** A PNG of two bits a pixel. Source: PNG (third edition), 5.3, 7.2 and 11.2. */
function indexedPng(marks: Uint8Array, width: number, height: number): Uint8Array {
  const stride = 1 + Math.ceil(width / 4)
  const rows = new Uint8Array(height * stride)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const mark = marks[y * width + x] ?? same
      if (mark === same) continue
      const at = y * stride + 1 + (x >> 2)
      rows[at] = (rows[at] ?? 0) | (mark << (6 - 2 * (x & 3)))
    }
  }
  return writePng({ width, height, depth: 2, colorType: 3 }, rows, {
    chunks: [
      ['PLTE', Buffer.from(palette.flatMap((color) => color.slice(0, 3)))],
      ['tRNS', Buffer.from(palette.map(([, , , alpha]) => alpha))],
    ],
  })
}
