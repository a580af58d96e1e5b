/** Sorts differing pixels by what can have made them differ: rounding, edges drawn a little elsewhere, or a change. Pure. */
import type { Beside } from '#workers/compare-design/pictures/kept'
import { changedSquares, squareSide } from '#workers/compare-design/pictures/lossy'
import type { Raster } from '#workers/compare-design/pictures/pixels'

/** In the order of how much they say. */
export const pixelClass = { same: 0, ignored: 1, lsb: 2, jitter: 3, ink: 4, flat: 5 } as const

/** Pixels of a side of a block, in which differing pixels are counted. */
export const blockSide = squareSide

/** Rectangles in pixels, right and bottom outside. */
export type PixelBox = { left: number; top: number; right: number; bottom: number }

/** Of each block of the later picture, row by row. */
export type Blocks = {
  across: number
  down: number
  lsb: Int32Array
  jitter: Int32Array
  ink: Int32Array
  flat: Int32Array
  /** By how much its pixels became brighter, darker ones taken off; lsb not counted. */
  balance: Int32Array
  /** By how much they changed in brightness, either way. */
  effort: Int32Array
}

export type ClassedPixels = {
  /** The later picture's rows that have no match, from the top. */
  rows: Int32Array
  /** For each of them the earlier picture's row that it is compared with; -1 where it is new. */
  pairs: Int32Array
  /** A `pixelClass` for each pixel of these rows. */
  classes: Uint8Array
  blocks: Blocks
  ignoredPixels: number
}

/** Channels that differ by no more are rounding. */
const rounding = 2
/** Within so much of the range of the pixels around it in the other picture, an edge may have been drawn a little elsewhere. */
const slack = 10
/** How much of the range around it the mean may move when an edge is drawn a little elsewhere, for each device pixel of a CSS pixel. */
const nearShare = 0.25
/** The same where an edge has colours that the other picture has nowhere near. */
const meanShare = 0.2

/** @param asked `ignored` of the later picture, in pixels; `scale` in device pixels to a CSS pixel. */
export function classPixels(
  beside: Beside,
  { ignored, isLossy, scale }: { ignored: readonly PixelBox[]; isLossy: boolean; scale: number },
): ClassedPixels {
  const { rows, pairs } = pairRows(beside)
  const { width, height } = beside.after
  const across = Math.ceil(width / blockSide)
  const down = Math.ceil(height / blockSide)
  const counts = () => new Int32Array(across * down)
  const found: ClassedPixels = {
    rows,
    pairs,
    classes: new Uint8Array(rows.length * width),
    blocks: {
      across,
      down,
      lsb: counts(),
      jitter: counts(),
      ink: counts(),
      flat: counts(),
      balance: counts(),
      effort: counts(),
    },
    ignoredPixels: 0,
  }
  if (beside.before.width !== width) return found
  if (isLossy) classLossy(beside, found)
  else classExact(beside, found, nearShare * Math.max(1, scale))
  ignore(found, width, ignored)
  count(beside, found)
  return found
}

/** Rows without a match are compared with those that stand between the matches around them, from the top. */
function pairRows({ before, match }: Beside): Pick<ClassedPixels, 'rows' | 'pairs'> {
  const rows: number[] = []
  const pairs: number[] = []
  for (let y = 0; y < match.length; y += 1) {
    if ((match[y] ?? -1) >= 0) continue
    let end = y
    while (end < match.length && (match[end] ?? -1) < 0) end += 1
    const from = y === 0 ? 0 : (match[y - 1] ?? -1) + 1
    const to = end < match.length ? (match[end] ?? 0) : before.height
    for (let at = y; at < end; at += 1) {
      rows.push(at)
      pairs.push(from + at - y < to ? from + at - y : -1)
    }
    y = end - 1
  }
  return { rows: Int32Array.from(rows), pairs: Int32Array.from(pairs) }
}

const luma = (red: number, green: number, blue: number) => (77 * red + 150 * green + 29 * blue) >> 8

