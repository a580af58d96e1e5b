/** Retention: what traces, trees, scans and tasks hold goes when its time is over, everything that was proved stays proved. */

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { randomBytes, randomUUID } from 'node:crypto'
import { insertAnalysis, packAnalysis } from '#db/queries/analyses'
import { insertBriefing, packBriefing } from '#db/queries/briefings'
import { feedbackOf } from '#db/queries/feedback'
import { findErasure } from '#db/queries/payloads'
import { takeShowing } from '#shared/connections/erase'
import { noteErasures } from '#shared/evidence/erasure'
import type { SignedNode } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { eraseOldTraces } from '#shared/evidence/retention'
import { keepMark } from '#shared/evidence/retention-marks'
import { sealAnalysis, sealBriefing } from '#shared/evidence/sealed/documents'
import { eraseFeedbackOn, storeFeedback } from '#shared/evidence/sealed/feedback'
import { saltedTextDigest, sha256Hex } from '#shared/kernel/canonical'
import { openLog } from '#shared/kernel/logger'
import { keepResults } from '#shared/queue/results'
import { annotateTrace } from '#shared/traces/annotate'
import { sealAnew } from '#test/support/sealed'
import { aStore, org, type Store } from '#test/support/store'
import { contextOn } from '#test/support/verbs'
import { type ChoreTools, choresOf } from '#workers/maintenance/chores'
import { sweep } from '#workers/maintenance/sweep'

let store: Store
beforeEach(async () => {
  store = await aStore()
})
afterEach(() => store.database.drop())

const forEver = {
  traces: 0,
  trees: 0,
  tasks: 0,
  scans: 36_500,
  designs: 36_500,
  analyses: 36_500,
  briefings: 36_500,
  feedback: 36_500,
}
const keeping = (keptDays: Partial<ChoreTools['keptDays']>): ChoreTools => ({
  sql: store.sql,
  log: openLog('test', 'silent'),
  signer: store.signer,
  keptDays: { ...forEver, ...keptDays },
})
const keep = (keptDays: Partial<ChoreTools['keptDays']>) => sweep(keeping(keptDays))

const idIn = ({ body }: SignedNode) => body.stream.slice(body.stream.indexOf(':') + 1)
const isErased = async (node: SignedNode | undefined) => (await findErasure(store.sql, node?.id ?? '')) !== undefined
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
/** As if it had been written so. */
const reseal = (...tables: string[]) => sealAnew(store.sql, store.signer, ...tables)
async function ageTrace(node: SignedNode, days: number): Promise<void> {
  await store.sql`update traces set created_at = ${daysAgo(days)} where trace_id = ${idIn(node)}`
  await reseal('traces')
}
async function ageTree(node: SignedNode, days: number): Promise<void> {
  await store.sql`update trees set generated_at = ${daysAgo(days)} where job_id = ${idIn(node)}`
  await reseal('trees')
}
async function ageTask([first]: readonly SignedNode[], days: number): Promise<void> {
  await store.sql`update tasks set completed_at = ${daysAgo(days)} where id = ${first ? idIn(first) : ''}`
  await reseal('tasks')
}

async function expectValid(): Promise<void> {
  await store.sequence()
  expect(await store.verify()).toMatchObject({ verdict: 'valid', first_failure: null })
}

