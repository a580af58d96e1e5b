/** A loop by time: never twice at once, never ended by a failure, and waited for at the end. */
import { expect, test } from 'bun:test'
import { every } from '#shared/kernel/process/every'
import { settled, stubClock } from '#test/support/stub-clock'

/** A loop whose turns last until they are ended. */
function aLoop() {
  const clock = stubClock()
  const told: object[] = []
  const turns: { at: number; end: () => void; fail: (why: string) => void }[] = []
  const loop = every(
    1000,
    'something',
    () =>
      new Promise<void>((end, reject) => {
        turns.push({ at: clock.now(), end, fail: (why) => reject(new Error(why)) })
      }),
    { clock, log: { warn: (facts: object) => void told.push(facts) } },
  )
  const began = clock.now()
  return { clock, told, turns, loop, times: () => turns.map(({ at }) => at - began) }
}

test('a turn begins every so often, the first when that has passed once', async () => {
  const { clock, turns, times, loop } = aLoop()

  for (let second = 0; second < 3; second += 1) {
    await clock.pass(1000)
    turns.at(-1)?.end()
  }
  await loop.stop()

  expect(times()).toEqual([1000, 2000, 3000])
})

test('while one is under way no other begins, and the next comes at its own time', async () => {
  const { clock, turns, times } = aLoop()

  await clock.pass(2500)
  turns[0]?.end()
  await clock.pass(1000)

  expect(times()).toEqual([1000, 3000])
})

test('a failure ends nothing and is told once, until one turn succeeds or fails otherwise', async () => {
  const { clock, turns, told } = aLoop()
  const turn = async (how: (one: (typeof turns)[number]) => void) => {
    await clock.pass(1000)
    const last = turns.at(-1)
    if (last) how(last)
    await settled()
  }

  for (const why of ['away', 'away', 'late', 'away']) await turn(({ fail }) => fail(why))
  await turn(({ end }) => end())
  await turn(({ fail }) => fail('away'))

  expect(turns).toHaveLength(6)
  expect(told).toMatchObject(
    ['away', 'late', 'away', 'away'].map((message) => ({ loop: 'something', err: { message } })),
  )
})

test('work that throws at once is work that fails', async () => {
  const clock = stubClock()
  const told: object[] = []
  let turns = 0
  every(
    10,
    'something',
    () => {
      turns += 1
      throw new Error('at once')
    },
    { clock, log: { warn: (facts: object) => void told.push(facts) } },
  )

  await clock.pass(30)

  expect([turns, told.length]).toEqual([3, 1])
})

test('asked for now it begins at once, or behind the turn that is under way; those who ask together share one', async () => {
  const { turns, times, loop } = aLoop()
  const order: string[] = []

  const first = loop.now().then(() => order.push('first'))
  const others = [loop.now(), loop.now()].map((each) => each.then(() => order.push('other')))
  await settled()
  expect(turns).toHaveLength(1)
  turns[0]?.end()
  await settled()
  expect([turns.length, order]).toEqual([2, ['first']])
  turns[1]?.end()
  await Promise.all([first, ...others])

  expect(order).toEqual(['first', 'other', 'other'])
  expect(times()).toEqual([0, 0])
})

test('whoever asks for it now is not told of a failure', async () => {
  const { turns, loop, told } = aLoop()

  const asked = loop.now()
  turns[0]?.fail('away')

  expect(await asked).toBeUndefined()
  expect(told).toHaveLength(1)
})

test('its end waits for the turn that is under way, and none begins any more', async () => {
  const { clock, turns, loop } = aLoop()
  let isOver = false
  await clock.pass(1000)
  const asked = loop.now()

  const stopped = loop.stop().then(() => {
    isOver = true
  })
  await clock.pass(5000)
  expect(isOver).toBe(false)
  turns[0]?.end()
  await Promise.all([stopped, asked])
  await loop.now()
  await clock.pass(5000)

  expect([turns.length, clock.waiting()]).toEqual([1, 0])
})