function classExact({ before, after }: Beside, { rows, pairs, classes }: ClassedPixels, near: number): void {
  const { width, channels } = after
  const [ours, theirs] = [newSurroundings(), newSurroundings()]
  for (let slot = 0; slot < rows.length; slot += 1) {
    const y = rows[slot] ?? 0
    const pair = pairs[slot] ?? -1
    if (pair < 0) continue
    const rowAfter = after.start + y * after.stride
    const rowBefore = before.start + pair * before.stride
    for (let x = 0; x < width; x += 1) {
      const most = largestDifference(
        after.data,
        rowAfter + x * channels,
        before.data,
        rowBefore + x * channels,
        channels,
      )
      if (most === 0) continue
      classes[slot * width + x] =
        most <= rounding
          ? pixelClass.lsb
          : classOf(most, lookAround(after, x, y, ours), lookAround(before, x, pair, theirs), near)
    }
  }
}

function largestDifference(a: Uint8Array, at: number, b: Uint8Array, bt: number, channels: number): number {
  const red = Math.abs((a[at] ?? 0) - (b[bt] ?? 0))
  const green = Math.abs((a[at + 1] ?? 0) - (b[bt + 1] ?? 0))
  const blue = Math.abs((a[at + 2] ?? 0) - (b[bt + 2] ?? 0))
  const most = Math.max(red, green, blue)
  if (channels === 3) return most
  const [alpha, other] = [a[at + 3] ?? 0, b[bt + 3] ?? 0]
  // What is wholly transparent has no colour.
  return alpha === 0 && other === 0 ? 0 : Math.max(most, Math.abs(alpha - other))
}

/** The pixel and the eight around it: what its channels are between, what it is itself, how bright they are together. */
type Surroundings = {
  low: [number, number, number]
  high: [number, number, number]
  own: [number, number, number]
  brightness: number
  lowBrightness: number
  highBrightness: number
}

const newSurroundings = (): Surroundings => ({
  low: [0, 0, 0],
  high: [0, 0, 0],
  own: [0, 0, 0],
  brightness: 0,
  lowBrightness: 0,
  highBrightness: 0,
})

/** Fills `into`, which is used again and again: this runs for each differing pixel. */
function lookAround(raster: Raster, x: number, y: number, into: Surroundings): Surroundings {
  const { data, start, stride, channels, width, height } = raster
  const { low, high, own } = into
  low[0] = low[1] = low[2] = 255
  high[0] = high[1] = high[2] = 0
  let [brightness, lowest, highest] = [0, 255, 0]
  for (let dy = -1; dy <= 1; dy += 1) {
    const row = start + Math.min(height - 1, Math.max(0, y + dy)) * stride
    for (let dx = -1; dx <= 1; dx += 1) {
      const at = row + Math.min(width - 1, Math.max(0, x + dx)) * channels
      const red = data[at] ?? 0
      const green = data[at + 1] ?? 0
      const blue = data[at + 2] ?? 0
      if (red < low[0]) low[0] = red
      if (red > high[0]) high[0] = red
      if (green < low[1]) low[1] = green
      if (green > high[1]) high[1] = green
      if (blue < low[2]) low[2] = blue
      if (blue > high[2]) high[2] = blue
      const light = luma(red, green, blue)
      brightness += light
      if (light < lowest) lowest = light
      if (light > highest) highest = light
    }
  }
  const at = start + y * stride + x * channels
  own[0] = data[at] ?? 0
  own[1] = data[at + 1] ?? 0
  own[2] = data[at + 2] ?? 0
  into.brightness = brightness
  into.lowBrightness = lowest
  into.highBrightness = highest
  return into
}

function classOf(most: number, ours: Surroundings, theirs: Surroundings, near: number): number {
  if (rangeOf(ours) <= rounding && rangeOf(theirs) <= rounding) return pixelClass.flat
  const isNear = isWithin(ours, theirs) && isWithin(theirs, ours)
  return isSteady(most, ours, theirs, isNear ? near : null) ? pixelClass.jitter : pixelClass.ink
}

const rangeOf = ({ low, high }: Surroundings) => Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2])

const isWithin = ({ own }: Surroundings, { low, high }: Surroundings) =>
  own[0] >= low[0] - slack &&
  own[0] <= high[0] + slack &&
  own[1] >= low[1] - slack &&
  own[1] <= high[1] + slack &&
  own[2] >= low[2] - slack &&
  own[2] <= high[2] + slack

