/** What the tree-generator does: makes measurement trees, and says how two of them differ. */
import { Type as t } from '@sinclair/typebox'
import { runTaskType } from '#shared/agents/run-task-type'
import { taskType } from '#shared/agents/task-type'
import { readTree } from '#shared/agents/types/traces'
import { GenerateRequest, GenerateResponse } from '#shared/contracts/trees'
import { generateTree } from '#shared/jobs/generate-tree'

const Made = t.String({ format: 'uuid', description: 'The job that made the tree: X-Job-Id, or a task’s links.job.' })
const Side = t.Object({
  job_id: t.String(),
  tree_digest: t.String(),
  validity_score: t.Union([t.Number(), t.Null()]),
  grade: t.Union([t.String(), t.Null()]),
  verdict: t.String(),
})

export const TreeComparison = t.Object({
  base: Side,
  other: Side,
  validity_change: t.Union([t.Number(), t.Null()], { description: 'Points of validity from base to other.' }),
  differences: t.Array(t.Object({ path: t.String(), base: t.Unknown(), other: t.Unknown() }), {
    description: 'Leaves that differ, by JSON pointer; null on the side that lacks one. At most 1000.',
  }),
  total: t.Integer(),
})
export type TreeComparison = typeof TreeComparison.static

export const treeTypes = [
  taskType({
    type: 'tree.generate',
    area: 'A',
    description: 'Makes the measurement tree of a stored trace, as POST /generate does.',
    payload: GenerateRequest,
    output: GenerateResponse,
    sideEffects: 'write',
    isIdempotent: true,
    contract: generateTree,
    toJob: ({ trace_id: traceId, options }) => ({
      of: 'trace' as const,
      traceId,
      depth: options?.depth ?? 6,
      includeRaw: options?.include_raw ?? true,
    }),
    read(reply) {
      const { tree, nodeId } = readTree(reply)
      return { result: tree, nodeId }
    },
    essence: ({ corix_tree, metadata: { generated_at: _, ...metadata } }) => ({ corix_tree, metadata }),
    riskOf({ corix_tree: { level_1, level_4 } }) {
      const { risk_level, risk_score } = level_1.summary
      return { risk_level, risk_score, confidence: level_4?.annotations.factuality.confidence ?? 1 }
    },
  }),
  runTaskType({
    type: 'tree.compare',
    area: 'A',
    description: 'Says how two measurement trees differ.',
    payload: t.Object({ base: Made, other: Made }, { additionalProperties: false }),
    output: TreeComparison,
    sideEffects: 'read',
    isIdempotent: true,
  }),
]
