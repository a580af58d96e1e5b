/** What becomes of tasks when workers die, results are held, and two want to end one task: each ends once, by one node. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Task } from '#shared/contracts/agents'
import { type Elsewhere, serveAgent } from '#test/support/elsewhere'
import { aTrace } from '#test/support/makers'
import { openHalts } from '#test/support/plan-faults'
import { type Service, startService } from '#test/support/service'
import { giveTask, seeTask, untilEnded, untilStatus } from '#test/support/tasks'
import { until } from '#test/support/until'

let elsewhere: Elsewhere
let service: Service
let reviewer: string
let worker: Service['workers'][number]
beforeAll(async () => {
  elsewhere = serveAgent()
  service = await startService({ workers: 0, env: elsewhere.env })
  worker = await service.startWorker('run-task', elsewhere.env)
  await service.startWorker('generate-tree')
  reviewer = (await service.issueKey({ scopes: ['governance:write', 'governance:override'] })).key
  await service.call('POST /v1/agents', { body: { name: 'echo', card_url: elsewhere.cardUrl }, key: reviewer })
})
afterAll(async () => {
  await service.stop()
  elsewhere.stop()
})

const statesOf = (task: Task) => task.nodes.map(({ state }) => state)

async function killed(process: Service['workers'][number]): Promise<void> {
  process.kill('SIGKILL')
  await process.exited
}

/** Every row of state is its newest node, and its version that node's place. */
async function expectRowsAreHeads(): Promise<void> {
  const astray = await service.database.sql`
    select t.id from tasks t join edg_nodes n on n.id = t.head
    where n.stream <> 'task:' || t.id::text or n.pos <> t.version or n.body::json -> 'result' ->> 'state' <> t.status
      or exists (select 1 from edg_nodes later where later.stream = n.stream and later.pos > n.pos)`
  expect(astray).toHaveLength(0)
}

describe('a worker that is killed in the middle', () => {
  test('leaves a task that still ends once, with one completed node', async () => {
    let isHeld = true
    elsewhere.instead = async (request) => {
      if (request.method !== 'POST') return undefined
      await until(() => !isHeld, { what: 'the agent to be let go' })
      return undefined
    }
    const given = await giveTask(service, 'echo', { type: 'echo', payload: { n: 1 } })
    await untilStatus(service, given, ['working'])
    await killed(worker)
    isHeld = false
    elsewhere.instead = undefined

    worker = await service.startWorker('run-task', elsewhere.env)

    const task = await untilEnded(service, given)
    expect(task.status).toBe('completed')
    expect(statesOf(task)).toEqual(['submitted', 'working', 'completed'])
    await expectRowsAreHeads()
  }, 60_000)

  test('again and again: every task of many ends once, whenever its worker dies', async () => {
    await killed(worker)
    const given = await Promise.all(
      Array.from({ length: 300 }, () => giveTask(service, 'risk-assessor', { type: 'stats.summarize' })),
    )
    const ended = async () => {
      const [row] = await service.database.sql<{ n: number }[]>`
        select count(*)::int as n from tasks where id = any(${given.map(({ task_id }) => task_id)}::uuid[]) and completed_at is not null`
      return row?.n ?? 0
    }
    for (let kills = 0; kills < 3; kills++) {
      const done = await ended()
      const doomed = await service.startWorker('run-task', { ...elsewhere.env, SEATS: '2' })
      await until(async () => (await ended()) > done, { what: 'the worker to be in the middle of it', everyMs: 1 })
      await killed(doomed)
    }
    expect(await ended()).toBeLessThan(given.length)
    worker = await service.startWorker('run-task', elsewhere.env)

    for (const each of given) {
      const task = await untilEnded(service, each, 40_000)
      expect(statesOf(task)).toEqual(['submitted', 'working', 'completed'])
    }
    const twice = await service.database.sql`
      select stream from edg_nodes where kind = 'task.state' and body::json -> 'result' ->> 'state' = 'completed'
      group by stream having count(*) > 1`
    expect(twice).toHaveLength(0)
    await expectRowsAreHeads()
  }, 60_000)
})

