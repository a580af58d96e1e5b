/** The contrast of a text's strokes with their ground, pixel by pixel, out of three pictures of one place. Pure. */
import { type Color, contrastOf } from '#workers/scan-page/checks/in-page/color'

/** RGBA rows. */
export type TextPicture = { width: number; height: number; data: Uint8Array }

/** One place three times: as it is, without its letters, and with its letters in `markColor`. */
export type Pictures = { shown: TextPicture; bare: TextPicture; marked: TextPicture }

/** In pixels of the pictures. */
export type PictureBox = { x: number; y: number; width: number; height: number }

/** A colour that hardly any ground has: from its distance to the ground it is told how much of a pixel a letter covers. */
export const markColor: Color = [255, 0, 255]

export type Strokes = {
  /** Of each pixel in the core of the strokes, the lowest first. */
  ratios: Float64Array
  /** The same against what is painted just beside the strokes, a shadow's halo say. */
  beside: Float64Array
  /** How much of their pixels the fullest strokes cover: thin ones less than 1, so that their colour is reckoned, not read. */
  coverage: number
}

/** A stroke's pixel is at its core when it is covered by this share of what the fullest pixels are. */
const coreShare = 0.9
/** Below it antialiasing has left too little of the colour to reckon it from. */
const leastCoverage = 0.5
const leastPixels = 12
/** A ground too near to the mark's own colour says nothing of how much is covered. */
const leastDistance = 48
/** Steps of a channel by which two pictures of the same thing may differ. */
const noise = 3
/** Pictures that differ in more of what is no letter show something that moves. */
const unsteadyShare = 0.02
const ringWidth = 2

/**
 * Null where no letter is to be seen; `unsteady` where something else changed between the pictures.
 * @param opacity of what the letters stand in: no pixel is covered by more.
 */
export function strokesIn(boxes: readonly PictureBox[], pictures: Pictures, opacity = 1): Strokes | 'unsteady' | null {
  const areas = boxes.map((box) => areaOf(box, pictures))
  const full = fullCoverage(areas)
  if (full === null) return isUnsteady(areas) ? 'unsteady' : null
  if (isUnsteady(areas)) return 'unsteady'
  const ratios: number[] = []
  const beside: number[] = []
  const coverage = Math.min(1, full / opacity)
  for (const area of areas) measureArea(area, pictures, { full, coverage }, ratios, beside)
  if (coverage < leastCoverage || ratios.length < leastPixels) return null
  return {
    ratios: Float64Array.from(ratios).sort(),
    beside: Float64Array.from(beside).sort(),
    coverage,
  }
}

type Area = {
  left: number
  top: number
  width: number
  height: number
  /** How much of each pixel letters cover, 0 to 1; NaN where it cannot be told. */
  covered: Float32Array
  /** TextPicture without any letter, and those of them that changed by themselves. */
  plain: number
  changed: number
}

function areaOf(box: PictureBox, { shown, bare, marked }: Pictures): Area {
  const left = Math.max(0, Math.floor(box.x))
  const top = Math.max(0, Math.floor(box.y))
  const width = Math.max(0, Math.min(bare.width, Math.ceil(box.x + box.width)) - left)
  const height = Math.max(0, Math.min(bare.height, Math.ceil(box.y + box.height)) - top)
  const area: Area = { left, top, width, height, covered: new Float32Array(width * height), plain: 0, changed: 0 }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = ((top + y) * bare.width + left + x) * 4
      const coverage = coverageAt(at, bare.data, marked.data)
      area.covered[y * width + x] = coverage
      if (coverage !== 0) continue
      area.plain += 1
      if (distanceAt(at, shown.data, bare.data) > noise) area.changed += 1
    }
  }
  return area
}

/** By the channel in which the mark is farthest from the ground. */
function coverageAt(at: number, bare: Uint8Array, marked: Uint8Array): number {
  let widest = leastDistance
  let share = Number.NaN
  for (const [channel, mark] of markColor.entries()) {
    const ground = bare[at + channel] ?? 0
    const distance = Math.abs(mark - ground)
    if (distance < widest) continue
    widest = distance
    share = ((marked[at + channel] ?? 0) - ground) / (mark - ground)
  }
  if (Number.isNaN(share)) return share
  return distanceAt(at, bare, marked) <= noise ? 0 : Math.min(1, share)
}

function distanceAt(at: number, one: Uint8Array, other: Uint8Array): number {
  const of = (channel: number) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0))
  return Math.max(of(0), of(1), of(2))
}

/** How much the fullest twentieth of what letters touch shows of the mark, at the least. */
function fullCoverage(areas: readonly Area[]): number | null {
  const touched = areas.flatMap(({ covered }) => [...covered.filter((share) => share > 0)]).sort((a, b) => b - a)
  return touched[Math.floor(touched.length / 20)] ?? null
}

function isUnsteady(areas: readonly Area[]): boolean {
  const plain = areas.reduce((sum, area) => sum + area.plain, 0)
  const changed = areas.reduce((sum, area) => sum + area.changed, 0)
  return changed > plain * unsteadyShare
}

/** The fullest pixels: how much of the mark they show, and how much letters cover of them. */
type Fullest = { full: number; coverage: number }

function measureArea(
  area: Area,
  { shown, bare }: Pictures,
  { full, coverage }: Fullest,
  ratios: number[],
  beside: number[],
): void {
  const { left, top, width, height, covered } = area
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const share = covered[y * width + x] ?? 0
      if (!(share >= full * coreShare)) continue
      const at = ((top + y) * bare.width + left + x) * 4
      const ground = colorAt(at, bare.data)
      const letter = wholeColor(colorAt(at, shown.data), ground, (share / full) * coverage)
      ratios.push(contrastOf(letter, ground))
      const nearest = besideAt(area, x, y)
      if (nearest !== null)
        beside.push(contrastOf(letter, colorAt(((top + nearest.y) * bare.width + left + nearest.x) * 4, bare.data)))
    }
  }
}

/** The nearest pixel without a letter, across the stroke or along it, within the ring's width. */
function besideAt({ width, height, covered }: Area, x: number, y: number): { x: number; y: number } | null {
  for (let far = 1; far <= ringWidth; far += 1) {
    for (const [stepX, stepY] of sides) {
      const nearX = x + stepX * far
      const nearY = y + stepY * far
      if (nearX < 0 || nearY < 0 || nearX >= width || nearY >= height) continue
      if (covered[nearY * width + nearX] === 0) return { x: nearX, y: nearY }
    }
  }
  return null
}

const sides = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

const colorAt = (at: number, data: Uint8Array): Color => [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]

/** What the letter would be painted in if it covered the whole pixel. */
function wholeColor(seen: Color, ground: Color, share: number): Color {
  if (share >= 1) return seen
  const whole = (channel: 0 | 1 | 2) =>
    Math.min(255, Math.max(0, ground[channel] + (seen[channel] - ground[channel]) / share))
  return [whole(0), whole(1), whole(2)]
}
