/**
 * Ends attempts at jobs: what each came to, what its worker saves of it and what follows for its hooks, in one transaction.
 *
 *   done, refused ---> settle ---> outcome, saved or discarded, completed in the queue, announced
 *   broke, lost -----> again ----> waits in the queue for another attempt
 *              \-----> given up -> outcome `failed`, discarded, failed in the queue, announced
 *   not what was ordered, of a later release, not needed any more, stopped with the worker: turned away, left, dropped, handed back
 *
 * Whatever has finished while one group is being settled makes up the next group.
 */
import { isStoreAway } from '#db/client'
import type { OutcomeToStore } from '#db/queries/jobs'
import type { JobContract } from '#shared/jobs/contract'
import { isEnvelope, unknownAtMostSeconds } from '#shared/jobs/envelope'
import { batcher } from '#shared/kernel/batcher'
import type { Clock } from '#shared/kernel/clock'
import { ServiceError, storedError } from '#shared/kernel/errors'
import { jobFailed, jobTampered } from '#shared/kernel/errors/jobs'
import type { Log } from '#shared/kernel/logger'
import type { Standstills } from '#shared/kernel/standstills'
import type { Ending } from '#shared/queue/completions'
import type { EndedDelivery, HeldDeliveries, KnownOfJob } from '#shared/queue/hooks'
import type { EndingToTell } from '#shared/queue/notify'
import { whenStoreIsBack } from '#workers/runtime/deadline'
import { type AllHooks, deliveriesOf, deliveryOf, type Judgements, joinHooks } from '#workers/runtime/hooks'
import { type Claimed, type NextAttempt, nextAttempt, workerLost } from '#workers/runtime/next-attempt'
import type { Orders } from '#workers/runtime/orders'
import type { RuntimeStore } from '#workers/runtime/store'
import type { Done, Failure, JobAttempt, OpenWorker } from '#workers/runtime/worker'

/** An attempt that has come to an end. */
export type Finished = {
  claimed: Claimed
  job: JobAttempt
  startedAt: string
  ending: Ending
  result?: unknown
  /** Of a job that has a context: what its hooks said of the result. */
  judged?: Judgements | undefined
}

export type CompleterTools = {
  contract: JobContract
  worker: OpenWorker<never, unknown>
  store: RuntimeStore
  hooks: AllHooks
  orders: Orders
  log: Log
  observe: (settled: { job: string; state: string; waitSeconds: number; runSeconds: number }) => void
  clock: Clock
  standstills: Standstills
  /** Looks for jobs again. */
  wake: () => void
}

/** Jobs that are settled together at most. */
const settledAtOnce = 200
/** After the queue lets a job be taken again, which it tells nobody. */
const afterRetryMs = 20

export class Completer {
  private readonly tools: CompleterTools
  private readonly settleTogether: (finished: Finished) => Promise<undefined>
  private readonly leaveTogether: (claimed: Claimed) => Promise<boolean>
  private readonly turnAwayTogether: (tampered: TamperedJob) => Promise<undefined>

  constructor(tools: CompleterTools) {
    this.tools = tools
    const { contract, store, standstills } = tools
    // When a group fails, each is tried alone: one that cannot be saved must not take the others with it.
    this.settleTogether = batcher(
      (finished: Finished[]) => standstills.watch(`outcomes of ${contract.name}`, () => this.settleGroup(finished)),
      { maxItems: settledAtOnce, alone: (error) => !isStoreAway(error) },
    )
    this.leaveTogether = batcher(
      async (jobs: Claimed[]) => {
        const forsaken = await store.begin((tx) => store.leave(tx, jobs, unknownAtMostSeconds))
        return jobs.map(({ id }) => forsaken.has(id))
      },
      { maxItems: settledAtOnce },
    )
    this.turnAwayTogether = batcher((jobs: TamperedJob[]) => this.endTampered(jobs), {
      maxItems: settledAtOnce,
      alone: (error) => !isStoreAway(error),
    })
  }

  /** What follows an attempt at this job that came to `error`. */
  next(claimed: Claimed, error: unknown): NextAttempt {
    return nextAttempt(this.tools.contract, claimed, error, this.tools.hooks.terms(claimed).attempts)
  }

  /**
   * Settles what is done. Of a group that was too slow each goes on by itself, beside the next group: nobody waits for the one
   * that is to blame.
   */
  async settle(finished: Finished, signal: AbortSignal): Promise<void> {
    const act = (isAlone: boolean) => (isAlone ? this.settleGroup([finished]) : this.settleTogether(finished))
    await whenStoreIsBack<unknown>(act, signal, this.tools.clock)
  }