describe('calling a task off', () => {
  test('while it is being done, or racing its end, leads to one end', async () => {
    const given = await Promise.all(
      Array.from({ length: 40 }, () => giveTask(service, 'risk-assessor', { type: 'stats.summarize' })),
    )

    const answers = await Promise.all(given.map(({ links }) => service.call(`POST ${links.cancel}`)))

    for (const [at, each] of given.entries()) {
      const task = await untilEnded(service, each)
      expect(['completed', 'canceled']).toContain(task.status)
      expect(answers[at]?.status).toBe(task.status === 'canceled' ? 200 : 409)
      expect(statesOf(task).filter((state) => state === 'completed' || state === 'canceled')).toHaveLength(1)
    }
    await expectRowsAreHeads()
  })

  test('by its job takes the task along', async () => {
    elsewhere.does = 'hang'
    const given = await giveTask(service, 'echo', { type: 'echo' })
    await untilStatus(service, given, ['working'])

    expect((await service.call(`POST ${given.links.job}/cancel`)).status).toBe(200)

    expect((await untilEnded(service, given)).status).toBe('canceled')
    elsewhere.does = 'echo'
  })
})

describe('a result that a person must look at', () => {
  async function held(): Promise<Awaited<ReturnType<typeof giveTask>>> {
    const { body } = await service.call('POST /traces', { body: aTrace({ risk_score: 90, risk_level: 'HIGH' }) })
    const payload = { trace_id: (body as { trace_id: string }).trace_id }
    const given = await giveTask(service, 'risk-assessor', { type: 'risk.assess', payload })
    await untilStatus(service, given, ['input-required'])
    return given
  }
  const approve = (given: { links: { self: string } }, decision: string, key = reviewer) =>
    service.call(`POST ${given.links.self}/approve`, { body: { decision, reason: 'looked at' }, key })
  const violations = (id: string) => service.database.sql`select status, article from violations where task_id = ${id}`

  test('is held back, with a violation, until another key releases it', async () => {
    const given = await held()
    expect(await seeTask(service, given)).toMatchObject({
      status: 'input-required',
      result: null,
      result_digest: null,
      governance_tier: 'T3',
    })
    expect([...(await violations(given.task_id))]).toEqual([{ status: 'open', article: 'A-04' }])

    expect((await service.call(`GET ${given.links.job}/result`)).status).toBe(409)

    const answer = await approve(given, 'release')
    expect((await service.call(`GET ${given.links.job}/result`)).status).toBe(200)

    expect(answer).toMatchObject({ status: 200, body: { status: 'completed', result: { risk_level: 'HIGH' } } })
    expect(statesOf(answer.body as Task)).toEqual(['submitted', 'working', 'input-required', 'working', 'completed'])
    expect([...(await violations(given.task_id))]).toEqual([{ status: 'resolved', article: 'A-04' }])
    expect((await approve(given, 'release')).status).toBe(409)
    await expectRowsAreHeads()
  })

  test('is decided on once: who decides the other way at the same moment is told that it was', async () => {
    const given = await held()
    const other = (await service.issueKey({ scopes: ['governance:write'] })).key
    const halts = openHalts(service.database.url)
    const releasing = await halts.at({
      table: 'tasks',
      when: 'before',
      of: 'update',
      where: `new.id = '${given.task_id}' and new.status = 'working'`,
    })
    const released = approve(given, 'release')
    await releasing.reached()

    const rejected = approve(given, 'reject', other)
    await until(
      async () =>
        (
          await service.database.sql`
            select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length === 2,
      { what: 'the other to wait for the task', everyMs: 5 },
    )
    await releasing.lift()

    expect(await released).toMatchObject({ status: 200, body: { status: 'completed' } })
    expect(await rejected).toMatchObject({ status: 409, body: { error: { details: { status: 'completed' } } } })
    expect([...(await violations(given.task_id))]).toEqual([{ status: 'resolved', article: 'A-04' }])
    await halts.close()
    await expectRowsAreHeads()
  })

  test('is never told when it is rejected', async () => {
    const given = await held()

    expect(await approve(given, 'reject')).toMatchObject({ status: 200, body: { status: 'rejected', result: null } })
  })

  test('is not released by the key that asked for it, nor by one without the scope', async () => {
    const given = await held()
    const own = await giveTask(service, 'risk-assessor', { type: 'stats.summarize' })

    expect((await approve(given, 'release', service.key)).status).toBe(403)
    expect((await approve(own, 'release')).status).toBe(409)
    const { body } = await service.call('POST /traces', {
      body: aTrace({ risk_score: 90, risk_level: 'HIGH' }),
      key: reviewer,
    })
    const payload = { trace_id: (body as { trace_id: string }).trace_id }
    const mine = await giveTask(service, 'risk-assessor', { type: 'risk.assess', payload, key: reviewer })
    await untilStatus(service, mine, ['input-required'])
    expect(await approve(mine, 'release')).toMatchObject({
      status: 403,
      body: { error: { code: 'GOVERNANCE_DENIED', details: { articles: ['A-15'], node: expect.any(String) } } },
    })
  })

  test('is released by nobody of whom another key has asked for it, whichever of their keys that is', async () => {
    const [{ key: asks }, { key: owns }] = await Promise.all([
      service.issueKey({ actor: 'person_one' }),
      service.issueKey({ actor: 'person_one', scopes: ['governance:write'] }),
    ])
    const { key: other } = await service.issueKey({ actor: 'person_two', scopes: ['governance:write'] })
    const { body } = await service.call('POST /traces', {
      body: aTrace({ risk_score: 90, risk_level: 'HIGH' }),
      key: asks,
    })
    const payload = { trace_id: (body as { trace_id: string }).trace_id }
    const given = await giveTask(service, 'risk-assessor', { type: 'risk.assess', payload, key: asks })
    await untilStatus(service, given, ['input-required'])

    const answers = [await approve(given, 'release', owns), await approve(given, 'release', other)]

    expect(answers.map(({ status }) => status)).toEqual([403, 200])
    expect(answers[0]?.body).toMatchObject({ error: { code: 'GOVERNANCE_DENIED', details: { articles: ['A-15'] } } })
  })

  test('is released at once when whoever may has said why, and the node says who', async () => {
    const { body } = await service.call('POST /traces', { body: aTrace({ risk_score: 90, risk_level: 'HIGH' }) })
    const payload = { trace_id: (body as { trace_id: string }).trace_id }

    const given = await giveTask(service, 'risk-assessor', {
      type: 'risk.assess',
      payload,
      key: reviewer,
      more: { override: { reason: 'a drill' } },
    })

    expect(await untilEnded(service, given)).toMatchObject({ status: 'completed', result: { risk_level: 'HIGH' } })
    const [node] = await service.database.sql<{ body: string }[]>`
      select body from edg_nodes where id = decode(${given.edg_node}, 'hex')`
    expect(JSON.parse(node?.body ?? '')).toMatchObject({
      result: { override: 'a drill' },
      governance: { tier: 'T1', articles: ['A-12'] },
    })
  })
})

test('all that tasks and agents elsewhere leave as evidence verifies, payloads and rows of state too', async () => {
  const answer = await service.call('POST /v1/edg/verify', {
    body: { hash: (await untilEnded(service, await giveTask(service, 'echo', { type: 'echo' }))).head, mode: 'full' },
  })

  const { checks, verdict, first_failure } = answer.body as {
    checks: { id: string; status: string }[]
    verdict: string
    first_failure: unknown
  }
  expect({ verdict, first_failure }).toEqual({ verdict: 'valid_pending_inclusion', first_failure: null })
  const statusOf = Object.fromEntries(checks.map(({ id, status }) => [id, status]))
  expect(statusOf).toMatchObject({
    V3: 'pass',
    V5: 'pass',
    V6: 'pass',
    V7: 'pass',
    V8: 'pass',
    V12: 'pass',
    V13: 'pass',
  })
})

test('the database lets no task move otherwise than the table of states says', async () => {
  const { mayMove } = await import('#shared/contracts/task-states')
  const { taskStatuses } = await import('#db/documents/states')
  const { sql } = service.database
  const [any] = await sql<
    { id: string; head: Uint8Array }[]
  >`select id, head from tasks where status = 'completed' limit 1`
  for (const from of taskStatuses) {
    for (const to of taskStatuses) {
      const outcome = await sql
        .begin(async (tx) => {
          await tx`alter table tasks disable trigger tasks_move`
          await tx`update tasks set status = ${from} where id = ${any?.id ?? ''}`
          await tx`alter table tasks enable trigger tasks_move`
          await tx`update tasks set status = ${to}, version = version + 1 where id = ${any?.id ?? ''}`
          throw new Error('made')
        })
        .catch((error: Error) => (error.message === 'made' ? 'made' : 'refused'))
      expect(`${from} to ${to}: ${outcome}`).toBe(`${from} to ${to}: ${mayMove(from, to) ? 'made' : 'refused'}`)
    }
  }
})
