/** The constitution broken in every way: writes close, reads stay open, and open again when it is whole. */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openSigner } from '#shared/evidence/signing'
import { reportFinding } from '#shared/governance/violations'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const shipped = resolve(import.meta.dir, '../../constitution/constitution.json')
const folder = mkdtempSync(join(tmpdir(), 'assay-constitution-'))
const path = join(folder, 'constitution.json')
let database: TestDatabase
let service: Service
setDefaultTimeout(60_000)
beforeAll(async () => {
  copyFileSync(shipped, path)
  database = await freshDatabase()
  service = await startService({ workers: 0, database, env: { CONSTITUTION: path } })
})
afterEach(async () => {
  copyFileSync(shipped, path)
  if (service)
    await until(async () => (await write()).status !== 503 || (await isCritical()), { what: 'writes to open again' })
})
afterAll(async () => {
  await service.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const write = () => service.call('POST /traces', { body: aTrace() })
const isCritical = async () => (await database.sql`select 1 from violations where tier = 'T5'`).length > 0
const untilStatus = (status: number) =>
  until(async () => ((await write()).status === status ? true : undefined), {
    what: `POST /traces to answer ${status}`,
  })

test('a first start enacts the shipped constitution, once', async () => {
  expect((await write()).status).toBe(201)
  const nodes = await database.sql<{ body: string }[]>`select body from edg_nodes where stream = 'constitution'`
  expect(nodes).toHaveLength(1)
  expect(JSON.parse(nodes[0]?.body ?? '')).toMatchObject({ org: 'org_service', pos: 0, result: { state: 'enacted' } })
})

test('a file that is edited while we run halts writes, names why, and leaves reads open, until it is restored', async () => {
  const { body } = await write()
  writeFileSync(path, readFileSync(shipped, 'utf8').replace('85.0', '95.0'))

  await untilStatus(503)
  const refused = await write()

  expect(refused.body).toMatchObject({ error: { code: 'GOVERNANCE_HALT' } })
  expect(refused.headers.get('retry-after')).toBe('30')
  const { trace_id: traceId } = body as { trace_id: string }
  expect((await service.call(`GET /traces/${traceId}`)).status).toBe(200)
  expect((await service.call('GET /traces')).status).toBe(200)
  copyFileSync(shipped, path)
  await untilStatus(201)
})

test('a file that is gone, and one that is no JSON, halt writes until it is back', async () => {
  rmSync(path)
  await untilStatus(503)
  writeFileSync(path, '{')
  await until(async () => (await write()).text.includes('not JSON'), { what: 'the halt to say that it is not JSON' })

  copyFileSync(shipped, path)

  await untilStatus(201)
})

test('while it is broken, health is not compliant, governance and evidence are still read, and the status says why', async () => {
  rmSync(path)
  await untilStatus(503)

  const [health, status, violations, constitution] = await Promise.all(
    [
      'GET /health',
      'GET /v1/governance/status',
      'GET /v1/governance/violations',
      'GET /v1/governance/constitution',
    ].map((what) => service.call(what)),
  )

  expect(health?.body).toMatchObject({ status: 'healthy', constitutional_compliance: false })
  expect(status?.body).toMatchObject({ status: 'halted', compliant: false, tier: 'T5', halt: { violations: [] } })
  expect(JSON.stringify(status?.body)).toContain('there is no constitution at')
  const { node } = (constitution?.body ?? {}) as { node: string }
  expect([violations?.status, constitution?.status, (await service.call(`GET /v1/edg/${node}`)).status]).toEqual([
    200, 200, 200,
  ])
  copyFileSync(shipped, path)
  await untilStatus(201)
  expect((await service.call('GET /health')).body).toMatchObject({ constitutional_compliance: true })
})

test('every endpoint that makes evidence is refused, and every other one is not', async () => {
  rmSync(path)
  await untilStatus(503)
  const { body } = await service.call('GET /openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
  const operations = Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      what: `${method.toUpperCase()} ${route.replaceAll(/\{\w+\}/g, 'x')}`,
      isGoverned: JSON.stringify(responses).includes('GOVERNANCE_HALT'),
    })),
  )

  const makers = operations.filter(({ isGoverned }) => isGoverned).map(({ what }) => what)
  const halted: string[] = []
  for (const { what } of operations) {
    const answer = await service.call(what, what.startsWith('POST') ? { body: {} } : {})
    if ((answer.body as { error?: { code: string } } | undefined)?.error?.code === 'GOVERNANCE_HALT') halted.push(what)
  }

  const isOfAreaB = (what: string) => what.includes(' /v1/')
  expect(makers.some((what) => what.includes('/governance/'))).toBe(false)
  expect(halted.filter((what) => !isOfAreaB(what))).toEqual([
    'POST /traces',
    'POST /traces/x/annotations',
    'POST /traces/batch',
    'POST /otlp/v1/traces',
    'POST /generate',
    'GET /systems/x/tree',
    'GET /systems/compare',
    'POST /claims',
    'POST /claims/x/close',
    'POST /tasks',
    'POST /tasks/x/input',
    'POST /semiotic/decode',
    'POST /harmonic/analyze',
    'POST /attunement/calibrate',
    'POST /connections',
    'DELETE /connections/x',
    'POST /connections/x/test',
    'PUT /connections/x/secret',
    'POST /connections/x/sync',
    'GET /briefing',
    'GET /signals',
    'POST /meeting-prep',
    'POST /signals/x/feedback',
    'POST /api/scan',
    'POST /api/scan-runs',
    'POST /api/waivers',
    'POST /api/waivers/x/revoke',
    'POST /api/scans/x/questions/x/answer',
    'DELETE /api/scans/x/questions/x/answer',
    'DELETE /api/answers/x',
    'POST /api/verify-design',
    'POST /api/designs/x/capture',
    'POST /api/verify-design/x/again',
    'POST /api/verify-design/x/approve',
    'POST /api/verify-design/x/reject',
    'POST /api/designs/approve',
    'POST /api/designs/reject',
    'POST /api/pages/x/accepted-issues/take-back',
    'POST /api/designs/merge',
    'PUT /api/pages/x/policy',
    'PUT /api/design-system/tokens',
    'POST /api/components/import',
    'POST /api/components/scan',
  ])
  // Some of area B look first whether there is such a thing.
  expect(halted).toContain('POST /v1/agents/x/task')
  expect(halted.filter((what) => !makers.includes(what))).toEqual([])
  copyFileSync(shipped, path)
  await untilStatus(201)
})

