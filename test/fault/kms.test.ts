/** Processes whose keys a KMS has wrapped: none starts without its word, none makes a key by accident, and what runs needs it no more. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openSigner } from '#shared/evidence/signing'
import { unlock } from '#shared/evidence/unlock'
import { readConfig } from '#shared/kernel/config'
import { keyUnavailableCode } from '#shared/kernel/kms/kms'
import { runAssay } from '#test/support/assay'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { storeKey } from '#test/support/keys'
import { startTransit, type TestTransit } from '#test/support/transit'
import { until } from '#test/support/until'

const root = resolve(import.meta.dir, '../..')
const minutes = { timeout: 300_000 }
let database: TestDatabase
let transit: TestTransit
let dataDir: string
const folders: string[] = []
const started: Bun.Subprocess[] = []
/** All that any process printed. */
const said: string[] = []

beforeAll(async () => {
  database = await freshDatabase()
  transit = startTransit()
  dataDir = aFolder()
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ exited }) => exited))
  await Promise.all([transit.stop(), database.drop()])
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-kms-'))
  folders.push(folder)
  return folder
}

const envOf = (odd: Record<string, string> = {}) => ({
  PATH: process.env['PATH'] ?? '',
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  PORT: '0',
  ...transit.env,
  ...odd,
})

function run(file: string, odd: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, file], { cwd: root, env: envOf(odd), stdout: 'pipe', stderr: 'pipe' })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    void (async () => {
      for await (const chunk of stream) {
        text += new TextDecoder().decode(chunk)
        said.push(new TextDecoder().decode(chunk))
      }
    })()
  return {
    child,
    text: () => text,
    says: (message: string) =>
      until(() => text.includes(message), { what: () => `"${message}":\n${text}`, timeoutMs: 120_000 }),
  }
}

