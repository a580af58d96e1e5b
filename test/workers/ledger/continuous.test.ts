/** The continuous evaluator on a real store: what it finds, what it resolves, and that it finds nothing on a sound one. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { passedSystems } from '#db/queries/continuous'
import type { ViolationRow } from '#db/queries/governance'
import { appendNodes } from '#db/queries/nodes'
import type { Constitution } from '#shared/contracts/constitution'
import { makeNode, type SignedNode } from '#shared/evidence/node'
import { signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { enact } from '#shared/governance/enact'
import { readConstitutionFile } from '#shared/governance/file'
import { type Governance, openGovernance } from '#shared/governance/governance'
import { move, reportFinding } from '#shared/governance/violations'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { sealAnew } from '#test/support/sealed'
import { openContinuous } from '#workers/ledger/continuous'

const shipped = resolve(import.meta.dir, '../../../constitution/constitution.json')
const folder = mkdtempSync(join(tmpdir(), 'assay-constitution-'))
const path = join(folder, 'constitution.json')
const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
const log = openLog('test', 'silent')
let database: TestDatabase
let governance: Governance
let continuous: ReturnType<typeof openContinuous>
beforeEach(async () => {
  copyFileSync(shipped, path)
  database = await freshDatabase()
  const { sql } = database
  await registerKey(sql, signer)
  const config = readConfig({ DATABASE_URL: database.url, CONSTITUTION: path })
  governance = await openGovernance({ sql, signer, config, log })
  continuous = openContinuous({ sql, signer, log, governance, leads: () => true })
  await continuous.round()
})
afterEach(async () => {
  await continuous.stop()
  await governance.close()
  await database.drop()
})
afterAll(() => rmSync(folder, { recursive: true }))

const all = () =>
  database.sql<ViolationRow[]>`select *, encode(head, 'hex') as head from violations order by detected_at, id`
const only = async (): Promise<ViolationRow> => {
  const [row, ...others] = await all()
  if (!row || others.length > 0) throw new Error(`${others.length + (row ? 1 : 0)} violations, not one`)
  return row
}

/** A task in this state, with its node. */
async function aTask(
  { status = 'working', createdMs = 0, deadlineMs }: { status?: string; createdMs?: number; deadlineMs?: number } = {},
  governanceRecord: SignedNode['body']['governance'] = null,
): Promise<{ id: string; node: SignedNode }> {
  const id = crypto.randomUUID()
  const node = makeNode(
    {
      kind: 'task.submitted',
      stream: `task:${id}`,
      agent: 'risk-assessor',
      timestamp: new Date().toISOString(),
      subject: { type: 'task', id },
      result: { state: status },
      governance: governanceRecord,
    },
    'org_a',
    signer,
    '1.0.0',
  )
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await appendNodes(database.sql, [node])
  await database.sql`
    insert into tasks (id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, result_digest,
      created_at, updated_at, completed_at, deadline)
    values (${id}, ${crypto.randomUUID()}, 'org_a', 'key', 'request', 'risk-assessor', 'risk.assess', ${status},
      decode(${node.id}, 'hex'), 0, 'T0', 'sha256:x', ${at(createdMs)}, ${at(0)},
      ${status === 'completed' ? at(0) : null}, ${deadlineMs === undefined ? null : at(deadlineMs)})`
  await sealAnew(database.sql, signer, 'tasks')
  return { id, node }
}

test('a sound store is found sound: nothing is opened, nothing halts', async () => {
  await aTask()

  await continuous.round()

  expect(await all()).toHaveLength(0)
  expect(governance.halt()).toBeUndefined()
})

test('a row of state that says something else than its node is A-01, and halts', async () => {
  const { id } = await aTask()
  await database.sql`alter table tasks disable trigger user`
  await database.sql`update tasks set status = 'completed' where id = ${id}`

  await continuous.round()

  expect(await only()).toMatchObject({ article: 'A-01', tier: 'T5', subject_id: `task:${id}`, org_id: 'org_service' })
  expect(() => governance.assertOpen()).toThrow('writes are halted')
  expect(governance.floor()).toBe('T5')
})

