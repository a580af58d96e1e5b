/** Measurement trees: of one trace, and of all a system's traces. */

import { createHash } from 'node:crypto'
import type { AppContext } from '#api/http/context'
import { type Answer, type Call, callerOf, type Endpoint, endpoint } from '#api/http/endpoint'
import { callJob } from '#api/http/job-call'
import type { Read } from '#api/http/store'
import { complianceOf } from '#api/traces/compliance'
import { type TreeOfJob, treeExamples, treeFile, treeHeaders } from '#api/traces/pictures/file'
import { systemTreeExample } from '#api/traces/system-tree-example'
import { traceIdExample } from '#api/traces/traces'
import type { Reader } from '#db/client'
import { countAnnotationsOfSystem } from '#db/queries/annotations'
import { findTraceOwners, systemSizes } from '#db/queries/traces'
import { findMade, findTreeOfSnapshot, spentTreeJobs, type TreeRow } from '#db/queries/trees'
import {
  GenerateRequest,
  GenerateResponse,
  SystemTreeQuery,
  SystemTreeResponse,
  servedProfiles,
} from '#shared/contracts/trees'
import type { PayloadOf } from '#shared/jobs/contract'
import { generateTree, type MadeTree, readTreeReply, treeAnswer } from '#shared/jobs/generate-tree'
import { batcher } from '#shared/kernel/batcher'
import { cache } from '#shared/kernel/cache'
import type { Config } from '#shared/kernel/config'
import { resultErased } from '#shared/kernel/errors/jobs'
import { systemNotFound, traceNotFound } from '#shared/kernel/errors/traces'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { versions } from '#shared/kernel/version'

/** The tree of the example trace to depth 1. */
const treeExample = {
  corix_tree: {
    level_1: {
      interpretation: {
        contradictions: [],
        driver_path: ['field', 'annotator_responses', 'factuality', 'factuality_flags'],
        grade: 'D',
        limitations: ['single trace', '10 of 19 items without evidence', 'cohort of 1: no interval of the system'],
        statement:
          'Validity 34.48 of 100 (6.34 to 34.48 with missing evidence at worst and best); driven by field > annotator_responses > factuality > factuality_flags.',
        validity_interval: [6.34, 34.48],
        validity_interval_kind: 'missing_data_bounds',
        validity_score: 34.48,
        verdict: 'unacceptable',
      },
      summary: {
        coverage: 0.38,
        in_cohort: true,
        n_cohort: 1,
        profile: 'trace-v1@2.0.0',
        profile_digest: 'sha256:c0cbe7d1b7414385fc216de5d145a5e0cce2869bbc0e8df0021291a8141b45e4',
        risk_level: 'MEDIUM',
        risk_score: 34,
        standard: 'NIST ARIA 0.1 (aligned)',
        system_source: 'chat-eu',
        test_category: 'field',
        trace_id: traceIdExample,
        tree_digest: 'sha256:64506462c4a5ad6b084a940a3efa4f56cfa58494a10f5db817f9c5578a97c66c',
      },
    },
  },
  metadata: {
    trace_id: traceIdExample,
    generated_at: '2026-05-20T00:00:00.010Z',
    validity_score: 34.48,
    schema_version: versions.schema,
  },
}

