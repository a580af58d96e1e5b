/**
 * Where to go next, from what was measured: first a Latin hypercube, then where a Gaussian process expects to gain most. What is
 * proposed is a point that may be applied: inside the reach of one calibration, on the grid, with every constraint kept. Pure.
 */
import { fitProcess, type GaussianProcess, type Prediction, predict, type Sample } from '#shared/calibration/gaussian'
import { type GridPoint, keepsJoints, nearestStep, type ParameterSpace, sumOf, valueAt } from '#shared/calibration/grid'
import { rangeOf } from '#shared/calibration/moves'
import { type GridBox, nearestFeasible } from '#shared/calibration/project'
import { shuffled, streamFrom } from '#shared/calibration/random'

/** A measurement: the values of the parameters by name, what came of them, and of how many it is the mean. */
export type MetricObservation = { parameters: Readonly<Record<string, number>>; metric: number; n?: number | undefined }

export type Objective = { direction: 'minimize' | 'maximize'; target?: number | undefined }

export type ParameterProposal = {
  point: GridPoint
  method: 'latin_hypercube' | 'gaussian_process'
  expectedMetric: number | null
  uncertainty: number | null
  /** Where a measurement would tell most. */
  mostTelling: GridPoint
  /** Observations outside of the bounds, where nobody may go, and places that were too many to go by. */
  outside: number
  leftOut: number
}

/** Measurements that a process is made of at most: its cost grows by the cube of them. */
const samplesAtMost = 100
/** Points that are looked at, two of three anywhere in reach and one near the best known: as many as this work allows, in products. */
const pointsAtMost = 600
const workAtMost = 2e6
const climbsFrom = 3

type Asked = {
  /** What holds: inside the box. */
  from: GridPoint
  /** Where one calibration may go; a parameter that may go nowhere is not tuned. */
  box: GridBox
  /** The places of the parameters that are tuned, of which each observation has a value. */
  tuned: readonly number[]
  objective: Objective
  observations: readonly MetricObservation[]
  seed: number
}

/** The same of all that goes in comes to the same. */
export function propose(space: ParameterSpace, asked: Asked): ParameterProposal {
  const { tuned, observations } = asked
  const within = observations.filter(({ parameters }) => isWithin(space, tuned, parameters))
  const about = { outside: observations.length - within.length, leftOut: 0 }
  if (within.length < 2 * tuned.length + 2) {
    const point = hypercubePoint(space, asked, within.length)
    return { point, method: 'latin_hypercube', expectedMetric: null, uncertainty: null, mostTelling: point, ...about }
  }
  const { measured, asMetric } = inUnits(space, asked, within)
  const samples = mostRelevant(space, asked, measured)
  const search = openSearch(space, { ...asked, observations: within }, fitProcess(samples, tuned.length))
  const { best: found, mostTelling } = searchIn(search)
  const best = enough(search) ?? found
  const { mean, deviation } = expectAt(search, best)
  return {
    point: best,
    method: 'gaussian_process',
    expectedMetric: asMetric.value(mean),
    uncertainty: asMetric.spread(deviation),
    mostTelling,
    ...about,
    leftOut: measured.length - samples.length,
  }
}

const isWithin = (
  { grids }: ParameterSpace,
  tuned: readonly number[],
  parameters: Readonly<Record<string, number>>,
): boolean =>
  tuned.every((at) => {
    const grid = grids[at]
    const value = grid && parameters[grid.name]
    return grid !== undefined && value !== undefined && value >= grid.bounds.min && value <= grid.bounds.max
  })

/** One of as many points as come before the process, each in a layer of its own of every parameter's reach. */
function hypercubePoint(space: ParameterSpace, { from, box, tuned, seed }: Asked, turn: number): GridPoint {
  const random = streamFrom(seed, tuned.length)
  const layers = 2 * tuned.length + 2
  const target = [...from]
  for (const at of tuned) {
    const layer = shuffled(layers, random)[turn % layers] ?? 0
    const inLayer = Array.from({ length: layers }, random)[turn % layers] ?? 0
    const [low, high] = [box.low[at] ?? 0, box.high[at] ?? 0]
    target[at] = low + Math.min(high - low, Math.floor(((layer + inLayer) / layers) * (high - low + 1)))
  }
  return nearestFeasible(space, { from, target, box })
}

/** 1 where less is better, else -1. */
const signOf = ({ direction }: Objective) => (direction === 'minimize' ? 1 : -1)

/** A value of a parameter as a share of its range. */
const shareOf = (low: number, high: number, value: number) => (high > low ? (value - low) / (high - low) : 0)

/**
 * Measurements in the cube, less being better, in units of their spread, those of one place as one; and how to tell such a unit as
 * the metric.
 */
