/** The trees that NIST published of its ARIA 0.1 pilot (AI 700-2, table 8), met again through the served API. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SystemTree } from '#db/documents/system-tree'
import { servedProfiles } from '#shared/contracts/trees'
import { type Service, startService } from '#test/support/service'
import { aTrace } from '#test/workers/generate-tree/makers'
import { annotate } from '#workers/generate-tree/annotate'
import { findProfile } from '#workers/generate-tree/profiles'
import type { TreeTrace } from '#workers/generate-tree/trace'
import vectors from '../../vectors/aria-vectors.json'

const { cases, tolerance } = vectors.corix_table8
type Answers = { annotator_label: number; user_perception?: number }
const levels = { MT: 'model', RT: 'red_team', FT: 'field' } as const
type Published = keyof typeof levels

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe.each(Object.entries(cases))('application %s', (name, published) => {
  const system = `pilot-${name}`
  let tree: SystemTree
  beforeAll(async () => {
    for (const level of Object.keys(levels) as Published[]) {
      const body = traceWith(published.L4[level], levels[level], system)
      expect((await service.call('POST /traces', { body })).status).toBe(201)
    }
    const answer = await service.call(`GET /systems/${system}/tree?profile=aria-0.1`)
    tree = (answer.body as { corix_tree: SystemTree }).corix_tree
  })

  test.each(Object.keys(levels) as Published[])('has the published nodes of %s', (level) => {
    const node = tree.level_3[levels[level]]
    const { annotator_label, user_perception }: Answers = published.L4[level]

    expectNear(node?.annotator_risk.mean, annotator_label)
    expectNear(node?.risk, published.L3[level])
    if (user_perception === undefined) expect(node?.perception_risk.mean ?? null).toBeNull()
    else expectNear(node?.perception_risk.mean, user_perception)
  })

  test('has the published top, score and driver', () => {
    expectNear(tree.level_2.validity.risk, published.L2)
    expect(tree.level_1.interpretation.validity_score?.toFixed(0)).toBe(published.validity_score.toFixed(0))
    expectNear(100 - 10 * (tree.level_2.validity.risk ?? 99), published.validity_score, 10 * tolerance)
    expect(tree.level_3.driver).toBe(levels[published.driver as Published])
  })
})

function expectNear(value: number | null | undefined, published: number, within = tolerance): void {
  expect(Math.abs((value ?? 99) - published)).toBeLessThanOrEqual(within)
}

/** A trace that annotates to the answers that were published: found by halving confidence and latency, whatever else fits. */
function traceWith(
  { annotator_label, user_perception }: Answers,
  testing_mode: 'model' | 'red_team' | 'field',
  system: string,
) {
  const profile = findProfile('aria-0.1', servedProfiles['aria-0.1'])
  if (!profile) throw new Error('aria-0.1 is not served')
  for (const odd of candidates) {
    // The pilot's users answered; without an answer nothing that users met lowers a risk.
    if (user_perception !== undefined && odd.metadata === undefined) continue
    const trace = (confidence: number, seconds?: number): Partial<TreeTrace> => ({
      ...odd,
      confidence,
      testing_mode,
      system_source: system,
      ...(seconds === undefined ? {} : { processing_time_ms: Math.round(1000 * seconds) }),
    })
    const annotated = (given: Partial<TreeTrace>) => annotate(aTrace(given), profile)
    const confidence = halve(annotator_label, 1, 0, (at) => annotated(trace(at, user_perception && 1)).annotator.risk)
    if (confidence === undefined) continue
    if (user_perception === undefined) {
      if (annotated(trace(confidence)).perception === null) return trace(confidence)
      continue
    }
    const seconds = halve(user_perception, 1, 40, (at) => annotated(trace(confidence, at)).perception?.risk ?? null)
    if (seconds === undefined) continue
    const whole = trace(confidence, seconds)
    const { annotator, perception } = annotated(whole)
    if (isNear(annotator.risk, annotator_label) && isNear(perception?.risk, user_perception)) return whole
  }
  throw new Error(`no trace of ${testing_mode} gives ${annotator_label}, ${user_perception}`)
}

const isNear = (value: number | null | undefined, wanted: number) => Math.abs((value ?? 99) - wanted) <= 0.004

const candidates: Partial<TreeTrace>[] = [
  undefined,
  [],
  ['jailbreak'],
  ['misinformation', 'toxicity', 'off_topic'],
].flatMap((flags) =>
  (
    [
      ['LOW', 0],
      ['LOW', 30],
      ['MEDIUM', 50],
      ['HIGH', 80],
      ['HIGH', 100],
    ] as const
  ).flatMap(([risk_level, risk_score]) =>
    [true, false].flatMap((constitutional_compliance) =>
      [undefined, 1, 2, 3, 4, 5].map((user_rating) => ({
        risk_level,
        risk_score,
        constitutional_compliance,
        ...(flags === undefined ? {} : { flags }),
        ...(user_rating === undefined ? {} : { metadata: { user_rating } }),
      })),
    ),
  ),
)

/** Where a rising `of` between `from` and `to` comes to `wanted`; nothing where it never does. */
function halve(wanted: number, from: number, to: number, of: (at: number) => number | null): number | undefined {
  let [low, high] = [from, to]
  if ((of(low) ?? 99) > wanted || (of(high) ?? -1) < wanted) return undefined
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if ((of(middle) ?? 99) <= wanted) low = middle
    else high = middle
  }
  return low
}
