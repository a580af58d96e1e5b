/** The network goes without a word: open connections to Postgres stay open and carry nothing, new ones are served. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { type Service, startService, unlimited } from '#test/support/service'
import { openStoreProxy, type StoreProxy } from '#test/support/store-proxy'
import { until } from '#test/support/until'

let database: TestDatabase
let proxy: StoreProxy
let site: Pages
let service: Service
beforeAll(async () => {
  database = await freshDatabase()
  proxy = await openStoreProxy(database.url)
  site = servePages({ '/': aPage('<p>Something to read.</p>') })
  service = await startService({ database, env: { ...unlimited, ...site.env, DATABASE_URL: proxy.url } })
  await Promise.all([
    service.startWorker('run-task'),
    service.startWorker('scan-page'),
    service.startLedger(),
    service.startMaintenance(),
  ])
}, 60_000)
afterAll(async () => {
  await service.stop()
  proxy.stop()
  await site.stop()
  await database.drop()
})

type Call = () => Promise<{ status: number; body: unknown }>
const store: Call = () => service.call('POST /traces', { body: aTrace() })
const asks: Record<string, Call> = {
  'generate-tree': async () => {
    const { trace_id } = (await store()).body as { trace_id: string }
    return service.call('POST /generate', { body: { trace_id } })
  },
  'run-task': () =>
    service.call('POST /tasks', {
      body: { type: 'stats.summarize', payload: {} },
      headers: { prefer: 'wait=20' },
    }),
  'scan-page': () => service.call('POST /api/scan', { body: { url: `${site.url}/` } }),
}
/** Some ten seconds, and what a busy machine takes. */
const within = { timeoutMs: 25_000 }
const isDone = ({ status, body }: Awaited<ReturnType<Call>>) =>
  status < 300 && (body as { status?: string }).status !== 'submitted'

test('every process lets go of what is dead by itself, and goes on: nothing is lost, nothing is done twice', async () => {
  const acks: string[] = []
  let told = 0
  let isOver = false
  const callers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const { status, headers } = await service.call('POST /traces', { body: aTrace({ system_source: 'counted' }) })
      if (status === 201) acks.push(headers.get('x-service-attribution') ?? '')
      else if (status === 504) told += 1
      else expect(status).toBe(503)
      await Bun.sleep(20)
    }
  })
  for (const ask of Object.values(asks)) expect(isDone(await ask())).toBe(true)

  proxy.blackHole()
  const lost = proxy.believedIn()
  await Promise.all([
    until(async () => (await store()).status === 201, { what: 'a trace to be stored', ...within }),
    ...Object.entries(asks).map(([job, ask]) =>
      until(async () => isDone(await ask()), { what: `${job} to be done`, ...within }),
    ),
    until(() => proxy.believedIn() === 0, {
      what: () => `${proxy.believedIn()} of ${lost} dead connections to be given up`,
      ...within,
      everyMs: 100,
    }),
  ])
  isOver = true
  await Promise.all(callers)
  await untilLogged(database.sql, within.timeoutMs)

  await assertEvidence(database.sql, { acks })
  const [row] = await database.sql<{ n: number }[]>`
    select count(*)::int as n from traces where system_source = 'counted'`
  expect(row?.n).toBeGreaterThanOrEqual(acks.length)
  expect(row?.n).toBeLessThanOrEqual(acks.length + told)
}, 120_000)
