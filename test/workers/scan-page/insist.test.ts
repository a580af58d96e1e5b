/** What ends a visit, and whether the page is visited again. */
import { expect, test } from 'bun:test'
import { ServiceError } from '#shared/kernel/errors'
import { pageUnreachable } from '#shared/kernel/errors/scans'
import { BrowserUnavailable } from '#workers/page/unavailable'
import { VisitFailed, type VisitFailure } from '#workers/page/visit'
import { insist } from '#workers/scan-page/insist'

const ended = (reason: VisitFailure) => new VisitFailed(reason, reason)
const unstable = () => pageUnreachable('http://a.test/', 'unstable', 'it keeps navigating by itself')
const late = () => Object.assign(new Error('no answer'), { name: 'OutOfTime' })

/** Visits that end one after another like this, and then succeed. */
async function outcomeOf(endings: (() => Error)[], timeoutMs = 2000) {
  const waiting = [...endings]
  let visits = 0
  const startedAt = performance.now()
  const act = async () => {
    visits += 1
    const end = waiting.shift()
    if (end) throw end()
    return 'seen'
  }
  const said = await insist(act, { url: 'http://a.test/', timeoutMs, signal: new AbortController().signal }).catch(
    (error: unknown) => (error instanceof ServiceError ? (error.details['reason'] ?? error.code) : error),
  )
  return { said, visits, ms: performance.now() - startedAt }
}
const times = (count: number, end: () => Error) => Array.from({ length: count }, () => end)

test('a browser that was killed costs nothing, eight times', async () => {
  expect(await outcomeOf(times(6, () => ended('browser_killed')))).toMatchObject({ said: 'seen', visits: 7 })
  expect(await outcomeOf(times(99, () => ended('browser_killed')))).toMatchObject({ said: 'crashed', visits: 9 })
})

test('one that went by itself is tried once more, in the time that is left', async () => {
  expect(await outcomeOf([() => ended('browser_gone')])).toMatchObject({ said: 'seen', visits: 2 })
  expect(await outcomeOf(times(9, () => ended('browser_gone')))).toMatchObject({ said: 'crashed', visits: 2 })
  expect(await outcomeOf([() => ended('browser_gone')], 0)).toMatchObject({ said: 'crashed', visits: 1 })
})

test('one that rests is waited for, as long as the scan has time', async () => {
  const rests = () => new BrowserUnavailable('it rests')

  expect(await outcomeOf(times(2, rests))).toMatchObject({ said: 'seen', visits: 3 })
  const never = await outcomeOf(times(99, rests), 600)
  expect(never.said).toBe('BROWSER_UNAVAILABLE')
  expect(never.ms).toBeLessThan(1000)
})

test('what the page does is told: a crash and an end of its time at once, restlessness at the second time', async () => {
  expect(await outcomeOf([() => ended('crashed')])).toMatchObject({ said: 'crashed', visits: 1 })
  expect(await outcomeOf([() => ended('deadline')])).toMatchObject({ said: 'timeout', visits: 1 })
  expect(await outcomeOf([late])).toMatchObject({ said: 'timeout', visits: 1 })
  expect(await outcomeOf([unstable])).toMatchObject({ said: 'seen', visits: 2 })
  expect(await outcomeOf([unstable, unstable])).toMatchObject({ said: 'unstable', visits: 2 })
})
