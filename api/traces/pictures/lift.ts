/** What decides a verdict, and what would lift it to the next, as trees of all kinds have it. Pure. */
import { hundredth, numberText, type Scale } from '#api/traces/pictures/figures'
import type { ShownVerdict, Top } from '#api/traces/pictures/shown'
import type { Thresholds } from '#shared/traces/thresholds'

export type Lift = {
  /** What decides the verdict as it is: a sentence each. */
  decides: readonly string[]
  /** The verdict that would be next; null at the best, and where none can be computed. */
  next: ShownVerdict | null
  /** Each by itself would do, the smallest change first. */
  ways: readonly Way[]
  /** Where no way alone would do: all of these together. */
  together: readonly Way[]
  /** What could still lower it: a sentence each. */
  doubts: readonly string[]
}

/** `to` is what passes; `limit` says whether it, or what is beyond it. */
export type Way = {
  name: string
  from: number | null
  to: number | null
  limit: 'at least' | 'at most' | 'under'
  scale: Scale
  outcome: string
}

export const noLift: Lift = { decides: [], next: null, ways: [], together: [], doubts: [] }

export function shownVerdictOf(score: number, { acceptable_from, conditional_from }: Thresholds): ShownVerdict {
  if (score >= acceptable_from) return 'acceptable'
  return score >= conditional_from ? 'conditional' : 'unacceptable'
}

/** The better verdict and the score that it takes; undefined at the best. */
export function nextOf(
  verdict: ShownVerdict,
  { acceptable_from, conditional_from }: Thresholds,
): [ShownVerdict, number] | undefined {
  if (verdict === 'unacceptable') return ['conditional', conditional_from]
  return verdict === 'conditional' ? ['acceptable', acceptable_from] : undefined
}

/** Where the score stands between the thresholds, in a sentence. */
export function standing({ score, verdict }: Top, thresholds: Thresholds): string {
  const next = nextOf(verdict, thresholds)
  if (score === null) return ''
  if (next && score < next[1])
    return `The score lacks ${numberText(hundredth(next[1] - score))} points to ${next[0]}, which begins at ${next[1]}.`
  if (next) return `The score by itself would be ${shownVerdictOf(score, thresholds)}.`
  return `The score is ${numberText(hundredth(score - thresholds.acceptable_from))} points above ${thresholds.acceptable_from}, where acceptable begins.`
}

/** The greatest value from 0 to `from` that `passes`, to two decimals; undefined where not even 0 does. */
export function largestThat(passes: (value: number) => boolean, from: number): number | undefined {
  if (!passes(0)) return undefined
  let low = 0
  let high = Math.round(from * 100)
  if (passes(from)) return from
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (passes(middle / 100)) low = middle
    else high = middle
  }
  return low / 100
}
