/** A secret that lies in telemetry leaves in no result of a task, by no door, and switches nobody off. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import type { Violation } from '#shared/contracts/governance'
import { makeKey } from '#shared/kernel/key-format'
import { aTrace } from '#test/support/makers'
import { type CallOptions, type Service, startService } from '#test/support/service'
import { tablesWith } from '#test/support/tables'
import { giveTask, untilEnded } from '#test/support/tasks'

type Json = Record<string, unknown>

// Made up, each as its issuer shapes it.
const aws = `AKIA${'Q7'.repeat(8)}`
const github = `ghp_${'a1B2'.repeat(9)}`
const jwt = `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0In0'}.${'dBjftJeZ4CVPmB92K27uhbUJU1p1r'}`
const ours = makeKey('live').text
const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const pieces = [aws, github, jwt, ours, pem.split('\n')[1] ?? pem]

let service: Service
let traceId: string
setDefaultTimeout(60_000)
beforeAll(async () => {
  service = await startService({ job: 'run-task' })
  await service.startWorker('generate-tree')
  const body = aTrace({
    system_source: 'leaky',
    recommendation: `use ${aws}`,
    flags: [github],
    metadata: { login: { note: jwt, [ours]: true }, pem },
  })
  const stored = await service.call('POST /traces', { body })
  traceId = (stored.body as { trace_id: string }).trace_id
})
afterAll(() => service.stop())

function expectNone(text: string): void {
  for (const piece of pieces) expect(text).not.toContain(piece)
}
const violations = async () =>
  ((await service.call('GET /v1/governance/violations')).body as { violations: (typeof Violation.static)[] }).violations
const query = { type: 'trace.query', payload: { system_source: 'leaky' } }
const done = async (body: Json, options: CallOptions = {}) => {
  const answer = await service.call('POST /tasks', { body, ...options, headers: { prefer: 'wait=20' } })
  const { id } = answer.body as { id: string }
  const { body: task, text } = await service.call(`GET /tasks/${id}`)
  return { id, task: task as Json & { steps: { job_id: string }[] }, text }
}

test('a result says at each place what was taken out of it, and everything else', async () => {
  const task = await untilEnded(service, await giveTask(service, 'risk-assessor', query))

  expect(task).toMatchObject({ status: 'completed', governance_tier: 'T3' })
  const [trace] = (task.result as { traces: Json[] }).traces
  expect(trace).toMatchObject({
    trace_id: traceId,
    risk_score: 34,
    recommendation: 'use [redacted aws-access-key]',
    flags: ['[redacted github-token]'],
    metadata: {
      login: { note: '[redacted jwt]', '[redacted assay-key]': true },
      pem: expect.stringMatching(/^\[redacted private-key\]\s*$/),
    },
  })
})

test('no door tells it, and nothing keeps it but the telemetry itself', async () => {
  const given = await giveTask(service, 'risk-assessor', query)
  await untilEnded(service, given)
  const { id, text } = await done({ steps: [{ id: 'q', ...query }] })
  const rpc = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: given.task_id } }
  const doors = [
    `GET /v1/agents/risk-assessor/tasks/${given.task_id}`,
    `GET /tasks/${given.task_id}`,
    `GET /tasks/${id}/steps/q`,
    `GET /tasks/${id}/events`,
    given.links.job ? `GET ${given.links.job}/result` : '',
    'GET /v1/governance/violations',
  ]

  const answers = await Promise.all(doors.map((door) => service.call(door)))
  const told = await service.call('POST /v1/agents/risk-assessor/a2a', {
    body: rpc,
    headers: { 'A2A-Version': '1.0' },
  })

  for (const [at, answer] of answers.entries()) expect([doors[at], answer.status]).toEqual([doors[at], 200])
  expect(answers.filter((answer) => answer.text.includes('[redacted aws-access-key]')).length).toBe(4)
  expect(told.text).toContain('[redacted aws-access-key]')
  for (const each of [...answers, told]) expectNone(each.text)
  expectNone(text)
  for (const piece of pieces) expect(await tablesWith(service.database.sql, piece)).toEqual(['public.traces'])
  expectNone([...service.apis, ...service.workers].flatMap(({ lines }) => lines).join('\n'))
})

test('the agent goes on, for reading and for writing, and the violation says where it was, once', async () => {
  await untilEnded(service, await giveTask(service, 'risk-assessor', query))

  const written = await untilEnded(
    service,
    await giveTask(service, 'risk-assessor', { type: 'trace.record', payload: aTrace() }),
  )
  const { body: agent } = await service.call('GET /v1/agents/risk-assessor')

  expect(written.status).toBe('completed')
  expect(agent).toMatchObject({ status: 'available', governance: { suspended_scopes: [] } })
  const found = (await violations()).filter(({ article }) => article === 'A-09')
  expect(found).toMatchObject([
    {
      status: 'open',
      subject: { type: 'task_type', id: 'risk-assessor/trace.query' },
      agent: 'risk-assessor',
      message: expect.stringContaining('aws-access-key at /traces/0/recommendation'),
    },
  ])
  expect(found[0]?.occurrences).toBeGreaterThan(1)
})

test('a step that takes from another’s result takes what is told, not the secret', async () => {
  const { task } = await done({
    steps: [
      { id: 'q', ...query },
      {
        id: 'store',
        type: 'trace.record',
        needs: ['q'],
        payload: {
          ...aTrace({ system_source: 'copy' }),
          recommendation: { $ref: 'steps.q.result#/traces/0/recommendation' },
        },
      },
    ],
  })

  expect(task['status']).toBe('completed')
  const { body } = await service.call('GET /traces?system_source=copy')
  expect((body as { traces: Json[] }).traces).toMatchObject([{ recommendation: 'use [redacted aws-access-key]' }])
})

test('an override lets no secret out', async () => {
  const { key } = await service.issueKey({ scopes: ['governance:override'] })
  const { task, text } = await done({ ...query, override: { reason: 'we know' } }, { key })

  expect(task).toMatchObject({ status: 'completed', governance: { tier: expect.stringMatching(/T[13]/) } })
  expectNone(text)
})

describe('a tree', () => {
  const tree = () => ({ type: 'tree.generate', payload: { trace_id: traceId } })

  test('that a task has made is told without it, also by its job; a direct call gives back what was stored', async () => {
    const { task, text } = await done({ steps: [{ id: 'tree', ...tree() }] })
    const jobId = task.steps[0]?.job_id
    const direct = await service.call('POST /generate', { body: { trace_id: traceId } })

    const answers = await Promise.all(
      [`GET /jobs/${jobId}/result`, `GET /trees/${jobId}`, `GET /trees/${jobId}?format=svg`].map((door) =>
        service.call(door),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const answer of answers) expectNone(answer.text)
    expectNone(text)
    expect(text).toContain('[redacted aws-access-key]')
    for (const piece of pieces) expect(direct.text).toContain(piece)
  })

  test('that waits for a person is told by no door that knows its job', async () => {
    const body = aTrace({ risk_score: 90, risk_level: 'HIGH', confidence: 0.9 })
    const { trace_id } = (await service.call('POST /traces', { body })).body as { trace_id: string }
    const { task } = await done({ steps: [{ id: 'tree', type: 'tree.generate', payload: { trace_id } }] })
    const jobId = task.steps[0]?.job_id
    const other = await service.call('POST /generate', { body: { trace_id } })

    const doors = [`GET /jobs/${jobId}/result`, `GET /trees/${jobId}`, `GET /trees/${jobId}?format=svg`]
    const answers = await Promise.all(doors.map((door) => service.call(door)))
    const compared = await untilEnded(
      service,
      await giveTask(service, 'tree-generator', {
        type: 'tree.compare',
        payload: { base: jobId, other: other.headers.get('x-job-id') },
      }),
    )

    expect(task['status']).toBe('input-required')
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'STATE_CONFLICT' } } })
    expect(compared).toMatchObject({ status: 'failed', error: { code: 'STATE_CONFLICT' } })
  })
})

test('a person’s answer that holds one is not taken, and is repeated nowhere', async () => {
  const { id } = await done({ steps: [{ id: 'ask', type: 'person.ask', payload: { question: 'Which key?' } }] })

  const refused = await service.call(`POST /tasks/${id}/input`, { body: { answer: `this one: ${github}` } })

  expect(refused).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_REQUEST', details: { issues: [{ path: '/answer' }] } } },
  })
  expectNone(refused.text)
  expect((await service.call(`POST /tasks/${id}/input`, { body: { answer: 'the second' } })).status).toBe(200)
})
