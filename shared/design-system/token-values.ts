/** What each type of a design token holds: how its value is written once references are followed, and how it is read. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { parseColor, type SrgbColor } from '#shared/design-system/colors'
import type { Issue } from '#shared/kernel/errors'
import { faultsOf } from '#shared/kernel/schema/faults'

/** Source of all types and ranges: Design Tokens Format Module and Color Module 2025.10. */
export const tokenTypes = [
  'color',
  'dimension',
  'fontFamily',
  'fontWeight',
  'duration',
  'cubicBezier',
  'number',
  'strokeStyle',
  'border',
  'transition',
  'shadow',
  'gradient',
  'typography',
] as const
export type TokenType = (typeof tokenTypes)[number]

const closed = { additionalProperties: false }
const words = <const Words extends readonly string[]>(all: Words) =>
  t.Union(
    all.map((word) => t.Literal(word)),
    { title: `one of ${all.join(', ')}` },
  )
const orNone = (minimum: number, maximum: number, more: { exclusiveMaximum?: number } = {}) => {
  const top = more.exclusiveMaximum === undefined ? `to ${maximum}` : `to below ${more.exclusiveMaximum}`
  const unbounded = minimum === -Infinity && maximum === Infinity
  const range = unbounded
    ? 'a number'
    : maximum === Infinity
      ? `a number from ${minimum}`
      : `a number from ${minimum} ${top}`
  const bounds = {
    ...(minimum === -Infinity ? {} : { minimum }),
    ...(maximum === Infinity ? {} : { maximum }),
    ...more,
  }
  return t.Union([t.Number(bounds), t.Literal('none')], { title: `${range}, or "none"` })
}

const share = orNone(0, 1)
const percent = orNone(0, 100)
const hue = orNone(0, 360, { exclusiveMaximum: 360 })
const axis = orNone(-Infinity, Infinity)
const chroma = orNone(0, Infinity)
const three = (one: TSchema, two: TSchema, other: TSchema) =>
  t.Tuple([one, two, other], { title: 'an array of three components' })
const shares = three(share, share, share)

/** The components of each colour space, and its name as CSS writes it. */
const colorSpaces: Record<
  string,
  { components: TSchema; css: (components: readonly string[], alpha: string) => string }
> = {
  srgb: { components: shares, css: inColor('srgb') },
  'srgb-linear': { components: shares, css: inColor('srgb-linear') },
  hsl: { components: three(hue, percent, percent), css: ([h, s, l], a) => `hsl(${h} ${s}% ${l}%${a})` },
  hwb: { components: three(hue, percent, percent), css: ([h, w, b], a) => `hwb(${h} ${w}% ${b}%${a})` },
  lab: { components: three(percent, axis, axis), css: inFunction('lab') },
  lch: { components: three(percent, chroma, hue), css: inFunction('lch') },
  oklab: { components: three(share, axis, axis), css: inFunction('oklab') },
  oklch: { components: three(share, chroma, hue), css: inFunction('oklch') },
  'display-p3': { components: shares, css: inColor('display-p3') },
  'a98-rgb': { components: shares, css: inColor('a98-rgb') },
  'prophoto-rgb': { components: shares, css: inColor('prophoto-rgb') },
  rec2020: { components: shares, css: inColor('rec2020') },
  'xyz-d65': { components: shares, css: inColor('xyz-d65') },
  'xyz-d50': { components: shares, css: inColor('xyz-d50') },
}

function inColor(space: string) {
  return (components: readonly string[], alpha: string) => `color(${space} ${components.join(' ')}${alpha})`
}

function inFunction(name: string) {
  return (components: readonly string[], alpha: string) => `${name}(${components.join(' ')}${alpha})`
}