describe('traces', () => {
  test('that are old lose their words, salts and trees; their figures and the young ones stay', async () => {
    const [old, young] = [await store.trace('a name', 31), await store.trace('another name', 29)]
    const tree = await store.tree(old)

    await keep({ traces: 30 })

    expect([await isErased(old), await isErased(tree), await isErased(young)]).toEqual([true, true, false])
    const rows = await store.sql<
      { trace_id: string; recommendation: string | null; risk_score: number; salt: number }[]
    >`
      select trace_id, recommendation, risk_score, length(payload_salt) as salt from traces order by created_at`
    expect(rows).toEqual([
      { trace_id: idIn(old), recommendation: null, risk_score: 12.5, salt: 0 },
      { trace_id: idIn(young), recommendation: 'another name', risk_score: 12.5, salt: 16 },
    ] as never)
    await expectValid()
  })

  test('take along who annotated them and what they wrote; the answers stay, and so does what was said of the young ones', async () => {
    const [old, young] = [await store.trace(), await store.trace()]
    const annotate = (trace: SignedNode, rater: string) =>
      annotateTrace(contextOn(store.sql, { signer: store.signer }, { orgId: org }), {
        traceId: idIn(trace),
        input: { rater, answers: { safety: 3 }, comment: 'as seen' },
      })
    for (const rater of ['Anna', 'Bo', 'Anna']) for (const trace of [old, young]) await annotate(trace, rater)
    await ageTrace(old, 31)

    await keep({ traces: 30 })

    const rows = await store.sql<{ of: string; rater: string | null; comment: string | null; answers: object }[]>`
      select trace_id as of, rater, comment, answers from trace_annotations order by trace_id = ${idIn(young)}, ord`
    expect(rows as unknown).toEqual([
      ...[1, 2, 3].map(() => ({ of: idIn(old), rater: null, comment: null, answers: { safety: 3 } })),
      ...['Anna', 'Bo', 'Anna'].map((rater) => ({
        of: idIn(young),
        rater,
        comment: 'as seen',
        answers: { safety: 3 },
      })),
    ])
    const [said] = await store.sql<{ erased: number }[]>`
      select count(*)::int as erased from edg_nodes e join trace_annotations a
      on e.stream = 'erasure:' || encode(a.head, 'hex') where e.kind = 'payload.erased'`
    expect(said?.erased).toBe(3)
    await expectValid()
  })

  test('are kept for ever unless it is said how long', async () => {
    const trace = await store.trace()
    const tree = await store.tree(trace)
    const task = await store.task(['working', 'completed'], [trace])
    await ageTrace(trace, 4000)
    await ageTree(tree, 4000)
    await ageTask(task, 4000)

    await keep({})

    for (const node of [trace, tree, ...task]) expect(await isErased(node)).toBe(false)
  })

  test('are gone through once: what ended in between goes on where it was', async () => {
    const traces = []
    for (let n = 0; n < 250; n += 1) traces.push(await store.trace())
    await store.sql`update traces set created_at = created_at - interval '40 days'`
    await reseal('traces')
    const pieces = () => eraseOldTraces(store.sql, { orgId: org, days: 30 }, store.signer)
    const left = async () =>
      (await store.sql<{ left: number }[]>`select count(*)::int as left from traces where payload_salt <> ''`)[0]?.left

    await pieces().next()
    const afterOne = await left()
    // As if it had never been erased: who goes on does not look there again.
    await store.sql`update traces set payload_salt = 'x' where trace_id = ${traces[0] ? idIn(traces[0]) : ''}`
    await reseal('traces')
    for await (const _ of pieces());

    expect(afterOne).toBe(150)
    expect(await left()).toBe(1)
  }, 30_000)

  test('are not kept by whoever says that they have been gone through', async () => {
    const [before, after] = [await store.trace('a name', 50), await store.trace('another name', 20)]
    await keep({ traces: 40 })
    expect([await isErased(before), await isErased(after)]).toEqual([true, false])

    await store.sql`update retention_marks set at = now() + interval '99 years'`
    await keep({ traces: 10 })

    expect(await isErased(after)).toBe(true)
    await expectValid()
  })

  test('of one organisation do not wait for the end of another', async () => {
    for (let n = 0; n < 120; n += 1) await store.trace()
    await store.sql`update traces set created_at = created_at - interval '40 days'`
    const other = await store.trace()
    await store.sql`update traces set org_id = 'org_zzz' where trace_id = ${idIn(other)}`
    await ageTrace(other, 31)
    const { traces } = choresOf(keeping({ traces: 30 }))

    await traces?.next()
    await traces?.next()

    expect(await isErased(other)).toBe(true)
    const [row] = await store.sql<{ left: number }[]>`select count(*)::int as left from traces where payload_salt <> ''`
    expect(row?.left).toBe(20)
  }, 30_000)
})

