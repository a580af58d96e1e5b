/** What is older than seals is sealed once, by who may know that it is what was written, and is not let through afterwards. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '#db/client'
import { keptClaims, type ProgressRow, takeProgress } from '#db/queries/claim-progress'
import { claimPoints } from '#db/queries/claims'
import { connectionsOf } from '#db/queries/connections'
import { appendNodes } from '#db/queries/nodes'
import { reportProcess } from '#db/queries/processes'
import { findRun } from '#db/queries/runs'
import { promisesSince } from '#shared/evidence/job-promises'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { notePass } from '#shared/evidence/passes'
import { runNodesSince } from '#shared/evidence/run-nodes'
import { requireProvenClaims, requireWholeSeries, sealedProgress } from '#shared/evidence/sealed/claims'
import { requireProvenConnections } from '#shared/evidence/sealed/connections'
import { countedIssues } from '#shared/evidence/sealed/run-issues'
import { provenRunPages, requireProvenRuns } from '#shared/evidence/sealed/runs'
import { seeingScans } from '#shared/evidence/sealed/seen-scans'
import { requireSealed, sealOf } from '#shared/evidence/sealed-rows'
import { sealedTables } from '#shared/evidence/sealed-tables'
import { lookForSealing } from '#shared/evidence/sealing'
import { registerKey, serviceOrg } from '#shared/evidence/signing-keys'
import { generateTree } from '#shared/jobs/generate-tree'
import { takenBackSince } from '#shared/jobs/standing'
import { openLog } from '#shared/kernel/logger'
import { newestSeals } from '#shared/kernel/sealer'
import { openBoss } from '#shared/queue/boss'
import { prepareQueues } from '#shared/queue/create-queues'
import { keepOutcomes, outcomesOf } from '#shared/queue/outcomes'
import { keepResults, resultOfJob } from '#shared/queue/results'
import { claimLooks } from '#shared/verification/claim-looks'
import { componentLooks } from '#shared/verification/component-looks'
import { itemLooks } from '#shared/verification/item-looks'
import { sealedLooks } from '#shared/verification/sealed-looks'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { aConnection, bring, sourceMail } from '#test/support/sources'
import { aSigner } from '#test/support/store'
import { KeptItems } from '#workers/gather-briefing/kept-items'
import { sealOldRows, sealPasses } from '#workers/maintenance/seals'

let database: TestDatabase
let sql: Sql
const dataDir = mkdtempSync(join(tmpdir(), 'assay-seals-'))
/** The key that the store began with, and the one that takes its place: what was sealed before is older than its seals. */
const [first, signer] = [aSigner(), aSigner()]
const since = new Date(Date.now() - 60_000)
beforeAll(async () => {
  database = await freshDatabase()
  ;({ sql } = database)
  await registerKey(sql, first)
  await registerKey(sql, signer)
  const boss = await openBoss(sql, { upkeep: false, onError: () => undefined })
  await prepareQueues(boss)
  await boss.stop({ graceful: false, close: false })
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const outcome = (job_id: string) => ({
  job_id,
  job: generateTree.name,
  org_id: 'org_test',
  key_id: 'ak_test',
  request_id: 'r',
  state: 'failed' as const,
  error: { code: 'JOB_FAILED', message: 'é', details: { b: 1.5, a: [null] } },
  attempt: 2,
  created_at: '2026-01-02T03:04:05.678Z',
  started_at: null,
  finished_at: '2026-01-02T03:04:06.000Z',
})
/** @returns why it did not go on, as it is told. @param hours since when it waits. */
const pass = async (hours = 0) => {
  const told: string[] = []
  const log = Object.assign(openLog('test', 'silent'), { warn: ({ why }: { why: string }) => told.push(why) })
  const begun = new Date(since.getTime() - hours * 3_600_000)
  for await (const _ of sealOldRows({ sql, signer, since: begun, log }));
  return told
}
const look = async () => {
  await lookForSealing(sql, signer, dataDir)
  return signer.sealing.generation
}

test('in a new store whatever has no seal is refused from the first key on', async () => {
  await lookForSealing(sql, first, dataDir)

  expect(first.sealing.generation).toBe(newestSeals)
})

test('what is there and in what order its members come makes no difference to a seal; what it says does', async () => {
  const id = randomUUID()
  await keepOutcomes(sql, first, [outcome(id)])
  await keepResults(sql, first, [{ job_id: id, org_id: 'org_test', text: '{"a":1}' }])

  expect(await outcomesOf(sql, first, [id])).toMatchObject([{ job_id: id, attempt: 2 }])
  expect(await resultOfJob(sql, first, id)).toBe('{"a":1}')
  for (const change of [
    sql`update job_outcomes set state = 'succeeded', error = null where job_id = ${id}`,
    sql`update job_outcomes set seal = null where job_id = ${id}`,
  ]) {
    await change
    await expect(outcomesOf(sql, first, [id])).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  }
  await sql`update job_results set org_id = 'org_other' where job_id = ${id}`
  await expect(resultOfJob(sql, first, id)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  await sql`delete from job_outcomes`
  await sql`delete from job_results`
})

test('waits for processes of earlier releases, for a look through all of the evidence, and for jobs of before', async () => {
  const ids = Array.from({ length: 3 }, () => randomUUID())
  await keepOutcomes(sql, first, ids.map(outcome))
  await sql`update job_outcomes set seal = null where job_id = ${ids[0] ?? ''}`
  expect(await look()).toBe(0)
  const state = async () =>
    (await outcomesOf(sql, signer, ids)).map((row) => row.seal && Buffer.from(row.seal).toString('hex'))
  const before = await state()
  const earlier = randomUUID()
  const report = { process_id: earlier, role: 'worker', jobs: [], host: 'h', pid: 1, exposition: new Uint8Array() }
  await reportProcess(sql, { ...report, notes: { has: { browser: 'x' }, lacks: {} } })
  const looked = { nodes: 3, duration_ms: 5, first_failure: null }
  await notePass(sql, signer, { ...looked, ok: true })
  expect(await pass()).toEqual([])
  expect(await pass(2)).toEqual(['a process of an earlier release runs, or a session is called like one'])
  expect(await state()).toEqual(before)

  await sql`delete from process_reports`
  await notePass(sql, signer, { ...looked, ok: false })
  await pass()
  expect(await state()).toEqual(before)

  await notePass(sql, signer, { ...looked, ok: true })
  const [job] = await sql<{ id: string }[]>`
    insert into pgboss.job (name, data) values (${generateTree.name}, '{"payload": {}}') returning id`
  expect(await pass(2)).toEqual(['a job of before waits, runs or was taken back'])
  expect(await state()).not.toEqual(before)
  expect(await look()).toBe(0)

  await sql`delete from pgboss.job where name = ${generateTree.name} and id = ${job?.id ?? ''}`
  await pass()
  expect(await look()).toBe(newestSeals)
  expect(await outcomesOf(sql, signer, ids)).toHaveLength(3)
  await expect(outcomesOf(sql, first, ids)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
})

test('whoever takes the node away changes nothing on a machine that has seen it', async () => {
  await sql.begin(async (tx) => {
    await tx`alter table edg_nodes disable trigger user`
    await tx`delete from edg_nodes where stream = ${`sealing:${signer.kid}`}`
  })

  signer.sealing.generation = 0
  expect(await look()).toBe(newestSeals)
})

test('of a store that was sealed by a release before, what that did not seal yet is, and nothing else', async () => {
  const later = aSigner()
  await registerKey(sql, later)
  const begun = nodeOfKind(later, {
    ...{ kind: 'sealing.begun', id: later.kid, orgId: serviceOrg, agent: 'assay', at: new Date() },
    result: { state: 'begun' },
  })
  await appendNodes(sql, [begun])
  await lookForSealing(sql, later, dataDir)
  expect(later.sealing.generation).toBe(1)
  const [stripped, run] = [randomUUID(), randomUUID()]
  await keepOutcomes(sql, later, [outcome(stripped)])
  await sql`update job_outcomes set seal = null where job_id = ${stripped}`
  await sql`
    insert into scan_runs (run_id, org_id, key_id, request_id, request, state, is_seeking, page_limit, total, done, created_at,
      finished_at)
    values (${run}, 'org_test', 'ak_test', 'r', '{}', 'succeeded', false, 1, 1, 1, now(), now())`
  await sql`
    insert into scan_run_pages (run_id, page, url, url_digest, job_id, state, score)
    values (${run}, 0, 'https://example.com/', sha256('x'), ${randomUUID()}, 'succeeded', 90)`
  await sql`insert into scan_run_issues (run_id, type, pages, issues) values (${run}, 'label', 1, 2)`
  const shown = async () => {
    const found = await findRun(sql, run)
    if (!found) throw new Error('the run is gone')
    requireProvenRuns(later, [found])
    return { run: found, pages: await provenRunPages({ read: (act) => act(sql), signer: later }, found, -1, 10) }
  }
  // What nobody asks for yet is shown as it is.
  expect((await shown()).pages).toHaveLength(1)

  await notePass(sql, later, { nodes: 3, duration_ms: 5, first_failure: null, ok: true })
  for await (const _ of sealOldRows({ sql, signer: later, since, log: openLog('test', 'silent') }));
  await lookForSealing(sql, later, dataDir)

  expect(later.sealing.generation).toBe(newestSeals)
  expect(await shown()).toMatchObject({ run: { top_issues: [{ type: 'label', pages: 1, issues: 2 }] } })
  await expect(outcomesOf(sql, later, [stripped])).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  await sql`update scan_run_pages set score = 100 where run_id = ${run}`
  await expect(shown()).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
})

test('rows that a process of an earlier release writes beside this one are shown and gone on with, and sealed once it is gone', async () => {
  const later = aSigner()
  await registerKey(sql, later)
  later.sealing.generation = 3
  const id = randomUUID()
  const node = nodeOfKind(later, {
    ...{ kind: 'claim.registered', id, orgId: 'org_test', agent: 'assay-api', at: new Date() },
    result: { state: 'open' },
  })
  await appendNodes(sql, [node])
  const state = {
    cells: [50, 100],
    digest: node.id,
    leaf: 8,
    method: 'x',
    missing: 0,
    n: 1,
    since: null,
    verdict: 'holding',
  }
  await sql`
    insert into claims (claim_id, org_id, status, head, version, terms, name, registered_at, created_by, verdict, verdict_at, origin, state)
    values (${id}, 'org_test', 'open', ${Buffer.from(node.id, 'hex')}, 0, '{}', '', now(), 'ak_test', 'undecided', now(), 'log',
      ${JSON.stringify(state)})`
  const progress = (leaf: number) => ({
    origin: 'log',
    leaf,
    claims: null,
    seal: sealOf(later, sealedProgress, { origin: 'log', leaf, claims: null }),
  })
  // This one goes on, then the earlier one does, which knows of no seals and leaves those that it finds.
  await sql.begin((tx) => takeProgress(tx, progress(8), null))
  await sql`update claim_progress set leaf = 9 where origin = 'log'`
  await sql`insert into claim_pieces (claim_id, first_leaf, leaves, units) values (${id}, 8, '{8}', '{5000}')`
  await sql`
    insert into claim_points (claim_id, n, leaf, at, value, lower, upper, verdict) values (${id}, 1, 8, now(), 50, 0, 100, 'holding')`
  const gone = async () => {
    const [at] = await sql<ProgressRow[]>`select * from claim_progress where origin = 'log'`
    const claims = requireProvenClaims(later, await keptClaims(sql))
    if (at) requireSealed(later, sealedProgress, [at])
    requireWholeSeries(later, { head: node.id }, await claimPoints(sql, id, 0, 10), [1])
    return { leaf: at?.leaf, claims: claims.length }
  }
  const faults = async () => {
    const pages = sealedLooks(later)
      .concat(claimLooks(later))
      .map(({ page }) => page(sql, undefined, 1000))
    return (await Promise.all(pages)).flatMap(({ faults: found }) =>
      found.filter(({ table }) => table.startsWith('claim')),
    )
  }

  expect(await gone()).toEqual({ leaf: 9, claims: 1 })
  expect(await faults()).toEqual([])

  await notePass(sql, later, { nodes: 3, duration_ms: 5, first_failure: null, ok: true })
  for await (const _ of sealOldRows({ sql, signer: later, since, log: openLog('test', 'silent') }));
  await lookForSealing(sql, later, dataDir)

  expect(later.sealing.generation).toBe(newestSeals)
  expect(await gone()).toEqual({ leaf: 9, claims: 1 })
  expect(await faults()).toEqual([])
  await sql`update claim_progress set leaf = 7 where origin = 'log'`
  await expect(gone()).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
  expect((await faults()).map(({ table, key }) => [table, key])).toContainEqual(['claim_progress', 'log'])
})

test('so are connections and what they bring, feedback and components', async () => {
  const later = aSigner()
  await registerKey(sql, later)
  const source = { sql, signer: later, orgId: 'org_sources' }
  const { orgId } = source
  const mailbox = await aConnection(source, 'imap')
  await bring(source, mailbox, [sourceMail({ title: 'one' })])
  // An earlier release knows of none of it, and leaves the seals that it finds.
  later.sealing.generation = 4
  await sql`update connections set item_seq = 0, seal = null, failures = 0 where connection_id = ${mailbox}`
  await sql`update item_heads set parts = null, seal = null where org_id = ${orgId}`
  await sql`update source_items set seal = null where org_id = ${orgId}`
  await bring(source, mailbox, [sourceMail({ title: 'two' })])
  await sql`update item_heads set seq = seq + 1 where org_id = ${orgId}`
  await sql`
    update source_items set first_seen = now(), item_seq = (select seq from item_heads where org_id = ${orgId})
    where org_id = ${orgId} and seal is not null`
  await sql`update connections set latency_ms = 7 where connection_id = ${mailbox}`
  await sql`
    insert into component_libraries (org_id, library, base_url) values (${orgId}, 'ui', 'https://example.com/')`
  await sql`
    insert into components (org_id, library, component_id, name, category, source, is_deprecated, paths, content_digest,
      last_modified, changed_at)
    values (${orgId}, 'ui', 'button', 'Button', 'Forms', 'list', false, '{}', sha256('x'), now(), now())`
  const feedbackId = randomUUID()
  const given = nodeOfKind(later, {
    ...{ kind: 'feedback.given', id: feedbackId, orgId, agent: 'assay-api', at: new Date() },
    result: { state: 'in_force' },
  })
  await appendNodes(sql, [given])
  await sql`
    insert into signal_feedback (feedback_id, org_id, item_id, signal_id, connection_id, verdict, status, features, payload_salt, at,
      key_id, head, version)
    values (${feedbackId}, ${orgId}, sha256('i'), sha256('i'), ${mailbox}, 'important', 'in_force', '', '', now(), 'ak_test',
      ${Buffer.from(given.id, 'hex')}, 0)`
  const shown = async () => {
    const { items } = await new KeptItems(later).read(sql, orgId, Date.now())
    const connections = requireProvenConnections(later, await connectionsOf(sql, orgId))
    return {
      titles: items.map(({ item }) => item.title).sort(),
      latency: connections.map(({ latency_ms }) => latency_ms),
    }
  }
  const faults = async () => {
    const looks = [...sealedLooks(later), ...itemLooks(later), ...componentLooks(later)]
    const pages = await Promise.all(looks.map(({ page }) => page(sql, undefined, 1000)))
    return pages.flatMap(({ faults: found }) => found).filter(({ key }) => !key.includes('claim'))
  }
  const all = { titles: ['one', 'two'], latency: [7] }

  expect(await shown()).toEqual(all)

  await notePass(sql, later, { nodes: 3, duration_ms: 5, first_failure: null, ok: true })
  for await (const _ of sealOldRows({ sql, signer: later, since, log: openLog('test', 'silent') }));
  await lookForSealing(sql, later, dataDir)

  expect(later.sealing.generation).toBe(newestSeals)
  expect(await shown()).toEqual(all)
  const tables = ['connections', 'source_items', 'item_heads', 'components', 'component_libraries', 'signal_feedback']
  expect((await faults()).filter(({ table }) => tables.includes(table))).toEqual([])
  // What goes on is counted on.
  await bring(source, mailbox, [sourceMail({ title: 'three' })])
  expect((await shown()).titles).toEqual(['one', 'three', 'two'])
  const changes: readonly (readonly [table: string, change: string])[] = [
    ['connections', 'latency_ms = 8'],
    ['source_items', "first_seen = first_seen - interval '1 day'"],
    ['item_heads', 'seq = seq + 1'],
    ['components', "name = 'x'"],
    ['component_libraries', "base_url = 'https://elsewhere.test/'"],
    ['signal_feedback', "verdict = 'done'"],
  ]
  for (const [table, change] of changes) await sql.unsafe(`update ${table} set ${change} where org_id = '${orgId}'`)
  const named = new Set((await faults()).map(({ table }) => table))
  expect(tables.filter((table) => !named.has(table))).toEqual([])
  await expect(shown()).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
})

test('the newest generation of seals is that of the newest table, or of what is said of jobs that are taken back, of runs, or of promises', () => {
  expect(
    Math.max(takenBackSince, runNodesSince, promisesSince, ...sealPasses.map(({ generation }) => generation)),
  ).toBe(newestSeals)
})

test('every table with a seal is sealed by a pass, along its key', async () => {
  const tables = await sql<{ table_name: string; keys: string[] }[]>`
    select c.table_name, (select array_agg(k.column_name::text order by k.ordinal_position)
      from information_schema.table_constraints p join information_schema.key_column_usage k using (constraint_name)
      where p.table_name = c.table_name and p.constraint_type = 'PRIMARY KEY') as keys
    from information_schema.columns c where c.table_schema = 'public' and c.column_name in ('seal', 'counted_seal', 'noted_seal')
    order by 1`
  const keysOf = new Map(tables.map(({ table_name, keys }) => [table_name, keys]))

  // What is held otherwise: by a sum, and by what its scans say.
  const held: readonly unknown[] = [countedIssues.generation, seeingScans.generation]
  const sealed = sealPasses.filter(({ generation }) => !held.includes(generation)).map(({ table }) => table)
  expect(sealed.sort()).toEqual(tables.map(({ table_name }) => table_name))
  for (const { table, keys } of sealedTables)
    expect([table, Object.keys(keys)]).toEqual([table, keysOf.get(table) ?? []])
})
