/** One attempt at one job, from its hooks' leave to its end. */
import { attemptSeconds, type JobContract } from '#shared/jobs/contract'
import { type Envelope, isEnvelope } from '#shared/jobs/envelope'
import type { Clock } from '#shared/kernel/clock'
import { storedError } from '#shared/kernel/errors'
import { jobUnknown } from '#shared/kernel/errors/jobs'
import type { Log } from '#shared/kernel/logger'
import { wellFormed } from '#shared/kernel/well-formed'
import type { Ending } from '#shared/queue/completions'
import type { JobTerms } from '#shared/queue/hooks'
import type { Completer, Finished } from '#workers/runtime/completer'
import { untilAborted, whenStoreIsBack } from '#workers/runtime/deadline'
import { type AllHooks, deliveryOf, type Judgements } from '#workers/runtime/hooks'
import { attemptOf, type Claimed } from '#workers/runtime/next-attempt'
import type { Orders } from '#workers/runtime/orders'
import type { RuntimeStore } from '#workers/runtime/store'
import type { JobAttempt, OpenWorker } from '#workers/runtime/worker'

export type AttemptTools = {
  contract: JobContract
  worker: OpenWorker<never, unknown>
  store: Pick<RuntimeStore, 'noteProgress'>
  completer: Completer
  orders: Orders
  hooks: AllHooks
  log: Log
  clock: Clock
  /** Whether the worker is to go: what it has not ended then is another's. */
  isStopping: () => boolean
}

/** @param abort fires when the job is canceled or the process must go. */
export async function makeAttempt(tools: AttemptTools, claimed: Claimed, abort: AbortController): Promise<void> {
  const { contract, completer, hooks, clock } = tools
  const fault = faultOf(tools, claimed)
  if (fault !== undefined) return completer.turnAway(claimed, fault)
  if (claimed.isEnded) return completer.drop(claimed)
  const terms = hooks.terms(claimed)
  const seconds = attemptSeconds(contract, claimed.data.payload)
  const cancels = [clock.after(seconds * 1000, () => abort.abort(new Error(`took longer than ${seconds} s`)))]
  const { timeout } = terms
  if (timeout) cancels.push(clock.after(timeout.seconds * 1000, () => abort.abort(timeout.refusal())))
  const job = attemptAt(tools, claimed, terms, abort.signal)
  const startedAt = new Date().toISOString()
  const finished = (ending: Ending, result?: unknown, judged?: Judgements): Finished => ({
    claimed,
    job,
    startedAt,
    ending,
    result,
    judged,
  })
  try {
    const done = await work(tools, claimed, job, terms)
    if (done) await completer.settle(finished(done.ending, done.result, done.judged), abort.signal)
  } catch (error) {
    if (tools.isStopping() && abort.signal.aborted) await completer.handBack(claimed)
    else await completer.failed(finished({ jobId: claimed.id, state: 'failed', error: null }), error)
  } finally {
    for (const cancel of cancels) cancel()
  }
}

/** Asked of every delivery: between two of them anybody may have changed it. */
function faultOf(
  { contract, orders }: Pick<AttemptTools, 'contract' | 'orders'>,
  claimed: Claimed,
): string | undefined {
  const { id, data, isEnded, isMade } = claimed
  if (!isEnvelope(data)) return 'it is no order'
  // Its outcome is written with what it comes to: whoever took that away wants it done again.
  return orders.fault(contract.name, id, data) ?? (isMade && !isEnded ? 'it was done before' : undefined)
}

type Worked = { ending: Ending; result?: unknown; judged?: Judgements | undefined }

/** What the worker makes of it; undefined where the delivery is not for it, or for nobody any more. */
async function work(
  { contract, worker, completer, hooks, clock }: AttemptTools,
  claimed: Claimed,
  job: JobAttempt,
  terms: JobTerms,
): Promise<Worked | undefined> {
  const { id: jobId, data: sent } = claimed
  const { signal } = job
  if (!terms.isKnown || !isKnown(contract, worker, sent)) {
    if (!(await completer.leave(claimed))) return undefined
    throw jobUnknown(jobId)
  }
  const delivery = deliveryOf(claimed)
  // The store being away is nothing that an attempt is to be spent on.
  const begun = delivery ? await whenStoreIsBack(() => hooks.begin(delivery), signal, clock) : []
  if (!begun) {
    await completer.drop(claimed)
    return undefined
  }
  const result = wellFormed(await untilAborted(worker.run(sent.payload as never, job), signal))
  // `result` came from this worker's own `run`.
  const judged = delivery && hooks.judge(delivery, worker.reply?.(result as never) ?? '', begun)
  const refusal = judged?.find((judgement) => judgement?.refusal)?.refusal
  return refusal
    ? { ending: { jobId, state: 'failed', error: storedError(refusal) }, judged }
    : { ending: { jobId, state: 'succeeded', error: null }, result, judged }
}

/** Whether this release knows all of what is asked; a later one may have sent it. */
const isKnown = (
  contract: JobContract,
  worker: OpenWorker<never, unknown>,
  { version = 1, payload }: Envelope,
): boolean => version <= contract.version && contract.check.Check(payload) && (worker.knows?.(payload as never) ?? true)

function attemptAt(
  { contract, store, log }: AttemptTools,
  claimed: Claimed,
  { logged }: JobTerms,
  signal: AbortSignal,
): JobAttempt {
  const { requestId, orgId, keyId } = claimed.data
  const ids = { job_id: claimed.id, job: contract.name, request_id: requestId, ...logged, attempt: claimed.retryCount }
  let jobLog: Log | undefined
  return {
    id: claimed.id,
    attempt: attemptOf(claimed),
    requestId,
    orgId,
    keyId,
    get log() {
      jobLog ??= log.child(ids)
      return jobLog
    },
    signal,
    progress(done, total) {
      store
        .noteProgress(claimed.id, done, total)
        .catch((error) => log.debug({ ...ids, err: error }, 'progress not noted'))
    },
  }
}
