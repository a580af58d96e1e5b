/** Claims: what somebody says of traces to come, before they come; which traces it is about, and what is measured of each. */

import { unitsOfRange } from '#shared/claims/wealth'
import type { ClaimTerms, Measure } from '#shared/contracts/claims'
import { servedProfiles } from '#shared/contracts/trees'
import type { TraceRecord } from '#shared/traces/record'

/** The validity score of a trace under a profile, `id@version`; null where the trace is not assessable. */
export type ScoreOf = (trace: TraceRecord, profile: string) => number | null

type Fault = { path: string; message: string; expected: string }

/** What is wrong with terms whose shape is right. @param registeredAt when they were, or are, registered. */
export function termFaults({ threshold, measure, population }: ClaimTerms, registeredAt: Date): Fault[] {
  const faults: Fault[] = []
  const units = unitsOf(threshold, measure)
  const whole = scaleOf(measure)
  if (!(units > 0 && units < unitsOfRange) || threshold !== inMeasure(units, measure))
    faults.push({
      path: '/threshold',
      message: `${threshold} is not a possible threshold of ${measure.kind}`,
      expected: `between 0 and ${whole} without the ends, in steps of ${whole / unitsOfRange}`,
    })
  const { from, to } = population
  if (from !== undefined && Date.parse(from) < registeredAt.getTime())
    faults.push({
      path: '/population/from',
      message: 'a claim is about traces that come after it',
      expected: `not before ${registeredAt.toISOString()}`,
    })
  const begin = Math.max(registeredAt.getTime(), from === undefined ? 0 : Date.parse(from))
  if (to !== undefined && Date.parse(to) <= begin)
    faults.push({
      path: '/population/to',
      message: 'a claim is about traces that come after it',
      expected: `after ${new Date(begin).toISOString()}`,
    })
  return faults
}

/** What is wrong with terms that somebody registers now: a claim is about a profile that is served when it is made. */
export function registrationFaults(terms: ClaimTerms, now: Date): Fault[] {
  const { measure } = terms
  const profiles = Object.entries(servedProfiles).map(([id, version]) => `${id}@${version}`)
  if (measure.kind !== 'validity_score' || profiles.includes(measure.profile)) return termFaults(terms, now)
  const message = `${measure.profile} is not a profile of this service`
  return [...termFaults(terms, now), { path: '/measure/profile', message, expected: profiles.join(' or ') }]
}

/** Whether a trace is one that a claim is about. What happened before the registration never is, whenever it comes in. */
export function isClaimed({ population }: ClaimTerms, registeredAt: string, trace: TraceRecord): boolean {
  const { system_source, risk_level, testing_mode, flag, from, to } = population
  if (system_source !== undefined && trace.system_source !== system_source) return false
  if (risk_level !== undefined && trace.risk_level !== risk_level) return false
  if (testing_mode !== undefined && trace.testing_mode !== testing_mode) return false
  if (flag !== undefined && !hasFlag(trace.flags, flag)) return false
  const happenedAt = Date.parse(trace.timestamp)
  if (happenedAt < Date.parse(registeredAt)) return false
  if (from !== undefined && happenedAt < Date.parse(from)) return false
  return to === undefined || happenedAt < Date.parse(to)
}

/**
 * What a claim's measure says of a trace: whole units, 0 to 10,000, of its range. Null where the trace says nothing of it: such
 * a trace is counted apart and is no 0.
 */
export function measured(measure: Measure, trace: TraceRecord, scoreOf: ScoreOf): number | null {
  switch (measure.kind) {
    case 'risk_score':
      return unitsOf(trace.risk_score, measure)
    case 'validity_score': {
      const score = scoreOf(trace, measure.profile)
      return score === null ? null : unitsOf(score, measure)
    }
    case 'risk_reaches':
      return trace.risk_score >= measure.score ? unitsOfRange : 0
    case 'non_compliant':
      if (!trace.constitutional_compliance) return unitsOfRange
      return trace.compliance_declared ? 0 : null
    case 'flagged': {
      if (trace.flags === null) return null
      const isFlagged = measure.flag === undefined ? trace.flags.length > 0 : hasFlag(trace.flags, measure.flag)
      return isFlagged ? unitsOfRange : 0
    }
  }
}

/** A figure in the measure's unit as units of its range, to the nearest. */
export const unitsOf = (value: number, measure: Measure): number =>
  Math.round((value * unitsOfRange) / scaleOf(measure))

/** Units as a figure in the measure's unit. */
export const inMeasure = (units: number, measure: Measure): number => units / (unitsOfRange / scaleOf(measure))

const scaleOf = ({ kind }: Measure): 1 | 100 => (kind === 'risk_score' || kind === 'validity_score' ? 100 : 1)

const hasFlag = (flags: readonly string[] | null, flag: string): boolean =>
  flags?.some((each) => folded(each) === folded(flag)) ?? false

/** One spelling of a flag: `Jail-Break` and `jail_break` are one. */
const folded = (flag: string): string => flag.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_')
