/** Compares two pictures of a page: what changed, as findings; what a renderer does by itself, as absorbed. Pure, the same each time. */
import type { AbsorbedDifference, DesignFinding, PictureFigures } from '#db/documents/design-report'
import type { RenderedTree } from '#db/documents/rendered-tree'
import type { Box } from '#db/documents/scan-report'
import { isCaret } from '#workers/compare-design/pictures/carets'
import { type ClassedPixels, classPixels, type PixelBox, pixelClass } from '#workers/compare-design/pictures/classes'
import { type Cluster, clustersOf } from '#workers/compare-design/pictures/clusters'
import { countAsPixelmatch } from '#workers/compare-design/pictures/counted'
import { type Beside, besideOf } from '#workers/compare-design/pictures/kept'
import { type Pixels, rowOf } from '#workers/compare-design/pictures/pixels'
import { around, type ChangedPlace, placesOf } from '#workers/compare-design/pictures/places'
import { recodedOf } from '#workers/compare-design/pictures/recoded'
import { redrawnOf } from '#workers/compare-design/pictures/redrawn'
import { type Band, type Shifts, shiftsOf } from '#workers/compare-design/pictures/shifts'

export type PictureAsked = {
  /** exact: any pixel that differs is a finding; tolerant: what a renderer does by itself is none. */
  mode: 'exact' | 'tolerant'
  /** CSS pixels that a part of the page may have moved up or down. */
  maxShift: number
  /** Device pixels to a CSS pixel. */
  scale: number
  /** What is not looked at, in CSS pixels of the later picture. */
  ignored: readonly Box[]
  /** The baseline's layout, where one is stored. */
  tree: RenderedTree | null
  /** Whether an encoder was free to change pixels of either. */
  isLossy: boolean
}

export type PictureComparison = {
  findings: DesignFinding[]
  absorbed: AbsorbedDifference[]
  figures: PictureFigures
}

/** What was seen of two pictures, before it is put into words. */
export type SeenDifference = {
  beside: Beside
  found: ClassedPixels
  clusters: Cluster[]
  /** What would be one more cluster each, were it not the caret of a field. */
  carets: Cluster[]
  /** The same, of photographs that were encoded anew. */
  recoded: Cluster[]
  /** The same, of text that another renderer drew. */
  redrawn: Cluster[]
  shifts: Shifts
}

export const comparePictures = (before: Pixels, after: Pixels, asked: PictureAsked): PictureComparison =>
  compareBeside(besideOf(before, after, asked), asked)

/** The same of pictures whose equal rows are known. */
export function compareBeside(beside: Beside, asked: PictureAsked): PictureComparison {
  const { before, after } = beside
  const seen = lookAt(beside, asked)
  const told = before.width === after.width ? tell(seen, asked) : [ofSize(beside, asked)]
  return {
    findings: told,
    absorbed: absorbedOf(seen, asked, told),
    figures: {
      width: after.width,
      height: after.height,
      changedPixels: changedPixels(seen, told),
      pixelmatch: countAsPixelmatch(beside),
    },
  }
}

export function lookAt(beside: Beside, asked: PictureAsked): SeenDifference {
  const boxes = asked.ignored.map((box) => inPixels(box, asked.scale))
  const found = classPixels(beside, { ignored: boxes, isLossy: asked.isLossy, scale: asked.scale })
  const all = clustersOf(found, beside, { isExact: asked.mode === 'exact', scale: asked.scale })
  const inBefore = (cluster: Cluster) => inBaseline(beside, cluster, asked.scale)
  const { scale, tree } = asked
  const carets =
    asked.mode === 'exact'
      ? []
      : all.filter((cluster) => isCaret(cluster, all, { beside, scale, tree, box: inBefore(cluster) }))
  const isFree = asked.mode === 'tolerant' && !asked.isLossy
  const inPage = all.filter((cluster) => !carets.includes(cluster))
  const recoded = isFree ? recodedOf(inPage, found, beside) : []
  const others = inPage.filter((cluster) => !recoded.includes(cluster))
  const redrawn = isFree && others.length > 0 ? redrawnOf(others, found, beside, scale) : []
  const clusters = others.filter((cluster) => !redrawn.includes(cluster))
  const isAligned = beside.before.width === beside.after.width && !asked.isLossy
  const shifts = isAligned ? shiftsOf(beside) : { list: [], furthest: 0, movedRows: 0 }
  const told = asked.mode === 'tolerant' && isSnapped(shifts, beside, asked.scale) ? { ...shifts, list: [] } : shifts
  return { beside, found, clusters, carets, recoded, redrawn, shifts: withoutIgnored(told, boxes, beside.after.width) }
}

