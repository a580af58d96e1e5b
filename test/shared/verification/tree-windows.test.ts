/** A system's tree that was made while traces of it were hidden, with all that counts them, is named once they are back. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { newestTracesOfSystem } from '#db/queries/traces'
import { insertTrees, packTree } from '#db/queries/trees'
import { sealTree } from '#shared/evidence/sealed/trees'
import { comparisonSnapshotOf } from '#shared/jobs/tree-snapshots'
import { saltedTextDigest } from '#shared/kernel/canonical'
import { keepOutcomes } from '#shared/queue/outcomes'
import { aStore, org, type Store } from '#test/support/store'
import { compareSystems, measureSystem } from '#workers/generate-tree/comparison'
import { defaultProfile } from '#workers/generate-tree/profiles'
import { treeTraceOf } from '#workers/generate-tree/record'
import { buildSystemTree } from '#workers/generate-tree/system-tree'

let store: Store
beforeEach(async () => {
  store = await aStore()
})
afterEach(() => store.database.drop())

const measuring = { profile: defaultProfile, storeVersion: '1', treeSpecVersion: '1' }

/** As the worker makes one of what is there. */
async function systemTree(): Promise<string> {
  const rows = await newestTracesOfSystem(store.sql, org, 'chat-eu', 10_000)
  const tree = buildSystemTree({ systemSource: 'chat-eu', traces: rows.map(treeTraceOf), ...measuring })
  return keepTree(rows, JSON.stringify(tree), { compared_with: null, snapshot: null })
}

/** The same beside a system that answered alike. @param from of which moment on it was asked for. */
async function comparison(from?: string): Promise<string> {
  const rows = await newestTracesOfSystem(store.sql, org, 'chat-eu', 10_000)
  const traces = rows.map(treeTraceOf)
  const [one, other] = ['chat-eu', 'twin'].map((systemSource) => measureSystem({ systemSource, traces }, measuring))
  if (!one || !other) throw new Error('nothing was measured')
  const text = JSON.stringify(compareSystems(one, other, defaultProfile))
  const size = { traces: rows.length, annotations: 0 }
  const sides = [
    { systemSource: 'chat-eu', from, ...size },
    { systemSource: 'twin', ...size },
  ] as const
  const snapshot = comparisonSnapshotOf({ orgId: org, sides, profile: defaultProfile.name })
  return keepTree(rows, text, { compared_with: 'twin', snapshot })
}

async function keepTree(
  rows: readonly { attribution_token: string }[],
  text: string,
  of: { compared_with: string | null; snapshot: string | null },
): Promise<string> {
  const { sql, signer } = store
  const [job_id, salt, at] = [randomUUID(), Buffer.from(randomUUID()).subarray(0, 16), new Date().toISOString()]
  const node = await store.node({
    ...{ kind: 'tree.generated', stream: `tree:${job_id}`, agent: 'assay-generate-tree', timestamp: at },
    subject: { type: 'system', id: 'chat-eu' },
    parents: rows.slice(-64).map(({ attribution_token: hash }) => ({ rel: 'input', hash })),
    height: 1,
    result: { job_id, profile: defaultProfile.name, tree_digest: 'sha256:0', tree_spec: '1' },
    payload: { ...saltedTextDigest(salt, text), media_type: 'application/json' },
  })
  const told = { constitutional_compliance: null, governance_tier: null, human_review: null }
  const made = { job_id, org_id: org, trace_id: null, system_source: 'chat-eu', ...of }
  const row = {
    ...{ ...made, profile: defaultProfile.name, validity_score: null, tree_digest: 'sha256:0', schema_version: '1' },
    ...{ generated_at: at, node_id: node.id, payload_salt: salt, body: packTree(text) },
  }
  await insertTrees(sql, [sealTree(signer, row, told)])
  const done = { job_id, job: 'generate-tree', org_id: org, key_id: 'k', request_id: 'r', state: 'succeeded' as const }
  await keepOutcomes(sql, signer, [
    { ...done, error: null, attempt: 0, created_at: at, started_at: at, finished_at: at },
  ])
  await store.sequence()
  return job_id
}

const failed = async () => (await store.verify()).checks.filter(({ status }) => status === 'fail')

/** Put aside and back, with what counts it, by an owner of the database: all is as it was. */
const aside = (id: string) => `
  alter table traces disable trigger user;
  create table aside as select * from traces where trace_id = '${id}'; delete from traces where trace_id = '${id}'`
const back = `insert into traces select * from aside; drop table aside; alter table traces enable trigger user`

test('a tree of which one was hidden', async () => {
  await store.trace('look again', 3)
  const hidden = await store.trace('worst of all', 2)
  await store.trace('look again', 1)
  await store.sequence()

  await store.sql.unsafe(aside(hidden.body.subject.id))
  const job = await systemTree()
  await store.sql.unsafe(back)

  expect(await failed()).toMatchObject([
    {
      id: 'V12',
      row: { table: 'trees', key: job },
      detail: 'the tree of chat-eu is of 2 traces, and 3 had come in long before',
    },
  ])
})

test('a comparison of systems of which one was hidden', async () => {
  await store.trace('look again', 3)
  const hidden = await store.trace('worst of all', 2)
  await store.trace('look again', 1)
  await store.sequence()

  await store.sql.unsafe(aside(hidden.body.subject.id))
  const job = await comparison()
  await store.sql.unsafe(back)

  expect(await failed()).toMatchObject([
    {
      id: 'V12',
      row: { table: 'trees', key: job },
      detail: 'the comparison of chat-eu is of 2 traces, and 3 had come in long before',
    },
  ])
})

test('none that was asked for of some time, nor of all that there were', async () => {
  await store.trace('look again', 3)
  await store.sequence()
  await comparison()
  await store.sql.unsafe(aside((await store.trace('look again', 2)).body.subject.id))
  await comparison(new Date().toISOString())
  await store.sql.unsafe(back)
  await store.sequence()

  expect(await failed()).toEqual([])
})

test('neither one of all that there were, nor what came in as it was made', async () => {
  await store.trace('look again', 3)
  await store.sequence()
  await systemTree()
  for (const daysAgo of [0, 2]) await store.trace('later', daysAgo)
  await store.sequence()

  expect(await failed()).toEqual([])
})
