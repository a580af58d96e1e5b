/** Nothing moves a plan any more, clocks are wrong, processes come and go: it ends all the same, by the database's clock. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { StepRequest } from '#shared/contracts/tasks'
import { type Elsewhere, holdNextCall, serveAgent } from '#test/support/elsewhere'
import { assertEvidence } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { untilPlansRest } from '#test/support/plan-evidence'
import { diamond, givePlan, seePlan, tracesStored, untilPlan } from '#test/support/plan-faults'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const anHour = 3_600_000
const clockOff = (byMs: number) => ({
  BUN_OPTIONS: `--preload=${join(import.meta.dir, '../support/skewed-clock.ts')}`,
  CLOCK_SKEW_MS: String(byMs),
})

let elsewhere: Elsewhere
let service: Service
let assessing: StepRequest[]
beforeAll(async () => {
  elsewhere = serveAgent()
  service = await startService({ workers: 0, env: { ...elsewhere.env, RATE_LIMIT_C_ENTERPRISE: '1000000000' } })
  // Its clock says that no deadline has come yet.
  await service.startWorker('run-task', clockOff(-anHour))
  const warden = await service.issueKey({ scopes: ['governance:write'] })
  await service.call('POST /v1/agents', { body: { name: 'echo', card_url: elsewhere.cardUrl }, key: warden.key })
  const stored = await service.call('POST /traces', { body: aTrace() })
  const { trace_id } = stored.body as { trace_id: string }
  // Nobody who assesses risks is there yet.
  assessing = [{ id: 'a', type: 'risk.assess', payload: { trace_id } }]
})
afterAll(async () => {
  await service.stop()
  elsewhere.stop()
})

const jobsOf = async (plan: string) =>
  (
    await service.database.sql<{ id: string; state: string | null }[]>`
      select s.job_id as id, j.state::text as state from task_steps s left join pgboss.job j on j.id = s.job_id
      where s.task_id = ${plan}`
  ).map((row) => ({ ...row }))
const inMs = (ms: number) => ({ more: { deadline: new Date(Date.now() + ms).toISOString() } })

describe('nobody moves a plan on', () => {
  const plans = { waiting: '', working: '', ahead: '', given_up: '', late: '', stuck: '', canceled: '' }
  const first: Record<string, string> = {}
  let lateEndedAt = 0

  beforeAll(async () => {
    const { sql } = service.database
    const ahead = await service.startApi(clockOff(anHour))
    const call = holdNextCall(elsewhere)
    plans.working = await givePlan(service, [{ id: 'a', type: 'echo', agent: 'echo', payload: {} }])
    await call.arrived
    plans.waiting = await givePlan(service, assessing)
    plans.ahead = await givePlan(service, assessing, { api: ahead })
    plans.given_up = await givePlan(service, assessing)
    plans.canceled = await givePlan(service, assessing)
    plans.stuck = await givePlan(service, assessing, inMs(1000))
    plans.late = await givePlan(service, assessing, inMs(1000))
    // Its own times are those of whoever ends it, whose clock is behind.
    const lateEnds = untilPlan(sql, plans.late, ({ status }) => status === 'failed').then(() => Date.now())
    for (const [what, id] of Object.entries(plans)) first[what] = (await jobsOf(id))[0]?.id ?? ''
    // The store refuses whatever is done to this one.
    await sql.unsafe(`alter table tasks add constraint refuses check (id <> '${plans.stuck}' or version = 1) not valid`)

    await sql`delete from pgboss.job where id in ${sql([first['working'], first['waiting'], first['ahead']])}`
    await sql`update pgboss.job set state = 'failed', completed_on = now() where id = ${first['given_up'] ?? ''}`
    await service.call(`POST /tasks/${plans.canceled}/cancel`)
    const isSentAnew = async (what: 'waiting' | 'working' | 'ahead') =>
      (await jobsOf(plans[what]))[0]?.id !== first[what]
    await until(
      async () => (await isSentAnew('waiting')) && (await isSentAnew('working')) && (await isSentAnew('ahead')),
      {
        what: 'the jobs to be sent anew',
        timeoutMs: 20_000,
      },
    )
    await untilPlan(sql, plans.working, ({ status }) => status === 'completed')
    call.release()
    lateEndedAt = await lateEnds
    await sql`alter table tasks drop constraint refuses`
    await service.startWorker('generate-tree')
    await untilPlansRest(sql)
  }, 60_000)

  test('the job of a waiting step is lost: another is sent, and done', async () => {
    expect(await seePlan(service.database.sql, plans.waiting)).toMatchObject({ status: 'completed', nodes: 6 })
  })

  test('the same, sent by a process whose clock is an hour ahead', async () => {
    expect(await seePlan(service.database.sql, plans.ahead)).toMatchObject({ status: 'completed', nodes: 6 })
  })

  test('the job of a step that is being done is lost: it is done again, the first result is dropped', async () => {
    expect(await seePlan(service.database.sql, plans.working)).toMatchObject({ status: 'completed', nodes: 8 })
    const outcomes = await service.database.sql`
      select job_id from job_outcomes where job_id in (${first['working'] ?? ''}, ${(await jobsOf(plans.working))[0]?.id ?? ''})`
    expect(outcomes.length).toBe(1)
    expect(new Set(elsewhere.messages).size).toBe(1)
  })

  test('the queue alone says that the job has failed: another is sent, and done', async () => {
    expect(await seePlan(service.database.sql, plans.given_up)).toMatchObject({ status: 'completed', nodes: 6 })
  })

  test('a deadline passes while nobody does what is next: the task fails within three seconds, its job is taken back', async () => {
    const [row] = await service.database.sql<{ deadline: Date }[]>`select deadline from tasks where id = ${plans.late}`
    const lateMs = lateEndedAt - (row?.deadline.getTime() ?? 0)

    expect(await seePlan(service.database.sql, plans.late)).toMatchObject({
      status: 'failed',
      code: 'DEADLINE_EXCEEDED',
    })
    expect(lateMs).toBeGreaterThanOrEqual(0)
    expect(lateMs).toBeLessThan(3000)
    expect(await jobsOf(plans.late)).toMatchObject([{ state: 'cancelled' }])
  })

  test('so does a task that one job does, whose job is taken back', async () => {
    // Nobody scans here.
    const deadline = new Date(Date.now() + 300).toISOString()
    const asked = { type: 'accessibility.scan', payload: { url: 'https://example.com/' }, deadline }
    const { body } = await service.call('POST /tasks', { body: asked })
    const { id } = body as { id: string }
    const seen = await until(
      async () => {
        const now = (await service.call(`GET /tasks/${id}`)).body as { status: string }
        return now.status === 'failed' && now
      },
      { what: 'the task to fail', timeoutMs: 3300 },
    )
    expect(seen).toMatchObject({ error: { code: 'DEADLINE_EXCEEDED' } })
    const [job] = await service.database.sql`
      select j.state::text as state, o.state as outcome from tasks t join pgboss.job j on j.id = t.job_id
      join job_outcomes o on o.job_id = t.job_id where t.id = ${id}`
    expect({ ...job }).toEqual({ state: 'cancelled', outcome: 'failed' })
  })

  test('one that cannot be moved keeps no other waiting, and is moved when it can be', async () => {
    expect(await seePlan(service.database.sql, plans.stuck)).toMatchObject({
      status: 'failed',
      code: 'DEADLINE_EXCEEDED',
    })
  })

  test('a task that is called off while its steps wait leaves nothing to be done', async () => {
    expect(await seePlan(service.database.sql, plans.canceled)).toMatchObject({ status: 'canceled', nodes: 3 })
    expect(await jobsOf(plans.canceled)).toMatchObject([{ state: 'cancelled' }])
  })

  test('after all of this all evidence is whole', () => assertEvidence(service.database.sql, { isLogged: false }))
})

test('two hundred plans wait while processes go from one to three, an hour behind, right and an hour ahead: none is lost, doubled or late', async () => {
  const { sql } = service.database
  for (const worker of service.workers) worker.kill('SIGKILL')
  await Promise.all(service.workers.map(({ exited }) => exited))
  const before = await tracesStored(sql)
  const plans: string[] = []
  while (plans.length < 200)
    plans.push(...(await Promise.all([1, 2, 3, 4, 5].map(() => givePlan(service, diamond(), inMs(120_000))))))

  await service.startWorker('run-task', clockOff(-anHour))
  await Promise.all([service.startWorker('run-task'), service.startWorker('run-task', clockOff(anHour))])
  await untilPlansRest(sql)

  const told = await sql<{ status: string; nodes: number; tasks: number }[]>`
    select status, version + 1 as nodes, count(*) as tasks from tasks where id = any(${plans}::uuid[]) group by 1, 2`
  expect(told.map((row) => ({ ...row }))).toEqual([{ status: 'completed', nodes: 12, tasks: 200 }])
  expect(await tracesStored(sql)).toBe(before + 200)
  const [clocks] = await sql<{ spread: number }[]>`
    select extract(epoch from max(at) - min(at))::float8 as spread from (
      select (body::json ->> 'timestamp')::timestamptz as at from edg_nodes where stream like 'task:%') n`
  expect(clocks?.spread).toBeGreaterThan(3000)
  await assertEvidence(sql, { isLogged: false })
}, 60_000)