test('two that are at it at once, as processes of two releases may be, erase everything and each thing once', async () => {
  const traces = []
  for (let n = 0; n < 240; n += 1) traces.push(await store.trace('a name', 40))
  const trees = []
  for (const trace of traces.slice(0, 40)) trees.push(await store.tree(trace))
  const task = await store.task()
  await ageTask(task, 40)

  await Promise.all([1, 2].map(() => keep({ traces: 30, tasks: 30, trees: 30 })))
  // What one of them left because the other was at it is found by the next.
  await keep({ traces: 30, tasks: 30, trees: 30 })

  for (const node of [...traces, ...trees, task[0]]) expect(await isErased(node)).toBe(true)
  const [row] = await store.sql<{ nodes: number; streams: number }[]>`
    select count(*)::int as nodes, count(distinct stream)::int as streams from edg_nodes where kind = 'payload.erased'`
  expect(row).toEqual({ nodes: row?.streams ?? 0, streams: row?.streams ?? 0 })
  await expectValid()
}, 60_000)

test('trees that are old go, and no others', async () => {
  const trace = await store.trace()
  const [old, young] = [await store.tree(trace), await store.tree(trace)]
  await ageTree(old, 31)

  await keep({ trees: 30 })

  expect([await isErased(old), await isErased(young), await isErased(trace)]).toEqual([true, false, false])
  await expectValid()
})

test('what texts came to goes when it is old, and so does what tasks on it say', async () => {
  const [old, young] = [await anAnalysis(), await anAnalysis()]
  const [onOld, onYoung] = [
    await store.task(['working', 'completed'], [old]),
    await store.task(['working', 'completed'], [young]),
  ]
  await store.sql`update analyses set created_at = ${daysAgo(31)} where node_id = decode(${old.id}, 'hex')`
  await reseal('analyses')
  await ageTask(onOld, 31)
  await ageTask(onYoung, 29)

  await keep({ analyses: 30 })

  expect(await Promise.all([old, young, onOld[0], onYoung[0]].map(isErased))).toEqual([true, false, true, false])
  const rows = await store.sql<{ node: string }[]>`select encode(node_id, 'hex') as node from analyses`
  expect(rows.map(({ node }) => node)).toEqual([young.id])
  await expectValid()
})

describe('briefings', () => {
  test('go when they are old, and so does what tasks on them say', async () => {
    const [old, young] = [await aBriefing([]), await aBriefing([])]
    const [onOld, onYoung] = [
      await store.task(['working', 'completed'], [old]),
      await store.task(['working', 'completed'], [young]),
    ]
    await store.sql`update briefings set created_at = ${daysAgo(31)} where node_id = decode(${old.id}, 'hex')`
    await reseal('briefings')
    await ageTask(onOld, 31)
    await ageTask(onYoung, 29)

    await keep({ briefings: 30 })

    expect(await Promise.all([old, young, onOld[0], onYoung[0]].map(isErased))).toEqual([true, false, true, false])
    await expectValid()
  })

  test('go with a connection of which they show something, in pieces, with what tasks repeat of them', async () => {
    const [gone, kept] = [randomUUID(), randomUUID()]
    const showing = [await aBriefing([gone, kept]), await aBriefing([gone])]
    const other = await aBriefing([kept])
    const task = await store.task(['working', 'completed'], [showing[0] as SignedNode])
    const take = () =>
      store.sql.begin(async (tx) => {
        const taken = await takeShowing(tx, { orgId: org, connectionId: gone, limit: 1 }, store.signer)
        await noteErasures(
          tx,
          taken.nodes,
          { reason: 'a connection was deleted', request: null, governance: null },
          store.signer,
        )
        return taken.isOver
      })

    const pieces = [await take(), await take(), await take()]

    expect(pieces).toEqual([false, false, true])
    expect(await Promise.all([...showing, task[0], other].map(isErased))).toEqual([true, true, true, false])
    await expectValid()
  })

  test('feedback loses what was learned by when it is old, or its item goes; that it was given stays', async () => {
    const [old, young, gone] = [await aFeedback('a'), await aFeedback('b'), await aFeedback('c')]
    await store.sql`update signal_feedback set at = at - interval '366 days' where head = decode(${old.id}, 'hex')`
    await reseal('signal_feedback')

    await keep({ feedback: 365 })
    await store.sql.begin(async (tx) => {
      const taken = await eraseFeedbackOn(tx, store.signer, { orgId: org, itemIds: ['c'.repeat(64)] })
      await noteErasures(
        tx,
        taken,
        { reason: 'a connection was deleted', request: null, governance: null },
        store.signer,
      )
    })

    expect(await Promise.all([old, young, gone].map(isErased))).toEqual([true, false, true])
    const rows = await feedbackOf(store.sql, org)
    expect(rows.map(({ features }) => features !== '').sort()).toEqual([false, false, true])
  })
})

