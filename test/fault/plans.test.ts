/** Workers die at every point of a plan, are stopped and wake too late, get jobs twice: each step is done once, no plan is lost. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { deleteClaims } from '#db/queries/jobs'
import type { StepRequest } from '#shared/contracts/tasks'
import { type Elsewhere, holdNextCall, serveAgent } from '#test/support/elsewhere'
import { assertEvidence } from '#test/support/evidence'
import { untilPlansRest } from '#test/support/plan-evidence'
import {
  diamond,
  givePlan,
  type Halt,
  openHalts,
  type Point,
  seeded,
  seePlan,
  tracesStored,
  untilPlan,
} from '#test/support/plan-faults'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let elsewhere: Elsewhere
let service: Service
beforeAll(async () => {
  elsewhere = serveAgent()
  service = await startService({ workers: 0, env: { ...elsewhere.env, RATE_LIMIT_C_ENTERPRISE: '1000000000' } })
  const warden = await service.issueKey({ scopes: ['governance:write'] })
  const body = { name: 'echo', card_url: elsewhere.cardUrl }
  const answer = await service.call('POST /v1/agents', { body, key: warden.key })
  if (answer.status !== 201) throw new Error(answer.text)
})
afterAll(async () => {
  await service.stop()
  elsewhere.stop()
})

const one = () => service.startWorker('run-task', { SEATS: '1' })
/** Kills all workers. */
const idle = async () => {
  for (const worker of service.workers.splice(0)) {
    worker.kill('SIGKILL')
    await worker.exited
  }
}

/** Where a worker is killed; `plan` is the id of the one plan that comes to it. */
const points: Record<string, (plan: string) => Point> = {
  'when it has claimed a step, before that is there': (plan) => ({
    table: 'job_claims',
    when: 'after',
    of: 'insert',
    where: `exists (select from task_steps where job_id = new.job_id and task_id = '${plan}')`,
  }),
  'when it begins a step, before that is written': (plan) => ({
    table: 'task_steps',
    when: 'before',
    of: 'update',
    where: `new.task_id = '${plan}' and new.state = 'working'`,
  }),
  'while it commits that a step has begun': (plan) => ({
    table: 'task_steps',
    when: 'commit',
    of: 'update',
    where: `new.task_id = '${plan}' and new.state = 'working'`,
  }),
  'when a step is done, before its outcome': (plan) => ({
    table: 'job_outcomes',
    when: 'before',
    of: 'insert',
    where: `exists (select from task_steps where job_id = new.job_id and task_id = '${plan}')`,
  }),
  'between the outcome of a step and its result': (plan) => ({
    table: 'job_results',
    when: 'before',
    of: 'insert',
    where: `exists (select from task_steps where job_id = new.job_id and task_id = '${plan}')`,
  }),
  'between the result of a step and the move of its task': (plan) => ({
    table: 'tasks',
    when: 'before',
    of: 'update',
    where: `new.id = '${plan}' and new.version = 4`,
  }),
  'between the end of a step and the jobs of the next': (plan) => ({
    table: 'pgboss.job',
    when: 'before',
    of: 'insert',
    where: `new.data -> 'task' ->> 'id' = '${plan}'`,
  }),
  'while it commits that a step is done': (plan) => ({
    table: 'task_steps',
    when: 'commit',
    of: 'update',
    where: `new.task_id = '${plan}' and new.state = 'completed'`,
  }),
  'when the last step is done, before its task is': (plan) => ({
    table: 'tasks',
    when: 'before',
    of: 'update',
    where: `new.id = '${plan}' and new.status = 'completed'`,
  }),
}

describe('a worker is killed', () => {
  const plans = new Map<string, string>()
  let calling: string

  beforeAll(async () => {
    const halts = openHalts(service.database.url)
    elsewhere.does = 'hang'
    const steps: StepRequest[] = [{ id: 'a', type: 'echo', agent: 'echo', payload: { n: 1 } }]
    calling = await givePlan(service, steps)
    const held: Halt[] = []
    for (const [name, pointOf] of Object.entries(points)) {
      // Of an organisation each: whose worker is held holds the row that sums its traces up.
      const { key } = await service.issueKey({ org: `org_${plans.size}` })
      const id = await givePlan(service, diamond(), { key })
      plans.set(name, id)
      held.push(await halts.at(pointOf(id)))
    }
    // A worker of one seat each: who is held holds up nobody else's.
    for (let started = 0; started <= held.length; started += 2) await Promise.all([one(), one()])
    await Promise.all(held.map((halt) => halt.reached()))
    await until(() => elsewhere.messages.length > 0, { what: 'the agent elsewhere to be asked' })

    await idle()
    elsewhere.does = 'echo'
    for (const halt of held) await halt.lift()
    await service.startWorker('run-task')
    await untilPlansRest(service.database.sql)
    await halts.close()
  }, 60_000)

  for (const name of Object.keys(points))
    test(`${name}: another goes on, nothing is done twice`, async () => {
      const plan = await seePlan(service.database.sql, plans.get(name) ?? '')

      expect(plan).toMatchObject({
        status: 'completed',
        steps: { a: 'completed', b: 'completed', c: 'completed', d: 'completed' },
      })
    })

  test('while an agent elsewhere does what it was asked: it is asked again, by the same message', async () => {
    expect(await seePlan(service.database.sql, calling)).toMatchObject({ status: 'completed', nodes: 8 })
    expect(elsewhere.messages.length).toBe(2)
    expect(new Set(elsewhere.messages).size).toBe(1)
  })

  test('at all of these points: all evidence is whole, each trace is stored once', async () => {
    await assertEvidence(service.database.sql, { isLogged: false })
    expect(await tracesStored(service.database.sql)).toBe(plans.size)
  })
})

