/** Holds the colours of a page against the palette. Pure. */
import type { StyleName } from '#db/documents/rendered-tree'
import { deltaE00, formatColor, laidOver, parseColor, type SrgbColor } from '#shared/design-system/colors'
import { type NearToken, nearestColor, sameColor } from '#shared/design-system/nearest'
import { flatGroundBehind } from '#workers/compare-design/conformance/grounds'
import {
  colorAt,
  isTextField,
  nodeAt,
  seenElements,
  settersOf,
  styleAt,
} from '#workers/compare-design/conformance/page'
import { noteValue, type ValueCheck } from '#workers/compare-design/conformance/value-check'

/** CIEDE2000 up to which a colour is meant to be the token's. */
const nearMiss = 2

type Judged = (NearToken & { deltaE: number; isTint: boolean }) | null

export function checkPalette(check: ValueCheck): void {
  const { page, tokens } = check
  if (tokens.colors.length === 0) return
  const judged = new Map<string, Judged>()
  const note = (element: number, computed: StyleName, property: string) => {
    const value = styleAt(page, element, computed)
    const color = colorAt(page, element, computed)
    if (!color || color.alpha === 0) return
    const ground = color.alpha < 1 ? flatGroundBehind(page, element, computed !== 'background-color') : null
    const key = ground ? `${value} on ${formatColor(ground)}` : value
    let near = judged.get(key)
    if (near === undefined) {
      near = judge(check, color, ground)
      judged.set(key, near)
    }
    if (!near) return
    const isNear = near.isTint || near.deltaE <= nearMiss
    const severity = isNear ? 'minor' : 'moderate'
    const what = near.isTint ? `{${near.name}} at ${Math.round(color.alpha * 100)} %, and no colour` : 'no colour'
    const seen = { type: 'color-off-palette', severity, element, computed, property, value, what } as const
    noteValue(check, seen, near, () => (near.isTint ? 'as it is' : `${near.deltaE.toFixed(1)} away`))
  }
  const setters = settersOf(page, (one, other) => styleAt(page, one, 'color') === styleAt(page, other, 'color'))
  for (const index of seenElements(page)) {
    const color = styleAt(page, index, 'color')
    const lines = linesOf(check, index)
    // Lines without a colour of their own have the text's.
    if (page.textsOf.has(index) || isTextField(page, index) || lines.some(({ value }) => value === color))
      note(setters[index] ?? index, 'color', 'color')
    note(index, 'background-color', 'background-color')
    for (const { computed, property, value } of lines)
      if (value !== color && !(property === 'border-color' && isOfBorder(check, value))) note(index, computed, property)
  }
}

/** A border's own colour is right on borders, whether the palette has it or not. */
function isOfBorder({ tokens }: ValueCheck, value: string): boolean {
  const color = tokens.borders.length > 0 ? parseColor(value) : null
  return color !== null && tokens.borders.some((border) => deltaE00(border.value.color.srgb, color) <= sameColor)
}

function judge({ tokens }: ValueCheck, color: SrgbColor, ground: SrgbColor | null): Judged {
  const own = nearestColor(tokens, color)
  if (!own || own.isExact || color.alpha === 1) return own && { ...own, isTint: false }
  const seen = ground && nearestColor(tokens, laidOver(color, ground))
  if (seen?.isExact) return { ...seen, isTint: false }
  const mixedFrom = nearestColor(tokens, { ...color, alpha: 1 })
  if (mixedFrom?.isExact) return { ...mixedFrom, isExact: false, isTint: true }
  return { ...(seen ?? own), isTint: false }
}

const sides = ['top', 'right', 'bottom', 'left'] as const

/** The colours of an element's borders, outline and underlines that are painted. */
function linesOf({ page }: ValueCheck, index: number): { computed: StyleName; property: string; value: string }[] {
  const value = (name: StyleName) => styleAt(page, index, name)
  const borders = sides.flatMap((side) => {
    const style = value(`border-${side}-style`)
    const isPainted = style !== 'none' && style !== 'hidden' && style !== '' && value(`border-${side}-width`) !== '0px'
    const computed = `border-${side}-color` as const
    return isPainted && nodeAt(page, index)?.name !== 'hr'
      ? [{ computed, property: 'border-color', value: value(computed) }]
      : []
  })
  const outline = value('outline-style')
  const isOutlined = !['none', 'auto', ''].includes(outline) && value('outline-width') !== '0px'
  const isUnderlined = !['none', ''].includes(value('text-decoration-line')) && page.textsOf.has(index)
  const unique = new Map(borders.map((border) => [border.value, border]))
  return [
    ...unique.values(),
    ...(isOutlined
      ? [{ computed: 'outline-color', property: 'outline-color', value: value('outline-color') } as const]
      : []),
    ...(isUnderlined
      ? [
          {
            computed: 'text-decoration-color',
            property: 'text-decoration-color',
            value: value('text-decoration-color'),
          } as const,
        ]
      : []),
  ]
}
