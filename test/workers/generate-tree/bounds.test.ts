/** Bounds of means on a closed scale: exact where a formula is known, never below what was seen, and honest about the unseen. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sampleOf } from '#test/support/statistics'
import {
  biasOfTop,
  clopperPearson,
  lowerBound,
  sampledMean,
  sampledTop,
  upperBound,
} from '#workers/generate-tree/bounds'
import vectors from '../../vectors/aria-vectors.json'

const alone = (values: readonly number[]) => sampleOf(values.map((value) => [value]))
const rules = { from_clusters: 100, reach: 0.6, lean: 0.25 }
const proven = { error: 0.05, lean: 1 }

describe('the proven bound', () => {
  test('of values that are 0 or 1 is that of Clopper and Pearson, to a hundredth of its tail and on the safe side', () => {
    for (const n of [1, 2, 5, 10, 50, 200, 1000])
      for (const k of [0, 1, 2, Math.floor(n / 5), Math.floor(n / 2), n - 1]) {
        if (k > n) continue
        const exact = clopperPearson(k, n, 0.1) ?? { lo: 9, hi: -9 }
        const sample = alone(Array.from({ length: n }, (_, index) => (index < k ? 1 : 0)))

        const [lo, hi] = [lowerBound(sample, 1, proven), upperBound(sample, 1, proven)]

        expect(Math.abs(hi - exact.hi)).toBeLessThanOrEqual(0.02 * (1 - exact.hi) + 0.006 * exact.hi)
        expect(Math.abs(lo - exact.lo)).toBeLessThanOrEqual(0.02 * exact.lo + 0.006 * (1 - exact.lo))
        expect(hi).toBeGreaterThanOrEqual(exact.hi - 2e-5)
        expect(lo).toBeLessThanOrEqual(exact.lo + 2e-5)
      }
  })

  test('of nothing seen is the whole scale, and of the worst seen only, its end', () => {
    expect(upperBound(alone([]), 10, proven)).toBe(10)
    expect(lowerBound(alone([]), 10, proven)).toBe(0)
    expect(upperBound(alone([10, 10, 10]), 10, proven)).toBe(10)
  })

  test('stays on the scale, beyond the mean, and never falls when a value rises', () => {
    const value = fc.double({ min: 0, max: 10, noNaN: true })
    const clusters = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(clusters, fc.nat(), value, (given, which, more) => {
        const place = which % given.length
        const raised = given.map((cluster, index) =>
          index === place ? cluster.map((one, first) => (first === 0 ? Math.max(one, more) : one)) : cluster,
        )
        const values = given.flat()
        const mean = values.reduce((sum, one) => sum + one, 0) / values.length

        const [hi, lo] = [upperBound(sampleOf(given), 10, proven), lowerBound(sampleOf(given), 10, proven)]

        expect(hi).toBeLessThanOrEqual(10)
        expect(lo).toBeGreaterThanOrEqual(0)
        expect(hi).toBeGreaterThanOrEqual(mean - 1e-6)
        expect(lo).toBeLessThanOrEqual(mean + 1e-6)
        expect(upperBound(sampleOf(raised), 10, proven)).toBeGreaterThanOrEqual(hi - 1e-6)
        expect(lowerBound(sampleOf(raised), 10, proven)).toBeGreaterThanOrEqual(lo - 1e-6)
      }),
      { numRuns: 1000 },
    )
  })
})

test('Clopper and Pearson as published, and for none and all', () => {
  for (const { k, n, lo, hi } of vectors.clopper_pearson95.cases) {
    expect(clopperPearson(k, n)?.lo).toBeCloseTo(lo, 3)
    expect(clopperPearson(k, n)?.hi).toBeCloseTo(hi, 3)
  }
  expect(clopperPearson(0, 0)).toBeNull()
  expect(clopperPearson(0, 10)?.hi).toBeCloseTo(1 - 0.025 ** (1 / 10), 6)
  expect(clopperPearson(10, 10)?.lo).toBeCloseTo(0.025 ** (1 / 10), 6)
})

describe('a sampling interval', () => {
  const spread = (count: number) => alone(Array.from({ length: count }, (_, index) => (10 * (index % 11)) / 10))

  test('is null with its reason for few clusters, for no spread, and for little spread beside the room for the unseen', () => {
    expect(sampledMean(spread(99), 10, rules)).toEqual({ interval: null, reason: '99 traces, 100 are needed' })
    expect(sampledMean(alone(Array(200).fill(3.3)), 10, rules).reason).toStartWith('no spread in 200 traces')
    expect(
      sampledMean(alone(Array.from({ length: 200 }, (_, i) => 1 + (i % 2) / 10)), 10, rules, 'sessions').reason,
    ).toMatch(/^rare sessions not seen could move the mean further than 200 tell; about \d+ are needed$/)
  })

  test('holds the mean it is of, and lies on the scale', () => {
    const { interval } = sampledMean(spread(220), 10, rules)

    expect(interval?.lo).toBeGreaterThan(4)
    expect(interval?.hi).toBeLessThan(6)
    expect((interval?.lo ?? 9) < 5 && 5 < (interval?.hi ?? 0)).toBe(true)
  })

  test('of the largest of several asks it only of those that can be the largest', () => {
    const high = {
      id: 'high',
      name: 'traces' as const,
      sample: alone(Array.from({ length: 300 }, (_, i) => 6 + (i % 5))),
    }
    const low = {
      id: 'low',
      name: 'traces' as const,
      sample: alone(Array.from({ length: 60 }, (_, i) => (i % 5) / 10)),
    }
    const single = { id: 'single', name: 'traces' as const, sample: alone([1]) }

    expect(sampledTop([high, low], 10, rules).interval).toEqual(sampledMean(high.sample, 10, rules).interval)
    expect(sampledTop([high, single], 10, rules)).toEqual({ interval: null, reason: 'single: 1 trace, 100 are needed' })
  })
})

test('the largest of three equal normal means overstates by 0.846 of their standard error', () => {
  expect(biasOfTop([5, 5, 5].map((mean) => ({ mean, error: 0.2 })))).toBeCloseTo(0.1693, 3)
  expect(biasOfTop([{ mean: 5, error: 0.2 }])).toBe(0)
  expect(
    biasOfTop([
      { mean: 5, error: 0 },
      { mean: 4, error: 0 },
    ]),
  ).toBe(0)
  expect(
    biasOfTop([
      { mean: 9, error: 0.2 },
      { mean: 1, error: 0.2 },
    ]),
  ).toBeCloseTo(0, 3)
})
