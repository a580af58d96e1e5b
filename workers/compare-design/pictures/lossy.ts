/** Tells what an encoder that loses has done to a picture from what changed in it, by the squares that encoders take. Pure. */
import type { Raster } from '#workers/compare-design/pictures/pixels'

/** Pixels of a side: a JPEG's own squares, and two by two of a WebP's. */
export const squareSide = 8
const pixels = squareSide ** 2

/** How far two squares are from each other; brightness and colour are 0 to 255. */
export type SquareDifference = {
  /** By how much the mean brightness differs. */
  light: number
  /** The same of colour: of blue to yellow and red to green, the larger. */
  color: number
  /** How far brightness is off besides: the root of the mean square. */
  ragged: number
  /** Which part of the contrast came or went. */
  gain: number
  /** The standard deviation of brightness in it; of the two pictures, the larger. */
  spread: number
  /** From the least to the most of its colours and of those beside it, likewise. */
  colors: number
}

export type SquaresAsked = {
  /** Squares in a row. */
  across: number
  /** Of each row of squares how much lower it stands in the earlier picture; null where it is not compared. */
  downs: readonly (number | null)[]
}

/**
 * 1 for each square that no encoder makes of the other picture's. An encoder keeps the mean of a square, keeps its contrast, and
 * errs more where there is more to draw; how much more, the two pictures say themselves.
 */
export function changedSquares(before: Raster, after: Raster, { across, downs }: SquaresAsked): Uint8Array {
  const [ours, theirs] = [newStrip(after.width), newStrip(after.width)]
  const measured: (SquareDifference | null)[] = []
  for (const [row, down] of downs.entries()) {
    const top = row * squareSide
    const columns = Array.from({ length: across }, (_, column) => column * squareSide)
    const isToLook = columns.map((left) => down !== null && !areEqual(before, after, { left, top, down }))
    if (down !== null && isToLook.includes(true)) {
      fillStrip(after, top, ours)
      fillStrip(before, top + down, theirs)
    }
    for (const [column, left] of columns.entries())
      measured.push(isToLook[column] ? differenceOf(ours, theirs, left) : null)
  }
  const noise = noiseOf(measured)
  const excess = Float32Array.from(measured, (square) => (square === null ? 0 : excessOf(square, noise)))
  return Uint8Array.from(excess, (own, at) => (own > certain || (own > 1 && isSupported(excess, at, across)) ? 1 : 0))
}

function areEqual(
  before: Raster,
  after: Raster,
  { left, top, down }: { left: number; top: number; down: number },
): boolean {
  const length = Math.min(squareSide, after.width - left) * after.channels
  for (let y = top; y < Math.min(top + squareSide, after.height); y += 1) {
    if (y + down < 0 || y + down >= before.height) return false
    const at = after.start + y * after.stride + left * after.channels
    const bt = before.start + (y + down) * before.stride + left * before.channels
    for (let byte = 0; byte < length; byte += 1) if (after.data[at + byte] !== before.data[bt + byte]) return false
  }
  return true
}

/** A row of squares, by column of pixels; what lies beyond the picture is as its last pixel. Brightness and colours as JPEGs keep them. */
type Strip = {
  width: number
  /** Row by row. */
  light: Float32Array
  /** Added up over the square's rows. */
  blue: Float32Array
  red: Float32Array
  lowBlue: Float32Array
  highBlue: Float32Array
  lowRed: Float32Array
  highRed: Float32Array
}

/** How far beyond a square its colours are mixed with others': they are kept for two pixels by two, and smoothed. */
const mixed = 2

function newStrip(pictureWidth: number): Strip {
  const width = Math.ceil(pictureWidth / squareSide) * squareSide
  const column = () => new Float32Array(width)
  return {
    width,
    light: new Float32Array(width * squareSide),
    blue: column(),
    red: column(),
    lowBlue: column(),
    highBlue: column(),
    lowRed: column(),
    highRed: column(),
  }
}

/** Fills `into`: this runs for each row of squares. */
function fillStrip({ data, start, stride, channels, width, height }: Raster, top: number, into: Strip): void {
  const { light, blue, red, lowBlue, highBlue, lowRed, highRed } = into
  for (const sums of [blue, red]) sums.fill(0)
  for (const lows of [lowBlue, lowRed]) lows.fill(255)
  for (const highs of [highBlue, highRed]) highs.fill(-255)
  for (let y = -mixed; y < squareSide + mixed; y += 1) {
    const row = start + Math.min(height - 1, Math.max(0, top + y)) * stride
    const isInside = y >= 0 && y < squareSide
    for (let x = 0; x < into.width; x += 1) {
      const at = row + Math.min(width - 1, x) * channels
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      const bright = 0.299 * r + 0.587 * g + 0.114 * b
      const toBlue = 0.564 * (b - bright)
      const toRed = 0.713 * (r - bright)
      if (toBlue < (lowBlue[x] ?? 0)) lowBlue[x] = toBlue
      if (toBlue > (highBlue[x] ?? 0)) highBlue[x] = toBlue
      if (toRed < (lowRed[x] ?? 0)) lowRed[x] = toRed
      if (toRed > (highRed[x] ?? 0)) highRed[x] = toRed
      if (!isInside) continue
      light[y * into.width + x] = bright
      blue[x] = (blue[x] ?? 0) + toBlue
      red[x] = (red[x] ?? 0) + toRed
    }
  }
}

