/** A design system's tokens, for fast look-ups: the palette, the scales, and what of them is nearest to a value. */
import { type LabColor, labOf, type SrgbColor } from '#shared/design-system/colors'
import type { TokenDimension, TokenType, TokenTypography, TokenValues } from '#shared/design-system/token-values'

type TokenOf<Type extends TokenType> = {
  /** Its path in dots: color.action.primary */
  name: string
  /** JSON pointer to where it is written. */
  path: string
  /** The tokens that its value came through, the nearest first; none where it is written out. */
  through: readonly string[]
  /** true, or the reason. */
  deprecated: boolean | string
  description: string | null
  type: Type
  value: TokenValues[Type]
}
export type Token = { [Type in TokenType]: TokenOf<Type> }[TokenType]

/** What a length of the page is for. The format has one type for all of them: a token's name tells, where it does. */
export const lengthPurposes = [
  'spacing',
  'radius',
  'border-width',
  'font-size',
  'line-height',
  'letter-spacing',
] as const
export type LengthPurpose = (typeof lengthPurposes)[number]

/** Something that a value may be, with the token that says so. */
export type Named<Value> = { name: string; value: Value; deprecated: boolean | string }

/** Every list is in the order of names; one that is empty says nothing about the page. */
export type TokenSet = {
  /** SHA-256 of the file as canonical JSON. */
  digest: string
  tokens: readonly Token[]
  byName: ReadonlyMap<string, Token>
  colors: readonly (Named<SrgbColor> & { lab: LabColor; css: string })[]
  lengths: Readonly<Record<LengthPurpose, readonly Named<TokenDimension>[]>>
  /** Multiples of the font's size. */
  lineHeights: readonly Named<number>[]
  fontFamilies: readonly Named<readonly string[]>[]
  fontWeights: readonly Named<number>[]
  typography: readonly Named<TokenTypography>[]
  shadows: readonly Named<TokenValues['shadow']>[]
  borders: readonly Named<TokenValues['border']>[]
}

/** @param digest of the file that they are from. */
export function tokenSetOf(unordered: readonly Token[], digest: string): TokenSet {
  const tokens = unordered.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const typography = named(tokens, 'typography')
  const borders = named(tokens, 'border')
  const dimensions = named(tokens, 'dimension')
  const ofPurpose = (purpose: LengthPurpose) => dimensions.filter(({ name }) => purposeOf(name) === purpose)
  const anyPurpose = dimensions.filter(({ name }) => purposeOf(name) === null)
  const withAny = (own: readonly Named<TokenDimension>[]) => (own.length > 0 ? [...own, ...anyPurpose] : own)
  const spaces = ofPurpose('spacing')
  return {
    digest,
    tokens,
    byName: new Map(tokens.map((token) => [token.name, token])),
    colors: named(tokens, 'color').map(({ value: { srgb, css }, ...rest }) => ({
      ...rest,
      value: srgb,
      css,
      lab: labOf(srgb),
    })),
    lengths: {
      // Lengths that do not say what they are for are distances first of all.
      spacing: spaces.length > 0 ? withAny(spaces) : anyPurpose,
      radius: withAny(ofPurpose('radius')),
      'border-width': withAny([...ofPurpose('border-width'), ...partsOf(borders, ({ width }) => width)]),
      'font-size': withAny([...partsOf(typography, ({ fontSize }) => fontSize), ...ofPurpose('font-size')]),
      'line-height': ofPurpose('line-height'),
      'letter-spacing': withAny([
        ...partsOf(typography, ({ letterSpacing }) => letterSpacing),
        ...ofPurpose('letter-spacing'),
      ]),
    },
    lineHeights: [
      ...partsOf(typography, ({ lineHeight }) => lineHeight),
      ...named(tokens, 'number').filter(({ name }) => purposeOf(name) === 'line-height'),
    ],
    fontFamilies: [...partsOf(typography, ({ fontFamily }) => fontFamily), ...named(tokens, 'fontFamily')],
    fontWeights: [...partsOf(typography, ({ fontWeight }) => fontWeight), ...named(tokens, 'fontWeight')],
    typography,
    shadows: named(tokens, 'shadow'),
    borders,
  }
}

function named<Type extends TokenType>(tokens: readonly Token[], type: Type): Named<TokenValues[Type]>[] {
  return tokens
    .filter((token): token is Token & TokenOf<Type> => token.type === type)
    .map(({ name, value, deprecated }) => ({ name, value, deprecated }))
}

const partsOf = <Whole, Part>(all: readonly Named<Whole>[], part: (whole: Whole) => Part | null): Named<Part>[] =>
  all.flatMap(({ name, value, deprecated }) => {
    const own = part(value)
    return own === null ? [] : [{ name, value: own, deprecated }]
  })

const aboutSpacing = /^(spac(e|es|er|ing|ings)|gaps?|gutters?|paddings?|margins?|insets?|indents?|stack)$/
const aboutOther =
  /^(breakpoints?|screens?|containers?|viewports?|media|widths?|heights?|icons?|shadows?|blur|elevations?|opacity|z|duration)$/

/** What a dimension is for, from the words of its name; null where they do not say, 'other' where they say something else. */
function purposeOf(name: string): LengthPurpose | 'other' | null {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const has = (...any: readonly string[]) => any.some((word) => words.includes(word))
  if (has('radius', 'radii', 'rounded', 'rounding', 'roundness', 'corner', 'corners')) return 'radius'
  if (has('tracking', 'letterspacing') || (has('letter') && has('spacing', 'space'))) return 'letter-spacing'
  if (has('leading', 'lineheight', 'lineheights') || (has('line') && has('height', 'heights'))) return 'line-height'
  if (has('border', 'borders', 'stroke', 'strokes', 'outline', 'divider', 'hairline')) return 'border-width'
  if (words.some((word) => aboutSpacing.test(word))) return 'spacing'
  if (has('font', 'fonts', 'fontsize', 'fontsizes', 'typography', 'typeface', 'text', 'textsize')) return 'font-size'
  if (has('type', 'heading', 'headings', 'body') && has('size', 'sizes', 'scale')) return 'font-size'
  return words.some((word) => aboutOther.test(word)) ? 'other' : null
}
