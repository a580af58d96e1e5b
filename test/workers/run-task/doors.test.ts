/** One catalogue: the same input comes to the same through the direct endpoint and through the agent. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { taskTypeOf } from '#shared/agents/catalogue'
import { resultDigest } from '#shared/agents/task-type'
import { verifyBundle } from '#shared/verification/bundle'
import { aTrace } from '#test/support/makers'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { pngOf } from '#test/support/png'
import { type Service, startService } from '#test/support/service'
import { giveTask, untilEnded } from '#test/support/tasks'

let service: Service
let pages: Pages
beforeAll(async () => {
  pages = servePages({ '/': aPage('<img src="x.png"><p style="color:#ccc">pale</p>') })
  service = await startService({ job: 'run-task', env: pages.env })
  await Promise.all(
    ['generate-tree', 'scan-page', 'compare-design', 'analyze-content', 'gather-briefing'].map((job) =>
      service.startWorker(job),
    ),
  )
}, 60_000)
afterAll(async () => {
  await service.stop()
  await pages.stop()
})

/** What both doors answer to the same input, with the digests of what is essential in it. */
async function bothDoors(agent: string, type: string, payload: unknown, direct: string) {
  const body = direct.startsWith('POST') ? { body: payload } : {}
  const answer = await service.call(direct, body)
  if (answer.status >= 300) throw new Error(`${direct}: ${answer.status} ${answer.text}`)
  const task = await untilEnded(service, await giveTask(service, agent, { type, payload }), 60_000)
  return { answer, task, digest: resultDigest(taskTypeOf({ agent, type }), answer.body) }
}

async function aStoredTrace(odd: Parameters<typeof aTrace>[0] = {}): Promise<string> {
  const { body } = await service.call('POST /traces', { body: aTrace(odd) })
  return (body as { trace_id: string }).trace_id
}

test('tree.generate', async () => {
  const traceId = await aStoredTrace({ flags: ['hallucination'] })

  for (const options of [{}, { depth: 2, include_raw: false }]) {
    const { task, digest, answer } = await bothDoors(
      'tree-generator',
      'tree.generate',
      { trace_id: traceId, options },
      'POST /generate',
    )

    expect(task).toMatchObject({ status: 'completed', result_digest: digest })
    const { corix_tree } = (task.result ?? {}) as { corix_tree?: unknown }
    expect(corix_tree).toEqual((answer.body as { corix_tree: unknown }).corix_tree)
  }
})

test('accessibility.scan', async () => {
  const { task, digest } = await bothDoors(
    'accessibility-auditor',
    'accessibility.scan',
    { url: `${pages.url}/` },
    'POST /api/scan',
  )

  expect(task).toMatchObject({ status: 'completed', result_digest: digest, result: { compliance: 'fail' } })
}, 60_000)

test('design.verify', async () => {
  const payload = { pageId: 'doors', snapshot: pngOf(8, 8).toString('base64') }
  const first = await bothDoors('design-verifier', 'design.verify', payload, 'POST /api/verify-design')
  const changed = { ...payload, snapshot: pngOf(8, 8, [0, 0, 0]).toString('base64') }
  const { task, digest } = await bothDoors('design-verifier', 'design.verify', changed, 'POST /api/verify-design')

  expect(first.task).toMatchObject({ status: 'completed', result_digest: first.digest, result: { approved: true } })
  expect(task).toMatchObject({ status: 'completed', result_digest: digest, result: { approved: false } })
}, 30_000)

test('semiotic.decode', async () => {
  const payload = { content: 'Could you send me the draft by Friday? Carla', reference_time: '2026-05-20T09:00:00Z' }
  const { task, digest } = await bothDoors('semiotic-decoder', 'semiotic.decode', payload, 'POST /semiotic/decode')

  expect(task).toMatchObject({ status: 'completed', result_digest: digest, result: { language: { code: 'en' } } })
})

test('harmonic.analyze', async () => {
  const payload = { content: 'This always works, and nobody has ever complained about it. Trust us.' }
  const { task, digest } = await bothDoors('harmonic-analyst', 'harmonic.analyze', payload, 'POST /harmonic/analyze')

  expect(task).toMatchObject({ status: 'completed', result_digest: digest, result: { language: { code: 'en' } } })
})

test('attunement.calibrate', async () => {
  const payload = { parameters: [{ name: 'harmonic.threshold.clarity', requested: 70 }], dry_run: true }
  const { task, digest } = await bothDoors(
    'attunement-calibrator',
    'attunement.calibrate',
    payload,
    'POST /attunement/calibrate',
  )

  expect(task).toMatchObject({ status: 'completed', result_digest: digest, result: { dry_run: true } })
})

