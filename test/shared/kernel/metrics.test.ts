/** What a process says of itself: small, read by Prometheus without a complaint, and gone when the process is. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { forgetSilentProcesses, isLedgerWithout, reportProcess, workersAndNotes } from '#db/queries/processes'
import { queueDepths } from '#db/queries/queue'
import { openLog } from '#shared/kernel/logger'
import { exposition, joinExpositions, openMetrics, startReporting } from '#shared/kernel/metrics'
import { openBoss } from '#shared/queue/boss'
import { prepareQueues } from '#shared/queue/create-queues'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { lintExposition } from '#test/support/promlint'
import { rowsRead } from '#test/support/rows-read'
import { until } from '#test/support/until'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const log = openLog('test', 'fatal')
const aProcess = () => ({ process_id: randomUUID(), role: 'api', jobs: [], host: 'here', pid: 1 })

/** Metrics of an API process whose 80 routes have each been answered in three ways. */
function busyMetrics(label: string) {
  const metrics = openMetrics(label)
  for (let route = 0; route < 80; route += 1)
    for (const status of [200, 404, 429]) {
      const labels = { area: 'A', method: 'GET', route: `/some/:thing/of/${route}`, status: String(status) }
      metrics.httpSeconds.observe(labels, (route * status) / 10_000)
    }
  return metrics
}

test('a process that has answered on every route reports in 20 kB', async () => {
  const { sql } = database
  const reporting = startReporting(sql, log, busyMetrics('api:1'), aProcess())
  await reporting.first

  const [row] = await sql<{ size: number; metrics: string }[]>`
    select octet_length(exposition) as size, metrics::text as metrics from process_reports`
  const text = await exposition(sql)
  await reporting.stop()

  expect(row?.metrics).toBe('[]')
  expect(row?.size).toBeLessThan(20_000)
  expect(text.match(/^assay_http_request_duration_seconds_count\{/gm)).toHaveLength(240)
})

test('nothing is collected that walks the heap', async () => {
  const names = openMetrics('api:1')
    .registry.getMetricsAsArray()
    .map(({ name }) => name)

  expect(names.filter((name) => name.startsWith('nodejs_heap_space_'))).toEqual([])
  expect(names).toContain('nodejs_heap_size_used_bytes')
})

test('what several processes say is one exposition, of which promtool would have nothing to say', async () => {
  const [one, other] = [busyMetrics('api:1'), busyMetrics('api:2')]
  one.rateLimited.inc({ area: 'A', tier: 'standard' })
  other.jobsSettled.inc({ job: 'run-task', state: 'failed' })

  const text = joinExpositions([await one.registry.metrics(), await other.registry.metrics()])

  expect(lintExposition(text)).toEqual([])
  expect(text.match(/^# TYPE assay_http_request_duration_seconds histogram$/gm)).toHaveLength(1)
  expect(text.match(/^process_resident_memory_bytes\{process="api:[12]"\}/gm)).toHaveLength(2)
})

test('a gauge that is named like a counter would be complained of, and so would a family that stands twice', async () => {
  const text = '# HELP some_total How many.\n# TYPE some_total gauge\nsome_total 1\n'

  expect(lintExposition(text)).toEqual(['some_total non-counter metrics should not have "_total" suffix'])
  expect(lintExposition(`${text.replaceAll('_total', '_ms')}${text.replaceAll('_total', '_ms')}`)).toEqual([
    'some_ms stands twice',
    'twice: some_ms 1',
    'some_ms metric names should not contain abbreviated units',
  ])
})

test('what a killed process said last is removed by any that lives', async () => {
  const { sql } = database
  const [killed, alive] = [aProcess(), aProcess()]
  for (const each of [killed, alive])
    await reportProcess(sql, { ...each, exposition: new Uint8Array(), notes: { has: {}, lacks: {} } })
  await sql`update process_reports set reported_at = now() - interval '11 minutes' where process_id = ${killed.process_id}`

  const reporting = startReporting(sql, log, openMetrics('api:1'), aProcess())
  const left = await until(
    async () => {
      const rows = await sql<{ id: string }[]>`select process_id as id from process_reports`
      return !rows.some(({ id }) => id === killed.process_id) && rows
    },
    { what: () => 'the report of the killed process to be removed' },
  )
  await reporting.stop()

  expect(left.map(({ id }) => id)).toContain(alive.process_id)
})

test('what a process is said to have said at a time to come is no sign of its life, and is removed', async () => {
  const { sql } = database
  const forged = { ...aProcess(), role: 'ledger', jobs: ['nobodys-job'] }
  await reportProcess(sql, { ...forged, exposition: new Uint8Array(), notes: { has: {}, lacks: {} } })
  const lives = async () => {
    const { workers } = await workersAndNotes(sql)
    return [workers.has('nobodys-job'), await isLedgerWithout(sql, 'anything')]
  }
  const before = await lives()

  await sql`update process_reports set reported_at = now() + interval '1 year' where process_id = ${forged.process_id}`

  expect([before, await lives()]).toEqual([
    [true, true],
    [false, false],
  ])
  await forgetSilentProcesses(sql)
  expect(await sql`select 1 from process_reports where process_id = ${forged.process_id}`).toHaveLength(0)
})

test('the depth of a queue is told without reading the jobs that have ended', async () => {
  const { sql } = database
  const boss = await openBoss(sql, { upkeep: false, onError: (error) => expect(error).toBeUndefined() })
  await prepareQueues(boss)
  await boss.stop({ graceful: false, close: false })
  await sql`
    insert into pgboss.job (name, state, created_on, started_on, completed_on)
    select 'run-task', (array['completed', 'failed', 'cancelled'])[1 + n % 3]::pgboss.job_state, now(), now(), now()
    from generate_series(1, 9000) n`
  await sql`
    insert into pgboss.job (name, state, created_on) values ('run-task', 'created', now() - interval '1 minute'),
      ('run-task', 'created', now()), ('generate-tree', 'retry', now())`
  await sql`insert into job_claims (job_id, job, worker_id, attempt) values (gen_random_uuid(), 'run-task', gen_random_uuid(), 0)`
  await sql`analyze pgboss.job`

  const { result, rows } = await rowsRead(sql, ['pgboss.job_common', 'job_claims'], (tx) =>
    queueDepths(tx, ['run-task', 'generate-tree']),
  )

  expect(result.map(({ name, state, jobs }) => `${name} ${state} ${jobs}`).sort()).toEqual([
    'generate-tree retry 1',
    'run-task active 1',
    'run-task created 2',
  ])
  expect(result.find(({ state }) => state === 'created')?.oldest_seconds).toBeGreaterThanOrEqual(60)
  expect(rows).toBeLessThan(50)
})