/**
 * Whether the two are as bright if one steps back. An edge that is drawn half a pixel further moves the mean of nine pixels by a
 * sixth of its height, one that moved by a whole pixel by a third.
 * @param near what share it may move where the other picture has its colours beside it; null where it has not.
 */
function isSteady(most: number, ours: Surroundings, theirs: Surroundings, near: number | null): boolean {
  // Colours that the other picture has nowhere near: as text smoothed in colours has, and only where both have an edge.
  if (near === null && (2 * rangeOf(ours) < most || 2 * rangeOf(theirs) < most)) return false
  const range = Math.max(ours.highBrightness - ours.lowBrightness, theirs.highBrightness - theirs.lowBrightness)
  return Math.abs(ours.brightness - theirs.brightness) <= 9 * ((near ?? meanShare) * range + rounding)
}

/** Of pictures that an encoder changed, squares are compared as wholes: its errors within them say nothing. */
function classLossy({ before, after }: Beside, { rows, pairs, classes, blocks }: ClassedPixels): void {
  const { width, channels } = after
  const downs = Array.from({ length: blocks.down }, (): number | null => null)
  for (let slot = 0; slot < rows.length; slot += 1) {
    const [y, pair] = [rows[slot] ?? 0, pairs[slot] ?? -1]
    if (pair >= 0) downs[Math.floor(y / squareSide)] ??= pair - y
  }
  const changed = changedSquares(before, after, { across: blocks.across, downs })
  for (let slot = 0; slot < rows.length; slot += 1) {
    const [y, pair] = [rows[slot] ?? 0, pairs[slot] ?? -1]
    if (pair < 0) continue
    const firstSquare = Math.floor(y / squareSide) * blocks.across
    const [rowAfter, rowBefore] = [after.start + y * after.stride, before.start + pair * before.stride]
    for (let x = 0; x < width; x += 1) {
      const at = x * channels
      if (largestDifference(after.data, rowAfter + at, before.data, rowBefore + at, channels) === 0) continue
      const isChanged = changed[firstSquare + Math.floor(x / squareSide)] === 1
      classes[slot * width + x] = isChanged ? pixelClass.flat : pixelClass.lsb
    }
  }
}

function ignore(found: ClassedPixels, width: number, boxes: readonly PixelBox[]): void {
  for (const { left, top, right, bottom } of boxes) {
    for (let slot = 0; slot < found.rows.length; slot += 1) {
      const y = found.rows[slot] ?? 0
      if (y < top || y >= bottom) continue
      for (let at = slot * width + Math.max(0, left); at < slot * width + Math.min(width, right); at += 1) {
        if ((found.classes[at] ?? 0) <= pixelClass.ignored) continue
        found.classes[at] = pixelClass.ignored
        found.ignoredPixels += 1
      }
    }
  }
}

function count({ before, after }: Beside, { rows, pairs, classes, blocks }: ClassedPixels): void {
  const { width, channels } = after
  const byClass = [null, null, blocks.lsb, blocks.jitter, blocks.ink, blocks.flat]
  for (let slot = 0; slot < rows.length; slot += 1) {
    const y = rows[slot] ?? 0
    const rowAfter = after.start + y * after.stride
    const rowBefore = before.start + (pairs[slot] ?? 0) * before.stride
    const firstBlock = (y >> 3) * blocks.across
    for (let x = 0; x < width; x += 1) {
      const kind = classes[slot * width + x] ?? 0
      if (kind <= pixelClass.ignored) continue
      const block = firstBlock + (x >> 3)
      const counted = byClass[kind]
      if (counted) counted[block] = (counted[block] ?? 0) + 1
      if (kind === pixelClass.lsb) continue
      const change = lightOf(after.data, rowAfter + x * channels) - lightOf(before.data, rowBefore + x * channels)
      blocks.balance[block] = (blocks.balance[block] ?? 0) + change
      blocks.effort[block] = (blocks.effort[block] ?? 0) + Math.abs(change)
    }
  }
}

/** How bright the pixel at a place is, 0 to 255. */
export const lightOf = (data: Uint8Array, at: number) => luma(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
