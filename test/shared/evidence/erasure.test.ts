/** Erasure: content and salt go, a node says so, and everything that was proved stays proved. */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomBytes, randomUUID } from 'node:crypto'
import { writerOf } from '#db/client'
import { findNode } from '#db/queries/graph'
import { appendNodes } from '#db/queries/nodes'
import { findErasure } from '#db/queries/payloads'
import { insertScans, packReport } from '#db/queries/scans'
import { erasePayload } from '#shared/evidence/erasure'
import { makeNode, type SignedNode } from '#shared/evidence/node'
import { payloadsOf } from '#shared/evidence/payloads'
import { eraseOld, eraseScansOfRun } from '#shared/evidence/retention'
import { sealScan } from '#shared/evidence/sealed/scans'
import { saltedTextDigest, sha256Hex } from '#shared/kernel/canonical'
import { aStore, org, type Store } from '#test/support/store'

let store: Store
beforeAll(async () => {
  store = await aStore()
})
afterAll(() => store.database.drop())

const by = { reason: 'asked for', request: null, governance: null }
const erase = async ({ id }: SignedNode) => {
  const row = await findNode(store.sql, id, null)
  if (!row) throw new Error(`no node ${id}`)
  return erasePayload(writerOf(store.sql), row, by, store.signer)
}

async function aScan(daysAgo: number, runId: string | null = null): Promise<SignedNode> {
  const job = randomUUID()
  const salt = randomBytes(16)
  const text = JSON.stringify({ scanId: job })
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  const node = makeNode(
    {
      kind: 'scan.completed',
      stream: `scan:${job}`,
      agent: 'assay-scan-page',
      timestamp: at,
      subject: { type: 'scan', id: job },
      payload: { ...saltedTextDigest(salt, text), media_type: 'application/json' },
      result: { score: 90, score_version: 'v', compliance: 'pass', standard: 's' },
    },
    org,
    store.signer,
    '1.0.0',
  )
  await store.sql.begin(async (tx) => {
    await appendNodes(tx, [node])
    await insertScans(tx, [
      sealScan(store.signer, {
        job_id: job,
        org_id: org,
        run_id: runId,
        url: 'https://example.com/',
        standard: 's',
        score: 90,
        compliance: 'pass',
        issue_count: 0,
        warning_count: 0,
        include_warnings: true,
        created_at: at,
        node_id: node.id,
        payload_salt: salt,
        report: packReport(text),
        picture: null,
        picture_type: null,
      }),
    ])
  })
  return node
}

test('whatever is erased, every node, chain and proof stays valid', async () => {
  const trace = await store.trace('a name')
  const tree = await store.tree(trace)
  const [task] = await store.task(['working'], [tree])
  const scan = await aScan(1)
  await store.sequence()
  if (!task) throw new Error('a task has a node')
  await erase(trace)
  await erase(task)
  await erase(scan)
  await store.sequence()

  expect(await store.verify()).toMatchObject({ verdict: 'valid', first_failure: null })
  for (const { id } of [trace, tree, task, scan]) {
    expect(await findErasure(store.sql, id)).toBeString()
    for (const mode of ['node', 'chain'] as const)
      expect(await store.verify({ hash: id, mode })).toMatchObject({ verdict: 'valid' })
  }
  const left = await store.sql<{ rows: number }[]>`
    select (select count(*) from trees) + (select count(*) from scans) + (select count(*) from task_payloads)
      + (select count(*) from traces where payload_salt <> '' or recommendation is not null) as rows`
  expect(left[0]?.rows).toBe(0)
})

test('erased twice at once, it is erased once', async () => {
  const trace = await store.trace()
  const [one, other] = await Promise.all([erase(trace), erase(trace)])

  expect([one.length, other.length].sort()).toEqual([0, 1])
  expect(await store.sql`select 1 from edg_nodes where stream = ${`erasure:${trace.id}`}`).toHaveLength(1)
})

test('retention says of each scan that it erased it, and leaves the young ones', async () => {
  const run = randomUUID()
  const [old, young, ofRun] = [await aScan(40), await aScan(1), await aScan(1, run)]

  await store.sql`
    insert into scan_runs (run_id, org_id, key_id, request_id, request, state, is_seeking, page_limit, total, done, created_at)
    values (${run}, ${org}, 'key', 'request', '{}', 'succeeded', false, 1, 1, 1, now())`
  await store.sql`
    insert into scan_run_pages (run_id, page, url, url_digest, job_id, state)
    values (${run}, 0, 'https://example.com/', '', ${ofRun.body.subject.id}, 'succeeded')`

  for await (const _ of eraseOld.scans(store.sql, { orgId: org, days: 30 }, store.signer));
  for await (const _ of eraseScansOfRun(store.sql, run, 30, store.signer));

  expect(await findErasure(store.sql, old.id)).toBeString()
  expect(await findErasure(store.sql, ofRun.id)).toBeString()
  expect(await findErasure(store.sql, young.id)).toBeUndefined()
  expect((await store.verify()).first_failure).toBeNull()
})

test('a scan that somebody set back, or put into a run that is old, is not erased by its age', async () => {
  const run = randomUUID()
  const [backdated, moved] = [await aScan(1), await aScan(1)]
  await store.sql`update scans set created_at = created_at - interval '40 days' where node_id = decode(${backdated.id}, 'hex')`
  await store.sql`update scans set run_id = ${run} where node_id = decode(${moved.id}, 'hex')`
  await store.sql`
    insert into scan_runs (run_id, org_id, key_id, request_id, request, state, is_seeking, page_limit, total, done, created_at)
    values (${run}, ${org}, 'key', 'request', '{}', 'succeeded', false, 1, 1, 1, now())`
  await store.sql`
    insert into scan_run_pages (run_id, page, url, url_digest, job_id, state)
    values (${run}, 0, 'https://example.com/', '', ${moved.body.subject.id}, 'succeeded')`

  for await (const _ of eraseOld.scans(store.sql, { orgId: org, days: 30 }, store.signer));
  for await (const _ of eraseScansOfRun(store.sql, run, 30, store.signer));

  expect(await findErasure(store.sql, backdated.id)).toBeUndefined()
  expect(await findErasure(store.sql, moved.id)).toBeUndefined()
})

test('without its salt, an erased payload is not to be guessed among a million; with it, it is', async () => {
  const right = 481_516
  const trace = await store.trace(`case ${right}`)
  const kept = (await payloadsOf(store.sql, [trace])).get(trace.id)
  if (kept?.state !== 'kept') throw new Error('the payload is gone')
  const { salt, text } = kept.payload
  const digest = trace.body.payload?.digest
  const [before, after = ''] = text.split(String(right))
  await erase(trace)

  let guessed = 0
  for (let guess = 0; guess < 1_000_000; guess += 1)
    if (`sha256:${sha256Hex(`${before}${guess}${after}`)}` === digest) guessed += 1
  const left = await store.sql<{ text: string }[]>`
    select row_to_json(t)::text as text from traces t where attribution_token = ${trace.id}`

  expect(guessed).toBe(0)
  expect(saltedTextDigest(salt, `${before}${right}${after}`).digest).toBe(digest ?? '')
  expect(left[0]?.text).not.toContain(Buffer.from(salt).toString('hex'))
  expect(left[0]?.text).not.toContain(String(right))
})