/** One that does not start. Why, and how it ended. */
async function refusal(odd: Record<string, string> = {}): Promise<{ code: number; why: string }> {
  const { child, text } = run('workers/ledger/main.ts', odd)
  const code = await child.exited
  const line = await until(
    () =>
      text()
        .split('\n')
        .find((each) => each.includes('"why"')),
    { what: text },
  )
  return { code, why: JSON.parse(line).why }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const keysKnown = async () => (await database.sql`select kid from edg_keys`).length

test(
  'two that start at once have one key; it lies nowhere plain, and the KMS may go away then, but for starts',
  minutes,
  async () => {
    const [api, ledger] = [run('api/main.ts'), run('workers/ledger/main.ts')]
    await Promise.all([api.says('"api listening"'), ledger.says('"ledger ready"')])
    const signer = openSigner((await unlock(readConfig(envOf()), database.sql)).signingKey)
    const { key } = await storeKey(database.sql, signer, {
      org_id: 'org_test',
      areas: ['A'],
      scopes: [],
      tier: 'enterprise',
      expires_at: null,
      actor: null,
    })
    const port = /"port":(\d+)/.exec(api.text())?.[1]
    await transit.stop()
    const answer = await fetch(`http://127.0.0.1:${port}/traces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        risk_score: 72,
        risk_level: 'HIGH',
        confidence: 0.6,
        system_source: 'chat',
        testing_mode: 'red_team',
      }),
    })
    const away = await refusal()
    transit.startAgain()

    expect(await keysKnown()).toBe(1)
    expect(answer.status).toBe(201)
    expect(away).toEqual({
      code: keyUnavailableCode,
      why: expect.stringMatching(
        /^hashivault:\/\/assay-(signing|sealing) \(decrypt\): .* does not answer: .*; given up after 2 s$/,
      ),
    })
    const pem = readPem()
    for (const path of filesIn(dataDir)) {
      const content = readFileSync(path, 'latin1')
      expect(content).not.toContain('PRIVATE KEY')
      expect(content).not.toContain(pem)
    }
    expect(
      readdirSync(join(dataDir, 'keys'))
        .filter((name) => !name.startsWith('sealing-'))
        .toSorted(),
    ).toEqual(['evidence-ed25519.pem.wrapped', 'sealing.key.wrapped'])
    await run('workers/maintenance/main.ts').says('"maintenance ready"')
  },
)

/** The key itself, without its frame, as the KMS would give it. */
function readPem(): string {
  const [, , , wrapped = ''] = readFileSync(join(dataDir, 'keys/evidence-ed25519.pem.wrapped'), 'utf8')
    .trim()
    .split(' ')
  const [, body = ''] = transit.decrypt('assay-signing', wrapped).toString('utf8').split('\n')
  expect(body.length).toBeGreaterThan(40)
  return body
}

test('one that is refused, or is given another key, does not start and changes nothing', minutes, async () => {
  const before = filesIn(join(dataDir, 'keys')).map((path) => readFileSync(path, 'utf8'))
  const other = openFor(aFolder())
  const refused = await refusal({ VAULT_TOKEN: 'another' })
  const text = Buffer.from(await other)
  transit.answerWith(({ operation, key }) =>
    operation === 'decrypt' && key === 'assay-signing'
      ? Response.json({ data: { plaintext: text.toString('base64') } })
      : undefined,
  )
  const lied = await refusal()
  transit.answerWith(undefined)

  expect(refused).toEqual({ code: keyUnavailableCode, why: expect.stringContaining('says 403 (permission denied)') })
  expect(lied).toEqual({ code: keyUnavailableCode, why: expect.stringContaining('that is not what was wrapped') })
  expect(filesIn(join(dataDir, 'keys')).map((path) => readFileSync(path, 'utf8'))).toEqual(before)
  expect(await keysKnown()).toBe(1)
})

/** The signing key of another installation, wrapped by the same KMS. */
async function openFor(folder: string): Promise<string> {
  const other = await freshDatabase()
  try {
    const { signingKey } = await unlock(readConfig(envOf({ DATA_DIR: folder })), other.sql)
    return 'text' in signingKey ? signingKey.text : ''
  } finally {
    await other.drop()
  }
}

test(
  'a key that the database does not know does not start, nor is one made in place of one that is lost',
  minutes,
  async () => {
    const [foreign, empty] = [aFolder(), aFolder()]
    await openFor(foreign)
    const [unknown, lost] = await Promise.all([refusal({ DATA_DIR: foreign }), refusal({ DATA_DIR: empty })])

    expect(unknown).toEqual({
      code: keyUnavailableCode,
      why: expect.stringContaining('is none that this database knows'),
    })
    expect(lost).toEqual({
      code: keyUnavailableCode,
      why: expect.stringContaining('a new key cannot go on where another has signed'),
    })
    expect(existsSync(join(empty, 'keys'))).toBe(false)
    expect(await keysKnown()).toBe(1)
  },
)

test('one that is killed while its key is made leaves none, and the next start makes it', minutes, async () => {
  const [folder, other] = [aFolder(), await freshDatabase()]
  try {
    const env = { DATA_DIR: folder, DATABASE_URL: other.url }
    transit.answerWith(({ operation }) =>
      operation === 'encrypt' ? Bun.sleep(60_000).then(() => new Response()) : undefined,
    )
    transit.calls.length = 0
    const { child } = run('workers/ledger/main.ts', { ...env, KMS_WAIT_MS: '60000' })
    await until(() => transit.calls.length > 0, { what: 'the KMS to be asked' })
    child.kill('SIGKILL')
    await child.exited
    transit.answerWith(undefined)

    expect(existsSync(join(folder, 'keys'))).toBe(false)
    const next = run('workers/ledger/main.ts', env)
    await next.says('"ledger ready"')
    next.child.kill('SIGKILL')
    await next.child.exited
  } finally {
    await other.drop()
  }
})

test('where the key is lost for good another log begins with a new one, when somebody says so', minutes, async () => {
  const folder = aFolder()
  const env = envOf({ DATA_DIR: folder })
  const begun = await runAssay(['log', 'new-epoch', '--reason', 'the key was lost'], { env })
  said.push(begun.out, begun.err)

  expect(begun).toMatchObject({ code: 0, out: expect.stringMatching(/^log \S+ begins/) })
  expect(readdirSync(join(folder, 'keys')).toSorted()).toEqual(['evidence-ed25519.pem.wrapped', 'sealing.key.wrapped'])
  expect(await keysKnown()).toBe(2)
  await run('workers/ledger/main.ts', { DATA_DIR: folder }).says('"ledger ready"')
})

test('nothing that any of them printed has the token or a key in it', () => {
  const text = said.join('')

  expect(text).toContain('ledger ready')
  for (const secret of [transit.env['VAULT_TOKEN'] ?? '', 'PRIVATE KEY', readPem()]) expect(text).not.toContain(secret)
})
