/** How far a system's figures can be relied upon, by the profiles of 1.x and by those since 2.0.0. Pure. */
import type { Reliability } from '#db/documents/tree-parts'
import { mean, rounded } from '#workers/generate-tree/aggregate'
import { alphaOfPatterns, patternCountsOf, readingOf, sampledAlpha } from '#workers/generate-tree/agreement'
import { type CohortRow, seedOf } from '#workers/generate-tree/cohort-rows'
import {
  clustersOf,
  pairOf,
  provenRisk,
  riskIntervalOf,
  sampleBy,
  sampledOverLevels,
  shareOf,
  validityPairOf,
} from '#workers/generate-tree/cohort-samples'
import type { Profile, SystemRules } from '#workers/generate-tree/profiles'
import { resampleCohort, type Unit } from '#workers/generate-tree/resampling'
import {
  brier,
  calibrationError,
  type Interval,
  percentileInterval,
  requiredCount,
  sampleSd,
  skewness,
} from '#workers/generate-tree/statistics'

export function reliabilityOf(rows: readonly CohortRow[], profile: Profile): Reliability {
  const n = rows.length
  const clusters = clustersOf(rows)
  const risks = clusters.flat().map(({ risk }) => risk)
  const sd = sampleSd(risks)
  const meanRisk = risks.length > 0 ? mean(risks) : null
  const alpha = n < 2 ? null : alphaOfPatterns(patternCountsOf(rows))
  const { precision, agreement, bootstrap, interval, atLeast } =
    profile.system === undefined
      ? resampledFigures(rows, clusters, profile)
      : sampledFigures(rows, { meanRisk, alpha }, profile.system)
  const coverage = n > 0 ? mean(rows.map((row) => row.coverage)) : null
  const consistent = rows.filter((row) => row.isConsistent).length
  const { repeatability, sd: repeatabilitySd } = repeatabilityOf(rows, profile)
  return {
    agreement: {
      caveat: 'raters not independent: level and score share a sender',
      ci: agreement.interval && pairOf(agreement.interval, 4),
      ...(agreement.reason && { ci_reason: agreement.reason }),
      metric: 'ordinal',
      raters: ['declared_level', 'score_implied_level', 'automated_safety_level'],
      reading: readingOf(alpha),
      statistic: 'krippendorff_alpha',
      units: n,
      value: alpha === null ? null : rounded(alpha, 4),
    },
    ...(atLeast !== undefined && { at_least: atLeast }),
    bootstrap,
    calibration: calibrationOf(rows),
    compliance_rate: shareOf(rows, (row) => row.isCompliant, profile),
    consistent_share: n > 0 ? rounded(consistent / n, 4) : null,
    high_rate: shareOf(rows, (row) => row.riskLevel === 'HIGH', profile),
    interval: interval.of,
    ...(interval.reason && { interval_reason: interval.reason }),
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

/** How sure a system's mean validity and its raters' agreement are. */
type Figures = {
  /** 0 to 1. */
  precision: number | null
  agreement: { interval: Interval | null; reason: string | null }
  bootstrap: Reliability['bootstrap']
  interval: { of: Reliability['interval']; reason: string | null }
  /** The validity that is proven, whatever was not seen. Not told by profiles of 1.x. */
  atLeast?: number | null
}

/** By profiles of 1.x: Student's t, and samples drawn anew. */
function resampledFigures(
  rows: readonly CohortRow[],
  clusters: readonly (readonly Unit[])[],
  profile: Profile,
): Figures {
  const interval = riskIntervalOf(clusters)
  const resampled = isResampled(
    clusters.flat().map(({ risk }) => risk),
    profile,
  )
    ? resampleCohort(clusters, profile.cohort.bootstrap_replicates, seedOf(rows).seed, alphaOfPatterns)
    : null
  const alphas = resampled?.statistics
  return {
    precision: interval && 1 - Math.min(1, (5 * (interval.hi - interval.lo)) / 50),
    agreement: { interval: alphas && alphas.length > 0 ? percentileInterval(alphas) : null, reason: null },
    bootstrap: resampled && bootstrapOf(resampled.means, rows, profile),
    interval: { of: interval && validityPairOf(interval, interval.method), reason: null },
  }
}

/** By profiles since 2.0.0: weighted bounds, and what is proven whatever was not seen. */
function sampledFigures(
  rows: readonly CohortRow[],
  { meanRisk, alpha }: { meanRisk: number | null; alpha: number | null },
  rules: SystemRules,
): Figures {
  const known = sampleBy(rows, (row) => row.risk)
  const sampled = sampledOverLevels(rows, (row) => row.risk, 10, rules)
  const top = provenRisk(known)
  const method = known.name === 'sessions' ? 'cluster_weighted' : 'weighted'
  return {
    precision: top === null || meanRisk === null ? null : 1 - Math.min(1, (top - meanRisk) / 5),
    agreement: sampledAlpha(rows, alpha, rules),
    bootstrap: null,
    interval: { of: sampled.interval && validityPairOf(sampled.interval, method), reason: sampled.reason },
    atLeast: top === null ? null : rounded(100 - 10 * top),
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

/** From ten traces on, or earlier where the risks are too skewed for a t interval. */
export function isResampled(risks: readonly number[], { cohort }: Profile): boolean {
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
