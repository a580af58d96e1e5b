/** Somebody who owns the database rewrites plans while workers do them: nothing that was not ordered is ever done. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql, type Sql } from '#db/client'
import type { StepRequest } from '#shared/contracts/tasks'
import { aTrace } from '#test/support/makers'
import { givePlan, seeded } from '#test/support/plan-faults'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

/** Some of each kind; `RACES=1000` for as many as are wanted. */
const races = Number(process.env['RACES'] ?? 36)

let service: Service
let forger: Sql
beforeAll(async () => {
  service = await startService({ job: 'run-task', env: { RATE_LIMIT_C_ENTERPRISE: '1000000000' } })
  forger = openSql({ url: service.database.url, name: 'forger', poolSize: 6 })
  // Whoever owns the tables has their guards off.
  await forger.unsafe('alter table tasks disable trigger user; alter table task_steps disable trigger user')
})
afterAll(async () => {
  await forger.end()
  await service.stop()
})

const plan = (system: string): StepRequest[] => [
  { id: 'q', type: 'person.ask', payload: { question: 'Shall it?' } },
  { id: 's', type: 'stats.summarize', payload: {}, needs: ['q'] },
  {
    id: 'r',
    type: 'trace.record',
    needs: ['q', 's'],
    payload: { ...aTrace({ system_source: system }), recommendation: { $ref: 'steps.q.result#/answer' } },
  },
]

/** What is done to the rows of a plan, as SQL. */
const forgeries = [
  (id: string) =>
    `update task_steps set spec = replace(spec::text, 'good-', 'evil-')::json where task_id = '${id}' and id = 'r'`,
  (id: string) =>
    `update task_steps set input = replace(input::text, 'good-', 'evil-')::json where task_id = '${id}' and id = 'r'`,
  (id: string) => `update task_steps set result = '{"answer":"evil"}' where task_id = '${id}' and id = 'q'`,
  (id: string) =>
    `update task_steps set state = 'ready', lease = null, job_id = coalesce(job_id, gen_random_uuid()) where task_id = '${id}' and id in ('s', 'r')`,
  (id: string) => `update tasks set key_id = 'ak_evil', is_overridden = true, status = 'working' where id = '${id}'`,
  (id: string) =>
    `update task_steps set waiting = 0, state = 'ready', job_id = coalesce(job_id, gen_random_uuid()), needs = '{}' where task_id = '${id}' and id = 'r'`,
]

test('what a forger writes into plans at any moment is not done, and nothing is done twice', async () => {
  const { sql } = service.database
  const left = Array.from({ length: races }, (_, seed) => seed)
  const ids: string[] = []
  const lane = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const random = seeded(seed * 7919 + 3)
      const id = await givePlan(service, plan(`good-${seed}`))
      ids.push(id)
      const forge = forgeries[seed % forgeries.length] ?? (() => '')
      const answering = service.call(`POST /tasks/${id}/input`, { body: { answer: 'fine' } })
      await Bun.sleep(random() * 40 - 4)
      await forger.unsafe(forge(id))
      await answering
    }
  }
  await Promise.all([lane(), lane(), lane(), lane(), lane(), lane()])
  await until(
    async () =>
      (await sql`select 1 from pgboss.job where name = 'run-task' and state in ('created', 'retry', 'active') limit 1`)
        .length === 0,
    { what: 'the jobs to end', timeoutMs: 60_000 },
  )

  const traces = await sql<{ system_source: string; said: string | null }[]>`
    select system_source, recommendation as said from traces`
  const [failed] = await sql<{ n: number }[]>`
    select count(*)::int as n from tasks where error ->> 'code' = 'JOB_TAMPERED'`

  expect(traces.filter(({ system_source, said }) => system_source.startsWith('evil') || said === 'evil')).toEqual([])
  expect(new Set(traces.map(({ system_source }) => system_source)).size).toBe(traces.length)
  expect(failed?.n).toBeGreaterThan(0)
}, 300_000)
