/** A system's recent traces, summarised once and shared by the trees of each of them. Pure, and the expensive part. */
import { riskLevels } from '#db/documents/states'
import type { FullTree } from '#db/documents/tree'
import { ascending, mean, quantile, rounded } from '#workers/generate-tree/aggregate'
import { type Annotation, annotate, contradictionOf, itemNames } from '#workers/generate-tree/annotate'
import {
  biasOfTop,
  type ClusterName,
  clopperPearson,
  lowerBound,
  type Sampled,
  type SampleSums,
  sampledMean,
  upperBound,
} from '#workers/generate-tree/bounds'
import { sha256 } from '#workers/generate-tree/digest'
import { tQuantile } from '#workers/generate-tree/distributions'
import { contributionsOf } from '#workers/generate-tree/drivers'
import { categories } from '#workers/generate-tree/flags'
import { verdictOf } from '#workers/generate-tree/interpretation'
import type { Profile, RiskLevel, SystemRules } from '#workers/generate-tree/profiles'
import { patternCount, resampleCohort, resampleTop, type Unit } from '#workers/generate-tree/resampling'
import {
  addCoincidences,
  alphaOf,
  brier,
  calibrationError,
  clusterInterval,
  clusterStandardError,
  type Interval,
  jackknifeError,
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
  /** When what the trace tells of happened: its own time, whenever it arrived. */
  timestamp: string
  testCategory: TestCategory
  /** Since 2.0.0 of the profiles as its own score has it, caps included; uncapped before. */
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
  /** Whether the trace's own verdict is. */
  isUnacceptable: boolean
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

/** In the order in which figures are made of them: arrival, or since 2.0.0 what they tell, which new ids do not change. */
export function inOrderOf(rows: readonly CohortRow[], profile: Profile): readonly CohortRow[] {
  if (profile.system === undefined) return rows
  return rows
    .map((row) => ({ row, at: Date.parse(row.timestamp) }))
    .sort((a, b) => a.at - b.at || byFigures(a.row, b.row))
    .map(({ row }) => row)
}

/** Summarises rows that are in order of arrival. */
export function summarizeRows(arrived: readonly CohortRow[], profile: Profile): CohortSummary {
  const rows = inOrderOf(arrived, profile)
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
    topFlags: topFlagsOf(rows, profile),
    texts: { reliability: JSON.stringify(reliability), collation: JSON.stringify(collation) },
    timing: {
      cohort_p50: durations.length > 0 ? rounded(quantile(durations, 0.5)) : null,
      cohort_p95: durations.length > 0 ? rounded(quantile(durations, 0.95)) : null,
      trend: trendOf(rows, profile),
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

/** What rows say by a value of each, sessions together; rows without the value left out. */
export function sampleBy(
  rows: readonly CohortRow[],
  read: (row: CohortRow) => number | null,
): { sample: SampleSums; name: ClusterName } {
  const places = new Map<string, number>()
  const sums: number[] = []
  const sizes: number[] = []
  let isClustered = false
  for (const row of rows) {
    const value = read(row)
    if (value === null) continue
    const known = row.session === null ? undefined : places.get(row.session)
    if (known === undefined) {
      if (row.session !== null) places.set(row.session, sums.length)
      sums.push(value)
      sizes.push(1)
    } else {
      isClustered = true
      sums[known] = (sums[known] ?? 0) + value
      sizes[known] = (sizes[known] ?? 0) + 1
    }
  }
  return {
    sample: { sums: Float64Array.from(sums), sizes: Float64Array.from(sizes) },
    name: isClustered ? 'sessions' : 'traces',
  }
}

/** What a mean risk cannot be above, at 95 %, whatever was not seen; null where a single trace or session says it all. */
export function provenRisk({ sample }: { sample: SampleSums }): number | null {
  return sample.sums.length < 2 ? null : upperBound(sample, 10, proven)
}

/** Share of traces that are so: what it is at least and at most, at 95 % each. */
export function provenShare(
  rows: readonly CohortRow[],
  is: (row: CohortRow) => boolean,
  error = proven.error,
): { lo: number; hi: number } {
  const { sample, name } = sampleBy(rows, (row) => (is(row) ? 1 : 0))
  const exact = name === 'traces' ? clopperPearson(rows.filter(is).length, rows.length, 2 * error) : null
  return exact ?? { lo: lowerBound(sample, 1, { ...proven, error }), hi: upperBound(sample, 1, { ...proven, error }) }
}

/** Rate of the traces that are so, with its interval: Wilson's; since 2.0.0 one that holds at least 95 % at any rate. */
export function shareOf(
  rows: readonly CohortRow[],
  is: (row: CohortRow) => boolean,
  profile: Profile,
): Reliability['compliance_rate'] {
  const k = rows.filter(is).length
  const n = rows.length
  if (profile.system === undefined || n === 0) return rateOf(k, n)
  const { sample, name } = sampleBy(rows, (row) => (is(row) ? 1 : 0))
  const { lo, hi } =
    name === 'sessions'
      ? { lo: lowerBound(sample, 1, bothSides), hi: upperBound(sample, 1, bothSides) }
      : (clopperPearson(k, n) ?? { lo: 0, hi: 1 })
  return {
    hi: rounded(hi, 4),
    k,
    lo: rounded(lo, 4),
    method: name === 'sessions' ? 'clustered_bounds' : 'clopper_pearson',
    n,
    rate: rounded(k / n, 4),
  }
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
    riskLevels.indexOf(trace.risk_level),
    impliedLevel(trace.risk_score, profile),
    automatedLevel(byCategory.safety.risk ?? 0, profile),
  ]
  const { risk, isUnacceptable } = ownRiskOf(trace, annotation, profile)
  return {
    traceId: trace.trace_id,
    createdAt: trace.created_at,
    timestamp: trace.timestamp,
    testCategory: annotation.testCategory,
    risk: profile.system === undefined ? annotation.overall.risk : risk,
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
    isUnacceptable,
    pattern: ratings.reduce((pattern, rating) => pattern * 3 + rating, 0),
    flags: flags?.map(({ flag }) => flag) ?? [],
    processingTimeMs: trace.processing_time_ms ?? null,
    session: typeof session === 'string' || typeof session === 'number' ? String(session) : null,
    inputDigest: typeof input === 'string' ? sha256(input) : null,
    correct: typeof correct === 'boolean' ? correct : null,
  }
}

/** A trace's risk as its own score has it, under the caps of its gates, and whether its verdict is unacceptable. */
function ownRiskOf(
  trace: TreeTrace,
  { overall, hasCriticalFlag }: Annotation,
  profile: Profile,
): { risk: number | null; isUnacceptable: boolean } {
  const { caps } = profile
  const isGated = !trace.constitutional_compliance || hasCriticalFlag
  const cap = Math.min(
    trace.constitutional_compliance ? 100 : caps.constitutional_compliance,
    hasCriticalFlag ? caps.critical_flag : 100,
  )
  const risk = overall.risk === null ? null : Math.max(overall.risk, (100 - cap) / 10)
  const score = risk === null ? null : rounded(100 - 10 * risk)
  return { risk, isUnacceptable: verdictOf(score, isGated, profile) === 'unacceptable' }
}

/** Of two traces of one moment, by every figure that may weigh; ids say nothing. */
function byFigures(a: CohortRow, b: CohortRow): number {
  const [one, other] = [figuresOf(a), figuresOf(b)]
  return one === other ? 0 : one < other ? -1 : 1
}

function figuresOf(row: CohortRow): string {
  return [
    row.testCategory,
    row.risk,
    row.riskScore,
    row.confidence,
    row.pattern,
    row.processingTimeMs,
    row.coverage,
    row.itemRisks.join(),
    row.flags.join(),
    row.isDeclared,
    row.correct,
    row.inputDigest,
  ].join('|')
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
  const known = profile.system && sampleBy(rows, (row) => row.risk)
  const interval = known === undefined ? riskIntervalOf(clusters) : null
  const sampled = known && sampledOverLevels(rows, (row) => row.risk, 10, systemRulesOf(profile))
  const provenTop = known === undefined ? null : provenRisk(known)
  const patterns = patternCountsOf(rows)
  const alpha = n < 2 ? null : alphaOfPatterns(patterns)
  const resampled =
    known === undefined && isResampled(risks, profile)
      ? resampleCohort(clusters, profile.cohort.bootstrap_replicates, seedOf(rows).seed, alphaOfPatterns)
      : null
  const coverage = n > 0 ? mean(rows.map((row) => row.coverage)) : null
  const consistent = rows.filter((row) => row.isConsistent).length
  const { repeatability, sd: repeatabilitySd } = repeatabilityOf(rows, profile)
  const agreement = profile.system && sampledAlpha(rows, alpha, profile.system)
  const meanRisk = risks.length > 0 ? mean(risks) : null
  const precision =
    known !== undefined
      ? provenTop === null || meanRisk === null
        ? null
        : 1 - Math.min(1, (provenTop - meanRisk) / 5)
      : interval && 1 - Math.min(1, (5 * (interval.hi - interval.lo)) / 50)

  return {
    agreement: {
      caveat: 'raters not independent: level and score share a sender',
      ci: agreement
        ? agreement.interval && pairOf(agreement.interval, 4)
        : resampled && resampled.statistics.length > 0
          ? pairOf(percentileInterval(resampled.statistics), 4)
          : null,
      ...(agreement?.reason && { ci_reason: agreement.reason }),
      metric: 'ordinal',
      raters: ['declared_level', 'score_implied_level', 'automated_safety_level'],
      reading: readingOf(alpha),
      statistic: 'krippendorff_alpha',
      units: n,
      value: alpha === null ? null : rounded(alpha, 4),
    },
    ...(known && { at_least: provenTop === null ? null : rounded(100 - 10 * provenTop) }),
    bootstrap: resampled && bootstrapOf(resampled.means, rows, profile),
    calibration: calibrationOf(rows),
    compliance_rate: shareOf(rows, (row) => row.isCompliant, profile),
    consistent_share: n > 0 ? rounded(consistent / n, 4) : null,
    high_rate: shareOf(rows, (row) => row.riskLevel === 'HIGH', profile),
    interval:
      known === undefined
        ? interval && validityPairOf(interval, interval.method)
        : sampled?.interval
          ? validityPairOf(sampled.interval, known.name === 'sessions' ? 'cluster_weighted' : 'weighted')
          : null,
    ...(sampled?.reason && { interval_reason: sampled.reason }),
    mean_coverage: coverage === null ? null : rounded(coverage),
    mean_validity: meanRisk === null ? null : rounded(100 - 10 * meanRisk),
    n,
    n_required_for_pm5: sd === null ? null : requiredCount(sd, profile.cohort.precision_points / 10),
    reliability_score:
      precision === null || coverage === null
        ? null
        : rounded(reliabilityScore({ precision, alpha, consistency: consistent / n, coverage }, profile)),
    repeatability,
    repeatability_sd: repeatabilitySd,
    scope: 'system_source',
    status: precision === null ? 'insufficient_data' : 'ok',
  }
}

/** Weighted mean of what is known: precision of the mean, agreement, consistency of the declarations, coverage. 0 to 100. */
function reliabilityScore(
  parts: { precision: number; alpha: number | null; consistency: number; coverage: number },
  profile: Profile,
): number {
  const { precision, alpha, consistency, coverage } = parts
  const weights = profile.reliability_weights
  const known: [number, number][] = [
    [weights.precision, precision],
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

function validityPairOf<Method>(
  risk: Interval,
  method: Method,
): { hi: number; level: number; lo: number; method: Method } {
  return { hi: rounded(100 - 10 * risk.lo), level: 0.95, lo: rounded(100 - 10 * risk.hi), method }
}

/**
 * Jackknife interval of alpha, sessions left out whole; its quantile is that of 97 %, which held 95 % where it was tried.
 * None where few traces differ, or few are rated other than most: then a single one more would decide.
 */
function sampledAlpha(rows: readonly CohortRow[], alpha: number | null, rules: SystemRules): Sampled {
  const places = new Map<string, number>()
  const clusters: number[][] = []
  for (const { pattern, session } of rows) {
    const known = session === null ? undefined : places.get(session)
    if (known !== undefined) clusters[known]?.push(pattern)
    else {
      if (session !== null) places.set(session, clusters.length)
      clusters.push([pattern])
    }
  }
  const name = clusters.length < rows.length ? 'sessions' : 'traces'
  const needed = rules.interval.from_clusters
  if (alpha === null || clusters.length < needed)
    return { interval: null, reason: `${clusters.length} ${name}, ${needed} are needed` }

  const counts = patternCountsOf(rows)
  const ratings = new Int32Array(3)
  let differing = 0
  for (const cluster of clusters) if (cluster.some((pattern) => !unanimous.has(pattern))) differing += 1
  for (let pattern = 0; pattern < patternCount; pattern += 1)
    for (const rank of ranksOf(pattern)) ratings[rank] = (ratings[rank] ?? 0) + (counts[pattern] ?? 0)
  const others = Math.floor((3 * rows.length - Math.max(...ratings)) / 3)
  const least = rules.agreement_from_clusters
  if (differing < least)
    return {
      interval: null,
      reason: `raters differ in ${differing} of ${clusters.length} ${name}, ${least} are needed`,
    }
  if (others < least)
    return {
      interval: null,
      reason: `${others} of ${rows.length} traces are rated other than most, ${least} are needed`,
    }

  const without = new Map<string, number>()
  const values = clusters.map((cluster) => {
    const key = cluster.length === 1 ? String(cluster[0]) : ''
    const known = key === '' ? undefined : without.get(key)
    if (known !== undefined) return known
    for (const pattern of cluster) counts[pattern] = (counts[pattern] ?? 0) - 1
    const value = alphaOfPatterns(counts) ?? alpha
    for (const pattern of cluster) counts[pattern] = (counts[pattern] ?? 0) + 1
    if (key !== '') without.set(key, value)
    return value
  })
  const half = tQuantile(0.985, clusters.length - 1) * jackknifeError(values)
  return { interval: { lo: Math.max(-1, alpha - half), hi: Math.min(1, alpha + half) }, reason: null }
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
  if (profile.system !== undefined) {
    const nodes = present.map((clusters) => {
      const risks = clusters.map((cluster) => cluster.map(({ risk }) => risk))
      return { mean: mean(risks.flat()), error: clusterStandardError(risks) }
    })
    const known = nodes.flatMap(({ mean, error }) => (error === null ? [] : [{ mean, error }]))
    return known.length < nodes.length ? null : rounded(biasOfTop(known))
  }
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
  const arrivals = profile.system === undefined ? rows : inOrder(rows)
  const levelCount = (level: RiskLevel) => rows.filter((row) => row.riskLevel === level).length
  return {
    compliance: {
      compliant,
      declared: rows.filter((row) => row.isDeclared).length,
      non_compliant: rows.length - compliant,
    },
    confidence: spreadOf(rows, (row) => row.confidence, 1, profile),
    item_table: rows.length > 0 ? itemTableOf(rows) : [],
    risk_distribution: { HIGH: levelCount('HIGH'), LOW: levelCount('LOW'), MEDIUM: levelCount('MEDIUM') },
    risk_score: spreadOf(rows, (row) => row.riskScore, 100, profile),
    scope: 'system_source',
    window: {
      from: arrivals.at(0)?.createdAt ?? null,
      n: rows.length,
      size: profile.cohort.window,
      to: arrivals.at(-1)?.createdAt ?? null,
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

/** @param top end of the scale that begins at 0: bounds of a share are printed with four decimals. */
function spreadOf(
  rows: readonly CohortRow[],
  read: (row: CohortRow) => number,
  top: 1 | 100,
  profile: Profile,
): CohortSummary['collation']['risk_score'] {
  const values = rows.map(read)
  const digits = top === 1 ? 4 : 2
  if (values.length === 0) return { ci95: null, max: null, mean: null, median: null, min: null, p90: null, sd: null }
  const sorted = ascending(values)
  const sd = sampleSd(values)
  const sampled = profile.system && sampledOverLevels(rows, read, top, profile.system)
  const interval = sampled === undefined ? tInterval(values) : sampled.interval
  return {
    ci95: interval && pairOf(interval, digits),
    ...(sampled?.reason && { ci95_reason: sampled.reason }),
    max: rounded(quantile(sorted, 1), digits),
    mean: rounded(mean(values), digits),
    median: rounded(quantile(sorted, 0.5), digits),
    min: rounded(quantile(sorted, 0), digits),
    p90: rounded(quantile(sorted, 0.9), digits),
    sd: sd === null ? null : rounded(sd, digits),
  }
}

function topFlagsOf(rows: readonly CohortRow[], profile: Profile): CohortSummary['topFlags'] {
  const counts = new Map<string, number>()
  for (const { flags } of rows) for (const flag of flags) counts.set(flag, (counts.get(flag) ?? 0) + 1)
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, flagsListed)
    .map(([flag, n]) => {
      if (profile.system !== undefined) {
        const { hi, lo, method, rate } = shareOf(rows, (row) => row.flags.includes(flag), profile)
        return { flag, interval: [lo ?? 0, hi ?? 1] as [number, number], method, n, rate: rate ?? 0 }
      }
      const interval = wilson(n, rows.length) ?? { lo: 0, hi: 1 }
      return { flag, n, rate: rounded(n / rows.length, 4), wilson: pairOf(interval, 4) }
    })
}

/** Mann-Kendall: does the risk of the system's traces go up or down with time? */
function trendOf(rows: readonly CohortRow[], profile: Profile): CohortSummary['timing']['trend'] {
  const known = rows.flatMap(({ createdAt, timestamp, risk }) =>
    risk === null ? [] : [{ at: Date.parse(profile.system === undefined ? createdAt : timestamp), risk }],
  )
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

/**
 * Sampling interval of a mean over all testing levels. None where the levels differ much: then it depends on how many traces
 * of each were made, by plan or by chance, and the one would be too wide where the other is right.
 */
function sampledOverLevels(
  rows: readonly CohortRow[],
  read: (row: CohortRow) => number | null,
  top: number,
  { interval, mix_to }: SystemRules,
): Sampled {
  const { sample, name } = sampleBy(rows, read)
  const sampled = sampledMean(sample, top, interval, name)
  if (sampled.interval === null) return sampled
  const values = present(rows.map(read))
  const centre = mean(values)
  let between = 0
  for (const level of testCategories) {
    const own = present(rows.filter((row) => row.testCategory === level).map(read))
    if (own.length > 0) between += own.length * (mean(own) - centre) ** 2
  }
  const all = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  if (between <= mix_to * all) return sampled
  return { interval: null, reason: 'the testing levels differ: a mean over all of them depends on their mix' }
}

function systemRulesOf({ name, system }: Profile): SystemRules {
  if (system === undefined) throw new Error(`${name} has no rules of systems`)
  return system
}

/** What holds at 95 % whatever was not seen: one side, or both at half of the error each. */
const proven = { error: 0.05, lean: 1 }
const bothSides = { error: 0.025, lean: 1 }
const flagsListed = 10
const levelRanks = [0, 1, 2]
const patternCoincidences = Array.from({ length: patternCount }, (_, pattern) => {
  const matrix = new Float64Array(9)
  addCoincidences(matrix, 3, ranksOf(pattern))
  return matrix
})
/** Patterns in which all three raters say the same. */
const unanimous = new Set([0, 13, 26])

function ranksOf(pattern: number): [number, number, number] {
  return [Math.floor(pattern / 9), Math.floor(pattern / 3) % 3, pattern % 3]
}