  /** Ends an attempt that came to `error`: refused for good, tried again, or given up. */
  async failed(finished: Finished, error: unknown): Promise<void> {
    const { claimed, job } = finished
    const next = this.next(claimed, error)
    if (error instanceof ServiceError && next === 'refused') return this.refuse(finished, error)
    const isLast = next === 'given-up'
    job.log.warn({ err: error, last: isLast }, 'job broke')
    try {
      await this.untilExpired(() =>
        isLast ? this.giveUp([claimed], error, finished.startedAt) : this.tryAgain([claimed], error),
      )
    } catch (failing) {
      // The claim stays: the job runs again when its time is over.
      job.log.error({ err: failing }, 'a broken job could not be failed')
    }
  }

  private async refuse(finished: Finished, refusal: ServiceError): Promise<void> {
    const { claimed, job } = finished
    const { hooks } = this.tools
    const stored = storedError(refusal)
    const error = deliveryOf(claimed) ? hooks.redact(stored) : stored
    const refused: Finished = { ...finished, ending: { jobId: claimed.id, state: 'failed', error } }
    try {
      // Not within the attempt's own time: that may be what it was refused for.
      await this.whileUnexpired((signal) => this.settle(refused, signal))
    } catch (failing) {
      job.log.error({ err: failing }, 'a refusal could not be settled')
    }
  }

  /** Puts jobs that broke back for another attempt. */
  async tryAgain(jobs: readonly Claimed[], error: unknown): Promise<void> {
    const { contract, store, hooks, clock, wake } = this.tools
    const { delaySeconds } = contract.attempts
    await store.begin(async (tx) => {
      const held = await hooks.hold(tx, deliveriesOf(jobs))
      await store.deleteClaims(tx, jobs)
      const forgiven = new Set(jobs.filter((claimed) => this.next(claimed, error) === 'forgiven'))
      const spent = jobs.filter((claimed) => !forgiven.has(claimed))
      if (forgiven.size > 0) await store.forgive(tx, [...forgiven], delaySeconds)
      if (spent.length > 0) await store.fail(tx, spent, outputOf(error))
      const broken = jobs.flatMap((claimed) => {
        const delivery = deliveryOf(claimed)
        return delivery && held.counts(delivery, 'again') ? [{ ...delivery, isForgiven: forgiven.has(claimed) }] : []
      })
      if (broken.length > 0) await held.retry(broken, codeOf(error))
    })
    // A retry sends no NOTIFY.
    clock.after(delaySeconds * 1000 + afterRetryMs, wake)
  }

  /** Settles jobs as failed that broke for the last time. */
  async giveUp(jobs: readonly Claimed[], error: unknown, startedAt: string | null): Promise<void> {
    const { worker, store, hooks } = this.tools
    await store.begin(async (tx) => {
      const held = await hooks.hold(tx, deliveriesOf(jobs))
      const group = jobs
        .filter((claimed) => isCounted(held, claimed, 'failed'))
        .map((claimed) => ({ claimed, ending: failedEnding(claimed.id) }))
      const counting = group.map(({ claimed }) => claimed)
      const fresh = await store.insertOutcomes(
        tx,
        group.map(({ claimed, ending }) => this.outcome(claimed, ending, startedAt)),
      )
      await store.fail(tx, jobs, outputOf(error))
      const endings = group.flatMap(({ ending }) => (fresh.has(ending.jobId) ? [ending] : []))
      await worker.hold?.(tx, payloadsOf(counting.filter(({ id }) => fresh.has(id))))
      await worker.onDiscarded?.(tx, failuresOf(counting, endings))
      await endDeliveries(held, group, endings)
      await store.announce(tx, toTell(counting, endings))
    })
  }

  /**
   * Ends a job that is not what was ordered. Nothing of it is done, nor believed: for what it ends is asked of the store, by its
   * id. One that ended before keeps its outcome.
   */
  async turnAway(claimed: Claimed, why: string): Promise<void> {
    const { contract, log } = this.tools
    log.error({ job_id: claimed.id, job: contract.name, why }, 'a job is not what was ordered, and is not done')
    try {
      await this.untilExpired(() => this.turnAwayTogether({ claimed, why }))
    } catch (error) {
      log.error({ job_id: claimed.id, err: error }, 'what a job that was not ordered is done for could not be told')
      // That may have been tampered with too: whoever goes by it finds the job ended.
      await this.endTampered([{ claimed, why }], joinHooks([])).catch((failing) =>
        log.error({ job_id: claimed.id, err: failing }, 'a job that was not ordered could not be ended'),
      )
    }
  }

