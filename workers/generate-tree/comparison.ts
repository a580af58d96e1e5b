/** Builds the comparison of two systems from their traces: what tells their trees apart, level by level, and how surely. Pure. */
import canonicalize from 'canonicalize'
import type { Comparison, Difference } from '#db/documents/comparison'
import type { SystemTree } from '#db/documents/system-tree'
import type { ComparedSide } from '#shared/jobs/generate-tree'
import { mean, rounded } from '#workers/generate-tree/aggregate'
import { heldMean, heldTop, type Sampled, sampledMean, sampledTop } from '#workers/generate-tree/bounds'
import { type CohortRow, inOrder, present, rowsOf, testCategories } from '#workers/generate-tree/cohort-rows'
import { sampleBy } from '#workers/generate-tree/cohort-samples'
import { sha256 } from '#workers/generate-tree/digest'
import { categories } from '#workers/generate-tree/flags'
import type { CountedAnnotation } from '#workers/generate-tree/people'
import type { Profile } from '#workers/generate-tree/profiles'
import type { Interval } from '#workers/generate-tree/statistics'
import { buildSystemTree } from '#workers/generate-tree/system-tree'
import type { TestCategory, TreeTrace } from '#workers/generate-tree/trace'

/** @param erased how many others of the system say nothing any more. */
export type ComparedTraces = {
  systemSource: string
  /** The moments that it was asked for between, where it was. */
  asked?: Pick<ComparedSide, 'from' | 'to'>
  traces: readonly TreeTrace[]
  erased?: number
  people?: readonly CountedAnnotation[]
}
type Measuring = { profile: Profile; storeVersion: string; treeSpecVersion: string }
/** A system as it is compared: its tree, and what each trace comes to. */
export type MeasuredSystem = Required<Pick<ComparedTraces, 'systemSource' | 'asked' | 'erased'>> & {
  tree: SystemTree
  rows: CohortRow[]
}

/** The expensive part, one system at a time: whoever has more to do may do it in between. */
export function measureSystem(
  { systemSource, asked = {}, traces, erased = 0, people = [] }: ComparedTraces,
  measuring: Measuring,
): MeasuredSystem {
  const tree = buildSystemTree({ systemSource, traces, erased, people, ...measuring })
  return { systemSource, asked, tree, erased, rows: inOrder(rowsOf(traces, measuring.profile)) }
}

/**
 * The scores of both, 0 worst to 100 best at every level, and the score of b less that of a. The two are taken for
 * independent samples; a session's traces count together. Nothing is compared across profiles: both are measured by one.
 */
export function compareSystems(one: MeasuredSystem, other: MeasuredSystem, profile: Profile): Comparison {
  const differs = differsOf(one, other)
  const overall = overallOf(one, other, differs, profile)
  const [field = null, model = null, redTeam = null] = testCategories.map((level) =>
    levelOf(level, one, other, profile),
  )
  const summary = {
    comparison_digest: '',
    confidence_level: 0.95,
    method: 'mover' as const,
    profile: profile.name,
    profile_digest: profile.digest,
    standard: 'NIST ARIA 0.1 (aligned)' as const,
    statement: statementOf(one, other, overall),
  }
  const comparison: Comparison = {
    a: systemOf(one),
    b: systemOf(other),
    differs,
    limitations: limitationsOf(one, other, differs),
    overall,
    summary,
    testing_levels: { field, model, red_team: redTeam },
  }
  summary.comparison_digest = comparisonDigest(comparison)
  return comparison
}

/** comparison_digest: SHA-256 over the RFC 8785 form of the comparison without itself. */
export function comparisonDigest(comparison: Comparison): string {
  const { comparison_digest: _, ...summary } = comparison.summary
  return sha256(canonicalize({ ...comparison, summary }) ?? '')
}

/** A score with its 95 % interval, in points. */
export type Estimate = { score: number; interval: readonly [number, number] | null }

/**
 * How far b lies above a, and the interval of that: MOVER adds the distances of the two scores from their bounds in squares,
 * each on its own side, so that two lopsided intervals give a lopsided one.
 * Source: Zou and Donner, Construction of confidence limits about effect measures, Statistics in Medicine 27, 2008.
 */
export function differenceOf(a: Estimate, b: Estimate): { difference: number; interval: [number, number] | null } {
  const difference = b.score - a.score
  if (a.interval === null || b.interval === null) return { difference, interval: null }
  const below = Math.hypot(b.score - b.interval[0], a.interval[1] - a.score)
  const above = Math.hypot(b.interval[1] - b.score, a.score - a.interval[0])
  return {
    difference,
    interval: [Math.max(-100, difference - below), Math.min(100, difference + above)],
  }
}

