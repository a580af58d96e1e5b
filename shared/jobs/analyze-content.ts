/** analyze-content: decodes what a text says, holds it to dimensions of alignment, or calibrates the parameters that do. */
import { Type as t } from '@sinclair/typebox'
import { CalibrateRequest } from '#shared/contracts/calibrations'
import { AnalyzeRequest, DecodeRequest } from '#shared/contracts/content'
import { readTier, type Tier } from '#shared/contracts/decision'
import { defineJob } from '#shared/jobs/contract'

/** Characters; at half a million a second this takes 40 ms. */
const shortAtMost = 20_000

/** Whether a text takes so long that others need not wait for it. */
export const isLongText = (content: string): boolean => content.length > shortAtMost

export const analyzeContent = defineJob({
  name: 'analyze-content',
  areas: ['C'],
  payload: t.Union([
    /** `at`: when the call came in, which is what "tomorrow" is counted from where the request says nothing. */
    t.Object({ of: t.Literal('decode'), request: DecodeRequest, at: t.String({ format: 'date-time' }) }),
    t.Object({ of: t.Literal('analyze'), request: AnalyzeRequest, at: t.String({ format: 'date-time' }) }),
    t.Object({ of: t.Literal('calibrate'), request: CalibrateRequest, at: t.String({ format: 'date-time' }) }),
  ]),
  waitMs: 15_000,
  isLong: (payload) => payload.of !== 'calibrate' && isLongText(payload.request.content),
  attempts: { limit: 3, delaySeconds: 1, expireInSeconds: 120, lossesForgiven: 3 },
  streams: ['semiotic:', 'analysis:', 'attunement:'],
})

/** What an analysis came to, as its worker tells it along. */
export type ToldAnalysis = {
  /** The evidence node's id, hex. */
  nodeId: string
  /** Of the decision on it. */
  tier: Tier
  /** The JSON text that was digested. */
  text: string
}

/** Its text as it stands: it may be megabytes. */
export const analysisReply = ({ nodeId, tier, text }: ToldAnalysis): string => `${nodeId} ${tier} ${text}`

/** Written by `analysisReply` and by nobody else. */
export function readAnalysisReply(reply: string): ToldAnalysis {
  const [nodeId = '', tier = ''] = reply.split(' ', 2)
  return { nodeId, tier: readTier(tier), text: reply.slice(nodeId.length + tier.length + 2) }
}

/** The answer's text: what was digested, and the node that says so. */
export const analysisAnswer = ({ text, nodeId }: Pick<ToldAnalysis, 'text' | 'nodeId'>): string =>
  `${text.slice(0, -1)},"evidence":{"node":"${nodeId}"}}`
