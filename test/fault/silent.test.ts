/** A process that is frozen, or whose machine is gone: Postgres keeps its sessions, and others do not wait for them. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Process, type Service, startService, unlimited } from '#test/support/service'
import { openStoreProxy, type StoreProxy } from '#test/support/store-proxy'
import { until } from '#test/support/until'

let database: TestDatabase
let far: StoreProxy
let service: Service
let blocker: Sql
const started: Process[] = []
beforeAll(async () => {
  database = await freshDatabase()
  blocker = openSql({ url: database.url, name: 'blocker', poolSize: 1 })
  far = await openStoreProxy(database.url)
  service = await startService({ database, workers: 0, env: unlimited })
})
afterEach(async () => {
  for (const each of started.splice(0)) {
    each.kill('SIGKILL')
    await each.exited
  }
})
afterAll(async () => {
  await service.stop()
  far.stop()
  await blocker.end({ timeout: 2 })
  await database.drop()
})

const store = async () => {
  const { status, body } = await service.call('POST /traces', { body: aTrace() })
  expect(status).toBe(201)
  return (body as { trace_id: string }).trace_id
}
const leads = (ledger: Process | undefined) => ledger?.lines.some((line) => line.includes('"ledger leads"')) === true
async function ledgerThat(does: 'leads' | 'stands by', env = {}): Promise<Process> {
  const ledger = await service.startLedger(env)
  started.push(ledger)
  if (does === 'leads') await until(() => leads(ledger), { what: 'the ledger to lead' })
  await store()
  await untilLogged(database.sql)
  return ledger
}
/** By then another does what the silent one did: some ten seconds, and what a busy machine takes. */
const within = { timeoutMs: 20_000 }
const accusations = () => database.sql`select 1 from violations where article = 'A-02'`

test('a ledger that is frozen while it leads is deposed, and when it wakes it stands by without damage', async () => {
  const first = await ledgerThat('leads')
  const second = await ledgerThat('stands by')
  expect(leads(second)).toBe(false)

  first.kill('SIGSTOP')
  await store()
  await until(() => leads(second), { what: 'the other one to lead', ...within })
  await untilLogged(database.sql)
  first.kill('SIGCONT')
  await until(() => first.lines.some((line) => line.includes('"ledger starts over"')), {
    what: 'the one that woke to notice',
    ...within,
  })
  await store()
  await untilLogged(database.sql)

  expect(first.lines.filter((line) => line.includes('"ledger leads"'))).toHaveLength(1)
  await assertEvidence(database.sql)
  expect(await accusations()).toEqual([] as never)
}, 90_000)

test('a ledger whose machine is gone loses its lead', async () => {
  const first = await ledgerThat('leads', { DATABASE_URL: far.url })
  const second = await ledgerThat('stands by')

  far.blackHole()
  first.kill('SIGKILL')
  await store()
  await until(() => leads(second), { what: 'the other one to lead', ...within })
  await untilLogged(database.sql)

  await assertEvidence(database.sql)
  expect(await accusations()).toEqual([] as never)
}, 60_000)

const maintains = (one: Process) => one.lines.filter((line) => line.includes('"maintenance leads"')).length
const maintenance = async (env = {}) => {
  const one = await service.startMaintenance(env)
  started.push(one)
  return one
}
const toldOf = async () => {
  const { missing, uses } = (await service.call('GET /readyz', { key: null })).body as {
    missing: { what: string }[]
    uses: Record<string, string>
  }
  return { isMissing: missing.some(({ what }) => what === 'maintenance'), isDone: 'maintenance' in uses }
}

test('maintenance that is frozen while it leads is done by another, and when it wakes it stands by', async () => {
  const first = await maintenance()
  await until(() => maintains(first) === 1, { what: 'the first to lead' })
  const second = await maintenance()
  await until(async () => (await toldOf()).isDone, { what: 'readiness to know it' })

  first.kill('SIGSTOP')
  const stoppedAt = performance.now()
  await until(() => maintains(second) === 1, { what: 'the other one to lead', ...within })
  const tookMs = performance.now() - stoppedAt
  first.kill('SIGCONT')
  await until(() => first.lines.some((line) => line.includes('"maintenance starts over"')), {
    what: 'the one that woke to notice',
    ...within,
  })

  expect(tookMs).toBeLessThan(12_000)
  expect(maintains(first)).toBe(1)
  // It leads before it reports that it does.
  await until(async () => (await toldOf()).isDone, { what: 'readiness to know the other one', ...within })
  expect(await toldOf()).toEqual({ isMissing: false, isDone: true })
}, 90_000)

test('maintenance whose machine is gone is done by another; where there is none, readiness says so', async () => {
  const first = await maintenance({ DATABASE_URL: far.url })
  await until(() => maintains(first) === 1, { what: 'the first to lead' })
  const second = await maintenance()

  far.blackHole()
  first.kill('SIGKILL')
  await until(() => maintains(second) === 1, { what: 'the other one to lead', ...within })
  second.kill('SIGKILL')
  await until(async () => (await toldOf()).isMissing, { what: 'readiness to miss it', timeoutMs: 40_000 })

  const { text } = await service.call('GET /metrics')
  expect(text).toMatch(/^assay_maintenance 0$/m)
}, 90_000)

test('a worker whose machine is gone in the middle of saving: its job is done by another, once', async () => {
  const traceId = await store()
  const gone = await service.startWorker('generate-tree', { DATABASE_URL: far.url })
  const held = await blocker.reserve()
  await held`begin`
  await held`lock table trees in exclusive mode`
  const asked = service.call('POST /generate', { body: { trace_id: traceId }, headers: { prefer: 'respond-async' } })
  await until(
    async () =>
      (
        await database.sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into trees%'`
      ).length > 0,
    { what: 'the worker to save' },
  )

  far.blackHole()
  gone.kill('SIGKILL')
  // What it had begun is there still, and holds the job's outcome.
  await held`rollback`
  held.release()
  await service.startWorker('generate-tree')
  const { job_id } = (await asked).body as { job_id: string }
  await until(async () => (await service.call(`GET /jobs/${job_id}/result`)).status === 200, {
    what: 'the tree',
    ...within,
  })

  const [effects] = await database.sql`
    select (select count(*)::int from trees where trace_id = ${traceId}) as trees,
      (select count(*)::int from job_outcomes where job_id = ${job_id}) as outcomes,
      (select count(*)::int from job_claims) as claims`
  expect(effects).toEqual({ trees: 1, outcomes: 1, claims: 0 })
}, 60_000)