test('a process that does not lead leaves it to the one that does', async () => {
  const lead = { is: false }
  const other = openContinuous({ sql: database.sql, signer, log, governance, leads: () => lead.is })
  try {
    const { id } = await aTask()
    await database.sql`alter table tasks disable trigger user`
    await database.sql`update tasks set version = 7 where id = ${id}`

    await other.round()
    const before = await all()
    lead.is = true
    await other.round()

    expect([...before]).toEqual([])
    expect(await only()).toMatchObject({ article: 'A-01', subject_id: `task:${id}` })
  } finally {
    await other.stop()
  }
})

test('one changed by hand long after its last node is found too', async () => {
  const { id } = await aTask()
  await continuous.round()
  await database.sql`alter table tasks disable trigger user`
  await database.sql`update tasks set version = 7 where id = ${id}`

  await continuous.round()
  await continuous.round()

  expect(await only()).toMatchObject({ article: 'A-01', subject_id: `task:${id}` })
})

test('a recorded decision that does not come to the same again is A-13, of that node', async () => {
  const honest = governance.decide('task.submit', 'pre', {
    task_type: 'risk.assess',
    side_effects: 'none',
    agent_kind: 'builtin',
    override: true,
  })
  await aTask({}, honest)
  const { node } = await aTask({}, { ...honest, tier: 'T0', articles: [] })

  await continuous.round()

  expect(await only()).toMatchObject({ article: 'A-13', tier: 'T4', subject_id: node.id, evidence: [node.id] })
})

test('when more nodes came than a round looks at, the newest are looked at, and it never falls behind', async () => {
  const { sql } = database
  const record = governance.decide('task.submit', 'pre', {
    task_type: 'risk.assess',
    side_effects: 'none',
    agent_kind: 'builtin',
    override: true,
  })
  const crowd = Array.from({ length: 5200 }, (_, index) =>
    makeNode(
      {
        kind: 'trace.recorded',
        stream: `trace:SVC-crowd-${index}`,
        agent: 'assay-api',
        timestamp: new Date().toISOString(),
        subject: { type: 'trace', id: `SVC-crowd-${index}` },
      },
      'org_a',
      signer,
      '1.0.0',
    ),
  )
  for (let from = 0; from < crowd.length; from += 1300) await appendNodes(sql, crowd.slice(from, from + 1300))
  const { node } = await aTask({}, { ...record, tier: 'T0', articles: [] })

  await continuous.round()

  expect(await only()).toMatchObject({ article: 'A-13', subject_id: node.id })
})

describe('a task', () => {
  test('past its deadline is late but no violation, past three times it is one, which ends with the task', async () => {
    await aTask({ createdMs: -2000, deadlineMs: -1000 })
    const { id } = await aTask({ createdMs: -40_000, deadlineMs: -35_000 })

    await continuous.round()

    expect(await only()).toMatchObject({ article: 'A-16', tier: 'T3', subject_id: id, task_id: id, org_id: 'org_a' })

    await database.sql`update tasks set completed_at = now() where id = ${id}`
    await continuous.round()
    const before = await only()
    await sealAnew(database.sql, signer, 'tasks')
    await continuous.round()

    expect(before).toMatchObject({ status: 'open' })
    expect(await only()).toMatchObject({ status: 'resolved', resolution: { how: 'auto' } })
  })

  test('whose deadline somebody has set back is accused of nothing', async () => {
    const { id } = await aTask({ createdMs: -40_000, deadlineMs: 35_000 })
    await database.sql`update tasks set deadline = ${new Date(Date.now() - 35_000)} where id = ${id}`

    await continuous.round()

    expect(await all()).toHaveLength(0)
  })
})

