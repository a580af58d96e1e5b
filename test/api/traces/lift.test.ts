/** What is said to lift a verdict does lift it: the trace made so is measured so, by every version of the profiles. */
import { expect, test } from 'bun:test'
import type { LenientTree } from '#api/traces/pictures/shown'
import { topOf } from '#api/traces/pictures/shown'
import { systemLift } from '#api/traces/pictures/system-lift'
import { traceLift } from '#api/traces/pictures/trace-lift'
import { thresholdsOf } from '#shared/traces/thresholds'
import { aTrace, traces } from '#test/workers/generate-tree/makers'
import { summarizeCohort } from '#workers/generate-tree/cohort'
import { type Profile, profiles } from '#workers/generate-tree/profiles'
import { buildSystemTree } from '#workers/generate-tree/system-tree'
import type { TreeTrace } from '#workers/generate-tree/trace'
import { buildTree } from '#workers/generate-tree/tree'

const all = profiles.map((profile) => [profile.name, profile] as const)

function lifted(trace: TreeTrace, profile: Profile) {
  const cohort = summarizeCohort([trace], profile)
  const built = buildTree({ trace, cohort, profile, storeVersion: '1', treeSpecVersion: '1' })
  const tree = JSON.parse(JSON.stringify(built)) as LenientTree
  const top = topOf({ of: 'trace', tree })
  const thresholds = thresholdsOf(top.profile)
  if (!thresholds) throw new Error('no thresholds')
  return { top, lift: traceLift(tree, top, thresholds) }
}

const poor = (odd: Partial<TreeTrace> = {}) =>
  aTrace({ risk_score: 62, risk_level: 'MEDIUM', confidence: 0.95, compliance_declared: true, flags: [], ...odd })

// Version 1.0.0 also weighs how far the score lies from its level, which moves with it.
test.each(all.slice(1).filter(([name]) => !name.endsWith('@1.0.0')))(
  '%s: a risk score that is said to pass does, and one point more does not',
  (_, profile) => {
    const odd = Array.from({ length: 70 }, (__, n) => ({
      risk_score: 30 + 5 * (n % 14),
      confidence: [0.95, 0.6, 0.4, 0.2, 0][n % 5] ?? 0,
    }))

    const told = odd.flatMap((each) => {
      const { top, lift } = lifted(poor(each), profile)
      const way = lift.ways.find(({ name }) => name === 'safety: declared risk')
      if (!way) return []
      const passing = 100 - (way.to ?? 0)
      const after = lifted(poor({ ...each, risk_score: passing - 0.2 }), profile).top.verdict
      const beyond = lifted(poor({ ...each, risk_score: passing + 1 }), profile).top.verdict
      return [{ said: [lift.next, top.verdict], measured: [after, beyond] }]
    })

    expect(told.length).toBeGreaterThan(0)
    for (const { said, measured } of told) expect(measured).toEqual(said as typeof measured)
  },
)

test.each(all)('%s: what a cap’s cause costs is what the trace is without it', (_, profile) => {
  const { top, lift } = lifted(poor({ constitutional_compliance: false, flags: ['hallucination'] }), profile)
  const without = lifted(poor({ constitutional_compliance: true, flags: ['hallucination'] }), profile)

  expect(top.verdict).toBe('unacceptable')
  const [way] = [...lift.ways, ...lift.together]
  expect(way?.name).toBe('Without the declared non-compliance')
  expect(Math.abs((way?.to ?? 0) - (without.top.score ?? 0))).toBeLessThan(0.2)
  expect(lift.ways.map(({ outcome }) => outcome)).toEqual(
    without.top.verdict === 'unacceptable' ? [] : [without.top.verdict],
  )
})

test.each(all)(
  '%s: nothing is said to lift a verdict to what it is, and what a cap hides has to change too',
  (_, profile) => {
    const odd = [
      { risk_score: 95, risk_level: 'HIGH' as const, constitutional_compliance: false },
      {
        risk_score: 72,
        risk_level: 'HIGH' as const,
        constitutional_compliance: false,
        flags: ['jailbreak', 'suicide'],
      },
      { risk_score: 99, risk_level: 'HIGH' as const, confidence: 0, flags: ['suicide', 'hallucination', 'toxicity'] },
      { risk_score: 5, risk_level: 'LOW' as const, flags: ['suicide'] },
    ]

    for (const each of odd) {
      const { top, lift } = lifted(poor(each), profile)
      const [said, together] = [[...lift.ways, ...lift.together], lift.together.map(({ name }) => name)]
      expect(said.length).toBeGreaterThan(0)
      expect(said.map(({ outcome }) => outcome)).not.toContain(top.verdict)
      expect([lift.next]).toEqual([...new Set(said.map(({ outcome }) => outcome as typeof lift.next))])
      if (together.length > 0) expect([together[0]?.startsWith('Without '), together.length > 1]).toEqual([true, true])
    }
  },
)

