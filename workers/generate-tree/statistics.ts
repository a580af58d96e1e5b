/** Statistics of a cohort: intervals, agreement, trend, calibration, resampling. Pure; every interval is a 95 % one. */
import { mean } from '#workers/generate-tree/aggregate'
import { tQuantile } from '#workers/generate-tree/distributions'

export type Interval = { lo: number; hi: number }

/** Sample standard deviation, n - 1 below. Null under two values. */
export function sampleSd(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const centre = mean(values)
  let squares = 0
  for (const value of values) squares += (value - centre) ** 2
  return Math.sqrt(squares / (values.length - 1))
}

/** Adjusted Fisher-Pearson skewness; 0 for equal values, null under three. */
export function skewness(values: readonly number[]): number | null {
  const n = values.length
  if (n < 3) return null
  if (isConstant(values)) return 0
  const centre = mean(values)
  let squares = 0
  let cubes = 0
  for (const value of values) {
    const d = value - centre
    squares += d * d
    cubes += d * d * d
  }
  const variance = squares / n
  return ((Math.sqrt(n * (n - 1)) / (n - 2)) * (cubes / n)) / variance ** 1.5
}

/** Whether values differ by no more than the rounding of each: around their mean, rounding alone would look like spread. */
function isConstant(values: readonly number[]): boolean {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return most - least <= 8 * Number.EPSILON * Math.max(Math.abs(least), Math.abs(most))
}

/** Student's t interval of a mean. Null under two values: one observation says nothing about spread. */
export function tInterval(values: readonly number[]): Interval | null {
  const sd = sampleSd(values)
  if (sd === null) return null
  return around(mean(values), (tQuantile(upper, values.length - 1) * sd) / Math.sqrt(values.length))
}

/**
 * Standard error of the mean of values that come in clusters (sessions), corrected for few clusters.
 * Source: arXiv 2411.00640 appendix A, as in Inspect AI. Null under two clusters.
 */
export function clusterStandardError(clusters: readonly (readonly number[])[]): number | null {
  const count = clusters.length
  if (count < 2) return null
  const centre = mean(clusters.flat())
  let n = 0
  let squares = 0
  for (const cluster of clusters) {
    let residual = 0
    for (const value of cluster) residual += value - centre
    squares += residual * residual
    n += cluster.length
  }
  return Math.sqrt((count / (count - 1)) * squares) / n
}

/** Interval of a mean under clustering: t with one degree of freedom less than there are clusters. */
export function clusterInterval(clusters: readonly (readonly number[])[]): Interval | null {
  const error = clusterStandardError(clusters)
  if (error === null) return null
  return around(mean(clusters.flat()), tQuantile(upper, clusters.length - 1) * error)
}

/** Jackknife standard error: from the estimates that come out with each cluster left out in turn. */
export function jackknifeError(without: readonly number[]): number {
  const sd = sampleSd(without) ?? 0
  return (sd * (without.length - 1)) / Math.sqrt(without.length)
}

/** Wilson score interval of a rate k/n. Null for n = 0. */
export function wilson(k: number, n: number): Interval | null {
  if (n === 0) return null
  const rate = k / n
  const z2 = z95 * z95
  const centre = (rate + z2 / (2 * n)) / (1 + z2 / n)
  const half = (z95 * Math.sqrt((rate * (1 - rate)) / n + z2 / (4 * n * n))) / (1 + z2 / n)
  return { lo: k === 0 ? 0 : Math.max(0, centre - half), hi: k === n ? 1 : Math.min(1, centre + half) }
}

/** Values of this spread that a mean needs for a half-width of `risk` units: ceil((1.96 sd / risk)²). */
export function requiredCount(sd: number, risk: number): number {
  return Math.ceil(((1.96 * sd) / risk) ** 2)
}

export type MeasurementLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio'

/** Adds a unit's pairs of ratings (as ranks) to a size-by-size coincidence matrix, each pair 1/(m - 1). */
export function addCoincidences(matrix: Float64Array, size: number, ranks: readonly number[]): void {
  const share = 1 / (ranks.length - 1)
  ranks.forEach((a, i) => {
    ranks.forEach((b, j) => {
      if (i === j) return
      const cell = a * size + b
      matrix[cell] = (matrix[cell] ?? 0) + share
    })
  })
}