const Color = t.Object(
  {
    colorSpace: words(Object.keys(colorSpaces)),
    components: t.Array(t.Unknown(), { title: 'an array of three components' }),
    alpha: t.Optional(t.Number({ minimum: 0, maximum: 1 })),
    hex: t.Optional(t.String({ pattern: '^#[0-9a-fA-F]{6}$', title: 'text like #2563eb' })),
  },
  { ...closed, title: 'an object of colorSpace and components' },
)
const Dimension = t.Object(
  { value: t.Number(), unit: words(['px', 'rem']) },
  { ...closed, title: 'an object of value and unit, px or rem' },
)
const Duration = t.Object(
  { value: t.Number(), unit: words(['ms', 's']) },
  { ...closed, title: 'an object of value and unit, ms or s' },
)
const FamilyName = t.String({ minLength: 1, maxLength: 256, title: 'the name of a font' })
const FamilyNames = t.Array(FamilyName, { minItems: 1, title: 'an array of names of fonts' })

/** Source: the table of aliases in the format module, 8.4. */
const weightNames: Record<string, number> = {
  thin: 100,
  hairline: 100,
  'extra-light': 200,
  'ultra-light': 200,
  light: 300,
  normal: 400,
  regular: 400,
  book: 400,
  medium: 500,
  'semi-bold': 600,
  'demi-bold': 600,
  bold: 700,
  'extra-bold': 800,
  'ultra-bold': 800,
  black: 900,
  heavy: 900,
  'extra-black': 950,
  'ultra-black': 950,
}
const FontWeight = t.Union(
  [t.Number({ minimum: 1, maximum: 1000 }), ...Object.keys(weightNames).map((name) => t.Literal(name))],
  { title: `a number from 1 to 1000, or one of ${Object.keys(weightNames).join(', ')}` },
)
const CubicBezier = t.Tuple(
  [t.Number({ minimum: 0, maximum: 1 }), t.Number(), t.Number({ minimum: 0, maximum: 1 }), t.Number()],
  { title: 'an array of four numbers, the first and the third from 0 to 1' },
)
const lineStyles = ['solid', 'dashed', 'dotted', 'double', 'groove', 'ridge', 'outset', 'inset'] as const
const StrokeWord = words(lineStyles)
const DashedStroke = t.Object(
  { dashArray: t.Array(Dimension, { minItems: 1 }), lineCap: words(['round', 'butt', 'square']) },
  { ...closed, title: `one of ${lineStyles.join(', ')}, or an object of dashArray and lineCap` },
)
const anyPart = t.Unknown()
const Border = t.Object(
  { color: anyPart, width: anyPart, style: anyPart },
  { ...closed, title: 'an object of color, width and style' },
)
const Transition = t.Object(
  { duration: anyPart, delay: anyPart, timingFunction: anyPart },
  { ...closed, title: 'an object of duration, delay and timingFunction' },
)
const Shadow = t.Object(
  {
    color: anyPart,
    offsetX: anyPart,
    offsetY: anyPart,
    blur: anyPart,
    spread: anyPart,
    inset: t.Optional(t.Boolean()),
  },
  { ...closed, title: 'an object of color, offsetX, offsetY, blur and spread' },
)
const Stop = t.Object({ color: anyPart, position: anyPart }, { ...closed, title: 'an object of color and position' })
const Typography = t.Object(
  {
    fontFamily: anyPart,
    fontSize: anyPart,
    fontWeight: anyPart,
    letterSpacing: t.Optional(anyPart),
    lineHeight: anyPart,
  },
  { ...closed, title: 'an object of fontFamily, fontSize, fontWeight, letterSpacing and lineHeight' },
)

/** `unit` rem counts sizes of the root's font. */
export type TokenDimension = Static<typeof Dimension>
export type TokenDuration = Static<typeof Duration>
export type TokenColor = { srgb: SrgbColor /** As CSS writes it. */; css: string }
export type TokenStroke = string | { dashArray: readonly TokenDimension[]; lineCap: string }
export type TokenShadow = {
  color: TokenColor
  offsetX: TokenDimension
  offsetY: TokenDimension
  blur: TokenDimension
  spread: TokenDimension
  inset: boolean
}
export type TokenTypography = {
  fontFamily: readonly string[]
  fontSize: TokenDimension
  fontWeight: number
  /** null where the token does not say. */
  letterSpacing: TokenDimension | null
  /** A multiple of the font's size. */
  lineHeight: number
}

