/** Values are kept so many and so long, and those longest that are asked for. */
import { expect, test } from 'bun:test'
import { cache, weighedCache } from '#shared/kernel/cache'
import { stubClock } from '#test/support/stub-clock'

const kept = (values: ReturnType<typeof cache<number>>, names: string) =>
  [...names].filter((name) => values.get(name) !== undefined).join('')

test('one too many lets that go which nobody has asked for longest, and nothing else', () => {
  const values = cache<number>(3)
  for (const name of 'abc') values.set(name, 1)
  values.get('a')

  values.set('d', 1)

  expect(kept(values, 'abcd')).toBe('acd')
})

test('a value is kept for its time from when it was set, however often it is asked for', async () => {
  const clock = stubClock()
  const values = cache<number>(3, 1000, clock)
  values.set('early', 1)
  await clock.pass(600)
  values.set('late', 2)
  expect([values.get('early'), values.get('late')]).toEqual([1, 2])

  await clock.pass(401)
  expect([values.get('early'), values.get('late')]).toEqual([undefined, 2])
  values.set('early', 3)
  await clock.pass(600)

  expect([values.get('early'), values.get('late')]).toEqual([3, undefined])
})

test('what is taken out is not there any more', () => {
  const values = cache<number>(3)
  values.set('a', 1)

  values.delete('a')

  expect(values.get('a')).toBeUndefined()
})

test('what is heavy lets as much go as it needs, and what is heavier than all is not kept', () => {
  const values = weighedCache<number>(10, (value) => value)
  for (const [name, value] of Object.entries({ a: 3, b: 3, c: 3 })) values.set(name, value)

  values.set('d', 6)
  expect([...'abcd'].filter((name) => values.get(name) !== undefined).join('')).toBe('cd')
  values.set('e', 11)

  expect([...'cde'].filter((name) => values.get(name) !== undefined).join('')).toBe('cd')
})
