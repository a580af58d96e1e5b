/** Somebody kills what scans a page, again and again, or stops it: the scan comes to its one result all the same. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let site: Pages
let service: Service
/** How often the page was asked for; it is answered when the gate is open. */
let visits = 0
let gate = Promise.withResolvers<void>()

beforeAll(async () => {
  site = servePages({
    '/slow': async () => {
      visits += 1
      await gate.promise
      return new Response(aPage('<img src="a.png">'), { headers: { 'content-type': 'text/html' } })
    },
  })
  service = await startService({ workers: 0, env: { ...unlimited, ...site.env } })
}, 60_000)
afterEach(() => {
  gate.resolve()
  for (const worker of service.workers) worker.kill('SIGKILL')
})
afterAll(async () => {
  await service.stop()
  await site.stop()
})

const begin = () => {
  visits = 0
  gate = Promise.withResolvers<void>()
}
const untilVisited = (times: number) =>
  until(() => visits >= times, {
    what: () => `visit ${times} to begin, there were ${visits}`,
    timeoutMs: 40_000,
    everyMs: 10,
  })

/** The main process of a worker's browser. */
const browserOf = (pid: number) =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .find((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false
      }
    })
const killBrowserOf = async (worker: { pid: number }, signal: NodeJS.Signals) => {
  const pid = await until(() => browserOf(worker.pid), { what: 'a browser' })
  process.kill(pid, signal)
}

const scan = (timeoutMs = 30_000) => service.call('POST /api/scan', { body: { url: `${site.url}/slow`, timeoutMs } })
const scansOf = async () =>
  (
    await service.database.sql<{ scans: number; outcomes: number; attempt: number }[]>`
      select (select count(*)::int from scans) as scans, count(*)::int as outcomes, max(attempt) as attempt from job_outcomes`
  )[0]

test('a browser killed six times in a row costs a scan nothing but time', async () => {
  begin()
  const worker = await service.startWorker('scan-page')
  const asked = scan()

  for (let nth = 1; nth <= 6; nth++) {
    await untilVisited(nth)
    await killBrowserOf(worker, 'SIGKILL')
  }
  await untilVisited(7)
  gate.resolve()

  expect(await asked).toMatchObject({ status: 200, body: { compliance: 'fail' } })
  expect(await scansOf()).toEqual({ scans: 1, outcomes: 1, attempt: 0 })
}, 60_000)

test('a browser that goes by itself whenever it opens a page ends the scan in its time, and other pages are scanned', async () => {
  begin()
  site.pages.set('/plain', aPage('<p>Nothing odd.</p>'))
  const worker = await service.startWorker('scan-page')
  const startedAt = performance.now()
  const asked = scan(8000)

  for (let nth = 1; nth <= 2; nth++) {
    await untilVisited(nth)
    await killBrowserOf(worker, 'SIGSEGV')
  }

  expect(await asked).toMatchObject({ status: 400, body: { error: { details: { reason: 'crashed' } } } })
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  const plain = await service.call('POST /api/scan', { body: { url: `${site.url}/plain` } })
  expect(plain.status).toBe(200)
}, 60_000)
