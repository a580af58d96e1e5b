/** Measures one page of the detection set in one window: each change and each noise, as trees and as pictures. */
import pixelmatch from 'pixelmatch'
import { indicesByPlace, isNear, judgeFindings, placesThatDiffer, type Truth } from '#bench/detection/judge'
import {
  allChanges,
  allNoise,
  type ChangeKind,
  companionOf,
  type Kind,
  type NoiseKind,
  namesOfChange,
  noiseKinds,
} from '#bench/detection/kinds'
import { paintedOver, pastedIn, withCaret, withLeastBits, withWideCaret } from '#bench/detection/noise'
import { type Build, numberOf, type PublishedPage, publish } from '#bench/detection/publish'
import type { PageSource } from '#bench/detection/source'
import { changesOfHalf, isNew, isSeen } from '#bench/detection/split'
import { type DetectionStand, type Encoding, type OtherText, type WindowSide, whereFound } from '#bench/detection/stand'
import type { DesignFinding } from '#db/documents/design-report'
import { type RenderedTree, type StyleName, styleNames } from '#db/documents/rendered-tree'
import type { Box } from '#db/documents/scan-report'
import { comparePictures, type PictureAsked } from '#workers/compare-design/pictures/compare'
import { decodePicture } from '#workers/compare-design/pictures/decode'
import { type Pixels, withAlpha } from '#workers/compare-design/pictures/pixels'
import { compareTrees } from '#workers/compare-design/trees/compare-trees'
import type { GatheredPage } from '#workers/page/artifacts/gather'

/** What was compared: trees of the same build, of another build, of another build in which a second thing changed; pictures. */
export type DetectionPath = 'tree' | 'rebuilt' | 'both' | 'picture'

export type Outcome = {
  page: string
  window: string
  kind: Kind
  /** What else changed. */
  companion: ChangeKind | null
  isChange: boolean
  isSeen: boolean
  /** Nothing was ever tuned on its page, its noise or its scale. */
  isNew: boolean
  path: DetectionPath
  /** Nothing differs that could be found: the case says nothing. */
  isVoid: boolean
  findings: number
  /** Of a change: whether its element and its property are named. Of a picture: whether a finding lies on the element. */
  isNamed: boolean
  /** The same without a step above or below. */
  isExact: boolean
  hasElement: boolean
  hasProperty: boolean
  /** Whether a picture's issue names the element where the layout of the page before is known. Changes in pictures alone. */
  isMapped: boolean | null
  /** Whether pixelmatch counts any pixel, at its default threshold and at 0.05. Pictures alone. */
  pixelmatch: readonly [byDefault: boolean, fine: boolean] | null
  /** Selectors that lead nowhere, in either page. */
  lost: number
  /** Rendering and comparing, warm. Trees of another build alone. */
  ms: { render: number; compare: number } | null
  /** What was said. */
  said: readonly string[]
}

export type DetectionAsked = {
  paths: ReadonlySet<string>
  kinds: ReadonlySet<string> | null
  hasUnseen: boolean
}

type Rendered = GatheredPage & { published: PublishedPage; pixels: Pixels | null; ms: number }

type Bench = { stand: DetectionStand; page: PageSource; size: WindowSide; asked: DetectionAsked; base: Rendered }

export async function measurePage(
  stand: DetectionStand,
  page: PageSource,
  size: WindowSide,
  asked: DetectionAsked,
): Promise<Outcome[]> {
  const isWanted = (kind: Kind) =>
    (asked.kinds?.has(kind) ?? true) && (asked.hasUnseen || isSeen(page.name, kind, size.scale))
  const changes = allChanges.filter(isWanted)
  const noise = allNoise.filter(isWanted)
  if (changes.length + noise.length === 0) return []
  const base = await render({ stand, page, size, asked }, 'none', 0)
  const bench: Bench = { stand, page, size, asked, base }
  const outcomes: Outcome[] = []
  for (const kind of changes)
    outcomes.push(...(await measureChange(bench, kind, allChanges.indexOf(kind) % 2 === 0 ? 1 : 2)))
  for (const kind of noise) outcomes.push(...(await measureNoise(bench, kind)))
  return outcomes
}

