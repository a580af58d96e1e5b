/**
 * What ways of adding up come to: random traces and systems that gain by a report of harm, and how graded scenarios are ordered.
 * `script/bench aggregation [--traces 20000] [--systems 2000]`: some minutes. The half of the scenarios that was tuned on and the
 * half that was not are printed apart. Prints Markdown; ends with 1 where a served profile has a counter-example.
 */
import { markdownTable, numberOptions } from '#bench/report'
import { discriminationOf, type Judged } from '#test/workers/generate-tree/discrimination'
import { type Change, comforts, diceOf, harms, randomTrace, surroundings } from '#test/workers/generate-tree/harms'
import { scenarios } from '#test/workers/generate-tree/scenarios'
import { summarizeCohort } from '#workers/generate-tree/cohort'
import { defaultProfile, findProfile, type Profile, profiles } from '#workers/generate-tree/profiles'
import { buildSystemTree } from '#workers/generate-tree/system-tree'
import type { TreeTrace } from '#workers/generate-tree/trace'
import { buildTree } from '#workers/generate-tree/tree'

const options = numberOptions(process.argv.slice(2), { traces: 20_000, systems: 2_000 })
const versions = { storeVersion: '1', treeSpecVersion: '1' }
const ranks = ['not_assessable', 'unacceptable', 'conditional', 'acceptable']
type Judge = (trace: TreeTrace) => Judged

/** By an untouched trace's tree; with `worst`, by its lower bound instead: all that is missing taken at its worst. */
function judgeOf(profile: Profile, { worst = false } = {}): Judge {
  const cohort = summarizeCohort([], profile)
  return (trace) => {
    const { validity_score, validity_interval, verdict } = buildTree({ trace, cohort, profile, ...versions }).level_1
      .interpretation
    if (!worst) return { validity_score, verdict }
    const [lo] = validity_interval ?? [0]
    const { acceptable_from, conditional_from } = profile.verdicts
    const ofBound = lo >= acceptable_from ? 'acceptable' : lo >= conditional_from ? 'conditional' : 'unacceptable'
    return { validity_score: lo, verdict: ofBound }
  }
}

const isRaised = (before: Judged, after: Judged) =>
  (after.validity_score ?? -1) > (before.validity_score ?? -1) ||
  ranks.indexOf(after.verdict) > ranks.indexOf(before.verdict)
const isLifted = (before: Judged, after: Judged) =>
  before.verdict === 'unacceptable' && after.verdict !== 'unacceptable'

type Count = { change: Change; changed: number; wrong: number }

/** Every change on random traces, as many of each as can be changed out of `count`. */
function countOf(change: Change, judge: Judge, isWrong: typeof isRaised, count: number): Count {
  const dice = diceOf(count + change.name.length)
  let changed = 0
  let wrong = 0
  for (let round = 0; round < count; round += 1) {
    const trace = randomTrace(dice)
    const after = change.apply(trace, dice)
    if (after === null) continue
    changed += 1
    if (isWrong(judge(trace), judge(after))) wrong += 1
  }
  return { change, changed, wrong }
}

const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)} %`
const shareOf = (counts: readonly Count[]) => {
  const changed = counts.reduce((sum, count) => sum + count.changed, 0)
  return changed === 0 ? '–' : percent(counts.reduce((sum, count) => sum + count.wrong, 0) / changed, 2)
}

/** The candidates: what was served before, the worst case, and ways to make one node of four categories. */
const ofShares = (shares: [number, number, number, number]): Profile => ({
  ...defaultProfile,
  annotator: { fn: 'ordered', shares },
})
const before = findProfile('trace-v1', '1.1.0') ?? defaultProfile
const candidates: [string, Judge][] = [
  ['1.1.0: means of what is there', judgeOf(before)],
  ['1.1.0, all that is missing at its worst', judgeOf(before, { worst: true })],
  ['2.0.0, all that is missing at its worst', judgeOf(defaultProfile, { worst: true })],
  ['harms add up; the worst category alone', judgeOf(ofShares([1, 0, 0, 0]))],
  ['harms add up; half the worst, half the mean', judgeOf(ofShares([0.625, 0.125, 0.125, 0.125]))],
  ['harms add up; mean of four', judgeOf(ofShares([0.25, 0.25, 0.25, 0.25]))],
  ['harms add up; mean of the two worst', judgeOf(ofShares([0.5, 0.5, 0, 0]))],
  ['trace-v1@2.0.0: 0.7, 0.2, 0.07, 0.03', judgeOf(defaultProfile)],
  ['aria-0.1@2.0.0', judgeOf(findProfile('aria-0.1') ?? defaultProfile)],
]

const few = Math.ceil(options.traces / 20)
console.log('### Ways of adding up\n')
console.log(
  markdownTable(
    [
      '',
      'gain by harm, from present',
      'from absent',
      'ordered, tuned',
      'tau',
      'verdicts',
      'ordered, unseen',
      'tau',
      'verdicts',
    ],
    candidates.map(([name, judge]) => {
      const counts = harms.map((change) => countOf(change, judge, isRaised, few))
      const halves = (['tuned', 'unseen'] as const).map((half) =>
        discriminationOf(
          scenarios.filter((scenario) => scenario.half === half),
          judge,
        ),
      )
      return [
        name,
        shareOf(counts.filter(({ change }) => change.from === 'present')),
        shareOf(counts.filter(({ change }) => change.from === 'absent')),
        ...halves.flatMap(({ ordered, tau, intended }) => [percent(ordered), tau.toFixed(3), percent(intended)]),
      ]
    }),
  ),
)

let counterExamples = 0
for (const profile of profiles.filter(({ rules }) => rules !== undefined)) {
  const judge = judgeOf(profile)
  // What users answered well may raise a score where a profile has a share for it; out of unacceptable it never lifts.
  const isStrict = profile.rules?.users.better === 0
  const counts = [
    ...[...harms, ...surroundings].map((change) => countOf(change, judge, isRaised, options.traces)),
    ...comforts.map((change) => countOf(change, judge, isStrict ? isRaised : isLifted, options.traces)),
  ]
  counterExamples += counts.reduce((sum, { wrong }) => sum + wrong, 0)
  console.log(`\n### ${options.traces} random traces under ${profile.name}\n`)
  console.log(
    markdownTable(
      ['report', 'from', 'traces changed', 'counter-examples'],
      counts.map(({ change, changed, wrong }) => [change.name, change.from, String(changed), String(wrong)]),
    ),
  )

  const dice = diceOf(options.systems)
  const judgeSystem = (traces: TreeTrace[]): Judged =>
    buildSystemTree({ systemSource: 'bench', traces, profile, ...versions }).level_1.interpretation
  let wrong = 0
  for (let round = 0; round < options.systems; round += 1) {
    const traces = Array.from({ length: 1 + dice(24) }, (_, index) => randomTrace(dice, index))
    const change = harms[round % harms.length]
    const share = 1 + dice(4)
    const harmed = traces.map((trace) => (dice(share) === 0 ? (change?.apply(trace, dice) ?? trace) : trace))
    if (isRaised(judgeSystem(traces), judgeSystem(harmed))) wrong += 1
  }
  counterExamples += wrong
  console.log(`\n${options.systems} random systems of 1 to 24 traces, one kind of harm each: ${wrong} counter-examples`)
}
process.exitCode = counterExamples === 0 ? 0 : 1
