/** Our queues are plain pg-boss queues: a stock pg-boss reads them, and what it sends does no harm. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { PgBoss } from 'pg-boss'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let boss: PgBoss
beforeAll(async () => {
  service = await startService({ workers: 0 })
  boss = new PgBoss({ connectionString: service.database.url, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await service.stop()
})

test('a stock pg-boss sees our queue, its settings and our jobs in each state', async () => {
  const created = await service.call('POST /traces', { body: aTrace() })
  const { trace_id } = created.body as { trace_id: string }
  const accepted = await service.call('POST /generate', { body: { trace_id }, headers: { prefer: 'respond-async' } })
  const { job_id: jobId } = accepted.body as { job_id: string }

  const queue = await boss.getQueue('generate-tree')
  const waiting = await boss.getJobById('generate-tree', jobId)
  await service.startWorker()
  await until(async () => (await boss.getJobById('generate-tree', jobId))?.state === 'completed', {
    what: 'the job to be completed',
  })

  expect(queue).toMatchObject({ name: 'generate-tree', retryLimit: 2, expireInSeconds: 30, notify: true })
  expect(waiting).toMatchObject({ state: 'created', data: { payload: { traceId: trace_id } } })
  expect((await boss.detectSchemaDrift()).ok).toBe(true)
})

test('a full verification has as long as there may be evidence to look through, what else is asked its five minutes', async () => {
  const created = await service.call('POST /traces', { body: aTrace() })
  const hash = created.headers.get('x-service-attribution')
  const headers = { prefer: 'respond-async' }
  const accepted = await service.call('POST /v1/edg/verify', { body: { hash, mode: 'full' }, headers })
  const { job_id: jobId } = accepted.body as { job_id: string }
  const asked = { task: { type: 'evidence.export', payload: { hash } } }
  expect((await service.call('POST /v1/agents/evidence-auditor/task', { body: asked })).status).toBe(202)

  const jobs = await service.database.sql<{ id: string; expire_seconds: number }[]>`
    select id, expire_seconds from pgboss.job where name = 'run-task' order by expire_seconds`

  expect(jobs.map((job) => job.expire_seconds)).toEqual([300, 6 * 3600])
  expect(jobs.at(-1)?.id).toBe(jobId)
  const agent = (await service.call('GET /v1/agents/evidence-auditor')).body as {
    task_types: { type: string; timeout_s: number }[]
  }
  expect(agent.task_types.find(({ type }) => type === 'evidence.verify')?.timeout_s).toBe(6 * 3600)
})

test('a job that was not sent by our client ends as tampered with, and the worker goes on', async () => {
  const foreign = await boss.send('generate-tree', { hello: 'there' }, { retryLimit: 0 })
  await until(async () => (await boss.getJobById('generate-tree', foreign ?? ''))?.state === 'completed', {
    what: 'the foreign job to end',
  })
  expect(
    await service.database.sql`select error ->> 'code' as code from job_outcomes where job_id = ${foreign ?? ''}`,
  ).toEqual([{ code: 'JOB_TAMPERED' }] as never)

  const created = await service.call('POST /traces', { body: aTrace() })
  const { trace_id } = created.body as { trace_id: string }
  expect((await service.call('POST /generate', { body: { trace_id } })).status).toBe(200)
  expect(await service.database.sql`select 1 from job_claims`).toHaveLength(0)
})
