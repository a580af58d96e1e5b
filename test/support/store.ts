/** A store of evidence of its own: traces, a tree and tasks, each written with its node, and a log over them. */

import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from '#db/client'
import { appendRound, currentLog, nodesWithoutLeaf } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import { insertTasks } from '#db/queries/plans'
import { moveTasks, type StoredTask } from '#db/queries/tasks'
import { insertTraces } from '#db/queries/traces'
import { insertTrees, packTree } from '#db/queries/trees'
import { newTask, sealedPayload } from '#shared/agents/submit'
import { isTerminal } from '#shared/contracts/task-states'
import { following, headOf, makeNode, type SignedNode } from '#shared/evidence/node'
import { sumOf, withTaskSeal } from '#shared/evidence/sealed/tasks'
import { sealedTraces } from '#shared/evidence/sealed/traces'
import { sealTree } from '#shared/evidence/sealed/trees'
import { sealOf } from '#shared/evidence/sealed-rows'
import { type Signer, signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { canonicalJson, saltedTextDigest } from '#shared/kernel/canonical'
import { keepOutcomes } from '#shared/queue/outcomes'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, type Frontier, leafHash, rootOf } from '#shared/tlog/merkle'
import { noteSigner, signNote } from '#shared/tlog/signed-note'
import { type Edge, growEdge } from '#shared/tlog/tiles'
import { beginFirstLog } from '#shared/verification/epochs'
import type { Outside } from '#shared/verification/outside'
import { type VerificationOutcome, type VerificationWish, verify } from '#shared/verification/verify'
import { freshDatabase, type TestDatabase } from '#test/support/database'

export const origin = 'assay.test/log'
export const org = 'org_test'
const at = () => new Date().toISOString()

/** How a job ended that was done at once. */
const doneAt = (jobId: string, moment: string) => ({
  ...{ job_id: jobId, job: 'generate-tree', org_id: org, key_id: 'k', request_id: 'r', state: 'succeeded' as const },
  ...{ error: null, attempt: 0, created_at: moment, started_at: moment, finished_at: moment },
})

export type Store = {
  database: TestDatabase
  sql: Sql
  signer: Signer
  trace: (recommendation?: string, daysAgo?: number) => Promise<SignedNode>
  /** The tree of a trace. */
  tree: (trace: SignedNode) => Promise<SignedNode>
  /** A task through these states; its nodes. */
  task: (moves?: ('working' | 'completed')[], parents?: SignedNode[], asked?: string) => Promise<SignedNode[]>
  /** Any other node. */
  node: (draft: Parameters<typeof makeNode>[0], by?: Signer) => Promise<SignedNode>
  /** Gives every node its leaf, in rounds of so many, each with a checkpoint. @returns the newest checkpoint. */
  sequence: (perRound?: number) => Promise<string>
  verify: (wish?: Partial<VerificationWish>, outside?: Outside) => Promise<VerificationOutcome>
}

export const aSigner = () => signerOf(generateKeyPairSync('ed25519').privateKey)