/** Rows up to this share of the picture may stand one CSS pixel elsewhere: lines of text snap to whole pixels one by one. Less than a CSS pixel is nothing that a page says. */
const snappedShare = 0.1

const isSnapped = ({ furthest, movedRows }: Shifts, { before, after }: Beside, scale: number) =>
  before.height === after.height &&
  (furthest < scale || (furthest === scale && movedRows <= snappedShare * after.height))

const inPixels = ({ x, y, width, height }: Box, scale: number): PixelBox => ({
  left: Math.floor(x * scale),
  top: Math.floor(y * scale),
  right: Math.ceil((x + width) * scale),
  bottom: Math.ceil((y + height) * scale),
})

/** A band that lies in a region which is not looked at, over the whole width, holds nothing to tell. */
function withoutIgnored(shifts: Shifts, boxes: readonly PixelBox[], width: number): Shifts {
  const isIgnored = (band: Band | null) =>
    band !== null &&
    boxes.some(
      ({ left, top, right, bottom }) => left <= 0 && right >= width && top <= band.top && bottom >= band.bottom,
    )
  return {
    ...shifts,
    list: shifts.list.map((shift) => ({ ...shift, added: isIgnored(shift.added) ? null : shift.added })),
  }
}

function tell(seen: SeenDifference, asked: PictureAsked): DesignFinding[] {
  const { before, after } = seen.beside
  const places = placesOf(seen.clusters, asked.tree, (box) => inBaseline(seen.beside, box, asked.scale))
  const findings = places.map((place) => ofPlace(place, seen, asked))
  for (const { added, removed } of seen.shifts.list) {
    if (added) findings.push(ofBand(added, 'added', seen, asked))
    if (removed) findings.push(ofBand(removed, 'removed', seen, asked))
  }
  if (!isShiftAbsorbed(seen.shifts, asked)) findings.push(...ofShifts(seen, asked))
  const isHeightTold = seen.shifts.list.length > 0
  if (before.height !== after.height && !isHeightTold) findings.push(ofSize(seen.beside, asked))
  return findings
}

const isShiftAbsorbed = ({ furthest, list }: Shifts, { maxShift, scale, mode }: PictureAsked) =>
  list.every(({ by }) => Math.abs(by) <= maxShift * scale) &&
  furthest <= maxShift * scale &&
  (mode !== 'exact' || maxShift > 0)

/** Where a box of the later picture stood in the earlier one, in CSS pixels. */
function inBaseline({ match, before }: Beside, { left, top, right, bottom }: PixelBox, scale: number): Box {
  let moved = 0
  for (let y = top; y >= 0; y -= 1) {
    const pair = match[y] ?? -1
    if (pair < 0) continue
    moved = y - pair
    break
  }
  const from = Math.min(before.height - 1, Math.max(0, top - moved))
  return { x: left / scale, y: from / scale, width: (right - left) / scale, height: (bottom - top) / scale }
}

const boxOf = ({ left, top, right, bottom }: PixelBox, scale: number): Box => ({
  x: left / scale,
  y: top / scale,
  width: (right - left) / scale,
  height: (bottom - top) / scale,
})

/** From this share of the picture on a change is a serious one. */
const seriousShare = 0.05

function ofPlace(place: ChangedPlace, seen: SeenDifference, { scale }: PictureAsked): DesignFinding {
  const { after } = seen.beside
  const pixels = place.clusters.reduce((sum, cluster) => sum + cluster.pixels, 0)
  const area = place.clusters.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0)
  const colors = colorsOf(place.clusters, seen)
  const box = boxOf(place.box, scale)
  const where = `${Math.ceil(box.width)} × ${Math.ceil(box.height)} at ${Math.floor(box.x)}, ${Math.floor(box.y)}`
  return {
    severity: area > seriousShare * after.width * after.height ? 'serious' : 'moderate',
    type: 'visual-change',
    element: place.element,
    violation: colors
      ? `looks different from the approved picture: ${pixels} pixels in an area of ${where}, mostly ${colors.before} that became ${colors.after}`
      : `looks different from the approved picture: ${pixels} pixels in an area of ${where}`,
    recommendation: colors
      ? `If this is not meant, bring back ${colors.before}; if it is, approve the new picture.`
      : 'If this is not meant, bring back its approved look; if it is, approve the new picture.',
    property: null,
    before: colors?.before ?? null,
    after: colors?.after ?? null,
    token: null,
    elements: place.elements,
    box,
    source: 'picture',
  }
}