function inUnits(space: ParameterSpace, { tuned, objective }: Asked, observations: readonly MetricObservation[]) {
  const sign = signOf(objective)
  const signed = observations.map(({ metric }) => sign * metric)
  // Metrics may be as large, or as small, as numbers can be: their squares are not.
  const size = signed.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  const shares = signed.map((value) => value / size)
  const mean = shares.reduce((sum, value) => sum + value / shares.length, 0)
  const spread = Math.sqrt(shares.reduce((sum, value) => sum + (value - mean) ** 2 / shares.length, 0)) || 1
  const places = new Map<string, Sample>()
  for (const [index, { parameters, n = 1 }] of observations.entries()) {
    const at = Float64Array.from(tuned, (each) => {
      const grid = space.grids[each]
      return grid ? shareOf(grid.bounds.min, grid.bounds.max, parameters[grid.name] ?? 0) : 0
    })
    const value = ((shares[index] ?? 0) - mean) / spread
    const found = places.get(at.join(' '))
    const count = (found?.count ?? 0) + n
    places.set(at.join(' '), { at, count, value: found ? found.value + ((value - found.value) * n) / count : value })
  }
  return {
    measured: [...places.values()],
    asMetric: {
      value: (value: number) => finite(sign * (value * spread + mean) * size),
      spread: (value: number) => finite(value * spread * size),
    },
  }
}

const finite = (value: number) => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))

/** Those that a process is made of: half of them the best, half the nearest to what holds. */
function mostRelevant(space: ParameterSpace, { from, tuned }: Asked, measured: readonly Sample[]): Sample[] {
  if (measured.length <= samplesAtMost) return [...measured]
  const here = inCube(space, tuned, from)
  const apart = ({ at }: Sample) => at.reduce((sum, value, index) => sum + (value - (here[index] ?? 0)) ** 2, 0)
  const best = measured.toSorted((one, other) => one.value - other.value).slice(0, samplesAtMost / 2)
  const near = measured
    .filter((sample) => !best.includes(sample))
    .toSorted((one, other) => apart(one) - apart(other))
    .slice(0, samplesAtMost - best.length)
  return [...best, ...near]
}

const inCube = ({ grids }: ParameterSpace, tuned: readonly number[], point: GridPoint): Float64Array =>
  Float64Array.from(tuned, (at) => {
    const grid = grids[at]
    return grid ? shareOf(grid.bounds.min, grid.bounds.max, valueAt(grid, point[at] ?? 0)) : 0
  })

type Looked = Prediction & { point: GridPoint; gain: number }

/** What is looked among, and by. */
type Search = {
  space: ParameterSpace
  asked: Asked
  process: GaussianProcess
  /** The ways that lead anywhere. */
  free: ParameterSpace['moves']
  random: () => number
}

function openSearch(space: ParameterSpace, asked: Asked, process: GaussianProcess): Search {
  const { box, seed, observations } = asked
  const free = space.moves.filter(({ parts }) => parts.every(({ at }) => (box.low[at] ?? 0) < (box.high[at] ?? 0)))
  return { space, asked, process, free, random: streamFrom(seed, observations.length, 1) }
}

const expectAt = ({ space, asked, process }: Search, point: GridPoint): Prediction =>
  predict(process, inCube(space, asked.tuned, point))

/** The point of the greatest expected gain among those that may be applied, and the one that is known least. */
function searchIn(search: Search): { best: GridPoint; mostTelling: GridPoint } {
  const { from } = search.asked
  const bestKnown = knownInReach(search).reduce((best, each) => (each.mean < best.mean ? each : best))
  const look = (point: GridPoint): Looked => {
    const expected = expectAt(search, point)
    return { ...expected, point, gain: expectedGain(expected, bestKnown.mean) }
  }
  const starts = [from, bestKnown.point]
  const { samples } = search.process
  const workOfOne = samples.length * (search.asked.tuned.length + samples.length / 2)
  const points = Math.max(60, Math.min(pointsAtMost, Math.floor(workAtMost / workOfOne)))
  const nearby = Math.floor(points / 3)
  const looked = [
    ...Array.from({ length: points - nearby }, (_, turn) => look(wander(search, starts[turn % 2] ?? from, 1))),
    ...Array.from({ length: nearby }, (_, turn) => look(wander(search, bestKnown.point, 2 ** -(1 + (turn % 8))))),
  ]
  const mostTelling = looked.reduce((most, each) => (each.deviation > most.deviation ? each : most)).point
  const climbs = points === pointsAtMost ? climbsFrom : 1
  const tops = looked.toSorted((one, other) => other.gain - one.gain).slice(0, climbs)
  const best = tops.map((top) => climb(search, top, look)).reduce((most, each) => (each.gain > most.gain ? each : most))
  // Where nothing more is to be gained, what is known to be best is it.
  return { best: best.gain > 1e-9 ? best.point : bestKnown.point, mostTelling }
}

