/** What a key may not do directly it may not have done for it: by tasks, plans, goals, agents and A2A, at the door and later. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { builtInAgents } from '#shared/agents/catalogue'
import { type Elsewhere, serveAgent } from '#test/support/elsewhere'
import { shipped } from '#test/support/hostile-constitution'
import { alterKey, revokeKey } from '#test/support/keys'
import { aTrace } from '#test/support/makers'
import { pngOf } from '#test/support/png'
import { type Answer, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

type Json = Record<string, unknown>
let service: Service
let elsewhere: Elsewhere
setDefaultTimeout(60_000)
beforeAll(async () => {
  elsewhere = serveAgent()
  service = await startService({
    workers: 0,
    env: {
      ...unlimited,
      ...elsewhere.env,
      RATE_LIMIT_A_STANDARD: '8',
      RATE_LIMIT_D_STANDARD: '6',
      QUEUED_PAGES_ENTERPRISE: '10',
      QUEUED_PAGES_STANDARD: '1000',
    },
  })
})
afterAll(async () => {
  await service.stop()
  elsewhere.stop()
})

let orgs = 0
const anOrg = () => `org_rights_${++orgs}`
const keyOf = async (options: Parameters<Service['issueKey']>[0] = {}) =>
  (await service.issueKey({ org: anOrg(), ...options })).key
const submit = (body: unknown, key: string, headers: Record<string, string> = {}) =>
  service.call('POST /tasks', { body, key, headers })
const errorOf = ({ body }: Answer) =>
  (
    body as {
      error: { code: string; message: string; details: Json & { needed?: string; path?: string; issues?: Json[] } }
    }
  ).error
const tasksOf = async (org: string) =>
  (await service.database.sql`select id, status from tasks where org_id = ${org}`).length

/** Whole payloads, so that nothing but the key is at fault. */
const payloads: Record<string, Json> = {
  'risk.assess': { trace_id: 'SVC-x-1' },
  'trace.query': {},
  'stats.summarize': {},
  'trace.record': aTrace(),
  'tree.generate': { trace_id: 'SVC-x-1' },
  'tree.compare': { base: crypto.randomUUID(), other: crypto.randomUUID() },
  'accessibility.scan': { url: 'https://example.com/' },
  'accessibility.summarize': {
    scans: [{ score: 1, issues: [], compliance: 'fail', scanTime: '1.00s', timestamp: '2026-05-20T00:00:00.000Z' }],
  },
  'accessibility.compare': { base: crypto.randomUUID(), other: crypto.randomUUID() },
  'design.verify': { pageId: 'home', snapshot: pngOf(4, 4).toString('base64') },
  'semiotic.decode': { content: 'Could you send it by Friday?' },
  'harmonic.analyze': { content: 'Could you send it by Friday?' },
  'attunement.calibrate': { dry_run: true },
  'briefing.compile': { tz: 'Europe/Zurich' },
  'signals.scan': { limit: 5 },
  'meeting.prepare': { uid: 'review@example.com' },
  'evidence.verify': { hash: 'a'.repeat(64), mode: 'node' },
  'evidence.export': { hash: 'a'.repeat(64) },
  'governance.evaluate': { action: 'trace.record', phase: 'post', input: {} },
  'constitution.diff': { constitution: shipped },
  'plan.execute': { steps: [{ id: 'a', type: 'person.ask', payload: { question: 'x' } }] },
  'plan.propose': { goal: 'summarize the statistics' },
  'person.ask': { question: 'x' },
}
const types = builtInAgents.flatMap((agent) => agent.types.map((type) => ({ ...type, agent: agent.name })))

