/**
 * Takes jobs of one type, keeps the seats full, runs them. The only file that knows pg-boss's fetch.
 *
 * One fetch at a time asks for as many jobs as there are free seats. It is made at once while the last came back full,
 * else when a NOTIFY says that something was sent, else after a second. Whatever has finished while one group is being
 * settled makes up the next group. Each claim is noted beside the job, in the fetch's own statement, so that another
 * process can hand over the jobs of one that has died: a worker's connections carry its name, and a worker without
 * connections is dead.
 */
import type { Sql } from '#db/client'
import { findOutcomes, noteProgress } from '#db/queries/jobs'
import { claimingFetch, queueChannel, waitingPriorities } from '#db/queries/queue'
import { isKnownType } from '#shared/agents/catalogue'
import { attemptSeconds } from '#shared/jobs/contract'
import { type Envelope, isEnvelope } from '#shared/jobs/envelope'
import { ServiceError, storedError } from '#shared/kernel/errors'
import { jobUnknown } from '#shared/kernel/errors/jobs'
import { deadlineExceeded } from '#shared/kernel/errors/tasks'
import type { Log } from '#shared/kernel/logger'
import { withoutSecrets } from '#shared/kernel/secrets'
import { isPassing } from '#shared/kernel/transient-errors'
import { wellFormed } from '#shared/kernel/well-formed'
import { denialOf, type JudgedReply } from '#shared/plans/task-hooks'
import { cancelChannel, type Ending } from '#shared/queue/completions'
import { callPriority } from '#shared/queue/send'
import {
  attemptOf,
  type Claimed,
  type Finished,
  openSettling,
  type SettlingTools,
  taskIn,
} from '#workers/runtime/completer'
import { untilAborted, whenStoreIsBack, withinTime } from '#workers/runtime/deadline'
import { watchLostWorkers } from '#workers/runtime/rescuer'
import type { JobAttempt } from '#workers/runtime/worker'

export type RunnerTools = Omit<SettlingTools, 'wake'> & {
  concurrency: number
  /** Claims through this: a claim lost in a crash only means that the job is taken again. */
  hasty: Sql
  workerId: string
}

export type Runner = { wake: () => void; stop: (graceMs: number) => Promise<void> }

const pollMs = 1000
/** One job in so many is not the first in line, so that none waits for ever while others go before it. */
const byLotEvery = 16
const byLotPauseMs = 250

