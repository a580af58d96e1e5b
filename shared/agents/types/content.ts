/** What the analysts of content do: the semiotic-decoder, the harmonic-analyst, the attunement-calibrator. */
import { type TaskTypeResult, taskType } from '#shared/agents/task-type'
import { CalibrateAnswer, CalibrateRequest } from '#shared/contracts/calibrations'
import { AnalyzeAnswer, AnalyzeRequest, DecodeAnswer, DecodeRequest } from '#shared/contracts/content'
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

export const alignmentTypes = [
  taskType({
    type: 'harmonic.analyze',
    area: 'C',
    description: 'Scores how a text stands to dimensions of alignment, as POST /harmonic/analyze does.',
    payload: AnalyzeRequest,
    output: AnalyzeAnswer,
    sideEffects: 'write',
    isIdempotent: true,
    contract: analyzeContent,
    toJob: (request) => ({ of: 'analyze' as const, request, at: now() }),
    read: readAnalysis,
    essence: ({ evidence: _, ...alignment }) => alignment,
  }),
]

export const calibrationTypes = [
  taskType({
    type: 'attunement.calibrate',
    area: 'C',
    description: 'Tunes parameters within their constitutional bounds, as POST /attunement/calibrate does.',
    payload: CalibrateRequest,
    output: CalibrateAnswer,
    sideEffects: 'write',
    isIdempotent: false,
    contract: analyzeContent,
    toJob: (request) => ({ of: 'calibrate' as const, request, at: now() }),
    read: readAnalysis,
    // Its version and its way back are of the state that it left, not of what was asked.
    essence: ({ evidence: _e, version: _v, rollback_token: _t, ...calibration }) => calibration,
  }),
]