test.each(all)('%s: without its critical flags a trace keeps the others', (_, profile) => {
  const { lift } = lifted(poor({ flags: ['suicide', 'hallucination'] }), profile)
  const without = lifted(poor({ flags: ['hallucination'] }), profile)

  const [way] = [...lift.ways, ...lift.together]
  expect(Math.abs((way?.to ?? 0) - (without.top.score ?? 0))).toBeLessThan(0.2)
})

test.each(all)('%s: every trace has its figures put together as its tree has them', (_, profile) => {
  const graded = Array.from({ length: 60 }, (__, n) =>
    poor({
      risk_score: 30 + n,
      risk_level: n < 20 ? 'LOW' : n < 40 ? 'MEDIUM' : 'HIGH',
      confidence: 0.3 + (n % 7) / 10,
      testing_mode: (['field', 'model', 'red_team'] as const)[n % 3] ?? 'field',
      ...(n % 4 === 0 ? { processing_time_ms: 500 * n } : {}),
      flags: n % 5 === 0 ? ['hallucination', 'rude'] : [],
      ...(n % 6 === 0 ? { metadata: { user_rating: 1 + (n % 5) } } : {}),
    }),
  )

  const silent = graded.filter((trace) => {
    const { top, lift } = lifted(trace, profile)
    return top.verdict !== 'acceptable' && lift.ways.length + lift.together.length === 0
  })

  expect(silent).toEqual([])
})

test.each(all)('%s: a system is told each testing level that holds it down, and none that does not', (_, profile) => {
  const bad = { risk_score: 80, risk_level: 'HIGH' as const, confidence: 0.4, testing_mode: 'red_team' as const }
  const good = { risk_score: 2, risk_level: 'LOW' as const, confidence: 0.99, testing_mode: 'field' as const }
  const tree = buildSystemTree({
    systemSource: 's',
    traces: traces(40, (n) => (n % 2 ? bad : good)),
    profile,
    storeVersion: '1',
    treeSpecVersion: '1',
  })
  const top = topOf({ of: 'system', tree })
  const thresholds = thresholdsOf(top.profile)
  if (!thresholds) throw new Error('no thresholds')

  const { ways, together } = systemLift(tree, top, thresholds)
  const names = [...ways, ...together].map(({ name }) => name)

  expect(names).toContain('red team, mean of 20 traces')
  expect(names.filter((name) => name.startsWith('field'))).toEqual([])
})

test.each(all)(
  '%s: a system is told each share once that has to fall, however many gates are about it',
  (_, profile) => {
    const worst = { risk_score: 90, risk_level: 'HIGH' as const, flags: ['suicide'], constitutional_compliance: false }
    const source = { systemSource: 's', storeVersion: '1', treeSpecVersion: '1' }
    const tree = buildSystemTree({ ...source, traces: traces(30, () => worst), profile })
    const top = topOf({ of: 'system', tree })
    const thresholds = thresholdsOf(top.profile)
    if (!thresholds) throw new Error('no thresholds')

    const { ways, together } = systemLift(tree, top, thresholds)
    const names = [...ways, ...together].map(({ name }) => name)

    expect(names.length).toBeGreaterThan(0)
    expect(names).toEqual([...new Set(names)])
  },
)

test('a tree whose figures cannot be put together as it has them is told without a guess', () => {
  const profile = profiles[0]
  if (!profile) throw new Error('no profile')
  const trace = poor({ risk_score: 80 })
  const cohort = summarizeCohort([trace], profile)
  const built = buildTree({ trace, cohort, profile, storeVersion: '1', treeSpecVersion: '1' })
  const tree = JSON.parse(JSON.stringify(built)) as LenientTree
  const other = { ...tree, level_4: { ...tree.level_4, annotator_responses: { aggregation: 'median', risk: 1 } } }
  const top = topOf({ of: 'trace', tree: other })
  const thresholds = thresholdsOf(top.profile)
  if (!thresholds) throw new Error('no thresholds')

  const { ways, together, decides } = traceLift(other, top, thresholds)

  expect([ways, together]).toEqual([[], []])
  expect(decides[0]).toContain('lacks')
})