describe('a system', () => {
  const subject = { type: 'system', id: 'chat' }
  const found = { orgId: 'org_a', tier: 'T3' as const, subject, message: 'x', evidence: [] }
  const kept = {
    agent_name: 'assay-api',
    agent_version: '1.0.0',
    key_registered: true,
    risk_level: 'LOW' as const,
    risk_score: 1,
    confidence: 1,
    testing_mode: 'model' as const,
    field_conditions: false,
    constitutional_compliance: true,
  }

  /** One whose node says what the constitution came to. @param seconds from now. */
  async function aTrace(seconds: number, { isBroken = false } = {}) {
    const id = `SVC-${crypto.randomUUID().replaceAll('-', '')}-1`
    const governed = governance.decide('trace.record', 'post', { ...kept, field_conditions: isBroken })
    expect(governed.articles.includes('A-08')).toBe(isBroken)
    const node = makeNode(
      {
        kind: 'trace.recorded',
        stream: `trace:${id}`,
        agent: 'assay-api',
        timestamp: new Date().toISOString(),
        subject: { type: 'trace', id },
        governance: governed,
      },
      'org_a',
      signer,
      '1.0.0',
    )
    await appendNodes(database.sql, [node])
    await database.sql`
      insert into traces (trace_id, org_id, risk_score, risk_level, confidence, system_source, compliance_declared,
        attribution_token, payload_salt, "timestamp", created_at)
      values (${id}, 'org_a', 1, 'LOW', 1, 'chat', true, ${node.id}, '', now(), now() + make_interval(secs => ${seconds}))`
    await sealAnew(database.sql, signer, 'traces')
  }
  const standings = async () => (await all()).map(({ article, status }) => [article, status])

  test('whose newest traces kept the article is released after as many as the article asks for', async () => {
    await reportFinding(database.sql, signer, { ...found, article: 'A-08' })
    await reportFinding(database.sql, signer, { ...found, article: 'A-05' })
    await aTrace(1)
    await aTrace(2)
    await continuous.round()
    const before = await standings()
    await aTrace(3)

    await continuous.round()

    expect(before).toEqual([
      ['A-08', 'open'],
      ['A-05', 'open'],
    ])
    // A-05 is resolved by hand alone.
    expect(await standings()).toEqual([
      ['A-08', 'resolved'],
      ['A-05', 'open'],
    ])
  })

  test('whose newest trace broke the article is not released, whenever it is said to have been seen last', async () => {
    await reportFinding(database.sql, signer, { ...found, article: 'A-08' })
    for (const ago of [30, 20, 10]) await aTrace(-ago, { isBroken: true })
    await database.sql`update violations set last_seen_at = last_seen_at - interval '10 days'`

    await continuous.round()

    expect(await standings()).toEqual([['A-08', 'open']])
  })

  test('is not released by older traces that kept the article and are said to have come since', async () => {
    for (const ago of [60, 50, 40]) await aTrace(-ago)
    await aTrace(-10, { isBroken: true })
    await reportFinding(database.sql, signer, { ...found, article: 'A-08' })
    await database.sql`
      update traces set created_at = now() + interval '1 second'
      where trace_id in (select trace_id from traces where system_source = 'chat' order by created_at limit 3)`

    await continuous.round()

    expect(await standings()).toEqual([['A-08', 'open']])
  })
})

test('however many violations of systems are open, each has its turn', async () => {
  const { sql } = database
  for (const id of ['a', 'b', 'c'])
    await reportFinding(sql, signer, {
      orgId: 'org_test',
      article: id === 'c' ? 'A-07' : 'A-05',
      tier: 'T3',
      subject: { type: 'system', id },
      message: '',
      evidence: [],
    })
  const rules = [
    { article: 'A-05', passes: 1 },
    { article: 'A-07', passes: 1 },
  ]

  const seen: string[] = []
  let after = { article: '', id: '' }
  for (let look = 0; look < 4; look += 1) {
    const { last, passed } = await passedSystems(sql, rules, after, 1)
    expect(passed).toEqual([])
    seen.push(last?.article ?? 'end')
    after = last ?? after
  }
  expect(seen).toEqual(['A-05', 'A-05', 'A-07', 'end'])
})

