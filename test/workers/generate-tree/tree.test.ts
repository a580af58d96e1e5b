/** The published golden traces, under the profile versions that were published with them. */
import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { Tree } from '#db/documents/tree'
import { verifyTree } from '#test/support/verify-tree'
import { aTrace } from '#test/workers/generate-tree/makers'
import { summarizeCohort } from '#workers/generate-tree/cohort'
import { categories } from '#workers/generate-tree/flags'
import { defaultProfile, findProfile, type Profile, profiles } from '#workers/generate-tree/profiles'
import type { TreeTrace } from '#workers/generate-tree/trace'
import { buildTree, presentTree } from '#workers/generate-tree/tree'
import vectors from '../../vectors/aria-vectors.json'

const treeOf = (trace: TreeTrace, profile: Profile = defaultProfile) =>
  buildTree({
    trace,
    cohort: summarizeCohort([trace], profile),
    profile,
    storeVersion: '1.0.0',
    treeSpecVersion: '1.0.0',
  })

describe.each(Object.entries(vectors.own_traces))('golden trace %s', (_, golden) => {
  const trace = aTrace(golden.input as Partial<TreeTrace>)
  const profile = findProfile('trace-v1', '1.0.0') ?? defaultProfile
  const tree = treeOf(trace, profile)

  test('is measured as published under trace-v1@1.0.0', () => {
    const { expected } = golden
    const { level_2, level_3, level_4 } = tree

    expect(level_3.test_category).toBe(expected.test_category as 'model')
    for (const category of categories) {
      const { items, ...node } = level_4.annotations[category]
      const { items: expectedItems, ...expectedNode } = expected.annotations[category]
      expect(node).toMatchObject(expectedNode as object)
      expect(Object.fromEntries(items.map(({ id, value }) => [id, value]))).toEqual(expectedItems)
    }
    expect(level_3.annotator_risk).toBe(expected.annotator_risk)
    expect(level_3.perception_risk).toBe(expected.perception_risk)
    expect(level_3.risk).toBe(expected.L3_risk)
    expect(level_2.validity.uncapped).toBe(expected.validity_uncapped)
    expect(level_2.validity.validity_score).toBe(expected.validity_score)
    expect(level_2.validity.interval).toEqual(expected.validity_interval as [number, number])
    expect(level_2.validity.gates.filter((gate) => gate.triggered).map((gate) => gate.id) as string[]).toEqual(
      expected.gates,
    )
    expect(tree.level_1.interpretation.driver_path[1]).toBe(expected.driver)
  })

  test('is scored as published under aria-0.1@1.0.0', () => {
    const aria = treeOf(trace, findProfile('aria-0.1', '1.0.0'))

    expect(aria.level_1.interpretation.validity_score).toBe(golden.expected_aria01)
  })

  test.each(profiles.map((one) => [one.name, one] as const))(
    'is a whole, valid, verifiable tree under %s',
    (_, one) => {
      const built = treeOf(trace, one)

      expect([...Value.Errors(Tree, built)]).toEqual([])
      expect(verifyTree(built)).toEqual({ tree: true, telemetry: true })
      expect(verifyTree(presentTree(built, { depth: 6, includeRaw: false }))).toEqual({ tree: true, telemetry: null })
    },
  )
})
