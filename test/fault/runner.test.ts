/** What a worker does when deliveries overlap, when one job cannot be handed over, and when it did not hear that one was called off. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { waitingPriorities } from '#db/queries/queue'
import { defineJob } from '#shared/jobs/contract'
import { cancelChannel } from '#shared/queue/completions'
import { keepOutcomes } from '#shared/queue/outcomes'
import { aWorker, openWorker } from '#test/support/runner'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const attempts = { limit: 3, delaySeconds: 0, expireInSeconds: 30 }
const aJob = (name: string) =>
  defineJob({ name, areas: ['A'], payload: t.Object({ n: t.Integer() }), waitMs: 10_000, attempts })

let service: Pick<Service, 'database' | 'dataDir' | 'stop'>
let worker: Awaited<ReturnType<typeof openWorker>>
beforeAll(async () => {
  service = await startService({ workers: 0 })
  worker = await openWorker(service)
}, 30_000)
afterAll(async () => {
  await worker.stop()
  await service.stop()
})

const lostWorker = crypto.randomUUID()
const sqlOf = () => service.database.sql
/** As if the worker had gone without a word. */
const lose = (jobIds: readonly string[]) => sqlOf()`
  update job_claims set worker_id = ${lostWorker} where job_id = any(${jobIds as string[]}::uuid[])`
/** As whoever calls it off does, but for what is told. */
const callOff = (job_id: string, job: string) => {
  const at = new Date().toISOString()
  const whose = { org_id: 'org_test', key_id: 'ak_test', request_id: 'r' }
  const how = { state: 'canceled' as const, error: null, attempt: 0, created_at: at, started_at: null, finished_at: at }
  return worker.sql.begin((tx) => keepOutcomes(tx, worker.signer, [{ job_id, job, ...whose, ...how }]))
}
const outcomes = (jobIds: readonly string[]) => sqlOf()<{ job_id: string; state: string }[]>`
  select job_id, state from job_outcomes where job_id = any(${jobIds as string[]}::uuid[])`

test('a job that runs twice in one process takes two seats, and each delivery is told to stop', async () => {
  const contract = aJob('test-twice')
  const begun: { n: number; attempt: number; signal: AbortSignal }[] = []
  const gates = new Map<number, () => void>()
  const room = aWorker({
    concurrency: 2,
    run: ({ n }: { n: number }, { attempt, signal }) => {
      const place = begun.push({ n, attempt, signal }) - 1
      return new Promise<void>((resolve) => gates.set(place, resolve))
    },
  })
  const runner = await worker.run(contract, room)
  const first = await worker.send(contract, { n: 1 })
  await until(() => begun.length === 1, { what: 'the first delivery' })
  await lose([first])
  await until(() => begun.length === 2, { what: 'the second delivery', timeoutMs: 10_000 })

  // The first delivery ends, whose job goes on as the second: one seat is free, and no more.
  gates.get(0)?.()
  await worker.send(contract, { n: 2 })
  await worker.send(contract, { n: 3 })
  await until(() => begun.length === 3, { what: 'another job to begin' })
  await Bun.sleep(1500)
  expect(begun.map(({ n, attempt }) => ({ n, attempt }))).toEqual([
    { n: 1, attempt: 0 },
    { n: 1, attempt: 1 },
    { n: 2, attempt: 0 },
  ])

  await runner.stop(0)
  expect(begun.slice(1).map(({ signal }) => signal.aborted)).toEqual([true, true])
}, 40_000)

test('a job that cannot be handed over keeps no other waiting', async () => {
  const contract = aJob('test-lost')
  const done: number[] = []
  let isHeld = true
  const room = aWorker({
    concurrency: 8,
    run: async ({ n }: { n: number }) => {
      if (isHeld) await new Promise(() => undefined)
      done.push(n)
    },
  })
  const runner = await worker.run(contract, room)
  const jobIds = [await worker.send(contract, { n: 0 }), await worker.send(contract, { n: 1 })]
  jobIds.push(await worker.send(contract, { n: 2 }))
  const last = await worker.send(contract, { n: 3 })
  await until(async () => (await sqlOf()`select 1 from job_claims where job = 'test-lost'`).length === 4, {
    what: 'all to run',
  })
  const [stuck, ...others] = jobIds
  await sqlOf().unsafe(`
    create function test_stuck() returns trigger language plpgsql as $$ begin raise 'this one cannot be moved'; end $$;
    create trigger test_stuck before delete on job_claims for each row
      when (old.job_id = '${stuck}') execute function test_stuck()`)
  await sqlOf()`update pgboss.job set retry_count = 2 where name = 'test-lost' and id = ${last}`
  await sqlOf()`update job_claims set attempt = 2 where job_id = ${last}`
  isHeld = false

  await lose([...jobIds, last])
  await until(async () => (await outcomes([...others, last])).length === 3, {
    what: 'the others to end',
    timeoutMs: 8000,
  })

  expect(done.toSorted()).toEqual([1, 2])
  expect(await outcomes([last])).toMatchObject([{ state: 'failed' }])
  await sqlOf()`drop function test_stuck() cascade`
  await until(async () => (await outcomes([stuck ?? ''])).length === 1, {
    what: 'it to be handed over',
    timeoutMs: 8000,
  })
  await runner.stop(0)
}, 40_000)

