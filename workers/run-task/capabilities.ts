/** One line per task type that this room does itself: the same functions as behind the endpoints. */
import type { Tx } from '#db/client'
import { findTrees, unpackTree } from '#db/queries/trees'
import type { TraceListQuery } from '#shared/contracts/traces'
import { jobNotFound, nodeNotFound } from '#shared/errors'
import { type Asked, verifyAsked } from '#shared/evidence/asked'
import { compareScanRuns } from '#shared/scans/comparison'
import { openTracePages, presentPage } from '#shared/traces/pages'
import { summarizeTraces } from '#shared/traces/summary'
import type { Job, Tools } from '#workers/room'
import { compareTrees } from '#workers/run-task/compare-trees'

/** What a task came to: its result, the node behind it, and what is written along with the outcome. */
export type Work = { result: unknown; nodeId?: string; save?: (tx: Tx) => Promise<unknown> }

/** @param payload as the type's schema has it: it was checked at the door. */
type Capability = (payload: never, job: Job) => Promise<Work>

export function openCapabilities({ db: { sql }, signer }: Tools): Record<string, Capability> {
  const pages = openTracePages(sql)

  async function treeOf(jobId: string, job: Job) {
    const [row] = await findTrees(sql, [jobId])
    if (row?.org_id !== job.orgId) throw jobNotFound(jobId)
    return { job_id: jobId, tree: JSON.parse(unpackTree(row.body)) }
  }

  return {
    'stats.summarize': async (_: object, { orgId }) => ({ result: await summarizeTraces(sql, orgId) }),
    async 'trace.query'(asked: Partial<TraceListQuery>, { orgId }) {
      const query = { limit: 100, offset: 0, ...asked }
      return { result: presentPage(await pages.page(orgId, query), query) }
    },
    'tree.compare': async ({ base, other }: Sides, job) => ({
      result: compareTrees(await treeOf(base, job), await treeOf(other, job)),
    }),
    async 'evidence.verify'(asked: Asked, { orgId, signal, progress }) {
      const tools = {
        sql,
        anchors: [signer.publicKey],
        signal,
        progress: (nodes: number) => progress(nodes, nodes),
        groupSize: 1000,
      }
      const result = await verifyAsked(tools, asked, orgId)
      if (!result) throw nodeNotFound(asked.hash ?? '')
      return { result }
    },
    'accessibility.compare': async ({ base, other }: Sides, { orgId }) => ({
      result: await compareScanRuns(sql, orgId, base, other),
    }),
  }
}

type Sides = { base: string; other: string }