async function render(
  { stand, page, size, asked }: Omit<Bench, 'base'>,
  kind: Kind | readonly Kind[],
  build: Build,
  isPictured = asked.paths.has('picture'),
): Promise<Rendered> {
  const published = publish(page, kind, build)
  const startedAt = performance.now()
  const gathered = await stand.render(published.html, size, { picture: isPictured, text: otherTextOf(kind) })
  const ms = performance.now() - startedAt
  return { ...gathered, ms, published, pixels: gathered.picture ? await decodePicture(gathered.picture.bytes) : null }
}

const otherTextOf = (kind: Kind | readonly Kind[]): OtherText | undefined =>
  kind === 'text-aa' ? 'plain' : kind === 'hinting' ? 'hinted' : undefined

async function measureChange(bench: Bench, kind: ChangeKind, build: Build): Promise<Outcome[]> {
  const { base, asked } = bench
  const changed = await render(bench, kind, 0)
  const declared = {
    before: base.published.marks.get(kind) ?? [],
    after: changed.published.marks.get(kind) ?? [],
  }
  const differing = placesThatDiffer(kind, base.tree, changed.tree)
  const isStyle = namesOfChange(kind).types === undefined
  const isVoid = isStyle && !declared.after.some((place) => differing.has(place))
  const truth: Truth = {
    before: new Set([...declared.before, ...differing]),
    after: new Set([...declared.after, ...differing]),
  }
  const outcomes: Outcome[] = []
  if (asked.paths.has('tree')) outcomes.push({ ...(await nameIn(bench, kind, changed, truth)), isVoid, ms: null })
  if (asked.paths.has('rebuilt')) {
    const rebuilt = await render(bench, kind, build, false)
    outcomes.push({ ...(await nameIn(bench, kind, rebuilt, truth)), path: 'rebuilt', isVoid })
  }
  if (asked.paths.has('both')) outcomes.push(...(await measureBoth(bench, kind, build)))
  if (base.pixels && changed.pixels) {
    const boxes = [
      ...declared.before.map((place) => boxAt(base.tree, place)),
      ...declared.after.map((place) => boxAt(changed.tree, place)),
    ].filter((box) => box !== null)
    const outcome = comparePixels(bench, kind, changed.pixels, { boxes })
    outcomes.push({ ...outcome, isMapped: await isMapped(bench, changed.pixels, truth.before) })
  }
  return outcomes
}

/** Whether a change is named as well where something else changed too. */
async function measureBoth(bench: Bench, kind: ChangeKind, build: Build): Promise<Outcome[]> {
  const { base, page } = bench
  const companion = companionOf(kind, changesOfHalf(changesOfHalf(true).includes(kind)))
  if (companion === null) return []
  const other = await render(bench, companion, 0, false)
  const both = await render(bench, [kind, companion], build, false)
  const differing = placesThatDiffer(kind, other.tree, both.tree)
  const declared = both.published.marks.get(kind) ?? []
  const isShown =
    kind === 'hidden' || kind === 'item-removed' || declared.some((place) => boxAt(both.tree, place) !== null)
  const truth: Truth = {
    before: new Set(base.published.marks.get(kind) ?? []),
    after: new Set([...declared, ...differing]),
  }
  const outcome = await nameIn(bench, kind, both, truth)
  const isSeenBoth = [kind, companion].every((each) => isSeen(page.name, each, bench.size.scale))
  return [{ ...outcome, path: 'both', companion, isSeen: isSeenBoth, isVoid: !isShown, ms: null }]
}

/** Whether pictures come to the element, or one a step away, by the layout of the page before. Null where it had none. */
async function isMapped({ base, stand }: Bench, after: Pixels, places: ReadonlySet<string>): Promise<boolean | null> {
  if (!base.pixels || places.size === 0) return null
  const { findings } = comparePictures(
    base.pixels,
    after,
    picturesAsked({ tree: base.tree, scale: base.tree.viewport.scale }),
  )
  const found = await stand.locate(base.published.html, namesOf(findings))
  return found.some((place) => place !== null && [...places].some((each) => isNear(place, each)))
}

