/** A worker of an earlier release beside one of a later: what it does not know it leaves, uncounted, and nobody's work is lost. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { appendNodes } from '#db/queries/nodes'
import { requestOf } from '#shared/evidence/actor'
import { makeNode } from '#shared/evidence/node'
import { openSigner } from '#shared/evidence/signing'
import { generateTree } from '#shared/jobs/generate-tree'
import { jobNames } from '#shared/jobs/index'
import { sealedOrder } from '#shared/jobs/order'
import { runTask } from '#shared/jobs/run-task'
import { versions } from '#shared/kernel/version'
import { assertEvidence } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { givePlan, untilPlan } from '#test/support/plan-faults'
import { aWorker, openWorker, sender } from '#test/support/runner'
import { sealAnew } from '#test/support/sealed'
import { type Service, startService } from '#test/support/service'
import { giveTask, seeTask } from '#test/support/tasks'
import { until } from '#test/support/until'

let service: Service
/** Of a later release. */
let later: Awaited<ReturnType<typeof openWorker>>
beforeAll(async () => {
  service = await startService({ workers: 0 })
  await service.startWorker('generate-tree')
  await service.startWorker('run-task')
  later = await openWorker(service)
}, 60_000)
afterAll(async () => {
  await later.stop()
  await service.stop()
})

type Queued = { state: string; retry_count: number; wait: number; data: { unknownSince?: string }; claims: number }
const queued = async (id: string) => {
  const [row] = await service.database.sql<Queued[]>`
    select state::text as state, retry_count, extract(epoch from start_after - now())::float8 as wait, data,
      (select count(*)::int from job_claims where job_id = ${id}) as claims
    from pgboss.job where name = any(${jobNames}::text[]) and id = ${id}`
  return row
}
const untilLeft = (id: string) =>
  until(async () => ((await queued(id))?.data.unknownSince ? queued(id) : undefined), { what: `${id} to be left` })
const now = (id: string) => service.database.sql`
  update pgboss.job set start_after = now() where name = any(${jobNames}::text[]) and id = ${id}`
const outcomeOf = (id: string) =>
  until(
    async () =>
      (
        await service.database.sql<{ state: string; attempt: number; error: { message: string } | null }[]>`
          select state, attempt, error from job_outcomes where job_id = ${id}`
      )[0],
    { what: `the outcome of ${id}`, timeoutMs: 20_000 },
  )

describe('a job of a later contract', () => {
  const contract = { ...generateTree, version: generateTree.version + 1 }
  const payload = { of: 'trace' as const, traceId: 'SVC-1', depth: 1, includeRaw: false }

  test('is left by an earlier worker for some seconds, uncounted, and done by a later one', async () => {
    const id = await later.send(contract, payload)

    expect(await untilLeft(id)).toMatchObject({ state: 'created', retry_count: 0, claims: 0 })
    expect((await queued(id))?.wait).toBeGreaterThan(0)
    for (let times = 0; times < 5; times++) {
      await now(id)
      await until(async () => Number((await queued(id))?.wait) > 0, { what: 'it to be left again' })
    }

    const seen: { attempt: number }[] = []
    const room = aWorker({
      run: async (_: typeof payload, { attempt }) => {
        seen.push({ attempt })
      },
    })
    for (const worker of service.workers) worker.kill('SIGSTOP')
    const runner = await later.run(contract, room as never)
    await now(id)
    runner.wake()
    const outcome = await outcomeOf(id)
    await runner.stop(0)
    for (const worker of service.workers) worker.kill('SIGCONT')

    expect(outcome).toMatchObject({ state: 'succeeded', attempt: 0, error: null })
    expect(seen).toEqual([{ attempt: 0 }])
  }, 30_000)

  test('waits longer each time, a minute at most', async () => {
    const id = await later.send(contract, payload)
    await untilLeft(id)
    const since = (ago: string) => service.database.sql`
      update pgboss.job set start_after = now(),
        data = jsonb_set(data, '{unknownSince}', to_jsonb(now() - ${ago}::interval))
      where name = ${generateTree.name} and id = ${id}`
    const waits: number[] = []
    for (const ago of ['40 seconds', '50 minutes']) {
      await since(ago)
      waits.push(
        await until(async () => ((await queued(id))?.wait ?? 0) > 0 && (await queued(id))?.wait, {
          what: 'it to be left',
        }),
      )
    }

    expect(waits[0]).toBeGreaterThan(10)
    expect(waits[0]).toBeLessThan(25)
    expect(waits[1]).toBeGreaterThan(45)
    expect(waits[1]).toBeLessThan(61)
  })

  test('that nobody ever knows ends after an hour, and says why', async () => {
    const id = await later.send(contract, payload)
    await untilLeft(id)
    await service.database.sql`
      update pgboss.job set start_after = now(),
        data = jsonb_set(data, '{unknownSince}', to_jsonb(now() - interval '61 minutes'))
      where name = ${generateTree.name} and id = ${id}`

    const outcome = await outcomeOf(id)

    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'JOB_FAILED' } })
    expect(outcome.error?.message).toContain('later release')
    expect(await queued(id)).toMatchObject({ state: 'completed', claims: 0 })
  })
})

