/** Texts that nobody can read as a whole: cut off by what they stand in, or painted over one another. Pure. */
import type { NodeBox } from '#db/documents/rendered-tree'
import type { Departure } from '#workers/compare-design/conformance/departure'
import {
  attributeOf,
  chainOf,
  clipsOf,
  colorAt,
  holds,
  isOrStandsIn,
  nodeAt,
  type Page,
  pixelsAt,
  seenElements,
  styleAt,
  uncoveredBox,
} from '#workers/compare-design/conformance/page'

export function checkTexts(page: Page): Departure[] {
  return [...cutOff(page), ...overOneAnother(page)]
}

function cutOff(page: Page): Departure[] {
  return seenElements(page).flatMap((element) =>
    (page.textsOf.get(element) ?? []).flatMap((text) => {
      const cut = cutOf(page, element, text)
      if (!cut) return []
      const { clipper, axis, by } = cut
      const property = `overflow-${axis}`
      const departure: Departure = {
        type: 'overflow',
        severity: 'serious',
        element: clipper,
        property,
        value: styleAt(page, clipper, axis === 'x' ? 'overflow-x' : 'overflow-y'),
        cause: `${attributeOf(page, clipper, 'class') ?? clipper}`,
        violation: `Text is cut off: ${by}px of “${excerpt(nodeAt(page, text)?.text ?? '')}” go over the edge.`,
        recommendation:
          axis === 'y'
            ? 'Let it grow with what it holds: height: auto;'
            : 'Let the text wrap or give it room: overflow-wrap: anywhere;',
        token: null,
      }
      return [departure]
    }),
  )
}

const excerpt = (text: string) => {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  return plain.length > 40 ? `${plain.slice(0, 39).trimEnd()}…` : plain
}

type Cut = { clipper: number; axis: 'x' | 'y'; by: number }

/** Where a text that is partly seen loses letters that nobody meant to hide. */
function cutOf(page: Page, element: number, text: number): Cut | null {
  const box = nodeAt(page, text)?.box
  const font = pixelsAt(page, element, 'font-size') ?? 16
  const shown = uncoveredBox(page, text)
  if (!box || !shown || shown[2] < font / 2 || shown[3] < font / 2) return null
  for (const axis of ['x', 'y'] as const) {
    for (const clipper of chainOf(page, element)) {
      // Where it may lie over the edge, or be moved under it, it is a drawer, a slide or a menu.
      if (isLifted(page, clipper) && clipper !== element) break
      const frame = nodeAt(page, clipper)?.box
      if (!frame || !clipsOf(page, clipper)[axis === 'x' ? 0 : 1]) continue
      if (!isHard(page, clipper, axis)) break
      // Text that runs from right to left goes over the left edge.
      const over = Math.max(endOf(box, axis) - endOf(frame, axis), axis === 'x' ? frame[0] - box[0] : 0)
      const isCut = over > font * (axis === 'x' ? 0.25 : 0.4)
      if (isCut && !(axis === 'x' && isSlide(page, element, clipper, frame)))
        return { clipper, axis, by: Math.round(over) }
      break
    }
  }
  return null
}

const endOf = ([x, y, width, height]: NodeBox, axis: 'x' | 'y') => (axis === 'x' ? x + width : y + height)

const isLifted = (page: Page, index: number) => {
  const isSet = (value: string) => value !== '' && value !== 'none'
  return (
    ['absolute', 'fixed'].includes(styleAt(page, index, 'position')) ||
    isSet(styleAt(page, index, 'transform')) ||
    isSet(styleAt(page, index, 'translate'))
  )
}

/** Whether what is over the edge is lost: it cannot be scrolled to, and no ellipsis says that there is more. */
function isHard(page: Page, index: number, axis: 'x' | 'y'): boolean {
  const overflow = styleAt(page, index, axis === 'x' ? 'overflow-x' : 'overflow-y')
  if (overflow !== 'hidden' && overflow !== 'clip') return false
  const clamp = styleAt(page, index, '-webkit-line-clamp')
  if (axis === 'y') return clamp === '' || clamp === 'none'
  return styleAt(page, index, 'text-overflow') !== 'ellipsis'
}

/** A part that is wider than its frame and holds the text whole is one of several to look at in turn. */
function isSlide(page: Page, element: number, clipper: number, frame: NodeBox): boolean {
  for (const index of chainOf(page, element)) {
    if (index === clipper) return false
    const box = nodeAt(page, index)?.box
    if (
      box &&
      styleAt(page, index, 'display') !== 'inline' &&
      (box[0] + box[2] > frame[0] + frame[2] + 1 || box[0] < frame[0] - 1)
    )
      return true
  }
  return false
}

type Placed = { text: number; element: number; block: number; box: NodeBox; font: number; order: number }

/** Pairs of texts over one another that are told: who has more has one cause of them all. */
const pairLimit = 1000
const comparisonLimit = 10_000_000

