/** What the risk-assessor does: takes traces in, finds them, sums them up, assesses the risk that one shows. */
import { Type as t } from '@sinclair/typebox'
import { runTaskType } from '#shared/agents/run-task-type'
import { taskType } from '#shared/agents/task-type'
import { Stats, TraceCreated, TraceId, TraceInput, TraceList, TraceListQuery } from '#shared/contracts/traces'
import type { GenerateResponse } from '#shared/contracts/trees'
import { generateTree, readTreeReply, treeAnswer } from '#shared/jobs/generate-tree'

const nullable = <Of extends Parameters<typeof t.Union>[0][number]>(schema: Of) => t.Union([schema, t.Null()])

const RiskAssessment = t.Object({
  trace_id: TraceId,
  risk_level: t.String(),
  risk_score: t.Number(),
  validity_score: nullable(t.Number()),
  validity_interval: nullable(t.Array(t.Number())),
  grade: nullable(t.String()),
  verdict: t.String(),
  statement: t.String(),
  driver_path: t.Array(t.String()),
  limitations: t.Array(t.String()),
  tree_digest: t.String(),
})

/** Written by generate-tree's worker, as its contract says. */
export const readTree = (reply: string): { tree: typeof GenerateResponse.static; nodeId: string } => {
  const made = readTreeReply(reply)
  return { tree: JSON.parse(treeAnswer(made)), nodeId: made.node_id }
}

export const traceTypes = [
  taskType({
    type: 'risk.assess',
    area: 'A',
    description: 'Assesses the risk that a stored trace shows: level 1 of its measurement tree.',
    payload: t.Object({ trace_id: TraceId }, { additionalProperties: false }),
    output: RiskAssessment,
    sideEffects: 'write',
    isIdempotent: true,
    contract: generateTree,
    toJob: ({ trace_id: traceId }) => ({ of: 'trace' as const, traceId, depth: 1, includeRaw: false }),
    read(reply) {
      const { tree, nodeId } = readTree(reply)
      const { interpretation, summary } = tree.corix_tree.level_1
      const { trace_id, risk_level, risk_score, tree_digest } = summary
      return { result: { trace_id, risk_level, risk_score, ...interpretation, tree_digest }, nodeId }
    },
    riskOf: ({ risk_level, risk_score }) => ({ risk_level, risk_score, confidence: 1 }),
  }),
  runTaskType({
    type: 'trace.query',
    area: 'A',
    description: 'Lists stored traces, newest first, as GET /traces does.',
    payload: t.Partial(TraceListQuery, { additionalProperties: false }),
    output: TraceList,
    sideEffects: 'read',
    isIdempotent: true,
  }),
  runTaskType({
    type: 'stats.summarize',
    area: 'A',
    description: 'Statistics over all traces, as GET /stats gives them.',
    payload: t.Object({}, { additionalProperties: false }),
    output: Stats,
    sideEffects: 'read',
    isIdempotent: true,
  }),
  runTaskType({
    type: 'trace.record',
    area: 'A',
    description: 'Stores a trace, as POST /traces does.',
    payload: TraceInput,
    output: TraceCreated,
    sideEffects: 'write',
    isIdempotent: false,
    essence: ({ message }) => ({ message }),
  }),
]
