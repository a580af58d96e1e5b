/** Governance over the wire: status, violations and their life, the constitution, simulation. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  EnactedConstitution,
  GovernanceStatus,
  Simulation,
  Violation,
  ViolationList,
} from '#shared/contracts/governance'
import { notePass } from '#shared/evidence/passes'
import { openSigner } from '#shared/evidence/signing'
import { reportFinding, type ViolationFinding } from '#shared/governance/violations'
import { sha256Hex } from '#shared/kernel/canonical'
import { expectShape } from '#test/contract/shapes'
import { costlyConstitution } from '#test/support/hostile-constitution'
import { aTrace } from '#test/support/makers'
import { cpuMsOf } from '#test/support/processor'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

type Json = Record<string, unknown>
let service: Service
let writer: string
let shipped: Json
setDefaultTimeout(60_000)
beforeAll(async () => {
  service = await startService({
    job: 'run-task',
    apis: 2,
    env: { ...unlimited, RATE_LIMIT_B_ENTERPRISE: '1000000000' },
  })
  writer = (await service.issueKey({ scopes: ['governance:write'] })).key
  shipped = JSON.parse(readFileSync(resolve(import.meta.dir, '../../../constitution/constitution.json'), 'utf8'))
})
afterAll(() => service.stop())

const get = (path: string, key?: string) => service.call(`GET /v1/governance/${path}`, key === undefined ? {} : { key })
const post = (
  path: string,
  body: unknown,
  options: { key?: string; api?: number; headers?: Record<string, string> } = {},
) => service.call(`POST /v1/governance/${path}`, { body, key: writer, ...options })

async function report(odd: Partial<ViolationFinding> = {}): Promise<string> {
  const signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })
  const { id } = await reportFinding(service.database.sql, signer, {
    orgId: 'org_test',
    article: 'A-05',
    tier: 'T3',
    subject: { type: 'system', id: crypto.randomUUID() },
    message: 'a test says so',
    evidence: [],
    ...odd,
  })
  return id
}
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: string } }).error?.code

describe('a trace that says it did not comply', () => {
  test('opens one violation on its system, whose node has the trace as its input', async () => {
    const system = crypto.randomUUID()

    const trace = await service.call('POST /traces', {
      body: aTrace({ system_source: system, constitutional_compliance: false }),
    })

    expect(trace.headers.get('x-constitutional-compliance')).toBe('violation')
    const [violation] = await violationsOf(system)
    expect(violation).toMatchObject({
      article: 'A-05',
      tier: 'T3',
      status: 'open',
      occurrences: 1,
      blocks: ['clearance'],
    })
    expect(violation?.['evidence']).toEqual([trace.headers.get('x-service-attribution')])
    const edges = await service.database.sql<{ parent: string }[]>`
      select encode(parent, 'hex') as parent from edg_edges where child = decode(${String(violation?.['node'])}, 'hex')`
    expect(edges.map(({ parent }) => parent)).toEqual([String(trace.headers.get('x-service-attribution'))])
  })

  test('fifty of them at once, at two processes, are one violation seen fifty times', async () => {
    const system = crypto.randomUUID()
    const body = aTrace({ system_source: system, constitutional_compliance: false })

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => service.call('POST /traces', { body, api: at % 2 })),
    )

    expect(answers.every(({ status }) => status === 201)).toBe(true)
    const violations = await violationsOf(system)
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatchObject({ occurrences: 50 })
    const streams = await service.database.sql`
      select 1 from edg_nodes where kind = 'violation.opened' and body::json -> 'result' ->> 'about_id' = ${system}`
    expect(streams).toHaveLength(1)
  })

  test('sent again under its Idempotency-Key is not another occurrence', async () => {
    const system = crypto.randomUUID()
    const sent = {
      body: aTrace({ system_source: system, constitutional_compliance: false }),
      headers: { 'idempotency-key': crypto.randomUUID() },
    }

    await service.call('POST /traces', sent)
    await service.call('POST /traces', sent)

    expect(await violationsOf(system)).toMatchObject([{ occurrences: 1 }])
  })

  test('many in a batch are one violation, seen as often as they are stored', async () => {
    const system = crypto.randomUUID()
    const batch = Array.from({ length: 300 }, (_, at) =>
      aTrace({ system_source: system, constitutional_compliance: at % 3 !== 0 }),
    )

    await service.call('POST /traces/batch', { body: batch })
    await service.call('POST /traces/batch?atomic=true', { body: batch })

    expect(await violationsOf(system)).toMatchObject([{ occurrences: 200 }])
  })

  async function violationsOf(system: string): Promise<Json[]> {
    const { body } = await get('violations?limit=1000')
    return (body as { violations: Json[] }).violations.filter(
      (each) => (each['subject'] as { id: string }).id === system,
    )
  }
})

test('a trace says in its node what was decided, on which facts, by which constitution', async () => {
  const trace = await service.call('POST /traces', {
    body: aTrace({ risk_level: 'HIGH', risk_score: 90, confidence: 0.2 }),
  })

  const { body: inForce } = await get('constitution')
  const [node] = await service.database.sql<{ body: string }[]>`
    select body from edg_nodes where id = decode(${String(trace.headers.get('x-service-attribution'))}, 'hex')`
  const { governance } = JSON.parse(node?.body ?? '')
  expect(governance).toMatchObject({
    tier: 'T2',
    decision: 'allow',
    action: 'trace.record',
    phase: 'post',
    articles: ['A-07', 'A-18'],
    constitution: (inForce as Json)['hash'],
    input: { risk_level: 'HIGH', risk_score: 90, confidence: 0.2, agent_name: 'assay-api', key_registered: true },
  })
})

describe('the list of violations', () => {
  test('has the shape it promises, newest first, active ones of T3 and worse when nothing is asked', async () => {
    const first = await report()
    const second = await report()

    const { status, body } = await get('violations')

    expect(status).toBe(200)
    expectShape(ViolationList, body)
    const {
      violations,
      min_tier: minTier,
      limit,
      offset,
    } = body as { violations: Json[]; min_tier: string; limit: number; offset: number }
    expect([minTier, limit, offset]).toEqual(['T3', 100, 0])
    const ids = violations.map(({ id }) => id)
    expect(ids.indexOf(second)).toBeLessThan(ids.indexOf(first))
  })

  test('filters by status, article, agent and tier, and pages with a total', async () => {
    const agent = crypto.randomUUID()
    const ids = [await report({ agent }), await report({ agent, article: 'A-09' }), await report({ agent })]
    await post(`violations/${ids[0]}/acknowledge`, { reason: 'known' })

    const idsOf = async (query: string) =>
      ((await get(`violations?agent=${agent}&${query}`)).body as { violations: Json[] }).violations.map(({ id }) => id)

    expect(await idsOf('')).toEqual([ids[2], ids[1], ids[0]])
    expect(await idsOf('status=acknowledged')).toEqual([ids[0]])
    expect(await idsOf('status=resolved,waived')).toEqual([])
    expect(await idsOf('article=A-09')).toEqual([ids[1]])
    expect(await idsOf('min_tier=T4')).toEqual([])
    expect(await idsOf('limit=1&offset=1')).toEqual([ids[1]])
    expect((await get(`violations?agent=${agent}&limit=1`)).body).toMatchObject({ total: 3 })
  })

  test('refuses what is no status, no tier, or not a parameter', async () => {
    for (const query of ['status=closed', 'status=open,', 'min_tier=T9', 'limit=0', 'limit=1001', 'offset=-1', 'x=1'])
      expect([query, (await get(`violations?${query}`)).status]).toEqual([query, 400])
  })

  test('shows nobody another organisation’s, and everybody the service’s own', async () => {
    const theirs = await report({ orgId: 'org_other' })
    const ours = await report({ orgId: 'org_service', article: 'A-13', tier: 'T4' })

    const other = (await service.issueKey({ org: 'org_other', scopes: ['governance:write'] })).key

    expect((await get(`violations/${theirs}`)).status).toBe(404)
    expect((await get(`violations/${theirs}`, other)).status).toBe(200)
    expect((await get(`violations/${ours}`, other)).status).toBe(200)
    expect(codeOf(await post(`violations/${theirs}/resolve`, { reason: 'mine now' }))).toBe('VIOLATION_NOT_FOUND')
    expect(codeOf(await post(`violations/${ours}/resolve`, { reason: 'x' }, { key: other }))).toBe('SCOPE_REQUIRED')
    const operator = (await service.issueKey({ org: 'org_other', scopes: ['governance:write', 'operator'] })).key
    expect((await post(`violations/${ours}/resolve`, { reason: 'x' }, { key: operator })).status).toBe(200)
  })
})

describe('a violation', () => {
  test('is waived for a year at most, and each side of that is refused for what it is', async () => {
    const id = await report()
    const waived = (until: string) => post(`violations/${id}/waive`, { reason: 'a test system', until })

    for (const [until, message] of [
      ['2020-02-29T00:00:00Z', 'is not in the future'],
      ['9999-12-31T23:59:59Z', 'is more than a year ahead'],
    ] as const)
      expect(await waived(until)).toMatchObject({
        status: 400,
        body: { error: { details: { issues: [{ path: '/until', message }] } } },
      })
  })

  test('is acknowledged, waived and resolved, each with its node in its stream and who did it', async () => {
    const id = await report()
    const until = new Date(Date.now() + 86_400_000).toISOString()

    const acknowledged = await post(`violations/${id}/acknowledge`, { reason: 'seen' })
    const waived = await post(`violations/${id}/waive`, { reason: 'a test system', until })
    const resolved = await post(`violations/${id}/resolve`, { reason: 'mended' })

    for (const answer of [acknowledged, waived, resolved]) expectShape(Violation, answer.body)
    expect(acknowledged.body).toMatchObject({ status: 'acknowledged', acknowledged: { reason: 'seen' } })
    expect(waived.body).toMatchObject({ status: 'waived', waiver: { reason: 'a test system', until } })
    expect(resolved.body).toMatchObject({ status: 'resolved', resolution: { how: 'manual', reason: 'mended' } })
    const nodes = await service.database.sql<{ kind: string; body: string }[]>`
      select kind, body from edg_nodes where stream = ${`violation:${id}`} order by pos`
    expect(nodes.map(({ kind }) => kind)).toEqual([
      'violation.opened',
      'violation.updated',
      'violation.updated',
      'violation.resolved',
    ])
    expect(nodes.map(({ body }) => JSON.parse(body).result.state)).toEqual([
      'open',
      'acknowledged',
      'waived',
      'resolved',
    ])
  })

  test('that is resolved goes nowhere any more, and is not acknowledged twice', async () => {
    const id = await report()
    await post(`violations/${id}/acknowledge`, { reason: 'seen' })

    expect((await post(`violations/${id}/acknowledge`, { reason: 'seen' })).status).toBe(409)
    await post(`violations/${id}/resolve`, { reason: 'mended' })
    for (const step of ['acknowledge', 'resolve'])
      expect(codeOf(await post(`violations/${id}/${step}`, { reason: 'again' }))).toBe('STATE_CONFLICT')
  })

  test('that is found again after it was resolved is another one', async () => {
    const subject = { type: 'system', id: crypto.randomUUID() }
    const first = await report({ subject })
    await post(`violations/${first}/resolve`, { reason: 'mended' })

    const second = await report({ subject })

    expect(second).not.toBe(first)
    expect((await get(`violations/${first}`)).body).toMatchObject({ status: 'resolved', occurrences: 1 })
  })

  test('acknowledged by ten at once at two processes is acknowledged by one', async () => {
    const id = await report()

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        post(`violations/${id}/acknowledge`, { reason: `by ${at}` }, { api: at % 2 }),
      ),
    )

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    const [row] = await service.database
      .sql`select version, encode(head, 'hex') as head from violations where id = ${id}`
    expect(row).toMatchObject({
      version: 1,
      head: answers.flatMap(({ status, body }) => (status === 200 ? [(body as Json)['node']] : []))[0],
    })
  })

  test('moved again under the same Idempotency-Key answers the same and writes nothing more', async () => {
    const id = await report()
    const headers = { 'idempotency-key': crypto.randomUUID() }

    const first = await post(`violations/${id}/resolve`, { reason: 'mended' }, { headers })
    const again = await post(`violations/${id}/resolve`, { reason: 'mended' }, { headers })

    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
  })

  test('of tier T4 is not waived, and needs a reason to be anything', async () => {
    const id = await report({ article: 'A-10', tier: 'T4' })
    const until = new Date(Date.now() + 86_400_000).toISOString()

    expect(codeOf(await post(`violations/${id}/waive`, { reason: 'x', until }))).toBe('STATE_CONFLICT')
    for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 'x', more: 1 }])
      expect((await post(`violations/${id}/resolve`, body)).status).toBe(400)
    for (const bad of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z', 'tomorrow'])
      expect((await post(`violations/${id}/waive`, { reason: 'x', until: bad })).status).toBe(400)
  })

  test('is moved by nobody without governance:write, and by nobody without a key', async () => {
    const id = await report()
    const reader = (await service.issueKey()).key

    expect((await post(`violations/${id}/resolve`, { reason: 'x' }, { key: reader })).status).toBe(403)
    expect((await get('violations', 'asy_test_nobody')).status).toBe(401)
  })

  test('that does not exist is 404 for every verb', async () => {
    const id = `vio_${'0'.repeat(32)}`

    expect(codeOf(await get(`violations/${id}`))).toBe('VIOLATION_NOT_FOUND')
    for (const step of ['acknowledge', 'resolve'])
      expect(codeOf(await post(`violations/${id}/${step}`, { reason: 'x' }))).toBe('VIOLATION_NOT_FOUND')
  })

  test('of tier T5 halts every process, shows so in the status, and is resolved only after a full verification', async () => {
    const operator = (await service.issueKey({ scopes: ['governance:write', 'operator'] })).key
    const id = await report({
      orgId: 'org_service',
      article: 'A-02',
      tier: 'T5',
      subject: { type: 'log', id: 'a test' },
    })
    const write = (api: number) => service.call('POST /traces', { body: aTrace(), api })
    for (const api of [0, 1])
      await until(async () => (await write(api)).status === 503, { what: 'the halt', timeoutMs: 2000 })

    const halted = await get('status')
    const early = await post(`violations/${id}/resolve`, { reason: 'looked into' }, { key: operator })
    const signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })
    await notePass(service.database.sql, signer, { nodes: 1, ok: true, first_failure: null, duration_ms: 1 })
    const resolved = await post(`violations/${id}/resolve`, { reason: 'verified' }, { key: operator })

    expect(halted.body).toMatchObject({ status: 'halted', compliant: false, tier: 'T5', halt: { violations: [id] } })
    expect([early.status, codeOf(early)]).toEqual([409, 'STATE_CONFLICT'])
    expect(resolved.status).toBe(200)
    expect((await write(0)).status).toBe(201)
    await until(async () => (await write(1)).status === 201, { what: 'the other process to open', timeoutMs: 2000 })
  })
})

describe('the status', () => {
  test('has the shape it promises and names the constitution in force', async () => {
    const { status, body, headers } = await get('status')

    expect(status).toBe(200)
    expectShape(GovernanceStatus, body)
    const { constitution, articles, engine } = body as { constitution: Json; articles: Json[]; engine: Json }
    expect(constitution).toMatchObject({ version: '1.6.0', article_count: articles.length, signatures: 0 })
    expect(engine).toMatchObject({ name: '@marcbachmann/cel-js' })
    expect(headers.get('x-service-trace')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('counts only what the caller may see, and tells counts over all organisations to operators alone', async () => {
    const [lonely, burdened] = await Promise.all(
      ['org_lonely', 'org_burdened'].map(async (org) => (await service.issueKey({ org })).key),
    )
    await report({ orgId: 'org_burdened' })

    const [unburdened, { body }] = await Promise.all([get('status', lonely), get('status', burdened)])

    expect(unburdened.body).toMatchObject({ status: 'compliant', compliant: true, violations: { active: 0 } })
    expect(body).toMatchObject({
      status: 'violation',
      compliant: false,
      violations: { active: 1, by_tier: { T3: 1, T4: 0, T5: 0 } },
      blocked_scopes: ['clearance'],
    })
    const { articles } = body as { articles: Json[] }
    expect(articles.every(({ evaluations_24h: counted }) => counted === null)).toBe(true)
  })

  test('says of an article how often it was decided, within seconds', async () => {
    await service.call('POST /traces', { body: aTrace() })

    const article = await until(
      async () => {
        const { articles } = (await get('status')).body as { articles: Json[] }
        return articles.find(({ id, evaluations_24h: n }) => id === 'A-03' && Number(n) > 0)
      },
      { what: 'the counts to be written', timeoutMs: 15_000 },
    )

    expect(article).toMatchObject({ status: 'pass', failures_24h: 0 })
  })
})

describe('the constitution', () => {
  test('is the shipped one, its hash the SHA-256 of its text, its ETag its hash', async () => {
    const { status, body, headers } = await get('constitution')

    expect(status).toBe(200)
    expectShape(EnactedConstitution, body)
    const { hash, text, constitution } = body as { hash: string; text: string; constitution: unknown }
    expect(sha256Hex(text)).toBe(hash)
    expect(constitution).toEqual(shipped)
    expect(headers.get('etag')).toBe(`"${hash}"`)
    const again = await service.call('GET /v1/governance/constitution', { headers: { 'if-none-match': `"${hash}"` } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await get(`constitution?hash=${hash}`)).status).toBe(200)
  })

  test('that never was is 404, and a hash that is none is 400', async () => {
    expect((await get(`constitution?hash=${'0'.repeat(64)}`)).status).toBe(404)
    expect((await get('constitution?hash=x')).status).toBe(400)
  })
})

describe('a simulation', () => {
  const amended = (change: (article: Json) => Json) => ({
    ...shipped,
    articles: (shipped['articles'] as Json[]).map(change),
  })

  test('of the constitution in force changes nothing', async () => {
    await service.call('POST /traces', { body: aTrace({ risk_level: 'HIGH' }) })

    const { status, body } = await post('simulate', { constitution: shipped })

    expect(status).toBe(200)
    expectShape(Simulation, body)
    expect(body).toMatchObject({ changed: 0, days: 7, is_complete: true })
    expect(Number((body as Json)['decisions'])).toBeGreaterThan(0)
  })

  test('of a stricter article names the decisions that change and no others, of the caller’s organisation alone', async () => {
    const org = `org_${crypto.randomUUID()}`
    const key = (await service.issueKey({ org, scopes: ['governance:write'] })).key
    const confident = await service.call('POST /traces', { body: aTrace({ confidence: 0.7 }), key })
    await service.call('POST /traces', { body: aTrace({ confidence: 0.9 }), key })

    const { body } = await post(
      'simulate',
      {
        constitution: amended((article) =>
          article['id'] === 'A-07'
            ? {
                ...article,
                rule: "confidence >= 0.8 || !(risk_level in ['MEDIUM', 'HIGH'])",
                examples: {
                  pass: [{ confidence: 0.8, risk_level: 'HIGH' }],
                  fail: [{ confidence: 0.7, risk_level: 'HIGH' }],
                },
              }
            : article,
        ),
        days: 1,
      },
      { key },
    )

    expect(body).toMatchObject({
      decisions: 2,
      changed: 1,
      changes: [
        {
          node: confident.headers.get('x-service-attribution'),
          before: { tier: 'T0', articles: [] },
          after: { tier: 'T2', decision: 'allow', articles: ['A-07'] },
        },
      ],
    })
  })

  test('of what is no constitution lists every fault, by article and place', async () => {
    const { status, body } = await post('simulate', {
      constitution: amended((article) =>
        article['id'] === 'A-07' ? { ...article, rule: 'confidence >= 1' } : article,
      ),
    })

    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { code: 'INVALID_REQUEST', details: { issues: [{ path: '/constitution/A-07/rule' }] } },
    })
    expect((await post('simulate', { constitution: {} })).status).toBe(400)
    expect((await post('simulate', { constitution: shipped, days: 91 })).status).toBe(400)
    const reader = (await service.issueKey()).key
    expect((await post('simulate', { constitution: shipped }, { key: reader })).status).toBe(403)
  })

  test('of one that is dear to look through costs the API nothing, and says what was not looked through', async () => {
    const constitution = costlyConstitution(40)
    const before = cpuMsOf(service.apis[0]?.pid ?? 0)

    const { status, body } = await post('simulate', { constitution, days: 1 })

    expect(status).toBe(200)
    expect((body as Json)['warnings']).toContainEqual({
      article: null,
      place: 'articles',
      message: expect.stringMatching(/^\d+ of \d+ pairs were not looked through/),
    })
    expect(cpuMsOf(service.apis[0]?.pid ?? 0) - before).toBeLessThan(1000)
  })

  test('is a job like any other: 202 where nobody waits, and over at once when it is called off', async () => {
    const sent = await post(
      'simulate',
      { constitution: costlyConstitution(500) },
      { headers: { prefer: 'respond-async' } },
    )
    const { job_id: jobId } = sent.body as { job_id: string }
    const job = async () =>
      (await service.call(`GET /jobs/${jobId}`, { key: writer })).body as { state: string; started_at: string | null }
    await until(async () => (await job()).state === 'running', { what: 'the job to run' })
    await service.call(`POST /jobs/${jobId}/cancel`, { key: writer, body: {} })
    const idle = await post('simulate', { constitution: shipped, days: 1 })

    expect([sent.status, sent.headers.get('location')]).toEqual([202, `/jobs/${jobId}`])
    expect((await job()).state).toBe('canceled')
    expect(idle.status).toBe(200)
    const before = cpuMsOf(service.workers[0]?.pid ?? 0)
    await Bun.sleep(500)
    expect(cpuMsOf(service.workers[0]?.pid ?? 0) - before).toBeLessThan(250)
  })
})
