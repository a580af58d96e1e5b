/** Measurement trees: of one trace, and of all a system's traces. */

import type { AppContext } from '#api/http/context'
import {
  type AcceptedAnswer,
  type Answer,
  bind,
  type Call,
  callerOf,
  type Endpoint,
  type RawAnswer,
} from '#api/http/endpoint'
import { callJob } from '#api/http/job-call'
import type { Read } from '#api/http/store'
import { complianceOf } from '#api/traces/compliance'
import { type TreeOfJob, treeFile } from '#api/traces/pictures/file'
import type { Reader } from '#db/client'
import { countAnnotationsOfSystem } from '#db/queries/annotations'
import { findTraceOwners, systemSizes } from '#db/queries/traces'
import { findMade, findTreeOfSnapshot, spentTreeJobs, type TreeRow } from '#db/queries/trees'
import { servedProfiles } from '#shared/contracts/trees'
import { findProvenTrace } from '#shared/evidence/sealed/traces'
import { findProvenTree, provenTree } from '#shared/evidence/sealed/trees'
import type { PayloadOf } from '#shared/jobs/contract'
import { waitMsOf } from '#shared/jobs/contract'
import { generateTree, type MadeTree, readTreeReply, treeAnswer } from '#shared/jobs/generate-tree'
import { snapshotOf } from '#shared/jobs/tree-snapshots'
import { batcher } from '#shared/kernel/batcher'
import { cache } from '#shared/kernel/cache'
import { resultErased } from '#shared/kernel/errors/jobs'
import { systemNotFound, traceNotFound } from '#shared/kernel/errors/traces'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { reviewHeader } from '#shared/routes/headers'
import { treeRoutes } from '#shared/routes/trees'

export function generateEndpoints(room: Presenting & Pick<AppContext, 'queue' | 'crews' | 'config'>): Endpoint[] {
  const { read } = room
  const limitMs = waitMsOf(room.config, generateTree)
  const ownerOf = openOwners(read)
  const present = treePresenter(room)
  return [
    bind(treeRoutes.generateTree, async (call) => {
      const { trace_id: traceId, options } = call.body
      const owner = await ownerOf(traceId)
      // The owner is a column: what it says of somebody's trace has to be so before it is told that there is none.
      if (owner !== callerOf(call).orgId && !(await findProvenTrace(room, callerOf(call).orgId, traceId)))
        throw traceNotFound(traceId)
      const payload = {
        of: 'trace' as const,
        traceId,
        depth: options?.depth ?? 6,
        includeRaw: options?.include_raw ?? true,
      }
      return callJob(call, room, { contract: generateTree, payload, limitMs, present })
    }),
    bind(treeRoutes.getSystemTree, async (call) => {
      const systemSource = call.params.system_source
      const { orgId } = callerOf(call)
      const [[traces = 0], annotations] = await read((sql) =>
        Promise.all([systemSizes(sql, [{ orgId, systemSource }]), countAnnotationsOfSystem(sql, orgId, systemSource)]),
      )
      if (traces === 0) throw systemNotFound(systemSource)
      const { profile: id } = call.query
      const profile = `${id}@${servedProfiles[id]}`
      const snapshot = snapshotOf({ orgId, systemSource, profile, traces, annotations })
      const payload = { of: 'system' as const, systemSource, profile, snapshot }
      const presentAs = async (tree: TreeOfJob) => {
        const { headers, ...file } = await treeFile(call, tree, room, false)
        return {
          ...(await about(tree, room)),
          ...file,
          headers: { ...reviewOf(tree), ...headers, 'X-Job-Id': tree.job_id },
        }
      }
      return callForSnapshot(call, { ...room, limitMs, present }, { snapshot, payload, presentAs })
    }),
  ]
}