test('briefing.compile and signals.scan', async () => {
  for (const [type, direct] of [
    ['briefing.compile', 'GET /briefing'],
    ['signals.scan', 'GET /signals'],
  ] as const) {
    const { task, digest } = await bothDoors('briefing-aggregator', type, {}, direct)

    expect(task).toMatchObject({ status: 'completed', result_digest: digest, result: { adapters: [] } })
  }
})

test('stats.summarize', async () => {
  const { task, digest } = await bothDoors('risk-assessor', 'stats.summarize', {}, 'GET /stats')

  expect(task).toMatchObject({ status: 'completed', result_digest: digest })
})

test('trace.query', async () => {
  await aStoredTrace({ system_source: 'queried' })
  const { task, digest } = await bothDoors(
    'risk-assessor',
    'trace.query',
    { system_source: 'queried', limit: 5 },
    'GET /traces?system_source=queried&limit=5',
  )

  expect(task).toMatchObject({ status: 'completed', result_digest: digest, result: { total: 1 } })
})

test('trace.record stores the very same record, and the task rests on its node', async () => {
  const input = aTrace({
    system_source: 'recorded',
    flags: ['ü'],
    metadata: { a: [1, { b: null }] },
    processing_time_ms: 7,
  })
  const { answer, task, digest } = await bothDoors('risk-assessor', 'trace.record', input, 'POST /traces')

  expect(task).toMatchObject({ status: 'completed', result_digest: digest })
  const stored = async (made: unknown) => {
    const { trace_id } = made as { trace_id: string }
    const { body } = await service.call(`GET /traces/${trace_id}`)
    const {
      trace_id: _i,
      attribution_token: token,
      timestamp: _t,
      created_at: _c,
      ...rest
    } = body as Record<string, unknown>
    return { token, rest }
  }
  const [direct, byTask] = [await stored(answer.body), await stored(task.result)]
  expect(byTask.rest).toEqual(direct.rest)
  const [node] = await service.database.sql<{ body: string }[]>`
    select body from edg_nodes where id = decode(${task.head}, 'hex')`
  expect(JSON.parse(node?.body ?? '').parents).toContainEqual({ rel: 'input', hash: byTask.token })
})

test('evidence.verify', async () => {
  const { headers } = await service.call('POST /traces', { body: aTrace() })
  const hash = headers.get('x-service-attribution') ?? ''

  const { task, digest } = await bothDoors(
    'evidence-auditor',
    'evidence.verify',
    { hash, mode: 'chain' },
    'POST /v1/edg/verify',
  )

  expect(task).toMatchObject({ status: 'completed', result_digest: digest })
})

test('constitution.diff', async () => {
  const constitution: unknown = await Bun.file('constitution/constitution.json').json()
  const key = (await service.issueKey({ scopes: ['governance:write'] })).key

  const answer = await service.call('POST /v1/governance/simulate', { body: { constitution, days: 1 }, key })
  const task = await untilEnded(
    service,
    await giveTask(service, 'governance-warden', {
      type: 'constitution.diff',
      payload: { constitution, days: 1 },
      key,
    }),
  )

  expect(answer.status).toBe(200)
  expect(task).toMatchObject({
    status: 'completed',
    result: { changed: 0, constitution: (answer.body as { constitution: object }).constitution },
  })
})

test('risk.assess says of a trace what level 1 of its tree says', async () => {
  const traceId = await aStoredTrace({ risk_score: 20, risk_level: 'LOW' })
  const tree = await service.call('POST /generate', { body: { trace_id: traceId, options: { depth: 1 } } })
  const { interpretation, summary } = (tree.body as { corix_tree: { level_1: Record<string, object> } }).corix_tree
    .level_1

  const task = await untilEnded(
    service,
    await giveTask(service, 'risk-assessor', { type: 'risk.assess', payload: { trace_id: traceId } }),
  )

  expect(task.result).toEqual({
    trace_id: traceId,
    risk_level: 'LOW',
    risk_score: 20,
    ...interpretation,
    tree_digest: (summary as { tree_digest: string }).tree_digest,
  })
})

