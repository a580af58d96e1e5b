/** An installation that was begun under an earlier constitution, however many releases ago: it goes on, and what it announces is true. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openSigner } from '#shared/evidence/signing'
import { enact } from '#shared/governance/enact'
import { readConstitutionFile } from '#shared/governance/file'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const before = resolve(import.meta.dir, '../../fixtures/constitution-1.0.0.json')
const shipped = resolve(import.meta.dir, '../../../constitution/constitution.json')
const earlier = resolve(import.meta.dir, '../../../constitution/earlier')
const folder = mkdtempSync(join(tmpdir(), 'assay-constitution-'))
const path = join(folder, 'constitution.json')
let service: Service
setDefaultTimeout(60_000)
beforeAll(async () => {
  copyFileSync(before, path)
  service = await startService({ workers: 0, env: { CONSTITUTION: path } })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

type Status = {
  blocked_scopes: string[]
  halt: unknown
  amendment: { version: string } | null
  constitution: { version: string }
}
const status = async (api = 0) => (await service.call('GET /v1/governance/status', { api })).body as Status
const store = (system: string, odd: object = {}, api = 0) =>
  service.call('POST /traces', { body: aTrace({ system_source: system, ...odd }), api })
const saidOf = async (system: string, api = 0) =>
  (await store(system, {}, api)).headers.get('x-constitutional-compliance')

test('what its articles blocked and nobody was held to is announced no more', async () => {
  await store('of-old', { constitutional_compliance: false })

  const { body } = await service.call('GET /v1/governance/violations')
  expect((body as { violations: object[] }).violations).toMatchObject([{ article: 'A-05', blocks: [] }])
  expect(await status()).toMatchObject({ blocked_scopes: [], constitution: { version: '1.0.0' }, amendment: null })
  expect(await saidOf('of-old')).toBe('indeterminate')
})

test('the file of the next release halts nothing, in a running process or a new one, and waits to be enacted', async () => {
  cpSync(earlier, join(folder, 'earlier'), { recursive: true })
  copyFileSync(shipped, path)
  const fresh = await service.startApi()

  await until(async () => (await status()).amendment !== null, { what: 'the running process to see the file' })
  for (const api of [0, fresh]) {
    expect(await status(api)).toMatchObject({
      halt: null,
      amendment: { version: '1.6.0' },
      constitution: { version: '1.0.0' },
    })
    expect((await store('of-old', {}, api)).status).toBe(201)
  }
})

test('enacted, it holds systems to what they say from then on, at every process', async () => {
  const { compiled, amends } = readConstitutionFile(shipped)
  if (!compiled) throw new Error('the shipped constitution is not sound')
  const signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })

  expect(await enact(service.database.sql, signer, compiled, { signatures: 0 })).toBe('stale')
  expect(await enact(service.database.sql, signer, compiled, { signatures: 0, amends })).toBe('enacted')
  for (const api of [0, 1])
    await until(async () => (await status(api)).constitution.version === '1.6.0', { what: `process ${api} to know` })
  await store('of-new', { constitutional_compliance: false })

  for (const api of [0, 1])
    await until(async () => (await saidOf('of-new', api)) === 'violation', { what: 'the block', timeoutMs: 3000 })
  expect(await status()).toMatchObject({ halt: null, amendment: null, blocked_scopes: ['clearance'] })
})
