/** Steps that need nothing but what they are given: done with what ends before them, once, whoever dies, forges or takes a right away meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { StepRequest } from '#shared/contracts/tasks'
import { assertEvidence } from '#test/support/evidence'
import { revokeKey } from '#test/support/keys'
import { untilPlansRest } from '#test/support/plan-evidence'
import { givePlan, type Halt, openHalts, type Point, seePlan, untilPlan } from '#test/support/plan-faults'
import { type Service, startService } from '#test/support/service'

const evaluate = {
  type: 'governance.evaluate',
  payload: {
    action: 'task.submit',
    phase: 'pre',
    input: { task_type: 'stats.summarize', side_effects: 'read', agent_kind: 'builtin', override: false },
  },
}
const diamond = (): StepRequest[] => [
  { id: 'a', ...evaluate },
  { id: 'b', ...evaluate, needs: ['a'] },
  { id: 'c', ...evaluate, needs: ['a'] },
  { id: 'd', ...evaluate, needs: ['b', 'c'] },
]
const chain = (length: number): StepRequest[] =>
  Array.from({ length }, (_, at) => ({ id: `s${at}`, ...evaluate, ...(at > 0 ? { needs: [`s${at - 1}`] } : {}) }))

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0, env: { RATE_LIMIT_C_ENTERPRISE: '1000000000' } })
})
afterAll(() => service.stop())

const idle = async () => {
  for (const worker of service.workers.splice(0)) {
    worker.kill('SIGKILL')
    await worker.exited
  }
}
const stepsOf = (id: string) => service.database.sql`
  select id, state, attempt, job_id is not null as has_job, tier from task_steps where task_id = ${id} order by ord`
const jobsOf = async (id: string) =>
  (await service.database.sql`select 1 from pgboss.job where data -> 'task' ->> 'id' = ${id}`).length
const kindsOf = async (id: string) =>
  (
    await service.database.sql<{ said: string }[]>`
      select coalesce(body::json -> 'result' ->> 'step', 'task') || ' ' || (body::json -> 'result' ->> 'state') as said
      from edg_nodes where stream = ${`task:${id}`} order by pos`
  ).map(({ said }) => said)

const whole = {
  status: 'completed',
  nodes: 12,
  steps: { a: 'completed', b: 'completed', c: 'completed', d: 'completed' },
}

/** Where a worker is killed; `plan` is the id of the plan that comes to it. */
const points: Record<string, (plan: string) => Point> = {
  'when it has claimed the first step': (plan) => ({
    table: 'job_claims',
    when: 'after',
    of: 'insert',
    where: `exists (select from task_steps where job_id = new.job_id and task_id = '${plan}')`,
  }),
  'before the outcome of its job': (plan) => ({
    table: 'job_outcomes',
    when: 'before',
    of: 'insert',
    where: `exists (select from task_steps where job_id = new.job_id and task_id = '${plan}')`,
  }),
  'between that outcome and the move of the task': (plan) => ({
    table: 'tasks',
    when: 'before',
    of: 'update',
    where: `new.id = '${plan}'`,
  }),
  'between the move of the task and its last step': (plan) => ({
    table: 'task_steps',
    when: 'before',
    of: 'update',
    where: `new.task_id = '${plan}' and new.id = 'd'`,
  }),
  'while it commits all of them': (plan) => ({
    table: 'task_steps',
    when: 'commit',
    of: 'update',
    where: `new.task_id = '${plan}' and new.id = 'd' and new.state = 'completed'`,
  }),
}