/** What the two trees come to, and how long that and the rendering took. */
async function nameIn(bench: Bench, kind: ChangeKind, after: Rendered, truth: Truth): Promise<Outcome> {
  const { base, stand } = bench
  const startedAt = performance.now()
  const { findings } = compareTrees(base.tree, after.tree, treesAsked([]))
  const compareMs = performance.now() - startedAt
  const found = await whereFound(stand, { before: base.published.html, after: after.published.html }, namesOf(findings))
  return {
    ...outcomeOf(bench, kind, 'tree'),
    ...judgeFindings(kind, findings, found, truth),
    lost: [...found.values()].filter((each) => each.before === null && each.after === null).length,
    ms: { render: after.ms, compare: compareMs },
    said: findings.map(saying),
  }
}

async function measureNoise(bench: Bench, kind: NoiseKind): Promise<Outcome[]> {
  const { base, asked } = bench
  const outcomes: Outcome[] = []
  const build = kind === 'rebuild' ? 1 : kind === 'rebuild2' ? 2 : 0
  const noisy = rasterNoise.has(kind) ? base : await render(bench, kind, build)
  const clock = kind === 'clock' ? (base.published.marks.get('clock') ?? []) : []
  const ignored = clock.map((place) => boxAt(base.tree, place)).filter((box) => box !== null)
  if (asked.paths.has('tree') && noiseKinds[kind].isInTree) {
    const { findings } = compareTrees(base.tree, noisy.tree, treesAsked(ignored))
    outcomes.push({ ...outcomeOf(bench, kind, 'tree'), findings: findings.length, said: findings.map(saying) })
  }
  if (!asked.paths.has('picture')) return outcomes
  const pixels = rasterNoise.has(kind) ? await inRaster(bench, kind) : noisy.pixels
  if (pixels) outcomes.push(comparePixels(bench, kind, pixels, { ignored, isLossy: encodings[kind] !== undefined }))
  return outcomes
}

const encodings: Partial<Record<NoiseKind, Encoding>> = {
  jpeg: { type: 'jpeg', quality: 90 },
  'jpeg-small': { type: 'jpeg', quality: 75 },
  webp: { type: 'webp', quality: 85 },
}
/** Put into the picture after it was taken. */
const rasterNoise: ReadonlySet<NoiseKind> = new Set([
  'lsb',
  'caret',
  'caret-wide',
  'recoded',
  'jpeg',
  'jpeg-small',
  'webp',
])

/** The picture of before with such a noise; null where the page has nothing that it shows in. */
async function inRaster({ base, page, size, stand }: Bench, kind: NoiseKind): Promise<Pixels | null> {
  const { pixels, picture, tree, published } = base
  if (!pixels || !picture) return null
  const encode = async (as: Encoding) => decodePicture(await stand.encode(picture.bytes, picture, as))
  const encoding = encodings[kind]
  if (encoding) return encode(encoding)
  if (kind === 'lsb') return withLeastBits(pixels, numberOf(`${page.name} ${size.width}`))
  if (kind === 'recoded') {
    const photos = tree.nodes.flatMap(({ name, box }) => (name === 'img' && box ? [boxOf(box)] : []))
    if (photos.length === 0) return null
    const inDevice = photos.map((box) => scaled(box, size.scale))
    return pastedIn(pixels, await encode({ type: 'jpeg', quality: 85 }), inDevice)
  }
  const [field] = published.marks.get('caret') ?? []
  const caret = field === undefined ? null : caretAt(tree, field, page.direction === 'rtl')
  if (!caret) return null
  const { scale } = size
  const place = { x: caret.x * scale, y: caret.y * scale, height: caret.height * scale }
  return kind === 'caret' ? withCaret(pixels, place) : withWideCaret(pixels, behind(place, page), 2 * scale)
}

const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
})

/** Where one stands who has written a little. */
const behind = ({ x, y, height }: Pick<Box, 'x' | 'y' | 'height'>, { direction }: PageSource) => ({
  x: direction === 'rtl' ? x - 4 * height : x + 4 * height,
  y: y - height / 8,
  height: 1.25 * height,
})

const picturesAsked = (odd: Partial<PictureAsked>): PictureAsked => ({
  mode: 'tolerant',
  maxShift: 0,
  scale: 1,
  ignored: [],
  tree: null,
  isLossy: false,
  ...odd,
})

const treesAsked = (ignored: readonly Box[]) => ({
  ignored: ignored.map((box) => ({ box, reason: 'a clock' })),
  maxShift: 0,
  tokens: null,
})

