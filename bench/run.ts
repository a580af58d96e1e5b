/**
 * A run of many pages while a worker, its browser and the API are killed in turn, and scans of single pages meanwhile.
 * `script/bench run [--pages 2000] [--workers 1]`: about ten minutes. Prints Markdown.
 */
import type { Subprocess } from 'bun'
import { makePage, servePages } from '#bench/made-pages'
import { describeSetting, figure, goalLine, median, numberOptions } from '#bench/report'
import { onStand, type Stand } from '#bench/stand'
import { openSql } from '#db/client'
import { childrenOf } from '#shared/kernel/process/proc'

const options = numberOptions(process.argv.slice(2), { pages: 2000, workers: 1, elements: 60 })

type Run = { runId: string; state: string; progress: { done: number; failed: number; total: number } }

async function bench(stand: Stand): Promise<void> {
  const site = servePages(() => options.elements)
  const databaseUrl = await stand.copyDatabase('run')
  const env = { EGRESS_ALLOW: site.egressAllow, RATE_LIMIT_D_ENTERPRISE: '1000000' }
  let api = await stand.startApi(['api/main.ts'], databaseUrl, env)
  const startWorker = () => stand.start(['workers/main.ts', 'scan-page'], databaseUrl, env)
  const workers = Array.from({ length: options.workers }, startWorker)
  await untilWorkers(api.url, options.workers)

  const call = async <Body>(path: string, body?: unknown): Promise<Body> => {
    const answer = await fetch(api.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${stand.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<Body>
  }
  let interactive = 0
  const scanMs = async (): Promise<number> => {
    interactive += 1
    const startedAt = performance.now()
    await call('/api/scan', { url: `${site.urlOf(0)}?interactive-${interactive}` })
    return performance.now() - startedAt
  }

  for (let warm = 0; warm < 5; warm += 1) await scanMs()
  const idle: number[] = []
  for (let sample = 0; sample < 9; sample += 1) idle.push(await scanMs())

  console.log(await describeSetting(stand, `script/bench run --pages ${options.pages} --workers ${options.workers}`))
  console.log(
    `- Pages of ${makePage(0, options.elements).match(/<[a-z]/g)?.length} elements; ${options.workers} scan process(es)\n`,
  )
  const urls = Array.from({ length: options.pages }, (_, page) => site.urlOf(page + 1))
  const startedAt = performance.now()
  const { runId } = await call<Run>('/api/scan-runs', { urls })
  const acceptedMs = performance.now() - startedAt

  const faults: [share: number, name: string, strike: () => Promise<void>][] = [
    [0.2, 'kill -9 of a worker', async () => strikeWorker(workers, startWorker)],
    [0.4, 'kill -9 of its browser', async () => strikeBrowser(workers)],
    [
      0.6,
      'kill -9 of the API',
      async () => {
        api.process.kill('SIGKILL')
        await api.process.exited
        api = await stand.startApi(['api/main.ts'], databaseUrl, env)
      },
    ],
  ]
  const busy: number[] = []
  const struck: string[] = []
  let run = await call<Run>(`/api/scan-runs/${runId}`)
  let nextSampleAt = 0.05
  while (run.state === 'queued' || run.state === 'running') {
    const share = run.progress.done / options.pages
    const [fault] = faults
    if (fault && share >= fault[0]) {
      faults.shift()
      struck.push(`${fault[1]} after ${run.progress.done} pages`)
      console.error(struck.at(-1))
      await fault[2]()
      // The process that starts anew is not what the samples are about.
      nextSampleAt = share + 0.08
    } else if (share >= nextSampleAt) {
      busy.push(await scanMs())
      nextSampleAt = share + 0.03
    }
    await Bun.sleep(250)
    run = await call<Run>(`/api/scan-runs/${runId}`)
  }
  const minutes = (performance.now() - startedAt) / 60_000

  const sql = openSql({ url: databaseUrl, name: 'assay-bench', poolSize: 1 })
  const [stored] = await sql<{ scans: number; pages: number; urls: number; outcomes: number; nodes: number }[]>`
    select (select count(*)::int from scans where run_id = ${runId}) as scans,
      (select count(*)::int from scan_run_pages where run_id = ${runId} and state = 'succeeded') as pages,
      (select count(distinct url)::int from scans where run_id = ${runId}) as urls,
      (select count(*)::int from job_outcomes join scan_run_pages using (job_id) where run_id = ${runId}) as outcomes,
      (select count(*)::int from edg_nodes n join scans s on n.id = s.node_id where s.run_id = ${runId}) as nodes`
  await sql.end({ timeout: 2 })
  const isOnce =
    stored !== undefined && Object.values(stored).every((count) => count === options.pages) && run.progress.failed === 0
  const ratio = median(busy) / median(idle)
  console.log(`- Faults: ${struck.join('; ')}`)
  console.log(`- ${figure(options.pages / minutes)} pages a minute, faults included`)
  console.log(
    `- A single scan: ${figure(median(idle))} ms alone, ${figure(median(busy))} ms during the run (medians of ${idle.length} and ${busy.length}; the slowest ${figure(Math.max(...busy))} ms)`,
  )
  console.log(goalLine(`${options.pages} pages accepted, at most 2000 ms`, acceptedMs, acceptedMs < 2000, ' ms'))
  console.log(
    `- ${isOnce ? 'met' : 'MISSED'}: every page has exactly one result: ${JSON.stringify({ ...run.progress, ...stored })}`,
  )
  console.log(goalLine('a single scan during the run against alone, at most 2', ratio, ratio <= 2, '×'))
  await stand.end([...workers, api.process])
  site.stop()
}

async function untilWorkers(url: string, count: number): Promise<void> {
  for (;;) {
    const ready = (await (await fetch(`${url}/readyz`)).json()) as { workers: Record<string, number>; uses?: object }
    if (ready.workers['scan-page'] === count && ready.uses && 'browser' in ready.uses) return
    await Bun.sleep(100)
  }
}

async function strikeWorker(workers: Subprocess[], start: () => Subprocess): Promise<void> {
  const victim = workers.shift()
  victim?.kill('SIGKILL')
  await victim?.exited
  workers.push(start())
}

/** Kills the browser's main process that a worker started, directly or through a wrapper. */
function strikeBrowser(workers: readonly Subprocess[]): void {
  for (const pid of workers.slice(0, 1).flatMap((worker) => childrenOf(worker.pid))) process.kill(pid, 'SIGKILL')
}

await onStand(async (stand) => {
  await bench(stand)
  await stand.close()
})
process.exit(0)
