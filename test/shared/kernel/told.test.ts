/** A refusal is understood from its message alone: where, and what is wrong there. */
import { expect, test } from 'bun:test'
import { invalidRequest } from '#shared/kernel/errors/request'

const fault = (path: string, message: string) => ({ path, message, expected: 'something else' })

test('one fault is told with its place, several with their number, none at all as one that does not fit', () => {
  const told = (...issues: ReturnType<typeof fault>[]) => invalidRequest(issues).message

  expect(told(fault('/hash', 'is missing'))).toBe('/hash is missing')
  expect(told(fault('', 'is not JSON'))).toBe('the body is not JSON')
  expect(told(fault('?limit', 'is not a number'), fault('', 'is not an object'))).toBe(
    '2 faults, the first: ?limit is not a number',
  )
  expect(told()).toBe('the request does not fit')
})
