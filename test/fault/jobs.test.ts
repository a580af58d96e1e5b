/** Processes die, stop and come back in the middle of jobs: nothing accepted is lost, nothing has its effects twice. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import { aTrace } from '#test/support/makers'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let blocker: Sql

beforeAll(async () => {
  service = await startService({ apis: 1, workers: 1, env: unlimited })
  blocker = openSql({ url: service.database.url, name: 'blocker', poolSize: 1 })
})
afterAll(async () => {
  await blocker.end({ timeout: 2 })
  await service.stop()
})

const storeTrace = async () => {
  const answer = await service.call('POST /traces', { body: aTrace() })
  return (answer.body as { trace_id: string }).trace_id
}

/** Holds every job where it would save its tree, until released. */
async function holdSaves(): Promise<{ release: () => Promise<void> }> {
  const held = await blocker.reserve()
  await held`begin`
  await held`lock table trees in exclusive mode`
  return {
    release: async () => {
      await held`rollback`
      held.release()
    },
  }
}

/** Jobs whose worker waits for the held table. */
const blockedSaves = async () =>
  (
    await service.database.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into trees%'`
  ).length

const effectsOf = async (traceId: string) => {
  const [counts] = await service.database.sql<{ trees: number; nodes: number; outcomes: number; claims: number }[]>`
    select
      (select count(*) from trees where trace_id = ${traceId}) as trees,
      (select count(*) from edg_nodes n join trees t on n.stream = 'tree:' || t.job_id where t.trace_id = ${traceId}) as nodes,
      (select count(*) from job_outcomes o join trees t using (job_id) where t.trace_id = ${traceId}) as outcomes,
      (select count(*) from job_claims) as claims`
  return counts
}

test('a worker killed in the middle of a job: another finishes it, once, within 10 seconds', async () => {
  const traceId = await storeTrace()
  const hold = await holdSaves()
  const asked = service.call('POST /generate', { body: { trace_id: traceId } })
  await until(async () => (await blockedSaves()) > 0, { what: 'the worker to be in the middle of its job' })

  const killedAt = performance.now()
  service.workers[0]?.kill('SIGKILL')
  await hold.release()
  await service.startWorker()
  const answer = await asked
  const tookMs = performance.now() - killedAt

  expect(answer.status).toBe(200)
  expect(await effectsOf(traceId)).toEqual({ trees: 1, nodes: 1, outcomes: 1, claims: 0 })
  expect(tookMs).toBeLessThan(10_000)
})

test('a worker that wakes up after its job was handed over changes nothing', async () => {
  const traceId = await storeTrace()
  const sleeper = service.workers.at(-1)
  const hold = await holdSaves()
  const asked = service.call('POST /generate', { body: { trace_id: traceId } })
  await until(async () => (await blockedSaves()) > 0, { what: 'the worker to be in the middle of its job' })
  sleeper?.kill('SIGSTOP')
  // The server ends the sleeper's connections, as it would after a network split: its claims are handed over.
  await service.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'assay-worker:%'`
  await hold.release()
  await service.startWorker()

  const answer = await asked
  sleeper?.kill('SIGCONT')
  await until(async () => (await service.database.sql`select 1 from job_claims`).length === 0, {
    what: 'no claim to be left',
  })

  expect(answer.status).toBe(200)
  expect(await effectsOf(traceId)).toMatchObject({ trees: 1, nodes: 1, outcomes: 1 })
})

test('an API killed while calls wait: the same Idempotency-Key gets the result from another', async () => {
  const traceId = await storeTrace()
  const hold = await holdSaves()
  const doomed = await service.startApi()
  const headers = { 'idempotency-key': 'killed-api' }
  const lost = service.call('POST /generate', { body: { trace_id: traceId }, headers, api: doomed }).then(
    () => 'answered',
    () => 'cut off',
  )
  await until(async () => (await blockedSaves()) > 0, { what: 'the job to be running' })

  service.apis.at(-1)?.kill('SIGKILL')
  await hold.release()
  const again = await service.call('POST /generate', { body: { trace_id: traceId }, headers })

  expect(await lost).toBe('cut off')
  expect(again.status).toBe(200)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await effectsOf(traceId)).toEqual({ trees: 1, nodes: 1, outcomes: 1, claims: 0 })
})

test('a thousand jobs queued while nobody listens are all done once a worker starts', async () => {
  const traceId = await storeTrace()
  for (const worker of service.workers) worker.kill('SIGKILL')
  await Promise.all(service.workers.map((worker) => worker.exited))
  const before = (await effectsOf(traceId))?.trees ?? 0
  for (let sent = 0; sent < 1000; sent += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        service.call('POST /generate', { body: { trace_id: traceId }, headers: { prefer: 'respond-async' } }),
      ),
    )
    expect(answers.every((answer) => answer.status === 202)).toBe(true)
  }
  expect((await effectsOf(traceId))?.trees).toBe(before)

  await service.startWorker()
  await until(async () => (await effectsOf(traceId))?.trees === before + 1000, { what: 'all trees', timeoutMs: 30_000 })

  expect(await effectsOf(traceId)).toEqual({
    trees: before + 1000,
    nodes: before + 1000,
    outcomes: before + 1000,
    claims: 0,
  })
}, 60_000)

test('a job that cannot be done fails for good after its last attempt, and the caller is told', async () => {
  const traceId = await storeTrace()
  // The store refuses the effect itself, as often as it is tried.
  await service.database
    .sql`alter table trees add constraint refuses check (trace_id <> ${service.database.sql.unsafe(`'${traceId}'`)}) not valid`

  const answer = await service.call('POST /generate', { body: { trace_id: traceId } })
  await service.database.sql`alter table trees drop constraint refuses`

  expect(answer.status).toBe(500)
  expect(answer.body).toMatchObject({ error: { code: 'JOB_FAILED' } })
  const [outcome] = await service.database.sql`select state, attempt from job_outcomes where state = 'failed'`
  expect(outcome).toMatchObject({ state: 'failed', attempt: 2 })
})

test('SIGTERM to a worker in the middle of many jobs loses none', async () => {
  const traceId = await storeTrace()
  const leaving = service.workers.at(-1)
  await service.startWorker()
  const asked = Array.from({ length: 300 }, () => service.call('POST /generate', { body: { trace_id: traceId } }))
  await until(async () => ((await effectsOf(traceId))?.trees ?? 0) > 0, { what: 'the first trees' })

  leaving?.kill('SIGTERM')
  const answers = await Promise.all(asked)

  expect(await leaving?.exited).toBe(0)
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
  expect(await effectsOf(traceId)).toMatchObject({ trees: 300, nodes: 300 })
})

test('a worker told to stop hands back the job it cannot finish in time', async () => {
  const traceId = await storeTrace()
  for (const worker of service.workers) worker.kill('SIGKILL')
  await Promise.all(service.workers.map((worker) => worker.exited))
  const impatient = await service.startWorker('generate-tree', { DRAIN_MS: '100' })
  const hold = await holdSaves()
  const asked = service.call('POST /generate', { body: { trace_id: traceId } })
  await until(async () => (await blockedSaves()) > 0, { what: 'the job to be running' })

  impatient.kill('SIGTERM')
  await Bun.sleep(300)
  await hold.release()
  await impatient.exited
  await service.startWorker()

  expect((await asked).status).toBe(200)
  expect(await effectsOf(traceId)).toMatchObject({ trees: 1, nodes: 1, outcomes: 1 })
})