describe('a store’s superuser', () => {
  test('who sets dates back has nothing erased before its time, and is found', async () => {
    const trace = await store.trace()
    const [tree, [task], analysis] = [await store.tree(trace), await store.task(), await anAnalysis()]
    const [briefing, feedback] = [await aBriefing([]), await aFeedback('a')]
    const old = daysAgo(400)
    await store.sql`update traces set created_at = ${old}`
    await store.sql`update trees set generated_at = ${old}`
    await store.sql`update tasks set completed_at = ${old}`
    await store.sql`update analyses set created_at = ${old}`
    await store.sql`update briefings set created_at = ${old}`
    await store.sql`update signal_feedback set at = ${old}`

    await keep({ traces: 30, trees: 30, tasks: 30, analyses: 30, briefings: 30, feedback: 30 })

    for (const node of [trace, tree, task, analysis, briefing, feedback]) expect(await isErased(node)).toBe(false)
    await store.sequence()
    expect(await store.verify()).toMatchObject({ verdict: 'invalid' })
  })

  test('who says that a task rests on an old thing does not have it erased with that', async () => {
    const scans = await aScanNode()
    const task = await store.task()
    await ageTask(task, 40)
    await store.sql`
      insert into edg_crossings (stream, pos, parent_stream, parent_pos)
      values (${task[0]?.body.stream ?? ''}, 0, ${scans.body.stream}, 0)`

    await keep({ scans: 30 })

    expect(await isErased(task[0])).toBe(false)
  })

  test('who says that a tree is another trace’s does not have it erased with that', async () => {
    const [old, young] = [await store.trace('a name', 31), await store.trace()]
    const tree = await store.tree(young)
    await store.sql`insert into edg_edges (child, parent, rel, ord)
      values (decode(${tree.id}, 'hex'), decode(${old.id}, 'hex'), 'input', 1)`
    await store.sql`update trees set trace_id = ${idIn(old)}`

    await keep({ traces: 30 })

    expect([await isErased(old), await isErased(tree)]).toEqual([true, false])
  })

  test('who says that a briefing shows a deleted connection does not have it erased with that', async () => {
    const [gone, kept] = [randomUUID(), randomUUID()]
    const [showing, other] = [await aBriefing([gone]), await aBriefing([kept])]
    await store.sql`update briefings set connections = array[${gone}]::uuid[]`
    const take = () =>
      store.sql.begin((tx) => takeShowing(tx, { orgId: org, connectionId: gone, limit: 10 }, store.signer))

    expect(await take()).toEqual({ nodes: [showing.id], isOver: true })
    expect(await isErased(other)).toBe(false)
  })
})