  private async endTampered(tampered: readonly TamperedJob[], hooks = this.tools.hooks): Promise<undefined[]> {
    const { contract, store, orders } = this.tools
    await store.begin(async (tx) => {
      const known = await hooks.known(
        tx,
        tampered.map(({ claimed }) => claimed.id),
      )
      const jobs = tampered.map(({ claimed }) => ({ claimed, asKnown: asKnown(claimed, known.get(claimed.id)) }))
      const deliveries = jobs.flatMap(({ asKnown: one }) => deliveryOf(one) ?? [])
      const held = await hooks.hold(tx, deliveries)
      const unmade = jobs.filter(({ claimed }) => !claimed.isMade)
      const fresh = await store.insertOutcomes(
        tx,
        unmade.map(({ asKnown: one }) => this.outcome(one, tamperedEnding(one.id), null)),
      )
      const endings = [...fresh].map(tamperedEnding)
      const own = jobs.map(({ claimed }) => claimed)
      await store.deleteClaims(tx, own)
      await store.complete(tx, own)
      const group = jobs.flatMap(({ asKnown: one }) => (isCounted(held, one, 'failed') ? [{ claimed: one }] : []))
      await endDeliveries(held, group, endings)
      await orders.report(
        tx,
        contract.name,
        tampered.map(({ claimed, why }) => ({ id: claimed.id, why })),
      )
    })
    return tampered.map(() => undefined)
  }

  /** Leaves a job of a later release to a worker of that. True, and nothing done, when nobody has known it for too long. */
  async leave(claimed: Claimed): Promise<boolean> {
    const { contract, hooks, log } = this.tools
    const isForsaken = await this.untilExpired(() => this.leaveTogether(claimed))
    const { version } = claimed.data
    log.warn(
      { job_id: claimed.id, job: contract.name, ...hooks.terms(claimed).logged, version, is_given_up: isForsaken },
      'a job is of a later release than this worker',
    )
    return isForsaken
  }

  /** A delivery that nobody waits for any more leaves nothing behind; a newer one of the same job goes on. */
  async drop(claimed: Claimed): Promise<void> {
    const { contract, store, hooks, log } = this.tools
    log.info(
      { job_id: claimed.id, job: contract.name, ...hooks.terms(claimed).logged, attempt: claimed.retryCount },
      'nobody waits for this job any more',
    )
    await this.untilExpired(() =>
      store.begin(async (tx) => {
        await store.deleteClaims(tx, [claimed])
        await store.complete(tx, [claimed])
      }),
    )
  }

  /** Of a worker that stops: the job waits for another as if this attempt had not been. */
  async handBack(claimed: Claimed): Promise<void> {
    const { store, log } = this.tools
    try {
      await store.begin(async (tx) => {
        await store.deleteClaims(tx, [claimed])
        await store.handBack(tx, [claimed])
      })
    } catch (error) {
      log.warn(
        { err: error, job_id: claimed.id },
        'a job could not be handed back; another worker finds it by our absence',
      )
    }
  }

  /** Again while the store is away, for as long as an attempt may take. */
  untilExpired<T>(act: () => Promise<T>): Promise<T> {
    return this.whileUnexpired((signal) => whenStoreIsBack(act, signal, this.tools.clock))
  }

  private async whileUnexpired<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { contract, clock } = this.tools
    const seconds = contract.attempts.expireInSeconds
    const expired = new AbortController()
    const cancel = clock.after(seconds * 1000, () => expired.abort(new Error(`not done within ${seconds} s`)))
    try {
      return await act(expired.signal)
    } finally {
      cancel()
    }
  }

  /** Settles a group: outcomes first, then the effects of those whose outcome this is, all in one transaction. */
  private async settleGroup(finished: readonly Finished[]): Promise<undefined[]> {
    const { worker, store, hooks } = this.tools
    const delivered = finished.map(({ claimed }) => claimed)
    let group = finished
    await store.beginFast(async (tx) => {
      const held = await hooks.hold(tx, deliveriesOf(delivered))
      // What comes too late, or from a worker whose job was given to another, is dropped whole.
      group = finished.filter(({ claimed, ending }) => isCounted(held, claimed, eventOf(ending)))
      const fresh = await store.insertOutcomes(
        tx,
        group.map(({ claimed, ending, startedAt }) => this.outcome(claimed, ending, startedAt)),
      )
      const done: Done<unknown>[] = []
      const endings: Ending[] = []
      for (const { claimed, job, ending, result } of group) {
        if (!fresh.has(claimed.id)) continue
        const isTold = claimed.data.replyTo !== undefined && ending.state === 'succeeded'
        // `result` came from this worker's own `run`.
        endings.push(isTold ? { ...ending, reply: worker.reply?.(result as never) } : ending)
        if (ending.state === 'succeeded') done.push({ job, result })
      }
      const claims = group.map(({ claimed }) => claimed)
      await worker.hold?.(tx, payloadsOf(claims.filter(({ id }) => fresh.has(id))))
      const failures = failuresOf(claims, endings)
      // Sent in one go: each waits for the one before it in the server, not for us.
      await Promise.all([
        done.length > 0 ? worker.save(tx, done) : undefined,
        failures.length > 0 ? worker.onDiscarded?.(tx, failures) : undefined,
        store.complete(tx, delivered),
      ])
      await endDeliveries(held, group, endings)
      return () => store.announce(tx, toTell(claims, endings))
    })
    for (const each of group) this.report(each)
    return finished.map(() => undefined)
  }

  private outcome({ id, data, retryCount }: Claimed, ending: Ending, startedAt: string | null): OutcomeToStore {
    return {
      job_id: id,
      job: this.tools.contract.name,
      org_id: data.orgId,
      key_id: data.keyId,
      request_id: data.requestId,
      state: ending.state,
      error: ending.error,
      attempt: retryCount,
      created_at: data.sentAt,
      started_at: startedAt,
      finished_at: new Date().toISOString(),
    }
  }

  private report({ claimed, startedAt, ending }: Finished): void {
    const { contract, hooks, log, observe } = this.tools
    const startedMs = Date.parse(startedAt)
    const runMs = Date.now() - startedMs
    const waitMs = Math.max(0, startedMs - Date.parse(claimed.data.sentAt))
    observe({ job: contract.name, state: ending.state, waitSeconds: waitMs / 1000, runSeconds: runMs / 1000 })
    log.info(
      {
        job_id: claimed.id,
        job: contract.name,
        request_id: claimed.data.requestId,
        ...hooks.terms(claimed).logged,
        attempt: claimed.retryCount,
        state: ending.state,
        code: ending.error?.code,
        wait_ms: waitMs,
        ms: runMs,
      },
      'job settled',
    )
  }
}