const namesOf = (findings: readonly DesignFinding[]) => findings.map(({ element }) => element)

const saying = ({ type, element, property, before, after }: DesignFinding) =>
  `${type} ${element} ${property ?? ''} ${short(before)} → ${short(after)}`

const short = (value: string | null) => (value === null ? '–' : value.length > 40 ? `${value.slice(0, 40)}…` : value)

function outcomeOf({ page, size }: Bench, kind: Kind, path: DetectionPath): Outcome {
  return {
    page: page.name,
    window: `${size.width} × ${size.height}${size.scale === 1 ? '' : `, ${size.scale}`}`,
    kind,
    companion: null,
    isChange: (allChanges as readonly Kind[]).includes(kind),
    isSeen: isSeen(page.name, kind, size.scale),
    isNew: isNew(page.name, kind, size.scale),
    path,
    isVoid: false,
    findings: 0,
    isNamed: false,
    isExact: false,
    hasElement: false,
    hasProperty: false,
    isMapped: null,
    pixelmatch: null,
    lost: 0,
    ms: null,
    said: [],
  }
}

function boxAt(tree: RenderedTree, place: string): Box | null {
  const index = indicesByPlace(tree).get(place)
  const box = index === undefined ? undefined : tree.nodes[index]?.box
  return box ? boxOf(box) : null
}

const boxOf = ([x, y, width, height]: NonNullable<RenderedTree['nodes'][number]['box']>): Box => ({
  x: Math.floor(x),
  y: Math.floor(y),
  width: Math.ceil(width) + 1,
  height: Math.ceil(height) + 1,
})

/** Where writing begins in a field: within its border and padding, half as high as it is. */
function caretAt(tree: RenderedTree, place: string, isFromRight: boolean): Pick<Box, 'x' | 'y' | 'height'> | null {
  const node = tree.nodes[indicesByPlace(tree).get(place) ?? -1]
  if (!node?.box || node.style === undefined) return null
  const values = tree.styles[node.style] ?? []
  const pixelsOf = (name: StyleName) => Number.parseFloat(values[styleNames.indexOf(name)] ?? '') || 0
  const [x, y, width, height] = node.box
  const left = x + pixelsOf('border-left-width') + pixelsOf('padding-left')
  const right = x + width - pixelsOf('border-right-width') - pixelsOf('padding-right') - 1
  return { x: isFromRight ? right : left, y: y + height / 4, height: height / 2 }
}

function comparePixels(
  bench: Bench,
  kind: Kind,
  after: Pixels,
  {
    boxes = [],
    ignored = [],
    isLossy = false,
  }: { boxes?: readonly Box[]; ignored?: readonly Box[]; isLossy?: boolean },
): Outcome {
  const before = bench.base.pixels
  const outcome = outcomeOf(bench, kind, 'picture')
  if (!before) return outcome
  const { scale } = bench.size
  const { findings } = comparePictures(before, after, picturesAsked({ ignored, isLossy, scale }))
  const over = ignored.map((box) => scaled(box, scale))
  const isPlaced = findings.some(({ box }) => box !== null && boxes.some((each) => isOver(each, box)))
  const isSameSize = before.width === after.width && before.height === after.height
  return {
    ...outcome,
    isVoid: isSameSize && before.channels === after.channels && Buffer.compare(before.data, after.data) === 0,
    findings: findings.length,
    isNamed: isPlaced,
    hasElement: isPlaced,
    hasProperty: findings.length > 0,
    pixelmatch: [countsAny(before, after, 0.1, over), countsAny(before, after, 0.05, over)],
    said: findings.map((each) => `${saying(each)} ${JSON.stringify(each.box)}`),
  }
}

const isOver = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Pictures of two sizes count as different: pixelmatch refuses them. What is ignored is painted over, as its users do. */
function countsAny(before: Pixels, after: Pixels, threshold: number, ignored: readonly Box[]): boolean {
  if (before.width !== after.width || before.height !== after.height) return true
  const [one, other] = [before, after].map((pixels) => paintedOver(withAlpha(pixels), ignored).data)
  if (!one || !other) return true
  return pixelmatch(one, other, undefined, before.width, before.height, { threshold }) > 0
}
