/** What a violation announces to keep an agent from, it is kept from: at every door, for what waits, and for a plan that has begun. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Task } from '#shared/contracts/agents'
import type { Constitution } from '#shared/contracts/constitution'
import type { TaskDetail } from '#shared/contracts/tasks'
import { openSigner } from '#shared/evidence/signing'
import { reportFinding } from '#shared/governance/violations'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const agent = 'risk-assessor'
const folder = mkdtempSync(join(tmpdir(), 'assay-constitution-'))
let service: Service
setDefaultTimeout(60_000)
beforeAll(async () => {
  const shipped: Constitution = JSON.parse(
    readFileSync(resolve(import.meta.dir, '../../../constitution/constitution.json'), 'utf8'),
  )
  const model = shipped.articles.find(({ id }) => id === 'A-07')
  if (!model) throw new Error('the shipped constitution has no A-07')
  const blocking = (id: string, scope: 'tasks' | 'side_effects') => ({
    ...model,
    id,
    title: `Blocks ${scope}`,
    tier: 'T3' as const,
    blocks: [scope],
  })
  const path = join(folder, 'constitution.json')
  const articles = [...shipped.articles, blocking('A-91', 'side_effects'), blocking('A-92', 'tasks')]
  writeFileSync(path, JSON.stringify({ ...shipped, articles }))
  // Nobody works at first: what is taken in before a block waits until after it.
  service = await startService({ workers: 0, env: { CONSTITUTION: path } })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

type Work = { type: string; payload: object }
const record: Work = { type: 'trace.record', payload: aTrace() }
const query: Work = { type: 'trace.query', payload: { limit: 1 } }

const doors: Record<string, (work: Work, key: string) => Promise<Answer>> = {
  'POST /v1/agents/{name}/task': (task, key) => service.call(`POST /v1/agents/${agent}/task`, { body: { task }, key }),
  'POST /v1/agents/{name}/a2a': (data, key) =>
    service.call(`POST /v1/agents/${agent}/a2a`, {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ data }] },
          configuration: { returnImmediately: true },
        },
      },
      headers: { 'A2A-Version': '1.0' },
      key,
    }),
  'POST /tasks, of one type': (body, key) => service.call('POST /tasks', { body, key }),
  'POST /tasks, of steps': (work, key) =>
    service.call('POST /tasks', {
      body: {
        steps: [
          { id: 'ask', type: 'person.ask', payload: { question: 'Go on?' } },
          { id: 'act', needs: ['ask'], ...work },
        ],
      },
      key,
    }),
}
const tell = async (work: Work, key: string) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(doors).map(async ([door, knock]) => {
        const { text, status } = await knock(work, key)
        const [refusal] = /GOVERNANCE_DENIED|AGENT_SUSPENDED/.exec(text) ?? []
        return [door, refusal ?? (status < 300 ? 'taken' : text)] as const
      }),
    ),
  )
const everywhere = (said: string) => Object.fromEntries(Object.keys(doors).map((door) => [door, said]))

async function block(org: string, article: string, key: string): Promise<string> {
  const signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })
  const { id } = await reportFinding(service.database.sql, signer, {
    orgId: org,
    article,
    tier: 'T3',
    subject: { type: 'agent', id: agent },
    message: 'a test says so',
    evidence: [],
  })
  await until(async () => (await suspended(key)).length > 0, { what: 'this process to know', timeoutMs: 3000 })
  return id
}
const suspended = async (key: string) => {
  const { body } = await service.call(`GET /v1/agents/${agent}`, { key })
  return (body as { governance: { suspended_scopes: string[] } }).governance.suspended_scopes
}
const blockedScopes = async (key: string) =>
  ((await service.call('GET /v1/governance/status', { key })).body as { blocked_scopes: string[] }).blocked_scopes

describe.each([
  ['side_effects', 'A-91', { 'trace.record': 'GOVERNANCE_DENIED', 'trace.query': 'taken' }],
  ['tasks', 'A-92', { 'trace.record': 'AGENT_SUSPENDED', 'trace.query': 'AGENT_SUSPENDED' }],
] as const)('an agent that %s are blocked of', (scope, article, said) => {
  const org = `org_${scope}`

  test('is kept from them at every door, and from nothing else, until it is resolved', async () => {
    const { key } = await service.issueKey({ org, scopes: ['governance:write'] })
    expect([await tell(record, key), await tell(query, key)]).toEqual([everywhere('taken'), everywhere('taken')])

    const id = await block(org, article, key)

    expect([await blockedScopes(key), await suspended(key)]).toEqual([[scope], [scope]])
    expect([await tell(record, key), await tell(query, key)]).toEqual([
      everywhere(said['trace.record']),
      everywhere(said['trace.query']),
    ])
    await service.call(`POST /v1/governance/violations/${id}/resolve`, { body: { reason: 'mended' }, key })
    expect([await blockedScopes(key), await tell(record, key)]).toEqual([[], everywhere('taken')])
  })

  test('does not begin what was taken in before: a task that waits, a plan that has begun', async () => {
    const org = `org_${scope}_begun`
    const { key } = await service.issueKey({ org })
    const direct = await doors['POST /v1/agents/{name}/task']?.(record, key)
    const plan = await doors['POST /tasks, of steps']?.(record, key)
    const { task_id } = (direct?.body ?? {}) as Task
    const { id } = (plan?.body ?? {}) as TaskDetail

    await block(org, article, key)
    const answered = await service.call(`POST /tasks/${id}/input`, { body: { answer: 'yes' }, key })
    const worker = await service.startWorker('run-task')
    const end = (path: string) =>
      until(
        async () => {
          const { body } = await service.call(`GET ${path}`, { key })
          return (body as Task).status === 'failed' ? (body as Task) : undefined
        },
        { what: `${path} to be refused` },
      )
    const [waited, begun] = [await end(`/v1/agents/${agent}/tasks/${task_id}`), await end(`/tasks/${id}`)]
    worker.kill('SIGKILL')
    await worker.exited

    expect(answered.status).toBe(200)
    for (const task of [waited, begun]) expect(task.error?.code).toBe(said['trace.record'])
    expect((await service.call('GET /traces', { key })).body).toMatchObject({ total: 0 })
  })
})