test('a payload of a shape that nobody has heard of is left too', async () => {
  const id = await later.send(generateTree, { of: 'fleet', sources: ['a'] } as never)

  expect(await untilLeft(id)).toMatchObject({ state: 'created', retry_count: 0, claims: 0 })
})

test('so is a call of something that this release cannot do', async () => {
  const id = await later.send(runTask, { of: 'call', type: 'trace.forecast', payload: {} })

  expect(await untilLeft(id)).toMatchObject({ state: 'created', retry_count: 0, claims: 0 })
})

describe('a task', () => {
  const sendFor = async (task: { agent: string; type: string; version: number }) => {
    const given = await giveTask(service, 'risk-assessor', { type: 'stats.summarize' })
    await until(async () => (await seeTask(service, given)).status === 'completed', { what: 'a task to be copied' })
    const id = crypto.randomUUID()
    const whole = { id: given.task_id, timeoutSeconds: null, isOverridden: false, ...task }
    const payload = { of: 'task' as const, taskId: given.task_id, type: task.type, agent: null }
    const { sql, boss, signer } = later
    const ordered = { payload, ...sender, task: whole, sentAt: new Date().toISOString() }
    const data = sealedOrder(signer, runTask.name, id, ordered)
    await sql.begin(() => boss.insert(runTask.name, [{ id, data, priority: 1 }]))
    return id
  }

  for (const [what, task] of Object.entries({
    'of an agent of ours that is new': { agent: 'translator', type: 'text.translate', version: 1 },
    'of a type that is new': { agent: 'risk-assessor', type: 'trace.forecast', version: 1 },
    'of a type that has changed since': { agent: 'risk-assessor', type: 'stats.summarize', version: 99 },
  }))
    test(`${what} is left, and is nobody's elsewhere`, async () => {
      const id = await sendFor(task)

      expect(await untilLeft(id)).toMatchObject({ state: 'created', retry_count: 0, claims: 0 })
    })
})

describe('a step of a plan', () => {
  /** As an API of a later release would have taken it in: the second step is of a type that only that one knows. */
  async function giveLaterPlan(): Promise<string> {
    const id = await givePlan(service, [
      { id: 'hold', type: 'person.ask', payload: { question: 'Shall it?' } },
      { id: 'a', type: 'trace.record', needs: ['hold'], payload: { ...aTrace() } },
      { id: 'b', type: 'stats.summarize', needs: ['a'] },
    ])
    await service.database.sql`
      update task_steps set spec = jsonb_set(spec::jsonb, '{version}', '99')::json, spec_sum = null
      where task_id = ${id} and id = 'b'`
    await sealAnew(service.database.sql, service.signer, 'task_steps')
    const answer = await service.call(`POST /tasks/${id}/input`, { body: { answer: 'yes' } })
    expect(answer.status).toBe(200)
    return id
  }
  async function become(id: string, version: number): Promise<void> {
    const { sql } = service.database
    await sql`
      update task_steps set spec = jsonb_set(spec::jsonb, '{version}', ${version}::text::jsonb)::json, spec_sum = null
      where task_id = ${id} and id = 'b'`
    await sealAnew(sql, service.signer, 'task_steps')
  }

  test('is left by whoever settles the one before, and sent by the first that knows it', async () => {
    const { sql } = service.database
    const id = await giveLaterPlan()
    await untilPlan(sql, id, ({ steps }) => steps['a'] === 'completed')
    // Longer than it takes until a step is looked at whose job is not there.
    await Bun.sleep(8000)
    const waiting = await untilPlan(sql, id, () => true)
    // The worker has become one of the release that knows it.
    await become(id, 1)
    const ended = await untilPlan(sql, id, ({ status }) => status === 'completed')

    expect(waiting).toMatchObject({ status: 'working', steps: { a: 'completed', b: 'ready' } })
    expect(ended.steps['b']).toBe('completed')
    await assertEvidence(sql, { isLogged: false })
  }, 40_000)

  test('that nobody knows for an hour fails, and says why', async () => {
    const { sql } = service.database
    const id = await giveLaterPlan()
    await untilPlan(sql, id, ({ steps }) => steps['b'] === 'ready')
    // No node can be made older: its step is hung on one of long ago instead.
    const old = makeNode(
      {
        kind: 'task.state',
        stream: `task:${crypto.randomUUID()}`,
        height: 0,
        parents: [],
        agent: 'orchestrator',
        timestamp: new Date(Date.now() - 61 * 60_000).toISOString(),
        subject: { type: 'task', id },
        result: { state: 'working' },
        governance: null,
        request: requestOf(sender),
      },
      sender.orgId,
      openSigner({ path: `${service.dataDir}/keys/evidence-ed25519.pem` }),
      versions.api,
    )
    await sql.begin((tx) => appendNodes(tx, [old]))
    await sql`
      update task_steps set head = ${Buffer.from(old.id, 'hex')} where task_id = ${id} and id = 'b'`
    await sealAnew(sql, service.signer, 'task_steps')

    const ended = await untilPlan(sql, id, ({ status }) => status === 'failed')

    expect(ended).toMatchObject({ code: 'JOB_FAILED', steps: { a: 'completed', b: 'failed' } })
    const { body } = await service.call(`GET /tasks/${id}`)
    expect((body as { error: { message: string } }).error.message).toContain('later release')
  }, 40_000)
})
