/** Which token a value of the page is, or which comes nearest to it. Pure. */
import { deltaE00, formatColor, labDifference, labOf, parseColor, type SrgbColor } from '#shared/design-system/colors'
import { type CssShadow, familyNames, listItems, pixelsOf, readShadows } from '#shared/design-system/css-values'
import type { LengthPurpose, Named, TokenSet } from '#shared/design-system/token-set'
import type { TokenDimension, TokenShadow, TokenValues } from '#shared/design-system/token-values'

/** CIEDE2000 up to which nobody tells two colours apart. */
export const sameColor = 0.5
const sameAlpha = 0.005
/** CSS pixels: browsers lay out in 64ths. */
const sameLength = 0.05
/** What rem counts where a page does not say otherwise. */
const usualRoot = 16

export type NearToken = {
  name: string
  /** Its value as CSS writes it. */
  css: string
  isExact: boolean
  /** CIEDE2000 of colours, CSS pixels of lengths, otherwise what the values differ by. */
  apart: number
  deprecated: boolean | string
}

/** What is in force comes before what is deprecated, what is the same before what is near. */
function nearestOf(candidates: readonly NearToken[]): NearToken | null {
  const rank = ({ isExact, deprecated }: NearToken) => (isExact ? 0 : 2) + (deprecated === false ? 0 : 1)
  let best: NearToken | null = null
  for (const each of candidates) {
    const isBetter = !best || rank(each) < rank(best) || (rank(each) === rank(best) && each.apart < best.apart)
    if (isBetter) best = each
  }
  return best
}

/** @returns null where the file has no colours. */
export function nearestColor(tokens: TokenSet, color: SrgbColor): (NearToken & { deltaE: number }) | null {
  const lab = labOf(color)
  const near = nearestOf(
    tokens.colors.map(({ name, value, lab: own, css, deprecated }) => {
      const deltaE = labDifference(own, lab)
      const isAlike = Math.abs(value.alpha - color.alpha) <= sameAlpha
      // A colour that lets its ground through is not the colour that it is mixed from.
      const apart = isAlike ? deltaE : deltaE + 100
      return { name, css: isPlain(css) ? formatColor(value) : css, isExact: apart <= sameColor, apart, deprecated }
    }),
  )
  return near && { ...near, deltaE: near.apart >= 100 ? near.apart - 100 : near.apart }
}

