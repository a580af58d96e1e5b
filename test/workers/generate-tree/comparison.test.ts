/** The comparison of two systems: a difference for each level, an interval that holds, and silence where nothing is to be told. */
import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { Comparison, type Difference } from '#db/documents/comparison'
import '#shared/kernel/schema/formats'
import { anyTrace, traces } from '#test/workers/generate-tree/makers'
import { compareSystems, comparisonDigest, differenceOf, measureSystem } from '#workers/generate-tree/comparison'
import { defaultProfile } from '#workers/generate-tree/profiles'
import type { TreeTrace } from '#workers/generate-tree/trace'

const measured = (systemSource: string, history: readonly TreeTrace[]) =>
  measureSystem({ systemSource, traces: history }, { profile: defaultProfile, storeVersion: '1', treeSpecVersion: '1' })
const compare = (a: readonly TreeTrace[], b: readonly TreeTrace[]) =>
  compareSystems(measured('one', a), measured('other', b), defaultProfile)

const of = (name: string, history: readonly TreeTrace[]) =>
  history.map((trace, at) => ({ ...trace, trace_id: `SVC-${name}${at}-1`, system_source: name }))

const spread = (name: string, count: number, odd: (index: number) => Partial<TreeTrace> = () => ({})) =>
  of(
    name,
    traces(count, (index) => ({
      risk_score: 20 + ((index * 37) % 41),
      testing_mode: (['model', 'field'] as const)[index % 2] ?? 'model',
      processing_time_ms: 1000 + ((index * 71) % 4000),
      flags: [],
      ...odd(index),
    })),
  )

function differencesIn({ overall, testing_levels }: Comparison): Difference[] {
  const levels = [testing_levels.field, testing_levels.model, testing_levels.red_team]
  return [
    overall,
    ...levels.flatMap((level) =>
      level === null
        ? []
        : [level.overall, level.annotators, level.perception, ...Object.values<Difference>(level.categories)],
    ),
  ]
}

describe('whatever was recorded', () => {
  test('it is a valid document in canonical order, whose digest anyone can recompute, and says the same turned around', () => {
    const history = fc.array(anyTrace, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(history, history, (one, other) => {
        const [a, b] = [measured('a', of('a', one)), measured('b', of('b', other))]
        const comparison = compareSystems(a, b, defaultProfile)
        const turned = compareSystems(b, a, defaultProfile)

        expect([...Value.Errors(Comparison, comparison)]).toEqual([])
        expect(JSON.stringify(comparison)).toBe(canonicalize(comparison) ?? '')
        expect(comparisonDigest(comparison)).toBe(comparison.summary.comparison_digest)
        differencesIn(comparison).forEach((difference, at) => {
          const other = differencesIn(turned)[at]
          expect(other?.difference ?? 0).toBeCloseTo(-(difference.difference ?? 0), 9)
          expect(other?.interval?.[0] ?? 0).toBeCloseTo(-(difference.interval?.[1] ?? 0), 9)
          expect(other?.a).toEqual(difference.b)
        })
      }),
      { numRuns: 25 },
    )
  })

  test('an interval holds its difference and stays in the scale; without one nobody is better, and a reason is given', () => {
    const history = fc.array(anyTrace, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(history, history, (one, other) => {
        for (const { a, b, difference, finding, interval, reason } of differencesIn(
          compare(of('a', one), of('b', other)),
        )) {
          if (interval === null) {
            expect(finding).toBe('not_compared')
            expect(reason).not.toBeNull()
            continue
          }
          expect(interval[0]).toBeLessThanOrEqual((difference ?? -101) + 0.011)
          expect(interval[1]).toBeGreaterThanOrEqual((difference ?? 101) - 0.011)
          expect(interval[0]).toBeGreaterThanOrEqual(-100)
          expect(interval[1]).toBeLessThanOrEqual(100)
          expect(a.interval).not.toBeNull()
          expect(b.interval).not.toBeNull()
          if (finding === 'b_better') expect(interval[0]).toBeGreaterThan(0)
          if (finding === 'a_better') expect(interval[1]).toBeLessThan(0)
        }
      }),
      { numRuns: 25 },
    )
  })
})

