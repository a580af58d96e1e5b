/** The constitution from the command line, against a service that is held to it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Constitution } from '#shared/contracts/constitution'
import { sealEnvelope } from '#shared/evidence/dsse'
import { signerOf } from '#shared/evidence/signing'
import { constitutionType } from '#shared/governance/file'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { bareEnv } from '#test/support/bare-env'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const root = resolve(import.meta.dir, '../../..')
const shipped = join(root, 'constitution/constitution.json')
const folder = mkdtempSync(join(tmpdir(), 'assay-constitution-'))
const path = join(folder, 'constitution.json')
let service: Service
setDefaultTimeout(60_000)
beforeAll(async () => {
  copyFileSync(shipped, path)
  service = await startService({ workers: 0, env: { CONSTITUTION: path } })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

async function assay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn([process.execPath, 'cli/main.ts', 'constitution', ...args], {
    cwd: root,
    env: { ...bareEnv, DATABASE_URL: service.database.url, DATA_DIR: service.dataDir },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}

/** As it is shipped, but for what it amends. */
const document = (): Constitution => ({ ...JSON.parse(readFileSync(shipped, 'utf8')), previous: null })
const write = (file: string, change: Partial<Constitution>) =>
  writeFileSync(file, JSON.stringify({ ...document(), ...change }))
const statusOfWrite = async () => (await service.call('POST /traces', { body: aTrace() })).status

test('the shipped constitution is sound, without a warning', async () => {
  const { code, out } = await assay('check', shipped)

  expect([code, out.split('\n')]).toEqual([
    0,
    [expect.stringMatching(/^sound: version 1\.6\.0, 22 articles, 0 signatures, [0-9a-f]{64}$/)],
  ])
})

test('a broken one is told fault by fault, and is not enacted', async () => {
  const broken = join(folder, 'broken.json')
  const [first, ...others] = document().articles
  writeFileSync(
    broken,
    JSON.stringify({ ...document(), articles: [{ ...first, rule: 'rows_astray == 0' }, ...others] }),
  )

  const checked = await assay('check', broken)
  const enacted = await assay('enact', broken)

  expect([checked.code, checked.out]).toEqual([1, 'error  A-01 rule has the whole number 0: write 0.0'])
  expect([enacted.code, enacted.err]).toEqual([2, `${broken}: A-01 rule has the whole number 0: write 0.0`])
})

test('an amendment is compared, then enacted: the service that was halted by the edit goes on', async () => {
  write(path, { version: '2.0.0', articles: document().articles.filter(({ id }) => id !== 'A-18') })
  await until(async () => (await statusOfWrite()) === 503, { what: 'the halt' })

  const compared = await assay('diff', path)
  const enacted = await assay('enact', path)

  expect([compared.code, compared.out.split('\n')]).toEqual([
    1,
    ['~ previous', '~ version', '- A-18 A grave risk is noticed where it is stored'],
  ])
  expect(enacted.out).toMatch(/^enacted: [0-9a-f]{64}$/)
  await until(async () => (await statusOfWrite()) === 201, { what: 'writes to open' })
  expect(JSON.parse((await assay('show')).out)).toMatchObject({ version: '2.0.0' })
  expect((await assay('enact', path)).out).toMatch(/^in force already: /)
  const nodes = await service.database.sql<{ body: string }[]>`
    select body from edg_nodes where stream = 'constitution' order by pos`
  expect(nodes.map(({ body }) => JSON.parse(body).result.version)).toEqual(['1.6.0', '2.0.0'])
})

test('one that amends the one in force halts nothing, decides nothing and is told of, until it is enacted', async () => {
  const inForce = JSON.parse((await assay('show')).out)
  const previous = sha256Hex(canonicalJson(inForce))
  const [model] = inForce.articles
  const strict = {
    ...model,
    id: 'A-90',
    title: 'Nothing above 10',
    phase: 'post',
    applies_to: ['trace.record'],
    rule: 'risk_score <= 10.0',
    tier: 'T4',
    message: "'nothing above 10 is taken'",
    examples: { pass: [{ risk_score: 10 }], fail: [{ risk_score: 11 }] },
  }
  const articles = [...inForce.articles, strict]
  writeFileSync(path, JSON.stringify({ ...inForce, version: '2.1.0', previous, articles }))
  const status = async () => (await service.call('GET /v1/governance/status')).body

  const waiting = await until(
    async () => {
      const now = (await status()) as { amendment: { hash: string } | null }
      return now.amendment ? now : undefined
    },
    { what: 'the amendment to be told of' },
  )

  expect(waiting).toMatchObject({ halt: null, amendment: { version: '2.1.0' }, constitution: { hash: previous } })
  expect(await statusOfWrite()).toBe(201)
  expect((await assay('enact', path)).out).toBe(`enacted: ${waiting.amendment?.hash}`)
  await until(async () => ((await status()) as { amendment: unknown }).amendment === null, {
    what: 'it to be in force',
  })
  expect(await status()).toMatchObject({ constitution: { version: '2.1.0', hash: waiting.amendment?.hash } })
  expect(await statusOfWrite()).toBe(403)
})

test('one that amends another than the one in force is refused', async () => {
  const stale = join(folder, 'stale.json')
  write(stale, { version: '2.0.0', previous: 'f'.repeat(64) })

  const { code, err } = await assay('enact', stale)

  expect([code, err]).toEqual([2, expect.stringContaining('is not the one in force')])
})

test('one that asks for two signers is enacted with two, and amended only by them', async () => {
  const keys = [1, 2, 3].map(() => generateKeyPairSync('ed25519').privateKey)
  const signed = join(folder, 'signed.json')
  const sign = (file: string, by: readonly KeyObject[]) => {
    const text = canonicalJson(JSON.parse(readFileSync(file, 'utf8')))
    const [first, ...others] = by.map((key) => sealEnvelope(constitutionType, text, signerOf(key)))
    if (!first) throw new Error('nobody signs')
    const signatures = [first, ...others].flatMap((envelope) => envelope.signatures)
    writeFileSync(`${file}.dsse.json`, JSON.stringify({ ...first, signatures }))
  }
  const [one, two, three] = keys
  if (!one || !two || !three) throw new Error('three keys were made')
  const publicKeys = [one, two].map((key) => Buffer.from(signerOf(key).publicKey).toString('base64'))
  write(signed, { version: '3.0.0', signers: { threshold: 2, keys: publicKeys } })

  expect((await assay('enact', signed)).err).toContain('is signed by 0 of the 2 it asks for')
  sign(signed, [one, three])
  expect((await assay('enact', signed)).err).toContain('is signed by 1 of the 2 it asks for')
  sign(signed, [one, two])
  expect((await assay('enact', signed)).out).toMatch(/^enacted: /)
  const lawless = join(folder, 'lawless.json')
  write(lawless, { version: '4.0.0' })
  expect((await assay('enact', lawless)).err).toContain('asks for 2 signatures of its own signers: 0')
})
