/** Learning from corrections: at once, within bounds, taken back, told. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ItemDocument } from '#db/documents/item'
import { type Feedback, featuresOf, learn, weightChanges, weightEntries } from '#shared/briefing/learn'
import { rankItems, scoreItem } from '#shared/briefing/score'
import { defaultWeights, factorNames, learnedRange, rangeOf, type Weights } from '#shared/briefing/weights'
import { aKeptMail, aKeptThing, anAct, contextOver, idOf, window } from '#test/shared/briefing/ranked'

const feedback = (item: ItemDocument, verdict: Feedback['verdict'], at = '2026-03-03T09:00:00.000Z'): Feedback => ({
  at,
  verdict,
  features: featuresOf(item),
})
const scoreWith = (item: ItemDocument, weights: Weights) =>
  scoreItem(item, contextOver([item], { weights }), window)[0]?.score ?? Number.NaN

test('learns from one correction: the next read shows it, for this sender more than for others', () => {
  const item = aKeptMail({ acts: [anAct()] })
  const next = aKeptMail({ id: idOf(2), acts: [anAct()] })
  const other = aKeptMail({ id: idOf(3), acts: [anAct()], learning_keys: ['p0000000000ee', 'w0000000000ee'] })

  const weights = learn(defaultWeights, [feedback(item, 'not_important')])

  const fall = scoreWith(next, defaultWeights) - scoreWith(next, weights)
  expect(fall).toBeGreaterThanOrEqual(8)
  expect(fall).toBeGreaterThan(2 * (scoreWith(other, defaultWeights) - scoreWith(other, weights)))
})

test('one correction turns round two mails that stood close together', () => {
  const liked = aKeptMail({ id: idOf(1), learning_keys: ['p0000000000aa'], at: '2026-03-03T07:00:00.000Z' })
  const first = aKeptMail({ id: idOf(2), learning_keys: ['p0000000000bb'] })
  const order = (weights: Weights) =>
    rankItems([liked, first], contextOver([liked, first], { weights }), window).map(({ id }) => id)

  expect(order(defaultWeights)).toEqual([first.id, liked.id])
  expect(order(learn(defaultWeights, [feedback(liked, 'important')]))).toEqual([liked.id, first.id])
})

test('what was said important rises, and only what was said so is learned from', () => {
  const item = aKeptThing({ reasons: ['subscribed'] })

  expect(scoreWith(item, learn(defaultWeights, [feedback(item, 'important')]))).toBeGreaterThan(
    scoreWith(item, defaultWeights),
  )
  for (const verdict of ['done', 'seen', 'snoozed'] as const)
    expect(learn(defaultWeights, [feedback(item, verdict)])).toEqual(defaultWeights)
})

test('taking a correction back is learning without it', () => {
  const [one, other] = [feedback(aKeptMail(), 'not_important'), feedback(aKeptThing(), 'important')]

  expect(learn(defaultWeights, [])).toEqual(defaultWeights)
  expect(
    learn(
      defaultWeights,
      [one, other].filter((each) => each !== one),
    ),
  ).toEqual(learn(defaultWeights, [other]))
})

const anyFeedback = fc
  .array(
    fc.record({
      day: fc.integer({ min: 1, max: 3 }),
      verdict: fc.constantFrom<Feedback['verdict'][]>('important', 'not_important'),
      factors: fc.dictionary(fc.constantFrom(...factorNames), fc.double({ min: -1, max: 1, noNaN: true }), {
        maxKeys: 8,
      }),
      keys: fc.uniqueArray(
        fc.constantFrom('p000000000001', 'p000000000002', 'l000000000001', 'w000000000001', 'w000000000002'),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 60 },
  )
  .map((all) =>
    all
      .sort((a, b) => a.day - b.day)
      .map(
        ({ day, verdict, factors, keys }): Feedback => ({
          at: `2026-03-0${day}T09:00:00.000Z`,
          verdict,
          features: { factors, keys },
        }),
      ),
  )

test('no day moves a weight by more than a tenth of its range, and none leaves its range', () => {
  fc.assert(
    fc.property(anyFeedback, (all) => {
      const mornings = [0, 1, 2, 3].map((day) =>
        learn(
          defaultWeights,
          all.filter(({ at }) => Number(at.slice(8, 10)) <= day),
        ),
      )
      return mornings.every((weights, day) => {
        const before = new Map(weightEntries(mornings[Math.max(0, day - 1)] ?? defaultWeights))
        return weightEntries(weights).every(([name, value]) => {
          const factor = factorNames.find((each) => `points.${each}` === name)
          const { least, most } = factor === undefined ? learnedRange : rangeOf(factor)
          const moved = Math.abs(value - (before.get(name) ?? 0))
          return value >= least && value <= most && moved <= (most - least) / 10 + 0.001
        })
      })
    }),
    { numRuns: 60 },
  )
})

test('the same corrections in the same order give the same weights', () => {
  fc.assert(
    fc.property(
      anyFeedback,
      (all) =>
        JSON.stringify(learn(defaultWeights, all)) === JSON.stringify(learn(defaultWeights, structuredClone(all))),
    ),
    { numRuns: 30 },
  )
})

test('what was learned is shown, by name, before and after', () => {
  const item = aKeptMail()
  const weights = learn(defaultWeights, [feedback(item, 'not_important')])

  const changes = weightChanges(defaultWeights, weights)

  expect(changes.find(({ weight }) => weight === 'learned.p000000000001')).toMatchObject({ before: 0 })
  expect(changes.every(({ before, after }) => before !== after)).toBe(true)
  expect(weightChanges(weights, weights)).toEqual([])
  expect(JSON.stringify(changes)).not.toContain('anna')
})

test('what is kept to learn from has no text and no address of its item', () => {
  const kept = JSON.stringify(featuresOf(aKeptMail({ acts: [anAct()] })))

  for (const word of ['anna', 'Budget', 'Could', 'example']) expect(kept).not.toContain(word)
})