async function aBriefing(connections: string[]): Promise<SignedNode> {
  const [job, salt, text] = [randomUUID(), randomBytes(16), '{"id":"x"}']
  const timestamp = new Date().toISOString()
  const node = await store.node({
    kind: 'briefing.compiled',
    stream: `briefing:${job}`,
    agent: 'assay-gather-briefing',
    timestamp,
    subject: { type: 'briefing', id: job },
    payload: { ...saltedTextDigest(salt, text), media_type: 'application/json' },
    result: {
      job_id: job,
      inputs: sha256Hex('{}'),
      considered: 0,
      shown: 0,
      adapters: 0,
      adapters_ok: 0,
      completeness: 0,
      instructions_found: 0,
      weights: 'w',
      rules_version: 'r',
      sections: 0,
      conflicts: 0,
    },
  })
  await store.sql.begin((tx) =>
    insertBriefing(
      tx,
      sealBriefing(store.signer, {
        job_id: job,
        org_id: org,
        operation: 'briefing',
        tier: 'T0',
        created_at: timestamp,
        node_id: node.id,
        payload_salt: salt,
        document: packBriefing(text),
        inputs: packBriefing('{}'),
        connections,
      }),
    ),
  )
  return node
}

const aScanNode = async (): Promise<SignedNode> => {
  const job = randomUUID()
  return store.node({
    kind: 'scan.completed',
    stream: `scan:${job}`,
    agent: 'assay-scan-page',
    timestamp: new Date().toISOString(),
    subject: { type: 'scan', id: job },
    result: { score: 90, score_version: 'v', compliance: 'pass', standard: 's' },
  })
}

/** @param letter of its item */
async function aFeedback(letter: string): Promise<SignedNode> {
  const [id, salt, features] = [randomUUID(), randomBytes(16), '{"factors":{},"keys":[]}']
  // One after the other.
  const [at, item] = [new Date(Date.now() + letter.charCodeAt(0)), letter.repeat(64)]
  const node = nodeOfKind(store.signer, {
    kind: 'feedback.given',
    id,
    orgId: org,
    agent: 'assay-api',
    at,
    payload: { salt, text: features },
    result: { state: 'in_force', org, item, signal: item, verdict: 'important', until: '', given_at: at.toISOString() },
  })
  const row = { feedback_id: id, org_id: org, item_id: item, signal_id: item, connection_id: randomUUID(), features }
  await store.sql.begin((tx) =>
    storeFeedback(
      tx,
      store.signer,
      { ...row, verdict: 'important', payload_salt: salt, until: null, at: at.toISOString(), key_id: 'k' },
      node,
    ),
  )
  return node
}

async function anAnalysis(): Promise<SignedNode> {
  const [job, salt, text] = [randomUUID(), randomBytes(16), '{"language":{"code":"en"}}']
  const timestamp = new Date().toISOString()
  const node = await store.node({
    kind: 'semiotic.decoded',
    stream: `semiotic:${job}`,
    agent: 'assay-analyze-content',
    timestamp,
    subject: { type: 'content', id: job },
    payload: { ...saltedTextDigest(salt, text), media_type: 'application/json' },
    result: {
      job_id: job,
      content_digest: saltedTextDigest(salt, 'See you.').digest,
      engine: 'embedded',
      engine_version: '1.0.0',
      model_hash: 'm',
    },
  })
  await store.sql.begin((tx) =>
    insertAnalysis(
      tx,
      sealAnalysis(store.signer, {
        job_id: job,
        org_id: org,
        operation: 'decode',
        tier: 'T0',
        created_at: timestamp,
        node_id: node.id,
        payload_salt: salt,
        document: packAnalysis(text),
      }),
    ),
  )
  return node
}

