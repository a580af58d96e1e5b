/** Every decision that a running service has recorded, made again by another engine from what its node says. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { run } from '@bufbuild/cel'
import type { Article, Constitution } from '#shared/contracts/constitution'
import { type GovernanceRecord, gravest } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { type Elsewhere, serveAgent } from '#test/support/elsewhere'
import { aTrace } from '#test/support/makers'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let pages: Pages
let elsewhere: Elsewhere
setDefaultTimeout(60_000)
beforeAll(async () => {
  pages = servePages({ '/telling': aPage(`<img src="a.png" data-key="AKIA${'Q7'.repeat(8)}">`) })
  elsewhere = serveAgent()
  const allowed = [pages.env, elsewhere.env].map(({ EGRESS_ALLOW }) => EGRESS_ALLOW).join(',')
  service = await startService({
    env: { ...unlimited, ...pages.env, EGRESS_ALLOW: allowed, RATE_LIMIT_B_ENTERPRISE: '1000000000' },
  })
  await Promise.all([service.startWorker('run-task'), service.startWorker('scan-page')])
})
afterAll(async () => {
  await service.stop()
  elsewhere.stop()
  await pages.stop()
})

/** As shared/governance/decide.ts, from its description alone. */
function decideElsewhere({ articles }: Constitution, { action, phase, input }: GovernanceRecord) {
  const broken = articles.filter(
    (article) =>
      article.phase === phase &&
      article.applies_to.some((glob) => new Bun.Glob(glob).match(action)) &&
      run(article.rule, input as never) !== true,
  )
  const verdictOf = ({ tier, enforcement, effect }: Article) =>
    enforcement === 'soft' && input['override'] === true
      ? { tier: 'T1' as const, effect: 'allow' as const }
      : { tier, effect }
  const effects = broken.map((article) => verdictOf(article).effect)
  return {
    articles: broken.map(({ id }) => id),
    tier: gravest(broken.map((article) => verdictOf(article).tier)),
    decision: effects.includes('deny') ? 'deny' : effects.includes('hold') ? 'hold' : 'allow',
  }
}

test('a trace whose decision is a violation says so when it is taken, when it is read, and in its tree', async () => {
  const taken = await service.call('POST /traces', {
    body: aTrace({ testing_mode: 'red_team', field_conditions: true, constitutional_compliance: true }),
  })
  const { trace_id } = taken.body as { trace_id: string }

  const answers = [
    taken,
    await service.call(`GET /traces/${trace_id}`),
    await service.call('POST /generate', { body: { trace_id } }),
  ]

  expect(answers.map(({ headers }) => headers.get('x-constitutional-compliance'))).toEqual(Array(3).fill('violation'))
  expect(answers[1]?.text).not.toContain('governance_tier')
})

/** A scan, an agent elsewhere, a result that is held and let go by somebody else and not by its submitter, an erasure. */
async function decideOnTheRest(graveTrace: string): Promise<void> {
  const writing = { key: (await service.issueKey({ scopes: ['governance:write'] })).key }
  const scanned = await service.call('POST /api/scan', { body: { url: `${pages.url}/telling` } })
  const registered = await service.call('POST /v1/agents', { body: { card_url: elsewhere.cardUrl }, ...writing })
  const held = await service.call('POST /v1/agents/tree-generator/task', {
    body: { task: { type: 'tree.generate', payload: { trace_id: graveTrace } } },
    ...writing,
  })
  const { links } = held.body as { links: { self: string } }
  await until(async () => (await service.call(`GET ${links.self}`)).text.includes('input-required'), { what: 'a hold' })
  const release = { body: { decision: 'release', reason: 'looked at' } }
  const bySubmitter = await service.call(`POST ${links.self}/approve`, { ...release, ...writing })
  const other = { key: (await service.issueKey({ scopes: ['governance:write'] })).key }
  const byOther = await service.call(`POST ${links.self}/approve`, { ...release, ...other })
  const trace = await service.call(`GET /traces/${graveTrace}`)
  const erased = await service.call(`POST /v1/edg/${trace.headers.get('x-service-attribution')}/erase`, {
    body: { reason: 'asked to' },
    ...writing,
  })
  expect([scanned, registered, held, bySubmitter, byOther, erased].map(({ status }) => status)).toEqual([
    200, 201, 202, 403, 200, 200,
  ])
}

test('comes out the same, for every node that carries one', async () => {
  const traces = ['LOW', 'MEDIUM', 'HIGH'].flatMap((level) =>
    [0, 0.49, 0.5, 1].flatMap((confidence) =>
      [0, 84.9, 85, 100].flatMap((score) =>
        [undefined, 'model', 'field'].map((mode) =>
          aTrace({
            risk_level: level as 'LOW',
            risk_score: score,
            confidence,
            ...(mode === undefined ? {} : { testing_mode: mode as 'model' }),
            field_conditions: score > 50,
            constitutional_compliance: confidence > 0,
          }),
        ),
      ),
    ),
  )
  const stored = await service.call('POST /traces/batch', { body: traces })
  const { results } = stored.body as { results: { trace_id: string }[] }
  for (const { trace_id } of results.slice(0, 10)) await service.call('POST /generate', { body: { trace_id } })
  const overriding = (await service.issueKey({ scopes: ['governance:override'] })).key
  const task = { type: 'stats.summarize', payload: {} }
  await service.call('POST /v1/agents/risk-assessor/task', { body: { task } })
  await service.call('POST /v1/agents/risk-assessor/task', {
    body: { task, override: { reason: 'a test' } },
    key: overriding,
  })
  await decideOnTheRest(results.at(-1)?.trace_id ?? '')

  const inForce = await service.call('GET /v1/governance/constitution')
  const nodes = await service.database.sql<{ body: string }[]>`
    select body from edg_nodes where body like '%"governance":{%' order by ins`
  const { constitution, hash } = inForce.body as { constitution: Constitution; hash: string }
  const records = nodes.flatMap(({ body }) => (JSON.parse(body) as NodeBody).governance ?? [])

  for (const record of records) {
    const { articles, tier, decision } = record
    expect({ articles, tier, decision }).toEqual(decideElsewhere(constitution, record) as never)
    expect(record.constitution).toBe(hash)
  }
  expect(new Set(records.map(({ action }) => action))).toEqual(
    new Set([
      'trace.record',
      'tree.generate',
      'scan.complete',
      'task.submit',
      'task.result',
      'task.approve',
      'agent.register',
      'payload.erase',
    ]),
  )
  expect(new Set(records.map(({ tier }) => tier))).toEqual(new Set(['T0', 'T1', 'T2', 'T3']))
  expect(records.length).toBeGreaterThan(150)
})
