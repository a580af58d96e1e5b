/** Every write of the API, each made ready to be sent: found by the operations of the API's own description. */
import { randomBytes, randomUUID } from 'node:crypto'
import { insertBriefing, packBriefing } from '#db/queries/briefings'
import { moveAll } from '#shared/agents/transitions'
import { openSigner } from '#shared/evidence/signing'
import { makeVerification } from '#test/support/designs'
import type { Elsewhere } from '#test/support/elsewhere'
import { aTrace } from '#test/support/makers'
import { pngOf } from '#test/support/png'
import { aQuestionable, storeScan } from '#test/support/scans'
import type { CallOptions, Service } from '#test/support/service'
import { bring, aConnection as brought, sourceMail } from '#test/support/sources'
import { until } from '#test/support/until'

/** A request that writes, of which nothing was sent yet. */
export type Write = { what: string } & CallOptions
type World = { service: Service; elsewhere: Elsewhere; warden: string }

const json = (value: unknown) => ({ raw: JSON.stringify(value), headers: { 'content-type': 'application/json' } })

async function made(world: World, what: string, options: CallOptions): Promise<{ body: Made; headers: Headers }> {
  const headers = { ...options.headers, 'idempotency-key': randomUUID() }
  const answer = await until(
    async () => {
      const answer = await world.service.call(what, { ...options, headers })
      return answer.status < 300 && answer
    },
    { what: `${what} to be done` },
  )
  return { body: answer.body as Made, headers: answer.headers }
}
type Made = {
  pageId: string
  issues: { id: string }[]
  trace_id: string
  task_id: string
  id: string
  runId: string
  waiverId: string
  answerId: string
  claim_id: string
  job_id: string
  feedback_id: string
  name: string
}

const traceOf = async (world: World, odd = {}) =>
  (await made(world, 'POST /traces', { body: aTrace(odd) })).body.trace_id
const agentTask = { task: { type: 'stats.summarize', payload: {} } }
const taskOf = async (world: World) =>
  (await made(world, 'POST /v1/agents/risk-assessor/task', { body: agentTask })).body.task_id
const question = [{ id: 'ask', type: 'person.ask', payload: { question: 'Is it so?', choices: ['yes', 'no'] } }]
const steps = [
  { id: 'a', type: 'stats.summarize' },
  { id: 'b', type: 'stats.summarize', needs: ['a'] },
]
const runOf = async (world: World) =>
  (await made(world, 'POST /api/scan-runs', { body: { urls: ['http://example.com/', 'http://example.com/a'] } })).body
    .runId
const aConnection = { kind: 'github', label: 'Code', config: {}, secret: { token: 'a token' } }
const connectionOf = async (world: World) => (await made(world, 'POST /connections', { body: aConnection })).body.id
const jobOf = async (world: World) =>
  (
    await made(world, 'POST /generate', {
      body: { trace_id: await traceOf(world) },
      headers: { prefer: 'respond-async' },
    })
  ).body.job_id

async function agentOf(world: World): Promise<string> {
  const name = `echo-${randomBytes(4).toString('hex')}`
  const body = { name, card_url: world.elsewhere.cardUrl }
  await made(world, 'POST /v1/agents', { body, key: world.warden })
  return name
}

async function violationOf(world: World): Promise<string> {
  const system = `broken-${randomUUID()}`
  await traceOf(world, { system_source: system, constitutional_compliance: false })
  const [row] = await world.service.database.sql<
    { id: string }[]
  >`select id from violations where subject_id = ${system}`
  if (!row) throw new Error('no violation was opened')
  return row.id
}

/** A task whose result waits for somebody to look at it. */
async function heldTaskOf(world: World): Promise<string> {
  const taskId = await taskOf(world)
  const signer = openSigner({ path: `${world.service.dataDir}/keys/evidence-ed25519.pem` })
  for (const to of ['working', 'input-required'] as const)
    await moveAll(world.service.database.sql, [{ taskId, to, resultDigest: `sha256:${'0'.repeat(64)}` }], signer)
  return taskId
}

/** A question of a scan that is kept, by its path. */
async function questionOf(world: World): Promise<string> {
  const { sql, signer } = sourceOf(world)
  const { scanId, issues } = await storeScan(sql, signer, { issues: [aQuestionable()] })
  return `/api/scans/${scanId}/questions/${issues[0]?.fingerprint}`
}
const givenAnswer = { choice: 'fits', note: 'looked at' }

const snapshot = pngOf(4, 4).toString('base64')

