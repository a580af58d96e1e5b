/** Plans are moved by several at once, and by a store that fails now and then: one of them wins, nothing is half done. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSql, type Sql, writerOf } from '#db/client'
import type { StepRequest, TaskDetail } from '#shared/contracts/tasks'
import { advanceOne, type PlanTools } from '#shared/plans/advance'
import { assertEvidence } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { untilPlansRest } from '#test/support/plan-evidence'
import { diamond, givePlan, openPlanTools, seeded, seePlan, tracesStored, untilPlan } from '#test/support/plan-faults'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let tools: PlanTools & { close: () => Promise<void> }
beforeAll(async () => {
  service = await startService({ job: 'run-task', env: { RATE_LIMIT_C_ENTERPRISE: '1000000000' } })
  tools = await openPlanTools(service)
})
afterAll(async () => {
  await tools.close()
  await service.stop()
})

const recording: StepRequest = { id: 'r', type: 'trace.record', payload: { ...aTrace() } }
const asking: StepRequest = { id: 'q', type: 'person.ask', payload: { question: 'Shall it?' } }
const cancel = (id: string) => service.call(`POST /tasks/${id}/cancel`)
const answer = (id: string, says: string) => service.call(`POST /tasks/${id}/input`, { body: { answer: says } })
const expire = (id: string) => advanceOne(writerOf(service.database.sql), tools, id, { of: 'expire' })

/** Runs `race` for many seeds, some at once. */
async function often(times: number, race: (random: () => number, seed: number) => Promise<void>): Promise<void> {
  const left = Array.from({ length: times }, (_, seed) => seed)
  const lane = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) await race(seeded(seed * 7919 + 1), seed)
  }
  await Promise.all([lane(), lane(), lane(), lane(), lane(), lane()])
}
const after = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
  await Bun.sleep(ms)
  return act()
}
const statusOf = ({ body }: Answer) => (body as TaskDetail).status

/** All is told, and each trace that a step was to store is there once. */
async function assertWhole(): Promise<void> {
  const { sql } = service.database
  await untilPlansRest(sql)
  const [done] = await sql<{ recorded: number }[]>`
    select count(*) as recorded from task_steps where type = 'trace.record' and state = 'completed'`
  expect(await tracesStored(sql)).toBe(done?.recorded ?? -1)
  await assertEvidence(sql, { isLogged: false })
}

test('a question is answered while its task is called off: one of the two has been, and both are told so', async () => {
  const told = { answered: 0, canceled: 0 }

  await often(120, async (random) => {
    const id = await givePlan(service, [asking, { ...recording, needs: ['q'] }])
    const [answered, canceled] = await Promise.all([
      after(random() * 8, () => answer(id, 'yes')),
      after(random() * 8, () => cancel(id)),
    ])
    const { status, steps } = await seePlan(service.database.sql, id)
    if (steps['q'] === 'completed') told.answered += 1
    if (status === 'canceled') told.canceled += 1
    expect(answered.status).toBe(steps['q'] === 'completed' ? 200 : 409)
    if (canceled.status === 200) expect(statusOf(canceled)).toBe('canceled')
    else expect(canceled.status).toBe(409)
    expect(status === 'canceled').toBe(canceled.status === 200)
  })

  expect(Math.min(...Object.values(told))).toBeGreaterThan(5)
  await assertWhole()
}, 60_000)