describe('tasks', () => {
  const contentOf = async ([first]: readonly SignedNode[]) => {
    const id = first ? idIn(first) : ''
    const [row] = await store.sql<{ status: string; result: unknown; payloads: number }[]>`
      select status, result, (select count(*)::int from task_payloads where task_id = t.id) as payloads
      from tasks t where id = ${id}`
    return row
  }

  test('that ended long ago are emptied, those that are open or young are not', async () => {
    const old = await store.task()
    const young = await store.task()
    const open = await store.task(['working'])
    await ageTask(old, 31)
    await ageTask(young, 29)
    await store.sql`update tasks set created_at = created_at - interval '90 days'`
    await reseal('tasks')

    await keep({ tasks: 30 })

    expect(await contentOf(old)).toEqual({ status: 'completed', result: null, payloads: 0 })
    expect(await contentOf(young)).toEqual({ status: 'completed', result: {}, payloads: 1 })
    expect(await contentOf(open)).toEqual({ status: 'working', result: null, payloads: 1 })
    expect([await isErased(old[0]), await isErased(young[0]), await isErased(open[0])]).toEqual([true, false, false])
    await expectValid()
  })

  test('that rest on a scan, a trace or a tree are kept no longer than those, and others as long as tasks', async () => {
    const trace = await store.trace()
    const onTrace = await store.task(['working', 'completed'], [trace])
    const onTree = await store.task(['working', 'completed'], [await store.tree(trace)])
    const onScan = await store.task(['working', 'completed'], [await aScanNode()])
    const onNothing = await store.task()
    for (const task of [onTrace, onTree, onScan, onNothing]) await ageTask(task, 31)
    const erased = async () => Promise.all([onTrace, onTree, onScan, onNothing].map(([first]) => isErased(first)))

    await keep({ scans: 30 })
    const afterScans = await erased()
    await keep({ trees: 30 })
    const afterTrees = await erased()
    await keep({ traces: 30 })

    expect(afterScans).toEqual([false, false, true, false])
    expect(afterTrees).toEqual([false, true, true, false])
    expect(await erased()).toEqual([true, true, true, false])
    expect(await contentOf(onScan)).toEqual({ status: 'completed', result: null, payloads: 0 })
    await expectValid()
  })

  test('keep what their jobs came to, and how they ended, as long as they tell of it', async () => {
    const task = await store.task()
    const [jobId, lonely] = [task[0] ? idIn(task[0]) : '', randomUUID()]
    await store.sql`delete from job_outcomes`
    for (const id of [jobId, lonely]) {
      await keepResults(store.sql, store.signer, [{ job_id: id, org_id: org, text: '{}' }])
      await store.sql`
        insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, attempt, created_at, finished_at)
        values (${id}, 'run-task', ${org}, 'k', 'r', 'succeeded', 0, ${daysAgo(120)}, ${daysAgo(120)})`
    }
    await store.sql`update job_results set created_at = ${daysAgo(120)}`
    await ageTask(task, 120)
    const left = async () =>
      (
        await store.sql<{ job_id: string }[]>`
          select job_id from job_results union all select job_id from job_outcomes order by 1`
      ).map(({ job_id }) => job_id)

    await keep({ scans: 90, designs: 90, analyses: 90, briefings: 90 })
    const whileTold = await left()
    // As where there are so many that it has come past them.
    const [{ now } = { now: '' }] = await store.sql<{ now: string }[]>`select now()::text as now`
    await keepMark(store.sql, store.signer, 'job_outcomes', '', [now, randomUUID()])
    await keep({ scans: 90, designs: 90, analyses: 90, briefings: 90, tasks: 100 })

    expect(whileTold).toEqual([jobId, jobId])
    expect(await left()).toEqual([])
  })

  test('do not take with them how jobs ended because somebody says that those of their age went already', async () => {
    const task = await store.task()
    const jobId = task[0] ? idIn(task[0]) : ''
    await store.sql`delete from job_outcomes`
    await store.sql`
      insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, attempt, created_at, finished_at)
      values (${jobId}, 'run-task', ${org}, 'k', 'r', 'failed', 0, ${daysAgo(20)}, ${daysAgo(20)})`
    await keepMark(store.sql, store.signer, 'job_outcomes', '', [daysAgo(30).toISOString(), randomUUID()])
    await store.sql`update retention_marks set at = now() where kind = 'job_outcomes'`
    await ageTask(task, 20)

    await keep({ tasks: 10 })

    expect(await isErased(task[0])).toBe(true)
    expect((await store.sql`select from job_outcomes`).length).toBe(1)
  })
})
