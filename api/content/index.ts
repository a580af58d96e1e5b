/** Content analysis: a text or a calibration is handed to its worker, and what came of it is answered. */

import type { AppContext } from '#api/http/context'
import { bind, type Call, callerOf, type Endpoint, type RawAnswer } from '#api/http/endpoint'
import { callJob } from '#api/http/job-call'
import { unpackAnalysis } from '#db/queries/analyses'
import { readTier } from '#shared/contracts/decision'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { findProvenAnalysis } from '#shared/evidence/sealed/documents'
import { analysisAnswer, analyzeContent, readAnalysisReply, type ToldAnalysis } from '#shared/jobs/analyze-content'
import { type PayloadOf, waitMsOf } from '#shared/jobs/contract'
import { resultErased } from '#shared/kernel/errors/jobs'
import { contentRoutes } from '#shared/routes/content'

export function contentEndpoints(room: AppContext): Endpoint[] {
  const limitMs = waitMsOf(room.config, analyzeContent)
  const ask = async (call: Call, payload: PayloadOf<typeof analyzeContent>) => {
    await requireKnownToLedger(room.read, 'content')
    const present = async (jobId: string, reply?: string) => {
      const told = await findAnalysis(room, jobId, reply)
      const about =
        payload.of === 'calibrate' ? { type: 'parameters', id: callerOf(call).orgId } : { type: 'content', id: jobId }
      call.concern({ nodeId: told.nodeId, tier: told.tier, subjects: [about] })
      return { ...answerOf(told), headers: { 'X-Service-Attribution': told.nodeId } }
    }
    return callJob(call, room, { contract: analyzeContent, payload, limitMs, present })
  }
  const now = () => new Date().toISOString()
  return [
    bind(contentRoutes.decodeContent, (call) => ask(call, { of: 'decode', request: call.body, at: now() })),
    bind(contentRoutes.analyzeContent, (call) => ask(call, { of: 'analyze', request: call.body, at: now() })),
    bind(contentRoutes.calibrateParameters, (call) => ask(call, { of: 'calibrate', request: call.body, at: now() })),
  ]
}

/** Presents what an analyze-content job came to, from the store. */
export const analysisPresenter =
  (room: Pick<AppContext, 'read' | 'signer'>) =>
  async (jobId: string): Promise<RawAnswer> =>
    answerOf(await findAnalysis(room, jobId, undefined))

/** @param reply what its worker told along, if anything: what is longer is read. @throws STATE_CONFLICT where it was erased. */
async function findAnalysis(
  { read, signer }: Pick<AppContext, 'read' | 'signer'>,
  jobId: string,
  reply: string | undefined,
): Promise<ToldAnalysis> {
  if (reply !== undefined) return readAnalysisReply(reply)
  const row = await findProvenAnalysis({ read, signer }, jobId)
  if (!row) throw resultErased(jobId)
  return { nodeId: row.node_id, tier: readTier(row.tier), text: await unpackAnalysis(row.document) }
}

const answerOf = (told: ToldAnalysis): RawAnswer => ({
  status: 200,
  raw: { content: analysisAnswer(told), type: 'application/json; charset=utf-8' },
})