/** Answers with what there is of a snapshot, whoever had it made; otherwise asks for it by this key's own job. */
export async function callForSnapshot<Shown extends Answer>(
  call: Call,
  room: Presenting & Pick<AppContext, 'queue' | 'crews'> & { limitMs: number; present: TreePresenter },
  asked: {
    snapshot: string
    payload: PayloadOf<typeof generateTree>
    presentAs: (tree: TreeOfJob) => Promise<Shown>
  },
): Promise<Shown | RawAnswer | AcceptedAnswer> {
  const { read, limitMs, present } = room
  const { snapshot, payload, presentAs } = asked
  const find = async () => provenTree(room.signer, await read((sql) => findTreeOfSnapshot(sql, snapshot)))
  // In this order: a tree that is made between the two looks is found by the second.
  const jobId = await read((sql) => openTreeJob(sql, snapshot, callerOf(call).keyId))
  const found = await find()
  if (found) return presentAs(madeOf(found))
  const presentFirst = async (madeBy: string, reply?: string) => {
    const first = await find()
    if (first) return presentAs(madeOf(first))
    return reply === undefined ? present(madeBy) : presentAs({ ...readTreeReply(reply), job_id: madeBy })
  }
  return callJob(call, room, { contract: generateTree, payload, limitMs, jobId, present: presentFirst })
}

const lookedAtOnce = 8

/**
 * The job by which this key has a snapshot's tree made. Asked again it is the same, until it has ended: one that was
 * canceled, failed, or made a tree that is gone is followed by a next one. Each key has jobs of its own, so that none can
 * call off what another waits for, and each may see what it is told of.
 */
async function openTreeJob(sql: Reader, snapshot: string, keyId: string): Promise<string> {
  for (let from = 0; ; from += lookedAtOnce) {
    const ids = Array.from({ length: lookedAtOnce }, (_, at) => uuidFrom(snapshot, `${keyId} ${from + at}`))
    const spent = await spentTreeJobs(sql, ids)
    const open = ids.find((id) => !spent.has(id))
    if (open !== undefined) return open
  }
}

const ownersKept = 10_000

/** Which organisation a trace belongs to. That never changes, so it is asked once; the worker looks at the trace itself. */
function openOwners(read: Read): (traceId: string) => Promise<string | undefined> {
  const known = cache<string>(ownersKept)
  const find = batcher(async (traceIds: string[]) => {
    const owners = await read((sql) => findTraceOwners(sql, traceIds))
    return traceIds.map((traceId) => owners.get(traceId))
  })
  return async (traceId) => {
    const kept = known.get(traceId)
    if (kept !== undefined) return kept
    const owner = await find(traceId)
    if (owner !== undefined) known.set(traceId, owner)
    return owner
  }
}

type Presenting = Pick<AppContext, 'read' | 'governance' | 'signer'>
type TreePresenter = (jobId: string, reply?: string) => Promise<RawAnswer>

/** Presents what a generate-tree job came to: from what its room told along, or from the store. */
export function treePresenter(room: Presenting): TreePresenter {
  const find = batcher(async (jobIds: string[]) => {
    const rows = new Map((await room.read((sql) => findMade(sql, jobIds))).map((row) => [row.job_id, row]))
    return jobIds.map((jobId) => rows.get(jobId))
  })
  return async (jobId, reply) => {
    if (reply !== undefined) return presentTree(readTreeReply(reply), room)
    const row = provenTree(room.signer, await find(jobId)) ?? (await findProvenTree(room, null, jobId))
    if (!row) throw resultErased(jobId)
    return presentMade(madeOf(row), room)
  }
}

/** What was made, as it is answered, with the job that made it. */
export async function presentMade(tree: TreeOfJob, room: Presenting): Promise<RawAnswer> {
  const answer = await presentTree(tree, room)
  return { ...answer, headers: { ...answer.headers, 'X-Job-Id': tree.job_id } }
}

const madeOf = (row: TreeRow): TreeOfJob => ({ ...row, generated_at: row.generated_at.toISOString() })

const presentTree = async (tree: MadeTree, room: Presenting): Promise<RawAnswer> => ({
  status: 200,
  raw: { content: treeAnswer(tree), type: 'application/json; charset=utf-8' },
  ...(await about(tree, room)),
  ...(tree.human_review === null ? {} : { headers: reviewOf(tree) }),
})

const about = async (tree: MadeTree, room: Presenting): Promise<Pick<Answer, 'nodeId' | 'compliance'>> => ({
  nodeId: tree.node_id,
  compliance: await complianceOf(tree, room),
})

const reviewOf = ({ human_review: review }: MadeTree): Record<string, string> =>
  review === null ? {} : { [reviewHeader]: review }
