/** Summary functions of a measurement tree: risks in, one risk out. Each is monotone unless it says otherwise. Pure. */

/** A risk with its missing-data bounds; `risk` is null where there is no evidence at all. */
export type Bounded = { risk: number | null; lo: number; hi: number }

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

export function mean(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

export function largest(values: readonly number[]): number {
  let top = Number.NEGATIVE_INFINITY
  for (const value of values) if (value > top) top = value
  return top
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

/** `a` of the worst beside `1 - a` of the mean: one catastrophic child is not diluted. */
export function hurwicz(values: readonly number[], a: number): number {
  return a * largest(values) + (1 - a) * mean(values)
}

/** Independent causes on the 0-to-10 scale: 10 (1 - product of (1 - x/10)); 0 for no cause. */
export function noisyOr(values: readonly number[]): number {
  let spared = 1
  for (const value of values) spared *= 1 - value / 10
  return 10 * (1 - spared)
}

/** Quantile of an ascending list, linear between ranks (type 7, as R, NumPy and spreadsheets have it). */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const rank = q * (sorted.length - 1)
  const below = Math.floor(rank)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN
  return low + (rank - below) * (high - low)
}

export function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}

/** Half up; the smallest step above a half counts as the half (24.375 stays 24.38 after float noise). */
export function rounded(value: number, digits: 2 | 4 = 2): number {
  const scale = digits === 2 ? 100 : 10_000
  const result = Math.round(value * scale * (1 + Number.EPSILON)) / scale
  return result === 0 ? 0 : result
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
