/** What the semiotic-decoder does: says what texts say. */
import { type TaskTypeResult, taskType } from '#shared/agents/task-type'
import { DecodeAnswer, DecodeRequest } from '#shared/contracts/content'
import { analysisAnswer, analyzeContent, readAnalysisReply } from '#shared/jobs/analyze-content'

/** Written by analyze-content's worker, as its contract says. */
function readAnalysis(reply: string): TaskTypeResult {
  const told = readAnalysisReply(reply)
  return { result: JSON.parse(analysisAnswer(told)), nodeId: told.nodeId }
}

const now = () => new Date().toISOString()

export const decodingTypes = [
  taskType({
    type: 'semiotic.decode',
    area: 'C',
    description: 'Extracts what a text says, as POST /semiotic/decode does. A text as large as a task may be.',
    payload: DecodeRequest,
    output: DecodeAnswer,
    sideEffects: 'write',
    isIdempotent: true,
    contract: analyzeContent,
    toJob: (request) => ({ of: 'decode' as const, request, at: now() }),
    read: readAnalysis,
    essence: ({ evidence: _, ...meaning }) => meaning,
  }),
]
