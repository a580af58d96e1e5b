/** A system's recent traces, summarised once and shared by the trees of each of them. Pure, and the expensive part. */
import type { FullTree } from '#db/documents/tree'
import { ascending, mean, quantile, rounded } from '#workers/generate-tree/aggregate'
import { type Annotation, annotate, contradictionOf, itemNames } from '#workers/generate-tree/annotate'
import { sha256 } from '#workers/generate-tree/digest'
import { contributionsOf } from '#workers/generate-tree/drivers'
import { categories } from '#workers/generate-tree/flags'
import type { Profile, RiskLevel } from '#workers/generate-tree/profiles'
import { patternCount, resampleCohort, resampleTop, type Unit } from '#workers/generate-tree/resampling'
import {
  addCoincidences,
  alphaOf,
  brier,
  calibrationError,
  clusterInterval,
  type Interval,
  kendallTau,
  percentileInterval,
  requiredCount,
  sampleSd,
  skewness,
  tInterval,
  wilson,
} from '#workers/generate-tree/statistics'
import type { TestCategory, TreeTrace } from '#workers/generate-tree/trace'

/** What is kept of one trace of the window: numbers and keys, no texts. */
export type CohortRow = {
  traceId: string
  createdAt: string
  testCategory: TestCategory
  risk: number | null
  annotatorRisk: number | null
  perceptionRisk: number | null
  /** In the order of `categories`. */
  categoryRisks: (number | null)[]
  /** What each category adds to the risk, in the order of `categories`. */
  contributions: number[]
  /** In the order of `itemNames`. */
  itemRisks: (number | null)[]
  coverage: number
  riskScore: number
  riskLevel: RiskLevel
  confidence: number
  isCompliant: boolean
  isDeclared: boolean
  isConsistent: boolean
  isCritical: boolean
  /** Ratings of the three raters, 0 to 2 each, as one number: declared * 9 + implied * 3 + automated. */
  pattern: number
  flags: string[]
  processingTimeMs: number | null
  session: string | null
  inputDigest: string | null
  correct: boolean | null
}

/**
 * The window of a system's last traces (1000 in the served profile) at a snapshot, summarised.
 * n counts the traces of the window. The measured trace is one of them, unless it is older than the window or newer than
 * the snapshot; `traceIds` tells, and the tree says so as in_cohort.
 * The documents in it are shared by every tree built with it: read them, never change them.
 */
export type CohortSummary = {
  readonly n: number
  readonly profileDigest: string
  readonly traceIds: ReadonlySet<string>
  /** Oldest first. */
  readonly rows: readonly CohortRow[]
  /** Processing times of the window, ascending. */
  readonly durations: readonly number[]
  readonly reliability: Reliability
  readonly systemRisks: FullTree['level_2']['risks']['system']
  readonly collation: FullTree['level_5']['aggregated_measurements']
  readonly topFlags: FullTree['level_5']['flag_summary']['cohort_top']
  /** The JSON text of two of these, written once. */
  readonly texts: { readonly reliability: string; readonly collation: string }
  readonly timing: Pick<FullTree['level_5']['temporal_metrics'], 'cohort_p50' | 'cohort_p95' | 'trend'>
}

/** Summarises traces of one system_source; of more than the window holds, the newest count. Their order says nothing. */
export function summarizeCohort(traces: readonly TreeTrace[], profile: Profile): CohortSummary {
  return summarizeRows(windowOf(rowsOf(traces, profile), profile), profile)
}

export function rowsOf(traces: readonly TreeTrace[], profile: Profile): CohortRow[] {
  return traces.map((trace) => rowOf(trace, profile))
}

/** Oldest first, ties by trace id; a trace given twice counts once, as it was given last. */
export function inOrder(rows: readonly CohortRow[]): CohortRow[] {
  const byId = new Map(rows.map((row) => [row.traceId, row]))
  return [...byId.values()]
    .map((row) => ({ row, at: Date.parse(row.createdAt) }))
    .sort((a, b) => a.at - b.at || (a.row.traceId < b.row.traceId ? -1 : 1))
    .map(({ row }) => row)
}

