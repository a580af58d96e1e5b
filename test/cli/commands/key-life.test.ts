/** What becomes of keys and waivers stands in evidence: decided on, told without a secret, held to by verification. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Reader, transaction } from '#db/client'
import { type KeyRow, keyOfLookup } from '#db/queries/keys'
import type { NodeBody } from '#shared/contracts/node'
import { actorsOf, keyFault } from '#shared/evidence/proven-keys'
import { compileConstitution } from '#shared/governance/compile'
import { makeKey } from '#shared/kernel/key-format'
import { issueKey, type KeyTools, revokeKey, rotateKey } from '#shared/keys/key-life'
import { type VerificationOutcome, verify } from '#shared/verification/verify'
import { bareEnv } from '#test/support/bare-env'
import { shippedWhole as shipped } from '#test/support/hostile-constitution'
import { type Service, startService } from '#test/support/service'

const root = resolve(import.meta.dir, '../../..')
let service: Service
setDefaultTimeout(60_000)
beforeAll(async () => {
  service = await startService({ workers: 0 })
})
afterAll(() => service.stop())

async function assay(args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, 'cli/main.ts', ...args], {
    cwd: root,
    env: { ...bareEnv, DATABASE_URL: service.database.url, DATA_DIR: service.dataDir, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}

const bodiesOf = async (stream: string): Promise<NodeBody[]> =>
  (
    await service.database.sql<{ body: string }[]>`select body from edg_nodes where stream = ${stream} order by pos`
  ).map(({ body }) => JSON.parse(body))
const rowOf = async (lookup: string) =>
  (
    await service.database.sql<{ id: string; secret_sha256: Uint8Array }[]>`
    select id, secret_sha256 from api_keys where lookup = ${lookup}`
  )[0]

/** As the command line changes keys. */
function tools(): KeyTools {
  const { compiled } = compileConstitution(JSON.stringify(shipped))
  if (!compiled) throw new Error('the shipped constitution is sound')
  return { sql: service.database.sql, signer: service.signer, constitution: compiled, by: 'a test' }
}

async function orderKey() {
  const made = makeKey('test')
  const rights = { org_id: 'org_t', areas: ['A'], scopes: [], tier: 'standard' as const, expires_at: null }
  const order = { id: made.id, lookup: made.lookup, secret_sha256: made.secretSha256, name: 't', env: 'test' }
  await issueKey(tools(), { ...order, ...rights, rotated_from: null })
  return made
}

/** The verdicts of V12 and V13 over the whole store, and the first fault of all. */
async function verdicts() {
  const whole = (await verify(
    { sql: service.database.sql, anchors: [service.signer.publicKey] },
    { hash: null, mode: 'full', orgIds: null },
  )) as VerificationOutcome
  const failed = whole.checks.filter(({ id, status }) => status === 'fail' && id !== 'V9')
  return { failed: failed.map(({ id }) => id), first: failed[0]?.detail }
}

test('a key’s whole life is a chain of decided nodes without a secret, and verification accepts it', async () => {
  const issued = await assay([
    'key',
    'issue',
    '--name',
    'ci',
    '--org',
    'org_life',
    '--areas',
    'A,B',
    '--scopes',
    'operator',
  ])
  const row = await rowOf(issued.out.split('_')[2] ?? '')
  const id = row?.id ?? ''
  const changed = await assay(['key', 'change', id, '--areas', 'A', '--scopes', 'none', '--expires', '2100-01-01'])
  const rotated = await assay(['key', 'rotate', id, '--overlap', '1'])
  const successor = await rowOf(rotated.out.split('_')[2] ?? '')
  const revoked = await assay(['key', 'revoke', successor?.id ?? ''])

  expect([issued, changed, rotated, revoked].map(({ code }) => code)).toEqual([0, 0, 0, 0])
  const [first, second, third, ...more] = await bodiesOf(`apikey:${id}`)
  const [begun, ended] = await bodiesOf(`apikey:${successor?.id}`)
  const by = 'the operator at the command line'
  const rights = {
    areas: 'A',
    scopes: '',
    tier: 'standard',
    org: 'org_life',
    expires_at: '2100-01-01T00:00:00.000Z',
    by,
  }
  expect(more).toEqual([])
  expect(
    [first, second, third, begun, ended].map((body) => [body?.kind, body?.result?.['state'], body?.governance?.action]),
  ).toEqual([
    ['apikey.issued', 'usable', 'key.issue'],
    ['apikey.changed', 'usable', 'key.change'],
    ['apikey.changed', 'ended', 'key.rotate'],
    ['apikey.issued', 'usable', 'key.rotate'],
    ['apikey.revoked', 'ended', 'key.revoke'],
  ])
  expect(first).toMatchObject({
    org: 'org_life',
    request: null,
    agent: { name: 'assay-cli' },
    result: { ...rights, areas: 'A,B', scopes: 'operator', expires_at: '', revoked_at: '' },
    governance: {
      decision: 'allow',
      input: { areas: 'A,B', scopes: 'operator', tier: 'standard', is_expiring: false },
    },
  })
  expect(second?.result).toMatchObject(rights)
  expect(third?.result).toMatchObject({ ...rights, successor: successor?.id })
  expect(begun).toMatchObject({ result: { ...rights, rotated_from: id }, parents: [{ rel: 'supersedes' }] })
  const told = JSON.stringify([first, second, third, begun, ended])
  for (const key of [issued.out, rotated.out]) {
    // The secret may have underscores of its own.
    const [, lookup = '', secret = ''] = /^[^_]+_[^_]+_([^_]+)_(.+)$/s.exec(key.trim()) ?? []
    expect(secret.length).toBeGreaterThan(20)
    expect(told).not.toContain(lookup)
    expect(told).not.toContain(secret)
  }
  expect(told).not.toContain(Buffer.from(row?.secret_sha256 ?? []).toString('hex'))
  expect(await verdicts()).toEqual({ failed: [], first: undefined })
})

