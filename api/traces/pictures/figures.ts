/** Numbers as they are shown: each with its scale, which says in words which way is better. Pure. */

export type ShownInterval = readonly [number, number]

/** `words` stand beside every number of the scale. */
export type Scale = { from: number; to: number; words: string; isShare?: boolean; digits?: number }

const better = 'higher is better'
const worse = 'higher is worse'

export const scales = {
  score: { from: 0, to: 100, words: better },
  good: { from: 0, to: 1, words: better, isShare: true },
  bad: { from: 0, to: 1, words: worse, isShare: true },
  missing: { from: 0, to: 1, words: 'higher is less known', isShare: true },
  declaredRisk: { from: 0, to: 100, words: worse },
  severity: { from: 0, to: 10, words: worse },
  confidence: { from: 0, to: 1, words: 'higher is surer' },
  agreement: { from: -1, to: 1, words: better },
  time: { from: 0, to: Number.POSITIVE_INFINITY, words: 'higher is slower' },
  trend: { from: -1, to: 1, words: 'above 0 risk grows: higher is worse' },
} as const satisfies Record<string, Scale>

export type Figure = {
  name: string
  /** Null where nothing is known; `note` then says why. */
  value: number | null
  interval: ShownInterval | null
  /** The interval says how far missing evidence could move the value, not how far the sample could. */
  isBounds: boolean
  scale: Scale
  note: string
  depth: 0 | 1
  isDriver: boolean
  /** A name that others chose is shown as theirs. */
  isTheirs: boolean
}

export function figure(
  name: string,
  value: number | null | undefined,
  scale: Scale,
  odd: Partial<Omit<Figure, 'name' | 'value' | 'scale'>> = {},
): Figure {
  return {
    name,
    value: value ?? null,
    scale,
    interval: null,
    isBounds: false,
    note: '',
    depth: 0,
    isDriver: false,
    isTheirs: false,
    ...odd,
  }
}

/** The score of a risk of 0 to 10: what the levels below the first tell as risk is shown as score, so that one way is up. */
export const shownScore = (risk: number | null | undefined): number | null =>
  typeof risk === 'number' ? hundredth(100 - 10 * risk) : null

export const scoresOf = (risks: ShownInterval | null | undefined): ShownInterval | null =>
  risks ? [hundredth(100 - 10 * risks[1]), hundredth(100 - 10 * risks[0])] : null

/** As a tree rounds: two decimals, of shares of 100. */
export function numberText(value: number, { isShare, digits = 2 }: Pick<Scale, 'isShare' | 'digits'> = {}): string {
  const text = String(Number((isShare ? 100 * value : value).toFixed(digits)))
  return `${text.replace('-', '−')}${isShare ? ' %' : ''}`
}

export const intervalText = ([low, high]: ShownInterval, scale: Pick<Scale, 'isShare' | 'digits'> = {}): string =>
  `${numberText(low, scale)} to ${numberText(high, scale)}`

/** How far along its scale, 0 to 100; what lies outside stands at the end. Undefined where the scale has no end. */
export function placeOnScale(value: number, { from, to }: Scale): number | undefined {
  if (!Number.isFinite(to)) return undefined
  return hundredth((100 * Math.min(to - from, Math.max(0, value - from))) / (to - from))
}

export const hundredth = (value: number): number => Math.round(value * 100 * (1 + Number.EPSILON)) / 100

/** red_team is "red team". */
export const spoken = (name: string): string => name.replaceAll('_', ' ')

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 1 trace, 2 traces. */
export const countWords = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`