// What every browser understands is written short; a wide gamut as it is.
const isPlain = (css: string) => /^(color\(srgb |hsl|hwb)/.test(css)

/** The widths of a token in CSS pixels: rem counts the page's root, and by the format the usual one. */
const pixelsIn = ({ value, unit }: TokenDimension, root: number): number[] =>
  unit === 'px' ? [value] : root === usualRoot ? [value * root] : [value * root, value * usualRoot]

/** @returns null where the file has no lengths of that purpose. @param root size of the page's root font, CSS pixels. */
export const nearestLength = (
  tokens: TokenSet,
  purpose: LengthPurpose,
  pixels: number,
  root = usualRoot,
): NearToken | null => nearestOf(tokens.lengths[purpose].map((token) => lengthNear(token, pixels, root)))

function lengthNear({ name, value, deprecated }: Named<TokenDimension>, pixels: number, root: number): NearToken {
  const apart = Math.min(...pixelsIn(value, root).map((own) => Math.abs(own - pixels)))
  return { name, css: `${value.value}${value.unit}`, isExact: apart <= sameLength, apart, deprecated }
}

/** Whether a length of the file of that purpose is as long. */
export const hasDimension = (tokens: TokenSet, purpose: LengthPurpose, pixels: number, root = usualRoot): boolean =>
  tokens.lengths[purpose].some(({ value: { value, unit } }) => {
    const isAlike = (own: number) => Math.abs(own - pixels) <= sameLength
    return unit === 'px' ? isAlike(value) : isAlike(value * root) || isAlike(value * usualRoot)
  })

const nearestNumber = (all: readonly Named<number>[], value: number, same: number): NearToken | null =>
  nearestOf(
    all.map(({ name, value: own, deprecated }) => {
      const apart = Math.abs(own - value)
      return { name, css: String(own), isExact: apart <= same, apart, deprecated }
    }),
  )

export const nearestWeight = (tokens: TokenSet, weight: number): NearToken | null =>
  nearestNumber(tokens.fontWeights, weight, 0)

/** @param pixels of the line, and of its font. @returns null where the file says nothing of lines. */
export function nearestLineHeight(
  tokens: TokenSet,
  pixels: number,
  fontSize: number,
  root = usualRoot,
): NearToken | null {
  const asMultiple = nearestNumber(tokens.lineHeights, pixels / fontSize, sameLength / fontSize)
  const asLength = nearestLength(tokens, 'line-height', pixels, root)
  return nearestOf([
    ...(asMultiple ? [{ ...asMultiple, apart: asMultiple.apart * fontSize }] : []),
    ...(asLength ? [asLength] : []),
  ])
}

/** The token that has a font-family list's first name, otherwise any. null where the file has no families. */
export function nearestFamily(tokens: TokenSet, value: string): NearToken | null {
  const [first] = familyNames(value)
  const generic = familyNames(value).at(-1)
  return nearestOf(
    tokens.fontFamilies.map(({ name, value: own, deprecated }) => {
      // A list that was written as one name means its parts.
      const names = own.flatMap(familyNames)
      const isExact = first !== undefined && names.includes(first)
      const css = own
        .map((each) => (/^[a-z-]+$/i.test(each) || listItems(each).length > 1 ? each : `"${each}"`))
        .join(', ')
      return {
        name,
        css,
        isExact,
        apart: isExact ? 0 : generic !== undefined && names.includes(generic) ? 1 : 2,
        deprecated,
      }
    }),
  )
}

const shadowCss = (shadows: readonly TokenShadow[]): string =>
  shadows
    .map(({ color, offsetX, offsetY, blur, spread, inset }) => {
      const lengths = [offsetX, offsetY, blur, spread].map(({ value, unit }) => `${value}${unit}`).join(' ')
      return `${inset ? 'inset ' : ''}${lengths} ${formatColor(color.srgb)}`
    })
    .join(', ')

/** How much a shadow differs: pixels and colour steps together. */
function shadowApart(one: CssShadow, token: TokenShadow, root: number): number {
  const length = (own: number, dimension: TokenDimension) =>
    Math.min(...pixelsIn(dimension, root).map((pixels) => Math.abs(pixels - own)))
  const lengths = [
    length(one.offsetX, token.offsetX),
    length(one.offsetY, token.offsetY),
    length(one.blur, token.blur),
    length(one.spread, token.spread),
  ].map((apart) => (apart <= sameLength ? 0 : apart))
  const alpha = Math.abs(one.color.alpha - token.color.srgb.alpha)
  const color = deltaE00(one.color, token.color.srgb)
  return (
    lengths.reduce((sum, apart) => sum + apart, 0) +
    (color <= sameColor ? 0 : color) +
    (alpha <= sameAlpha ? 0 : alpha * 100) +
    (one.inset === token.inset ? 0 : 100)
  )
}

/** @returns null where the file has no shadows. Shadows of several tokens, one after another, are right as well. */
export function nearestShadow(tokens: TokenSet, shadows: readonly CssShadow[], root = usualRoot): NearToken | null {
  const apartFrom = (own: readonly TokenShadow[], part: readonly CssShadow[]) =>
    own.reduce(
      (sum, token, index) => {
        const one = part[index]
        return sum + (one ? shadowApart(one, token, root) : 100)
      },
      Math.max(0, part.length - own.length) * 100,
    )
  const near = nearestOf(
    tokens.shadows.map(({ name, value, deprecated }) => {
      const apart = apartFrom(value, shadows)
      return { name, css: shadowCss(value), isExact: apart === 0, apart, deprecated }
    }),
  )
  if (!near || near.isExact) return near
  return isMadeOf(shadows, (part) => tokens.shadows.some(({ value }) => apartFrom(value, part) === 0))
    ? { ...near, isExact: true, apart: 0 }
    : near
}

/** Whether a list can be cut into parts that each are whole. */
function isMadeOf<Item>(items: readonly Item[], isWhole: (part: readonly Item[]) => boolean): boolean {
  const reached = [true]
  for (let end = 1; end <= items.length; end += 1)
    reached[end] = reached.some((isReached, from) => isReached && from < end && isWhole(items.slice(from, end)))
  return reached[items.length] === true
}

/** A line as it is drawn round a box; width in CSS pixels. */
export type CssBorder = { width: number; style: string; color: SrgbColor }

/** @returns null where the file has no borders. */
export const nearestBorder = (tokens: TokenSet, border: CssBorder, root = usualRoot): NearToken | null =>
  nearestOf(
    tokens.borders.map(({ name, value, deprecated }) => {
      const width = Math.min(...pixelsIn(value.width, root).map((own) => Math.abs(own - border.width)))
      const color = deltaE00(value.color.srgb, border.color)
      const isLike = strokeWord(value.style) === border.style
      const isExact = width <= sameLength && color <= sameColor && isLike
      return { name, css: borderCss(value), isExact, apart: width * 10 + color + (isLike ? 0 : 50), deprecated }
    }),
  )

/** CSS has no pattern of dashes: dashed comes nearest, as the format says. */
const strokeWord = (style: TokenValues['strokeStyle']) => (typeof style === 'string' ? style : 'dashed')

const borderCss = ({ width, style, color }: TokenValues['border']) =>
  `${width.value}${width.unit} ${strokeWord(style)} ${formatColor(color.srgb)}`

/** What a property of CSS is held against; null for one that no token speaks of. */
export function purposeOfProperty(property: string): LengthPurpose | 'color' | null {
  if (property === 'color' || property === 'fill' || property === 'stroke' || property.endsWith('-color'))
    return 'color'
  if (/^(padding|margin)(-|$)|(^|-)gap$/.test(property)) return 'spacing'
  if (property.endsWith('radius')) return 'radius'
  if (/^(border|outline)(-\w+)?-width$/.test(property)) return 'border-width'
  if (property === 'font-size' || property === 'line-height' || property === 'letter-spacing') return property
  return null
}

/**
 * The token that a computed value of a property is, or the one that is nearest.
 * @returns null where the file says nothing of such a property, or the value is none to compare: auto, none, 50%.
 */
export function tokenOf(tokens: TokenSet, property: string, value: string, root = usualRoot): NearToken | null {
  if (property === 'font-family') return nearestFamily(tokens, value)
  if (property === 'font-weight') return Number.isFinite(Number(value)) ? nearestWeight(tokens, Number(value)) : null
  if (property === 'box-shadow') {
    const shadows = readShadows(value)
    return shadows && shadows.length > 0 ? nearestShadow(tokens, shadows, root) : null
  }
  const purpose = purposeOfProperty(property)
  if (purpose === 'color') {
    const color = parseColor(value)
    return color && color.alpha > 0 ? nearestColor(tokens, color) : null
  }
  const pixels = pixelsOf(value)
  return purpose === null || pixels === null ? null : nearestLength(tokens, purpose, Math.abs(pixels), root)
}
