/** Somebody kills what scans a page, again and again, or stops it: the scan comes to its one result all the same. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { childrenOf } from '#shared/kernel/process/proc'
import { assertEvidence } from '#test/support/evidence'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { givePlan, untilPlan } from '#test/support/plan-faults'
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

/** One that was told to go may take a while, and the next is there before it has gone. */
const killed = new Set<number>()
/** The main process of a worker's browser. */
const browserOf = (pid: number) => childrenOf(pid).find((child) => !killed.has(child))
const killBrowserOf = async (worker: { pid: number }, signal: NodeJS.Signals) => {
  const pid = await until(() => browserOf(worker.pid), { what: 'a browser' })
  killed.add(pid)
  process.kill(pid, signal)
}

const scan = () => service.call('POST /api/scan', { body: { url: `${site.url}/slow`, timeoutMs: 30_000 } })
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

test('a worker killed as often as there are attempts costs a scan nothing but time', async () => {
  begin()
  const before = await scansOf()
  const asked = scan()

  for (let nth = 1; nth <= 3; nth++) {
    const worker = await service.startWorker('scan-page')
    await untilVisited(nth)
    worker.kill('SIGKILL')
  }
  gate.resolve()
  await service.startWorker('scan-page')

  expect(await asked).toMatchObject({ status: 200, body: { compliance: 'fail' } })
  expect(await scansOf()).toMatchObject({ scans: (before?.scans ?? 0) + 1, outcomes: (before?.outcomes ?? 0) + 1 })
}, 60_000)

test('a worker killed more often than a step has attempts costs a plan that scans nothing but time', async () => {
  begin()
  const runner = await service.startWorker('run-task')
  const steps = [{ id: 'look', type: 'accessibility.scan', payload: { url: `${site.url}/slow` }, max_attempts: 1 }]
  const id = await givePlan(service, steps)

  for (let nth = 1; nth <= 2; nth++) {
    const worker = await service.startWorker('scan-page')
    await untilVisited(nth)
    worker.kill('SIGKILL')
  }
  gate.resolve()
  await service.startWorker('scan-page')
  await untilPlan(service.database.sql, id, ({ status }) => status !== 'working' && status !== 'submitted', 40_000)
  runner.kill('SIGKILL')

  const { body } = await service.call(`GET /tasks/${id}`)
  expect(body).toMatchObject({ status: 'completed', steps: [{ state: 'completed', attempt: 1, max_attempts: 1 }] })
  const said = await service.database.sql<{ result: unknown }[]>`
    select body::json -> 'result' as result from edg_nodes
    where stream = ${`task:${id}`} and kind = 'step.state' order by pos`
  const lost = [
    { state: 'working', attempt: 1 },
    { state: 'ready', attempt: 1, code: 'LOST', forgiven: true },
  ]
  expect(said.map(({ result }) => result)).toMatchObject([
    ...[lost, lost].flat(),
    { state: 'working', attempt: 1 },
    { state: 'completed', attempt: 1 },
  ])
  await assertEvidence(service.database.sql, { isLogged: false })
}, 90_000)

test('a scan that takes its worker along each time it is tried ends, as a step of a plan too', async () => {
  begin()
  const { sql } = service.database
  const steps = [{ id: 'look', type: 'accessibility.scan', payload: { url: `${site.url}/slow` }, max_attempts: 1 }]
  const id = await givePlan(service, steps)
  // As if all but one of the losses that are forgiven had been.
  await sql`
    update pgboss.job set data = jsonb_set(data, '{lost}', '9'), retry_limit = retry_limit + 9,
      retry_count = retry_count + 9
    where data -> 'task' ->> 'id' = ${id}`

  for (let nth = 1; nth <= 2; nth++) {
    const worker = await service.startWorker('scan-page')
    await untilVisited(nth)
    worker.kill('SIGKILL')
  }
  await service.startWorker('scan-page')
  const ended = await untilPlan(sql, id, ({ status }) => status === 'failed', 40_000)

  expect(ended.steps).toEqual({ look: 'failed' })
  expect(visits).toBe(2)
  const { body } = await service.call(`GET /tasks/${id}`)
  expect(body).toMatchObject({ error: { code: 'JOB_FAILED' }, steps: [{ attempt: 1 }] })
  await assertEvidence(sql, { isLogged: false })
}, 90_000)

test('a worker that is stopped in the middle and its connections cut leaves its scan to another: one result', async () => {
  begin()
  const before = await scansOf()
  const sleeper = await service.startWorker('scan-page')
  const asked = scan()
  await untilVisited(1)
  sleeper.kill('SIGSTOP')
  await service.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'assay-worker:%'`
  await service.startWorker('scan-page')
  await untilVisited(2)
  gate.resolve()

  const answer = await asked
  sleeper.kill('SIGCONT')
  await until(async () => (await service.database.sql`select 1 from job_claims`).length === 0, {
    what: 'no claim to be left',
  })

  expect(answer).toMatchObject({ status: 200, body: { compliance: 'fail' } })
  expect(await scansOf()).toMatchObject({ scans: (before?.scans ?? 0) + 1, outcomes: (before?.outcomes ?? 0) + 1 })
}, 60_000)

test('a worker that is stopped for a moment goes on with its scan: one result', async () => {
  begin()
  const before = await scansOf()
  const sleeper = await service.startWorker('scan-page')
  const asked = scan()
  await untilVisited(1)
  sleeper.kill('SIGSTOP')
  gate.resolve()
  await Bun.sleep(3000)
  sleeper.kill('SIGCONT')

  expect(await asked).toMatchObject({ status: 200, body: { compliance: 'fail' } })
  expect(visits).toBe(1)
  expect(await scansOf()).toMatchObject({ scans: (before?.scans ?? 0) + 1, outcomes: (before?.outcomes ?? 0) + 1 })
}, 60_000)

test('a browser that goes by itself whenever it opens a page ends the scan the second time, and other pages are scanned', async () => {
  begin()
  site.pages.set('/plain', aPage('<p>Nothing odd.</p>'))
  const worker = await service.startWorker('scan-page')
  const asked = scan()

  for (let nth = 1; nth <= 2; nth++) {
    await untilVisited(nth)
    await killBrowserOf(worker, 'SIGSEGV')
  }

  expect(await asked).toMatchObject({ status: 400, body: { error: { details: { reason: 'crashed' } } } })
  expect(visits).toBe(2)
  const plain = await service.call('POST /api/scan', { body: { url: `${site.url}/plain` } })
  expect(plain.status).toBe(200)
}, 60_000)
