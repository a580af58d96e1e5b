/** Holds the letters of a page against the families, sizes, weights and lines of the design system. Pure. */
import type { StyleName } from '#db/documents/rendered-tree'
import { familyNames } from '#shared/design-system/css-values'
import {
  type NearToken,
  nearestFamily,
  nearestLength,
  nearestLineHeight,
  nearestWeight,
} from '#shared/design-system/nearest'
import { isTextField, pixelsAt, seenElements, settersOf, styleAt } from '#workers/compare-design/conformance/page'
import { noteValue, pixelsApart, type ValueCheck } from '#workers/compare-design/conformance/value-check'

export function checkTypography(check: ValueCheck): void {
  const { page } = check
  const readers = seenElements(page).filter((index) => page.textsOf.has(index) || isTextField(page, index))
  for (const property of properties) {
    const setters = settersOf(page, sameOf(check, property))
    for (const setter of new Set(readers.map((index) => setters[index] ?? index))) checks[property](check, setter)
  }
}

/** A line that is a multiple of its font is the same for a larger font. */
function sameOf({ page }: ValueCheck, property: StyleName): (one: number, other: number) => boolean {
  if (property !== 'line-height') return (one, other) => styleAt(page, one, property) === styleAt(page, other, property)
  const multiple = (index: number) => (pixelsAt(page, index, property) ?? 0) / (pixelsAt(page, index, 'font-size') ?? 1)
  return (one, other) => {
    const [own, outer] = [styleAt(page, one, property), styleAt(page, other, property)]
    return (
      own === outer || (own !== 'normal' && outer !== 'normal' && Math.abs(multiple(one) - multiple(other)) < 0.005)
    )
  }
}

const checks = {
  'font-family': checkFamily,
  'font-size': checkSize,
  'font-weight': checkWeight,
  'line-height': checkLine,
  'letter-spacing': checkLetters,
} as const
const properties = ['font-family', 'font-size', 'font-weight', 'line-height', 'letter-spacing'] as const

const offScale = (element: number, property: keyof typeof checks, value: string, what: string) =>
  ({ type: 'typography-off-scale', severity: 'moderate', element, computed: property, property, value, what }) as const

function checkFamily(check: ValueCheck, element: number): void {
  const value = styleAt(check.page, element, 'font-family')
  const [first] = familyNames(value)
  const near = first === undefined ? null : nearestFamily(check.tokens, value)
  const about = {
    ...offScale(element, 'font-family', value, 'no font'),
    type: 'font-family-unknown',
    severity: 'serious',
  } as const
  noteValue(check, about, near, () => 'a font that it has')
}

function checkSize(check: ValueCheck, element: number): void {
  const pixels = pixelsAt(check.page, element, 'font-size')
  if (pixels === null || pixels === 0) return
  const near = nearestLength(check.tokens, 'font-size', pixels, check.page.rootFont)
  noteValue(check, offScale(element, 'font-size', `${pixels}px`, 'no font size'), near, pixelsApart)
}

function checkWeight(check: ValueCheck, element: number): void {
  const value = styleAt(check.page, element, 'font-weight')
  const weight = Number(value)
  if (value === '' || !Number.isFinite(weight)) return
  const apart = (near: NearToken) => `${near.apart} away`
  noteValue(
    check,
    offScale(element, 'font-weight', value, 'no font weight'),
    nearestWeight(check.tokens, weight),
    apart,
  )
}

/** A line that nobody set is as the font has it: no value, so no wrong one. */
function checkLine(check: ValueCheck, element: number): void {
  const pixels = pixelsAt(check.page, element, 'line-height')
  const font = pixelsAt(check.page, element, 'font-size')
  if (pixels === null || font === null || font === 0) return
  const near = nearestLineHeight(check.tokens, pixels, font, check.page.rootFont)
  const value = `${Number((pixels / font).toFixed(3))}`
  noteValue(check, offScale(element, 'line-height', value, 'no line height'), near, pixelsApart)
}

function checkLetters(check: ValueCheck, element: number): void {
  const pixels = pixelsAt(check.page, element, 'letter-spacing')
  if (pixels === null || pixels === 0) return
  const near = nearestLength(check.tokens, 'letter-spacing', pixels, check.page.rootFont)
  noteValue(check, offScale(element, 'letter-spacing', `${pixels}px`, 'no letter spacing'), near, pixelsApart)
}
