/** What fails again and again is told once, until it passes or fails otherwise. */
import { expect, test } from 'bun:test'
import { Failures, onceAMinute } from '#shared/kernel/failures'
import { stubClock } from '#test/support/stub-clock'

test('a failure is told once, and again after it has passed or another came', () => {
  const told: unknown[] = []
  const failures = new Failures((error) => void told.push(error instanceof Error ? error.message : error))

  for (const why of ['away', 'away', 'late', 'away', 'away']) failures.failed(new Error(why))
  failures.passed()
  failures.passed()
  failures.failed(new Error('away'))
  failures.failed('away')

  expect(told).toEqual(['away', 'late', 'away', 'away'])
})

test('where nothing says that it has passed each failure is told once a minute, however they alternate', async () => {
  const clock = stubClock()
  const told: unknown[] = []
  const hear = onceAMinute((error) => void told.push(error), clock)

  for (let second = 0; second < 120; second += 1) {
    hear(second % 2 === 0 ? 'away' : 'late')
    await clock.pass(1000)
  }

  expect(told).toEqual(['away', 'late', 'away', 'late'])
})
