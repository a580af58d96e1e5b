/** How much two squares of pictures differ when one is moved over the other as well as can be. Pure. */
import { lightOf } from '#workers/compare-design/pictures/classes'
import type { Raster } from '#workers/compare-design/pictures/pixels'

/** Pixels of a side of the square, and how many of them lie beyond the block on each side. */
const side = 12
const rim = 2
/** Steps in a pixel. */
const steps = 4

export type Nudged = {
  /** Differences in brightness, added up, as the two are. */
  whole: number
  /** The same at the best of the moves by quarters of a pixel. */
  least: number
  /** From the darkest to the brightest of either. */
  range: number
}

/** @param place of a block in the later picture; `down`: how much lower it is in the earlier one; `reach`: the furthest move. In pixels. */
export function leastDifference(
  before: Raster,
  after: Raster,
  { left, top, down, reach }: { left: number; top: number; down: number; reach: number },
): Nudged {
  const wide = side + 2 * reach + 1
  const still = lights(after, left - rim, top - rim, side)
  const moved = lights(before, left - rim - reach, top + down - rim - reach, wide)
  const costAt = (dx: number, dy: number, limit: number) =>
    cost(still, moved, wide, dx + reach * steps, dy + reach * steps, limit)
  const whole = costAt(0, 0, Number.POSITIVE_INFINITY)
  let [least, bestX, bestY] = [whole, 0, 0]
  for (const step of [steps, steps / 2, 1]) {
    const [fromX, fromY] = [bestX, bestY]
    const far = step === steps ? reach : 1
    for (let y = -far; y <= far; y += 1) {
      for (let x = -far; x <= far; x += 1) {
        const [dx, dy] = [fromX + x * step, fromY + y * step]
        if (Math.max(Math.abs(dx), Math.abs(dy)) > reach * steps) continue
        const found = costAt(dx, dy, least)
        if (found < least) [least, bestX, bestY] = [found, dx, dy]
      }
    }
  }
  return { whole, least, range: Math.max(rangeOf(still), rangeOf(moved)) }
}

function rangeOf(light: Uint8Array): number {
  let [low, high] = [255, 0]
  for (const value of light) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return high - low
}

function lights(
  { data, start, stride, channels, width, height }: Raster,
  left: number,
  top: number,
  across: number,
): Uint8Array {
  const result = new Uint8Array(across * across)
  for (let y = 0; y < across; y += 1) {
    const row = start + Math.min(height - 1, Math.max(0, top + y)) * stride
    for (let x = 0; x < across; x += 1)
      result[y * across + x] = lightOf(data, row + Math.min(width - 1, Math.max(0, left + x)) * channels)
  }
  return result
}

/** Gives up beyond the limit. @param dx in steps from the left edge of `moved`. */
function cost(still: Uint8Array, moved: Uint8Array, wide: number, dx: number, dy: number, limit: number): number {
  const [columns, rows] = [Math.floor(dx / steps), Math.floor(dy / steps)]
  const [partX, partY] = [dx - columns * steps, dy - rows * steps]
  const [restX, restY] = [steps - partX, steps - partY]
  const whole = steps * steps
  let sum = 0
  for (let y = 0; y < side && sum < limit * whole; y += 1) {
    let at = (y + rows) * wide + columns
    for (let x = 0; x < side; x += 1, at += 1) {
      const upper = restX * (moved[at] ?? 0) + partX * (moved[at + 1] ?? 0)
      const lower = restX * (moved[at + wide] ?? 0) + partX * (moved[at + wide + 1] ?? 0)
      sum += Math.abs(restY * upper + partY * lower - whole * (still[y * side + x] ?? 0))
    }
  }
  return sum / whole
}