function overOneAnother(page: Page): Departure[] {
  const placed = placedTexts(page).toSorted((one, other) => one.box[1] - other.box[1] || one.text - other.text)
  const pairs = pairsOver(page, placed)
  const heaps = heapsOf(pairs)
  return pairs.map(([one, other]) => overlapOf(page, one, other, heaps.get(one.block) ?? one.block))
}

/** @param placed the uppermost first. */
function pairsOver(page: Page, placed: readonly Placed[]): [Placed, Placed][] {
  const pairs: [Placed, Placed][] = []
  let open: Placed[] = []
  let compared = 0
  for (const lower of placed) {
    open = open.filter(({ box }) => box[1] + box[3] > lower.box[1])
    for (const upper of open) if (isOver(page, upper, lower)) pairs.push([upper, lower])
    compared += open.length
    if (pairs.length >= pairLimit || compared >= comparisonLimit) return pairs
    open.push(lower)
  }
  return pairs
}

/** What lies over one another in one place was moved at once. @returns by block, the first of its heap. */
function heapsOf(pairs: readonly (readonly [Placed, Placed])[]): ReadonlyMap<number, number> {
  const heaps = new Map<number, number>()
  const rootOf = (block: number): number => {
    let root = block
    for (let above = heaps.get(root); above !== undefined && above !== root; above = heaps.get(root)) root = above
    return root
  }
  for (const [one, other] of pairs) {
    const [first, second] = [rootOf(one.block), rootOf(other.block)]
    heaps.set(Math.max(first, second), Math.min(first, second))
  }
  return new Map([...heaps.keys()].map((block) => [block, rootOf(block)]))
}

/** Texts that are painted, each with the block whose lines it is in. */
function placedTexts(page: Page): Placed[] {
  const isLoose = isOrStandsIn(page, (index) => isWrapped(page, index))
  return seenElements(page).flatMap((element) => {
    if (isLoose[element]) return []
    return (page.textsOf.get(element) ?? []).flatMap((text) => {
      const box = uncoveredBox(page, text)
      if (!box || !/[\p{L}\p{N}]/u.test(nodeAt(page, text)?.text ?? '') || isClear(page, element)) return []
      const font = pixelsAt(page, element, 'font-size') ?? 16
      const order = nodeAt(page, text)?.paintOrder ?? nodeAt(page, element)?.paintOrder ?? 0
      return [{ text, element, block: blockOf(page, element), box, font, order }]
    })
  })
}

const isClear = (page: Page, element: number) => colorAt(page, element, 'color')?.alpha === 0

/** The box of a text that runs around something, or is turned, is not where its letters are. */
function isWrapped(page: Page, index: number): boolean {
  const float = styleAt(page, index, 'float')
  return (float !== 'none' && float !== '') || isTurned(page, index)
}

const isTurned = (page: Page, index: number) =>
  [styleAt(page, index, 'transform'), styleAt(page, index, 'rotate')].some((value) => value !== '' && value !== 'none')

function blockOf(page: Page, element: number): number {
  for (const index of chainOf(page, element))
    if (!['inline', 'contents', 'ruby'].includes(styleAt(page, index, 'display'))) return index
  return element
}

function isOver(page: Page, one: Placed, other: Placed): boolean {
  if (one.block === other.block) return false
  const across = Math.min(one.box[0] + one.box[2], other.box[0] + other.box[2]) - Math.max(one.box[0], other.box[0])
  const down = Math.min(one.box[1] + one.box[3], other.box[1] + other.box[3]) - Math.max(one.box[1], other.box[1])
  const font = Math.min(one.font, other.font)
  // Lines that are set close reach into one another by what is above and below the letters.
  if (across < font / 2 || down < font * 0.6) return false
  if (holds(page, one.block, other.block) || holds(page, other.block, one.block)) return false
  return !isHidden(page, one, other) && !isHidden(page, other, one)
}

/** Whether a text lies under a ground of what the other stands in. */
function isHidden(page: Page, text: Placed, upper: Placed): boolean {
  if (upper.order < text.order) return false
  for (const index of chainOf(page, upper.element)) {
    if (holds(page, index, text.element)) return false
    const image = styleAt(page, index, 'background-image')
    const alpha = colorAt(page, index, 'background-color')?.alpha ?? 0
    if ((image !== 'none' && image !== '') || alpha > 0.5) return true
  }
  return false
}

function overlapOf(page: Page, one: Placed, other: Placed, heap: number): Departure {
  const [first, second] = one.text < other.text ? [one, other] : [other, one]
  const words = (placed: Placed) => `“${excerpt(nodeAt(page, placed.text)?.text ?? '')}”`
  return {
    type: 'overlap',
    severity: 'serious',
    element: second.element,
    property: null,
    value: words(second),
    cause: `${heap}`,
    violation: `${words(second)} is painted over ${words(first)}.`,
    recommendation: 'Give both room of their own.',
    token: null,
  }
}