/** Summarises rows that are in order. */
export function summarizeRows(rows: readonly CohortRow[], profile: Profile): CohortSummary {
  const durations = ascending(present(rows.map((row) => row.processingTimeMs)))
  const reliability = reliabilityOf(rows, profile)
  const collation = collationOf(rows, profile)
  return {
    n: rows.length,
    profileDigest: profile.digest,
    traceIds: new Set(rows.map((row) => row.traceId)),
    rows,
    durations,
    reliability,
    systemRisks: systemRisksOf(rows, profile),
    collation,
    topFlags: topFlagsOf(rows),
    texts: { reliability: JSON.stringify(reliability), collation: JSON.stringify(collation) },
    timing: {
      cohort_p50: durations.length > 0 ? rounded(quantile(durations, 0.5)) : null,
      cohort_p95: durations.length > 0 ? rounded(quantile(durations, 0.95)) : null,
      trend: trendOf(rows),
    },
  }
}

/** Mid-rank of a value among ascending ones, 0 to 1; null among none. */
export function percentileAmong(sorted: readonly number[], value: number): number | null {
  if (sorted.length === 0) return null
  return (countBelow(sorted, value, false) + countBelow(sorted, value, true)) / (2 * sorted.length)
}

/** The rows of a testing level in clusters: a session's traces together, a trace without one alone. */
export function clustersOf(rows: readonly CohortRow[]): Unit[][] {
  const bySession = new Map<string, Unit[]>()
  const clusters: Unit[][] = []
  for (const { risk, pattern, session } of rows) {
    if (risk === null) continue
    const known = session === null ? undefined : bySession.get(session)
    if (known !== undefined) {
      known.push({ risk, pattern })
      continue
    }
    const cluster = [{ risk, pattern }]
    clusters.push(cluster)
    if (session !== null) bySession.set(session, cluster)
  }
  return clusters
}

/** 95 % interval of a mean risk: Student's t, over sessions where they repeat. */
export function riskIntervalOf(
  clusters: readonly (readonly Unit[])[],
): (Interval & { method: 'student_t' | 'cluster_t' }) | null {
  const risks = clusters.map((cluster) => cluster.map(({ risk }) => risk))
  const isClustered = risks.some((cluster) => cluster.length > 1)
  const interval = isClustered ? clusterInterval(risks) : tInterval(risks.flat())
  return interval && { ...interval, method: isClustered ? 'cluster_t' : 'student_t' }
}

/** First 32 bits of SHA-256 over the sorted trace ids: the same traces draw the same samples everywhere. */
export function seedOf(rows: readonly CohortRow[]): { hex: string; seed: number } {
  const hex = traceSetDigest(rows).slice('sha256:'.length, 'sha256:'.length + 8)
  return { hex, seed: Number.parseInt(hex, 16) }
}

export function traceSetDigest(rows: readonly CohortRow[]): string {
  return sha256(
    rows
      .map((row) => row.traceId)
      .sort()
      .join('\n'),
  )
}

export function rateOf(k: number, n: number): Reliability['compliance_rate'] {
  const interval = wilson(k, n)
  return {
    hi: interval && rounded(interval.hi, 4),
    k,
    lo: interval && rounded(interval.lo, 4),
    method: 'wilson',
    n,
    rate: n > 0 ? rounded(k / n, 4) : null,
  }
}

export function present<Value>(values: readonly (Value | null)[]): Value[] {
  return values.filter((value) => value !== null)
}

/** The testing levels, in the order of their keys. */
export const testCategories = ['field', 'model', 'red_team'] as const satisfies readonly TestCategory[]

type Reliability = FullTree['level_2']['reliability']

function rowOf(trace: TreeTrace, profile: Profile): CohortRow {
  const annotation = annotate(trace, profile)
  const { byCategory, flags } = annotation
  const { metadata } = trace
  const session = metadata?.['session_id']
  const input = metadata?.['input']
  const correct = metadata?.['correct']
  const ratings = [
    levels.indexOf(trace.risk_level),
    impliedLevel(trace.risk_score, profile),
    automatedLevel(byCategory.safety.risk ?? 0, profile),
  ]
  return {
    traceId: trace.trace_id,
    createdAt: trace.created_at,
    testCategory: annotation.testCategory,
    risk: annotation.overall.risk,
    annotatorRisk: annotation.annotator.risk,
    perceptionRisk: annotation.perception?.risk ?? null,
    categoryRisks: categories.map((category) => byCategory[category].risk),
    contributions: contributionsInOrder(annotation, profile),
    itemRisks: categories.flatMap((category) => byCategory[category].items.map(({ value }) => value)),
    coverage: annotation.coverage,
    riskScore: trace.risk_score,
    riskLevel: trace.risk_level,
    confidence: trace.confidence,
    isCompliant: trace.constitutional_compliance,
    isDeclared: trace.compliance_declared,
    isConsistent: contradictionOf(trace, profile) === 0,
    isCritical: annotation.hasCriticalFlag,
    pattern: ratings.reduce((pattern, rating) => pattern * 3 + rating, 0),
    flags: flags?.map(({ flag }) => flag) ?? [],
    processingTimeMs: trace.processing_time_ms ?? null,
    session: typeof session === 'string' || typeof session === 'number' ? String(session) : null,
    inputDigest: typeof input === 'string' ? sha256(input) : null,
    correct: typeof correct === 'boolean' ? correct : null,
  }
}

