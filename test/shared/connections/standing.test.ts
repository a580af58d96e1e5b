/** How a connection stands after it was tried: failures add up, circuits open, wishes are kept. */
import { describe, expect, test } from 'bun:test'
import {
  afterFailure,
  afterSuccess,
  mayBeTried,
  type StandingBefore,
  type SyncFailure,
  untilNextMs,
} from '#shared/connections/standing'

const at = new Date('2026-05-20T08:00:00.000Z')
const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const before = (failures: number): StandingBefore => ({ connection_id: id, state: 'ok', failures })
const failure = (code: SyncFailure['code'], retryAt: Date | null = null): SyncFailure => ({
  code,
  message: 'it does not answer',
  retryAt,
})
const seconds = (time: string | null) => (time === null ? null : (Date.parse(time) - at.getTime()) / 1000)

describe('after a failure', () => {
  test('the third in a row opens the circuit for 60 s, each further one for twice as long, 15 minutes at most', () => {
    const opened = [0, 1, 2, 3, 4, 5, 6, 7, 20].map((failures) => {
      const { opened_until, next_sync_at } = afterFailure(before(failures), failure('UNREACHABLE'), at)
      return [seconds(opened_until), seconds(next_sync_at)]
    })

    expect(opened).toEqual([
      [null, 15],
      [null, 30],
      [60, 60],
      [120, 120],
      [240, 240],
      [480, 480],
      [900, 900],
      [900, 900],
      [900, 900],
    ])
  })

  test('a refused login is not tried again by the clock', () => {
    const standing = afterFailure(before(0), failure('CREDENTIALS'), at)

    expect(standing).toMatchObject({ state: 'paused', next_sync_at: null, retry_at: null, failures: 1 })
    expect(mayBeTried({ ...standing, retry_at: null, opened_until: null }, new Date('2030-01-01'))).toBe(false)
  })

  test('what asks for time gets it, and that opens no circuit', () => {
    const standing = afterFailure(before(2), failure('RATE_LIMITED', new Date(at.getTime() + 90_000)), at)

    expect([seconds(standing.retry_at), seconds(standing.next_sync_at), standing.opened_until]).toEqual([90, 90, null])
    expect(standing.failures).toBe(2)
    expect(seconds(afterFailure(before(0), failure('RATE_LIMITED'), at).retry_at)).toBe(60)
    expect(seconds(afterFailure(before(0), failure('RATE_LIMITED', new Date(0)), at).retry_at)).toBe(1)
  })

  test('a wish for more time than the circuit takes is kept', () => {
    const later = new Date(at.getTime() + 3600_000)

    expect(seconds(afterFailure(before(5), failure('UPSTREAM', later), at).next_sync_at)).toBe(3600)
  })

  test('a message of any length is kept to 500 characters', () => {
    const told = afterFailure(before(0), { code: 'UPSTREAM', message: 'x'.repeat(10_000), retryAt: null }, at)

    expect(told.error_message).toHaveLength(500)
  })
})

describe('after a success', () => {
  test('all that was held against it is forgotten, and the next sync keeps the other side’s wish', () => {
    const standing = afterSuccess(before(7), { at, everyMs: 300_000 })
    const later = new Date(at.getTime() + 1_000_000)

    expect(standing).toMatchObject({ state: 'ok', error_code: null, failures: 0, opened_until: null, retry_at: null })
    expect(afterSuccess(before(0), { at, everyMs: 300_000, notBefore: later }).next_sync_at).toBe(later.toISOString())
  })

  test('connections drift apart by up to a tenth, each always by the same', () => {
    const all = Array.from({ length: 200 }, (_, n) => untilNextMs(`connection ${n}`, 300_000))

    expect(all).toEqual(Array.from({ length: 200 }, (_, n) => untilNextMs(`connection ${n}`, 300_000)))
    expect(Math.min(...all)).toBeGreaterThanOrEqual(300_000)
    expect(Math.max(...all)).toBeLessThanOrEqual(330_000)
    expect(new Set(all).size).toBeGreaterThan(150)
  })
})

test('it may be tried where nothing speaks against it, and from the very moment on', () => {
  const open = { state: 'failing' as const, retry_at: at, opened_until: at }

  expect(mayBeTried(open, at)).toBe(true)
  expect(mayBeTried(open, new Date(at.getTime() - 1))).toBe(false)
  expect(mayBeTried({ state: 'deleted', retry_at: null, opened_until: null }, at)).toBe(false)
})
