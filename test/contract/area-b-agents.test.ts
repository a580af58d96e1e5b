/** Area B's agents and tasks against their documented shapes: every row, every refusal. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { ErrorBody } from '#shared/contracts/about'
import { AgentList, AgentRecord, Task, TaskAccepted } from '#shared/contracts/agents'
import { type ErrorCode, errorCodes } from '#shared/kernel/errors'
import { undocumentedIn } from '#test/contract/documented'
import { expectShape } from '#test/contract/shapes'
import { type Elsewhere, serveAgent } from '#test/support/elsewhere'
import { type Answer, patient, type Service, startService } from '#test/support/service'
import { untilEnded } from '#test/support/tasks'

let elsewhere: Elsewhere
let service: Service
let warden: string
beforeAll(async () => {
  elsewhere = serveAgent()
  service = await startService({ job: 'run-task', env: { ...patient, ...elsewhere.env } })
  warden = (await service.issueKey({ scopes: ['governance:write'] })).key
})
afterAll(async () => {
  await service.stop()
  elsewhere.stop()
})

const stats = { task: { type: 'stats.summarize', payload: {} } }
const accepted = (answer: Answer): TaskAccepted => {
  expect(answer.status).toBe(202)
  expectShape(TaskAccepted, answer.body)
  return answer.body as TaskAccepted
}

describe('every answer has its documented shape', () => {
  test('GET /agents, and each agent of it', async () => {
    const list = await service.call('GET /v1/agents')
    expectShape(AgentList, list.body)

    for (const { name } of (list.body as { agents: { name: string }[] }).agents) {
      const one = await service.call(`GET /v1/agents/${name}`)
      expect(one.status).toBe(200)
      expectShape(AgentRecord, one.body)
    }
  })

  test('POST /agents/{name}/task, GET and cancel of it', async () => {
    const given = accepted(await service.call('POST /v1/agents/risk-assessor/task', { body: stats }))
    const other = accepted(
      await service.call('POST /v1/agents/tree-generator/task', {
        body: {
          task: { type: 'tree.generate', payload: { trace_id: 'SVC-a-1' } },
          priority: 'low',
          deadline: '2100-01-01T00:00:00Z',
          timeout_s: 30,
          context: { parents: [given.edg_node] },
        },
      }),
    )

    await untilEnded(service, given)
    expectShape(Task, (await service.call(`GET ${given.links.self}`)).body)
    const canceled = await service.call(`POST ${other.links.cancel}`)
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', deadline: '2100-01-01T00:00:00.000Z' } })
    expectShape(Task, canceled.body)
  })

  test('POST /agents, suspend, accept, refresh', async () => {
    const made = await service.call('POST /v1/agents', {
      body: { name: 'echo', card_url: elsewhere.cardUrl },
      key: warden,
    })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe('/v1/agents/echo')

    const again = [
      made,
      await service.call('POST /v1/agents/echo/suspend', { body: { reason: 'a drill' }, key: warden }),
      await service.call('POST /v1/agents/echo/accept', { key: warden }),
      await service.call('POST /v1/agents/echo/refresh', { key: warden }),
    ]
    for (const answer of again) expectShape(AgentRecord, answer.body)
  })
})

describe('every refusal is one error body with its code’s status', () => {
  const id = randomUUID()
  const rows: [ErrorCode, string, unknown, ('none' | 'warden')?][] = [
    ['INVALID_API_KEY', 'GET /v1/agents', undefined, 'none'],
    ['INVALID_API_KEY', 'POST /v1/agents/risk-assessor/task', stats, 'none'],
    ['AGENT_NOT_FOUND', 'GET /v1/agents/nobody', undefined],
    ['AGENT_NOT_FOUND', 'POST /v1/agents/nobody/task', stats],
    ['AGENT_NOT_FOUND', 'POST /v1/agents/nobody/suspend', { reason: 'x' }, 'warden'],
    ['AGENT_NOT_FOUND', 'POST /v1/agents/nobody/accept', undefined, 'warden'],
    ['AGENT_NOT_FOUND', 'POST /v1/agents/nobody/refresh', undefined, 'warden'],
    ['AGENT_NOT_FOUND', 'GET /v1/agents/nobody/.well-known/agent-card.json', undefined],
    ['INVALID_API_KEY', 'GET /v1/agents/risk-assessor/.well-known/agent-card.json', undefined, 'none'],
    ['TASK_NOT_FOUND', `GET /v1/agents/risk-assessor/tasks/${id}`, undefined],
    ['TASK_NOT_FOUND', `POST /v1/agents/risk-assessor/tasks/${id}/cancel`, undefined],
    [
      'TASK_NOT_FOUND',
      `POST /v1/agents/risk-assessor/tasks/${id}/approve`,
      { decision: 'release', reason: 'x' },
      'warden',
    ],
    ['UNSUPPORTED_TASK_TYPE', 'POST /v1/agents/risk-assessor/task', { task: { type: 'nothing', payload: {} } }],
    ['INVALID_REQUEST', 'POST /v1/agents/risk-assessor/task', {}],
    [
      'INVALID_REQUEST',
      'POST /v1/agents/risk-assessor/task',
      { task: { type: 'trace.query', payload: { limit: -1 } } },
    ],
    ['INVALID_REQUEST', 'POST /v1/agents', {}, 'warden'],
    ['INVALID_REQUEST', 'POST /v1/agents/risk-assessor/suspend', {}, 'warden'],
    [
      'ADDRESS_REFUSED',
      'POST /v1/agents/accessibility-auditor/task',
      { task: { type: 'accessibility.scan', payload: { url: 'http://10.0.0.1/' } } },
    ],
    ['ADDRESS_REFUSED', 'POST /v1/agents', { card_url: 'http://169.254.169.254/' }, 'warden'],
    ['SCOPE_REQUIRED', 'POST /v1/agents', { card_url: 'https://example.com/' }],
    ['SCOPE_REQUIRED', 'POST /v1/agents/risk-assessor/suspend', { reason: 'x' }],
    ['SCOPE_REQUIRED', `POST /v1/agents/risk-assessor/tasks/${id}/approve`, { decision: 'release', reason: 'x' }],
    ['STATE_CONFLICT', 'POST /v1/agents/risk-assessor/accept', undefined, 'warden'],
    ['METHOD_NOT_ALLOWED', 'PUT /v1/agents', undefined],
  ]
  test.each(rows.map(([code, what, body, who]) => ({ code, what, body, who })))(
    '$code: $what',
    async ({ code, what, body, who }) => {
      const key = who === 'none' ? null : who === 'warden' ? warden : service.key

      const answer = await service.call(what, { key, ...(body === undefined ? {} : { body }) })

      expectShape(ErrorBody, answer.body)
      expect({ status: answer.status, code: (answer.body as { error: { code: string } }).error.code }).toEqual({
        status: errorCodes[code].status,
        code,
      })
    },
  )

  test('a fault of a scan’s address is told by its place in the task', async () => {
    const body = { task: { type: 'accessibility.scan', payload: { url: 'http://10.0.0.1/', standard: 'none' } } }

    const answer = await service.call('POST /v1/agents/accessibility-auditor/task', { body })

    expect(answer.status).toBe(400)
    expect(answer.text).toContain('"/task/payload/url"')
    expect(answer.text).toContain('"/task/payload/standard"')
  })

  test('a task while writes are halted is GOVERNANCE_HALT, and what is there may still be read', async () => {
    const given = accepted(await service.call('POST /v1/agents/risk-assessor/task', { body: stats }))
    const halted = await startService({
      workers: 0,
      database: service.database,
      env: { CONSTITUTION: '/nowhere/constitution.json' },
    })

    const answer = await halted.call('POST /v1/agents/risk-assessor/task', { body: stats, key: service.key })

    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'GOVERNANCE_HALT' } } })
    expect(answer.headers.get('retry-after')).toBeTruthy()
    expect((await halted.call(`GET ${given.links.self}`, { key: service.key })).status).toBe(200)
    await halted.stop()
  })
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
