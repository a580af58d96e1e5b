/**
 * What a gambler makes of bounded observations against a mean: the evidence that confidence sequences are made of. Pure.
 *
 * Observations are whole units, 0 to 10,000, of their measure's range; x and m below are shares of that range. Against
 * "no mean is above m" the gambler stakes λ at every observation, for each λ of a fixed list and with a fixed part of
 * the purse: W(m) = Σ w_λ Π (1 + λ (x_i - m)), λ at most 0.95/m so that no purse is ever empty. While the expected x,
 * given all before it, is at most m, W is a nonnegative supermartingale that begins at 1, so by Ville's inequality it ever
 * reaches 1/a with probability a at most: whenever one looks, however often, whatever the distribution.
 * Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS-B 86 (2024) 1-27,
 * arXiv 2010.09686: theorem 1 and its hedged capital with the two sides at half the error each; that a fixed mixture of
 * constant stakes is such a gambler: Orabona and Jun, arXiv 2110.14099 (universal portfolios).
 *
 * A product does not mind the order of its factors, so all that need be kept of the past is how often each x came. It is
 * kept for 101 values: an x between two of them counts with a part at each, in proportion. That leaves the mean as it is
 * and can only lower W, for the logarithm is concave: what is promised stays true.
 */
import { expOfNegative, ln } from '#shared/claims/exact'

/** Units of a measure's whole range. */
export const unitsOfRange = 10_000
const unitsOfCell = 100
export const cellsOfRange = unitsOfRange / unitsOfCell + 1

/** How much came at each of the 101 values, in hundredths of an observation. */
export type Cells = Float64Array

/** Counts an observation. @param units whole, 0 to 10,000. */
export function count(cells: Cells, units: number): void {
  const cell = Math.floor(units / unitsOfCell)
  const above = units - cell * unitsOfCell
  cells[cell] = (cells[cell] ?? 0) + unitsOfCell - above
  if (above > 0) cells[cell + 1] = (cells[cell + 1] ?? 0) + above
}

/** Sum of all observations, in units; exact. */
export function sumOf(cells: Cells): number {
  let sum = 0
  for (const [cell, weight] of cells.entries()) sum += cell * weight
  return sum
}

const largestStake = 0.95
/**
 * The stakes and their parts of the purse. A shift of d where observations spread by s is found soonest by λ = d/s²: a fifth
 * of a point to many points at the spreads that measures have lie between 0.08 and 3, and get equal parts; beyond, less.
 */
const stakes = (() => {
  const list: { stake: number; part: number }[] = []
  let whole = 0
  for (let stake = 0.002; stake < 2 * unitsOfRange; stake *= 1.5) {
    const part = stake < 0.08 ? stake / 0.08 : stake > 3 ? 3 / stake : 1
    list.push({ stake, part })
    whole += part
  }
  return list.map(({ stake, part }) => ({ stake, part: part / whole }))
})()

/** The bets against one mean, with the logarithm of each one's factor at each of the 101 values. */
export type Bets = { lnParts: Float64Array; lnFactors: Float64Array }

/** Bets on a mean above `units`. @param units 1 to 9,999. @param values whose factors are wanted; all unless said. */
export function betsAbove(units: number, values: readonly number[] = allValues): Bets {
  const mean = units / unitsOfRange
  const most = largestStake / mean
  const parts = new Map<number, number>()
  for (const { stake, part } of stakes) {
    const staked = Math.min(stake, most)
    parts.set(staked, (parts.get(staked) ?? 0) + part)
  }
  const lnFactors = new Float64Array(parts.size * cellsOfRange)
  let row = 0
  for (const stake of parts.keys()) {
    for (const cell of values) lnFactors[row + cell] = ln(1 + stake * ((cell * unitsOfCell - units) / unitsOfRange))
    row += cellsOfRange
  }
  return { lnParts: Float64Array.from(parts.values(), ln), lnFactors }
}
const allValues = Array.from({ length: cellsOfRange }, (_, cell) => cell)

/** ln W of the observations under these bets. @param values those that came; all unless said. */
export function lnWealth(cells: Cells, { lnParts, lnFactors }: Bets, values = valuesOf(cells)): number {
  const logs = new Float64Array(lnParts.length)
  let most = Number.NEGATIVE_INFINITY
  for (let bet = 0; bet < logs.length; bet += 1) {
    let log = 0
    const row = bet * cellsOfRange
    for (const cell of values) log += (cells[cell] ?? 0) * (lnFactors[row + cell] ?? 0)
    log = log / unitsOfCell + (lnParts[bet] ?? 0)
    logs[bet] = log
    if (log > most) most = log
  }
  let sum = 0
  for (const log of logs) sum += expOfNegative(log - most)
  return most + ln(sum)
}

/** The values that came. */
function valuesOf(cells: Cells): number[] {
  const values: number[] = []
  for (let cell = 0; cell < cellsOfRange; cell += 1) if (cells[cell] !== 0) values.push(cell)
  return values
}

/** The greatest mean, in units, that the observations speak against from above: 0 where they speak against none. */
export function lowerBound(cells: Cells, lnEnough: number): number {
  const values = valuesOf(cells)
  let [refuted, open] = [0, unitsOfRange]
  // W falls with m: 1 + λ (x - m) does for a λ that stays, and 1 - 0.95 + 0.95 x/m for one that is held at its most.
  while (open - refuted > 1) {
    const middle = (refuted + open) >> 1
    if (lnWealth(cells, betsAbove(middle, values), values) >= lnEnough) refuted = middle
    else open = middle
  }
  return refuted
}

/** The same observations seen from the other end of the range. */
export const mirrored = (cells: Cells): Cells => cells.toReversed()