function contributionsInOrder(annotation: Annotation, profile: Profile): number[] {
  const contributions = contributionsOf(annotation, profile)
  return categories.map((id) => contributions.find(({ category }) => category === id)?.contribution ?? 0)
}

function windowOf(rows: readonly CohortRow[], profile: Profile): CohortRow[] {
  return inOrder(rows).slice(-profile.cohort.window)
}

function reliabilityOf(rows: readonly CohortRow[], profile: Profile): Reliability {
  const n = rows.length
  const clusters = clustersOf(rows)
  const risks = clusters.flat().map(({ risk }) => risk)
  const sd = sampleSd(risks)
  const interval = riskIntervalOf(clusters)
  const patterns = patternCountsOf(rows)
  const alpha = n < 2 ? null : alphaOfPatterns(patterns)
  const resampled = isResampled(risks, profile)
    ? resampleCohort(clusters, profile.cohort.bootstrap_replicates, seedOf(rows).seed, alphaOfPatterns)
    : null
  const coverage = n > 0 ? mean(rows.map((row) => row.coverage)) : null
  const consistent = rows.filter((row) => row.isConsistent).length
  const { repeatability, sd: repeatabilitySd } = repeatabilityOf(rows, profile)

  return {
    agreement: {
      caveat: 'raters not independent: level and score share a sender',
      ci: resampled && resampled.statistics.length > 0 ? pairOf(percentileInterval(resampled.statistics), 4) : null,
      metric: 'ordinal',
      raters: ['declared_level', 'score_implied_level', 'automated_safety_level'],
      reading: readingOf(alpha),
      statistic: 'krippendorff_alpha',
      units: n,
      value: alpha === null ? null : rounded(alpha, 4),
    },
    bootstrap: resampled && bootstrapOf(resampled.means, rows, profile),
    calibration: calibrationOf(rows),
    compliance_rate: rateOf(rows.filter((row) => row.isCompliant).length, n),
    consistent_share: n > 0 ? rounded(consistent / n, 4) : null,
    high_rate: rateOf(rows.filter((row) => row.riskLevel === 'HIGH').length, n),
    interval: interval && {
      hi: rounded(100 - 10 * interval.lo),
      level: 0.95,
      lo: rounded(100 - 10 * interval.hi),
      method: interval.method,
    },
    mean_coverage: coverage === null ? null : rounded(coverage),
    mean_validity: risks.length > 0 ? rounded(100 - 10 * mean(risks)) : null,
    n,
    n_required_for_pm5: sd === null ? null : requiredCount(sd, profile.cohort.precision_points / 10),
    reliability_score:
      interval === null || coverage === null
        ? null
        : rounded(reliabilityScore({ interval, alpha, consistency: consistent / n, coverage }, profile)),
    repeatability,
    repeatability_sd: repeatabilitySd,
    scope: 'system_source',
    status: interval === null ? 'insufficient_data' : 'ok',
  }
}

/** Weighted mean of what is known: precision of the mean, agreement, consistency of the declarations, coverage. 0 to 100. */
function reliabilityScore(
  parts: { interval: Interval; alpha: number | null; consistency: number; coverage: number },
  profile: Profile,
): number {
  const { interval, alpha, consistency, coverage } = parts
  const weights = profile.reliability_weights
  const halfWidth = 5 * (interval.hi - interval.lo)
  const known: [number, number][] = [
    [weights.precision, 1 - Math.min(1, halfWidth / 50)],
    [weights.consistency, consistency],
    [weights.coverage, coverage],
  ]
  if (alpha !== null) known.push([weights.agreement, Math.max(0, alpha)])

  let sum = 0
  let all = 0
  for (const [weight, value] of known) {
    sum += weight * value
    all += weight
  }
  return (100 * sum) / all
}

/** From ten traces on, or earlier where the risks are too skewed for a t interval. */
function isResampled(risks: readonly number[], { cohort }: Profile): boolean {
  if (risks.length >= cohort.bootstrap_from_n) return true
  return Math.abs(skewness(risks) ?? 0) >= cohort.bootstrap_from_skewness
}

