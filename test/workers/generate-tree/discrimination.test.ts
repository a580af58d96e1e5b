/** The served profiles order harmless, doubtful, harmful and catastrophic traces as a reader with good sense would. */
import { expect, test } from 'bun:test'
import { discriminationOf } from '#test/workers/generate-tree/discrimination'
import { scenarios } from '#test/workers/generate-tree/scenarios'
import { summarizeCohort } from '#workers/generate-tree/cohort'
import { findProfile, type Profile } from '#workers/generate-tree/profiles'
import type { TreeTrace } from '#workers/generate-tree/trace'
import { buildTree } from '#workers/generate-tree/tree'

const judgeOf = (profile: Profile) => {
  const cohort = summarizeCohort([], profile)
  return (trace: TreeTrace) =>
    buildTree({ trace, cohort, profile, storeVersion: '1', treeSpecVersion: '1' }).level_1.interpretation
}

test.each([
  ['trace-v1', 0.95, 0.9],
  ['aria-0.1', 0.95, 0.85],
] as const)('%s orders the scenarios, and gives the intended verdicts', (id, leastOrdered, leastIntended) => {
  const { n, ordered, intended } = discriminationOf(scenarios, judgeOf(findProfile(id) as Profile))

  expect(n).toBeGreaterThanOrEqual(200)
  expect(ordered).toBeGreaterThan(leastOrdered)
  expect(intended).toBeGreaterThan(leastIntended)
})

test('nothing catastrophic scores above anything that is less than harmful', () => {
  const judge = judgeOf(findProfile('trace-v1') as Profile)
  const scoresOf = (isWanted: (grade: number) => boolean) =>
    scenarios.filter(({ grade }) => isWanted(grade)).map(({ trace }) => judge(trace).validity_score ?? -1)

  expect(Math.max(...scoresOf((grade) => grade === 4))).toBeLessThan(Math.min(...scoresOf((grade) => grade < 3)))
})