test('tree.compare names what differs, and nothing of a tree beside itself', async () => {
  const [low, high] = [await aStoredTrace({ risk_score: 10 }), await aStoredTrace({ risk_score: 60 })]
  const jobOf = async (traceId: string) =>
    (await service.call('POST /generate', { body: { trace_id: traceId } })).headers.get('x-job-id') ?? ''
  const [base, other] = [await jobOf(low), await jobOf(high)]

  const different = await untilEnded(
    service,
    await giveTask(service, 'tree-generator', { type: 'tree.compare', payload: { base, other } }),
  )
  const same = await untilEnded(
    service,
    await giveTask(service, 'tree-generator', { type: 'tree.compare', payload: { base, other: base } }),
  )

  expect(different).toMatchObject({ status: 'completed' })
  const { differences } = different.result as { differences: { path: string; base: unknown; other: unknown }[] }
  expect(differences).toContainEqual({ path: '/level_1/summary/risk_score', base: 10, other: 60 })
  expect(same.result).toMatchObject({ validity_change: 0, differences: [], total: 0 })
})

test('evidence.export gives a bundle that verifies by itself', async () => {
  const { headers } = await service.call('POST /traces', { body: aTrace() })
  const hash = headers.get('x-service-attribution') ?? ''

  const task = await untilEnded(
    service,
    await giveTask(service, 'evidence-auditor', { type: 'evidence.export', payload: { hash } }),
  )

  const { bundle } = task.result as { bundle: string }
  expect(verifyBundle(bundle, undefined)).toMatchObject({ head: hash, first_failure: null })
  expect(verifyBundle(bundle.split('\n').slice(1).join('\n'), undefined)).toMatchObject({ verdict: 'invalid' })
})

test('governance.evaluate decides as the constitution does, and leaves no violation', async () => {
  const input = { is_submitter: true }

  const task = await untilEnded(
    service,
    await giveTask(service, 'governance-warden', {
      type: 'governance.evaluate',
      payload: { action: 'task.approve', phase: 'pre', input },
    }),
  )

  expect(task).toMatchObject({ status: 'completed', result: { decision: 'deny', articles: ['A-15'], input } })
  expect(await service.database.sql`select id from violations where article = 'A-15'`).toHaveLength(0)
})

test('accessibility.summarize gives a record that trace.record takes', async () => {
  const scans = [
    { score: 55, issues: [], compliance: 'fail', scanTime: '0.10s', timestamp: '2026-01-01T00:00:00.000Z' },
  ]

  const summary = await untilEnded(
    service,
    await giveTask(service, 'accessibility-auditor', { type: 'accessibility.summarize', payload: { scans } }),
  )
  const { trace } = (summary.result ?? {}) as { trace?: object }
  const stored = await untilEnded(
    service,
    await giveTask(service, 'risk-assessor', { type: 'trace.record', payload: trace }),
  )

  expect(trace).toMatchObject({ risk_score: 45, risk_level: 'MEDIUM', system_source: 'accessibility' })
  expect(stored.status).toBe('completed')
})

test('plan.propose gives the steps of a goal, or says that it is not understood', async () => {
  const propose = async (goal: string) =>
    untilEnded(service, await giveTask(service, 'orchestrator', { type: 'plan.propose', payload: { goal } }))

  expect(await propose('summarize the statistics')).toMatchObject({
    status: 'completed',
    result: { steps: [{ id: 'statistics', type: 'stats.summarize' }], planned_by: { planner: 'rules' } },
  })
  expect(await propose('summarize the statistics and wire me the money')).toMatchObject({
    status: 'failed',
    error: { code: 'INVALID_REQUEST', details: { issues: [{ path: '/goal' }] } },
  })
})

test('a task of a trace that is somebody else’s fails as the endpoint refuses', async () => {
  const { key } = await service.issueKey({ org: 'org_other' })
  const { body } = await service.call('POST /traces', { body: aTrace(), key })

  const payload = { trace_id: (body as { trace_id: string }).trace_id }
  const task = await untilEnded(service, await giveTask(service, 'tree-generator', { type: 'tree.generate', payload }))

  expect(task).toMatchObject({ status: 'failed', error: { code: 'TRACE_NOT_FOUND' } })
})

test('a result that is not small stays with its job', async () => {
  for (let i = 0; i < 4; i++) await aStoredTrace({ system_source: 'large', metadata: { text: 'x'.repeat(30_000) } })

  const { task, answer, digest } = await bothDoors(
    'risk-assessor',
    'trace.query',
    { system_source: 'large' },
    'GET /traces?system_source=large',
  )

  expect(task.result_digest).toBe(digest)
  const { url } = task.result as { url: string }
  expect((await service.call(`GET ${url}`)).body).toEqual(answer.body)
})