test('a job that was called off while nobody listened is stopped as soon as somebody does again', async () => {
  const contract = aJob('test-called-off')
  const begun = new Map<number, AbortSignal>()
  const room = aWorker({
    run: ({ n }: { n: number }, { signal }) => {
      begun.set(n, signal)
      return new Promise<void>(() => undefined)
    },
  })
  const runner = await worker.run(contract, room)
  const isStopped = () => [1, 2].map((n) => begun.get(n)?.aborted)
  const [off, on] = [await worker.send(contract, { n: 1 }), await worker.send(contract, { n: 2 })]
  await until(() => begun.size === 2, { what: 'both to run' })
  // What calling it off writes; that it was said has gone by unheard.
  await callOff(off, 'test-called-off')
  await Bun.sleep(1200)
  expect(isStopped()).toEqual([false, false])

  // Found as it is ended: a connection may have been made anew meanwhile.
  const ended = await sqlOf()`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${`assay-worker:${worker.workerId}`} and query ilike 'listen%'`
  expect(ended.length).toBeGreaterThan(0)
  await until(() => isStopped().includes(true), { what: 'it to be stopped', timeoutMs: 10_000 })

  expect(isStopped()).toEqual([true, false])
  await runner.stop(0)
  expect(await outcomes([on])).toHaveLength(0)
}, 40_000)

test('a job that is said to be called off, by who cannot seal that it was, goes on', async () => {
  const contract = aJob('test-told-to-stop')
  const begun = new Map<number, AbortSignal>()
  const room = aWorker({
    run: ({ n }: { n: number }, { signal }) => {
      begun.set(n, signal)
      return new Promise<void>(() => undefined)
    },
  })
  const runner = await worker.run(contract, room)
  const [told, forged, off] = [
    await worker.send(contract, { n: 1 }),
    await worker.send(contract, { n: 2 }),
    await worker.send(contract, { n: 3 }),
  ]
  await until(() => begun.size === 3, { what: 'all to run' })
  await sqlOf()`
    insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, attempt, created_at, finished_at)
    values (${forged}, 'test-told-to-stop', 'org_test', 'ak_test', 'r', 'canceled', 0, now(), now())`
  await callOff(off, 'test-told-to-stop')

  for (const id of [told, forged, off]) await sqlOf().notify(cancelChannel, id)
  await until(() => begun.get(3)?.aborted, { what: 'the one that was called off to be stopped' })

  expect([1, 2, 3].map((n) => begun.get(n)?.aborted)).toEqual([false, false, true])
  await runner.stop(0)
}, 40_000)

test('what stands behind others that keep coming has its turn all the same: the last, the first and one between', async () => {
  const contract = aJob('test-turns')
  const done: number[] = []
  let isCrowded = true
  const room = aWorker({
    concurrency: 1,
    run: async ({ n }: { n: number }) => {
      done.push(n)
      // For each that is taken two more come that go before those that wait.
      if (n === 0 && isCrowded && done.length < 2000)
        await Promise.all([worker.send(contract, { n: 0 }, 0), worker.send(contract, { n: 0 }, 0)])
    },
  })
  for (const n of [1, 2, 3]) await worker.send(contract, { n }, { 1: -1, 2: -50, 3: -5000 }[n])
  for (let sent = 0; sent < 20; sent++) await worker.send(contract, { n: 0 }, 0)

  const runner = await worker.run(contract, room)
  await until(() => [1, 2, 3].every((n) => done.includes(n)), { what: 'all to have had their turn', timeoutMs: 30_000 })
  isCrowded = false
  const waiting =
    await sqlOf()`select 1 from pgboss.job where name = 'test-turns' and state < 'active' and priority = 0`
  await runner.stop(0)

  expect(waiting.length).toBeGreaterThan(0)
  // Not more often than one in sixteen.
  expect(done.indexOf(Number(done.find((n) => n > 0)))).toBeGreaterThanOrEqual(16)
}, 60_000)

test('no call waits for one that was drawn where seats are kept for calls', async () => {
  const contract = aJob('test-calls-first')
  const done: number[] = []
  const room = aWorker({
    concurrency: 1,
    reserved: 1,
    run: async ({ n }: { n: number }) => {
      done.push(n)
    },
  })
  for (let n = 0; n < 60; n++) await worker.send(contract, { n }, n % 2 === 0 ? 1 : -n)

  const runner = await worker.run(contract, room)
  await until(() => done.length === 60, { what: 'all to be done', timeoutMs: 30_000 })
  await runner.stop(0)

  expect(done.slice(0, 30).every((n) => n % 2 === 0)).toBe(true)
}, 40_000)

test('whose turn it is costs a look at the two ends of the queue, however many wait', async () => {
  await worker.boss.createQueue('test-long', { notify: false })
  await sqlOf()`
    insert into pgboss.job (id, name, priority) select gen_random_uuid(), 'test-long', -n from generate_series(1, 20000) n`
  await sqlOf()`analyze pgboss.job`
  const rows: number[] = []
  const [{ 'QUERY PLAN': plan } = { 'QUERY PLAN': [] }] = await sqlOf()<{ 'QUERY PLAN': { Plan: object }[] }[]>`
    explain (analyze, format json)
    select (select priority from pgboss.job where name = 'test-long' and state < 'active' and not blocked
        and start_after <= now() order by priority limit 1) as lowest`
  JSON.stringify(plan, (key, value) => {
    if (key === 'Actual Rows') rows.push(value)
    return value
  })

  expect(await waitingPriorities(sqlOf(), 'test-long')).toEqual({ lowest: -20000, highest: -1 })
  expect(Math.max(...rows)).toBeLessThanOrEqual(1)
})