test('a waiver that has ended leaves the violation open again, with a node that says so', async () => {
  const { id } = await reportFinding(database.sql, signer, {
    orgId: 'org_a',
    article: 'A-05',
    tier: 'T3',
    subject: { type: 'system', id: 'chat' },
    message: 'x',
    evidence: [],
  })
  const waivedUntil = new Date(Date.now() - 1000).toISOString()
  await move(database.sql, signer, await only(), {
    status: 'waived',
    waiver: { by: 'a test', reason: 'soon', until: waivedUntil },
  })

  await continuous.round()

  expect(await only()).toMatchObject({ id, status: 'open', version: 2 })
})

test('what an amended constitution no longer asks for is resolved as amended; what it still asks for is not', async () => {
  const common = { orgId: 'org_a', tier: 'T3' as const, message: 'x', evidence: [] }
  for (const article of ['A-05', 'A-08'])
    await reportFinding(database.sql, signer, { ...common, article, subject: { type: 'system', id: 'chat' } })
  const document: Constitution = JSON.parse(readFileSync(shipped, 'utf8'))
  const articles = document.articles.filter(({ id }) => id !== 'A-08')
  writeFileSync(path, JSON.stringify({ ...document, version: '1.2.0', previous: null, articles }))
  const { compiled } = readConstitutionFile(path)
  if (!compiled) throw new Error('the amendment is not sound')
  await enact(database.sql, signer, compiled, { signatures: 0 })
  await governance.refresh()

  await continuous.round()

  expect(
    (await all()).map(({ article, status, resolution }) => [
      article,
      status,
      (resolution as { how: string } | null)?.how,
    ]),
  ).toEqual([
    ['A-05', 'open', undefined],
    ['A-08', 'resolved', 'amended'],
  ])
})

test('a step that fails keeps no other from being done', async () => {
  const { id } = await aTask({ createdMs: -40_000, deadlineMs: -35_000 })
  await database.sql`alter table edg_cosignatures rename to edg_cosignatures_gone`

  await continuous.round()

  expect(await only()).toMatchObject({ article: 'A-16', subject_id: id })
})

describe('how often a violation was seen', () => {
  const finding = {
    ...{ orgId: 'org_a', article: 'A-05', tier: 'T3' as const, subject: { type: 'system', id: 'chat-eu' } },
    ...{ message: 'it says so itself', evidence: [] },
  }
  async function seenAgain(): Promise<ViolationRow> {
    await database.sql.begin((tx) => reportFinding(tx, signer, finding))
    const row = (await all()).find(({ article }) => article === 'A-05')
    if (!row) throw new Error('it was not seen')
    return row
  }
  /** Six times, of which its newest node says four. @returns what it was at the fifth. */
  async function seenSinceItsNode(): Promise<ViolationRow> {
    for (let times = 0; times < 4; times += 1) await seenAgain()
    await continuous.round()
    const fifth = await seenAgain()
    await seenAgain()
    await continuous.round()
    return fifth
  }
  const putBack = ({ id, occurrences, passes, last_seen_at: at, evidence, counted_seal: seal }: ViolationRow) =>
    database.sql`
      update violations set occurrences = ${occurrences}, passes = ${passes}, last_seen_at = ${at}, evidence = ${evidence},
        counted_seal = ${seal} where id = ${id}`
  const others = async () => (await all()).filter(({ article }) => article !== 'A-05')

  test('is named where it is put back, seal and all, to less than this ledger has seen', async () => {
    const before = await seenSinceItsNode()
    expect(await others()).toEqual([])

    await putBack(before)
    await continuous.round()

    expect(await others()).toMatchObject([
      { article: 'A-01', subject_type: 'state', subject_id: `violation:${before.id}` },
    ])
  })

  test('is not, where the log as a whole was set back: that is told by itself', async () => {
    const before = await seenSinceItsNode()
    const about = { orgId: 'org_service', article: 'A-02', tier: 'T5' as const, subject: { type: 'store', id: 'log' } }
    await database.sql.begin((tx) => reportFinding(tx, signer, { ...about, message: 'set back', evidence: [] }))

    await putBack(before)
    await continuous.round()

    expect((await others()).map(({ article }) => article)).toEqual(['A-02'])
  })
})