/** One that waits: its picture is not the page's first. */
async function waitingOf({ service }: World, branch?: string): Promise<string> {
  const signer = openSigner({ path: `${service.dataDir}/keys/evidence-ed25519.pem` })
  const pageId = randomUUID()
  const { sql } = service.database
  const on = branch === undefined ? {} : { branch }
  await makeVerification(sql, { signer }, { pageId, snapshot, ...on })
  const next = pngOf(4, 4, [0, 0, 0]).toString('base64')
  return (await makeVerification(sql, { signer }, { pageId, snapshot: next, ...on })).id
}

/** A page with an issue that somebody has accepted. */
async function acceptedOn(world: World): Promise<string> {
  const id = await waitingOf(world)
  const { body } = await made(world, `GET /api/verify-design/${id}`, {})
  const scope = body.issues.map((issue) => issue.id)
  await made(world, `POST /api/verify-design/${id}/approve`, { body: { scope, reason: 'looked at' } })
  return body.pageId
}

const sourceOf = ({ service }: World) => ({
  sql: service.database.sql,
  signer: openSigner({ path: `${service.dataDir}/keys/evidence-ed25519.pem` }),
  orgId: 'org_test',
})

/** A mail that was read over a connection. */
async function signalOf(world: World): Promise<string> {
  const source = sourceOf(world)
  const [mail] = await bring(source, await brought(source, 'imap'), [sourceMail()])
  if (!mail) throw new Error('no mail was brought')
  return mail.id
}

/** One that is kept, whatever it says. */
async function briefingOf(world: World): Promise<string> {
  const id = randomUUID()
  const { sql, orgId } = sourceOf(world)
  const [document, inputs] = [packBriefing('{}'), packBriefing('{}')]
  await sql.begin((tx) =>
    insertBriefing(tx, {
      job_id: id,
      org_id: orgId,
      operation: 'briefing',
      tier: 'T0',
      created_at: new Date().toISOString(),
      node_id: 'a'.repeat(64),
      payload_salt: randomBytes(16),
      document,
      inputs,
      connections: [],
      seal: null,
    }),
  )
  return id
}

const spanOf = () => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: randomBytes(16).toString('hex'),
              spanId: randomBytes(8).toString('hex'),
              name: 'chat',
              kind: 3,
              startTimeUnixNano: '1779235200000000000',
              endTimeUnixNano: '1779235201240000000',
              attributes: [
                { key: 'assay.risk_score', value: { doubleValue: 34.5 } },
                { key: 'assay.risk_level', value: { stringValue: 'MEDIUM' } },
                { key: 'assay.confidence', value: { doubleValue: 0.82 } },
              ],
            },
          ],
        },
      ],
    },
  ],
})

const a2aOf = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })
const messageOf = () => ({
  message: {
    messageId: randomUUID(),
    role: 'ROLE_USER',
    parts: [{ data: { type: 'stats.summarize', payload: {} } }],
  },
  configuration: { returnImmediately: true },
})

const claim = { measure: { kind: 'risk_score' }, direction: 'at_most', threshold: 50 }
const libraryOf = (library: string) => ({
  kind: 'list',
  library,
  baseUrl: 'http://example.com/',
  document: { components: [{ id: 'button', name: 'Button', stories: [{ id: 'button--one' }, { id: 'button--two' }] }] },
})
const waiver = { type: 'color-contrast', reason: 'an archive' }

