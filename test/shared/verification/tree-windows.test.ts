/** A system's tree that was made while traces of it were hidden, with all that counts them, is named once they are back. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { insertAnnotation } from '#db/queries/annotations'
import { newestTracesOfSystem } from '#db/queries/traces'
import { insertTrees, packTree } from '#db/queries/trees'
import type { SignedNode } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { annotationText } from '#shared/evidence/payload-kinds'
import { sealedAnnotations } from '#shared/evidence/sealed/annotations'
import { sealTree } from '#shared/evidence/sealed/trees'
import { sealOf } from '#shared/evidence/sealed-rows'
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

type Asked = { from?: string; annotations?: number; b?: string; bTo?: string; isOlder?: boolean }

/**
 * The same beside a system that answered alike, or an earlier time of itself. @param from of which moment on it was asked for.
 * @param isOlder as a release before has made it, which did not say with which moments.
 */
async function comparison({ from, annotations = 0, b = 'twin', bTo, isOlder }: Asked = {}): Promise<string> {
  const window = { ...(from && { from }) }
  const rows = await newestTracesOfSystem(store.sql, org, 'chat-eu', 10_000, window)
  const of = (systemSource: string, asked: { from?: string; to?: string }, its: typeof rows) =>
    measureSystem({ systemSource, asked, traces: its.map(treeTraceOf) }, measuring)
  const earlier = bTo && (await newestTracesOfSystem(store.sql, org, b, 10_000, { to: bTo }))
  const [one, other] = [of('chat-eu', window, rows), of(b, { ...(bTo && { to: bTo }) }, earlier || rows)]
  const compared = compareSystems(one, other, defaultProfile)
  if (isOlder)
    for (const side of [compared.a, compared.b])
      for (const name of ['asked_from', 'asked_to'] as const) delete side[name]
  const size = { traces: rows.length, annotations }
  const sides = [
    { systemSource: 'chat-eu', from, ...size },
    { systemSource: b, to: bTo, ...size },
  ] as const
  const snapshot = comparisonSnapshotOf({ orgId: org, sides, profile: defaultProfile.name })
  return keepTree(rows, JSON.stringify(compared), { compared_with: b, snapshot })
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

/** What a person said of a trace so long ago. */
async function annotate(trace: SignedNode, days: number): Promise<string> {
  const { sql, signer } = store
  const [annotation_id, rater_id, salt] = [randomUUID(), randomUUID(), Buffer.from(randomUUID()).subarray(0, 16)]
  const { id: trace_id } = trace.body.subject
  const said = { annotation_id, trace_id, rater: 'R', answers: { safety: 'no' as const }, comment: null }
  const at = new Date(Date.now() - days * 86_400_000)
  const unsaid = { appropriateness: '', factuality: '', response_quality: '', user_experience: '' }
  const node = nodeOfKind(signer, {
    ...{ kind: 'annotation.recorded', id: annotation_id, orgId: org, agent: 'assay-api', at },
    inputs: [{ hash: trace.id, height: trace.body.height }],
    payload: { salt, text: annotationText(said) },
    result: { state: 'recorded', org, system_source: 'chat-eu', trace_id, ord: 0, rater_id, safety: 'no', ...unsaid },
  })
  const row = {
    ...said,
    ...{ ord: 0, org_id: org, system_source: 'chat-eu', rater_id, created_at: at, payload_salt: salt },
  }
  const seal = sealOf(signer, sealedAnnotations, { ...row, status: 'recorded', node_id: node.id, version: 0 })
  await sql.begin((tx) => insertAnnotation(tx, { ...row, seal }, node))
  return annotation_id
}

test('a tree of a trace of which an annotation was hidden', async () => {
  const trace = await store.trace('look again', 3)
  const other = await store.trace('look again', 3)
  await store.tree(trace)
  await store.sequence()
  const annotation = await annotate(trace, 2)
  await annotate(other, 0)
  await store.sequence()
  await store.tree(other)
  expect(await failed()).toEqual([])

  const tree = await store.tree(trace)
  await store.sequence()

  const job = tree.body.stream.slice('tree:'.length)
  expect(await failed()).toMatchObject([
    {
      ...{ id: 'V12', row: { table: 'trees', key: job }, node: tree.id },
      detail: expect.stringContaining(`is not of annotation ${annotation}, which had come in long before`),
    },
  ])
})

test('a tree of a system of which one was', async () => {
  const trace = await store.trace('look again', 3)
  await store.trace('look again', 3)
  await annotate(trace, 2)
  await store.sequence()

  const job = await systemTree()

  expect(await failed()).toMatchObject([
    {
      ...{ id: 'V12', row: { table: 'trees', key: job } },
      detail: 'the tree of chat-eu is of 0 annotations, and 1 had come in long before',
    },
  ])
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test.each<[string, Asked]>([
  ['as it was asked for without moments', {}],
  ['as a release before has made it', { isOlder: true }],
  ['of which people said much', { annotations: 500 }],
  ['of what came in from a moment on', { from: daysAgo(5) }],
])('a comparison of systems of which one was hidden, %s', async (_, asked) => {
  await store.trace('look again', 3)
  const hidden = await store.trace('worst of all', 2)
  await store.trace('look again', 1)
  await store.sequence()

  await store.sql.unsafe(aside(hidden.body.subject.id))
  const job = await comparison(asked)
  await store.sql.unsafe(back)

  expect(await failed()).toMatchObject([
    {
      id: 'V12',
      row: { table: 'trees', key: job },
      detail: 'the comparison of chat-eu is of 2 traces, and 3 had come in long before',
    },
  ])
})

test('a comparison of two times of a system of which one was hidden', async () => {
  await store.trace('look again', 4)
  const hidden = await store.trace('worst of all', 3)
  await store.trace('look again', 1)
  await store.sequence()

  await store.sql.unsafe(aside(hidden.body.subject.id))
  const job = await comparison({ from: daysAgo(2), b: 'chat-eu', bTo: daysAgo(2) })
  await store.sql.unsafe(back)

  expect(await failed()).toMatchObject([
    {
      id: 'V12',
      row: { table: 'trees', key: job },
      detail: expect.stringContaining('is of 1 traces, and 2 had come in'),
    },
  ])
})

test('none of a time in which none was hidden, nor of all that there were', async () => {
  for (const days of [3, 1]) await store.trace('look again', days)
  await store.sequence()
  await comparison()
  await comparison({ isOlder: true })
  await store.sql.unsafe(aside((await store.trace('look again', 2)).body.subject.id))
  await comparison({ from: daysAgo(1.5) })
  await comparison({ from: daysAgo(1.5), isOlder: true })
  await store.sql.unsafe(back)
  await store.sequence()

  expect(await failed()).toEqual([])
})

test('neither one of all that there were, nor what came in as it was made', async () => {
  await store.trace('look again', 3)
  await store.sequence()
  await systemTree()
  for (const days of [0, 2]) await store.trace('later', days)
  await store.sequence()

  expect(await failed()).toEqual([])
})