test('MOVER: two symmetric intervals give the root of their squares, lopsided ones a lopsided one', () => {
  expect(differenceOf({ score: 50, interval: [47, 53] }, { score: 60, interval: [56, 64] })).toEqual({
    difference: 10,
    interval: [5, 15],
  })
  expect(differenceOf({ score: 90, interval: [78, 93] }, { score: 60, interval: [56, 65] })).toEqual({
    difference: -30,
    interval: [-35, -17],
  })
  expect(differenceOf({ score: 1, interval: null }, { score: 2, interval: [1, 3] })).toEqual({
    difference: 1,
    interval: null,
  })
})

test('traces of one session count together: the same traces in few sessions tell less', () => {
  const alike = (name: string, isTold: boolean) =>
    spread(name, 800, (index) => {
      const session = Math.floor(index / 8)
      return {
        risk_score: (session * 37) % 101,
        ...(isTold ? { metadata: { session_id: `${name}-${session}` } } : {}),
      }
    })
  const width = (isTold: boolean) => {
    const { interval } = compare(alike('a', isTold), alike('b', isTold)).testing_levels.field?.categories.safety ?? {}
    return (interval?.[1] ?? 0) - (interval?.[0] ?? 0)
  }

  expect(width(false)).toBeGreaterThan(0)
  expect(width(true)).toBeGreaterThan(1.5 * width(false))
})

test('by sampling where both sides give that, by what is proven of both otherwise, of a single trace not at all', () => {
  const wide = (name: string, count: number) =>
    spread(name, count, (index) => ({ risk_score: (index * 37) % 101, confidence: ((index * 13) % 100) / 100 }))
  const factualityOf = (one: TreeTrace[], other: TreeTrace[]) =>
    compare(one, other).testing_levels.field?.categories.factuality

  expect(factualityOf(wide('a', 2000), wide('b', 2000))).toMatchObject({
    interval_kind: 'sampling_interval',
    reason: null,
  })
  const proven = factualityOf(wide('a', 2000), wide('b', 30))
  expect(proven).toMatchObject({
    interval_kind: 'proven_bounds',
    reason: 'no sampling interval: b: 15 traces, 100 are needed',
  })
  expect(proven?.interval).not.toBeNull()
  const lone = factualityOf(wide('a', 2000), wide('b', 2))
  expect(lone).toMatchObject({ finding: 'not_compared', interval: null, interval_kind: null })
  expect(lone?.difference).not.toBeNull()
  expect(lone?.reason).toBe('no interval: b: 1 trace, 100 are needed')
})

test('what may be behind a difference is said: other levels, other times, the same questions or sessions', () => {
  const a = spread('a', 20, (index) => ({ metadata: { session_id: `s${index}`, input: `q${index % 4}` } }))
  const b = spread('b', 20, (index) => ({
    testing_mode: 'red_team',
    created_at: new Date(Date.UTC(2026, 5, 1) + index).toISOString(),
    metadata: { session_id: `s${index + 15}`, input: `q${index % 3}` },
  }))

  const { differs, limitations, overall, testing_levels } = compare(a, b)

  expect(differs).toEqual({
    inputs_in_common: 3,
    sessions_in_common: 5,
    testing_levels: ['field', 'model', 'red_team'],
    windows: 'apart',
  })
  for (const word of ['field, model, red_team', 'times', 'in common'])
    expect(limitations.some((limitation) => limitation.includes(word))).toBe(true)
  expect(overall).toMatchObject({ difference: null, finding: 'not_compared' })
  expect(testing_levels.field?.overall.reason).toContain('in b')
  expect(compare(a, spread('c', 9)).differs).toMatchObject({ testing_levels: [], windows: 'overlap' })
})

test('what a side does not say is named, not taken for good', () => {
  const silent = spread('b', 20, () => ({ testing_mode: 'field' })).map(
    ({ processing_time_ms: _, flags: __, ...trace }) => trace,
  )

  const { testing_levels } = compare(spread('a', 20), silent)

  expect(testing_levels.field?.perception).toMatchObject({ b: { missing: 20, n: 0, score: null }, difference: null })
  expect(testing_levels.field?.perception.reason).toContain('in b')
})