/** The colours that an area of one colour went from and to, where most of what differs is such a pair. */
function colorsOf(
  clusters: readonly Cluster[],
  { beside, found }: SeenDifference,
): { before: string; after: string } | null {
  const counts = new Map<string, number>()
  let [pixels, best, bestCount] = [0, '', 0]
  const { width, channels } = beside.after
  for (const { left, right, top, bottom } of clusters) {
    for (let slot = 0; slot < found.rows.length; slot += 1) {
      const y = found.rows[slot] ?? 0
      if (y < top || y >= bottom) continue
      const [rowAfter, rowBefore] = [rowOf(beside.after, y), rowOf(beside.before, Math.max(0, found.pairs[slot] ?? 0))]
      for (let x = left; x < right; x += 1) {
        const kind = found.classes[slot * width + x]
        if (kind === undefined || kind < pixelClass.lsb) continue
        pixels += 1
        if (kind !== pixelClass.flat) continue
        const pair = `${hexOf(rowBefore, x * channels)} ${hexOf(rowAfter, x * channels)}`
        const count = (counts.get(pair) ?? 0) + 1
        counts.set(pair, count)
        if (count > bestCount) [best, bestCount] = [pair, count]
      }
    }
  }
  const [before, after] = best.split(' ')
  return before && after && 2 * bestCount > pixels ? { before, after } : null
}

const hexOf = (row: Uint8Array, at: number) => `#${Buffer.from(row.buffer, row.byteOffset + at, 3).toString('hex')}`

function ofBand(
  band: Band,
  kind: 'added' | 'removed',
  { beside }: SeenDifference,
  { scale, tree }: PictureAsked,
): DesignFinding {
  const { width, height } = beside.after
  const pixels = { left: 0, right: width, ...band }
  const box = boxOf(pixels, scale)
  const rows = Math.round(box.height)
  const inBefore = kind === 'removed' ? box : inBaseline(beside, { ...pixels, bottom: pixels.top + 1 }, scale)
  const [place] = placesOf([{ ...pixels, pixels: 0, flat: 0 }], kind === 'removed' ? tree : null, () => inBefore)
  return {
    severity: band.bottom - band.top > seriousShare * height ? 'serious' : 'moderate',
    type: 'visual-change',
    element: place?.element ?? `region(0,${Math.round(box.y)},${Math.round(box.width)},${rows})`,
    violation:
      kind === 'added'
        ? `${rows} CSS pixels at ${Math.round(box.y)} from the top hold something that the approved picture has not`
        : `${rows} CSS pixels at ${Math.round(box.y)} from the top of the approved picture are gone`,
    recommendation:
      kind === 'added'
        ? 'If this is not meant, take out what was put in; if it is, approve the new picture.'
        : 'If this is not meant, bring back what was taken out; if it is, approve the new picture.',
    property: null,
    before: null,
    after: null,
    token: null,
    elements: 1,
    box,
    source: 'picture',
  }
}

/** All that moved is one finding, where it begins to. */
function ofShifts({ beside, shifts }: SeenDifference, { scale, tree }: PictureAsked): DesignFinding[] {
  const [first] = shifts.list
  if (!first) return []
  const { width, height } = beside.after
  const last = Math.min(height, Math.max(first.top + 1, beside.match.length))
  const pixels = { left: 0, right: width, top: Math.min(first.top, height - 1), bottom: last }
  const steps = shifts.list.map(({ by, top }) => `${said(by / scale)} from ${Math.round(top / scale)} on`)
  const inBefore = { x: 0, y: first.beforeTop / scale, width: width / scale, height: 1 }
  const [place] = placesOf([{ ...pixels, pixels: 0, flat: 0 }], tree, () => inBefore)
  const furthest = Math.max(shifts.furthest, ...shifts.list.map(({ by }) => Math.abs(by))) / scale
  return [
    {
      severity: furthest <= 2 ? 'minor' : 'moderate',
      type: 'layout-shift',
      element: place?.element ?? '',
      violation: `parts of the page moved: ${steps.slice(0, 4).join(', ')}${steps.length > 4 ? `, and ${steps.length - 4} more steps` : ''}; ${shifts.movedRows} of ${height} rows are the same otherwise`,
      recommendation:
        'Look at heights, margins and paddings where it begins; if the move is meant, approve the new picture.',
      property: null,
      before: null,
      after: `${round(furthest)}px`,
      token: null,
      elements: shifts.list.length,
      box: boxOf(pixels, scale),
      source: 'picture',
    },
  ]
}

const round = (value: number) => Math.round(value * 100) / 100
const said = (by: number) => `${round(Math.abs(by))} CSS pixels ${by > 0 ? 'down' : 'up'}`

