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

test('a job that was not sent by our desk fails in the queue, and the worker goes on', async () => {
  const foreign = await boss.send('generate-tree', { hello: 'there' }, { retryLimit: 0 })
  await until(async () => (await boss.getJobById('generate-tree', foreign ?? ''))?.state === 'failed', {
    what: 'the foreign job to fail',
  })

  const created = await service.call('POST /traces', { body: aTrace() })
  const { trace_id } = created.body as { trace_id: string }
  expect((await service.call('POST /generate', { body: { trace_id } })).status).toBe(200)
  expect(await service.database.sql`select 1 from job_claims`).toHaveLength(0)
})
