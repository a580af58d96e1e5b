/** A run outlives whoever works on it: worker, browser and API are killed in the middle, and each page has one result. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { servePages } from '#bench/made-pages'
import { childrenOf } from '#shared/kernel/process/proc'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const pages = 16

let site: ReturnType<typeof servePages>
let service: Service

beforeAll(async () => {
  site = servePages(() => 50)
  service = await startService({
    workers: 0,
    env: { EGRESS_ALLOW: site.egressAllow, RATE_LIMIT_D_ENTERPRISE: '1000000' },
  })
  await service.startWorker('scan-page')
}, 60_000)
afterAll(async () => {
  await service.stop()
  await site.stop()
})

type Run = { runId: string; state: string; progress: { done: number; failed: number; total: number } }

const readRun = async (runId: string, api: number) =>
  (await service.call(`GET /api/scan-runs/${runId}`, { api })).body as Run

test('kill -9 of a worker, of its browser and of the API loses no page and doubles none', async () => {
  const urls = Array.from({ length: pages }, (_, page) => site.urlOf(page))
  const { runId } = (await service.call('POST /api/scan-runs', { body: { urls } })).body as Run
  const reached = (done: number, api: number) =>
    until(async () => ((await readRun(runId, api)).progress.done >= done ? true : undefined), {
      what: () => `${done} pages to be done`,
      timeoutMs: 60_000,
    })

  await reached(2, 0)
  service.workers[0]?.kill('SIGKILL')
  const worker = await service.startWorker('scan-page')
  await reached(5, 0)
  for (const pid of childrenOf(worker.pid)) process.kill(pid, 'SIGKILL')
  await reached(8, 0)
  service.apis[0]?.kill('SIGKILL')
  const api = await service.startApi()
  const run = await until(
    async () => {
      const now = await readRun(runId, api)
      return now.state === 'succeeded' ? now : undefined
    },
    { what: () => 'the run to end', timeoutMs: 120_000 },
  )

  expect(run.progress).toEqual({ done: pages, failed: 0, total: pages })
  const { text } = await service.call(`GET /api/scan-runs/${runId}/results`, {
    api,
    headers: { accept: 'application/x-ndjson' },
  })
  const results = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(results.map((result) => result.url)).toEqual(urls)
  expect(results.every((result) => result.state === 'succeeded' && typeof result.score === 'number')).toBe(true)
  const [stored] = await service.database.sql`
    select (select count(*)::int from scans where run_id = ${runId}) as scans,
      (select count(*)::int from edg_nodes n join scans s on s.node_id = n.id where s.run_id = ${runId}) as nodes,
      (select count(*)::int from job_outcomes o join scan_run_pages p using (job_id) where p.run_id = ${runId}) as outcomes`
  expect(stored).toEqual({ scans: pages, nodes: pages, outcomes: pages })
}, 240_000)