/** @param given one that is migrated, and elsewhere. */
export async function aStore(signer: Signer = aSigner(), given?: TestDatabase): Promise<Store> {
  const database = given ?? (await freshDatabase())
  const { sql } = database
  await registerKey(sql, signer)
  await beginFirstLog(sql, signer, origin)
  let frontier: Frontier = emptyFrontier
  let edge: Edge = []
  let note = ''

  const store: Store = {
    database,
    sql,
    signer,
    async trace(recommendation = 'look again', daysAgo = 0) {
      const cameIn = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
      const record = {
        adversarial_test: null,
        compliance_declared: true,
        confidence: 0.8,
        constitutional_compliance: true,
        field_conditions: null,
        flags: ['a'],
        metadata: { n: 1.5 },
        processing_time_ms: 12,
        recommendation,
        risk_level: 'LOW' as const,
        risk_score: 12.5,
        system_source: 'chat-eu',
        testing_mode: null,
        timestamp: cameIn,
        trace_id: `SVC-${randomUUID().replaceAll('-', '')}-1`,
        trinity_layer: null,
      }
      const salt = randomBytes(16)
      const { trace_id: id } = record
      const node = makeNode(
        {
          kind: 'trace.recorded',
          stream: `trace:${id}`,
          agent: 'assay-api',
          timestamp: cameIn,
          subject: { type: 'trace', id },
          payload: { ...saltedTextDigest(salt, canonicalJson(record)), media_type: 'application/json' },
        },
        org,
        signer,
        '1.0.0',
      )
      const row = { ...record, org_id: org, attribution_token: node.id, payload_salt: salt, governance_tier: null }
      const created_at = node.body.timestamp
      const about = { ...row, timestamp: new Date(record.timestamp), created_at: new Date(created_at) }
      const stored = { ...row, created_at, seal: sealOf(signer, sealedTraces, about) }
      await sql.begin((tx) => insertTraces(tx, [{ trace: stored, node, violations: [] }], 0))
      return node
    },
    async tree(trace) {
      const job = randomUUID()
      const salt = randomBytes(16)
      const text = JSON.stringify({ of: trace.body.subject.id, level_6: 'look again' })
      const node = makeNode(
        {
          kind: 'tree.generated',
          stream: `tree:${job}`,
          height: trace.body.height + 1,
          parents: [{ rel: 'input', hash: trace.id }],
          agent: 'assay-generate-tree',
          timestamp: at(),
          subject: trace.body.subject,
          payload: { ...saltedTextDigest(salt, text), media_type: 'application/json' },
          result: { job_id: job, profile: 'p', tree_digest: 'd', tree_spec: '1.0.0' },
        },
        org,
        signer,
        '1.0.0',
      )
      await sql.begin(async (tx) => {
        await appendNodes(tx, [node])
        await keepOutcomes(tx, signer, [doneAt(job, node.body.timestamp)])
        await insertTrees(tx, [
          sealTree(
            signer,
            {
              job_id: job,
              org_id: org,
              trace_id: trace.body.subject.id,
              system_source: 'chat-eu',
              profile: 'p',
              validity_score: 1,
              tree_digest: 'd',
              schema_version: '1.0.0',
              compared_with: null,
              snapshot: null,
              generated_at: node.body.timestamp,
              node_id: node.id,
              payload_salt: salt,
              body: packTree(text),
            },
            { constitutional_compliance: true, governance_tier: null, human_review: null },
          ),
        ])
      })
      return node
    },
    async task(moves = ['working', 'completed'], parents = [], text = '{"asked":"something"}') {
      const id = randomUUID()
      const salt = randomBytes(16)
      const common = { stream: `task:${id}`, agent: 'assay-api', subject: { type: 'task', id } }
      const first = makeNode(
        {
          ...common,
          kind: 'task.submitted',
          timestamp: at(),
          height: parents.length > 0 ? 1 + Math.max(...parents.map(({ body }) => body.height)) : 0,
          parents: parents.map((parent) => ({ rel: 'input', hash: parent.id })),
          payload: { ...saltedTextDigest(salt, text), media_type: 'application/json' },
          result: { state: 'submitted', type: 'x' },
        },
        org,
        signer,
        '1.0.0',
      )
      const made = new Date(first.body.timestamp)
      let task: StoredTask = withTaskSeal(signer, {
        ...newTask,
        id,
        job_id: id,
        org_id: org,
        key_id: 'k',
        request_id: 'r',
        agent: 'a',
        type: 'x',
        head: first.id,
        version: 0,
        tier: 'T0',
        created_at: made,
        updated_at: made,
        deadline: null,
        priority: 1,
        is_overridden: false,
      })
      const payload = sealedPayload(signer, { node_id: first.id, task_id: id, org_id: org, salt, text })
      await insertTasks(sql, [{ task, payload, nodes: [first], steps: [] }])
      await keepOutcomes(sql, signer, [doneAt(id, first.body.timestamp)])
      const nodes = [first]
      for (const state of moves) {
        const place = following(headOf(nodes.at(-1) ?? first), new Date())
        const node = makeNode({ ...common, ...place, kind: 'task.state', result: { state } }, org, signer, '1.0.0')
        const result = state === 'completed' ? '{}' : null
        const at = new Date(node.body.timestamp)
        const to = withTaskSeal(signer, {
          ...task,
          status: state,
          head: node.id,
          version: node.body.pos,
          result_digest: result,
          result_sum: sumOf(result),
          updated_at: at,
          started_at: task.started_at ?? (state === 'working' ? at : null),
          completed_at: isTerminal(state) ? at : null,
        })
        await moveTasks(sql, [{ to, node, result, was: task.seal }])
        task = to
        nodes.push(node)
      }
      return nodes
    },
    async node(draft, by = signer) {
      const node = makeNode(draft, org, by, '1.0.0')
      await appendNodes(sql, [node])
      return node
    },
    async sequence(perRound = 1000) {
      const waiting = await nodesWithoutLeaf(sql, 0, Number.MAX_SAFE_INTEGER)
      const log = await currentLog(sql)
      for (let from = 0; from < waiting.length; from += perRound) {
        const ids = waiting.slice(from, from + perRound).map(({ id }) => id)
        const hashes = ids.map((id) => leafHash(id))
        const grown = growEdge(edge, hashes)
        const size = frontier.size
        frontier = append(frontier, hashes)
        edge = grown.edge
        const root = rootOf(frontier)
        note = signNote(formatCheckpoint({ origin, size: frontier.size, root }), [noteSigner(origin, signer)])
        const sequencedIns = waiting[Math.min(from + perRound, waiting.length) - 1]?.ins ?? 0
        const round = { epoch: log?.epoch ?? 1, origin, size, ids, tiles: grown.touched, root, note }
        await appendRound(sql, { ...round, isMilestone: from === 0, sequencedIns })
      }
      return note
    },
    async verify(wish = {}, outside) {
      const verification = await verify(
        { sql, anchors: [signer.publicKey], ...(outside && { outside }) },
        { hash: null, mode: 'full', orgIds: null, ...wish },
      )
      if (!verification) throw new Error('no such node')
      return verification
    },
  }
  return store
}