describe('a worker is killed', () => {
  const plans = new Map<string, string>()

  beforeAll(async () => {
    const halts = openHalts(service.database.url)
    const held: Halt[] = []
    for (const [name, pointOf] of Object.entries(points)) {
      const id = await givePlan(service, diamond())
      plans.set(name, id)
      held.push(await halts.at(pointOf(id)))
    }
    for (let started = 0; started < held.length; started += 1) await service.startWorker('run-task', { SEATS: '1' })
    await Promise.all(held.map((halt) => halt.reached()))
    await idle()
    for (const halt of held) await halt.lift()
    await service.startWorker('run-task')
    await untilPlansRest(service.database.sql)
    await halts.close()
    await idle()
  }, 60_000)

  for (const name of Object.keys(points))
    test(`${name}: another does all of it, once, by one job`, async () => {
      const id = plans.get(name) ?? ''

      expect(await seePlan(service.database.sql, id)).toMatchObject(whole)
      expect(await jobsOf(id)).toBe(1)
      expect((await stepsOf(id)).map((step) => ({ ...step }))).toEqual([
        { id: 'a', state: 'completed', attempt: 1, has_job: true, tier: 'T0' },
        { id: 'b', state: 'completed', attempt: 1, has_job: false, tier: 'T0' },
        { id: 'c', state: 'completed', attempt: 1, has_job: false, tier: 'T0' },
        { id: 'd', state: 'completed', attempt: 1, has_job: false, tier: 'T0' },
      ])
    })

  test('each step has the nodes of its beginning and its end, in order', async () => {
    const [id = ''] = plans.values()

    expect(await kindsOf(id)).toEqual([
      'task submitted',
      'task submitted',
      'task working',
      ...['a', 'b', 'c', 'd'].flatMap((step) => [`${step} working`, `${step} completed`]),
      'task completed',
    ])
  })

  test('all evidence is whole', async () => {
    await assertEvidence(service.database.sql, { isLogged: false })
  })
})

describe('a plan', () => {
  beforeAll(async () => void (await service.startWorker('run-task')))
  afterAll(idle)

  test('of very many such steps is done some at a time, by jobs of its own in between', async () => {
    const id = await givePlan(service, chain(40))
    await untilPlan(service.database.sql, id, ({ status }) => status === 'completed')

    // Sixteen beside each job's own.
    expect(await jobsOf(id)).toBe(3)
    expect(await kindsOf(id)).toHaveLength(2 + 1 + 80 + 1)
  })

  test('whose key has ended before its turn is refused, and its steps are not begun', async () => {
    const { sql } = service.database
    await idle()
    const { key, id: keyId } = await service.issueKey({})
    const id = await givePlan(service, diamond(), { key })
    await revokeKey(sql, service.signer, keyId)
    await service.startWorker('run-task')
    const ended = await untilPlan(sql, id, ({ status }) => status === 'failed')

    expect(await kindsOf(id)).not.toContain('a working')
    expect(ended.steps).toMatchObject({ a: 'failed', b: 'canceled', c: 'canceled', d: 'canceled' })
  })

  test('whose time is over before its turn ends as late', async () => {
    const { sql } = service.database
    await idle()
    const deadline = new Date(Date.now() + 1500).toISOString()
    const id = await givePlan(service, diamond(), { more: { deadline } })
    await Bun.sleep(1600)
    await service.startWorker('run-task')
    const ended = await untilPlan(sql, id, ({ status }) => status === 'failed')

    expect(ended).toMatchObject({ code: 'DEADLINE_EXCEEDED', steps: { a: 'canceled', d: 'canceled' } })
  })

  test('goes on behind steps of other kinds, and before them', async () => {
    const { sql } = service.database
    const id = await givePlan(service, [
      { id: 'a', type: 'stats.summarize' },
      { id: 'b', ...evaluate, needs: ['a'] },
      { id: 'c', type: 'stats.summarize', needs: ['b'] },
      { id: 'd', ...evaluate, needs: ['c'], when: { $ref: 'steps.b.result#/decision', eq: 'allow' } },
    ])
    await untilPlan(sql, id, ({ status }) => status === 'completed')

    expect(await jobsOf(id)).toBe(2)
    await assertEvidence(sql, { isLogged: false })
  })

  test('whose step was rewritten before its turn ends as tampered, and nothing more of it is done', async () => {
    const { sql } = service.database
    await idle()
    const id = await givePlan(service, diamond())
    await sql`update task_steps set spec = replace(spec::text, 'read', 'none')::json where task_id = ${id} and id = 'd'`
    await service.startWorker('run-task')
    const ended = await untilPlan(sql, id, ({ status }) => status === 'failed')

    expect(ended).toMatchObject({ code: 'JOB_TAMPERED' })
    expect(Object.values(ended.steps)).not.toContain('completed')
  })
})
