/** One line per task type that this worker does itself: the same functions as behind the endpoints. */

import type { Static } from '@sinclair/typebox'
import { openSql, type Reader } from '#db/client'
import { findNode } from '#db/queries/graph'
import type { VerificationPass } from '#db/queries/integrity'
import { unpackTree } from '#db/queries/trees'
import type { PlannedBy } from '#shared/agents/plan'
import { isReleasedOfTask } from '#shared/agents/released'
import type { VerifyRequest } from '#shared/contracts/evidence'
import type { SimulateBody } from '#shared/contracts/governance'
import type { TraceInput, TraceListQuery } from '#shared/contracts/traces'
import { chainOf } from '#shared/evidence/chain'
import { findProvenTree } from '#shared/evidence/sealed/trees'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { simulateAmendment } from '#shared/governance/simulate'
import { chainTooLong, nodeNotFound } from '#shared/kernel/errors/evidence'
import { jobNotFound } from '#shared/kernel/errors/jobs'
import type { FoundSecret } from '#shared/kernel/secrets'
import { doneAtOnce } from '#shared/plans/at-once'
import { openPlanner } from '#shared/plans/planner'
import { compareScanRuns } from '#shared/scans/comparison'
import { openTracePages, presentPage } from '#shared/traces/pages'
import { type PreparedTrace, prepareTrace } from '#shared/traces/record'
import { summarizeTraces } from '#shared/traces/summary'
import { exportBundle } from '#shared/verification/export'
import { openOutside } from '#shared/verification/outside'
import { settledRequest, verifyAsked, witnessesOf } from '#shared/verification/verify-request'
import { compareTrees } from '#workers/run-task/compare-trees'
import type { JobAttempt, WorkerTools } from '#workers/runtime/worker'

/** What a task came to: its result, the node behind it, what was taken out of it, and the trace that is stored along with the outcome. */
export type Work = {
  result: unknown
  nodeId?: string
  found?: readonly FoundSecret[]
  trace?: PreparedTrace
  /** All of the evidence was looked through, and nothing was wrong. */
  pass?: Omit<VerificationPass, 'at'>
}

/** @param payload as the type's schema has it: it was checked at the door. */
type Capability = (payload: never, job: JobAttempt) => Promise<Work>

export function openCapabilities({ db: { sql }, signer, governance, config }: WorkerTools): Record<string, Capability> {
  const pages = openTracePages(signer)
  const outside = openOutside({ dataDir: config.dataDir, witnesses: config.evidence.witnesses })
  const planner = openPlanner(config.planner)

  async function treeOf(jobId: string, job: JobAttempt) {
    const row = await findProvenTree({ read: (look) => look(sql), signer }, job.orgId, jobId)
    if (!row || row.compared_with !== null) throw jobNotFound(jobId)
    await isReleasedOfTask(sql, signer, jobId)
    return { job_id: jobId, tree: JSON.parse(unpackTree(row.body)) }
  }

  /** Nothing else has run in them, and what somebody may have left in others deceives nobody here. */
  async function withOwnSessions<T>(act: (own: Reader) => Promise<T>): Promise<T> {
    const { databaseUrl: url, workerPoolSize: poolSize } = config
    const own = openSql({ url, name: 'assay-verification', poolSize, isPlanFixed: true, isReadOnly: true })
    try {
      return await act(own)
    } finally {
      await own.end({ timeout: 5 })
    }
  }

  const atOnce = Object.entries(doneAtOnce).map(([type, work]): [string, Capability] => [
    type,
    async (asked) => ({ result: work(asked, governance) }),
  ])

  return {
    ...Object.fromEntries(atOnce),
    'stats.summarize': async (_: object, { orgId }) => ({ result: await summarizeTraces(sql, orgId) }),
    async 'trace.query'(asked: Partial<TraceListQuery>, { orgId }) {
      const query = { limit: 100, offset: 0, ...asked }
      return { result: presentPage(await pages.page(sql, orgId, query), query) }
    },
    'tree.compare': async ({ base, other }: Sides, job) => ({
      result: compareTrees(await treeOf(base, job), await treeOf(other, job)),
    }),
    async 'evidence.verify'(request: VerifyRequest, { orgId, signal, progress }) {
      const asked = settledRequest(request)
      const tools = {
        sql,
        anchors: [signer.publicKey],
        signer,
        witnesses: witnessesOf(config),
        outside,
        signal,
        progress: (nodes: number) => progress(nodes, nodes),
        groupSize: 500,
      }
      const result = await (asked.mode === 'full'
        ? withOwnSessions((own) => verifyAsked({ ...tools, sql: own }, asked, orgId))
        : verifyAsked(tools, asked, orgId))
      if (!result) throw nodeNotFound(asked.hash ?? '')
      // All of the evidence was looked through, decisions too: as good a pass as the ledger's own.
      const isPass = asked.mode === 'full' && asked.replay !== false && result.valid
      const { checked_nodes: nodes, duration_ms: ms } = result
      return { result, ...(isPass && { pass: { nodes, ok: true, first_failure: null, duration_ms: Math.round(ms) } }) }
    },
    async 'evidence.export'({ hash }: { hash: string }, { orgId }) {
      const orgIds = [orgId, serviceOrg]
      const head = await findNode(sql, hash, orgIds)
      if (!head) throw nodeNotFound(hash)
      const chain = await chainOf(sql, head, orgIds)
      if (chain.total > exportedAtMost) throw chainTooLong(chain.total, exportedAtMost)
      const bundle = await exportBundle(sql, head, chain, { signer, witnesses: witnessesOf(config) })
      return { result: { hash, media_type: 'application/vnd.in-toto.bundle', nodes: chain.total, bundle } }
    },
    'constitution.diff': async (asked: Static<typeof SimulateBody>, { orgId, signal }) => ({
      result: await simulateAmendment(sql, orgId, asked, signal),
    }),
    async 'trace.record'(input: TraceInput, { orgId, keyId, requestId }) {
      const prepared = prepareTrace(input, { orgId, keyId, requestId }, 'trace', { signer, governance }, new Date())
      return {
        result: { trace_id: prepared.trace.trace_id, message: 'trace stored' },
        nodeId: prepared.node.id,
        trace: prepared,
      }
    },
    async 'plan.propose'({ goal, trace_id: traceId }: Goal, { signal }) {
      const { steps, plannedBy } = await planner.propose(goal, { traceId }, signal)
      return { result: { steps, planned_by: presentPlannedBy(plannedBy) } }
    },
    'accessibility.compare': async ({ base, other }: Sides, { orgId }) => ({
      result: await compareScanRuns({ sql, signer }, orgId, base, other),
    }),
  }
}

// More would not fit a task's memory.
const exportedAtMost = 10_000

type Goal = { goal: string; trace_id?: string }
type Sides = { base: string; other: string }

const presentPlannedBy = (by: PlannedBy) =>
  by.planner === 'model' ? { planner: by.planner, model: by.model, prompt_digest: by.promptDigest } : by
