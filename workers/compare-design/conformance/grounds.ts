/** What is painted under a text, as far as the tree tells: flat colours, one over another. Pure. */
import type { NodeBox } from '#db/documents/rendered-tree'
import { laidOver, type SrgbColor } from '#shared/design-system/colors'
import {
  chainOf,
  colorAt,
  hasArea,
  holds,
  isOrStandsIn,
  nodeAt,
  type Page,
  styleAt,
} from '#workers/compare-design/conformance/page'

const white: SrgbColor = { r: 1, g: 1, b: 1, alpha: 1 }
const clear: SrgbColor = { r: 0, g: 0, b: 0, alpha: 0 }

/** unknown: a picture, a gradient or a blend is in the way; covered: something else is painted over it. */
type Ground = { kind: 'flat'; color: SrgbColor; text: SrgbColor } | { kind: 'unknown' } | { kind: 'covered' }

type Painter = { index: number; box: NodeBox; order: number; color: SrgbColor | null }

/** What of a page paints a ground, by the band of the page that it is in. */
export type Painters = {
  bands: ReadonlyMap<number, readonly Painter[]>
  /** By node: whether it, or what it stands in, is blended with what is behind it; lets that through as a whole. */
  isBlended: readonly boolean[]
  isFaded: readonly boolean[]
}

const bandHeight = 256
/** Grounds over one another that are looked at. */
const layerLimit = 200
const pictures = ['img', 'video', 'canvas', 'svg', 'iframe', 'object', 'embed', 'picture']

/** The colour that an element's ground has by itself; null of a picture or gradient. */
function paintOf(page: Page, index: number): SrgbColor | null {
  const image = styleAt(page, index, 'background-image')
  if ((image !== '' && image !== 'none') || pictures.includes(nodeAt(page, index)?.name ?? '')) return null
  return colorAt(page, index, 'background-color') ?? clear
}

export function paintersOf(page: Page): Painters {
  const bands = new Map<number, Painter[]>()
  for (const [index, { box, style, paintOrder = 0 }] of page.tree.nodes.entries()) {
    if (style === undefined || !hasArea(box) || styleAt(page, index, 'visibility') !== 'visible') continue
    const color = paintOf(page, index)
    if (color?.alpha === 0 || styleAt(page, index, 'opacity') === '0') continue
    const painter = { index, box: isCanvas(page, index) ? everywhere : box, order: paintOrder, color }
    const last = Math.min(box[1] + box[3], page.tree.size.height)
    const [from, to] = isCanvas(page, index) ? [0, page.tree.size.height] : [Math.max(0, box[1]), last]
    for (let band = Math.floor(from / bandHeight); band * bandHeight <= to; band += 1) {
      const known = bands.get(band)
      if (known) known.push(painter)
      else bands.set(band, [painter])
    }
  }
  return {
    bands,
    isBlended: isOrStandsIn(page, (index) => isBlended(page, index)),
    isFaded: isOrStandsIn(page, (index) => Number(styleAt(page, index, 'opacity') || 1) < 1),
  }
}

const everywhere: NodeBox = [-1e7, -1e7, 2e7, 2e7]

/** The root's ground is the page's, and the body's is where the root has none. */
function isCanvas(page: Page, index: number): boolean {
  const name = nodeAt(page, index)?.name
  if ((page.heirOf[index] ?? -1) < 0) return name === 'html'
  if (name !== 'body') return false
  const html = page.heirOf[index] ?? -1
  const image = styleAt(page, html, 'background-image')
  return (image === 'none' || image === '') && paintOf(page, html)?.alpha === 0
}

/** What a text of an element is seen on, and as. @param box where its letters are. */
export function groundOf(page: Page, painters: Painters, element: number, box: NodeBox, order: number): Ground {
  const text = colorAt(page, element, 'color')
  if (!text || painters.isBlended[element]) return { kind: 'unknown' }
  const under = [...(painters.bands.get(Math.floor((box[1] + box[3] / 2) / bandHeight)) ?? [])].filter((painter) =>
    isTouching(painter.box, box),
  )
  if (under.length > layerLimit) return { kind: 'unknown' }
  const others = under.filter(({ index }) => !holds(page, index, element) && !holds(page, element, index))
  const above = others.filter((painter) => painter.order > order)
  if (above.length > 0)
    return above.some(({ color }) => (color?.alpha ?? 1) > 0.9) ? { kind: 'covered' } : { kind: 'unknown' }
  const behind = under
    .filter(({ index }) => index === element || !holds(page, element, index))
    .toSorted((one, other) => one.order - other.order || one.index - other.index)
  if (!painters.isFaded[element]) return piled(behind, box, text)
  return others.length > 0 ? { kind: 'unknown' } : inGroups(page, [...chainOf(page, element)], behind, box, text)
}