test('a key of before is followed by its first node', async () => {
  const { id } = await service.issueKey({ org: 'org_old' })

  expect((await assay(['key', 'revoke', id])).code).toBe(0)

  expect((await bodiesOf(`apikey:${id}`)).map(({ kind, pos }) => [kind, pos])).toEqual([['apikey.revoked', 0]])
  expect((await verdicts()).failed).toEqual([])
})

/** What a superuser may write into a key's row. */
const tampered: Record<string, string> = {
  organisation: "org_id = 'org_test'",
  areas: "areas = '{A,B,C,D}'",
  scopes: "scopes = '{operator}'",
  tier: "tier = 'enterprise'",
  expiry: "expires_at = '2200-01-01'",
  secret: "secret_sha256 = sha256('x')",
  word: "env = 'prod'",
  name: "name = 'x'",
  actor: "actor = 'somebody'",
  'time of making': "created_at = created_at - interval '1 day'",
  'rights, and the seal taken away,': "scopes = '{operator}', seal = null",
  'actor, and the seal taken away,': "actor = 'somebody', seal = null",
  'secret, and the seal taken away,': "secret_sha256 = sha256('x'), seal = null",
  'rights, and its node forgotten,': "scopes = '{operator}', seal = null, head = null, version = null",
}

test.each(Object.keys(tampered))('a key is proven until its %s was changed by hand', async (what) => {
  const { sql } = service.database
  const { id, lookup } = await orderKey()
  const faultIn = async (reader: Reader) => {
    const key = await keyOfLookup(reader, lookup)
    return key ? keyFault(service.signer, key) : 'no key'
  }
  const before = await faultIn(sql)

  const after = await transaction(sql, async (tx) => {
    await tx.unsafe(`update api_keys set ${tampered[what]} where id = '${id}'`)
    throw await faultIn(tx)
  }).catch((fault: unknown) => fault)

  expect(before).toBeUndefined()
  expect(after).toMatchObject({ code: 'EVIDENCE_MISMATCH', details: { table: 'api_keys' } })
})

test('a revoked key stays revoked, though its row is put back whole, its last node hidden, and then taken away', async () => {
  const { sql } = service.database
  const { id, lookup, text } = await orderKey()
  const status = async () => (await service.call('GET /stats', { key: text })).status
  const rowNow = async () => (await sql<KeyRow[]>`select * from api_keys where id = ${id}`)[0] ?? expect.unreachable()
  const put = ({ revoked_at, head, version, seal }: KeyRow) => sql`
    update api_keys set revoked_at = ${revoked_at}, head = ${head as Buffer}, version = ${version}, seal = ${seal as Buffer}
    where id = ${id}`
  const usable = await rowNow()
  const statuses = [await status()]
  await revokeKey(tools(), id)
  const revoked = await rowNow()
  await Bun.sleep(950) // As long as a process remembers a key.
  statuses.push(await status())

  await put(usable)
  const found = await keyOfLookup(sql, lookup)
  const [node] = await sql.begin(async (tx) => {
    await tx`alter table edg_nodes disable trigger user`
    const taken = await tx`delete from edg_nodes where stream = ${`apikey:${id}`} and pos = 1 returning *`
    await tx`alter table edg_nodes enable trigger user`
    return taken
  })
  await Bun.sleep(950)
  statuses.push(await status())

  await sql`insert into edg_nodes ${sql(node ?? {}, ...nodeColumns)}`
  await put(revoked)
  // A node of our key's name that it has not signed ends no key.
  const junk = found && { ...found, next_signature: Buffer.alloc(64) }
  expect([found, junk].map((key) => key && keyFault(service.signer, key)?.code)).toEqual([
    'EVIDENCE_MISMATCH',
    undefined,
  ])
  expect(statuses).toEqual([200, 401, 500])
})