/** What a token of each type resolves to. */
export type TokenValues = {
  color: TokenColor
  dimension: TokenDimension
  /** The most wanted first. */
  fontFamily: readonly string[]
  fontWeight: number
  duration: TokenDuration
  /** x and y of the curve's two points. */
  cubicBezier: readonly number[]
  number: number
  strokeStyle: TokenStroke
  border: { color: TokenColor; width: TokenDimension; style: TokenStroke }
  transition: { duration: TokenDuration; delay: TokenDuration; timingFunction: readonly number[] }
  /** The uppermost first. */
  shadow: readonly TokenShadow[]
  gradient: readonly { color: TokenColor; position: number }[]
  typography: TokenTypography
}

/** Which types the parts of a composite value have; parts that stand in no list are plain. */
export const partTypes: Partial<Record<TokenType, Readonly<Record<string, TokenType>>>> = {
  border: { color: 'color', width: 'dimension', style: 'strokeStyle' },
  transition: { duration: 'duration', delay: 'duration', timingFunction: 'cubicBezier' },
  shadow: { color: 'color', offsetX: 'dimension', offsetY: 'dimension', blur: 'dimension', spread: 'dimension' },
  gradient: { color: 'color', position: 'number' },
  typography: {
    fontFamily: 'fontFamily',
    fontSize: 'dimension',
    fontWeight: 'fontWeight',
    letterSpacing: 'dimension',
    lineHeight: 'number',
  },
}

type Reader<Type extends TokenType> = {
  faults: (plain: unknown, path: string) => Issue[]
  /** Of a value without faults. */
  read: (plain: unknown) => TokenValues[Type]
}

const bySchema =
  (schema: TSchema) =>
  (plain: unknown, path: string): Issue[] =>
    faultsOf(schema, plain, path)

/** A cast of what its schema was just held against. */
const checked = <Schema extends TSchema>(_schema: Schema, plain: unknown) => plain as Static<Schema>

/** What is wrong with a composite value, and, where its outline is right, with its parts. */
function compositeFaults(type: TokenType, schema: TSchema, plain: unknown, path: string): Issue[] {
  const own = faultsOf(schema, plain, path)
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) return own
  const parts = Object.entries(partTypes[type] ?? {}).flatMap(([name, part]) => {
    const value = Object.hasOwn(plain, name) ? plain[name as keyof typeof plain] : undefined
    return value === undefined ? [] : valueFaults(part, value, `${path}/${name}`)
  })
  return [...own, ...parts]
}

const listed = (plain: unknown): readonly unknown[] => (Array.isArray(plain) ? plain : [plain])

function listFaults(type: TokenType, schema: TSchema, plain: unknown, path: string, what: string): Issue[] {
  if (!Array.isArray(plain)) return compositeFaults(type, schema, plain, path)
  if (plain.length === 0) return [{ path, message: 'is empty', expected: what }]
  return plain.flatMap((each, index) => compositeFaults(type, schema, each, `${path}/${index}`))
}

const part = <Type extends TokenType>(type: Type, plain: unknown): TokenValues[Type] => readers[type].read(plain)

