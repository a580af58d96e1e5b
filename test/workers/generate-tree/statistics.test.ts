/** The statistics against published values, and against exact ones where they exist. */
import { describe, expect, test } from 'bun:test'
import { krippendorffAlpha, seededIndices } from '#test/support/statistics'
import {
  brier,
  calibrationError,
  clusterInterval,
  clusterStandardError,
  kendallTau,
  type MeasurementLevel,
  requiredCount,
  sampleSd,
  skewness,
  tInterval,
  wilson,
} from '#workers/generate-tree/statistics'
import vectors from '../../vectors/aria-vectors.json'

const unitsOf = (observers: readonly (readonly (number | null)[])[]) =>
  (observers[0] ?? []).map((_, unit) => observers.map((ratings) => ratings[unit] ?? null))

describe("Krippendorff's alpha", () => {
  test.each(vectors.krippendorff.cases)('$source: $level of $units', ({ units, level, alpha }) => {
    const value = krippendorffAlpha(units, level as MeasurementLevel)

    if (alpha === null) expect(value).toBeNull()
    else expect(value).toBeCloseTo(alpha, 12)
  })

  const published = [vectors.krippendorff_classic, vectors.krippendorff_wikipedia].flatMap(({ observers, alpha }) =>
    Object.entries(alpha).map(([level, value]) => ({ observers, level: level as MeasurementLevel, value })),
  )
  test.each(published)('of observers with gaps: $level $value', ({ observers, level, value }) => {
    expect(krippendorffAlpha(unitsOf(observers), level)).toBeCloseTo(value, 12)
  })

  test('of the cohort vector', () => {
    expect(krippendorffAlpha(vectors.cohort.raters_level, 'ordinal')).toBeCloseTo(vectors.cohort.alpha_ordinal, 12)
  })

  test('needs two ratings of a unit', () => {
    expect(krippendorffAlpha([[1, null], [2]], 'nominal')).toBeNull()
  })
})

describe('intervals', () => {
  test.each(vectors.wilson95.cases)('Wilson $k/$n ($source)', ({ k, n, lo, hi }) => {
    const interval = wilson(k, n)

    expect(Math.abs((interval?.lo ?? 9) - lo)).toBeLessThanOrEqual(vectors.wilson95.tolerance)
    expect(Math.abs((interval?.hi ?? 9) - hi)).toBeLessThanOrEqual(vectors.wilson95.tolerance)
  })

  test('of nothing, and of a single value, are null', () => {
    expect([wilson(0, 0), tInterval([]), tInterval([4]), clusterInterval([[1, 2]])]).toEqual([null, null, null, null])
    expect([sampleSd([4]), skewness([1, 2]), clusterStandardError([[1, 2]])]).toEqual([null, null, null])
  })

  test('the cohort vector: mean, spread, t interval, traces needed', () => {
    const { rho, sd, t95, n_required_pm5, wilson_compliance, compliant } = vectors.cohort
    const interval = tInterval(rho)
    const rate = wilson(compliant, rho.length)

    expect(sampleSd(rho)).toBeCloseTo(sd, 12)
    expect(interval?.lo).toBeCloseTo(t95[0] ?? 99, 7)
    expect(interval?.hi).toBeCloseTo(t95[1] ?? 99, 7)
    expect(rate?.lo).toBeCloseTo(wilson_compliance[0] ?? 99, 12)
    expect(rate?.hi).toBeCloseTo(wilson_compliance[1] ?? 99, 12)
    expect(requiredCount(sd, 0.5)).toBe(n_required_pm5)
  })

  test('a standard error over sessions counts sessions, not traces', () => {
    expect(clusterStandardError(vectors.cluster_se.clusters)).toBeCloseTo(vectors.cluster_se.se, 12)
  })

  test('sessions of one trace each give the standard error of plain traces', () => {
    const values = [1, 4, 4, 7]

    expect(clusterStandardError(values.map((value) => [value]))).toBeCloseTo((sampleSd(values) ?? 0) / 2, 12)
  })
})

test('equal values have no skewness, whatever rounding leaves of them', () => {
  const nearly = [0.3, 0.1 + 0.2, 0.3, 0.1 * 3]
  const equal = [
    Array(3).fill(0.1),
    Array(50).fill(0.1),
    Array(21).fill(7.33),
    Array(1000).fill(1e-9),
    [0, 0, 0],
    Array(7).fill(-3.3),
  ]

  expect([...equal, nearly].map(skewness)).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('a spread far below the values is still a spread', () => {
  expect(skewness([5, 5, 5 + 1e-9])).toBeCloseTo(Math.sqrt(3), 3)
})

describe("Kendall's tau", () => {
  /** The definition, pair by pair. */
  const slowTau = (xs: readonly number[], ys: readonly number[]) => {
    let score = 0
    let xPairs = 0
    let yPairs = 0
    for (let i = 0; i < xs.length; i += 1) {
      for (let j = 0; j < i; j += 1) {
        const x = Math.sign((xs[i] ?? 0) - (xs[j] ?? 0))
        const y = Math.sign((ys[i] ?? 0) - (ys[j] ?? 0))
        score += x * y
        xPairs += x * x
        yPairs += y * y
      }
    }
    return score / Math.sqrt(xPairs * yPairs)
  }

  test('equals its definition, ties and all', () => {
    const index = seededIndices(3)
    for (let round = 0; round < 50; round += 1) {
      const xs = Array.from({ length: 20 }, () => index(8))
      const ys = Array.from({ length: 20 }, () => index(5))

      expect(kendallTau(xs, ys)?.tau).toBeCloseTo(slowTau(xs, ys), 12)
    }
  })

  test('is 1 and hardly chance on a rising series, null on a constant one', () => {
    const xs = Array.from({ length: 30 }, (_, index) => index)
    const rising = kendallTau(xs, xs)

    expect(rising?.tau).toBe(1)
    expect(rising?.p).toBeLessThan(1e-6)
    expect(
      kendallTau(
        xs,
        xs.map(() => 4),
      ),
    ).toBeNull()
    expect(kendallTau([1, 2], [1, 2])).toBeNull()
  })

  test('knows the p of a case done by hand', () => {
    // Five of 45 pairs discordant: score 35, variance 10 * 9 * 25 / 18 = 125, z 3.1305.
    const result = kendallTau([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [2, 1, 4, 3, 6, 5, 8, 7, 10, 9])

    expect(result?.tau).toBeCloseTo(35 / 45, 12)
    expect(result?.p).toBeCloseTo(0.001745, 5)
  })
})

test('calibration: Brier score and expected error', () => {
  const forecasts = [
    { confidence: 0.9, correct: true },
    { confidence: 0.9, correct: false },
    { confidence: 0.1, correct: false },
  ]

  expect(brier(forecasts)).toBeCloseTo((0.01 + 0.81 + 0.01) / 3, 12)
  expect(calibrationError(forecasts)).toBeCloseTo((0.8 + 0.1) / 3, 12)
})

test('the seeded stream repeats itself, fills its range and nothing else', () => {
  const [one, same, other] = [seededIndices(1), seededIndices(1), seededIndices(2)]
  const counts = new Array<number>(10).fill(0)
  let differing = 0
  for (let draw = 0; draw < 10_000; draw += 1) {
    const index = one(10)
    expect(same(10)).toBe(index)
    if (other(10) !== index) differing += 1
    counts[index] = (counts[index] ?? 0) + 1
  }

  expect(counts).toHaveLength(10)
  expect(Math.min(...counts)).toBeGreaterThan(880)
  expect(Math.max(...counts)).toBeLessThan(1120)
  expect(differing).toBeGreaterThan(8500)
})
