/** Knows text that another renderer drew: all of the page's letters differ a little, and stand where they stood or a few pixels beside. Pure. */
import { type ClassedPixels, lightOf, type PixelBox } from '#workers/compare-design/pictures/classes'
import type { Beside } from '#workers/compare-design/pictures/kept'
import { rowOf } from '#workers/compare-design/pictures/pixels'

/** Of what is drawn on a page, so much at least differs where another renderer was at work; so many rows at least hold it. */
const systemicShare = 0.4
const leastRows = 0.2
/** From the darkest to the brightest of a block in which something is drawn; with fewer of them there is too little to know a renderer by. */
const drawnRange = 60
const leastDrawn = 1000
/** A window, in pixels, and from one to the next: two or three letters, which stand together wherever they are drawn. */
const window = { across: 24, down: 16 }
const step = { across: 12, down: 8 }
/** How far letters may stand beside where they stood: lines of other widths add up. CSS pixels. */
const reach = { across: 18, down: 2 }
/** What is left of a window when it is laid over the other as well as can be, as a part of its ink: what other letters leave is more. */
const mostLeft = 0.5
/** With so little left nothing better is looked for. */
const goodLeft = 0.15
/** Of a window that holds hardly anything, as much ink as this part of it at its contrast is taken. */
const leastInk = 0.12
/** Brightness that a pixel may be off on a ground without anything. */
const groundSlack = 2
/** By how much a window's colour may be off as a whole, and for each of its contrast. */
const [colorSlack, colorShare] = [4, 0.04]
/** Ink that may come or go in all of a place: other smoothing is fatter or thinner. */
const inkShare = 0.18
/** Pixels beside where it was that may be its own line's beginning still; so many windows at least are there, and so many at most just as far from it. CSS pixels. */
const nearly = 3
const leastNear = 0.4
const mostAlike = 0.6
/** Windows that are looked at; more would take seconds. */
const mostWindows = 30_000

/** Of changed places those in which text was merely drawn anew; none where most of what is drawn is as it was, or all moved alike. */
export function redrawnOf<Box extends PixelBox>(
  boxes: readonly Box[],
  found: ClassedPixels,
  beside: Beside,
  scale: number,
): Box[] {
  const planes = planesOf(found, beside)
  if (planes === null || differingShare(planes.before, found) < systemicShare) return []
  const looking: Looking = { ...planes, scale, windows: 0, beside: new Map() }
  const redrawn = boxes.filter((box) => isRedrawn(box, looking))
  return isMove(looking) ? [] : redrawn
}

type Looking = {
  before: Plane
  after: Plane
  scale: number
  /** Looked at so far. */
  windows: number
  /** How many windows that hold something were found so many pixels to the left or right. */
  beside: Map<number, number>
}

/** Null where sizes differ, or too little does. */
function planesOf({ rows }: ClassedPixels, { before, after, match }: Beside): Pick<Looking, 'before' | 'after'> | null {
  const { width, height, channels } = after
  if (before.width !== width || before.height !== height || rows.length < leastRows * height) return null
  // A row that is found in the earlier picture need not be there as pixels in the later one.
  const rowAfter = (y: number) => ((match[y] ?? -1) >= 0 ? rowOf(before, match[y] ?? 0) : rowOf(after, y))
  return {
    before: planeOf(width, height, channels, (y) => rowOf(before, y)),
    after: planeOf(width, height, channels, rowAfter),
  }
}

/** Whether what is in the box of either picture is in the other too, up to the drawing of it. */
function isRedrawn(box: PixelBox, looking: Looking): boolean {
  const { before, after, scale } = looking
  let [inkBefore, inkAfter] = [0, 0]
  for (let top = box.top - step.down; top < box.bottom; top += step.down)
    for (let left = box.left - step.across; left < box.right; left += step.across) {
      const at = {
        left: Math.max(0, Math.min(left, after.width - window.across)),
        top: Math.max(0, Math.min(top, after.height - window.down)),
      }
      looking.windows += 1
      if (looking.windows > mostWindows) return false
      const there = foundIn(before, after, at, scale)
      const back = there && foundIn(after, before, at, scale)
      if (!there || !back) return false
      if (there.range > drawnRange) looking.beside.set(there.away, (looking.beside.get(there.away) ?? 0) + 1)
      inkBefore += there.ink
      inkAfter += back.ink
    }
  return Math.abs(inkBefore - inkAfter) <= inkShare * Math.max(inkBefore, inkAfter)
}

/** Whether it is the page that moved: lines that another renderer drew begin where they began, and grow apart from there. */
function isMove({ beside, scale }: Looking): boolean {
  const all = beside.values().reduce((sum, count) => sum + count, 0)
  const near = beside.entries().reduce((sum, [away, count]) => sum + (away <= nearly * scale ? count : 0), 0)
  const most = beside.entries().reduce((sum, [away, count]) => (away > 0 ? Math.max(sum, count) : sum), 0)
  return near < leastNear * all || most > mostAlike * all
}