const nodeColumns = ['id', 'org_id', 'stream', 'pos', 'height', 'kind', 'prev', 'body', 'signature', 'kid'] as const

test('keys have the actor that they were issued for, or are their own; a successor keeps it, and one of before goes by the first', async () => {
  const { sql } = service.database
  const issued = await assay(['key', 'issue', '--name', 'a', '--org', 'org_people', '--actor', 'ada'])
  const named = await rowOf(issued.out.split('_')[2] ?? '')
  const own = await orderKey()
  const successorOf = async (id: string) => {
    const made = makeKey('test')
    await rotateKey(tools(), id, { id: made.id, lookup: made.lookup, secret_sha256: made.secretSha256 }, 60)
    return made.id
  }
  const old = await service.issueKey({ org: 'org_people' })
  const ids = [named?.id ?? '', await successorOf(named?.id ?? ''), own.id, await successorOf(own.id)]
  const [second] = await Promise.all([successorOf(old.id)])

  const actors = await actorsOf(sql, service.signer, [...ids, old.id, second, 'key_none'])

  expect([...ids, old.id, second, 'key_none'].map((id) => actors.get(id))).toEqual([
    ...['ada', 'ada', own.id, own.id],
    ...[old.id, old.id, undefined],
  ])
  expect((await bodiesOf(`apikey:${ids[1]}`))[0]?.result).toMatchObject({ actor: 'ada' })
  await sql`update api_keys set actor = 'grace' where id = ${ids[1] ?? ''}`
  await expect(actorsOf(sql, service.signer, [ids[1] ?? ''])).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  await sql`update api_keys set actor = 'ada' where id = ${ids[1] ?? ''}`
})

test('an actor is a name without blanks, and no key’s', async () => {
  const refused = await Promise.all(
    ['a b', '', 'key_1', 'ü'].map((actor) =>
      assay(['key', 'issue', '--name', 'x', '--org', 'org_x', '--actor', actor]),
    ),
  )

  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2])
})

test('whoever signs with another key than the service changes no key', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'assay-keys-'))
  await service.call('POST /traces', { body: { risk_score: 1, risk_level: 'LOW', confidence: 1, system_source: 's' } })

  const { code, err } = await assay(['key', 'issue', '--name', 'x', '--org', 'org_x'], { DATA_DIR: elsewhere })

  rmSync(elsewhere, { recursive: true })
  expect(code).not.toBe(0)
  expect(err).toContain('is not a signing key of this service')
  expect((await service.database.sql`select 1 from api_keys where org_id = 'org_x'`).length).toBe(0)
})

test('a waiver is made and revoked with a decision and a node each, once under one Idempotency-Key', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = {
    type: 'image-alt',
    url: 'https://example.com/*',
    reason: 'old pages',
    expiresAt: '2100-01-01T00:00:00.1239Z',
  }

  const made = await service.call('POST /api/waivers', { body, headers })
  const again = await service.call('POST /api/waivers', { body, headers })
  const { waiverId } = made.body as { waiverId: string }
  const revoke = () => service.call(`POST /api/waivers/${waiverId}/revoke`, { body: {} })
  const answers = await Promise.all([revoke(), revoke(), revoke()])

  expect([made, again, ...answers].map(({ status }) => status)).toEqual([201, 201, 200, 200, 200])
  const nodes = await bodiesOf(`waiver:${waiverId}`)
  expect(
    nodes.map(({ kind, result, governance, request }) => [kind, result, governance?.action, request?.key_id]),
  ).toEqual(
    (['waiver.created', 'waiver.revoked'] as const).map((kind) => [
      kind,
      {
        state: kind === 'waiver.created' ? 'in_force' : 'revoked',
        org: 'org_test',
        fingerprint: '',
        type: 'image-alt',
        url: 'https://example.com/*',
        reason: 'old pages',
        expires_at: '2100-01-01T00:00:00.123Z',
        created_at: expect.any(String),
        created_by: expect.stringMatching(/^key_/),
        revoked_at: kind === 'waiver.created' ? '' : expect.any(String),
      },
      kind === 'waiver.created' ? 'waiver.create' : 'waiver.revoke',
      expect.stringMatching(/^key_/),
    ]),
  )
  expect((await verdicts()).failed).toEqual([])
})