/** Alpha of a coincidence matrix over ascending `values`; additive over units, which makes resampling cheap. */
export function alphaOf(
  coincidences: ArrayLike<number>,
  values: readonly number[],
  level: MeasurementLevel,
): number | null {
  const size = values.length
  const totals = values.map((_, row) => {
    let sum = 0
    for (let column = 0; column < size; column += 1) sum += coincidences[row * size + column] ?? 0
    return sum
  })
  const n = totals.reduce((sum, total) => sum + total, 0)
  if (n < 2) return null

  let observed = 0
  let expected = 0
  for (let low = 0; low < size; low += 1) {
    for (let high = low + 1; high < size; high += 1) {
      const distance = squaredDistance(level, low, high, values, totals)
      observed += (coincidences[low * size + high] ?? 0) * distance
      expected += (totals[low] ?? 0) * (totals[high] ?? 0) * distance
    }
  }
  return expected === 0 ? 1 : 1 - ((n - 1) * observed) / expected
}

/** Kendall's tau-b of two series and its two-sided p (normal approximation, corrected for ties). Null when one is constant. */
export function kendallTau(xs: readonly number[], ys: readonly number[]): { tau: number; p: number } | null {
  const n = xs.length
  if (n < 3) return null
  const order = xs.map((_, index) => index)
  order.sort((a, b) => (xs[a] ?? 0) - (xs[b] ?? 0) || (ys[a] ?? 0) - (ys[b] ?? 0))
  const x = order.map((index) => xs[index] ?? 0)
  const y = order.map((index) => ys[index] ?? 0)
  const xTies = tieRuns(x)
  const bothTies = tieRuns(x, y)
  const discordant = sortCountingSwaps(y)
  const yTies = tieRuns(y)

  const pairs = (n * (n - 1)) / 2
  const xTied = pairsIn(xTies)
  const yTied = pairsIn(yTies)
  if (xTied === pairs || yTied === pairs) return null
  const score = pairs - xTied - yTied + pairsIn(bothTies) - 2 * discordant
  const variance = kendallVariance(n, xTies, yTies)
  return {
    tau: score / Math.sqrt((pairs - xTied) * (pairs - yTied)),
    p: variance > 0 ? twoSidedP(score / Math.sqrt(variance)) : 1,
  }
}

/** Brier score: mean squared distance of confidence from what came true. 0 best, 1 worst. */
export function brier(forecasts: readonly { confidence: number; correct: boolean }[]): number {
  return mean(forecasts.map(({ confidence, correct }) => (confidence - (correct ? 1 : 0)) ** 2))
}

/** Expected calibration error over ten equal bins of confidence, 0 to 1. */
export function calibrationError(forecasts: readonly { confidence: number; correct: boolean }[]): number {
  const bins = Array.from({ length: 10 }, () => ({ confidence: 0, correct: 0 }))
  for (const { confidence, correct } of forecasts) {
    const bin = bins[Math.min(9, Math.floor(confidence * 10))]
    if (bin === undefined) continue
    bin.confidence += confidence
    bin.correct += correct ? 1 : 0
  }
  let error = 0
  for (const bin of bins) error += Math.abs(bin.confidence - bin.correct)
  return error / forecasts.length
}

/**
 * A repeatable stream of whole numbers below a bound, as many as the target holds (sfc32, seeded by 32 bits).
 * Same seed, same stream, on every machine: the state is four 32-bit integers.
 */
export function seededDraws(seed: number): (target: Int32Array, bound: number) => void {
  let a = seed | 0
  let b = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  let c = Math.imul(seed ^ 0xc2b2ae35, 0x27d4eb2f)
  let counter = 1
  const draw = (target: Int32Array, bound: number) => {
    const scale = bound * 2 ** -32
    for (let place = 0; place < target.length; place += 1) {
      const sum = (a + b + counter) | 0
      counter = (counter + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + sum) | 0
      target[place] = (sum >>> 0) * scale
    }
  }
  draw(new Int32Array(12), 1)
  return draw
}

