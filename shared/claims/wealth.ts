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
 *
 * Where up to k traces hang together (a session), each is a k-th part of an observation: its factor is raised to 1/k. The
 * geometric mean is at most the arithmetic one, so what a whole session does to W is at most 1 + λ (its mean - m), whatever
 * its traces have to do with each other; W is such a supermartingale from session to session.
 */
import { expOfNegative, ln } from '#shared/claims/exact'

/** Units of a measure's whole range. */
export const unitsOfRange = 10_000
const unitsOfCell = 100
export const cellsOfRange = unitsOfRange / unitsOfCell + 1

/**
 * How much came at each of the 101 values, in hundredths of an observation: value, much, value, much … with the values
 * ascending, and only those that came.
 */
export type Cells = readonly number[]

/** One observation more. @param units whole, 0 to 10,000. */
export function counted(cells: Cells, units: number): number[] {
  const cell = Math.floor(units / unitsOfCell)
  const above = units - cell * unitsOfCell
  const more = cells.slice()
  add(more, cell, unitsOfCell - above)
  if (above > 0) add(more, cell + 1, above)
  return more
}

function add(cells: number[], cell: number, much: number): void {
  let at = 0
  while (at < cells.length && (cells[at] ?? 0) < cell) at += 2
  if (cells[at] === cell) cells[at + 1] = (cells[at + 1] ?? 0) + much
  else cells.splice(at, 0, cell, much)
}

/** Sum of all observations, in units; exact. */
export function sumOf(cells: Cells): number {
  let sum = 0
  for (let at = 0; at < cells.length; at += 2) sum += (cells[at] ?? 0) * (cells[at + 1] ?? 0)
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

/** The bets on one side of a mean, with the logarithm of each one's factor at each of the 101 values. */
export type Bets = { lnParts: Float64Array; lnFactors: Float64Array }
export type Side = 'above' | 'below'

/**
 * Bets on a mean above `units`, or on one below, which sees all from the other end of the range.
 * @param units 1 to 9,999. @param cells whose values' factors are wanted; all unless said.
 */
export function betsOn(side: Side, units: number, cells: Cells = allCells): Bets {
  const isAbove = side === 'above'
  const most = largestStake / ((isAbove ? units : unitsOfRange - units) / unitsOfRange)
  const parts = new Map<number, number>()
  for (const { stake, part } of stakes) {
    const staked = Math.min(stake, most)
    parts.set(staked, (parts.get(staked) ?? 0) + part)
  }
  const lnFactors = new Float64Array(parts.size * cellsOfRange)
  let row = 0
  for (const stake of parts.keys()) {
    for (let at = 0; at < cells.length; at += 2) {
      const cell = cells[at] ?? 0
      const beyond = cell * unitsOfCell - units
      lnFactors[row + cell] = ln(1 + stake * ((isAbove ? beyond : -beyond) / unitsOfRange))
    }
    row += cellsOfRange
  }
  return { lnParts: Float64Array.from(parts.values(), ln), lnFactors }
}
const allCells: Cells = Array.from({ length: cellsOfRange }, (_, cell) => [cell, 0]).flat()

/** ln W of the observations under these bets. @param together how many of them hang together at most. */
export function lnWealth(cells: Cells, { lnParts, lnFactors }: Bets, together: number): number {
  const logs = new Float64Array(lnParts.length)
  let most = Number.NEGATIVE_INFINITY
  for (let bet = 0; bet < logs.length; bet += 1) {
    let log = 0
    const row = bet * cellsOfRange
    for (let at = 0; at < cells.length; at += 2) log += (cells[at + 1] ?? 0) * (lnFactors[row + (cells[at] ?? 0)] ?? 0)
    log = log / (unitsOfCell * together) + (lnParts[bet] ?? 0)
    logs[bet] = log
    if (log > most) most = log
  }
  let sum = 0
  for (let bet = 0; bet < logs.length; bet += 1) sum += expOfNegative((logs[bet] ?? 0) - most)
  return most + ln(sum)
}

/** What must be made, as a logarithm, of observations of which so many may hang together. */
export type Bar = { lnEnough: number; together: number }

/** Whether the observations speak against every mean up to `units` (from `units` on, below) with enough. */
export function isEnough(cells: Cells, side: Side, units: number, bets: Bets, { lnEnough, together }: Bar): boolean {
  // ln (1 + y) is at most y: nobody wins who bets on a side where the mean so far is not.
  let beyond = 0
  for (let at = 0; at < cells.length; at += 2) beyond += (cells[at + 1] ?? 0) * ((cells[at] ?? 0) * unitsOfCell - units)
  if (side === 'above' ? beyond <= 0 : beyond >= 0) return false
  return lnWealth(cells, bets, together) >= lnEnough
}

/**
 * The greatest mean, in units, up to which the observations speak against every one: 0 where they speak against none; or, on
 * the other side, the least from which on they do, 10,000 where they do not.
 * @param near where it may be; a good guess saves two thirds of the looks and changes nothing else.
 */
export function boundOf(cells: Cells, side: Side, bar: Bar, near = 0): number {
  const atSide = (depth: number) => (side === 'above' ? depth : unitsOfRange - depth)
  // W falls with m: 1 + λ (x - m) does for a λ that stays, and 1 - 0.95 + 0.95 x/m for one that is held at its most.
  let [refuted, open] = [0, unitsOfRange]
  const narrow = (depth: number) => {
    const units = atSide(depth)
    if (isEnough(cells, side, units, betsOn(side, units, cells), bar)) refuted = depth
    else open = depth
  }
  const guess = atSide(near)
  if (guess > 0 && guess < unitsOfRange) {
    narrow(guess)
    for (let step = 2; refuted > 0 && open === unitsOfRange && refuted + step < unitsOfRange; step *= 4)
      narrow(refuted + step)
    for (let step = 2; refuted === 0 && open < unitsOfRange && open - step > 0; step *= 4) narrow(open - step)
  }
  while (open - refuted > 1) narrow((refuted + open) >> 1)
  return atSide(refuted)
}
