/** Agents as they are told of: what they are, and how they are at this moment. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { AgentRecord, AgentSummary } from '#shared/contracts/agents'
import { sealAnew } from '#test/support/sealed'
import { type Service, startService } from '#test/support/service'
import { giveTask, untilEnded } from '#test/support/tasks'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService({ job: 'run-task' })
})
afterAll(() => service.stop())

const recordOf = async (name: string, key = service.key) =>
  (await service.call(`GET /v1/agents/${name}`, { key })).body as AgentRecord
const statusOf = async (name: string) => (await recordOf(name)).status

test('are listed, each with what it does, and nothing that it does not', async () => {
  const { agents, total } = (await service.call('GET /v1/agents')).body as { agents: AgentSummary[]; total: number }

  expect(total).toBe(agents.length)
  expect(Object.fromEntries(agents.map(({ name, task_types }) => [name, task_types]))).toEqual({
    'risk-assessor': ['risk.assess', 'trace.query', 'stats.summarize', 'trace.record'],
    'tree-generator': ['tree.generate', 'tree.compare'],
    'accessibility-auditor': ['accessibility.scan', 'accessibility.summarize', 'accessibility.compare'],
    'design-verifier': ['design.verify'],
    'semiotic-decoder': ['semiotic.decode'],
    'harmonic-analyst': ['harmonic.analyze'],
    'attunement-calibrator': ['attunement.calibrate'],
    'briefing-aggregator': ['briefing.compile', 'signals.scan', 'meeting.prepare'],
    'evidence-auditor': ['evidence.verify', 'evidence.export'],
    'governance-warden': ['governance.evaluate', 'constitution.diff'],
    orchestrator: ['plan.execute', 'plan.propose', 'person.ask'],
  })
})

test('are available while their workers live, degraded without some of them, offline without any', async () => {
  await until(async () => (await statusOf('evidence-auditor')) === 'available', { what: 'the worker to be seen' })
  expect(await recordOf('tree-generator')).toMatchObject({
    status: 'degraded',
    health: { state: 'degraded', detail: 'no worker of generate-tree is alive' },
  })

  // It reports again whenever it likes.
  const gone = await until(
    async () => {
      await service.database.sql`delete from process_reports where 'run-task' = any(jobs)`
      const record = await recordOf('evidence-auditor')
      return record.status === 'offline' && record
    },
    { what: 'the worker not to be seen' },
  )
  expect(gone).toMatchObject({ status: 'offline', health: { state: 'down' } })
  await until(async () => (await statusOf('evidence-auditor')) === 'available', { what: 'the worker to report again' })
})

test('are busy while a task waits longer than it should', async () => {
  const given = await giveTask(service, 'tree-generator', { type: 'tree.generate', payload: { trace_id: 'SVC-a-1' } })
  await service.startWorker('generate-tree')
  await untilEnded(service, given)
  await until(async () => (await statusOf('tree-generator')) === 'available', { what: 'both workers to be seen' })
  await service.database.sql`
    insert into tasks (id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), org_id, key_id, request_id, agent, type, 'submitted', head, 0, tier,
      now() - interval '10 seconds', now()
    from tasks where id = ${given.task_id}`

  expect(await recordOf('tree-generator')).toMatchObject({ status: 'busy', stats: { queued: 1, failed_24h: 1 } })
})

test('tell how the caller’s own tasks fare, and nobody else’s', async () => {
  await untilEnded(service, await giveTask(service, 'risk-assessor', { type: 'stats.summarize' }))
  const { key } = await service.issueKey({ org: 'org_other' })

  const own = (await recordOf('risk-assessor')).stats
  expect(own).toMatchObject({ queued: 0, working: 0, completed_24h: 1, failed_24h: 0 })
  expect(own.p50_ms).toBeGreaterThan(0)
  expect((await recordOf('risk-assessor', key)).stats).toMatchObject({
    completed_24h: 0,
    p50_ms: null,
    last_task_at: null,
  })
})

test('are suspended for an organisation while a violation blocks them, and take its tasks no more', async () => {
  const { sql } = service.database
  const { key } = await service.issueKey({ org: 'org_blocked' })
  await sql`
    insert into violations (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id,
      message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences)
    select 'vio_test', 'org_blocked', 'open', id, 0, 'f', 'A-03', 'x', 'T4', 'agent', 'risk-assessor', 'x', '{}', '',
      '{tasks}', now(), now(), 1 from edg_nodes limit 1`
  await sealAnew(sql, service.signer, 'violations')

  await until(async () => (await recordOf('risk-assessor', key)).status === 'suspended', {
    what: 'the violation to be seen',
  })
  expect(await recordOf('risk-assessor', key)).toMatchObject({
    governance: { tier: 'T4', active_violations: 1, suspended_scopes: ['tasks'] },
  })
  const task = { task: { type: 'stats.summarize', payload: {} } }
  expect(await service.call('POST /v1/agents/risk-assessor/task', { body: task, key })).toMatchObject({
    status: 409,
    body: { error: { code: 'AGENT_SUSPENDED' } },
  })
  expect((await service.call('POST /v1/agents/risk-assessor/task', { body: task })).status).toBe(202)
})

test('that may not have side effects refuse such tasks with a node that says so, and do the others', async () => {
  const { sql } = service.database
  const { key } = await service.issueKey({ org: 'org_held' })
  await sql`
    insert into violations (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id,
      message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences)
    select 'vio_held', 'org_held', 'open', id, 0, 'g', 'A-09', 'x', 'T3', 'agent', 'risk-assessor', 'x', '{}', '',
      '{side_effects}', now(), now(), 1 from edg_nodes limit 1`
  await sealAnew(sql, service.signer, 'violations')
  await until(async () => (await recordOf('risk-assessor', key)).governance.active_violations === 1, {
    what: 'the violation to be seen',
  })
  const give = (type: string, payload: unknown) =>
    service.call('POST /v1/agents/risk-assessor/task', { body: { task: { type, payload } }, key })

  const answer = await give('trace.record', { risk_score: 1, risk_level: 'LOW', confidence: 1 })

  expect(answer).toMatchObject({
    status: 403,
    body: { error: { code: 'GOVERNANCE_DENIED', details: { articles: ['A-09'] } } },
  })
  const { node } = (answer.body as { error: { details: { node: string } } }).error.details
  const [row] = await sql<{ body: string }[]>`select body from edg_nodes where id = decode(${node}, 'hex')`
  expect(JSON.parse(row?.body ?? '')).toMatchObject({
    kind: 'governance.denied',
    result: { task_type: 'trace.record', violation: 'vio_held' },
  })
  expect((await give('stats.summarize', {})).status).toBe(202)
})