type TamperedJob = { claimed: Claimed; why: string }

/** As the store knows of it; as it says itself, as far as that can be written down, where the store does not. */
function asKnown({ id, data, retryCount }: Claimed, known: KnownOfJob | undefined): Claimed {
  const own = isEnvelope(data) ? data : { orgId: '', keyId: '', requestId: '', sentAt: '' }
  const { orgId, keyId, requestId } = known ?? own
  const sentAt = new Date(Number.isNaN(Date.parse(own.sentAt)) ? Date.now() : own.sentAt).toISOString()
  const context = known && { task: known.context }
  return {
    id,
    retryCount: known?.lease ?? retryCount,
    data: { payload: null, orgId, keyId, requestId, sentAt, ...context },
  }
}

const tamperedEnding = (jobId: string): Ending => ({
  jobId,
  state: 'failed',
  error: storedError(jobTampered(jobId)),
})

const failedEnding = (jobId: string): Ending => ({ jobId, state: 'failed', error: storedError(jobFailed(jobId)) })

const isCounted = (held: HeldDeliveries, claimed: Claimed, state: 'succeeded' | 'failed') => {
  const delivery = deliveryOf(claimed)
  return !delivery || held.counts(delivery, state)
}

/** What the endings of jobs mean for those whose hooks are told. */
async function endDeliveries(
  held: HeldDeliveries,
  group: readonly { claimed: Claimed; judged?: Judgements | undefined }[],
  endings: readonly Ending[],
): Promise<void> {
  const endingOf = new Map(endings.map((ending) => [ending.jobId, ending]))
  const ended = group.flatMap(({ claimed, judged }): EndedDelivery[] => {
    const [ending, delivery] = [endingOf.get(claimed.id), deliveryOf(claimed)]
    return ending && delivery ? [{ ...delivery, ending, told: judged }] : []
  })
  if (ended.length > 0) await held.end(ended)
}

/** What was asked of this worker, and of no other. */
const payloadsOf = (jobs: readonly Claimed[]): never[] => jobs.map(({ data }) => data.payload as never)

/** The jobs that ended without a result. A payload that does not fit its contract is nobody's but the queue's. */
const failuresOf = (jobs: readonly Claimed[], endings: readonly Ending[]): Failure<never>[] => {
  const errorOf = new Map(endings.map((ending) => [ending.jobId, ending.error]))
  return jobs.flatMap(({ id, data }) => {
    const error = errorOf.get(id)
    const { requestId, orgId, keyId } = data
    return error ? [{ id, requestId, orgId, keyId, payload: data.payload as never, error }] : []
  })
}

const toTell = (jobs: readonly Claimed[], endings: readonly Ending[]): EndingToTell[] => {
  const replyTo = new Map(jobs.map(({ id, data }) => [id, data.replyTo]))
  return endings.map((ending) => ({ ending, replyTo: replyTo.get(ending.jobId) }))
}

const eventOf = ({ state }: Ending) => (state === 'succeeded' ? 'succeeded' : 'failed')

/** What the queue's row keeps of an attempt that broke. */
const outputOf = (error: unknown) => ({ message: error instanceof Error ? error.message : String(error) })

/** Why an attempt broke, as hooks are told. */
const codeOf = (error: unknown): string =>
  error === workerLost ? 'LOST' : error instanceof ServiceError ? error.code : 'JOB_FAILED'
