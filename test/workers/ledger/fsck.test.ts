/** The look through the evidence that never ends. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newestMigration } from '#db/migrate'
import { lastFullVerify } from '#shared/evidence/passes'
import { type Governance, openGovernance } from '#shared/governance/governance'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { rootOf } from '#shared/tlog/merkle'
import { readMark } from '#shared/verification/marks'
import { verifyGrown } from '#shared/verification/verify'
import { walkStartAt } from '#shared/verification/whole-log'
import { rowsRead } from '#test/support/rows-read'
import { aStore, type Store } from '#test/support/store'
import { until } from '#test/support/until'
import { openFsck } from '#workers/ledger/fsck'

const log = openLog('test', 'silent')
const dataDir = mkdtempSync(join(tmpdir(), 'fsck-'))
let store: Store
let governance: Governance
beforeAll(async () => {
  store = await aStore()
  const config = readConfig({ DATABASE_URL: store.database.url, DATA_DIR: dataDir })
  governance = await openGovernance({ sql: store.sql, signer: store.signer, config, log })
})
afterAll(async () => {
  await governance.close()
  await store.database.drop()
  rmSync(dataDir, { recursive: true })
})

const openViolations = () => store.sql<{ article: string; tier: string; message: string }[]>`
  select article, tier, message from violations where status = 'open' order by article`

test('a sound store passes, and says when and over how many nodes', async () => {
  await store.task(['working'], [await store.tree(await store.trace())])
  await store.sequence()
  const fsck = openFsck({ ...store, log, governance, leads: () => true, allEveryMs: 20, newEveryMs: 20 })
  try {
    const [{ nodes }] = await store.sql<[{ nodes: number }]>`select count(*) as nodes from edg_nodes`
    const pass = await until(() => lastFullVerify(store.sql, store.signer), { what: 'a pass over everything' })

    expect(pass).toMatchObject({ ok: true, nodes, first_failure: null })
    expect([...(await openViolations())]).toEqual([])
  } finally {
    await fsck.stop()
  }
})

test('what was verified is marked, and behind the mark only what is new is read; a mark or a pass of somebody else is none', async () => {
  const { sql, signer } = store
  const marked = () => readMark(sql, signer.publicKey, 'grown')
  const fsck = openFsck({ ...store, log, governance, leads: () => true, allEveryMs: 20, newEveryMs: 20 })
  const [{ leaves }] = await sql<[{ leaves: number }]>`select count(*) as leaves from edg_leaves`
  const mark = await until(async () => (await marked())?.leaves === leaves && marked(), { what: 'a mark' })
  await until(() => readMark(sql, signer.publicKey, 'round'), { what: 'a round' })
  await fsck.stop()
  await store.trace()
  await store.sequence()

  const start = await walkStartAt(sql, mark.leaves)
  const found = await verifyGrown({ sql, anchors: [signer.publicKey] }, start, leaves + 1)
  await sql`update verified_marks set document = replace(document, '"leaves":', '"leaves":9')`
  await sql`insert into integrity_passes (nodes, ok, duration_ms) values (1, false, 1)`

  expect({ ...found, stands: found.stands?.frontier.size }).toMatchObject({
    verdict: 'valid',
    nodes: 1,
    stands: leaves + 1,
  })
  expect(mark.root).toBe(Buffer.from(rootOf(start.frontier)).toString('hex'))
  expect([await marked(), (await lastFullVerify(sql, signer))?.ok]).toEqual([undefined, true])
})

test('the looks are left to the process that leads; the one that takes over goes on at the mark', async () => {
  const { sql, signer } = store
  const marked = async () => (await readMark(sql, signer.publicKey, 'grown'))?.leaves
  const passes = async () =>
    (await sql<[{ passes: number }]>`select count(*) as passes from integrity_passes where ok`)[0].passes
  const lead = { is: true, asked: 0 }
  const leads = () => {
    lead.asked += 1
    return lead.is
  }
  const fsck = openFsck({ ...store, log, governance, leads, allEveryMs: 20, newEveryMs: 20 })
  const grows = async () => {
    await store.trace()
    await store.sequence()
    const [{ leaves }] = await sql<[{ leaves: number }]>`select count(*) as leaves from edg_leaves`
    return leaves
  }
  try {
    const first = await grows()
    await until(async () => (await marked()) === first, { what: 'the mark of who leads' })
    const asked = lead.asked
    lead.is = false
    await until(() => lead.asked > asked + 1, { what: 'the end of the look that was under way' })
    const second = await grows()
    const [before, done, askedThen] = [await marked(), await passes(), lead.asked]
    await until(() => lead.asked > askedThen + 10, { what: 'several turns of who does not lead' })
    const beside = [await marked(), (await passes()) - done]
    lead.is = true

    await until(async () => (await marked()) === second, { what: 'the mark of who took over' })
    await until(async () => (await passes()) > done, { what: 'a pass over everything by who took over' })
    expect([before, beside]).toEqual([first, [first, 0]])
  } finally {
    await fsck.stop()
  }
})

test('a look at what is new reads no more behind many nodes than behind few', async () => {
  const { sql, signer } = store
  const look = async () => {
    const [{ leaves }] = await sql<[{ leaves: number }]>`select count(*) as leaves from edg_leaves`
    await store.trace()
    await store.sequence()
    const start = await walkStartAt(sql, leaves)
    const { result, rows } = await rowsRead(sql, ['edg_nodes', 'edg_edges', 'edg_leaves', 'traces'], (tx) =>
      verifyGrown({ sql: tx, anchors: [signer.publicKey] }, start, leaves + 1),
    )
    return { nodes: result.nodes, verdict: result.verdict, rows }
  }

  const few = await look()
  for (let more = 0; more < 100; more += 1) await store.trace()
  await store.sequence()
  const many = await look()

  expect([few, many]).toMatchObject([
    { nodes: 1, verdict: 'valid' },
    { nodes: 1, verdict: 'valid' },
  ])
  expect(few.rows).toBeGreaterThan(3)
  expect(many.rows).toBeLessThan(few.rows + 10)
})

test('a row that cannot be read is named, and what stands behind it is looked at all the same', async () => {
  const { sql } = store
  await sql`alter table edg_logs disable trigger user`
  await sql`
    insert into parameter_versions (org_id, version, before_values, document, job_id, key_id, changed_at, node_id)
    select 'org_test', 1, '{}', '{}', gen_random_uuid(), gen_random_uuid(), 'infinity', id from edg_nodes limit 1`
  await sql`update edg_logs set started_at = started_at - interval '1 day'`
  const fsck = openFsck({ ...store, log, governance, leads: () => true, allEveryMs: 20, newEveryMs: 20 })
  try {
    const untilTold = (what: string) =>
      until(async () => (await openViolations()).some(({ message }) => message.includes(what)), { what })

    await untilTold('cannot be read')
    await untilTold(' by its node')
    await until(async () => (await lastFullVerify(sql, store.signer))?.ok === false, { what: 'a pass that failed' })
  } finally {
    await fsck.stop()
    await sql`alter table parameter_versions disable trigger user`
    await sql`delete from parameter_versions`
    await sql`alter table parameter_versions enable trigger user`
    await sql`update edg_logs set started_at = started_at + interval '1 day'`
    await sql`alter table edg_logs enable trigger user`
    await sql`delete from violations`
  }
})

const renamed = 'alter table parameter_versions rename column changed_at to moved_at'
const named = 'alter table parameter_versions rename column moved_at to changed_at'

test('a column that somebody calls otherwise is named, though its table cannot be asked for', async () => {
  const { sql } = store
  await sql.unsafe(renamed)
  const fsck = openFsck({ ...store, log, governance, leads: () => true, allEveryMs: 20, newEveryMs: 20 })
  try {
    const isTold = async () => (await openViolations()).some(({ message }) => message.includes('column changed_at of'))
    await until(isTold, { what: 'a violation' })
  } finally {
    await fsck.stop()
    await sql.unsafe(named)
    await sql`delete from violations`
  }
})

test('a round in which a table of a later release could not be asked for says nothing, neither good nor bad', async () => {
  const { sql, signer } = store
  await sql`insert into migrations (hash, created_at) values ('later', ${newestMigration() + 1})`
  await sql.unsafe(renamed)
  const warned: string[] = []
  const listening = Object.assign(Object.create(log), { warn: (facts: object) => warned.push(JSON.stringify(facts)) })
  const fsck = openFsck({ ...store, log: listening, governance, leads: () => true, allEveryMs: 20, newEveryMs: 20 })
  try {
    const rounds = () => warned.filter((facts) => facts.includes('could not be asked for')).length
    // The round that was begun before may be past it.
    await until(() => rounds() >= 1, { what: 'a round' })
    const before = await lastFullVerify(sql, signer)
    await until(() => rounds() >= 3, { what: 'two more' })

    expect(await lastFullVerify(sql, signer)).toEqual(before)
    expect([...(await openViolations())]).toEqual([])
  } finally {
    await fsck.stop()
    await sql.unsafe(named)
    await sql`delete from migrations where hash = 'later'`
  }
})

test('a row of state that was edited, and a node of the log that nobody signed, are violations of the gravest tier within seconds', async () => {
  const fsck = openFsck({ ...store, log, governance, leads: () => true, allEveryMs: 50, newEveryMs: 20 })
  try {
    await store.sql`alter table tasks disable trigger user`
    await store.sql`update tasks set status = 'failed'`
    const states = await until(async () => (await openViolations())[0], { what: 'a violation of A-01' })
    const last = await store.trace()
    await store.sequence()
    await store.sql`alter table edg_nodes disable trigger user`
    await store.sql`update edg_nodes set signature = ${Buffer.alloc(64)} where id = decode(${last.id}, 'hex')`
    const others = await until(async () => (await openViolations())[1], { what: 'a violation of A-02' })

    expect(states).toMatchObject({ article: 'A-01', tier: 'T5' })
    expect(others).toMatchObject({ article: 'A-02', tier: 'T5' })
    expect(others.message).toContain('V5')
    const found = await until(async () => (await lastFullVerify(store.sql, store.signer))?.ok === false, {
      what: 'a pass that failed',
    })
    expect(found).toBe(true)
  } finally {
    await fsck.stop()
  }
})
