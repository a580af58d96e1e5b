/** The tree over all of a system's traces: a maximum over testing levels, means of the traces' own trees below. */
import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { SystemTree } from '#db/documents/tree'
import { anyTrace, traces } from '#test/workers/generate-tree/makers'
import { annotate } from '#workers/generate-tree/annotate'
import { defaultProfile, findProfile } from '#workers/generate-tree/profiles'
import { buildSystemTree } from '#workers/generate-tree/system-tree'
import type { TreeTrace } from '#workers/generate-tree/trace'
import { systemTreeDigest } from '#workers/generate-tree/tree-digest'

const profile = defaultProfile
const build = (history: readonly TreeTrace[]) =>
  buildSystemTree({ systemSource: 'chat-eu', traces: history, profile, storeVersion: '1', treeSpecVersion: '1' })

const mixed = traces(60, (index) => ({
  risk_score: (index * 37) % 101,
  risk_level: (['LOW', 'MEDIUM', 'HIGH'] as const)[index % 3] ?? 'LOW',
  testing_mode: (['model', 'red_team', 'field'] as const)[index % 3] ?? 'model',
  constitutional_compliance: index % 10 !== 0,
  flags: index % 20 === 0 ? ['self_harm'] : [],
  processing_time_ms: 100 * index,
}))

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const risksOf = (history: readonly TreeTrace[], testing: string) =>
  history.filter((trace) => trace.testing_mode === testing).map((trace) => annotate(trace, profile).overall.risk ?? -1)

describe('the tree of a system', () => {
  const tree = build(mixed)

  test('is the maximum of the mean risks of its testing levels', () => {
    const means = ['model', 'red_team', 'field'].map((testing) => meanOf(risksOf(mixed, testing)))

    expect(tree.level_3.model?.risk).toBeCloseTo(means[0] ?? 99, 2)
    expect(tree.level_3.red_team?.risk).toBeCloseTo(means[1] ?? 99, 2)
    expect(tree.level_3.field?.risk).toBeCloseTo(means[2] ?? 99, 2)
    expect(tree.level_2.validity.risk).toBeCloseTo(Math.max(...means), 2)
    expect(tree.level_2.validity.validity_score).toBeCloseTo(100 - 10 * Math.max(...means), 1)
  })

  test('carries an interval, and what a maximum overstates', () => {
    const [lo, hi] = tree.level_2.validity.interval ?? [101, -1]

    expect(lo).toBeLessThan(tree.level_2.validity.validity_score ?? -1)
    expect(hi).toBeLessThanOrEqual(100)
    expect(tree.level_2.validity.max_bias).toBeGreaterThanOrEqual(0)
  })

  test('counts the traces that are capped, instead of being capped by one', () => {
    expect(tree.level_2.validity.capped.constitutional_compliance).toMatchObject({ k: 6, n: 60 })
    expect(tree.level_2.validity.capped.critical_flag).toMatchObject({ k: 3, n: 60 })
    expect(tree.level_2.validity.validity_score).toBeGreaterThan(25)
  })

  test('shows annotators and users side by side, and their difference', () => {
    const { model, field } = tree.level_3

    expect(model?.perception_risk).toEqual({ mean: null, missing: 20, n: 0 })
    expect(model?.annotator_minus_perception).toBeNull()
    expect(field?.perception_risk.n).toBe(20)
    expect(field?.annotator_minus_perception).toBeCloseTo(
      (field?.annotator_risk.mean ?? 99) - (field?.perception_risk.mean ?? -99),
      1,
    )
  })

  test('names its driver and ranks its categories by what they add', () => {
    const shares = tree.level_2.risks.ranked.map(({ contribution }) => contribution ?? 0)

    expect(tree.level_1.interpretation.driver_path).toEqual([
      tree.level_3.driver ?? '',
      tree.level_2.risks.ranked[0]?.id ?? '',
    ])
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 1)
  })

  test('is the same for the same traces in any order, and its digest can be recomputed', () => {
    expect(JSON.stringify(build(mixed.toReversed()))).toBe(JSON.stringify(tree))
    expect(systemTreeDigest(structuredClone(tree))).toBe(tree.level_1.summary.tree_digest)
  })
})

test('a testing level without traces is null and named, never zero', () => {
  const { level_1, level_2, level_3 } = build(mixed.filter((trace) => trace.testing_mode === 'model'))

  expect([level_3.field, level_3.red_team, level_3.driver]).toEqual([null, null, 'model'])
  expect(level_1.interpretation.limitations).toContain('no traces of field, red_team')
  expect(level_2.validity.max_bias).toBe(0)
})

test('few traces have a score and no interval; none at all have neither', () => {
  const few = build(mixed.slice(0, 9))
  const none = build([])

  expect(few.level_1.interpretation).toMatchObject({ validity_interval: null, validity_score: expect.any(Number) })
  expect(few.level_1.interpretation.limitations).toContain('9 traces: no interval')
  expect(none.level_1.interpretation).toMatchObject({
    grade: null,
    validity_interval: null,
    validity_score: null,
    verdict: 'not_assessable',
  })
})

test('is a valid document for any traces and both kinds of profile', () => {
  const history = fc.array(anyTrace, { maxLength: 12 })
  fc.assert(
    fc.property(history, fc.constantFrom('trace-v1', 'aria-0.1'), (given, id) => {
      const tree = buildSystemTree({
        systemSource: 'chat-eu',
        traces: given.map((trace, index) => ({ ...trace, trace_id: `SVC-${index}-1` })),
        profile: findProfile(id) ?? profile,
        storeVersion: '1',
        treeSpecVersion: '1',
      })

      expect([...Value.Errors(SystemTree, tree)]).toEqual([])
    }),
    { numRuns: 40 },
  )
})
