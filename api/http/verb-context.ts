/** What a call is to a verb: who asks, how it writes, and the tools of this process. No verb is handed anything else of HTTP. */
import type { AppContext } from '#api/http/context'
import { actorOf, type Call, callerOf } from '#api/http/endpoint'
import type { VerbContext, Written } from '#shared/evidence/verb-context'
import type { Area } from '#shared/kernel/areas'
import type { Config } from '#shared/kernel/config'
import type { Made } from '#shared/kernel/errors/service'

/** @param door the area through which it is asked for, if any. */
export function verbContext(
  room: AppContext,
  call: Call,
  door: Area | undefined,
): VerbContext<ReturnType<typeof toolsOf>> {
  const { orgId, tier, areas, scopes } = callerOf(call)
  const { idempotency } = call
  return {
    actor: {
      ...actorOf(call),
      orgId,
      tier,
      areas,
      scopes,
      door,
      seed: idempotency?.seed,
      isAgain: idempotency !== undefined && !idempotency.isNew,
    },
    read: room.read,
    writing: (what, size) => call.writing(madeOf(what, room.config.basePaths, door), size),
    concern: call.concern,
    tools: toolsOf(room),
  }
}

const toolsOf = ({ signer, governance, queue, admit, seal, config }: AppContext) => ({
  signer,
  governance,
  admit,
  sendBatch: queue.sendBatch,
  forJobs: { seal, allow: config.egressAllow },
  limits: config,
})

/** What was written, by the ids that callers know, and where it is looked at through this door. */
function madeOf(what: Written, { A, B, C, D }: Config['basePaths'], door: Area | undefined): Made {
  switch (what.kind) {
    case 'scan_run':
      return { ids: { runId: what.id }, lookAt: `${D}/api/scan-runs/${what.id}` }
    case 'waiver':
      return { ids: { waiverId: what.id }, lookAt: `${D}/api/waivers` }
    case 'answer':
      return { ids: { answerId: what.id }, lookAt: `${D}/api/answers` }
    case 'agent':
      return { ids: { name: what.name }, lookAt: `${B}/agents/${what.name}` }
    case 'task': {
      const lookAt = door === 'C' ? `${C}/tasks/${what.id}` : `${B}/agents/${what.agent}/tasks/${what.id}`
      return { ids: { task_id: what.id }, lookAt }
    }
    case 'plan':
      return { ids: { task_id: what.id }, lookAt: `${C}/tasks/${what.id}` }
    case 'job':
      return { ids: { job_id: what.id }, lookAt: `/jobs/${what.id}` }
    case 'violation':
      return { ids: { id: what.id }, lookAt: `${B}/governance/violations/${what.id}` }
    case 'erasure':
      return { ids: { hash: what.hash }, lookAt: `${B}/edg/${what.hash}`, isSameAgain: true }
    case 'annotation':
      return { ids: { annotation_id: what.id }, lookAt: `${A}/traces/${what.traceId}/annotations` }
    case 'claim':
      return { ids: { claim_id: what.id }, lookAt: `${A}/claims/${what.id}` }
    case 'verification':
      return { ids: { verificationId: what.id }, lookAt: `${D}/api/verify-design/${what.id}`, isSameAgain: true }
    case 'verifications': {
      const ofBranch = what.branch === undefined ? '' : `&branch=${encodeURIComponent(what.branch)}`
      return { ids: {}, lookAt: `${D}/api/verify-design?state=waiting${ofBranch}`, isSameAgain: true }
    }
    case 'accepted_issues': {
      const lookAt = `${D}/api/pages/${encodeURIComponent(what.pageId)}/baselines`
      return { ids: { pageId: what.pageId }, lookAt, isSameAgain: true }
    }
    case 'page_policy': {
      const lookAt = `${D}/api/pages/${encodeURIComponent(what.pageId)}/policy`
      return { ids: { pageId: what.pageId }, lookAt, isSameAgain: true }
    }
    case 'design_tokens':
      return { ids: {}, lookAt: `${D}/api/design-system/tokens`, isSameAgain: true }
    case 'connection':
      return { ids: { id: what.id }, lookAt: `${C}/connections/${what.id}` }
    case 'feedback':
      return { ids: { feedback_id: what.id }, lookAt: `${C}/signals` }
    case 'components':
      return {
        ids: { importId: what.id, library: what.library },
        lookAt: `${D}/api/components?library=${encodeURIComponent(what.library)}`,
      }
  }
}
