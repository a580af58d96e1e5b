/** Whose turn it is: how often one is drawn from behind, from where, and when nobody is. */
import { expect, test } from 'bun:test'
import { stubClock } from '#test/support/stub-clock'
import { DrawnTurns } from '#workers/runtime/drawn-turns'

function turnsOf(
  waiting: { lowest: number; highest: number } | undefined,
  { isReserving = false, random = (): number => 0 } = {},
) {
  const clock = stubClock()
  let looks = 0
  const store = {
    waitingPriorities: async () => {
      looks += 1
      return waiting
    },
  }
  return { turns: new DrawnTurns({ store, isReserving, clock, random }), clock, looks: () => looks }
}

test('sixteen are taken in order before one is drawn, and sixteen after it', async () => {
  const { turns, clock } = turnsOf({ lowest: -9, highest: 0 })
  const drawn: boolean[] = []
  for (let n = 0; n < 34; n++) {
    const priority = await turns.draw()
    drawn.push(priority !== undefined)
    turns.took(1, priority !== undefined)
    await clock.pass(300)
  }

  expect(drawn.flatMap((isDrawn, at) => (isDrawn ? [at] : []))).toEqual([16, 33])
})

test('four a second are drawn at most, and no more looks are made for them', async () => {
  const { turns, clock, looks } = turnsOf({ lowest: -9, highest: 0 })
  turns.took(100, false)
  expect(await turns.draw()).toBe(-9)

  await clock.pass(249)
  expect([await turns.draw(), looks()]).toEqual([undefined, 1])
  await clock.pass(1)

  expect([await turns.draw(), looks()]).toEqual([-9, 2])
})

test('all that wait behind the first may be drawn', async () => {
  const from = async (random: number) => {
    const { turns } = turnsOf({ lowest: -9, highest: 1 }, { random: () => random })
    turns.took(16, false)
    return turns.draw()
  }

  expect([await from(0), await from(0.5), await from(0.999)]).toEqual([-9, -4, 0])
})

test.each([
  ['nothing waits', undefined, false],
  ['all that wait are as urgent', { lowest: 0, highest: 0 }, false],
  ['a call waits that a place is kept for', { lowest: -9, highest: 1 }, true],
])('nobody is drawn where %s', async (_, waiting, isReserving) => {
  const { turns } = turnsOf(waiting, { isReserving })
  turns.took(16, false)

  expect(await turns.draw()).toBeUndefined()
})