/** By operation: what makes a request of it ready. */
export const writes: Record<string, ((world: World) => Promise<Omit<Write, 'what'> & { path: string }>)[]> = {
  'POST /traces': [async () => ({ path: '/traces', body: aTrace() })],
  'POST /traces/batch': [
    async () => ({ path: '/traces/batch', body: [aTrace(), aTrace()] }),
    async () => ({ path: '/traces/batch?atomic=true', body: [aTrace(), aTrace()] }),
  ],
  'POST /traces/{trace_id}/annotations': [
    async (world) => ({
      path: `/traces/${await traceOf(world)}/annotations`,
      body: { rater: 'R. Okafor', answers: { safety: 'no', factuality: 7 }, comment: 'wrong date' },
    }),
  ],
  'POST /otlp/v1/traces': [async () => ({ path: '/otlp/v1/traces', ...json(spanOf()) })],
  'POST /generate': [
    async (world) => ({ path: '/generate', body: { trace_id: await traceOf(world) } }),
    async (world) => ({
      path: '/generate',
      body: { trace_id: await traceOf(world) },
      headers: { prefer: 'respond-async' },
    }),
  ],
  'GET /systems/{system_source}/tree': [
    async (world) => {
      const system = randomUUID()
      await traceOf(world, { system_source: system })
      return { path: `/systems/${system}/tree` }
    },
  ],
  'GET /systems/compare': [
    async (world) => {
      const [a, b] = [randomUUID(), randomUUID()]
      for (const system_source of [a, b]) await traceOf(world, { system_source })
      return { path: `/systems/compare?a=${a}&b=${b}` }
    },
  ],
  'POST /v1/agents/{name}/task': [async () => ({ path: '/v1/agents/risk-assessor/task', body: agentTask })],
  'POST /v1/agents/{name}/tasks/{task_id}/cancel': [
    async (world) => ({ path: `/v1/agents/risk-assessor/tasks/${await taskOf(world)}/cancel` }),
  ],
  'POST /v1/agents/{name}/tasks/{task_id}/approve': [
    async (world) => ({
      path: `/v1/agents/risk-assessor/tasks/${await heldTaskOf(world)}/approve`,
      body: { decision: 'release', reason: 'looked at' },
      key: world.warden,
    }),
  ],
  'POST /v1/agents': [
    async ({ elsewhere, warden }) => ({
      path: '/v1/agents',
      body: { name: `echo-${randomBytes(4).toString('hex')}`, card_url: elsewhere.cardUrl },
      key: warden,
    }),
  ],
  'POST /v1/agents/{name}/suspend': [
    async (world) => ({
      path: `/v1/agents/${await agentOf(world)}/suspend`,
      body: { reason: 'answers nonsense' },
      key: world.warden,
    }),
  ],
  'POST /v1/agents/{name}/accept': [
    async (world) => {
      const name = await agentOf(world)
      await made(world, `POST /v1/agents/${name}/suspend`, { body: { reason: 'a while' }, key: world.warden })
      return { path: `/v1/agents/${name}/accept`, key: world.warden }
    },
  ],
  'POST /v1/agents/{name}/refresh': [
    async (world) => ({ path: `/v1/agents/${await agentOf(world)}/refresh`, key: world.warden }),
  ],
  'POST /v1/agents/{name}/a2a': [
    async () => ({ path: '/v1/agents/risk-assessor/a2a', body: a2aOf('SendMessage', messageOf()) }),
    async (world) => ({ path: '/v1/agents/risk-assessor/a2a', body: a2aOf('CancelTask', { id: await taskOf(world) }) }),
  ],
  'POST /v1/edg/{hash}/erase': [
    async (world) => {
      const { headers } = await made(world, 'POST /traces', { body: aTrace() })
      const path = `/v1/edg/${headers.get('x-service-attribution')}/erase`
      return { path, body: { reason: 'was asked for' }, key: world.warden }
    },
  ],
  'POST /v1/edg/verify': [
    async (world) => {
      const { headers } = await made(world, 'POST /traces', { body: aTrace() })
      return { path: '/v1/edg/verify', body: { hash: headers.get('x-service-attribution'), mode: 'node' } }
    },
    async (world) => {
      const { headers } = await made(world, 'POST /traces', { body: aTrace() })
      return { path: '/v1/edg/verify', body: { hash: headers.get('x-service-attribution'), mode: 'full' } }
    },
  ],
  'POST /v1/governance/simulate': [
    async (world) => ({
      path: '/v1/governance/simulate',
      body: { constitution: { constitution: 'v1' }, days: 1 },
      key: world.warden,
    }),
  ],
  'POST /v1/governance/violations/{id}/acknowledge': [
    async (world) => ({
      path: `/v1/governance/violations/${await violationOf(world)}/acknowledge`,
      body: { reason: 'known' },
      key: world.warden,
    }),
  ],
  'POST /v1/governance/violations/{id}/waive': [
    async (world) => ({
      path: `/v1/governance/violations/${await violationOf(world)}/waive`,
      body: { reason: 'a test system', until: new Date(Date.now() + 86_400_000).toISOString() },
      key: world.warden,
    }),
  ],
  'POST /v1/governance/violations/{id}/resolve': [
    async (world) => ({
      path: `/v1/governance/violations/${await violationOf(world)}/resolve`,
      body: { reason: 'mended' },
      key: world.warden,
    }),
  ],
  'POST /tasks': [
    async () => ({ path: '/tasks', body: { steps } }),
    async () => ({ path: '/tasks', body: agentTask }),
    async () => ({ path: '/tasks', body: { goal: 'summarize the statistics' } }),
  ],
  'POST /tasks/{task_id}/cancel': [
    async (world) => ({
      path: `/tasks/${(await made(world, 'POST /tasks', { body: { steps } })).body.id}/cancel`,
    }),
  ],
  'POST /tasks/{task_id}/input': [
    async (world) => ({
      path: `/tasks/${(await made(world, 'POST /tasks', { body: { steps: question } })).body.id}/input`,
      body: { answer: 'yes' },
    }),
  ],
  'POST /semiotic/decode': [
    async () => ({ path: '/semiotic/decode', body: { content: 'Could you send it by Friday?' } }),
    async () => ({
      path: '/semiotic/decode',
      body: { content: 'Could you send it by Friday?' },
      headers: { prefer: 'respond-async' },
    }),
  ],
  'POST /harmonic/analyze': [
    async () => ({ path: '/harmonic/analyze', body: { content: 'Could you send it by Friday?' } }),
  ],
  'POST /connections': [async () => ({ path: '/connections', body: aConnection })],
  'POST /connections/{connection_id}/test': [
    async (world) => ({ path: `/connections/${await connectionOf(world)}/test`, headers: { prefer: 'respond-async' } }),
  ],
  'PUT /connections/{connection_id}/secret': [
    async (world) => ({
      path: `/connections/${await connectionOf(world)}/secret`,
      body: { secret: { token: randomUUID() } },
    }),
  ],
  'POST /connections/{connection_id}/sync': [
    async (world) => ({ path: `/connections/${await connectionOf(world)}/sync` }),
  ],
  'DELETE /connections/{connection_id}': [async (world) => ({ path: `/connections/${await connectionOf(world)}` })],
  'POST /attunement/calibrate': [async () => ({ path: '/attunement/calibrate', body: { dry_run: true } })],
  'GET /briefing': [
    async () => ({ path: '/briefing' }),
    async () => ({ path: '/briefing?tz=Europe/Zurich', headers: { prefer: 'respond-async' } }),
  ],
  'GET /signals': [async () => ({ path: '/signals?limit=5' })],
  'POST /meeting-prep': [async () => ({ path: '/meeting-prep', body: { uid: 'review@example.com' } })],
  'POST /briefings/{briefing_id}/replay': [async (world) => ({ path: `/briefings/${await briefingOf(world)}/replay` })],
  'POST /signals/{signal_id}/feedback': [
    async (world) => ({ path: `/signals/${await signalOf(world)}/feedback`, body: { verdict: 'important' } }),
    async (world) => {
      const path = `/signals/${await signalOf(world)}/feedback`
      const { feedback_id } = (await made(world, `POST ${path}`, { body: { verdict: 'done' } })).body
      return { path, body: { take_back: feedback_id } }
    },
  ],
  'POST /api/scan': [
    async () => ({ path: '/api/scan', body: { url: 'http://example.com/' } }),
    async () => ({
      path: '/api/scan',
      body: { url: 'http://example.com/' },
      headers: { prefer: 'respond-async' },
    }),
  ],
  'POST /api/scan-runs': [
    async () => ({ path: '/api/scan-runs', body: { urls: ['http://example.com/', 'http://example.com/a'] } }),
  ],
  'POST /api/scan-runs/{runId}/cancel': [async (world) => ({ path: `/api/scan-runs/${await runOf(world)}/cancel` })],
  'POST /api/waivers': [async () => ({ path: '/api/waivers', body: waiver })],
  'POST /api/waivers/{waiverId}/revoke': [
    async (world) => ({
      path: `/api/waivers/${(await made(world, 'POST /api/waivers', { body: waiver })).body.waiverId}/revoke`,
    }),
  ],
  'POST /api/scans/{scanId}/questions/{fingerprint}/answer': [
    async (world) => ({ path: `${await questionOf(world)}/answer`, body: givenAnswer }),
  ],
  'DELETE /api/scans/{scanId}/questions/{fingerprint}/answer': [
    async (world) => {
      const path = `${await questionOf(world)}/answer`
      await made(world, `POST ${path}`, { body: givenAnswer })
      return { path }
    },
  ],
  'DELETE /api/answers/{answerId}': [
    async (world) => {
      const { body } = await made(world, `POST ${await questionOf(world)}/answer`, { body: givenAnswer })
      return { path: `/api/answers/${body.answerId}` }
    },
  ],
  'POST /api/verify-design': [
    async () => ({ path: '/api/verify-design', body: { pageId: randomUUID(), snapshot } }),
    async () => ({
      path: '/api/verify-design',
      body: { pageId: randomUUID(), snapshot },
      headers: { prefer: 'respond-async' },
    }),
  ],
  'POST /api/designs/{pageId}/capture': [
    async () => ({ path: `/api/designs/${randomUUID()}/capture`, body: { url: 'http://example.com/' } }),
    async () => ({
      path: `/api/designs/${randomUUID()}/capture`,
      body: { url: 'http://example.com/' },
      headers: { prefer: 'respond-async' },
    }),
  ],
  'GET /api/verify-design/{verificationId}/diff': [
    async (world) => ({ path: `/api/verify-design/${await waitingOf(world)}/diff` }),
  ],
  'GET /api/verify-design/{verificationId}/report': [
    async (world) => ({ path: `/api/verify-design/${await waitingOf(world)}/report` }),
  ],
  'POST /api/verify-design/{verificationId}/again': [
    async (world) => ({
      path: `/api/verify-design/${await waitingOf(world)}/again`,
      headers: { prefer: 'respond-async' },
    }),
  ],
  'POST /api/verify-design/{verificationId}/approve': [
    async (world) => ({
      path: `/api/verify-design/${await waitingOf(world)}/approve`,
      body: { scope: 'all', reason: 'looked at' },
    }),
  ],
  'POST /api/verify-design/{verificationId}/reject': [
    async (world) => ({ path: `/api/verify-design/${await waitingOf(world)}/reject`, body: { reason: 'too pale' } }),
  ],
  'POST /api/designs/approve': [
    async (world) => {
      const branch = randomUUID()
      await waitingOf(world, branch)
      return { path: '/api/designs/approve', body: { branch, reason: 'looked at' } }
    },
  ],
  'POST /api/designs/reject': [
    async (world) => {
      const branch = randomUUID()
      await waitingOf(world, branch)
      return { path: '/api/designs/reject', body: { branch, reason: 'too pale' } }
    },
  ],
  'POST /api/designs/merge': [
    async (world) => {
      const from = randomUUID()
      const id = await waitingOf(world, from)
      await made(world, `POST /api/verify-design/${id}/approve`, { body: { scope: 'all', reason: 'looked at' } })
      return { path: '/api/designs/merge', body: { from, reason: 'merged' } }
    },
  ],
  'POST /api/pages/{pageId}/accepted-issues/take-back': [
    async (world) => ({
      path: `/api/pages/${await acceptedOn(world)}/accepted-issues/take-back`,
      body: { issues: 'all', reason: 'no more' },
    }),
  ],
  'PUT /api/pages/{pageId}/policy': [
    async () => ({ path: `/api/pages/${randomUUID()}/policy`, body: { failOn: 'serious' } }),
  ],
  'PUT /api/design-system/tokens': [
    async () => ({ path: '/api/design-system/tokens', body: { [`group-${randomUUID()}`]: {} } }),
  ],
  'POST /api/components/import': [
    async () => ({ path: '/api/components/import', body: libraryOf(randomUUID()) }),
    async (world) => {
      const library = randomUUID()
      await made(world, 'POST /api/components/import', { body: libraryOf(library) })
      const document = { Button: 3 }
      return { path: '/api/components/import', body: { kind: 'react-scanner', library, document } }
    },
  ],
  'POST /api/components/scan': [
    async (world) => {
      const library = randomUUID()
      await made(world, 'POST /api/components/import', { body: libraryOf(library) })
      return { path: '/api/components/scan', body: { library } }
    },
  ],
  'POST /claims': [async () => ({ path: '/claims', body: claim })],
  'POST /claims/{claim_id}/close': [
    async (world) => ({
      path: `/claims/${(await made(world, 'POST /claims', { body: claim })).body.claim_id}/close`,
    }),
  ],
  'POST /jobs/{job_id}/cancel': [
    async (world) => ({ path: `/jobs/${await jobOf(world)}/cancel` }),
    async (world) => {
      const runId = await runOf(world)
      const [page] = await world.service.database.sql<{ job_id: string }[]>`
        select job_id from scan_run_pages where run_id = ${runId} and page = 0`
      return { path: `/jobs/${page?.job_id}/cancel` }
    },
  ],
}

type Described = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }

/** The operations that write: all that do more than GET, and those that send a job. */
export async function writingOperations(service: Service): Promise<string[]> {
  const { paths } = (await service.call('GET /openapi.json', { key: null })).body as Described
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      method !== 'get' || '202' in responses ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
}
