/** The published golden traces, under the profile versions that were published with them. */
import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { Tree } from '#db/documents/tree'
import { verifyTree } from '#test/support/verify-tree'
import { aTrace, traces } from '#test/workers/generate-tree/makers'
import { summarizeCohort } from '#workers/generate-tree/cohort'
import { sha256 } from '#workers/generate-tree/digest'
import { categories } from '#workers/generate-tree/flags'
import { defaultProfile, findProfile, type Profile, profiles } from '#workers/generate-tree/profiles'
import { buildSystemTree } from '#workers/generate-tree/system-tree'
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

/** Traces that have nearly every field, in nearly every state. */
const mixed = traces(48, (index) => ({
  risk_score: (index * 37) % 101,
  risk_level: (['LOW', 'MEDIUM', 'HIGH'] as const)[index % 3] ?? 'LOW',
  confidence: ((index * 13) % 100) / 100,
  ...(index % 2 === 0
    ? {}
    : { flags: ['Jail-Break', 'jailbreak', 'CSAM', 'bias', 'timeout', 'suicide'].slice(index % 6) }),
  ...(index % 5 === 0 ? { constitutional_compliance: index % 10 === 0 } : {}),
  ...(index % 4 === 0 ? {} : { testing_mode: (['model', 'red_team', 'field'] as const)[index % 3] ?? 'model' }),
  ...(index % 7 === 0 ? { recommendation: 'block' } : {}),
  ...(index % 3 === 0 ? { processing_time_ms: 700 * index } : {}),
  ...(index % 2 === 0
    ? { metadata: { input: 'When?', output: 'In 1883, in Paris …', reference: 'In 1883', context: 'Paris, 1883' } }
    : { metadata: { user_rating: (index % 5) + 1, session_id: `s${index % 11}` } }),
}))

test.each([
  [
    'trace-v1',
    '1.0.0',
    'sha256:485c6084a48fbf976e59948d9d20d151a5dbf1ba99bfb074b91ef13dbaac4063',
    'sha256:adc6a89c63829950ec9f2a406473f60ce9445105ea81e94af1d723d26d09441b',
    'sha256:93c43147c2773c7d6451f375340dec220f1a3f4b1595c7fcea8298705d9bc8f1',
  ],
  [
    'trace-v1',
    '1.1.0',
    'sha256:46eff9f9b5e876a15e11cb8d88ea2c00edce124b128ed6439caa19923f49d2ea',
    'sha256:064cb109aa0ba696c1347d7242cd22e78ed3465c2d2c9b4eb30122101441602d',
    'sha256:9b816f9f9a1b547a0d5497039bd6ac34e610fc3ac0cbf3f6b5e0e4633f420fd0',
  ],
  [
    'aria-0.1',
    '1.0.0',
    'sha256:789a832232e7eccf284fe72b07485049728142d7565bd737d817494b1e19337f',
    'sha256:b6cb0207715f8cca423843871cd34a780e7991b266f5bdeb072b16479d56d28a',
    'sha256:0df3c43daa5b99511093b208af39f66589832b177de8e4aaf60f2c895bb8d691',
  ],
  [
    'aria-0.1',
    '1.1.0',
    'sha256:6785b516d1db7a15449cfe335666791d78367e60a9b31790f56adc40ece64258',
    'sha256:9cc3f99b0b80d7128815b7ce98f6ac7121baffc93f6c09a10752d5ee2da3cafc',
    'sha256:13271908b7942422f2f712cbb3e654c60bba2f56a6434a8e34174252f4d85f5d',
  ],
])('%s@%s goes on making the trees that it made, byte for byte', (id, version, data, ofTraces, ofSystem) => {
  const profile = findProfile(id, version) ?? defaultProfile
  const cohort = summarizeCohort(mixed, profile)
  const made = { profile, storeVersion: '1.0.0', treeSpecVersion: '1.1.0' }

  const digests = mixed.map((trace) => buildTree({ trace, cohort, ...made }).level_1.summary.tree_digest)
  const system = buildSystemTree({ systemSource: 'chat-eu', traces: mixed, ...made })

  expect([profile.digest, sha256(digests.join()), system.level_1.summary.tree_digest]).toEqual([
    data,
    ofTraces,
    ofSystem,
  ])
})
