/** What rows of a system's traces say of all that it does: means and shares with what they are at least and at most. Pure. */
import type { Reliability } from '#db/documents/tree-parts'
import { mean, rounded } from '#workers/generate-tree/aggregate'
import {
  type ClusterName,
  clopperPearson,
  lowerBound,
  type Sampled,
  type SampleSums,
  sampledMean,
  upperBound,
} from '#workers/generate-tree/bounds'
import { type CohortRow, present, testCategories } from '#workers/generate-tree/cohort-rows'
import type { Profile, SystemRules } from '#workers/generate-tree/profiles'
import type { Unit } from '#workers/generate-tree/resampling'
import { clusterInterval, type Interval, tInterval, wilson } from '#workers/generate-tree/statistics'

/** How often something is so, with its interval. */
type Rate = Reliability['compliance_rate']

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

/**
 * Sampling interval of a mean over all testing levels. None where the levels differ much: then it depends on how many traces
 * of each were made, by plan or by chance, and the one would be too wide where the other is right.
 */
export function sampledOverLevels(
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
export function shareOf(rows: readonly CohortRow[], is: (row: CohortRow) => boolean, profile: Profile): Rate {
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

export function rateOf(k: number, n: number): Rate {
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

export function validityPairOf<Method>(
  risk: Interval,
  method: Method,
): { hi: number; level: number; lo: number; method: Method } {
  return { hi: rounded(100 - 10 * risk.lo), level: 0.95, lo: rounded(100 - 10 * risk.hi), method }
}

export function pairOf({ lo, hi }: Interval, digits: 2 | 4): [number, number] {
  return [rounded(lo, digits), rounded(hi, digits)]
}

/** What holds at 95 % whatever was not seen: one side, or both at half of the error each. */
const proven = { error: 0.05, lean: 1 }

const bothSides = { error: 0.025, lean: 1 }