function piled(layers: readonly Painter[], box: NodeBox, text: SrgbColor): Ground {
  let color: SrgbColor = white
  let isKnown = true
  for (const painter of layers) {
    const isWhole = isHolding(painter.box, box)
    if (painter.color?.alpha === 1 && isWhole) isKnown = true
    else if (painter.color === null || !isWhole) isKnown = false
    if (painter.color) color = laidOver(painter.color, color)
  }
  return isKnown ? { kind: 'flat', color, text: laidOver(text, color) } : { kind: 'unknown' }
}

/** Through what is half clear as a whole: its ground and its text are seen together on what is behind. */
function inGroups(
  page: Page,
  chain: readonly number[],
  under: readonly Painter[],
  box: NodeBox,
  text: SrgbColor,
): Ground {
  const byIndex = new Map(under.map((painter) => [painter.index, painter]))
  const groups: { opacity: number; ground: SrgbColor }[] = [{ opacity: 1, ground: white }]
  let isKnown = true
  for (const index of chain.toReversed()) {
    const opacity = Number(styleAt(page, index, 'opacity') || 1)
    if (opacity < 1) groups.push({ opacity, ground: clear })
    const painter = byIndex.get(index)
    const group = groups.at(-1)
    if (!painter || !group) continue
    const isWhole = isHolding(painter.box, box)
    if (painter.color?.alpha === 1 && isWhole && groups.length === 1) isKnown = true
    else if (painter.color === null || !isWhole) isKnown = false
    if (painter.color) group.ground = laidOver(painter.color, group.ground)
  }
  if (!isKnown) return { kind: 'unknown' }
  let [seen, without] = [text, clear]
  for (const { opacity, ground } of groups.toReversed()) {
    const within = laidOver(without, ground)
    seen = faded(laidOver(seen, ground), opacity)
    without = faded(within, opacity)
  }
  return { kind: 'flat', color: without, text: seen }
}

const faded = (color: SrgbColor, opacity: number): SrgbColor => ({ ...color, alpha: color.alpha * opacity })

/** The colour that is behind an element, where only what it stands in paints it and nothing but flat colours. */
export function flatGroundBehind(page: Page, element: number, isOwnSeen: boolean): SrgbColor | null {
  const chain = [...chainOf(page, element)].slice(isOwnSeen ? 0 : 1)
  const colors: SrgbColor[] = []
  for (const index of chain) {
    const color = paintOf(page, index)
    if (!color || isBlended(page, index) || Number(styleAt(page, index, 'opacity') || 1) < 1) return null
    colors.push(color)
    if (color.alpha === 1) break
  }
  return colors.reduceRight((under, color) => laidOver(color, under), white)
}

function isBlended(page: Page, index: number): boolean {
  const isSet = (value: string, ...none: readonly string[]) => value !== '' && !none.includes(value)
  return (
    isSet(styleAt(page, index, 'mix-blend-mode'), 'normal') ||
    isSet(styleAt(page, index, 'filter'), 'none') ||
    isSet(styleAt(page, index, 'backdrop-filter'), 'none')
  )
}

const isTouching = (one: NodeBox, other: NodeBox) =>
  one[0] < other[0] + other[2] &&
  other[0] < one[0] + one[2] &&
  one[1] < other[1] + other[3] &&
  other[1] < one[1] + one[3]

/** By a pixel: browsers lay out in fractions. */
const isHolding = (outer: NodeBox, inner: NodeBox) =>
  inner[0] >= outer[0] - 1 &&
  inner[1] >= outer[1] - 1 &&
  inner[0] + inner[2] <= outer[0] + outer[2] + 1 &&
  inner[1] + inner[3] <= outer[1] + outer[3] + 1