export function generateEndpoints(
  room: Presenting & Pick<AppContext, 'desk' | 'crews' | 'config'> & { waitMs: Config['waitMs'] },
): Endpoint[] {
  const { read } = room
  const limitMs = room.waitMs['generate-tree']
  const ownerOf = openOwners(read)
  const present = treePresenter(room)
  return [
    endpoint({
      method: 'POST',
      path: '/generate',
      operationId: 'generateTree',
      summary: 'Generate the measurement tree of a stored trace',
      description:
        'Six levels over one stored trace, aligned with NIST ARIA 0.1: what depth leaves out is absent, what it leaves in is the same for every depth.',
      auth: 'key',
      isGoverned: true,
      isJob: true,
      body: {
        kind: 'json',
        schema: GenerateRequest,
        example: { trace_id: traceIdExample, options: { include_raw: true, depth: 1 } },
      },
      responses: {
        200: {
          description: 'The tree, levels 1 to depth. A grave one is not held for a person: X-Human-Review says so.',
          schema: GenerateResponse,
          example: treeExample,
          headers: reviewHeaders,
        },
      },
      errors: ['TRACE_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const { trace_id: traceId, options } = call.body
        const owner = await ownerOf(traceId)
        if (owner !== callerOf(call).orgId) throw traceNotFound(traceId)
        const payload = {
          of: 'trace' as const,
          traceId,
          depth: options?.depth ?? 6,
          includeRaw: options?.include_raw ?? true,
        }
        return callJob(call, room, { contract: generateTree, payload, limitMs, present })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/systems/:system_source/tree',
      operationId: 'getSystemTree',
      summary: 'The measurement tree over all traces of a system',
      description:
        'Asked again while no trace and no annotation was added, it is the same tree, answered at once whatever Prefer says. X-Job-Id names it for GET /trees/{job_id}. html and svg as there.',
      auth: 'key',
      isGoverned: true,
      isJob: true,
      params: { system_source: 'The system, percent-encoded.' },
      query: SystemTreeQuery,
      responses: {
        200: {
          description: 'The tree. One of a system with a grave trace is not held for a person: X-Human-Review says so.',
          schema: SystemTreeResponse,
          example: systemTreeExample,
          headers: { ...treeHeaders, ...reviewHeaders },
          alsoAs: treeExamples,
        },
        304: {
          description: 'Not changed: If-None-Match holds its ETag.',
          headers: { ...treeHeaders, ...reviewHeaders },
        },
      },
      errors: ['SYSTEM_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const systemSource = call.params['system_source'] ?? ''
        const { orgId } = callerOf(call)
        const [[traces = 0], annotations] = await read((sql) =>
          Promise.all([
            systemSizes(sql, [{ orgId, systemSource }]),
            countAnnotationsOfSystem(sql, orgId, systemSource),
          ]),
        )
        if (traces === 0) throw systemNotFound(systemSource)
        const { profile: id } = call.query
        const profile = `${id}@${servedProfiles[id]}`
        const snapshot = snapshotOf({ orgId, systemSource, profile, traces, annotations })
        const payload = { of: 'system' as const, systemSource, profile, snapshot }
        const presentAs = async (tree: TreeOfJob): Promise<Answer> => {
          const { headers, ...file } = await treeFile(call, tree, room, false)
          return {
            ...(await about(tree, room)),
            ...file,
            headers: { ...reviewOf(tree), ...headers, 'X-Job-Id': tree.job_id },
          }
        }
        return callForSnapshot(call, { ...room, limitMs, present }, { snapshot, payload, presentAs })
      },
    }),
  ]
}

/** Of anything else than these it is something else. */
const uuidOfText = (of: readonly unknown[], name: string): string =>
  uuidFrom(createHash('sha256').update(JSON.stringify(of)).digest('hex'), name)

/** What a system's tree is of. @param profile with its version: by another one it is another tree. */
export function snapshotOf(of: SnapshotOf): string {
  const parts = [of.orgId, of.systemSource, of.profile, versions.treeSpec, of.traces]
  // Without any it is what it was before there were annotations.
  const all = of.annotations === 0 ? parts : [...parts, of.annotations]
  return uuidOfText(all, 'system-tree')
}
type SnapshotOf = { orgId: string; systemSource: string; profile: string; traces: number; annotations: number }

/** What a comparison is of. @param profile with its version. */
export const comparisonSnapshotOf = (of: { orgId: string; sides: readonly unknown[]; profile: string }): string =>
  uuidOfText([of.orgId, of.sides, of.profile, versions.treeSpec], 'system-comparison')

/** Answers with what there is of a snapshot, whoever had it made; otherwise asks for it by this key's own job. */
export async function callForSnapshot(
  call: Call,
  room: Presenting & Pick<AppContext, 'desk' | 'crews'> & { limitMs: number; present: TreePresenter },
  asked: {
    snapshot: string
    payload: PayloadOf<typeof generateTree>
    /** Absent where what was made is answered as it is. */
    presentAs?: (tree: TreeOfJob) => Promise<Answer>
  },
): Promise<Answer> {
  const { read, limitMs, present } = room
  const { snapshot, payload, presentAs = (tree) => presentMade(tree, room) } = asked
  const find = () => read((sql) => findTreeOfSnapshot(sql, snapshot))
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

/** Of a tree that a task would not have told before a person had looked at it, and nobody has. */
export const reviewHeader = 'X-Human-Review'
export const reviewHeaders = {
  [reviewHeader]:
    'Of a tree. none: it is grave, and no person has looked at it; a task would be held. Absent: it would not be held.',
}

type Presenting = Pick<AppContext, 'read' | 'governance'>
type TreePresenter = (jobId: string, reply?: string) => Promise<Answer>

/** Presents what a generate-tree job came to: from what its room told along, or from the store. */
export function treePresenter(room: Presenting): TreePresenter {
  const find = batcher(async (jobIds: string[]) => {
    const rows = new Map((await room.read((sql) => findMade(sql, jobIds))).map((row) => [row.job_id, row]))
    return jobIds.map((jobId) => rows.get(jobId))
  })
  return async (jobId, reply) => {
    if (reply !== undefined) return presentTree(readTreeReply(reply), room)
    const row = await find(jobId)
    if (!row) throw resultErased(jobId)
    return presentMade(madeOf(row), room)
  }
}

async function presentMade(tree: TreeOfJob, room: Presenting): Promise<Answer> {
  const answer = await presentTree(tree, room)
  return { ...answer, headers: { ...answer.headers, 'X-Job-Id': tree.job_id } }
}

const madeOf = (row: TreeRow): TreeOfJob => ({ ...row, generated_at: row.generated_at.toISOString() })

const presentTree = async (tree: MadeTree, room: Presenting): Promise<Answer> => ({
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
