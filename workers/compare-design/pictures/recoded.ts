/**
 * Knows photographs that were encoded anew, as networks of caches do with pictures of a page: everywhere in them a little differs,
 * to no side, and no square of them by more than an encoder makes of it. Pure.
 */
import { type ClassedPixels, lightOf, type PixelBox } from '#workers/compare-design/pictures/classes'
import type { Beside } from '#workers/compare-design/pictures/kept'
import { changedSquares, squareSide } from '#workers/compare-design/pictures/lossy'
import type { Raster } from '#workers/compare-design/pictures/pixels'

/** Squares around a place that are looked at too: of few alone little can be said. */
const around = 3
/** So many squares must differ, and so much of those in the place itself. */
const leastSquares = 16
const leastShare = 0.8
/** Of a photograph's square no colour has more of it, in one of the two; so much of the squares must be so. Of text the ground has more. */
const mostOfOneColor = 0.5
const leastColorful = 0.3
/** What differs in a square goes to both sides: what is left of it in sum, as a part of all; so many squares must be so. */
const mostOneSided = 0.5
const leastEven = 0.8

/** Of changed places those in which nothing but a photograph's encoding differs. */
export const recodedOf = <Box extends PixelBox>(boxes: readonly Box[], found: ClassedPixels, beside: Beside): Box[] =>
  boxes.filter((box) => isRecoded(box, found, beside))

function isRecoded(box: PixelBox, found: ClassedPixels, { before, after }: Beside): boolean {
  const down = downOf(box, found)
  if (down === null) return false
  const own = squaresOf(box)
  const wide = {
    left: Math.max(0, own.left - around),
    top: Math.max(0, own.top - around, Math.ceil(-down / squareSide)),
    right: Math.min(Math.floor(after.width / squareSide), own.right + around),
    bottom: Math.min(Math.floor(Math.min(after.height, before.height - down) / squareSide), own.bottom + around),
  }
  const across = wide.right - wide.left
  if (across <= 0 || wide.bottom <= wide.top) return false
  const ours = cutOut(after, wide, 0)
  const theirs = cutOut(before, wide, down)
  let [differing, inside, differingInside, colorful, evenSided] = [0, 0, 0, 0, 0]
  const isDiffering = new Uint8Array(across * (wide.bottom - wide.top))
  for (let row = wide.top; row < wide.bottom; row += 1)
    for (let column = wide.left; column < wide.right; column += 1) {
      const isIn = row >= own.top && row < own.bottom && column >= own.left && column < own.right
      const place = { left: (column - wide.left) * squareSide, top: (row - wide.top) * squareSide }
      const { sum, all } = differenceIn(ours, theirs, place)
      if (isIn) inside += 1
      if (all === 0) continue
      differing += 1
      isDiffering[(row - wide.top) * across + column - wide.left] = 1
      if (isIn) differingInside += 1
      if (Math.abs(sum) <= mostOneSided * all) evenSided += 1
      if (isColorful(ours, place) || isColorful(theirs, place)) colorful += 1
    }
  if (differing < leastSquares || differingInside < leastShare * inside) return false
  if (colorful < leastColorful * differing || evenSided < leastEven * differing) return false
  const downs = Array.from({ length: wide.bottom - wide.top }, () => 0)
  return changedSquares(theirs, ours, { across, downs }).every((changed, at) => changed === 0 || isDiffering[at] === 0)
}

/** By how much lower all of a place stands in the earlier picture; null where its parts moved apart, or are new. */
function downOf({ top, bottom }: PixelBox, { rows, pairs }: ClassedPixels): number | null {
  let down: number | null = null
  for (let slot = 0; slot < rows.length; slot += 1) {
    const [y, pair] = [rows[slot] ?? 0, pairs[slot] ?? -1]
    if (y < top || y >= bottom) continue
    if (pair < 0 || (down !== null && pair - y !== down)) return null
    down = pair - y
  }
  return down
}

/** In squares, from edge to edge. */
const squaresOf = ({ left, top, right, bottom }: PixelBox): PixelBox => ({
  left: Math.floor(left / squareSide),
  top: Math.floor(top / squareSide),
  right: Math.ceil(right / squareSide),
  bottom: Math.ceil(bottom / squareSide),
})

const cutOut = (raster: Raster, { left, top, right, bottom }: PixelBox, down: number): Raster => ({
  ...raster,
  start: raster.start + (top * squareSide + down) * raster.stride + left * squareSide * raster.channels,
  width: (right - left) * squareSide,
  height: (bottom - top) * squareSide,
})

type Corner = { left: number; top: number }

/** Brightness that came, less what went; and both together, colours that are as bright counted too. */
function differenceIn(ours: Raster, theirs: Raster, { left, top }: Corner): { sum: number; all: number } {
  let [sum, all] = [0, 0]
  for (let y = top; y < top + squareSide; y += 1)
    for (let x = left; x < left + squareSide; x += 1) {
      const [at, bt] = [placeIn(ours, x, y), placeIn(theirs, x, y)]
      const light = lightOf(ours.data, at) - lightOf(theirs.data, bt)
      sum += light
      all += Math.abs(light)
      if (light === 0 && [0, 1, 2].some((channel) => ours.data[at + channel] !== theirs.data[bt + channel])) all += 1
    }
  return { sum, all }
}

function isColorful(raster: Raster, { left, top }: Corner): boolean {
  const counts = new Map<number, number>()
  let most = 0
  for (let y = top; y < top + squareSide; y += 1)
    for (let x = left; x < left + squareSide; x += 1) {
      const at = placeIn(raster, x, y)
      const { data } = raster
      const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
      const count = (counts.get(color) ?? 0) + 1
      counts.set(color, count)
      if (count > most) most = count
    }
  return most <= mostOfOneColor * squareSide ** 2
}

const placeIn = ({ start, stride, channels }: Raster, x: number, y: number) => start + y * stride + x * channels