test.each([
  [
    'areas of a key',
    'areas',
    (id: string) => service.database.sql`update api_keys set areas = '{A,B,C,D}' where id = ${id}`,
  ],
  [
    'scopes of a key',
    'scopes',
    (id: string) => service.database.sql`update api_keys set scopes = '{operator}' where id = ${id}`,
  ],
  [
    'organisation of a key',
    'org',
    (id: string) => service.database.sql`update api_keys set org_id = 'org_test' where id = ${id}`,
  ],
  [
    'expiry of a key',
    'expires_at',
    (id: string) => service.database.sql`update api_keys set expires_at = now() where id = ${id}`,
  ],
  ['actor of a key', 'actor', (id: string) => service.database.sql`update api_keys set actor = 'x' where id = ${id}`],
  ['name of a key', 'record', (id: string) => service.database.sql`update api_keys set name = 'x' where id = ${id}`],
  [
    'secret of a key',
    'record',
    (id: string) => service.database.sql`update api_keys set secret_sha256 = sha256('x') where id = ${id}`,
  ],
  [
    'end of a key',
    'says',
    (id: string) => service.database.sql`update api_keys set revoked_at = null where id = ${id}`,
  ],
] as const)('%s changed by hand is found by verification', async (_what, name, tamper) => {
  const { id } = await orderKey()
  await revokeKey(tools(), id)
  expect((await verdicts()).failed).toEqual([])
  const [before] = await service.database
    .sql`select org_id, areas, scopes, expires_at, revoked_at, actor, name, secret_sha256 from api_keys where id = ${id}`

  await tamper(id)

  const found = await verdicts()
  await service.database.sql`
    update api_keys set org_id = ${before?.['org_id']}, areas = ${before?.['areas']}, scopes = ${before?.['scopes']},
      expires_at = ${before?.['expires_at']}, revoked_at = ${before?.['revoked_at']}, actor = ${before?.['actor']},
      name = ${before?.['name']}, secret_sha256 = ${before?.['secret_sha256']} where id = ${id}`
  expect(found.failed).toEqual(['V12'])
  expect(found.first).toContain(`apikey:${id}`)
  expect(found.first).toContain(name)
})

test('a waiver changed by hand is found by verification', async () => {
  const { body } = await service.call('POST /api/waivers', { body: { type: 'label', reason: 'soon' } })
  const { waiverId } = body as { waiverId: string }

  await service.database.sql`update scan_waivers set type = 'image-alt' where waiver_id = ${waiverId}`

  const found = await verdicts()
  await service.database.sql`update scan_waivers set type = 'label' where waiver_id = ${waiverId}`
  expect(found).toMatchObject({ failed: ['V12'], first: expect.stringContaining(`waiver:${waiverId}`) })
})

test('what the constitution forbids is refused, with a node that says so and no key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-forbids-'))
  const path = join(folder, 'constitution.json')
  const forbidding = {
    ...shipped.articles[0],
    id: 'A-90',
    title: 'Keys of operators expire',
    phase: 'pre',
    applies_to: ['key.issue', 'key.change'],
    rule: "is_expiring || !scopes.contains('operator')",
    tier: 'T4',
    enforcement: 'hard',
    effect: 'deny',
    message: "'an operator key that never expires'",
    auto_resolve: null,
    blocks: [],
    examples: { pass: [{ is_expiring: true, scopes: 'operator' }], fail: [{ is_expiring: false, scopes: 'operator' }] },
  }
  const inputs = { ...shipped.inputs, is_expiring: { type: 'boolean' }, scopes: { type: 'string' } }
  writeFileSync(
    path,
    JSON.stringify({
      ...shipped,
      version: '9.0.0',
      previous: null,
      inputs,
      articles: [...shipped.articles, forbidding],
    }),
  )
  const enacted = await assay(['constitution', 'enact', path])
  expect([enacted.code, enacted.err]).toEqual([0, ''])

  const refused = await assay(['key', 'issue', '--name', 'x', '--org', 'org_forbidden', '--scopes', 'operator'])
  const allowed = await assay(['key', 'issue', '--name', 'x', '--org', 'org_forbidden'])

  rmSync(folder, { recursive: true })
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain('A-90')
  expect(allowed.code).toBe(0)
  expect((await service.database.sql`select 1 from api_keys where org_id = 'org_forbidden'`).length).toBe(1)
  const [denial] = await service.database.sql<{ body: string }[]>`
    select body from edg_nodes where kind = 'governance.denied' and org_id = 'org_forbidden'`
  expect(JSON.parse(denial?.body ?? '{}')).toMatchObject({
    subject: { type: 'apikey' },
    result: { action: 'key.issue', by: 'the operator at the command line' },
    governance: { decision: 'deny', articles: ['A-90'] },
  })
  expect((await verdicts()).failed).toEqual([])
})