test('one that asks for signatures it does not have halts writes, in words', async () => {
  const keys = [Buffer.alloc(32).toString('base64')]
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(shipped, 'utf8')), signers: { threshold: 1, keys } }))

  await untilStatus(503)

  expect((await write()).text).toContain('is signed by 0 of the 1 it asks for')
  copyFileSync(shipped, path)
  await untilStatus(201)
})

test('two processes that start first together enact it once; one that finds no file closes writes and answers reads', async () => {
  const fresh = await startService({ apis: 2, workers: 0, env: { CONSTITUTION: path } })
  const without = await startService({ workers: 0, env: { CONSTITUTION: join(folder, 'nowhere.json') } })
  try {
    const enacted = await fresh.database.sql`select 1 from edg_nodes where stream = 'constitution'`
    expect(enacted).toHaveLength(1)
    for (const api of [0, 1]) expect((await fresh.call('POST /traces', { body: aTrace(), api })).status).toBe(201)

    expect((await without.call('POST /traces', { body: aTrace() })).body).toMatchObject({
      error: { code: 'GOVERNANCE_HALT' },
    })
    expect((await without.call('GET /traces')).status).toBe(200)
    expect((await without.call('GET /v1/governance/status')).body).toMatchObject({
      status: 'halted',
      constitution: null,
    })
    expect((await without.call('GET /v1/governance/constitution')).status).toBe(404)
  } finally {
    await Promise.all([fresh.stop(), without.stop()])
  }
})

test('governance that cannot be read any more goes on with its last view', async () => {
  expect((await write()).status).toBe(201)
  await database.sql`alter table constitutions rename to constitutions_gone`
  // Longer than two looks.
  const until = Date.now() + 2500
  while (Date.now() < until) expect((await write()).status).toBe(201)

  await database.sql`alter table constitutions_gone rename to constitutions`
})

test('a violation of tier T5 halts writes within two seconds, in area D as a 500, and names itself', async () => {
  const signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })
  const { id } = await reportFinding(database.sql, signer, {
    orgId: 'org_service',
    article: 'A-01',
    tier: 'T5',
    subject: { type: 'store', id: 'tasks' },
    message: 'a test says so',
    evidence: [],
  })

  await until(async () => (await write()).status === 503, { what: 'the halt', timeoutMs: 2000 })

  expect((await write()).body).toMatchObject({ error: { details: { violations: [id] } } })
  const scan = await service.call('POST /api/scan', { body: { url: 'https://example.com', standard: 'WCAG 2.1 AA' } })
  expect(scan).toMatchObject({ status: 500, body: { error: { code: 'GOVERNANCE_HALT' } } })
  expect(scan.headers.get('retry-after')).toBe('30')
})
