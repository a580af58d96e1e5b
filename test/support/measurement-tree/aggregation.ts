/** Every summary function that a measurement tree may name: risks in, one risk out. Each is monotone unless it says otherwise. Pure. */
import { ascending, hurwicz, largest, mean, noisyOr, quantile } from '#workers/generate-tree/aggregate'

/** A node's summary function, as a definition writes it. */
export type Aggregation =
  | { readonly fn: 'mean' | 'median' | 'min' | 'max' | 'noisy_or' | 'geometric_mean' }
  | { readonly fn: 'weighted_mean'; readonly weights: readonly number[] }
  | { readonly fn: 'trimmed_mean'; readonly share: number }
  | { readonly fn: 'quantile'; readonly q: number }
  | { readonly fn: 'hurwicz'; readonly a: number }
  | { readonly fn: 'owa'; readonly weights: readonly number[] }
  | { readonly fn: 'kth_largest'; readonly k: number }
  | { readonly fn: 'count_rate'; readonly from: number; readonly below?: number }

/**
 * The summary of `values`, which must not be empty. `weights` are those of the values present (weighted_mean only).
 * Renormalises by itself: what is absent was left out by the caller.
 */
export function aggregate(aggregation: Aggregation, values: readonly number[], weights?: readonly number[]): number {
  switch (aggregation.fn) {
    case 'mean':
      return mean(values)
    case 'weighted_mean':
      return weightedMean(values, weights ?? aggregation.weights)
    case 'median':
      return quantile(ascending(values), 0.5)
    case 'trimmed_mean':
      return trimmedMean(values, aggregation.share)
    case 'min':
      return quantile(ascending(values), 0)
    case 'max':
      return largest(values)
    case 'quantile':
      return quantile(ascending(values), aggregation.q)
    case 'hurwicz':
      return hurwicz(values, aggregation.a)
    case 'owa':
      return owa(values, aggregation.weights)
    case 'noisy_or':
      return noisyOr(values)
    case 'geometric_mean':
      return geometricMean(values)
    case 'kth_largest':
      return kthLargest(values, aggregation.k)
    case 'count_rate':
      return countRate(values, aggregation.from, aggregation.below)
  }
}

/** Whether more risk below can never mean less risk above: only then are missing-data bounds exact. */
export function isMonotone(aggregation: Aggregation): boolean {
  return aggregation.fn !== 'count_rate' || aggregation.below === undefined
}

/** The weights must not all be 0. */
function weightedMean(values: readonly number[], weights: readonly number[]): number {
  let sum = 0
  let all = 0
  values.forEach((value, index) => {
    const weight = weights[index] ?? 0
    sum += value * weight
    all += weight
  })
  return sum / all
}

function trimmedMean(values: readonly number[], share: number): number {
  const cut = Math.floor(values.length * share)
  return mean(ascending(values).slice(cut, values.length - cut))
}

/** Ordered weights: the first goes to the largest value. */
function owa(values: readonly number[], weights: readonly number[]): number {
  return weightedMean(ascending(values).reverse(), weights.slice(0, values.length))
}

function geometricMean(values: readonly number[]): number {
  let logs = 0
  for (const value of values) logs += Math.log(value)
  return Math.exp(logs / values.length)
}

function kthLargest(values: readonly number[], k: number): number {
  const sorted = ascending(values)
  return sorted[Math.max(0, sorted.length - k)] ?? 0
}

/** 10 times the share of values from `from` up to, if given, `below`. With `below` it is not monotone. */
function countRate(values: readonly number[], from: number, below = Number.POSITIVE_INFINITY): number {
  let hits = 0
  for (const value of values) if (value >= from && value < below) hits += 1
  return (10 * hits) / values.length
}
