/** Our agents as the official A2A SDK's own client sees them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { Role, type SendMessageRequest, type Task, TaskState } from '@a2a-js/sdk'
import { type Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { seeTask } from '#test/support/tasks'
import { until } from '#test/support/until'

const extension = 'urn:assay:evidence:v1'

let service: Service
beforeAll(async () => {
  service = await startService({ job: 'run-task' })
})
afterAll(() => service.stop())

/** The stock client, which finds everything out from the card; our key is the bearer that the card asks for. */
async function clientOf(agent: string, key = service.key): Promise<Client> {
  const fetchImpl = Object.assign(
    (input: string | URL | Request, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${key}`)
      return fetch(input, { ...init, headers })
    },
    { preconnect: fetch.preconnect },
  )
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  })
  return factory.createFromUrl(`${service.urls[0]}/v1/agents/${agent}/`, '.well-known/agent-card.json')
}

const message = (data: unknown, returnImmediately = false): SendMessageRequest => ({
  tenant: '',
  message: {
    messageId: randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [
      { content: { $case: 'data', value: data }, metadata: undefined, filename: '', mediaType: 'application/json' },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  },
  configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately },
  metadata: undefined,
})

const errorOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: { name: string }) => error.name,
  )

test('the stock client resolves a card, gives a task and gets the result with its evidence head', async () => {
  await service.call('POST /traces', { body: aTrace() })
  const client = await clientOf('risk-assessor')

  const task = (await client.sendMessage(message({ type: 'stats.summarize', payload: {} }))) as Task

  expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
  const direct = await service.call('GET /stats')
  expect(task.artifacts[0]?.parts[0]?.content).toEqual({ $case: 'data', value: direct.body })
  const ours = await seeTask(service, { agent: 'risk-assessor', task_id: task.id })
  expect(task.metadata?.[extension]).toEqual({ edg_node: ours.head, task_id: task.id, governance_tier: 'T0' })
  expect((await client.getTask({ tenant: '', id: task.id })).artifacts).toEqual(task.artifacts)
})

test('the card names every task type as a skill, and says that a bearer key is asked for', async () => {
  const answer = await service.call('GET /v1/agents/tree-generator/.well-known/agent-card.json')

  expect(answer.body).toMatchObject({
    name: 'tree-generator',
    skills: [{ id: 'tree.generate' }, { id: 'tree.compare' }],
    supportedInterfaces: [
      { url: `${service.urls[0]}/v1/agents/tree-generator/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    capabilities: { extensions: [{ uri: extension }] },
  })
})

test('the stock client calls a task off, and it is told so of one that has ended', async () => {
  const client = await clientOf('tree-generator')
  // Nobody here makes trees, so it waits.
  const asked = message({ type: 'tree.generate', payload: { trace_id: 'SVC-none-1' } }, true)
  const task = (await client.sendMessage(asked)) as Task
  expect(task.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED)

  const canceled = await client.cancelTask({ tenant: '', id: task.id, metadata: undefined })

  expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
  const ours = await seeTask(service, { agent: 'tree-generator', task_id: task.id })
  expect(ours.nodes.map(({ state }) => state)).toEqual(['submitted', 'canceled'])
  const other = await clientOf('risk-assessor')
  const done = (await other.sendMessage(message({ type: 'stats.summarize' }))) as Task
  expect(await errorOf(other.cancelTask({ tenant: '', id: done.id, metadata: undefined }))).toContain(
    'TaskNotCancelable',
  )
})

test('a task that fails says with what', async () => {
  const client = await clientOf('evidence-auditor')

  const task = (await client.sendMessage(
    message({ type: 'evidence.export', payload: { hash: 'f'.repeat(64) } }),
  )) as Task

  expect(task.status?.state).toBe(TaskState.TASK_STATE_FAILED)
  expect(task.status?.message?.parts[0]?.content).toMatchObject({ value: { code: 'NODE_NOT_FOUND' } })
})

test.each([
  ['a type that the agent does not do', { type: 'tree.generate', payload: {} }, 'UnsupportedOperation'],
  ['a payload that does not fit', { type: 'trace.query', payload: { limit: 0 } }, 'RequestMalformed'],
  ['nothing', { what: 'ever' }, 'RequestMalformed'],
])('asking for %s is refused in A2A’s own words', async (_, data, name) => {
  const client = await clientOf('risk-assessor')

  expect(await errorOf(client.sendMessage(message(data)))).toContain(name)
})

test('a task of another organisation, or one that is none, is not found', async () => {
  const client = await clientOf('risk-assessor')
  const task = (await client.sendMessage(message({ type: 'stats.summarize' }))) as Task
  const stranger = await clientOf('risk-assessor', (await service.issueKey({ org: 'org_other' })).key)

  expect(await errorOf(stranger.getTask({ tenant: '', id: task.id }))).toContain('TaskNotFound')
  expect(await errorOf(client.getTask({ tenant: '', id: 'none' }))).toContain('TaskNotFound')
})

test.each([
  ['SendStreamingMessage', { message: {} }, -32004],
  ['CreateTaskPushNotificationConfig', { taskId: 'x' }, -32003],
  ['message/send', {}, -32601],
])('%s is refused by its JSON-RPC code', async (method, params, code) => {
  const answer = await service.call('POST /v1/agents/risk-assessor/a2a', {
    body: { jsonrpc: '2.0', id: 7, method, params },
  })

  expect(answer).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 7, error: { code } } })
})

test('another version of the protocol is refused, and so is who has no key', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } }

  const old = await service.call('POST /v1/agents/risk-assessor/a2a', { body, headers: { 'A2A-Version': '0.3' } })
  expect(old.body).toMatchObject({ error: { code: -32009 } })
  expect((await service.call('POST /v1/agents/risk-assessor/a2a', { body, key: null })).status).toBe(401)
  expect((await service.call('POST /v1/agents/nobody/a2a', { body })).status).toBe(404)
})

test('a client that comes back later finds its task done', async () => {
  const client = await clientOf('risk-assessor')
  const { id } = (await client.sendMessage(message({ type: 'stats.summarize' }, true))) as Task

  await until(async () => (await client.getTask({ tenant: '', id })).status?.state === TaskState.TASK_STATE_COMPLETED, {
    what: 'the task to be completed',
  })
})
