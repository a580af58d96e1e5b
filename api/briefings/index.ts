/** Briefings, signals and meetings: asked of their worker, met again, made again. */

import { briefingFile } from '#api/briefings/file'
import type { AppContext } from '#api/http/context'
import { bind, type Call, callerOf, type Endpoint, json, type RawAnswer } from '#api/http/endpoint'
import { callJob } from '#api/http/job-call'
import { verbContext } from '#api/http/verb-context'
import { briefingOfJob, unpackBriefing } from '#db/queries/briefings'
import { feedbackMark } from '#db/queries/feedback'
import { isReleasedOfTask } from '#shared/agents/released'
import type { BriefingFormat } from '#shared/contracts/briefings'
import { readTier } from '#shared/contracts/decision'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { findProvenBriefing } from '#shared/evidence/sealed/documents'
import { itemsChangedAt } from '#shared/evidence/sealed/items'
import { giveFeedback } from '#shared/feedback/give'
import { type PayloadOf, waitMsOf } from '#shared/jobs/contract'
import {
  briefingAnswer,
  gatherBriefing,
  readBriefingReply,
  soundMeeting,
  type ToldBriefing,
} from '#shared/jobs/gather-briefing'
import { briefingNotFound } from '#shared/kernel/errors/briefings'
import { isUuid } from '#shared/kernel/schema/formats'
import { resultOfJob, whyWithoutResult } from '#shared/queue/results'
import { briefingRoutes } from '#shared/routes/briefings'

type Payload = PayloadOf<typeof gatherBriefing>

export function briefingEndpoints(room: AppContext): Endpoint[] {
  const limitMs = waitMsOf(room.config, gatherBriefing)
  const ask = async (call: Call, payload: Payload, format: BriefingFormat = 'json') => {
    // One of the release before would take the decision for one that cannot be made again.
    await requireKnownToLedger(room.read, 'briefings')
    const present = async (jobId: string, reply?: string) => {
      const told = await findTold(room, jobId, reply)
      if (told.nodeId === '') return answerOf(told)
      call.concern({ nodeId: told.nodeId, tier: told.tier, subjects: [{ type: payload.of, id: jobId }] })
      const answer = format === 'json' ? answerOf(told) : await briefingFile(told, format, jobId)
      return { ...answer, headers: { ...answer.headers, 'X-Service-Attribution': told.nodeId } }
    }
    return callJob(call, room, { contract: gatherBriefing, payload, limitMs, present })
  }
  return [
    bind(briefingRoutes.getBriefing, async (call) => {
      const { format, if_changed_since: since, ...request } = call.query
      if (since !== undefined && !(await isChangedSince(room, callerOf(call).orgId, since))) return { status: 304 }
      return ask(call, { of: 'briefing', request }, format)
    }),
    bind(briefingRoutes.listSignals, (call) => ask(call, { of: 'signals', request: call.query })),
    bind(briefingRoutes.prepareMeeting, (call) => ask(call, { of: 'meeting', request: soundMeeting(call.body) })),
    bind(briefingRoutes.giveFeedback, async (call) => {
      const given = await giveFeedback(verbContext(room, call, 'C'), {
        signalId: call.params.signal_id,
        request: call.body,
      })
      return { ...json(200, given.answer, { 'X-Service-Attribution': given.node }), nodeId: given.node }
    }),
    bind(briefingRoutes.getSavedBriefing, async (call) => {
      const { briefing_id: id } = call.params
      const told = await findSaved(room, id, callerOf(call).orgId)
      call.concern({ nodeId: told.nodeId, tier: told.tier, subjects: [{ type: told.operation, id }] })
      const { format } = call.query
      return format === 'json' ? answerOf(told) : briefingFile(told, format, id)
    }),
    bind(briefingRoutes.replayBriefing, async (call) => {
      const { briefing_id: id } = call.params
      // What of it is not as it was is what the answer says.
      const row = isUuid(id) ? await room.read((sql) => briefingOfJob(sql, id)) : undefined
      if (row?.org_id !== callerOf(call).orgId) throw briefingNotFound(id)
      await room.read((sql) => isReleasedOfTask(sql, room.signer, id))
      call.concern({ nodeId: row.node_id, subjects: [{ type: row.operation, id }] })
      return ask(call, { of: 'replay', id })
    }),
  ]
}

/** Whether anything was brought, how a connection stands has turned, or something was said of a signal. */
async function isChangedSince(
  { read, signer }: Pick<AppContext, 'read' | 'signer'>,
  orgId: string,
  since: string,
): Promise<boolean> {
  const [changed, { last }] = await read((sql) =>
    Promise.all([itemsChangedAt(sql, signer, orgId), feedbackMark(sql, orgId)]),
  )
  const at = Date.parse(since)
  return [changed, last].some((each) => each !== null && each.getTime() >= at)
}

/** Presents what a gather-briefing job came to, from the store. */
export const briefingPresenter =
  (room: Pick<AppContext, 'read' | 'signer'>) =>
  async (jobId: string): Promise<RawAnswer> =>
    answerOf(await findTold(room, jobId, undefined))

/** @param reply what its worker told along, if anything: what is longer is read. @throws STATE_CONFLICT where it was erased. */
async function findTold(
  { read, signer }: Pick<AppContext, 'read' | 'signer'>,
  jobId: string,
  reply: string | undefined,
): Promise<ToldBriefing> {
  if (reply !== undefined) return readBriefingReply(reply)
  const row = await findProvenBriefing({ read, signer }, null, jobId)
  if (row) return { nodeId: row.node_id, tier: readTier(row.tier), text: await unpackBriefing(row.document) }
  const replayed = await read((sql) => resultOfJob(sql, signer, jobId))
  if (replayed === undefined) throw await read((sql) => whyWithoutResult(sql, jobId))
  return { nodeId: '', tier: 'T0', text: replayed }
}

/** @throws BRIEFING_NOT_FOUND also for one of another organisation, and for one that a task still holds. */
async function findSaved({ read, signer }: Pick<AppContext, 'read' | 'signer'>, id: string, orgId: string) {
  const row = isUuid(id) ? await findProvenBriefing({ read, signer }, orgId, id) : undefined
  if (!row) throw briefingNotFound(id)
  await read((sql) => isReleasedOfTask(sql, signer, id))
  const { operation, node_id: nodeId, tier, document } = row
  return { operation, nodeId, tier: readTier(tier), text: await unpackBriefing(document) }
}

const answerOf = (told: Pick<ToldBriefing, 'text' | 'nodeId'>): RawAnswer => ({
  status: 200,
  raw: { content: briefingAnswer(told), type: 'application/json; charset=utf-8' },
})
