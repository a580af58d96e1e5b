/** What follows an attempt that came to nothing: one decision for the runner, the completer and the rescuer. */
import { describe, expect, test } from 'bun:test'
import type { JobContract } from '#shared/jobs/contract'
import { agentFailed } from '#shared/kernel/errors/agents'
import { jobUnknown } from '#shared/kernel/errors/jobs'
import { browserUnavailable, pageUnreachable } from '#shared/kernel/errors/scans'
import { traceNotFound } from '#shared/kernel/errors/traces'
import { aContract } from '#test/workers/runtime/makers'
import { anEnvelope } from '#test/workers/runtime/stub-store'
import { attemptOf, nextAttempt, workerLost } from '#workers/runtime/next-attempt'

const once = aContract({ attempts: { limit: 3 } })
const ofRuns = aContract({ attempts: { limit: 3 }, retriesTransient: () => true })
const forgiving = aContract({ attempts: { limit: 3, lossesForgiven: 3 } })

const broken = new Error('out of memory')
const passing = pageUnreachable('https://a.example', 'timeout', 'took too long')
const final = traceNotFound('SVC-1')

/** @param delivery which one it was, from 0. */
const after = (
  contract: JobContract,
  delivery: number,
  error: unknown,
  more: { lost?: number; promised?: number } = {},
) =>
  nextAttempt(
    contract,
    { id: 'j', data: anEnvelope({}, more.lost === undefined ? {} : { lost: more.lost }), retryCount: delivery },
    error,
    more.promised,
  )

describe('what breaks', () => {
  test('is tried again as often as the contract says, and then given up', () => {
    expect([0, 1, 2, 3].map((delivery) => after(once, delivery, broken))).toEqual([
      'again',
      'again',
      'given-up',
      'given-up',
    ])
  })

  test('is tried as often as its sender has promised instead, were it once', () => {
    expect(after(once, 0, broken, { promised: 1 })).toBe('given-up')
    expect([2, 3].map((delivery) => after(once, delivery, broken, { promised: 4 }))).toEqual(['again', 'given-up'])
  })

  test('has spent nothing by deliveries that were lost and forgiven', () => {
    expect(after(once, 3, broken, { lost: 2 })).toBe('again')
    expect(after(once, 4, broken, { lost: 2 })).toBe('given-up')
  })
})

describe('a refusal', () => {
  test('is final, also one that may pass, where nobody has promised otherwise', () => {
    expect([final, passing].map((error) => after(once, 0, error))).toEqual(['refused', 'refused'])
  })

  test('that may pass is tried again where the contract says so, and final the last time', () => {
    expect([0, 1, 2].map((delivery) => after(ofRuns, delivery, passing))).toEqual(['again', 'again', 'refused'])
  })

  test('that does not pass is final wherever', () => {
    expect(after(ofRuns, 0, final)).toBe('refused')
    expect(after(once, 0, final, { promised: 5 })).toBe('refused')
    expect(after(ofRuns, 0, jobUnknown('j'))).toBe('refused')
  })

  test('that may pass is tried again as often as its sender has promised', () => {
    const next = [0, 1].map((delivery) => after(once, delivery, browserUnavailable('none'), { promised: 2 }))
    expect(next).toEqual(['again', 'refused'])
  })

  test.each([
    [500, 'again'],
    [404, 'refused'],
  ] as const)('of a page that answers %i is %s', (status, next) => {
    expect(after(ofRuns, 0, pageUnreachable('https://a.example', 'http_status', 'no', { status }))).toBe(next)
  })

  test('of an agent elsewhere passes with what could not be reached, not with what was refused', () => {
    const next = (['unreachable', 'refused'] as const).map((reason) => after(ofRuns, 0, agentFailed('a', reason, 'no')))
    expect(next).toEqual(['again', 'refused'])
  })
})

describe('a delivery whose worker is gone', () => {
  test('is an attempt that broke, unless the contract forgives it', () => {
    expect([0, 2].map((delivery) => after(once, delivery, workerLost))).toEqual(['again', 'given-up'])
    expect(after(forgiving, 0, workerLost)).toBe('forgiven')
  })

  test('is forgiven so often and no more', () => {
    expect(after(forgiving, 2, workerLost, { lost: 2 })).toBe('forgiven')
    expect(after(forgiving, 3, workerLost, { lost: 3 })).toBe('again')
    expect(after(forgiving, 5, workerLost, { lost: 3 })).toBe('given-up')
  })

  test('is forgiven on its last attempt too', () => {
    expect(after(forgiving, 2, workerLost)).toBe('forgiven')
  })
})

test('attempts are counted without what was forgiven, and never below none', () => {
  const count = (retryCount: number, lost: number) => attemptOf({ id: 'j', data: anEnvelope({}, { lost }), retryCount })

  expect([count(3, 1), count(2, 0), count(0, 2)]).toEqual([2, 2, 0])
})