function ofSize({ before, after }: Beside, { scale, tree }: PictureAsked): DesignFinding {
  const whole = { left: 0, top: 0, right: after.width, bottom: after.height, pixels: 0, flat: 0 }
  const [place] = placesOf([whole], tree, (box) => boxOf(box, scale))
  return {
    severity: 'moderate',
    type: 'size-change',
    element: place?.element ?? '',
    violation: `the picture is ${after.width} × ${after.height} pixels, the approved one ${before.width} × ${before.height}`,
    recommendation: 'Send a picture of the same viewport and scale, or approve this one as the new baseline.',
    property: null,
    before: `${before.width} × ${before.height}`,
    after: `${after.width} × ${after.height}`,
    token: null,
    elements: 1,
    box: boxOf(around([whole]), scale),
    source: 'picture',
  }
}

function changedPixels({ clusters, shifts, beside }: SeenDifference, told: readonly DesignFinding[]): number {
  if (told.length === 0) return 0
  const bands = shifts.list.flatMap(({ added, removed }) => [added, removed]).filter((band) => band !== null)
  const rows = bands.reduce((sum, { top, bottom }) => sum + bottom - top, 0)
  return clusters.reduce((sum, { pixels }) => sum + pixels, 0) + rows * beside.after.width
}

type Words = readonly (readonly [name: string, kinds: readonly number[], message: string])[]

const words: Words = [
  ['lsb', [pixelClass.lsb], 'differ by no more than rounding'],
  ['jitter', [pixelClass.jitter], 'lie on edges that were drawn a little elsewhere or smoothed otherwise'],
  ['ink', [pixelClass.ink, pixelClass.flat], 'lie on edges, with nothing more or less beside them'],
]
const lossyWords: Words = [['lossy', [pixelClass.lsb], 'differ by no more than an encoder that loses may make them']]

function absorbedOf(seen: SeenDifference, asked: PictureAsked, told: readonly DesignFinding[]): AbsorbedDifference[] {
  const { found, clusters, carets, recoded, redrawn, shifts, beside } = seen
  const left = leftOver(found, [...clusters, ...carets, ...recoded, ...redrawn], beside.after.width)
  const absorbed: AbsorbedDifference[] = []
  for (const [name, kinds, message] of asked.isLossy ? lossyWords : words) {
    const pixels = kinds.reduce((sum, kind) => sum + (left[kind] ?? 0), 0)
    if (pixels > 0) absorbed.push({ class: name, pixels, message: `${pixels} pixels ${message}` })
  }
  const inCarets = carets.reduce((sum, { pixels }) => sum + pixels, 0)
  if (inCarets > 0)
    absorbed.push({ class: 'caret', pixels: inCarets, message: `${inCarets} pixels are the caret of a field` })
  const inRecoded = recoded.reduce((sum, { pixels }) => sum + pixels, 0)
  if (inRecoded > 0)
    absorbed.push({
      class: 'recoded',
      pixels: inRecoded,
      message: `${inRecoded} pixels are photographs that were encoded anew`,
    })
  const inRedrawn = redrawn.reduce((sum, { pixels }) => sum + pixels, 0)
  if (inRedrawn > 0)
    absorbed.push({
      class: 'redrawn',
      pixels: inRedrawn,
      message: `${inRedrawn} pixels are text that another renderer drew: words were compared, single letters were not`,
    })
  if (found.ignoredPixels > 0)
    absorbed.push({
      class: 'ignored',
      pixels: found.ignoredPixels,
      message: `${found.ignoredPixels} pixels differ in regions that are not looked at`,
    })
  if (shifts.movedRows > 0 && !told.some(({ type }) => type === 'layout-shift'))
    absorbed.push({
      class: 'shift',
      pixels: shifts.movedRows * beside.after.width,
      message: `${shifts.movedRows} rows moved by ${round(shifts.furthest / asked.scale)} CSS pixels at most, which is let pass`,
    })
  return absorbed
}

/** Differing pixels outside of every cluster, by class. */
function leftOver(found: ClassedPixels, clusters: readonly Cluster[], width: number): number[] {
  const counts = [0, 0, 0, 0, 0, 0]
  for (let slot = 0; slot < found.rows.length; slot += 1) {
    const y = found.rows[slot] ?? 0
    const near = clusters.filter(({ top, bottom }) => top <= y && y < bottom)
    for (let x = 0; x < width; x += 1) {
      const kind = found.classes[slot * width + x] ?? 0
      if (kind < pixelClass.lsb || near.some(({ left, right }) => left <= x && x < right)) continue
      counts[kind] = (counts[kind] ?? 0) + 1
    }
  }
  return counts
}