const readers: { [Type in TokenType]: Reader<Type> } = {
  color: { faults: colorFaults, read: readTokenColor },
  dimension: { faults: bySchema(Dimension), read: (plain) => checked(Dimension, plain) },
  fontFamily: {
    faults: (plain, path) =>
      Array.isArray(plain) ? faultsOf(FamilyNames, plain, path) : faultsOf(FamilyName, plain, path),
    read: (plain) => listed(plain).map((name) => checked(FamilyName, name)),
  },
  fontWeight: {
    faults: bySchema(FontWeight),
    read: (plain) => (typeof plain === 'string' ? (weightNames[plain] ?? 400) : Number(plain)),
  },
  duration: { faults: bySchema(Duration), read: (plain) => checked(Duration, plain) },
  cubicBezier: { faults: bySchema(CubicBezier), read: (plain) => checked(CubicBezier, plain) },
  number: { faults: bySchema(t.Number()), read: Number },
  strokeStyle: {
    faults: (plain, path) => faultsOf(typeof plain === 'string' ? StrokeWord : DashedStroke, plain, path),
    read: (plain) => (typeof plain === 'string' ? plain : checked(DashedStroke, plain)),
  },
  border: {
    faults: (plain, path) => compositeFaults('border', Border, plain, path),
    read: (plain) => {
      const { color, width, style } = checked(Border, plain)
      return { color: part('color', color), width: part('dimension', width), style: part('strokeStyle', style) }
    },
  },
  transition: {
    faults: (plain, path) => compositeFaults('transition', Transition, plain, path),
    read: (plain) => {
      const { duration, delay, timingFunction } = checked(Transition, plain)
      return {
        duration: part('duration', duration),
        delay: part('duration', delay),
        timingFunction: part('cubicBezier', timingFunction),
      }
    },
  },
  shadow: {
    faults: (plain, path) => listFaults('shadow', Shadow, plain, path, 'at least one shadow'),
    read: (plain) => listed(plain).map(readShadow),
  },
  gradient: {
    faults: (plain, path) =>
      Array.isArray(plain)
        ? listFaults('gradient', Stop, plain, path, 'at least one stop')
        : [{ path, message: 'is not an array', expected: 'an array of objects of color and position' }],
    read: (plain) =>
      listed(plain).map((each) => {
        const { color, position } = checked(Stop, each)
        return { color: part('color', color), position: Math.min(1, Math.max(0, part('number', position))) }
      }),
  },
  typography: {
    faults: (plain, path) => compositeFaults('typography', Typography, plain, path),
    read: (plain) => {
      const { fontFamily, fontSize, fontWeight, letterSpacing, lineHeight } = checked(Typography, plain)
      return {
        fontFamily: part('fontFamily', fontFamily),
        fontSize: part('dimension', fontSize),
        fontWeight: part('fontWeight', fontWeight),
        letterSpacing: letterSpacing === undefined ? null : part('dimension', letterSpacing),
        lineHeight: part('number', lineHeight),
      }
    },
  },
}

/** Everything that is wrong with a value of a type in which no reference is left. @param path a JSON pointer to it. */
export const valueFaults = (type: TokenType, plain: unknown, path: string): Issue[] => readers[type].faults(plain, path)

/** A value in which `valueFaults` found nothing. */
export const readValue = <Type extends TokenType>(type: Type, plain: unknown): TokenValues[Type] =>
  readers[type].read(plain)

function colorFaults(plain: unknown, path: string): Issue[] {
  const faults = faultsOf(Color, plain, path)
  if (faults.length > 0) return faults
  const { colorSpace, components } = checked(Color, plain)
  const space = colorSpaces[colorSpace]
  return space ? faultsOf(space.components, components, `${path}/components`) : []
}

function readTokenColor(plain: unknown): TokenColor {
  const { colorSpace, components, alpha = 1 } = checked(Color, plain)
  const css = colorSpaces[colorSpace]?.css(components.map(String), alpha === 1 ? '' : ` / ${alpha}`) ?? 'transparent'
  const srgb = parseColor(css)
  if (!srgb) throw new Error(`a colour that passed its checks cannot be read: ${css}`)
  return { srgb, css }
}

function readShadow(plain: unknown): TokenShadow {
  const { color, offsetX, offsetY, blur, spread, inset = false } = checked(Shadow, plain)
  return {
    color: part('color', color),
    offsetX: part('dimension', offsetX),
    offsetY: part('dimension', offsetY),
    blur: part('dimension', blur),
    spread: part('dimension', spread),
    inset,
  }
}
