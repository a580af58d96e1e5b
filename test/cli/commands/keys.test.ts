/** Keys from the command line, against a service that judges them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureDevKey } from '#cli/store/dev-key'
import { keyPattern } from '#shared/kernel/key-format'
import { bareEnv } from '#test/support/bare-env'
import { type Service, startService } from '#test/support/service'

const root = resolve(import.meta.dir, '../../..')
let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0 })
})
afterAll(() => service.stop())

async function assay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn([process.execPath, 'cli/main.ts', ...args], {
    cwd: root,
    env: { ...bareEnv, DATABASE_URL: service.database.url, DATA_DIR: service.dataDir },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}

const statusOf = async (key: string) => (await service.call('GET /stats', { key })).status
const idOf = async (name: string) => {
  const rows: { id: string; name: string }[] = JSON.parse((await assay('key', 'list', '--json')).out)
  return rows.find((row) => row.name === name)?.id ?? ''
}

test('an issued key is printed once, works, and is listed without its secret', async () => {
  const issued = await assay('key', 'issue', '--name', 'ci', '--org', 'org_acme', '--tier', 'enterprise')

  expect(issued.out).toMatch(keyPattern)
  expect(await statusOf(issued.out)).toBe(200)
  const { out } = await assay('key', 'list')
  expect(out).toContain('org_acme')
  expect(out).not.toContain(issued.out.slice(-43))
  expect(JSON.stringify(await service.database.sql`select * from api_keys`)).not.toContain(issued.out.slice(-43))
})

test('a revoked key is refused', async () => {
  const { out: key } = await assay('key', 'issue', '--name', 'short-lived', '--org', 'org_acme')
  const revoked = await assay('key', 'revoke', await idOf('short-lived'))

  expect(revoked.code).toBe(0)
  expect(await statusOf(key)).toBe(401)
})

test('a rotated key and its successor both work through the overlap, and only the successor after it', async () => {
  const { out: old } = await assay('key', 'issue', '--name', 'turning', '--org', 'org_acme')
  const id = await idOf('turning')

  const { out: successor } = await assay('key', 'rotate', id, '--overlap', '1')
  const during = [await statusOf(old), await statusOf(successor)]
  await assay('key', 'revoke', id)
  await Bun.sleep(1000) // The promise: within a second.
  const after = [await statusOf(old), await statusOf(successor)]

  expect(during).toEqual([200, 200])
  expect(after).toEqual([401, 200])
})

test('the word that says where a key is for is one that every door takes, and its successor keeps it', async () => {
  const words = ['Staging-1', 'ä', 'a_b', '', 'abcdefghijklmnopq']
  const refused = await Promise.all(
    words.map((word) => assay('key', 'issue', '--name', 'odd', '--org', 'org_acme', '--env', word)),
  )
  const { out: staging } = await assay('key', 'issue', '--name', 'placed', '--org', 'org_acme', '--env', 'staging')
  const { out: successor } = await assay('key', 'rotate', await idOf('placed'))
  // As keys are that were issued before the word was kept.
  const before = await service.issueKey({ org: 'org_acme', areas: ['A'], tier: 'standard' })
  const { out: older } = await assay('key', 'rotate', before.id)

  expect(refused.map(({ code, out }) => [code, out])).toEqual(words.map(() => [2, '']))
  expect([staging, successor].map((key) => keyPattern.exec(key)?.groups?.['env'])).toEqual(['staging', 'staging'])
  expect([await statusOf(staging), await statusOf(successor)]).toEqual([200, 200])
  expect(older).toMatch(/^asy_live_/)
})

test('an expired key and a key of another area are refused', async () => {
  const { out: expired } = await assay('key', 'issue', '--name', 'old', '--org', 'org_acme', '--expires', '2020-01-01')
  const { out: elsewhere } = await assay('key', 'issue', '--name', 'd', '--org', 'org_acme', '--areas', 'D')

  expect(await statusOf(expired)).toBe(401)
  expect(await statusOf(elsewhere)).toBe(403)
})

test('a day that no calendar has is no end of a key', async () => {
  for (const expires of ['2027-02-30', '2027-13-01', '1', 'May 5', '10000-01-01']) {
    const { code, err } = await assay('key', 'issue', '--name', 'odd', '--org', 'org_acme', '--expires', expires)

    expect([expires, code, err]).toEqual([expires, 2, expect.stringContaining('not an ISO 8601 date')])
  }
})

test('a mistake is said in one line, with an exit code', async () => {
  const wrong = [
    await assay('key', 'issue', '--name', 'x', '--org', 'Acme Inc.'),
    await assay('key', 'issue', '--name', 'x', '--org', 'org_acme', '--areas', 'E'),
    await assay('key', 'issue', '--org', 'org_acme'),
    await assay('key', 'revoke', 'key_none'),
    await assay('key', 'rotate', 'key_none'),
  ]

  for (const { code, err } of wrong) {
    expect(code).toBe(2)
    expect(err.split('\n')).toHaveLength(1)
  }
})

test('the development key is made once, kept for its owner alone, and works', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-dev-'))
  // Where the service's own key is, its processes would look too.
  const pem = readFileSync(join(service.dataDir, 'keys/evidence-ed25519.pem'), 'utf8')
  const settings = { databaseUrl: service.database.url, dataDir, env: { EVIDENCE_SIGNING_KEY: pem } }

  const first = await ensureDevKey(settings)
  const second = await ensureDevKey(settings)

  expect(first.isNew).toBe(true)
  expect(second).toEqual({ key: first.key, isNew: false })
  expect(readFileSync(join(dataDir, 'dev-key'), 'utf8')).toBe(first.key)
  expect(statSync(join(dataDir, 'dev-key')).mode & 0o777).toBe(0o600)
  expect(await statusOf(first.key)).toBe(200)
  rmSync(dataDir, { recursive: true })
})
