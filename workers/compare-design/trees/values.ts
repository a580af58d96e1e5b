/** Computed values as they are held against each other: however they are written, the same is the same. Pure. */
import { type StyleName, styleNames } from '#db/documents/rendered-tree'
import { formatColor, parseColor } from '#shared/design-system/colors'
import { familyNames } from '#shared/design-system/css-values'
import { withLastingAddresses } from '#workers/compare-design/trees/addresses'

const colorIn =
  /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)|#[0-9a-f]{3,8}\b|\b(?:transparent|black|white|red|green|blue)\b/gi
// Not inside of a word or of a colour's hex digits.
const numberIn = /(?<![#\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi
const weights: Record<string, string> = { normal: '400', bold: '700' }

export const isColorName = (name: string): boolean =>
  name === 'color' || name === 'fill' || name === 'stroke' || name.endsWith('-color')

const colorNames = new Set<StyleName>(styleNames.filter(isColorName))

/** Where each property stands in a list of values. */
export const placeOf = new Map<string, number>(styleNames.map((name, at) => [name, at]))

/** One text for all ways of writing a computed value. */
export function canonicalValue(name: StyleName, value: string): string {
  const trimmed = value.trim()
  if (trimmed === '') return ''
  if (colorNames.has(name)) return withLastingAddresses(canonicalColor(trimmed))
  switch (name) {
    case 'font-family':
      return familyNames(trimmed).map(withoutBuild).join(', ')
    case 'font-weight':
      return weights[trimmed] ?? trimmed
    case 'content':
      return withLastingAddresses(trimmed)
    case 'letter-spacing':
    case 'row-gap':
    case 'column-gap':
      return trimmed === 'normal' ? '0px' : withPlainNumbers(trimmed)
    // Items of flex boxes and grids say auto for what others say 0 for.
    case 'min-height':
      return trimmed === 'auto' ? '0px' : withPlainNumbers(trimmed)
    case 'transform':
      return /^matrix\(1, 0, 0, 1, 0, 0\)$/.test(trimmed) ? 'none' : withPlainNumbers(trimmed)
    default:
      return withPlainNumbers(withLastingAddresses(trimmed.replace(colorIn, canonicalColor)))
  }
}

/** Whether two canonical values differ in no more than what layout rounds away. */
export function isSameValue(name: StyleName, before: string, after: string): boolean {
  if (before === after) return true
  // A picture that a build has put into the style sheet is not told from the file that it was.
  if (before.includes('url(') && after.includes('url(') && before.includes('data:') !== after.includes('data:'))
    return true
  if (colorNames.has(name) || name === 'font-family' || name === 'content') return false
  const numbersBefore = before.match(numberIn)
  const numbersAfter = after.match(numberIn)
  if (!numbersBefore || numbersBefore.length !== numbersAfter?.length) return false
  if (before.replace(numberIn, '0') !== after.replace(numberIn, '0')) return false
  const tolerance = before.includes('px') ? 0.02 : 0.0015
  return numbersBefore.every((number, at) => Math.abs(Number(number) - Number(numbersAfter[at])) <= tolerance)
}

/** As a person reads it: colours short, all else as the browser says it. */
export const shownValue = (name: string, value: string): string => (isColorName(name) ? canonicalColor(value) : value)

function canonicalColor(value: string): string {
  const color = parseColor(value)
  return color ? formatColor(color) : value
}

const withPlainNumbers = (value: string): string =>
  /\d/.test(value)
    ? value
        .replace(numberIn, (number) => `${Math.round(Number(number) * 1000) / 1000 + 0}`)
        .replace(/(?<![\w.])0(?=[\s,)]|$)/g, '0px')
    : value

/** Without what a build has put around the name of a font that it brings along. */
const withoutBuild = (family: string) => /^__(.+?)_[0-9a-f]{4,}$/.exec(family)?.[1]?.replace(/_/g, ' ') ?? family