describe('without its area', () => {
  test.each(types.map(({ type, area }) => [type, area] as const))(
    '%s is refused through POST /tasks, alone and as a step, naming area %s and the place',
    async (type, area) => {
      if (area === 'C') return
      const org = anOrg()
      const key = await keyOf({ org, areas: ['C'], scopes: ['governance:write'] })
      const payload = payloads[type]

      const answers = [
        await submit({ type, payload }, key),
        await submit({ task: { type, payload } }, key),
        await submit(
          {
            steps: [
              { id: 'a', type: 'person.ask', payload: { question: 'x' } },
              { id: 'b', type, payload },
            ],
          },
          key,
        ),
      ]

      expect(answers.map((answer) => [answer.status, errorOf(answer).code, errorOf(answer).details.needed])).toEqual(
        answers.map(() => [403, 'SCOPE_REQUIRED', `area ${area}`]),
      )
      expect(answers.map((answer) => errorOf(answer).details.path)).toEqual(['/type', '/task/type', '/steps/1/type'])
      expect(await tasksOf(org)).toBe(0)
    },
  )

  test.each(types.map(({ type, area, agent }) => [type, area, agent] as const))(
    '%s is refused of its agent and by A2A, naming area %s',
    async (type, area, agent) => {
      if (area === 'B') return
      const org = anOrg()
      const key = await keyOf({ org, areas: ['B'] })

      const asTask = await service.call(`POST /v1/agents/${agent}/task`, {
        body: { task: { type, payload: payloads[type] } },
        key,
      })
      const asMessage = await service.call(`POST /v1/agents/${agent}/a2a`, {
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'SendMessage',
          params: {
            message: {
              messageId: crypto.randomUUID(),
              role: 'ROLE_USER',
              parts: [{ data: { type, payload: payloads[type] } }],
            },
            configuration: { returnImmediately: true },
          },
        },
        headers: { 'a2a-version': '1.0' },
        key,
      })

      expect([asTask.status, errorOf(asTask).details.needed]).toEqual([403, `area ${area}`])
      expect(asMessage.text).toContain(`lacks area ${area}`)
      expect(await tasksOf(org)).toBe(0)
    },
  )

  test('a goal is refused, and so is a plan within a task', async () => {
    const org = anOrg()
    const goal = await submit({ goal: 'scan https://example.com/' }, await keyOf({ org, areas: ['C'] }))
    const plan = await service.call('POST /v1/agents/orchestrator/task', {
      body: {
        task: { type: 'plan.execute', payload: { steps: [{ id: 'a', type: 'trace.record', payload: aTrace() }] } },
      },
      key: await keyOf({ org, areas: ['B', 'C'] }),
    })

    expect([goal.status, errorOf(goal).details.needed, errorOf(goal).details.path]).toEqual([403, 'area D', '/goal'])
    expect([plan.status, errorOf(plan).details.needed, errorOf(plan).details.path]).toEqual([
      403,
      'area A',
      '/task/payload/steps/0/type',
    ])
    expect(await tasksOf(org)).toBe(0)
  })

  test('an agent elsewhere is not asked: that is area B', async () => {
    const org = anOrg()
    const both = await keyOf({ org, areas: ['B', 'C'], scopes: ['operator', 'governance:write'] })
    const registered = await service.call('POST /v1/agents', {
      body: { name: 'echo', card_url: elsewhere.cardUrl },
      key: both,
    })
    const {
      name,
      task_types: [skill],
    } = registered.body as { name: string; task_types: { type: string }[] }
    const step = { id: 'a', type: skill?.type, agent: name, payload: {} }

    const refused = await submit({ steps: [step] }, await keyOf({ org, areas: ['C'] }))
    const taken = await submit({ steps: [step] }, both)

    expect([refused.status, errorOf(refused).details.needed]).toEqual([403, 'area B'])
    expect(taken.status).toBe(201)
  })
})

test('an amendment is not tried out through a task without the scope for it', async () => {
  const key = await keyOf()

  const answer = await submit({ type: 'constitution.diff', payload: payloads['constitution.diff'] }, key)

  expect([answer.status, errorOf(answer).details]).toEqual([
    403,
    expect.objectContaining({ needed: 'the scope governance:write', path: '/type' }),
  ])
})

const scans = (count: number) => ({
  steps: Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    type: 'accessibility.scan',
    payload: { url: `https://example.com/${at}` },
  })),
})