export async function startRunner(tools: RunnerTools): Promise<Runner> {
  const { contract, worker, concurrency, boss, sql, hasty, workerId, tasks, log } = tools
  const reserved = worker.reserved ?? 0
  const { name } = contract
  /** Deliveries: an earlier one of a job may not have ended yet when a later one begins. */
  const running = new Set<{ jobId: string; abort: AbortController; ended: Promise<void> }>()
  let isStopping = false
  let isWoken = false
  let wakeUp: () => void = () => undefined
  let seatFreed: () => void = () => undefined

  const wake = () => {
    isWoken = true
    wakeUp()
  }

  const settling = openSettling({ ...tools, wake })

  let claimedSoFar = 1
  /**
   * Claims up to `limit` jobs: pg-boss's own fetch, with the claims written in the same statement.
   * Its plan is made anew whenever this process has claimed twice as many: one that was made for an empty queue joins the
   * whole queue for every claim, 60 ms instead of 0.3, and Postgres would keep it until the next ANALYZE.
   */
  async function fetch(limit: number, among: { minPriority?: number; maxPriority?: number }): Promise<Claimed[]> {
    const doublings = Math.floor(Math.log2(claimedSoFar))
    const claimed = await boss.fetch<Envelope>(name, {
      batchSize: limit,
      db: claimingFetch(hasty, workerId, doublings),
      ...among,
    })
    claimedSoFar += claimed.length
    return claimed
  }

  let claimedInOrder = 0
  let lotAt = 0
  /**
   * Now and then the priority up to which the next job is taken, drawn from all that wait behind the first: each has its
   * turn in the end, however many that go before it keep coming. Where seats are kept for calls, no call waits for that.
   */
  async function drawn(): Promise<number | undefined> {
    if (claimedInOrder < byLotEvery || performance.now() < lotAt + byLotPauseMs) return undefined
    lotAt = performance.now()
    const waiting = await waitingPriorities(hasty, name)
    if (!waiting || waiting.lowest === waiting.highest) return undefined
    if (reserved > 0 && waiting.highest >= callPriority) return undefined
    return waiting.lowest + Math.floor(Math.random() * (waiting.highest - waiting.lowest))
  }

  async function fetchNext(free: number, isForCallsOnly: boolean): Promise<{ asked: number; claimed: Claimed[] }> {
    const maxPriority = isForCallsOnly ? undefined : await drawn()
    // The limit stands in the statement's text: few different ones keep their plans.
    const asked = maxPriority === undefined ? 2 ** Math.floor(Math.log2(free)) : 1
    const among = maxPriority === undefined ? {} : { maxPriority }
    const claimed = await fetch(asked, isForCallsOnly ? { minPriority: callPriority } : among)
    claimedInOrder = maxPriority === undefined ? claimedInOrder + claimed.length : 0
    // Another may have taken it; the first in line waits still.
    return { asked: maxPriority === undefined ? asked : claimed.length, claimed }
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      const isForCallsOnly = running.size >= concurrency
      const free = (isForCallsOnly ? concurrency + reserved : concurrency) - running.size
      if (free <= 0) {
        await new Promise<void>((resolve) => {
          seatFreed = resolve
        })
        continue
      }
      isWoken = false
      let isMore = false
      try {
        const { asked, claimed } = await fetchNext(free, isForCallsOnly)
        isMore = claimed.length === asked
        for (const one of claimed) start(one)
      } catch (error) {
        log.warn({ err: error, job: name }, 'fetching jobs failed')
      }
      if (isMore || isWoken || isStopping) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs)
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
        // A seat for any job is free again, and some may wait that are not for the seat that was asked for.
        if (isForCallsOnly) seatFreed = wakeUp
      })
    }
  }

  function start(claimed: Claimed): void {
    const abort = new AbortController()
    const ended = attempt(claimed, abort).finally(() => {
      running.delete(delivery)
      seatFreed()
    })
    const delivery = { jobId: claimed.id, abort, ended }
    running.add(delivery)
  }

  /** Stops what is done for jobs that have ended otherwise. */
  function stopJobs(jobIds: ReadonlySet<string>): void {
    for (const { jobId, abort } of running) if (jobIds.has(jobId)) abort.abort(new Error('canceled'))
  }

  /** Whoever was not listening for a moment has not heard which jobs were called off in it. */
  async function lookForEnded(): Promise<void> {
    if (running.size === 0) return
    const jobIds = [...new Set([...running].map(({ jobId }) => jobId))]
    const ended = await whenStoreIsBack(() => findOutcomes(sql, jobIds), settling.untilExpired())
    stopJobs(new Set(ended.map(({ job_id }) => job_id)))
  }

  /** Whether this release knows all of what is asked; a later one may have sent it. */
  const isKnown = ({ version = 1, payload, task }: Envelope): boolean =>
    version <= contract.version &&
    contract.check.Check(payload) &&
    (worker.knows?.(payload as never) ?? true) &&
    (!task || isKnownType(task))

  async function attempt(claimed: Claimed, abort: AbortController): Promise<void> {
    const { data: sent } = claimed
    if (!isEnvelope(sent)) return settling.turnAway(claimed)
    const startedAt = new Date().toISOString()
    const ids = {
      job_id: claimed.id,
      job: name,
      request_id: sent.requestId,
      ...taskIn(claimed),
      attempt: claimed.retryCount,
    }
    let jobLog: Log | undefined
    const { task } = sent
    const seconds = attemptSeconds(contract, sent.payload)
    const timer = setTimeout(() => abort.abort(new Error(`took longer than ${seconds} s`)), seconds * 1000)
    const tooLong = task?.timeoutSeconds
      ? setTimeout(
          () => abort.abort(deadlineExceeded(task.id, `took longer than ${task.timeoutSeconds} s`)),
          task.timeoutSeconds * 1000,
        )
      : undefined
    const job: JobAttempt = {
      id: claimed.id,
      attempt: attemptOf(claimed),
      requestId: sent.requestId,
      orgId: sent.orgId,
      keyId: sent.keyId,
      get log() {
        jobLog ??= log.child(ids)
        return jobLog
      },
      signal: abort.signal,
      progress: (done, total) => {
        noteProgress(hasty, claimed.id, done, total).catch((error) =>
          log.debug({ ...ids, err: error }, 'progress not noted'),
        )
      },
    }
    const finished = (ending: Ending, result?: unknown, judged?: JudgedReply): Finished => ({
      claimed,
      job,
      startedAt,
      ending,
      result,
      judged,
    })
    try {
      if (!isKnown(sent)) {
        if (!(await settling.leave(claimed))) return
        throw jobUnknown(claimed.id)
      }
      const delivery = settling.deliveryOf(claimed)
      // The store being away is nothing that an attempt is to be spent on.
      const begin = delivery && (() => tasks.start(delivery))
      if (begin && !(await whenStoreIsBack(begin, abort.signal))) return await settling.drop(claimed)
      const result = wellFormed(await untilAborted(worker.run(sent.payload as never, job), abort.signal))
      // `result` came from this worker's own `run`.
      const judged = task && tasks.judge(task, worker.reply?.(result as never) ?? '')
      const denial = judged && denialOf(judged)
      await settling.settle(
        denial
          ? finished({ jobId: claimed.id, state: 'failed', error: storedError(denial) }, undefined, judged)
          : finished({ jobId: claimed.id, state: 'succeeded', error: null }, result, judged),
        abort.signal,
      )
    } catch (error) {
      if (isStopping && abort.signal.aborted) await settling.handBack(claimed)
      else if (error instanceof ServiceError && !(task?.step && isPassing(error) && !settling.isLast(claimed))) {
        // Not within the attempt's own time: that may be what it was refused for.
        const refused = finished({
          jobId: claimed.id,
          state: 'failed',
          error: task ? withoutSecrets(storedError(error)).value : storedError(error),
        })
        await settling
          .settle(refused, settling.untilExpired())
          .catch((failing) => log.error({ ...ids, err: failing }, 'a refusal could not be settled'))
      } else await settling.broken(finished({ jobId: claimed.id, state: 'failed', error: null }), error)
    } finally {
      clearTimeout(timer)
      clearTimeout(tooLong)
    }
  }

  const watch = watchLostWorkers(sql, name, settling, log)
  const onCancel = await sql.listen(
    cancelChannel,
    (jobId) => stopJobs(new Set([jobId])),
    () =>
      void lookForEnded().catch((error) =>
        log.warn({ err: error, job: name }, 'looking for jobs that were called off failed'),
      ),
  )
  const onSent = await sql.listen(queueChannel, (queue) => (queue === name ? wake() : undefined), wake)
  const looping = loop()

  return {
    wake,
    async stop(graceMs) {
      isStopping = true
      const unwatched = watch.stop()
      wake()
      seatFreed()
      await looping
      await withinTime(Promise.allSettled([...running].map(({ ended }) => ended)), graceMs)
      for (const { abort } of running) abort.abort(new Error('the worker is stopping'))
      await Promise.allSettled([...running].map(({ ended }) => ended))
      await Promise.allSettled([unwatched, onCancel.unlisten(), onSent.unlisten()])
    },
  }
}