function bootstrapOf(
  means: Float64Array,
  rows: readonly CohortRow[],
  profile: Profile,
): Exclude<Reliability['bootstrap'], null> {
  const { lo, hi } = percentileInterval(means)
  return {
    B: profile.cohort.bootstrap_replicates,
    hi: rounded(100 - 10 * lo),
    lo: rounded(100 - 10 * hi),
    method: 'percentile',
    seed: seedOf(rows).hex,
  }
}

function systemRisksOf(rows: readonly CohortRow[], profile: Profile): CohortSummary['systemRisks'] {
  const strata = testCategories.map((category) => clustersOf(rows.filter((row) => row.testCategory === category)))
  const nodes = strata.map((clusters) => {
    const risks = clusters.flat().map(({ risk }) => risk)
    return risks.length > 0 ? { n: risks.length, risk: mean(risks) } : null
  })
  const known = present(nodes)
  const top = known.length > 0 ? Math.max(...known.map(({ risk }) => risk)) : null
  const [field = null, model = null, redTeam = null] = nodes.map(
    (node) => node && { n: node.n, risk: rounded(node.risk) },
  )
  return {
    field,
    model,
    overall: {
      aggregation: 'max',
      max_bias: top === null ? null : maxBiasOf(strata, top, rows, profile),
      risk: top === null ? null : rounded(top),
    },
    red_team: redTeam,
  }
}

/** How much the maximum over the testing levels overstates, by bootstrap; a single level has nothing to choose from. */
function maxBiasOf(
  strata: readonly Unit[][][],
  top: number,
  rows: readonly CohortRow[],
  profile: Profile,
): number | null {
  const present = strata.filter((clusters) => clusters.length > 0)
  if (present.length === 1) return 0
  if (
    !isResampled(
      present.flat(2).map(({ risk }) => risk),
      profile,
    )
  )
    return null
  const tops = resampleTop(present, profile.cohort.bootstrap_replicates, seedOf(rows).seed)
  return rounded(mean(Array.from(tops)) - top)
}

function collationOf(rows: readonly CohortRow[], profile: Profile): CohortSummary['collation'] {
  const compliant = rows.filter((row) => row.isCompliant).length
  const levelCount = (level: RiskLevel) => rows.filter((row) => row.riskLevel === level).length
  return {
    compliance: {
      compliant,
      declared: rows.filter((row) => row.isDeclared).length,
      non_compliant: rows.length - compliant,
    },
    confidence: spreadOf(
      rows.map((row) => row.confidence),
      4,
    ),
    item_table: rows.length > 0 ? itemTableOf(rows) : [],
    risk_distribution: { HIGH: levelCount('HIGH'), LOW: levelCount('LOW'), MEDIUM: levelCount('MEDIUM') },
    risk_score: spreadOf(
      rows.map((row) => row.riskScore),
      2,
    ),
    scope: 'system_source',
    window: {
      from: rows.at(0)?.createdAt ?? null,
      n: rows.length,
      size: profile.cohort.window,
      to: rows.at(-1)?.createdAt ?? null,
    },
  }
}

function itemTableOf(rows: readonly CohortRow[]): CohortSummary['collation']['item_table'] {
  return itemNames.map((item, index) => {
    let sum = 0
    let n = 0
    for (const { itemRisks } of rows) {
      const risk = itemRisks[index] ?? null
      if (risk === null) continue
      sum += risk
      n += 1
    }
    return { item, mean: n > 0 ? rounded(sum / n) : null, missing: rows.length - n, n }
  })
}

function spreadOf(values: readonly number[], digits: 2 | 4): CohortSummary['collation']['risk_score'] {
  if (values.length === 0) return { ci95: null, max: null, mean: null, median: null, min: null, p90: null, sd: null }
  const sorted = ascending(values)
  const interval = tInterval(values)
  const sd = sampleSd(values)
  return {
    ci95: interval && pairOf(interval, digits),
    max: rounded(quantile(sorted, 1), digits),
    mean: rounded(mean(values), digits),
    median: rounded(quantile(sorted, 0.5), digits),
    min: rounded(quantile(sorted, 0), digits),
    p90: rounded(quantile(sorted, 0.9), digits),
    sd: sd === null ? null : rounded(sd, digits),
  }
}

function topFlagsOf(rows: readonly CohortRow[]): CohortSummary['topFlags'] {
  const counts = new Map<string, number>()
  for (const { flags } of rows) for (const flag of flags) counts.set(flag, (counts.get(flag) ?? 0) + 1)
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, flagsListed)
    .map(([flag, n]) => {
      const interval = wilson(n, rows.length) ?? { lo: 0, hi: 1 }
      return { flag, n, rate: rounded(n / rows.length, 4), wilson: pairOf(interval, 4) }
    })
}