/** The best place that was measured and is in reach, if it has reached the target. */
function enough(search: Search): GridPoint | undefined {
  const { objective } = search.asked
  const { target } = objective
  if (target === undefined) return undefined
  const sign = signOf(objective)
  const [best] = measuredInReach(search).toSorted((one, other) => sign * (one.metric - other.metric))
  return best && sign * best.metric <= sign * target ? best.point : undefined
}

function measuredInReach({ space, asked }: Search): { point: GridPoint; metric: number }[] {
  const { from, tuned, box } = asked
  const points = asked.observations.map(({ parameters, metric }) => {
    const point = [...from]
    for (const at of tuned) {
      const grid = space.grids[at]
      if (grid) point[at] = nearestStep(grid, parameters[grid.name] ?? 0)
    }
    return { point, metric }
  })
  return points.filter(
    ({ point }) =>
      point.every((step, at) => step >= (box.low[at] ?? 0) && step <= (box.high[at] ?? 0)) && keepsJoints(space, point),
  )
}

/** What is expected where something was measured, as far as that is in reach; and where one is. */
function knownInReach(search: Search): [Prediction & { point: GridPoint }, ...(Prediction & { point: GridPoint })[]] {
  const known = (point: GridPoint) => ({ ...expectAt(search, point), point })
  const distinct = new Map(measuredInReach(search).map(({ point }) => [point.join(' '), point]))
  return [known(search.asked.from), ...[...distinct.values()].map(known)]
}

/** A point of the feasible set, from another of it by moves of random lengths. @param width of the reach; 1: all of it. */
function wander(
  { space: { joints }, asked: { box }, free, random }: Search,
  start: GridPoint,
  width: number,
): GridPoint {
  const point = [...start]
  const sums = joints.map((joint) => sumOf(joint, point))
  const isEach = joints.length === 0
  const turns = isEach ? free.length : Math.min(3 * free.length, Math.max(point.length, 40))
  for (let turn = 0; turn < turns; turn += 1) {
    const move = free[isEach ? turn : Math.floor(random() * free.length)]
    // Near the best known, half of the parameters at a time.
    if (!move || (isEach && width < 1 && turns > 1 && random() < 0.5)) continue
    const { least, most } = rangeOf(move, { point, sums, ...box, joints })
    const some = (random() * 2 - 1) * Math.max(1, (most - least) * width)
    const times =
      width === 1
        ? least + Math.floor(random() * (most - least + 1))
        : Math.min(most, Math.max(least, Math.round(some)))
    for (const { at, by } of move.parts) point[at] = (point[at] ?? 0) + by * times
    for (const { joint, by } of move.shifts) sums[joint] = (sums[joint] ?? 0) + by * times
  }
  return point
}

/** Ways that are tried from a point at most. */
const waysAtMost = 40

/** Uphill by ever smaller steps, as long as something is gained. */
function climb(search: Search, start: Looked, look: (point: GridPoint) => Looked): Looked {
  const { space, asked, free, random } = search
  const { joints } = space
  const some = free.length <= waysAtMost ? free : shuffled(free.length, random).flatMap((at) => free[at] ?? [])
  let top = start
  for (const width of [1 / 16, 1 / 64, 1 / 256])
    for (const { parts, shifts } of some.slice(0, waysAtMost))
      for (const sign of [1, -1]) {
        const sums = joints.map((joint) => sumOf(joint, top.point))
        const { least, most } = rangeOf({ parts, shifts }, { point: top.point, sums, ...asked.box, joints })
        const step = sign * Math.max(1, Math.round((most - least) * width))
        const times = Math.min(most, Math.max(least, step))
        if (times === 0) continue
        const point = [...top.point]
        for (const { at, by } of parts) point[at] = (point[at] ?? 0) + by * times
        const next = look(point)
        if (next.gain > top.gain) top = next
      }
  return top
}

/** By how much a point is expected to be less than the best known, counting nothing where it is more. */
function expectedGain({ mean, deviation }: Prediction, best: number): number {
  const ahead = best - mean
  if (deviation <= 1e-12) return Math.max(0, ahead)
  const score = ahead / deviation
  return Math.max(0, ahead * normalShare(score) + (deviation * Math.exp(-0.5 * score * score)) / Math.sqrt(2 * Math.PI))
}

/** The normal distribution below a score. Source: Abramowitz and Stegun 7.1.26, within 1.5e-7. */
function normalShare(score: number): number {
  const x = Math.abs(score) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const tail =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x)
  return score >= 0 ? 1 - tail / 2 : tail / 2
}