describe('a job is delivered again', () => {
  test('whoever lets go of an earlier delivery leaves the claim on a later one', async () => {
    const { sql } = service.database
    const id = crypto.randomUUID()
    await sql`insert into job_claims (job_id, job, worker_id, attempt) values (${id}, 'none', ${id}, 1)`
    const isClaimed = async () => (await sql`select 1 from job_claims where job_id = ${id}`).length === 1

    await deleteClaims(sql, [{ id, retryCount: 0 }])
    expect(await isClaimed()).toBe(true)

    await deleteClaims(sql, [{ id, retryCount: 1 }])
    expect(await isClaimed()).toBe(false)
  })

  const calling = (n: number): StepRequest[] => [{ id: 'a', type: 'echo', agent: 'echo', payload: { n } }]

  test('while its first worker is stopped: what that one comes to when it wakes is dropped whole', async () => {
    const { sql } = service.database
    await idle()
    const sleeper = await one()
    const early = holdNextCall(elsewhere)
    const id = await givePlan(service, calling(2))
    await early.arrived

    sleeper.kill('SIGSTOP')
    // Its connections stay, so nobody takes it for dead: as the queue does with a job whose time is over.
    await sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`
    const late = holdNextCall(elsewhere)
    await one()
    await late.arrived
    const step = () => sql`select * from task_steps where task_id = ${id}`
    const before = [await seePlan(sql, id), ...(await step())]
    sleeper.kill('SIGCONT')
    early.release()
    // Its only seat is free again once it has come with what it was not to do any more.
    const next = await givePlan(service, calling(3))
    await untilPlan(sql, next, ({ status }) => status === 'completed')

    expect([await seePlan(sql, id), ...(await step())]).toEqual(before)
    expect(before[1]).toMatchObject({ state: 'working', lease: 1, attempt: 2 })
    late.release()
    const ended = await untilPlan(sql, id, ({ status }) => status === 'completed')
    expect(ended.nodes).toBe(8)
    const outcomes =
      await sql`select o.attempt from job_outcomes o join task_steps using (job_id) where task_id = ${id}`
    expect(outcomes.map(({ attempt }) => attempt)).toEqual([1])
    expect(new Set(elsewhere.messages.slice(-3)).size).toBe(2)
    await assertEvidence(sql, { isLogged: false })
  })

  test('when its worker is frozen beyond the time of an attempt, by the database’s clock', async () => {
    const { sql } = service.database
    await idle()
    const frozen = await one()
    const early = holdNextCall(elsewhere)
    const id = await givePlan(
      service,
      calling(4).map((step) => ({ ...step, timeout_s: 1 })),
    )
    await early.arrived
    frozen.kill('SIGSTOP')
    await one()
    // Its connections and its claim stay; nothing is forced here.
    const ended = await untilPlan(sql, id, ({ status }) => status === 'completed')
    expect(ended).toMatchObject({ status: 'completed' })
    early.release()
    frozen.kill('SIGCONT')
    await idle()
    const [step] = await sql`select attempt from task_steps where task_id = ${id}`
    expect({ ...step }).toEqual({ attempt: 2 })
    await assertEvidence(sql, { isLogged: false })
  })

  test('to several workers at once, earlier ones after later ones: each step is done once, its effect is there once', async () => {
    const { sql } = service.database
    await idle()
    const random = seeded(7)
    const before = await tracesStored(sql)
    const plans: string[] = []
    const give = async () =>
      plans.push(await givePlan(service, diamond({ type: 'echo', agent: 'echo', payload: { given: plans.length } })))
    while (plans.length < 30) await give()
    const asked = elsewhere.messages.length
    const starting = Promise.all([1, 2, 3].map(() => service.startWorker('run-task', { SEATS: '4' })))

    // Active jobs go back as they are, as their next delivery, or as an earlier one.
    const forced = { again: 0, next: 0, earlier: 0 }
    const isAskedTwice = () => new Set(elsewhere.messages.slice(asked)).size < elsewhere.messages.length - asked
    const enough = () => Object.values(forced).every((times) => times >= 15) && isAskedTwice()
    for (const giveUpAt = Date.now() + 30_000; !enough() && Date.now() < giveUpAt; await Bun.sleep(40)) {
      const how = (['again', 'next', 'earlier'] as const)[Math.floor(random() * 3)] ?? 'again'
      // What a worker is just ending is left alone: waiting for it, this would now and then deadlock with it.
      const rows = await sql`
        with disturbed as materialized (
          select id from pgboss.job where state = 'active' and right(id::text, 2) > ${(random() * 10).toFixed(0)}
            and (${how !== 'earlier'} or retry_count > 0) for update skip locked)
        update pgboss.job j set state = 'created', start_after = now(),
          started_on = ${how === 'next' ? sql`started_on` : sql`null`},
          retry_count = retry_count - ${how === 'earlier' ? 1 : 0}
        from disturbed d where j.id = d.id returning 1`
      forced[how] += rows.length
      // Something is to be going on for as long as it is disturbed.
      if (rows.length === 0 && plans.length < 200) await give()
    }
    await starting
    await untilPlansRest(sql)

    for (const id of plans) expect(await seePlan(sql, id)).toMatchObject({ status: 'completed' })
    expect(enough()).toBe(true)
    // One message per step, however often it was sent.
    expect(new Set(elsewhere.messages.slice(asked)).size).toBe(plans.length)
    expect(await tracesStored(sql)).toBe(before + plans.length)
    await assertEvidence(sql, { isLogged: false, except: ['steps that were begun more often than promised'] })
  }, 90_000)
})
