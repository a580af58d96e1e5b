/** Contrast of texts with their ground after WCAG 1.4.3, from colours and places alone. Pure. */
import type { NodeBox } from '#db/documents/rendered-tree'
import {
  contrastRatio,
  formatColor,
  labDifference,
  labOf,
  parseColor,
  type SrgbColor,
} from '#shared/design-system/colors'
import type { TokenSet } from '#shared/design-system/token-set'
import type { Departure } from '#workers/compare-design/conformance/departure'
import { groundOf, paintersOf } from '#workers/compare-design/conformance/grounds'
import {
  attributeOf,
  chainOf,
  isTextField,
  nodeAt,
  type Page,
  pixelsAt,
  seenElements,
  styleAt,
  uncoveredBox,
} from '#workers/compare-design/conformance/page'

type Judgement = {
  departures: Departure[]
  /** Texts on pictures, gradients, shadows and blends. */
  unknown: number
  /** Colours of which no text has enough. */
  unreadable: ReadonlySet<string>
}

/** @param tokens to name a colour that would do. Source: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export function checkContrast(page: Page, tokens: TokenSet | null): Judgement {
  const painters = paintersOf(page)
  const idle = idleControls(page)
  const departures: Departure[] = []
  const readable = new Set<string>()
  const better = openChoice(tokens)
  let unknown = 0
  for (const element of seenElements(page)) {
    if (idle.has(element) || !hasReadableText(page, element)) continue
    const color = styleAt(page, element, 'color')
    const shadow = styleAt(page, element, 'text-shadow')
    const grounds = placesOf(page, element).map(({ box, order }) =>
      shadow !== 'none' && shadow !== ''
        ? ({ kind: 'unknown' } as const)
        : groundOf(page, painters, element, lettersIn(box), order),
    )
    if (grounds.some(({ kind }) => kind === 'unknown')) unknown += 1
    const needed = neededFor(page, element)
    for (const ground of grounds) {
      const ratio = ground.kind === 'flat' ? contrastRatio(ground.text, ground.color) : null
      // Letters that are as their ground are not meant to be seen.
      const isLow = ratio !== null && ratio < needed - 0.005 && ratio >= 1.02
      if (!isLow) readable.add(color)
      else if (ground.kind === 'flat')
        departures.push(
          departureOf(element, color, ground.color, { ratio, needed }, better(color, ground.color, needed)),
        )
    }
  }
  const low = new Set(departures.map(({ value }) => value))
  return { departures, unknown, unreadable: low.difference(readable) }
}

function departureOf(
  element: number,
  color: string,
  ground: SrgbColor,
  { ratio, needed }: { ratio: number; needed: number },
  better: Readable | null,
): Departure {
  const shown = `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`
  const isFaded = better !== null && better.css === formatColor(parseColor(color) ?? ground)
  return {
    type: 'contrast',
    severity: 'serious',
    element,
    property: 'color',
    value: color,
    // One colour on several grounds is one, where the same would do on all.
    cause: `${color} ${better?.name ?? formatColor(ground)}`,
    violation: `Text of ${color} on ${formatColor(ground)} has a contrast of ${shown}; ${needed}:1 is needed (WCAG 1.4.3).`,
    recommendation: isFaded
      ? `It is the opacity that takes the contrast away; without it, it is ${better.ratio.toFixed(2)}:1: opacity: 1;`
      : better
        ? `Use {${better.name}} (${better.css}), ${better.ratio.toFixed(2)}:1: color: ${better.css};`
        : `Choose a text colour with a contrast of at least ${needed}:1 to ${formatColor(ground)}.`,
    token: better?.name ?? null,
  }
}

type Readable = { name: string; css: string; ratio: number }

/** Asked for every text, worked out once for each colour and ground. */
function openChoice(tokens: TokenSet | null) {
  const known = new Map<string, Readable | null>()
  return (color: string, ground: SrgbColor, needed: number): Readable | null => {
    if (!tokens) return null
    const key = `${color} ${formatColor(ground)} ${needed}`
    const choice = known.get(key) ?? readableColor(tokens, color, ground, needed)
    known.set(key, choice)
    return choice
  }
}

/** The token nearest to a colour that can be read on a ground. */
function readableColor(tokens: TokenSet, color: string, ground: SrgbColor, needed: number) {
  const own = tokens.colors.length > 0 ? labOfText(color) : null
  if (!own) return null
  const able = tokens.colors
    .filter(({ value, deprecated }) => value.alpha === 1 && deprecated === false)
    .map(({ name, value, lab }) => ({
      name,
      css: formatColor(value),
      ratio: contrastRatio(value, ground),
      apart: labDifference(lab, own),
    }))
    .filter(({ ratio }) => ratio >= needed)
  return able.toSorted((one, other) => one.apart - other.apart)[0] ?? null
}

function labOfText(color: string) {
  const read = parseColor(color)
  return read && labOf(read)
}

function neededFor(page: Page, element: number): number {
  const size = pixelsAt(page, element, 'font-size') ?? 16
  const weight = Number(styleAt(page, element, 'font-weight'))
  return size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5
}

/** Icons of fonts and marks alone are no text. */
const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text)

function hasReadableText(page: Page, element: number): boolean {
  const texts = page.textsOf.get(element)
  if (texts) return texts.some((index) => hasLetters(nodeAt(page, index)?.text ?? ''))
  return isTextField(page, element) && hasLetters(attributeOf(page, element, 'value') ?? '')
}

function placesOf(page: Page, element: number): { box: NodeBox; order: number }[] {
  const own = page.textsOf.get(element) ?? [element]
  return own.flatMap((index) => {
    const box = uncoveredBox(page, index)
    if (!box || box[2] < 2 || box[3] < 4) return []
    return [{ box, order: nodeAt(page, index)?.paintOrder ?? nodeAt(page, element)?.paintOrder ?? 0 }]
  })
}

/** The letters stand in the middle of their line's area. */
const lettersIn = ([x, y, width, height]: NodeBox): NodeBox => [x, y + height * 0.15, width, height * 0.7]

const controls = ['button', 'input', 'select', 'textarea', 'fieldset', 'option', 'optgroup']

/** What cannot be used now, and what names it, may be pale. */
function idleControls(page: Page): ReadonlySet<number> {
  const { nodes } = page.tree
  const isIdle = (index: number) =>
    (controls.includes(nodeAt(page, index)?.name ?? '') && attributeOf(page, index, 'disabled') !== undefined) ||
    attributeOf(page, index, 'aria-disabled') === 'true'
  const idle = new Set<number>()
  const ids = new Set<string>()
  for (const [index] of nodes.entries()) {
    const outer = page.heirOf[index] ?? -1
    if (!isIdle(index) && !idle.has(outer)) continue
    idle.add(index)
    const id = attributeOf(page, index, 'id')
    if (id !== undefined) ids.add(id)
    for (const label of chainOf(page, outer)) if (nodeAt(page, label)?.name === 'label') idle.add(label)
  }
  for (const [index, { name }] of nodes.entries())
    if (name === 'label' && ids.has(attributeOf(page, index, 'for') ?? '')) idle.add(index)
  for (const [index] of nodes.entries()) if (idle.has(page.heirOf[index] ?? -1)) idle.add(index)
  return idle
}