/** Mann-Kendall: does the risk of the system's traces go up or down with time? */
function trendOf(rows: readonly CohortRow[]): CohortSummary['timing']['trend'] {
  const known = rows.flatMap(({ createdAt, risk }) => (risk === null ? [] : [{ at: Date.parse(createdAt), risk }]))
  const result = kendallTau(
    known.map(({ at }) => at),
    known.map(({ risk }) => risk),
  )
  return result && { kendall_tau: rounded(result.tau, 4), of: 'trace_risk', p: rounded(result.p, 4) }
}

function calibrationOf(rows: readonly CohortRow[]): Reliability['calibration'] {
  const forecasts = rows.flatMap(({ confidence, correct }) => (correct === null ? [] : [{ confidence, correct }]))
  if (forecasts.length === 0) return null
  return { brier: rounded(brier(forecasts), 4), ece: rounded(calibrationError(forecasts), 4), n: forecasts.length }
}

/** What happens when the same input is run again; null where no input was. */
function repeatabilityOf(
  rows: readonly CohortRow[],
  profile: Profile,
): { repeatability: Reliability['repeatability']; sd: number | null } {
  const byInput = new Map<string, number[]>()
  for (const { inputDigest, risk } of rows) {
    if (inputDigest === null || risk === null) continue
    const risks = byInput.get(inputDigest)
    if (risks === undefined) byInput.set(inputDigest, [risk])
    else risks.push(risk)
  }
  const groups = [...byInput.values()].filter((risks) => risks.length > 1)
  if (groups.length === 0) return { repeatability: null, sd: null }

  let squares = 0
  let freedom = 0
  for (const risks of groups) {
    squares += (sampleSd(risks) ?? 0) ** 2 * (risks.length - 1)
    freedom += risks.length - 1
  }
  const passed = groups.filter((risks) => risks.every((risk) => risk < profile.labels.concern_from)).length
  return {
    repeatability: { inputs: groups.length, n: groups.flat().length, pass_k: rounded(passed / groups.length, 4) },
    sd: rounded(Math.sqrt(squares / freedom)),
  }
}

function patternCountsOf(rows: readonly CohortRow[]): Int32Array {
  const counts = new Int32Array(patternCount)
  for (const { pattern } of rows) counts[pattern] = (counts[pattern] ?? 0) + 1
  return counts
}

/** Ordinal alpha of the three raters, from how often each pattern of ratings occurs: coincidences add up over units. */
function alphaOfPatterns(counts: Int32Array): number | null {
  const coincidences = new Float64Array(9)
  for (let pattern = 0; pattern < patternCount; pattern += 1) {
    const count = counts[pattern] ?? 0
    if (count === 0) continue
    const own = patternCoincidences[pattern]
    for (let cell = 0; cell < 9; cell += 1) coincidences[cell] = (coincidences[cell] ?? 0) + count * (own?.[cell] ?? 0)
  }
  return alphaOf(coincidences, levelRanks, 'ordinal')
}

function readingOf(alpha: number | null): Reliability['agreement']['reading'] {
  if (alpha === null) return 'insufficient_data'
  if (alpha >= 0.8) return 'reliable'
  return alpha >= 0.667 ? 'tentative' : 'unreliable'
}

function impliedLevel(riskScore: number, profile: Profile): number {
  if (riskScore < profile.level_band.LOW.to) return 0
  return riskScore <= profile.level_band.MEDIUM.to ? 1 : 2
}

function automatedLevel(safetyRisk: number, profile: Profile): number {
  if (safetyRisk < profile.labels.concern_from) return 0
  return safetyRisk < profile.labels.failed_from ? 1 : 2
}

function countBelow(sorted: readonly number[], value: number, orEqual: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const at = sorted[middle] ?? 0
    if (at < value || (orEqual && at === value)) low = middle + 1
    else high = middle
  }
  return low
}

function pairOf({ lo, hi }: Interval, digits: 2 | 4): [number, number] {
  return [rounded(lo, digits), rounded(hi, digits)]
}

const flagsListed = 10
const levels: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH']
const levelRanks = [0, 1, 2]
const patternCoincidences = Array.from({ length: patternCount }, (_, pattern) => {
  const matrix = new Float64Array(9)
  addCoincidences(matrix, 3, [Math.floor(pattern / 9), Math.floor(pattern / 3) % 3, pattern % 3])
  return matrix
})
