/** Proposals: inside the reach of one calibration whatever was measured, the same for the same, and better than chance. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { initialPoint, keepsJoints, valuesOf } from '#shared/calibration/grid'
import { type MetricObservation, type Objective, propose } from '#shared/calibration/propose'
import { streamFrom } from '#shared/calibration/random'
import { reachFrom, stepTowards } from '#shared/calibration/step'
import { aBound, anyDeclared, aSum, newLife, spaceOf } from '#test/support/calibrations'

// On a machine that does much else besides.
setDefaultTimeout(30_000)

const wide = { max_delta: 1, max_daily_delta: 100 }
const names = ['a', 'b', 'c']
const weights = spaceOf({
  parameters: {
    a: aBound({ initial: 0.5, ...wide }),
    b: aBound({ initial: 0.3, ...wide }),
    c: aBound({ initial: 0.2, ...wide }),
  },
  constraints: [aSum(names, 1)],
})
const held = initialPoint(weights)
const everywhere = { low: [0, 0, 0], high: [100, 100, 100] }
/** Least at a 0.2, b 0.7, c 0.1. */
const bowl = ({ a = 0, b = 0, c = 0 }: Record<string, number>) => (a - 0.2) ** 2 + (b - 0.7) ** 2 + (c - 0.1) ** 2
const minimize: Objective = { direction: 'minimize' }

function proposed(
  observations: readonly MetricObservation[],
  { objective = minimize, seed = 1, box = everywhere, from = held } = {},
) {
  const made = propose(weights, { from, box, tuned: [0, 1, 2], objective, observations, seed })
  return { ...made, values: valuesOf(weights, made.point) }
}

/** As many measurements as it says, each where the one before led. */
function measured(count: number, metric: (values: Record<string, number>) => number, objective = minimize, seed = 1) {
  const observations: MetricObservation[] = []
  while (observations.length < count) {
    const { values } = proposed(observations, { objective, seed })
    observations.push({ parameters: values, metric: metric(values) })
  }
  return observations
}

test('whatever was measured, a proposal is a calibration that may be applied as it is', () => {
  const anyMetric = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, 1e308, -1e308, 5e-324),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.array(anyMetric, { maxLength: 24 }), (seed, metrics) => {
      const random = streamFrom(seed)
      const space = spaceOf(anyDeclared(random))
      const { held: from } = newLife(space)
      const tuned = space.grids.map((_, at) => at)
      const observations = metrics.map((metric) => ({
        parameters: Object.fromEntries(
          space.grids.map(({ name, bounds }) => [
            name,
            bounds.min + (random() * 1.2 - 0.1) * (bounds.max - bounds.min),
          ]),
        ),
        metric,
      }))
      const limits = { usedToday: {} }
      const box = reachFrom(space, from, new Set(tuned), limits)
      const made = propose(space, { from, box, tuned, objective: minimize, observations, seed })
      const wishes = new Map(tuned.map((at) => [at, Object.values(valuesOf(space, made.point))[at]]))

      expect(stepTowards(space, { held: from, wishes, limits }).applied).toEqual(made.point)
      expect(keepsJoints(space, made.mostTelling)).toBe(true)
      expect([null, 'number']).toContain(made.expectedMetric === null ? null : typeof made.expectedMetric)
      expect(Number.isFinite(made.expectedMetric ?? 0) && Number.isFinite(made.uncertainty ?? 0)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('the same observations and seed come to the same; another seed does not', () => {
  const observations = measured(9, bowl)

  expect(proposed(observations)).toEqual(proposed(observations))
  expect(proposed([], { seed: 2 }).point).not.toEqual(proposed([]).point)
})

test('below twice the parameters and two observations it is a Latin hypercube: each layer of a parameter once', () => {
  const free = spaceOf({ parameters: { a: aBound(wide), b: aBound(wide) }, constraints: [] })
  const points = Array.from({ length: 6 }, (_, turn) => {
    const observations = Array.from({ length: turn }, () => ({ parameters: { a: 0.5, b: 0.5 }, metric: 1 }))
    const box = { low: [0, 0], high: [100, 100] }
    const asked = { from: [50, 50], box, tuned: [0, 1], objective: minimize, observations, seed: 7 }
    return propose(free, asked)
  })

  expect(points.map(({ method }) => method)).toEqual(Array(6).fill('latin_hypercube'))
  expect(points.every(({ expectedMetric, uncertainty }) => expectedMetric === null && uncertainty === null)).toBe(true)
  for (const at of [0, 1])
    expect(points.map(({ point }) => Math.floor((Number(point[at]) * 6) / 101)).sort()).toEqual([0, 1, 2, 3, 4, 5])
})

describe('a Gaussian process', () => {
  test('comes near what is best within some twenty measurements, where a sum is to be kept', () => {
    const best = Math.min(...measured(22, bowl).map(({ metric }) => metric))

    expect(best).toBeLessThan(0.002)
  })

  test('looks the other way where more is better', () => {
    const best = Math.max(
      ...measured(22, (values) => -bowl(values), { direction: 'maximize' }).map(({ metric }) => metric),
    )

    expect(best).toBeGreaterThan(-0.002)
  })

  test('expects what was measured where it was measured, and is surer there', () => {
    const observations = measured(20, bowl)
    const { expectedMetric, uncertainty, method } = proposed(observations)

    expect(method).toBe('gaussian_process')
    expect(Math.abs(Number(expectedMetric))).toBeLessThan(0.05)
    expect(Number(uncertainty)).toBeLessThan(0.2)
  })

  test('stays in the reach of one calibration, and goes on from there', () => {
    const box = { low: [45, 25, 15], high: [55, 35, 25] }
    const { point } = proposed(measured(20, bowl), { box })

    expect(point.every((step, at) => step >= Number(box.low[at]) && step <= Number(box.high[at]))).toBe(true)
    // Towards a 0.2, b 0.7, c 0.1.
    expect([Number(point[0]) < 50, Number(point[1]) > 30]).toEqual([true, true])
  })

  test('looks no further once the target is reached', () => {
    const observations = measured(12, bowl)
    const reached = Math.min(...observations.map(({ metric }) => metric))
    const { values } = proposed(observations, { objective: { direction: 'minimize', target: reached + 1 } })

    expect(bowl(values)).toBe(reached)
  })

  test('has nothing to learn where all measure the same, and still proposes', () => {
    const observations = measured(10, () => 3)

    expect(proposed(observations)).toMatchObject({ method: 'gaussian_process', expectedMetric: 3 })
  })

  test('leaves out what lies outside of the bounds, and says how much', () => {
    const outside = { parameters: { a: 3, b: 0.5, c: 0.5 }, metric: -100 }
    const made = proposed([...measured(9, bowl), outside, { ...outside, parameters: { a: 1e308, b: 0, c: 0 } }])

    expect(made).toMatchObject({ method: 'gaussian_process', outside: 2 })
  })

  test('goes by the hundred places that tell most of five hundred, and says so', () => {
    const random = streamFrom(5)
    const observations = Array.from({ length: 500 }, () => {
      const parameters = { a: random(), b: random(), c: random() }
      return { parameters, metric: bowl(parameters) }
    })
    const startedAt = performance.now()
    const made = proposed(observations)

    expect(made).toMatchObject({ method: 'gaussian_process', outside: 0, leftOut: 400 })
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect(bowl(made.values)).toBeLessThan(0.05)
  })
})
