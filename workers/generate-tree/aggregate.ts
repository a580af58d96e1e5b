/** Summary functions of the served trees: risks in, one risk out, each monotone; and the numbers' rounding. Pure. */

/** A risk with its missing-data bounds; `risk` is null where there is no evidence at all. */
export type Bounded = { risk: number | null; lo: number; hi: number }

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

/** `a` of the worst beside `1 - a` of the mean: one catastrophic child is not diluted. */
export function hurwicz(values: readonly number[], a: number): number {
  return a * largest(values) + (1 - a) * mean(values)
}

/** The worst value at the first share, the next at the second, and so on: shares that fall add up to 1. */
export function ordered(values: readonly number[], shares: readonly number[]): number {
  const descending = values.toSorted((a, b) => b - a)
  let sum = 0
  for (let rank = 0; rank < descending.length; rank += 1) sum += (shares[rank] ?? 0) * (descending[rank] ?? 0)
  return sum
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

export function orNull(risk: number | null): number | null {
  return risk === null ? null : rounded(risk)
}