function differenceOf(ours: Strip, theirs: Strip, left: number): SquareDifference {
  const [meanOurs, meanTheirs] = [meanOf(ours, left), meanOf(theirs, left)]
  let [square, spreadOurs, spreadTheirs, together] = [0, 0, 0, 0]
  for (let y = 0; y < squareSide; y += 1)
    for (let at = y * ours.width + left; at < y * ours.width + left + squareSide; at += 1) {
      const one = (ours.light[at] ?? 0) - meanOurs
      const other = (theirs.light[at] ?? 0) - meanTheirs
      square += (one - other) ** 2
      spreadOurs += one ** 2
      spreadTheirs += other ** 2
      together += one * other
    }
  const colorOff = (of: 'blue' | 'red') => Math.abs(sumOf(ours[of], left) - sumOf(theirs[of], left)) / pixels
  return {
    light: Math.abs(meanOurs - meanTheirs),
    color: Math.max(colorOff('blue'), colorOff('red')),
    ragged: Math.sqrt(square / pixels),
    gain: spreadTheirs === 0 ? 0 : Math.abs(together / spreadTheirs - 1),
    spread: Math.sqrt(Math.max(spreadOurs, spreadTheirs) / pixels),
    colors: Math.max(colorsOf(ours, left), colorsOf(theirs, left)),
  }
}

function meanOf({ light, width }: Strip, left: number): number {
  let sum = 0
  for (let y = 0; y < squareSide; y += 1)
    for (let at = y * width + left; at < y * width + left + squareSide; at += 1) sum += light[at] ?? 0
  return sum / pixels
}

function sumOf(columns: Float32Array, left: number): number {
  let sum = 0
  for (let x = left; x < left + squareSide; x += 1) sum += columns[x] ?? 0
  return sum
}

function colorsOf({ width, lowBlue, highBlue, lowRed, highRed }: Strip, left: number): number {
  let [leastBlue, mostBlue, leastRed, mostRed] = [255, -255, 255, -255]
  for (let x = Math.max(0, left - mixed); x < Math.min(width, left + squareSide + mixed); x += 1) {
    leastBlue = Math.min(leastBlue, lowBlue[x] ?? 0)
    mostBlue = Math.max(mostBlue, highBlue[x] ?? 0)
    leastRed = Math.min(leastRed, lowRed[x] ?? 0)
    mostRed = Math.max(mostRed, highRed[x] ?? 0)
  }
  return Math.max(mostBlue - leastBlue, mostRed - leastRed)
}

/** Squares with something drawn in them, by the spread of their brightness. */
const drawnSpread = 8
/** What an encoder's error is as a part of what is drawn, whatever its quality. */
const raggedShare = 0.06
/** The coarsest encoder, in brightness. */
const mostNoise = 5

/** How far brightness is off in most squares in which something is drawn, beyond what is so at any quality. */
function noiseOf(measured: readonly (SquareDifference | null)[]): number {
  const errors = measured.flatMap((square) =>
    square !== null && square.spread > drawnSpread ? Math.max(0, square.ragged - raggedShare * square.spread) : [],
  )
  const sorted = Float32Array.from(errors).sort()
  return Math.min(mostNoise, sorted[Math.floor(0.75 * sorted.length)] ?? 0)
}

/** From this excess on a square needs none beside it that says the same. */
const certain = 2

/** How many times as far apart the two are as an encoder could have them: above 1 is a change. */
function excessOf({ light, color, ragged, gain, spread, colors }: SquareDifference, noise: number): number {
  return Math.max(
    light / (2 + 0.4 * noise + 0.04 * spread + 0.04 * colors),
    color / (2.5 + noise / 2 + 0.1 * colors),
    ragged / (3 + 2.5 * noise + 2 * raggedShare * spread + 0.05 * colors),
    spread > 2 * drawnSpread ? gain / (0.25 + 0.03 * noise + 0.002 * colors) : 0,
  )
}

/** Squares right beside it that are too far apart too, of which it takes so many. */
const leastBeside = 2

function isSupported(excess: Float32Array, at: number, across: number): boolean {
  const column = at % across
  let beside = 0
  for (let dy = -1; dy <= 1; dy += 1)
    for (let dx = -1; dx <= 1; dx += 1)
      if (
        (dx !== 0 || dy !== 0) &&
        column + dx >= 0 &&
        column + dx < across &&
        (excess[at + dy * across + dx] ?? 0) > 1
      )
        beside += 1
  return beside >= leastBeside
}
