/** Tasks through the real API and a real worker: what is taken, what is refused, how each ends, and the evidence of it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { saltedTextDigest } from '#shared/kernel/canonical'
import { type Service, startService } from '#test/support/service'
import { giveTask, untilEnded } from '#test/support/tasks'

let service: Service
beforeAll(async () => {
  service = await startService({ job: 'run-task' })
})
afterAll(() => service.stop())

const give = (body: unknown, more: { agent?: string; key?: string; headers?: Record<string, string> } = {}) =>
  service.call(`POST /v1/agents/${more.agent ?? 'risk-assessor'}/task`, { body, ...more })
const stats = { task: { type: 'stats.summarize', payload: {} } }

describe('a task that is done', () => {
  test('is taken with 202, its first node and its links, and keeps what the direct endpoint answers', async () => {
    const answer = await give(stats)
    const given = answer.body as Awaited<ReturnType<typeof giveTask>>

    expect(answer.status).toBe(202)
    expect(given).toMatchObject({
      agent: 'risk-assessor',
      type: 'stats.summarize',
      status: 'submitted',
      governance_tier: 'T0',
    })
    expect(answer.headers.get('location')).toBe(given.links.self)

    const task = await untilEnded(service, given)
    const direct = await service.call('GET /stats')
    expect(task).toMatchObject({ status: 'completed', result: direct.body, error: null })
    expect((await service.call(`GET ${given.links.job}/result`)).body).toEqual(direct.body)
  })

  test('leaves one node per state, each following the one before, the last of them its head', async () => {
    const given = await giveTask(service, 'risk-assessor', { type: 'stats.summarize' })
    const task = await untilEnded(service, given)

    expect(task.nodes.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'task.submitted submitted',
      'task.state working',
      'task.state completed',
    ])
    expect(task.nodes[0]?.hash).toBe(given.edg_node)
    expect(task.head).toBe(task.nodes.at(-1)?.hash ?? '')
    const rows = await service.database.sql<{ body: string }[]>`
      select body from edg_nodes where stream = ${`task:${task.task_id}`} order by pos`
    const bodies = rows.map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ prev }) => prev)).toEqual([null, ...task.nodes.slice(0, 2).map(({ hash }) => hash)])
    expect(bodies[0]).toMatchObject({ governance: { action: 'task.submit', phase: 'pre', decision: 'allow' } })
    expect(bodies[2]).toMatchObject({
      agent: { name: 'risk-assessor' },
      result: { state: 'completed', result_digest: task.result_digest },
      governance: { action: 'task.result', phase: 'post', decision: 'allow' },
    })
  })

  test('keeps what it was asked apart from its node, salted, and the node covers it', async () => {
    const given = await giveTask(service, 'risk-assessor', { type: 'trace.query', payload: { limit: 3, flag: 'ü' } })

    const [row] = await service.database.sql<{ body: string; salt: Uint8Array; text: string }[]>`
      select n.body, p.salt, p.text from task_payloads p join edg_nodes n on n.id = p.node_id
      where p.task_id = ${given.task_id}`
    expect(JSON.parse(row?.text ?? '')).toEqual({ limit: 3, flag: 'ü' })
    expect(JSON.parse(row?.body ?? '').payload).toEqual({
      ...saltedTextDigest(row?.salt ?? new Uint8Array(), row?.text ?? ''),
      media_type: 'application/json',
    })
    await untilEnded(service, given)
  })

  test('rests on the nodes that were named as its context', async () => {
    const first = await giveTask(service, 'risk-assessor', { type: 'stats.summarize' })
    const second = await giveTask(service, 'risk-assessor', {
      type: 'stats.summarize',
      more: { context: { parents: [first.edg_node] } },
    })

    const [node] = await service.database.sql<{ body: string }[]>`
      select body from edg_nodes where stream = ${`task:${second.task_id}`} and pos = 0`
    expect(JSON.parse(node?.body ?? '')).toMatchObject({ height: 1, parents: [{ rel: 'input', hash: first.edg_node }] })
  })

  test('is the same task under the same Idempotency-Key, also when asked for at once', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }

    const answers = await Promise.all([give(stats, { headers }), give(stats, { headers }), give(stats, { headers })])
    const again = await give(stats, { headers })

    const ids = new Set([...answers, again].map(({ body }) => (body as { task_id: string }).task_id))
    const nodes = new Set([...answers, again].map(({ body }) => (body as { edg_node: string }).edg_node))
    expect([ids.size, nodes.size]).toEqual([1, 1])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await give({ task: { type: 'trace.query', payload: {} } }, { headers })
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_CONFLICT' } } })
  })
})

describe('a task that is refused', () => {
  test('for an agent that is none is 404', async () => {
    expect(await give(stats, { agent: 'nobody' })).toMatchObject({
      status: 404,
      body: { error: { code: 'AGENT_NOT_FOUND' } },
    })
  })

  test('for a type that the agent does not do is 400 and names what it does', async () => {
    const answer = await give({ task: { type: 'tree.generate', payload: {} } })

    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: { code: 'UNSUPPORTED_TASK_TYPE', details: { allowed: expect.arrayContaining(['stats.summarize']) } },
      },
    })
  })

  test('for its payload names every fault by its place in the request', async () => {
    const answer = await give({
      task: { type: 'trace.query', payload: { limit: 0, colour: 'red', from: 'yesterday' } },
    })

    expect(answer.status).toBe(400)
    const { issues } = (answer.body as { error: { details: { issues: { path: string }[] } } }).error.details
    expect(issues.map(({ path }) => path).sort()).toEqual([
      '/task/payload/colour',
      '/task/payload/from',
      '/task/payload/limit',
    ])
  })

  test.each([
    ['an unknown member', { ...stats, colour: 'red' }, '/colour'],
    ['no type', { task: { payload: {} } }, '/task/type'],
    ['a priority that is none', { ...stats, priority: 'now' }, '/priority'],
    ['a deadline that is no time', { ...stats, deadline: 'soon' }, '/deadline'],
    ['no time at all', { ...stats, timeout_s: 0 }, '/timeout_s'],
    ['a parent that is no hash', { ...stats, context: { parents: ['x'] } }, '/context/parents/0'],
  ])('for %s says where', async (_, body, path) => {
    const answer = await give(body)

    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
    expect(answer.text).toContain(`"${path}"`)
  })

  test('for a context that is not there, or is somebody else’s, says which', async () => {
    const { key } = await service.issueKey({ org: 'org_other' })
    const theirs = await giveTask(service, 'risk-assessor', { type: 'stats.summarize', key })

    for (const parent of [theirs.edg_node, 'f'.repeat(64)]) {
      const answer = await give({ ...stats, context: { parents: [parent] } })
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('"/context/parents/0"')
    }
  })

  test('for an override by a key that may not is 403', async () => {
    const answer = await give({ ...stats, override: { reason: 'because' } })

    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'SCOPE_REQUIRED' } } })
  })

  test('leaves no task, no node and no job', async () => {
    const count = async () => {
      const [row] = await service.database.sql`
        select (select count(*) from tasks)::int as tasks, (select count(*) from pgboss.job)::int as jobs,
          (select count(*) from edg_nodes where pos = 0)::int as streams`
      return row
    }
    const before = await count()

    await give({ task: { type: 'trace.query', payload: { limit: 0 } } })
    await give({ ...stats, context: { parents: ['f'.repeat(64)] } })

    expect(await count()).toEqual(before)
  })
})

describe('a task of another organisation', () => {
  test('is not there: neither to see, nor to call off, nor to approve', async () => {
    const given = await giveTask(service, 'risk-assessor', { type: 'stats.summarize' })
    const { key } = await service.issueKey({ org: 'org_other', scopes: ['governance:write'] })
    const path = `/v1/agents/risk-assessor/tasks/${given.task_id}`

    expect((await service.call(`GET ${path}`, { key })).status).toBe(404)
    expect((await service.call(`POST ${path}/cancel`, { key })).status).toBe(404)
    const approval = { decision: 'release', reason: 'mine' }
    expect((await service.call(`POST ${path}/approve`, { key, body: approval })).status).toBe(404)
  })

  test.each(['no-uuid', randomUUID()])('%s is 404, and so is a task of another agent', async (id) => {
    expect(await service.call(`GET /v1/agents/risk-assessor/tasks/${id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'TASK_NOT_FOUND' } },
    })
    const given = await giveTask(service, 'risk-assessor', { type: 'stats.summarize' })
    expect((await service.call(`GET /v1/agents/tree-generator/tasks/${given.task_id}`)).status).toBe(404)
  })
})

describe('a task with too little time', () => {
  test('fails when it was not started before its deadline, and says so', async () => {
    const given = await giveTask(service, 'risk-assessor', {
      type: 'stats.summarize',
      more: { deadline: '2020-01-01T00:00:00Z' },
    })

    const task = await untilEnded(service, given)
    expect(task).toMatchObject({ status: 'failed', error: { code: 'DEADLINE_EXCEEDED' }, result: null })
    expect(task.nodes.map(({ state }) => state)).toEqual(['submitted', 'failed'])
  })
})