test('two people answer the same question: one of them has', async () => {
  await often(60, async (random) => {
    const id = await givePlan(service, [asking])
    const answers = await Promise.all([
      after(random() * 4, () => answer(id, 'yes')),
      after(random() * 4, () => answer(id, 'no')),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [row] = await service.database.sql<{ answer: string }[]>`
      select result ->> 'answer' as answer from task_steps where task_id = ${id}`
    expect(row?.answer).toBe(answers[0]?.status === 200 ? 'yes' : 'no')
  })
  await assertWhole()
}, 60_000)

test('a task ends, is called off and runs out of time at once: it ends in one way, what comes later is dropped', async () => {
  const { sql } = service.database
  const steps = [recording, { ...recording, id: 's', needs: ['r'] }]
  const ends = new Map<string, number>()
  let usualMs = 0
  await often(12, async () => {
    const [id, at] = [await givePlan(service, steps), performance.now()]
    await untilPlan(sql, id, ({ status }) => status === 'completed')
    usualMs += (performance.now() - at) / 12
  })
  const anyMoment = (random: () => number) => random() * 2.5 * usualMs

  await often(200, async (random, seed) => {
    const isDue = seed % 4 === 0
    const deadline = new Date(Date.now() + anyMoment(random)).toISOString()
    const id = await givePlan(service, steps, isDue ? { more: { deadline } } : {})
    const [canceled] = await Promise.all([
      after(anyMoment(random), () => cancel(id)),
      isDue ? undefined : after(anyMoment(random), () => expire(id)),
    ])
    const { status, code } = await seePlan(sql, id)
    expect(canceled.status).toBe(status === 'canceled' ? 200 : 409)
    const end = code ?? status
    ends.set(end, (ends.get(end) ?? 0) + 1)
  })

  expect([...ends.keys()].toSorted()).toEqual(['DEADLINE_EXCEEDED', 'canceled', 'completed'])
  expect(Math.min(...ends.values())).toBeGreaterThan(5)
  await assertWhole()
}, 60_000)

/** Its locks and those of a worker at work may wait for one another; whoever is chosen to give way then does it again. */
const defining =
  (sql: Sql) =>
  (statements: string): Promise<unknown> =>
    sql.unsafe(statements).catch((error: { code?: string }) => {
      if (error.code !== '40P01') throw error
      return defining(sql)(statements)
    })

const keyed = (n: number) => ({ headers: { 'idempotency-key': `plan-${n}` } })

test('the store is blocked, with one connection each for API and worker: callers hear so, what they ask again is there once', async () => {
  const { sql } = service.database
  for (const worker of service.workers.splice(0)) worker.kill('SIGKILL')
  const api = await service.startApi({ API_POOL_SIZE: '1', STORE_DEADLINE_MS: '400' })
  await service.startWorker('run-task', { WORKER_POOL_SIZE: '1' })
  const [counted] = await sql<{ tasks: number }[]>`select count(*) as tasks from tasks`
  const blocker = openSql({ url: service.database.url, name: 'blocker', poolSize: 1 })
  const told: Answer[] = []
  let isOver = false

  const blocking = (async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await blocker.begin(async (tx) => {
        await tx`lock table tasks in access exclusive mode`
        await Bun.sleep(900)
      })
      await Bun.sleep(300)
    }
    isOver = true
  })()
  await often(60, async (_, n) => {
    const give = () => service.call('POST /tasks', { body: { steps: diamond() }, api, ...keyed(n) })
    await until(
      async () => {
        told.push(await give())
        return told.at(-1)?.status === 201 && (isOver || n < 50)
      },
      { what: () => `a plan to be taken in: ${told.at(-1)?.text}`, timeoutMs: 20_000, everyMs: 50 },
    )
  })
  await blocking
  await blocker.end()

  const statuses = new Set(told.map(({ status }) => status))
  expect([...statuses].toSorted()).toEqual([201, 503])
  for (const { status, body, headers } of told) {
    if (status !== 503) continue
    expect(body).toMatchObject({ error: { code: 'STORE_UNAVAILABLE' } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await assertWhole()
  const [now] = await sql<{ tasks: number }[]>`select count(*) as tasks from tasks`
  expect(now?.tasks).toBe((counted?.tasks ?? 0) + 60)
}, 60_000)

test('statements are canceled, deadlock, cannot be serialised and find the disk full: every plan ends all the same', async () => {
  const { sql } = service.database
  await defining(sql)(`
    create function fail_at_times() returns trigger language plpgsql as $$
    begin
      if random() < 0.1 then
        raise exception 'for a test' using errcode = (array['40P01', '40001', '53100', '57014'])[1 + floor(random() * 4)::int];
      end if;
      return new;
    end $$;
    create trigger fails before insert or update on tasks for each row execute function fail_at_times();
    create trigger fails before insert on job_outcomes for each row execute function fail_at_times();
    create trigger fails before insert or update on pgboss.job for each row execute function fail_at_times()`)
  const told = new Map<number, number>()
  const plans: string[] = []

  await often(60, async (_, n) => {
    await until(
      async () => {
        const answer = await service.call('POST /tasks', { body: { steps: diamond() }, ...keyed(1000 + n) })
        told.set(answer.status, (told.get(answer.status) ?? 0) + 1)
        if (answer.status === 201) plans.push((answer.body as TaskDetail).id)
        return answer.status === 201
      },
      { what: 'a plan to be taken in', everyMs: 5 },
    )
    await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'assay-worker:%' and state = 'active'`
  })
  await defining(sql)('drop function fail_at_times() cascade')

  expect([...told.keys()].toSorted()).toEqual([201, 503])
  await assertWhole()
  const ended = await sql<{ status: string; tasks: number }[]>`
    select status, count(*) as tasks from tasks where id = any(${plans}::uuid[]) group by 1`
  expect(ended.map((row) => ({ ...row }))).toEqual([{ status: 'completed', tasks: 60 }])
}, 60_000)