type Score = Difference['a']
/** A score, with both intervals of the risk that it is of. */
type Scored = Pick<Score, 'missing' | 'n' | 'score'> & { sampled: Sampled; held: Interval | null }
type Differs = Comparison['differs']

function systemOf({ systemSource, asked, tree, rows }: MeasuredSystem): Comparison['a'] {
  const { grade, validity_interval, validity_score, verdict } = tree.level_1.interpretation
  const { from, to } = tree.level_5.aggregated_measurements.window
  return {
    asked_from: asked.from ?? null,
    asked_to: asked.to ?? null,
    from,
    grade,
    n: rows.length,
    sessions: distinct(rows.map(({ session }) => session)).size,
    system_source: systemSource,
    testing_levels: levelsOf(rows),
    to,
    tree_digest: tree.level_1.summary.tree_digest,
    validity_interval,
    validity_score,
    verdict,
  }
}

function differsOf(a: MeasuredSystem, b: MeasuredSystem): Differs {
  const [one, other] = [a, b].map(({ tree }) => tree.level_5.aggregated_measurements.window)
  const isApart = (one?.to ?? '') < (other?.from ?? '') || (other?.to ?? '') < (one?.from ?? '')
  const levels = [levelsOf(a.rows), levelsOf(b.rows)]
  return {
    inputs_in_common: inCommon(a, b, ({ inputDigest }) => inputDigest),
    sessions_in_common: inCommon(a, b, ({ session }) => session),
    testing_levels: testCategories.filter((level) => levels.filter((own) => own.includes(level)).length === 1),
    windows: isApart ? 'apart' : 'overlap',
  }
}

/** The top is a maximum over testing levels: over other levels it is another thing. */
function overallOf(a: MeasuredSystem, b: MeasuredSystem, { testing_levels }: Differs, profile: Profile): Difference {
  const [one, other] = [a, b].map(({ tree, rows }): Scored => {
    const samples = testCategories
      .map((id) => ({ id, ...sampleBy(rows, (row) => (row.testCategory === id ? row.risk : null)) }))
      .filter(({ sample }) => sample.sums.length > 0)
    return {
      missing: 0,
      n: rows.length,
      score: tree.level_1.interpretation.validity_score,
      sampled: profile.system ? sampledTop(samples, 10, profile.system.interval) : noRules(profile),
      held: heldTop(
        samples.map(({ sample }) => sample),
        10,
      ),
    }
  }) as [Scored, Scored]
  if (testing_levels.length === 0) return compared('the traces', one, other)
  return notCompared(one, other, `only one of them was tested at ${testing_levels.join(', ')}`)
}

function levelOf(
  level: TestCategory,
  a: MeasuredSystem,
  b: MeasuredSystem,
  profile: Profile,
): Comparison['testing_levels']['field'] {
  const [one, other] = [a, b].map(({ rows }) => rows.filter((row) => row.testCategory === level)) as [
    CohortRow[],
    CohortRow[],
  ]
  if (one.length === 0 && other.length === 0) return null
  const of = (what: string, riskOf: (row: CohortRow) => number | null) =>
    compared(what, scoreOf(one, riskOf, profile), scoreOf(other, riskOf, profile))
  const [appropriateness, factuality, responseQuality, safety, userExperience] = categories.map((category, index) =>
    of(category, (row) => row.categoryRisks[index] ?? null),
  ) as [Difference, Difference, Difference, Difference, Difference]
  return {
    annotators: of('annotators', (row) => row.annotatorRisk),
    categories: {
      appropriateness,
      factuality,
      response_quality: responseQuality,
      safety,
      user_experience: userExperience,
    },
    overall: of(level, (row) => row.risk),
    perception: of('perception', (row) => row.perceptionRisk),
  }
}

/** The mean score of those rows that have one, with the interval that a tree gives such a mean, and what is proven of it. */
function scoreOf(rows: readonly CohortRow[], riskOf: (row: CohortRow) => number | null, profile: Profile): Scored {
  const risks = present(rows.map(riskOf))
  const { sample, name } = sampleBy(rows, riskOf)
  return {
    missing: rows.length - risks.length,
    n: risks.length,
    score: risks.length > 0 ? pointsOf(mean(risks)) : null,
    sampled: profile.system ? sampledMean(sample, 10, profile.system.interval, name) : noRules(profile),
    held: heldMean(sample, 10),
  }
}

const noRules = ({ name }: Profile): Sampled => ({ interval: null, reason: `${name} gives none` })