/** A picture: its brightness, smoothed a little, and its colours as they are. */
type Plane = { width: number; height: number; light: Uint8Array; rows: (y: number) => Uint8Array; channels: number }

function planeOf(width: number, height: number, channels: number, rows: (y: number) => Uint8Array): Plane {
  const sharp = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const row = rows(y)
    for (let x = 0; x < width; x += 1) sharp[y * width + x] = lightOf(row, x * channels)
  }
  const light = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const [above, own, below] = [Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width]
    for (let x = 0; x < width; x += 1) {
      const [l, r] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)]
      const column = (at: number) => (sharp[above + at] ?? 0) + 2 * (sharp[own + at] ?? 0) + (sharp[below + at] ?? 0)
      light[own + x] = (column(l) + 2 * column(x) + column(r) + 8) >> 4
    }
  }
  return { width, height, light, rows, channels }
}

/** Of the blocks in which something is drawn, the share that differs by more than rounding; 0 where they are few. */
function differingShare({ width, height, light }: Plane, { blocks }: ClassedPixels): number {
  let [drawn, differing] = [0, 0]
  for (let row = 0; row < Math.floor(height / 8); row += 1)
    for (let column = 0; column < Math.floor(width / 8); column += 1) {
      let [low, high] = [255, 0]
      for (let y = row * 8; y < row * 8 + 8; y += 1)
        for (let at = y * width + column * 8; at < y * width + column * 8 + 8; at += 1) {
          const value = light[at] ?? 0
          if (value < low) low = value
          if (value > high) high = value
        }
      if (high - low < drawnRange) continue
      drawn += 1
      const block = row * blocks.across + column
      if ((blocks.jitter[block] ?? 0) + (blocks.ink[block] ?? 0) + (blocks.flat[block] ?? 0) > 0) differing += 1
    }
  return drawn < leastDrawn ? 0 : differing / drawn
}

type Place = { left: number; top: number }

/** What a window has of its own, and how far beside it is found in the other picture. */
type Finding = { range: number; ink: number; away: number }

/** Null where it is not found near. */
function foundIn(own: Plane, other: Plane, place: Place, scale: number): Finding | null {
  const { range, ink } = inkOf(own, place)
  const pixels = window.across * window.down
  const drawn = Math.max(ink, leastInk * range * pixels)
  const good = goodLeft * drawn + pixels / 2
  let least = mostLeft * drawn + groundSlack * pixels
  let found: Finding | null = null
  const [far, deep] = [Math.round(reach.across * scale), Math.round(reach.down * scale)]
  for (let away = 0; away <= far; away += 1)
    for (const dx of away === 0 ? [0] : [away, -away])
      for (let dy = -deep; dy <= deep; dy += 1) {
        const to = { left: place.left + dx, top: place.top + dy }
        if (to.left < 0 || to.top < 0) continue
        if (to.left + window.across > other.width || to.top + window.down > other.height) continue
        const left = leftOver(own, other, place, to, least)
        if (left >= least || !isColorNear(own, other, place, to, range)) continue
        least = left
        found = { range, ink, away }
        if (least <= good) return found
      }
  return found
}

/** From the darkest to the brightest of a window, and how much is drawn on what there is more of. */
function inkOf({ width, light }: Plane, { left, top }: Place): { range: number; ink: number } {
  let [low, high, sum] = [255, 0, 0]
  for (let y = top; y < top + window.down; y += 1)
    for (let at = y * width + left; at < y * width + left + window.across; at += 1) {
      const value = light[at] ?? 0
      if (value < low) low = value
      if (value > high) high = value
      sum += value
    }
  const pixels = window.across * window.down
  return { range: high - low, ink: 2 * sum > (low + high) * pixels ? high * pixels - sum : sum - low * pixels }
}

/** Differences in brightness, added up; gives up at the limit. */
function leftOver(own: Plane, other: Plane, from: Place, to: Place, limit: number): number {
  let sum = 0
  for (let y = 0; y < window.down && sum < limit; y += 1) {
    const at = (from.top + y) * own.width + from.left
    const bt = (to.top + y) * other.width + to.left
    for (let x = 0; x < window.across; x += 1) sum += Math.abs((own.light[at + x] ?? 0) - (other.light[bt + x] ?? 0))
  }
  return sum
}

function isColorNear(own: Plane, other: Plane, from: Place, to: Place, range: number): boolean {
  const off = [0, 0, 0]
  for (let y = 0; y < window.down; y += 1) {
    const [row, otherRow] = [own.rows(from.top + y), other.rows(to.top + y)]
    for (let x = 0; x < window.across; x += 1)
      for (let channel = 0; channel < 3; channel += 1)
        off[channel] =
          (off[channel] ?? 0) +
          (row[(from.left + x) * own.channels + channel] ?? 0) -
          (otherRow[(to.left + x) * other.channels + channel] ?? 0)
  }
  const most = (colorSlack + colorShare * range) * window.across * window.down
  return off.every((sum) => Math.abs(sum) <= most)
}
