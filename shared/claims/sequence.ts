/**
 * The confidence sequence of a claim: a state that each trace advances, and what it says at any moment. Pure.
 *
 * It is the hedged capital of wealth.ts: two gamblers, one against means below and one against means above, each of whom must
 * make 2/(1 - level) of 1 before a mean is excluded. So the true mean lies within the bounds at all moments together with
 * probability `level` at least, for any distribution within the range, as long as each trace is expected, given those before
 * it, to be as the mean says; where those of one session hang together, `session_size` of the terms says how many may.
 */
import type { claimVerdicts } from '#db/documents/states'
import { inMeasure, unitsOf } from '#shared/claims/claim'
import { ln } from '#shared/claims/exact'
import { type Bar, type Bets, betsOn, boundOf, type Cells, counted, isEnough, sumOf } from '#shared/claims/wealth'
import type { ClaimTerms, Measure } from '#shared/contracts/claims'
import { sha256Hex } from '#shared/kernel/canonical'

/** Named wherever a claim is told, so that whoever recomputes one knows by what. */
export const sequenceMethod = 'hedged-mixture/v1'

export type SequenceVerdict = (typeof claimVerdicts)[number]

/** A trace of the population as the sequence takes it. */
export type Observation = {
  /** Place of its node in the log; greater than that of every trace before, and of the claim's own node. */
  leaf: number
  /** Id of the node that records it. */
  node: string
  /** Whole units, 0 to 10,000, of the measure's range; null where it has none. */
  units: number | null
}

/** All that is kept of the past: whole numbers and digests, members in RFC 8785 order, so its JSON text is canonical. */
export type SequenceState = {
  /** Values 0 to 100, each followed by the hundredths of observations there; ascending, only where there are any. */
  cells: number[]
  /** SHA-256 over the digest before and the observation; at the beginning the claim's own node. */
  digest: string
  /** Of the last trace taken in; at the beginning of the claim's own node. */
  leaf: number
  method: typeof sequenceMethod
  /** Traces of the population without a value. */
  missing: number
  /** Traces with one. */
  n: number
  /** The trace at which the verdict became what it is; null while nothing was decided. */
  since: { leaf: number; n: number } | null
  verdict: SequenceVerdict
}

/** What the sequence says at a moment, in the measure's unit. */
export type ClaimStanding = {
  n: number
  missing: number
  /** Mean so far; null without a trace. */
  value: number | null
  lower: number
  upper: number
  verdict: SequenceVerdict
  since: { leaf: number; n: number } | null
}

/** A claim's terms made ready for many traces: its two gamblers at the threshold. */
export type Judge = { terms: ClaimTerms; threshold: number; bar: Bar; above: Bets; below: Bets }

/** @param terms without faults; a tenth of a millisecond. */
export function judgeOf(terms: ClaimTerms): Judge {
  const threshold = unitsOf(terms.threshold, terms.measure)
  return {
    terms,
    threshold,
    bar: { lnEnough: ln(2 / (1 - terms.level)), together: terms.session_size ?? 1 },
    above: betsOn('above', threshold),
    below: betsOn('below', threshold),
  }
}

/** The state before any trace. @param registration the node that registers the claim. */
export const begin = (registration: { id: string; leaf: number }): SequenceState => ({
  cells: [],
  digest: registration.id,
  leaf: registration.leaf,
  method: sequenceMethod,
  missing: 0,
  n: 0,
  since: null,
  verdict: 'undecided',
})

/**
 * The state after one more trace. The verdict is `refuted` from the first moment on at which the bounds exclude all that the
 * claim allows, for good; `holding` from the first at which they exclude all else, until it is refuted.
 * @throws RangeError for a trace that does not come after all before it.
 */
export function observe(judge: Judge, before: SequenceState, { leaf, node, units }: Observation): SequenceState {
  if (!(leaf > before.leaf)) throw new RangeError(`leaf ${leaf} does not come after ${before.leaf}`)
  const digest = digestAfter(before.digest, { leaf, node, units })
  if (units === null) return { ...before, digest, leaf, missing: before.missing + 1 }
  const cells = counted(before.cells, units)
  const n = before.n + 1
  const verdict = verdictAfter(judge, before.verdict, cells)
  return {
    cells,
    digest,
    leaf,
    method: sequenceMethod,
    missing: before.missing,
    n,
    since: verdict === before.verdict ? before.since : { leaf, n },
    verdict,
  }
}

/** What stands for a trace and all before it. */
export const digestAfter = (before: string, { leaf, node, units }: Observation): string =>
  sha256Hex(`${before} ${leaf} ${node} ${units ?? '-'}`)

/** A point of the series: what was said at a moment, in the measure's unit. */
export type Point = {
  leaf: number
  lower: number
  n: number
  upper: number
  value: number | null
  verdict: SequenceVerdict
}

/** The state's point. @param near as in standingOf. */
export function pointOf(judge: Judge, state: SequenceState, near?: Near): Point {
  const { lower, n, upper, value, verdict } = claimStanding(judge, state, near)
  return { leaf: state.leaf, lower, n, upper, value, verdict }
}

/** Bounds of a little while ago. */
type Near = { lower: number; upper: number }

/**
 * What the state says. Bounds take a millisecond: they are for a reader and for kept points, not for every trace.
 * @param near bounds of a little while ago make it faster, and nothing else.
 */
export function claimStanding({ terms, bar }: Judge, state: SequenceState, near?: Near): ClaimStanding {
  const { cells, n, missing, verdict, since } = state
  const { measure } = terms
  const lower = boundOf(cells, 'above', bar, near && unitsOf(near.lower, measure))
  const upper = boundOf(cells, 'below', bar, near && unitsOf(near.upper, measure))
  return {
    n,
    missing,
    value: n === 0 ? null : meanOf(sumOf(cells), n, measure),
    lower: inMeasure(lower, measure),
    upper: inMeasure(upper, measure),
    verdict,
    since,
  }
}

/** A mean to a hundredth of a unit, divided once, so that it prints as short as it is. */
const meanOf = (sum: number, n: number, measure: Measure): number =>
  Math.round((100 * sum) / n) / (100 * unitsOf(1, measure))

function verdictAfter(
  { terms, threshold, bar, above, below }: Judge,
  before: SequenceVerdict,
  cells: Cells,
): SequenceVerdict {
  if (before === 'refuted') return before
  const isAbove = () => isEnough(cells, 'above', threshold, above, bar)
  const isBelow = () => isEnough(cells, 'below', threshold, below, bar)
  const [isAgainst, isFor] = terms.direction === 'at_most' ? [isAbove, isBelow] : [isBelow, isAbove]
  if (isAgainst()) return 'refuted'
  return before === 'holding' || isFor() ? 'holding' : 'undecided'
}