/** Percentile interval of resampled values, which it sorts in place. */
export function percentileInterval(samples: Float64Array): Interval {
  samples.sort()
  return { lo: sampleQuantile(samples, 1 - upper), hi: sampleQuantile(samples, upper) }
}

const z95 = 1.959963984540054
const upper = 0.975

function around(centre: number, half: number): Interval {
  return { lo: centre - half, hi: centre + half }
}

function sampleQuantile(sorted: Float64Array, q: number): number {
  const rank = q * (sorted.length - 1)
  const below = Math.floor(rank)
  const low = sorted[below] ?? Number.NaN
  return low + (rank - below) * ((sorted[below + 1] ?? low) - low)
}

function squaredDistance(
  level: MeasurementLevel,
  low: number,
  high: number,
  values: readonly number[],
  totals: readonly number[],
): number {
  const a = values[low] ?? 0
  const b = values[high] ?? 0
  switch (level) {
    case 'nominal':
      return 1
    case 'interval':
      return (a - b) ** 2
    case 'ratio':
      return a + b === 0 ? 0 : ((a - b) / (a + b)) ** 2
    case 'ordinal': {
      let between = 0
      for (let rank = low; rank <= high; rank += 1) between += totals[rank] ?? 0
      return (between - ((totals[low] ?? 0) + (totals[high] ?? 0)) / 2) ** 2
    }
  }
}

/** Lengths of the runs of equal values (of equal pairs, with a second series) in a sorted series. */
function tieRuns(xs: readonly number[], ys?: readonly number[]): number[] {
  const runs: number[] = []
  let length = 1
  for (let index = 1; index <= xs.length; index += 1) {
    const same = index < xs.length && xs[index] === xs[index - 1] && (ys === undefined || ys[index] === ys[index - 1])
    if (same) length += 1
    else {
      if (length > 1) runs.push(length)
      length = 1
    }
  }
  return runs
}

function pairsIn(runs: readonly number[]): number {
  let pairs = 0
  for (const run of runs) pairs += (run * (run - 1)) / 2
  return pairs
}

/** Merge-sorts in place and counts the exchanges a bubble sort would make: Knight's count of discordant pairs. */
function sortCountingSwaps(values: number[]): number {
  const buffer = values.slice()
  const sort = (from: number, to: number): number => {
    if (to - from < 2) return 0
    const middle = (from + to) >> 1
    let swaps = sort(from, middle) + sort(middle, to)
    let left = from
    let right = middle
    for (let out = from; out < to; out += 1) {
      const takeLeft = left < middle && (right >= to || (values[left] ?? 0) <= (values[right] ?? 0))
      if (takeLeft) buffer[out] = values[left++] ?? 0
      else {
        buffer[out] = values[right++] ?? 0
        swaps += middle - left
      }
    }
    for (let index = from; index < to; index += 1) values[index] = buffer[index] ?? 0
    return swaps
  }
  return sort(0, values.length)
}

/** Variance of Kendall's score without association. Source: Kendall, Rank Correlation Methods, ties in both series. */
function kendallVariance(n: number, xTies: readonly number[], yTies: readonly number[]): number {
  const spread = (runs: readonly number[]) => runs.reduce((sum, run) => sum + run * (run - 1) * (2 * run + 5), 0)
  const triples = (runs: readonly number[]) => runs.reduce((sum, run) => sum + run * (run - 1) * (run - 2), 0)
  const base = (n * (n - 1) * (2 * n + 5) - spread(xTies) - spread(yTies)) / 18
  const threes = (triples(xTies) * triples(yTies)) / (9 * n * (n - 1) * (n - 2))
  const twos = (2 * pairsIn(xTies) * pairsIn(yTies)) / (n * (n - 1))
  return base + threes + twos
}

/** Two-sided tail of the normal distribution; Abramowitz and Stegun 7.1.26, error below 1.5e-7. */
function twoSidedP(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const u = 1 / (1 + 0.3275911 * x)
  const series = u * (0.254829592 + u * (-0.284496736 + u * (1.421413741 + u * (-1.453152027 + u * 1.061405429))))
  return Math.min(1, series * Math.exp(-x * x))
}