const pointsOf = (risk: number) => rounded(Math.min(100, Math.max(0, 100 - 10 * risk)))

/** Sampling intervals where both have one; otherwise the bounds that are proven of both, which are wider; otherwise none. */
function compared(what: string, one: Scored, other: Scored): Difference {
  const sides = Object.entries({ a: one, b: other })
  const without = (lacks: (side: Scored) => boolean) => sides.filter(([, side]) => lacks(side)).map(([name]) => name)
  const silent = without(({ score }) => score === null)
  if (silent.length > 0) return notCompared(one, other, `nothing is known of ${what} in ${silent.join(' and ')}`)

  const isSampled = one.sampled.interval !== null && other.sampled.interval !== null
  const kind = isSampled ? 'sampling_interval' : 'proven_bounds'
  const why = sides
    .flatMap(([name, { sampled }]) => (sampled.reason === null ? [] : [`${name}: ${sampled.reason}`]))
    .join('; ')
  const [a, b] = [one, other].map((side) => shownOf(side, isSampled ? side.sampled.interval : side.held)) as [
    Score,
    Score,
  ]
  const { difference, interval } = differenceOf({ ...a, score: a.score ?? 0 }, { ...b, score: b.score ?? 0 })
  if (interval === null)
    return {
      a,
      b,
      difference: rounded(difference),
      finding: 'not_compared',
      interval: null,
      interval_kind: null,
      reason: `no interval: ${why}`,
    }
  return {
    a,
    b,
    difference: rounded(difference),
    finding: interval[0] > 0 ? 'b_better' : interval[1] < 0 ? 'a_better' : 'not_told_apart',
    interval: [rounded(interval[0]), rounded(interval[1])],
    interval_kind: kind,
    reason: isSampled ? null : `no sampling interval: ${why}`,
  }
}

const shownOf = ({ missing, n, score }: Scored, interval: Interval | null): Score => ({
  interval: interval && [pointsOf(interval.hi), pointsOf(interval.lo)],
  missing,
  n,
  score,
})

const notCompared = (one: Scored, other: Scored, reason: string): Difference => ({
  a: shownOf(one, one.sampled.interval),
  b: shownOf(other, other.sampled.interval),
  difference: null,
  finding: 'not_compared',
  interval: null,
  interval_kind: null,
  reason,
})

function statementOf(
  a: MeasuredSystem,
  b: MeasuredSystem,
  { difference, finding, interval, reason }: Difference,
): string {
  const [one, other] = [a, b].map(({ systemSource, tree }) => {
    const { validity_score, verdict } = tree.level_1.interpretation
    return `${systemSource} (${validity_score} of 100, ${verdict.replaceAll('_', ' ')})`
  })
  if (interval === null) return `${one} and ${other} are not compared as wholes: ${reason}.`
  const bounds = `${difference} points, 95 % interval ${interval[0]} to ${interval[1]}`
  if (finding === 'not_told_apart') return `${one} and ${other} are not told apart: b less a ${bounds}.`
  const [better, worse] = finding === 'b_better' ? [other, one] : [one, other]
  return `${better} is better than ${worse}: b less a ${bounds}.`
}

function limitationsOf(a: MeasuredSystem, b: MeasuredSystem, differs: Differs): string[] {
  const limitations = [
    'each interval holds by itself: of twenty such, one may miss',
    'what was asked of either may differ: a difference may be one of the questions',
  ]
  if (differs.testing_levels.length > 0)
    limitations.push(`only one was tested at ${differs.testing_levels.join(', ')}: not compared there, nor as wholes`)
  if (differs.windows === 'apart')
    limitations.push('the traces are of different times: a difference may be one of time')
  if (differs.inputs_in_common > 0 || differs.sessions_in_common > 0)
    limitations.push(
      'inputs or sessions in common: no independent samples, the intervals may be too wide or too narrow',
    )
  for (const [name, { rows, erased }] of Object.entries({ a, b })) {
    if (rows.some((row) => !row.isDeclared))
      limitations.push(`constitutional_compliance of ${name} partly true by default`)
    if (erased > 0) limitations.push(`${erased} erased traces of ${name} are not measured`)
  }
  return limitations
}

const levelsOf = (rows: readonly CohortRow[]) =>
  testCategories.filter((level) => rows.some(({ testCategory }) => testCategory === level))

const distinct = (values: readonly (string | null)[]) => new Set(present(values))

function inCommon(a: MeasuredSystem, b: MeasuredSystem, of: (row: CohortRow) => string | null): number {
  const known = distinct(b.rows.map(of))
  return [...distinct(a.rows.map(of))].filter((value) => known.has(value)).length
}
