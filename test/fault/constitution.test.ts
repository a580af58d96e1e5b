/** The constitution broken in every way: writes close, reads stay open, and open again when it is whole. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
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
afterAll(async () => {
  await service.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const write = () => service.call('POST /traces', { body: aTrace() })
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
