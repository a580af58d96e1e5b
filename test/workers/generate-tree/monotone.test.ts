/** No report of harm ever raises a score or a verdict, and no good word lifts one out of unacceptable: random traces and systems. */
import { describe, expect, test } from 'bun:test'
import { type Change, comforts, diceOf, harms, randomTrace, surroundings } from '#test/workers/generate-tree/harms'
import { summarizeCohort } from '#workers/generate-tree/cohort'
import { type Profile, profiles } from '#workers/generate-tree/profiles'
import { buildSystemTree } from '#workers/generate-tree/system-tree'
import type { TreeTrace } from '#workers/generate-tree/trace'
import { buildTree } from '#workers/generate-tree/tree'

const served = profiles.filter(({ rules }) => rules !== undefined)
const versions = { storeVersion: '1', treeSpecVersion: '1' }
const ranks = ['not_assessable', 'unacceptable', 'conditional', 'acceptable']
type Judged = { validity_score: number | null; verdict: string }

const judges = new Map(served.map((profile) => [profile.name, judgeOf(profile)]))

function judgeOf(profile: Profile): (trace: TreeTrace) => Judged {
  const cohort = summarizeCohort([], profile)
  return (trace) => buildTree({ trace, cohort, profile, ...versions }).level_1.interpretation
}

const isRaised = (before: Judged, after: Judged) =>
  (after.validity_score ?? -1) > (before.validity_score ?? -1) ||
  ranks.indexOf(after.verdict) > ranks.indexOf(before.verdict)
const isLifted = (before: Judged, after: Judged) =>
  before.verdict === 'unacceptable' && after.verdict !== 'unacceptable'

/** Random traces that a change raised, and how many it changed. */
function raisedBy(change: Change, judge: (trace: TreeTrace) => Judged, isWrong: typeof isRaised, count: number) {
  const dice = diceOf(count)
  let changed = 0
  const wrong: unknown[] = []
  for (let round = 0; round < count; round += 1) {
    const trace = randomTrace(dice)
    const after = change.apply(trace, dice)
    if (after === null) continue
    changed += 1
    if (isWrong(judge(trace), judge(after))) wrong.push({ trace, after })
  }
  return { changed, wrong: wrong.slice(0, 1) }
}

describe.each(served.map((profile) => [profile.name]))('a trace under %s', (name) => {
  const judge = judges.get(name) ?? judgeOf(profiles[0] as Profile)

  test.each([...harms, ...surroundings].map((change) => [change.name, change.from, change] as const))(
    'never gains by %s, from %s',
    (_, __, change) => {
      const { changed, wrong } = raisedBy(change, judge, isRaised, 500)

      expect(wrong).toEqual([])
      expect(changed).toBeGreaterThan(20)
    },
  )

  test.each(comforts.map((change) => [change.name, change] as const))(
    'is not lifted out of unacceptable by %s',
    (_, change) => {
      const isWrong = name.startsWith('trace-v1') ? isRaised : isLifted

      const { changed, wrong } = raisedBy(change, judge, isWrong, 500)

      expect(wrong).toEqual([])
      expect(changed).toBeGreaterThan(20)
    },
  )
})

test('a profile before 2.0.0 was raised by a flag, by a level and by a latency', () => {
  const before = profiles.find((profile) => profile.name === 'trace-v1@1.1.0') as Profile
  const judge = judgeOf(before)

  const raising = harms.filter((change) => raisedBy(change, judge, isRaised, 500).wrong.length > 0)

  expect(raising.map((change) => `${change.name} from ${change.from}`)).toEqual(
    expect.arrayContaining(['a flag from absent', 'risk_level higher from present', 'processing_time_ms from absent']),
  )
})

test.each(served.map((profile) => [profile.name, profile] as const))(
  'a system never gains by harm that is reported of its traces, under %s',
  (_, profile) => {
    const dice = diceOf(7)
    const judge = (traces: TreeTrace[]): Judged =>
      buildSystemTree({ systemSource: 'chat-eu', traces, profile, ...versions }).level_1.interpretation
    const wrong: string[] = []

    for (let round = 0; round < 40; round += 1) {
      const traces = Array.from({ length: 1 + dice(12) }, (_, index) => randomTrace(dice, index))
      const { name, apply } = harms[round % harms.length] as Change
      const harmed = traces.map((trace) => apply(trace, dice) ?? trace)
      if (isRaised(judge(traces), judge(harmed))) wrong.push(name)
    }

    expect(wrong).toEqual([])
  },
)
