/** Postgres crashes and comes back under load: callers hear so in time, and nothing that was accepted is gone. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '#cli/dev/postgres'
import { openSql } from '#db/client'
import { migrate } from '#db/migrate'
import { aTrace } from '#test/support/makers'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let dataDir: string
let postgres: EmbeddedPostgres
let service: Service

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-crash-'))
  postgres = await startPostgres({ dataDir, isDurable: true })
  await migrate(postgres.url)
  const sql = openSql({ url: postgres.url, name: 'assay-test', poolSize: 2 })
  service = await startService({ database: { url: postgres.url, sql, drop: async () => undefined }, env: unlimited })
}, 60_000)
afterAll(async () => {
  await service.stop()
  await service.database.sql.end({ timeout: 2 })
  await postgres.stop('immediate')
  rmSync(dataDir, { recursive: true, force: true })
})

type Seen = { at: number; ms: number; status: number; what: string; retryAfter: string | null; location: string | null }

test('Postgres is stopped the hard way under load: 503 in two seconds, back in five, no accepted trace lost', async () => {
  const first = await service.call('POST /traces', { body: aTrace() })
  const traceId = (first.body as { trace_id: string }).trace_id
  const seen: Seen[] = []
  const accepted: string[] = [traceId]
  let isOver = false
  const client = async (what: string, body: unknown) => {
    while (!isOver) {
      const at = performance.now()
      const answer = await service.call(what, { body })
      seen.push({
        at,
        ms: performance.now() - at,
        status: answer.status,
        what,
        retryAfter: answer.headers.get('retry-after'),
        location: answer.headers.get('location'),
      })
      if (answer.status === 201) accepted.push((answer.body as { trace_id: string }).trace_id)
      if (answer.status >= 500) await Bun.sleep(20)
    }
  }
  const clients = [
    ...Array.from({ length: 10 }, () => client('POST /traces', aTrace())),
    ...Array.from({ length: 5 }, () => client('POST /generate', { trace_id: traceId })),
    ...Array.from({ length: 2 }, () => client('GET /stats', undefined)),
  ]
  await until(() => accepted.length > 200, { what: 'traffic' })

  const downAt = performance.now()
  await postgres.stop('immediate')
  const live = await service.call('GET /livez', { key: null })
  const ready = await service.call('GET /readyz', { key: null })
  await until(() => seen.filter((each) => each.status === 503).length > 20, { what: 'callers to be told' })
  postgres = await startPostgres({ dataDir, port: postgres.port, isDurable: true })
  const upAt = performance.now()
  const backAt = async (what: string, status: number) =>
    await until(() => seen.find((each) => each.what === what && each.at > upAt && each.status === status), {
      what: `${what} to work again`,
    })
  const back = [await backAt('POST /traces', 201), await backAt('POST /generate', 200), await backAt('GET /stats', 200)]
  await until(() => accepted.length > 400, { what: 'traffic again' })
  isOver = true
  await Promise.all(clients)

  expect(live.status).toBe(200)
  expect(ready.status).toBe(503)
  const refused = seen.filter((each) => each.status === 503)
  expect(refused.every((each) => Number(each.retryAfter) >= 1)).toBe(true)
  // The promise is two seconds; a call may have waited in line before the store went.
  expect(Math.max(...refused.map((each) => each.ms))).toBeLessThan(2500)
  for (const each of back) expect(each.at + each.ms - upAt).toBeLessThan(5000)
  // Whose COMMIT was on its way when the store went is told that nobody knows, and where to look.
  const kinds = new Set(seen.map(({ status, location }) => (status === 504 ? `504 ${location !== null}` : `${status}`)))
  expect([...kinds].filter((kind) => !['200', '201', '503', '504 true'].includes(kind))).toEqual([])
  const kept = await service.database.sql<
    { trace_id: string }[]
  >`select trace_id from traces where trace_id = any(${accepted})`
  expect(accepted.length - kept.length).toBe(0)
  const [sums] = await service.database.sql<{ rows: number; counted: number; nodes: number }[]>`
    select (select count(*) from traces) as rows, (select sum(traces)::bigint from trace_totals) as counted,
      (select count(*) from edg_nodes where kind = 'trace.recorded') as nodes`
  expect(sums?.counted).toBe(sums?.rows ?? -1)
  expect(sums?.nodes).toBe(sums?.rows ?? -1)
  expect(downAt).toBeLessThan(upAt)
}, 90_000)
