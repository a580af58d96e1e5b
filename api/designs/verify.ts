/** One snapshot, verified while the caller waits. */

import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json, type RawAnswer } from '#api/http/endpoint'
import { callJob } from '#api/http/job-call'
import { verbContext } from '#api/http/verb-context'
import type { DesignState } from '#db/queries/designs'
import { firstNodeText } from '#db/queries/evidence'
import { openBlobs } from '#shared/designs/blobs'
import { capturePayload } from '#shared/designs/read-capture'
import { readVerifyRequest } from '#shared/designs/read-request'
import { readDesignReport, requireVerification } from '#shared/designs/review'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { findProvenVerification } from '#shared/evidence/sealed/designs'
import { compareDesign, type Drawing, designAnswer, readDesignReply, readDrawing } from '#shared/jobs/compare-design'
import { waitMsOf } from '#shared/jobs/contract'
import { resultErased } from '#shared/kernel/errors/jobs'
import { verificationNotFound } from '#shared/kernel/errors/verifications'
import { resultOfJob, whyWithoutResult } from '#shared/queue/results'
import { designRoutes } from '#shared/routes/designs'

export function verifyEndpoints(room: AppContext): Endpoint[] {
  const blobs = openBlobs(room.config, room.signer)
  const present = designPresenter(room)
  const limitMs = waitMsOf(room.config, compareDesign)
  const known = () => requireKnownToLedger(room.read, 'designs')
  return [
    bind(designRoutes.verifyDesign, async (call) => {
      await known()
      const { payload, sent } = readVerifyRequest(call.body)
      const { orgId } = callerOf(call)
      return callJob(call, room, {
        contract: compareDesign,
        payload,
        limitMs,
        present,
        beside: (tx) => blobs.put(tx, orgId, sent.bytes, sent.type),
      })
    }),
    bind(designRoutes.captureDesign, async (call) => {
      await known()
      const { seal, config } = room
      const { orgId } = callerOf(call)
      const payload = capturePayload(call.params.pageId, call.body, { seal, allow: config.egressAllow, orgId })
      return callJob(call, room, { contract: compareDesign, payload, limitMs, present })
    }),
    bind(designRoutes.verifyAgain, async (call) => {
      await known()
      const row = await requireVerification(verbContext(room, call, 'D'), call.params.verificationId)
      const { page_id: pageId, branch, artifact } = row
      const payload = { of: 'verify' as const, pageId, branch, snapshot: { artifact }, viewport: null, ignore: [] }
      return callJob(call, room, { contract: compareDesign, payload, limitMs, present })
    }),
  ]
}

/** What has become of the baseline that a verification has to do with. */
const baselineStates: Record<DesignState, string> = {
  passed: 'active',
  waiting: 'candidate',
  approved: 'active',
  rejected: 'rejected',
  superseded: 'superseded',
}

/** A job that draws a verification makes what two addresses show. */
function drawnAnswer({ verificationId }: Drawing, base: string): RawAnswer {
  const [diff, report] = ['diff', 'report'].map((part) => `${base}/api/verify-design/${verificationId}/${part}`)
  const content = JSON.stringify({ verificationId, diff, report })
  return { status: 200, raw: { content, type: 'application/json; charset=utf-8' } }
}

/** Presents what a compare-design job came to: from what its worker told along, or from the store. */
export function designPresenter({ read, config, signer }: Pick<AppContext, 'read' | 'config' | 'signer'>) {
  const links = (jobId: string, baselineState: string) => ({
    'X-Verification-Id': jobId,
    'X-Baseline-State': baselineState,
    Link: `<${config.basePaths.D}/api/verify-design/${jobId}>; rel="describedby"`,
  })
  return async (jobId: string, reply?: string) => {
    if (reply !== undefined) {
      const told = readDesignReply(reply)
      return json(200, designAnswer(told), links(jobId, told.baselineState))
    }
    const row = await findProvenVerification({ read, signer }, null, jobId)
    if (!row) {
      const drawn = await read((sql) => resultOfJob(sql, signer, jobId))
      if (drawn !== undefined) return drawnAnswer(readDrawing(drawn), config.basePaths.D)
      const wasMade = await read((sql) => firstNodeText(sql, `design:${jobId}`))
      throw wasMade ? resultErased(jobId) : await read((sql) => whyWithoutResult(sql, jobId, verificationNotFound))
    }
    return json(200, designAnswer(readDesignReport(row.report)), links(jobId, baselineStates[row.state]))
  }
}
