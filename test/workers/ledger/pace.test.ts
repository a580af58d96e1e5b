/** Looks that nobody waits for leave the processors to those that somebody waits for. */
import { expect, test } from 'bun:test'
import { processorPressure } from '#shared/kernel/process/proc'
import { openPace, pause, shareUnder } from '#workers/ledger/pace'

test('a fifth of a core where nobody waits, less the more others wait, and never nothing', () => {
  expect([undefined, 0, 0.5, 0.75, 0.99, 1].map(shareUnder)).toEqual([0.2, 0.2, 0.1, 0.05, 0.04, 0.04])
})

test('what the kernel says of waiting is a part of the time', () => {
  const pressure = processorPressure()

  // Not every kernel says it.
  if (pressure === undefined) return
  expect(pressure).toBeGreaterThanOrEqual(0)
  expect(pressure).toBeLessThanOrEqual(1)
})

test('work is followed by four times as long a pause at least', async () => {
  const pace = openPace(new AbortController().signal)
  const from = process.cpuUsage()
  for (const until = performance.now() + 50; performance.now() < until; );
  const { user } = process.cpuUsage(from)
  const startedAt = performance.now()

  await pace()

  expect(performance.now() - startedAt).toBeGreaterThan((4 * user) / 1000 - 5)
})

test('a pause is over when it is called off', async () => {
  const calledOff = new AbortController()
  const pausing = pause(60_000, calledOff.signal)
  calledOff.abort()

  expect(await Promise.race([pausing, Bun.sleep(5000).then(() => 'too late')])).toBeUndefined()
})
