/** A system's recent traces, summarised once and shared by the trees of each of them. Pure, and the expensive part. */
import type { FullTree } from '#db/documents/tree'
import type { Reliability } from '#db/documents/tree-parts'
import { ascending, mean, quantile, rounded } from '#workers/generate-tree/aggregate'
import { itemNames } from '#workers/generate-tree/annotation-items'
import { biasOfTop } from '#workers/generate-tree/bounds'
import {
  type CohortRow,
  inOrder,
  inOrderOf,
  present,
  rowsOf,
  seedOf,
  testCategories,
} from '#workers/generate-tree/cohort-rows'
import { clustersOf, pairOf, sampledOverLevels, shareOf } from '#workers/generate-tree/cohort-samples'
import type { Profile, RiskLevel } from '#workers/generate-tree/profiles'
import { isResampled, reliabilityOf } from '#workers/generate-tree/reliability'
import { resampleTop, type Unit } from '#workers/generate-tree/resampling'
import { clusterStandardError, kendallTau, sampleSd, tInterval, wilson } from '#workers/generate-tree/statistics'
import type { TreeTrace } from '#workers/generate-tree/trace'

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

function windowOf(rows: readonly CohortRow[], profile: Profile): CohortRow[] {
  return inOrder(rows).slice(-profile.cohort.window)
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

const flagsListed = 10
