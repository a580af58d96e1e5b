/** Who waits for an answer: what came lately, for what came before may wait for something else. */
import { expect, test } from 'bun:test'
import { isAnyWaiting, openDrain } from '#api/http/drain'

test('a request waits once it has come, until it is answered or waits for something else', () => {
  const drain = openDrain()
  expect(isAnyWaiting(drain)).toBe(false)

  const old = { since: performance.now() - 10_000 }
  drain.waiting.add(old)
  expect(isAnyWaiting(drain)).toBe(false)

  const young = { since: performance.now() + 10_000 }
  drain.waiting.add(young)
  expect(isAnyWaiting(drain)).toBe(true)

  drain.waiting.delete(young)
  expect(isAnyWaiting(drain)).toBe(false)
})
