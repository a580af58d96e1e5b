/** Governance as a process holds it: what it blocks, how soon it knows, and that it never opens by itself. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { findViolation } from '#db/queries/governance'
import type { Scope } from '#shared/contracts/scopes'
import { signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { compileConstitution } from '#shared/governance/compile'
import { enact } from '#shared/governance/enact'
import { type Governance, openGovernance } from '#shared/governance/governance'
import { move, reportFinding, type ViolationFinding } from '#shared/governance/violations'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { sealAnew } from '#test/support/sealed'
import { until } from '#test/support/until'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
let database: TestDatabase
let governance: Governance
const open = () =>
  openGovernance({
    sql: database.sql,
    signer,
    config: readConfig({ DATABASE_URL: database.url }),
    log: openLog('test', 'silent'),
  })
beforeAll(async () => {
  database = await freshDatabase()
  await registerKey(database.sql, signer)
  governance = await open()
})
afterAll(async () => {
  await governance.close()
  await database.drop()
})

const subject = () => ({ type: 'system', id: crypto.randomUUID() })
const report = (odd: Partial<ViolationFinding> = {}) =>
  reportFinding(database.sql, signer, {
    orgId: 'org_a',
    article: 'A-05',
    tier: 'T3',
    subject: subject(),
    message: 'a test says so',
    evidence: [],
    ...odd,
  })
const blocks = (orgId: string, scopes: readonly Scope[], agent: string) =>
  governance.blocked(orgId, scopes, agent).map(({ article }) => article)
const isCleared = async (orgId: string, about: ViolationFinding['subject']) =>
  (await governance.withoutClearance(orgId, [about.id], (look) => look(database.sql))).size === 0

test('a violation blocks its scopes for its subject in its organisation, and nothing else', async () => {
  const about = subject()
  await report({ subject: about })

  await governance.refresh()

  expect(await isCleared('org_a', about)).toBe(false)
  expect(blocks('org_a', ['tasks', 'side_effects'], about.id)).toEqual([])
  expect(await isCleared('org_a', subject())).toBe(true)
  expect(await isCleared('org_b', about)).toBe(true)
})

test.each([
  ['the telemetry that names no system', 'A-05', { type: 'system', id: 'unknown' }],
  ['a scan, of which nobody asks before it acts', 'A-10', { type: 'scan', id: 'x' }],
])('nothing is announced of %s', async (_, article, about) => {
  const { id } = await report({ article, subject: about })

  await governance.refresh()

  expect(blocks('org_a', ['tasks', 'side_effects', 'clearance'], about.id)).toEqual([])
  expect(await isCleared('org_a', about)).toBe(true)
  expect((await findViolation(database.sql, id, ['org_a']))?.blocks).toEqual([])
})

test('one that was opened with a block that its subject was never held to blocks nothing', async () => {
  const about = subject()
  const { id } = await report({ subject: about })
  await database.sql`update violations set blocks = '{side_effects}' where id = ${id}`
  await sealAnew(database.sql, signer, 'violations')

  await governance.refresh()

  expect(blocks('org_a', ['tasks', 'side_effects', 'clearance'], about.id)).toEqual([])
  expect(await isCleared('org_a', about)).toBe(true)
})

test('one of the service blocks everybody', async () => {
  const about = { type: 'agent', id: crypto.randomUUID() }
  await report({ orgId: 'org_service', article: 'A-10', subject: about })

  await governance.refresh()

  expect(blocks('org_a', ['tasks'], about.id)).toEqual(['A-10'])
  expect(blocks('org_b', ['tasks'], about.id)).toEqual(['A-10'])
})

test('what another process opens is known within a second or little more, and what it resolves too', async () => {
  const about = subject()
  const { id } = await report({ subject: about })
  await until(async () => !(await isCleared('org_a', about)), { what: 'the block', timeoutMs: 2000 })
  const row = await findViolation(database.sql, id, ['org_a'])
  if (!row) throw new Error('the violation is gone')

  await move(database.sql, signer, row, {
    status: 'resolved',
    resolution: { by: 'a test', how: 'manual', reason: 'it is' },
  })

  await until(() => isCleared('org_a', about), { what: 'the release', timeoutMs: 2000 })
})

test('one that is committed long after it was told of is known all the same', async () => {
  const about = subject()
  await database.sql.begin(async (tx) => {
    await reportFinding(tx, signer, {
      orgId: 'org_a',
      article: 'A-05',
      tier: 'T3',
      subject: about,
      message: 'late',
      evidence: [],
    })
    await governance.refresh()
    await tx`select pg_sleep(2)`
  })

  await until(async () => !(await isCleared('org_a', about)), { what: 'the block', timeoutMs: 2000 })
})

test('a process that never read what is in force is closed, denies everything, and opens when it can read', async () => {
  await database.sql`alter table constitutions rename to constitutions_gone`
  const blind = await open()
  const seen = { halt: blind.halt(), decision: blind.decide('trace.record', 'post', {}) }
  await database.sql`alter table constitutions_gone rename to constitutions`

  expect(seen.halt).toMatchObject({ reason: 'what is in force could not be read yet' })
  expect(seen.decision).toMatchObject({ tier: 'T4', decision: 'deny', constitution: '0'.repeat(64) })
  await until(() => blind.halt() === undefined, { what: 'it to open' })
  await blind.close()
})

// Last: what was put in force stays there.
test('a constitution that somebody else’s key put in force decides nothing, though its node is whole and in its place', async () => {
  const before = governance.inForce()
  if (!before) throw new Error('nothing is in force')
  const forger = signerOf(generateKeyPairSync('ed25519').privateKey)
  const text = before.text.replace(before.document.version, '99.0.0')
  const { compiled } = compileConstitution(text, { isAnalysed: false, isInForce: true })
  if (!compiled) throw new Error('the forged one is none')
  await enact(
    database.sql,
    forger,
    { ...compiled, document: { ...compiled.document, previous: null } },
    { signatures: 9 },
  )

  await governance.refresh()

  expect(governance.halt()).toMatchObject({ reason: 'the constitution in force is not what its evidence says' })
  expect(governance.inForce()?.hash).toBe(before.hash)
})