describe('limits', () => {
  test('steps that scan count as requests of area D: beyond them 429, and nothing is begun or counted', async () => {
    const org = anOrg()
    const key = await keyOf({ org, tier: 'standard' })
    // Not over the turn of a minute.
    await until(() => Date.now() % 60_000 < 50_000, { what: 'a minute with time left', timeoutMs: 15_000 })

    const tooMany = await submit(scans(7), key)
    const some = await submit(scans(4), key)
    const more = await submit(scans(3), key)
    const direct = await service.call('GET /api/scans', { key })
    const single = await submit({ type: 'accessibility.scan', payload: { url: 'https://example.com/' } }, key)
    const last = await submit({ type: 'accessibility.scan', payload: { url: 'https://example.com/' } }, key)

    expect([tooMany, some, more, direct, single, last].map(({ status }) => status)).toEqual([
      429, 201, 429, 200, 201, 429,
    ])
    expect(errorOf(more)).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { limit: 6, area: 'D', wanted: 3 } })
    expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(direct.headers.get('x-ratelimit-remaining')).toBe('1')
    expect(await tasksOf(org)).toBe(2)
  })

  test('other steps count as requests of their own areas, one plan in all of them or in none', async () => {
    const org = anOrg()
    const key = await keyOf({ org, tier: 'standard' })
    await until(() => Date.now() % 60_000 < 50_000, { what: 'a minute with time left', timeoutMs: 15_000 })
    const reads = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `r${at}`, type: 'stats.summarize', payload: {} }))

    const refused = await submit({ steps: [...reads(8), ...scans(7).steps] }, key)
    const taken = await submit({ steps: [...reads(7), ...scans(5).steps] }, key)
    const direct = await service.call('GET /stats', { key })
    const refusedDirectly = await service.call('GET /stats', { key })

    expect([refused, taken, direct, refusedDirectly].map(({ status }) => status)).toEqual([429, 201, 200, 429])
  })

  test('the same request again under its Idempotency-Key is the same task and counts nothing', async () => {
    const key = await keyOf({ tier: 'standard' })
    await until(() => Date.now() % 60_000 < 50_000, { what: 'a minute with time left', timeoutMs: 15_000 })
    const headers = { 'idempotency-key': crypto.randomUUID() }

    const answers = [await submit(scans(4), key, headers), await submit(scans(4), key, headers)]
    const direct = await service.call('GET /api/scans', { key })

    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(answers.map(({ body }) => (body as Json)['task_id'])).size).toBe(1)
    expect(direct.headers.get('x-ratelimit-remaining')).toBe('1')
  })

  test('through the agents’ door the request itself is the one request of area B', async () => {
    const key = await keyOf()
    const used = async () =>
      (
        await service.database.sql<{ area: string; used: number }[]>`
        select area, sum(used)::int as used from rate_windows w join api_keys k on k.id = w.key_id
        where k.lookup = ${key.split('_')[2] ?? ''} group by 1 order by 1`
      ).map(({ area, used: n }) => `${area} ${n}`)

    await service.call('POST /v1/agents/evidence-auditor/task', {
      body: { task: { type: 'evidence.export', payload: payloads['evidence.export'] } },
      key,
    })

    expect(await used()).toEqual(['B 1'])
  })

  test('a plan that takes long to be written keeps no request waiting to be counted, of its key or of others', async () => {
    const [key, other] = [await keyOf(), await keyOf()]
    const steps = Array.from({ length: 20 }, (_, at) => ({ id: `s${at}`, type: 'trace.record', payload: aTrace() }))
    const held = await service.database.sql.reserve()
    await held`begin`
    await held`lock table task_steps in share row exclusive mode`
    const writing = submit({ steps }, key)
    await until(
      async () =>
        (await service.database.sql`select 1 from pg_locks where relation = 'task_steps'::regclass and not granted`)
          .length > 0,
      { what: 'the plan to wait for the table' },
    )

    const answers = await Promise.all([key, other, key, other].map((each) => service.call('GET /stats', { key: each })))
    const isWaiting =
      (await held`select 1 from pg_locks where relation = 'task_steps'::regclass and not granted`).length > 0

    await held`rollback`
    held.release()
    await writing
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(isWaiting).toBe(true)
  })

  test('pages of steps, tasks and runs of an organisation are queued together, however many ask at once', async () => {
    const org = anOrg()
    const key = await keyOf({ org })

    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => submit(scans(3), key)),
      ...Array.from({ length: 12 }, () =>
        service.call('POST /api/scan-runs', {
          body: { urls: ['https://example.com/1', 'https://example.com/2', 'https://example.com/3'] },
          key,
        }),
      ),
    ])
    const one = await submit(scans(1), key)
    const beyond = [
      await submit(scans(1), key),
      await submit({ type: 'accessibility.scan', payload: { url: 'https://example.com/' } }, key),
    ]

    expect(answers.filter(({ status }) => status < 300).length).toBe(3)
    expect(answers.filter(({ status }) => status === 429).length).toBe(21)
    expect(one.status).toBe(201)
    expect(beyond.map(({ status }) => status)).toEqual([429, 429])
    expect(errorOf(beyond[0] as Answer)).toMatchObject({ details: { queued: 10, limit: 10 } })
    expect(Number(beyond[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('steps that scan stand behind calls that somebody waits for, and behind the first pages of others', async () => {
    const busy = await keyOf()
    const other = await keyOf()
    const prioritiesOf = async (answer: Answer) =>
      (
        await service.database.sql<{ priority: number }[]>`
        select j.priority from pgboss.job j join task_steps s on s.job_id = j.id
        where s.task_id = ${String((answer.body as Json)['task_id'])} order by s.ord`
      ).map(({ priority }) => priority)

    const [first, second] = [
      await submit({ ...scans(3), priority: 'high' }, busy),
      await submit({ ...scans(2), priority: 'high' }, busy),
    ]
    const others = await submit(scans(2), other)

    expect(await prioritiesOf(first)).toEqual([0, -1, -2])
    expect(await prioritiesOf(second)).toEqual([-3, -4])
    expect(await prioritiesOf(others)).toEqual([-1, -2])
  })
})

describe('a key that has lost a right', () => {
  const plan = {
    steps: [
      { id: 'ask', type: 'person.ask', payload: { question: 'Go on?' } },
      { id: 'store', type: 'trace.record', payload: aTrace({ system_source: 'never' }), needs: ['ask'] },
      { id: 'after', type: 'stats.summarize', payload: {}, needs: ['store'] },
    ],
  }
  const lost: Record<string, (id: string) => Promise<unknown>> = {
    'was revoked': (id) => revokeKey(service.database.sql, service.signer, id),
    'has expired': (id) => alterKey(service.database.sql, service.signer, id, { expires_at: new Date() }),
    'has no area A any more': (id) => alterKey(service.database.sql, service.signer, id, { areas: ['C', 'D'] }),
  }

  test.each(Object.keys(lost))('because it %s has nothing more done for it', async (how) => {
    const org = anOrg()
    const { key, id } = await service.issueKey({ org })
    const reader = await keyOf({ org })
    const made = (await submit(plan, key)).body as { task_id: string }
    const single = (await submit({ type: 'trace.record', payload: aTrace({ system_source: 'never' }) }, key)).body as {
      task_id: string
    }

    await lost[how]?.(id)
    const worker = await service.startWorker('run-task')
    await service.call(`POST /tasks/${made.task_id}/input`, { body: { answer: 'yes' }, key: reader })
    const statusOf = async (taskId: string) =>
      (await service.call(`GET /tasks/${taskId}`, { key: reader })).body as {
        status: string
        error: { code: string; details: Json } | null
      }
    await until(
      async () =>
        (await statusOf(made.task_id)).status === 'failed' && (await statusOf(single.task_id)).status === 'failed',
      {
        what: 'both to fail',
      },
    )
    worker.kill('SIGKILL')

    expect((await statusOf(made.task_id)).error).toMatchObject({ code: 'SCOPE_REQUIRED', details: { step: 'store' } })
    expect((await statusOf(single.task_id)).error).toMatchObject({ code: 'SCOPE_REQUIRED' })
    expect((await service.database.sql`select 1 from traces where org_id = ${org}`).length).toBe(0)
  })
})
