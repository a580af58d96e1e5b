/**
 * Settles jobs: what each came to, what its worker saves of it and what follows for its task, in one transaction. The only
 * file that knows how pg-boss ends a job.
 */
import type { PgBoss } from 'pg-boss'
import { isStoreAway, type Sql, type Tx, transaction } from '#db/client'
import { deleteClaims, insertOutcomes, type OutcomeToStore } from '#db/queries/jobs'
import { forgiveLosses, handBackJobs, leaveJobs } from '#db/queries/queue'
import type { JobContract } from '#shared/jobs/contract'
import { type Envelope, unknownAtMostSeconds } from '#shared/jobs/envelope'
import { batcher } from '#shared/kernel/batcher'
import { ServiceError, storedError } from '#shared/kernel/errors'
import { jobFailed } from '#shared/kernel/errors/jobs'
import type { Log } from '#shared/kernel/logger'
import { Standstills } from '#shared/kernel/standstills'
import type { EndedTask, HeldTasks, JudgedReply, TaskDelivery, TaskKeeper } from '#shared/plans/task-hooks'
import { bossDatabase } from '#shared/queue/boss'
import type { Ending } from '#shared/queue/completions'
import { announce, type EndingToTell } from '#shared/queue/notify'
import { whenStoreIsBack } from '#workers/runtime/deadline'
import type { Done, Failure, JobAttempt, OpenWorker } from '#workers/runtime/worker'

/** A job as it was delivered: `retryCount` is 0 the first time. */
export type Claimed = { id: string; data: Envelope; retryCount: number }
export type Finished = {
  claimed: Claimed
  job: JobAttempt
  startedAt: string
  ending: Ending
  result?: unknown
  /** Of a job that is done for a task. */
  judged?: JudgedReply | undefined
}

export type SettlingTools = {
  contract: JobContract
  worker: OpenWorker<never, unknown>
  boss: PgBoss
  /** What was saved through this is on the disk before the caller hears of it. */
  sql: Sql
  tasks: TaskKeeper
  log: Log
  observe: (settled: { job: string; state: string; waitSeconds: number; runSeconds: number }) => void
  /** Looks for jobs again. */
  wake: () => void
  standstills?: Standstills
}

export type Settling = ReturnType<typeof openSettling>

export function openSettling({
  contract,
  worker,
  boss,
  sql,
  tasks,
  log,
  observe,
  wake,
  standstills = new Standstills(),
}: SettlingTools) {
  const { name, policy } = contract
  const settleWatched = (finished: Finished[]) => standstills.watch(`outcomes of ${name}`, () => settleGroup(finished))

  // When a group fails, each is tried alone: one that cannot be saved must not take the others with it.
  const settleOnce = batcher<Finished, undefined>(settleWatched, {
    maxItems: 200,
    alone: (error) => !isStoreAway(error),
  })
  // Of a group that was too slow each goes on by itself, beside the next group: nobody waits for the one that is to blame.
  const settle = (finished: Finished, signal: AbortSignal) =>
    whenStoreIsBack((isAlone) => (isAlone ? settleGroup([finished]) : settleOnce(finished)), signal)
  const untilExpired = () => AbortSignal.timeout(policy.expireInSeconds * 1000)

  /** A job that nobody of ours sent has no outcome to write: it fails in the queue alone. */
  async function turnAway({ id, retryCount }: Claimed): Promise<void> {
    log.error({ job_id: id, job: name }, 'a job without our envelope is turned away')
    const output = { message: 'not sent by our client' }
    const failing = sql.begin(async (tx) => {
      await deleteClaims(tx, [{ id, retryCount }])
      await boss.fail(name, [{ id, retryCount }], output, { db: bossDatabase(tx) })
    })
    await failing.catch((error) => log.warn({ job_id: id, err: error }, 'a foreign job could not be failed'))
  }

  const leaveOnce = batcher<Claimed, boolean>(
    async (jobs) => {
      const forsaken = await sql.begin((tx) => leaveJobs(tx, name, attemptsOf(jobs), unknownAtMostSeconds))
      return jobs.map(({ id }) => forsaken.has(id))
    },
    { maxItems: 200 },
  )

  /** Leaves a job of a later release to a worker of that. True, and nothing done, when nobody has known it for too long. */
  async function leave(claimed: Claimed): Promise<boolean> {
    const isForsaken = await whenStoreIsBack(() => leaveOnce(claimed), untilExpired())
    log.warn(
      { job_id: claimed.id, job: name, ...taskIn(claimed), version: claimed.data.version, is_given_up: isForsaken },
      'a job is of a later release than this worker',
    )
    return isForsaken
  }

  /** A job that broke is tried again; broken for the last time it is settled as failed. */
  async function broken(finished: Finished, error: unknown): Promise<void> {
    const { claimed, job } = finished
    const last = isLast(claimed)
    job.log.warn({ err: error, last }, 'job broke')
    const output = { message: error instanceof Error ? error.message : String(error) }
    const code = error instanceof ServiceError ? error.code : 'JOB_FAILED'
    try {
      await whenStoreIsBack(
        () => (last ? failForGood([claimed], output, finished.startedAt) : tryAgain([claimed], output, code)),
        untilExpired(),
      )
    } catch (failing) {
      // The claim stays: the job runs again when its time is over.
      job.log.error({ err: failing }, 'a broken job could not be failed')
    }
  }

  async function tryAgain(jobs: readonly Claimed[], output: object, code = 'LOST'): Promise<void> {
    await sql.begin(async (tx) => {
      const held = await tasks.hold(tx, deliveriesOf(jobs))
      await deleteClaims(tx, jobs)
      const forgiven = new Set(code === 'LOST' ? jobs.filter(isForgiven) : [])
      const spent = jobs.filter((claimed) => !forgiven.has(claimed))
      if (forgiven.size > 0) await forgiveLosses(tx, name, [...forgiven], policy.retryDelaySeconds)
      if (spent.length > 0) await boss.fail(name, attemptsOf(spent), output, { db: bossDatabase(tx) })
      const broken = jobs.flatMap((claimed) => {
        const delivery = deliveryOf(claimed)
        return delivery && held.counts(delivery, 'again') ? [{ ...delivery, isForgiven: forgiven.has(claimed) }] : []
      })
      await held.again(broken, code)
    })
    // A retry sends no NOTIFY.
    setTimeout(wake, policy.retryDelaySeconds * 1000 + 20)
  }

  async function failForGood(jobs: Claimed[], output: object, startedAt: string | null): Promise<void> {
    await sql.begin(async (tx) => {
      const held = await tasks.hold(tx, deliveriesOf(jobs))
      const counting = jobs.filter((claimed) => isCounted(held, claimed, 'failed'))
      const endings = counting.map((claimed) => ({
        jobId: claimed.id,
        state: 'failed' as const,
        error: storedError(jobFailed(claimed.id)),
      }))
      const fresh = await insertOutcomes(
        tx,
        counting.map((claimed, index) => outcome(claimed, endings[index] as Ending, startedAt)),
      )
      await boss.fail(name, attemptsOf(jobs), output, { db: bossDatabase(tx) })
      const ended = endings.filter((ending) => fresh.has(ending.jobId))
      await worker.hold?.(tx, payloadsOf(counting.filter(({ id }) => fresh.has(id))))
      await worker.onDiscarded?.(tx, failuresOf(counting, ended))
      await endTasks(
        held,
        counting.map((claimed) => ({ claimed })),
        ended,
      )
      await announce(tx, toTell(counting, ended))
    })
  }

  /** A delivery that nobody waits for any more leaves nothing behind; a newer one of the same job goes on. */
  async function drop(claimed: Claimed): Promise<void> {
    log.info(
      { job_id: claimed.id, job: name, ...taskIn(claimed), attempt: claimed.retryCount },
      'nobody waits for this job any more',
    )
    await whenStoreIsBack(
      () =>
        sql.begin(async (tx) => {
          await deleteClaims(tx, [claimed])
          await boss.complete(name, attemptsOf([claimed]), undefined, { db: bossDatabase(tx) })
        }),
      untilExpired(),
    )
  }

  const deliveryOf = (claimed: Claimed): TaskDelivery | undefined => {
    const { task, orgId, keyId, requestId } = claimed.data
    const { id: jobId, retryCount: lease } = claimed
    return task && { task, orgId, keyId, requestId, jobId, lease, attempt: attemptOf(claimed) }
  }
  const deliveriesOf = (jobs: readonly Claimed[]) => jobs.flatMap((claimed) => deliveryOf(claimed) ?? [])
  const isCounted = (held: HeldTasks, claimed: Claimed, state: 'succeeded' | 'failed') => {
    const delivery = deliveryOf(claimed)
    return !delivery || held.counts(delivery, state)
  }
  /** Whether no further delivery follows. */
  const isLast = (claimed: Claimed) =>
    attemptOf(claimed) >= (claimed.data.task?.step ? claimed.data.task.step.attempts - 1 : policy.retryLimit)
  /** Whether the loss of this delivery costs no attempt. */
  const isForgiven = ({ data: { lost = 0 } }: Claimed) => lost < (policy.lossesForgiven ?? 0)

  async function handBack(claimed: Claimed): Promise<void> {
    try {
      await sql.begin(async (tx) => {
        await deleteClaims(tx, [claimed])
        await handBackJobs(tx, name, [claimed])
      })
    } catch (error) {
      log.warn(
        { err: error, job_id: claimed.id },
        'a job could not be handed back; another worker finds it by our absence',
      )
    }
  }

  const outcome = (claimed: Claimed, ending: Ending, startedAt: string | null): OutcomeToStore => ({
    job_id: claimed.id,
    job: name,
    org_id: claimed.data.orgId,
    key_id: claimed.data.keyId,
    request_id: claimed.data.requestId,
    state: ending.state,
    error: ending.error,
    attempt: claimed.retryCount,
    created_at: claimed.data.sentAt,
    started_at: startedAt,
    finished_at: new Date().toISOString(),
  })

  /** Settles a group: outcomes first, then the effects of those whose outcome this is, all in one transaction. */
  async function settleGroup(finished: Finished[]): Promise<undefined[]> {
    let group = finished
    await transaction(sql, async (tx) => {
      const held = await tasks.hold(tx, deliveriesOf(finished.map(({ claimed }) => claimed)))
      // What comes too late, or from a worker whose job was given to another, is dropped whole.
      group = finished.filter(({ claimed, ending }) => isCounted(held, claimed, eventOf(ending)))
      const fresh = await insertOutcomes(
        tx,
        group.map(({ claimed, ending, startedAt }) => outcome(claimed, ending, startedAt)),
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
        boss.complete(name, attemptsOf(finished.map(({ claimed }) => claimed)), undefined, { db: bossDatabase(tx) }),
      ])
      await endTasks(held, group, endings)
      return () => announce(tx, toTell(claims, endings))
    })
    for (const each of group) report(each)
    return finished.map(() => undefined)
  }

  /** What the endings of jobs mean for the tasks they are done for. */
  async function endTasks(
    held: HeldTasks,
    group: readonly { claimed: Claimed; judged?: JudgedReply | undefined }[],
    endings: readonly Ending[],
  ): Promise<void> {
    const endingOf = new Map(endings.map((ending) => [ending.jobId, ending]))
    const ended = group.flatMap(({ claimed, judged }): EndedTask[] => {
      const [ending, delivery] = [endingOf.get(claimed.id), deliveryOf(claimed)]
      return ending && delivery ? [{ ...delivery, ending, judged }] : []
    })
    if (ended.length > 0) await held.end(ended)
  }

  function report({ claimed, startedAt, ending }: Finished): void {
    const startedMs = Date.parse(startedAt)
    const runMs = Date.now() - startedMs
    const waitMs = Math.max(0, startedMs - Date.parse(claimed.data.sentAt))
    observe({ job: name, state: ending.state, waitSeconds: waitMs / 1000, runSeconds: runMs / 1000 })
    log.info(
      {
        job_id: claimed.id,
        job: name,
        request_id: claimed.data.requestId,
        ...taskIn(claimed),
        attempt: claimed.retryCount,
        state: ending.state,
        code: ending.error?.code,
        wait_ms: waitMs,
        ms: runMs,
      },
      'job settled',
    )
  }

  return {
    settle,
    untilExpired,
    turnAway,
    leave,
    broken,
    tryAgain,
    failForGood,
    drop,
    handBack,
    isLast,
    isForgiven,
    deliveryOf,
  }
}

/** How many attempts a job has spent before this one. */
export const attemptOf = ({ data: { lost = 0 }, retryCount }: Claimed): number => Math.max(0, retryCount - lost)

/** The task that a job is done for, in logs. */
export const taskIn = ({ data: { task } }: Claimed) =>
  task ? { task_id: task.id, type: task.type, ...(task.step ? { step: task.step.ord } : {}) } : {}

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
  const replyTo = new Map(jobs.map((claimed) => [claimed.id, claimed.data.replyTo]))
  return endings.map((ending) => ({ ending, replyTo: replyTo.get(ending.jobId) }))
}

const eventOf = ({ state }: Ending) => (state === 'succeeded' ? 'succeeded' : 'failed')

const attemptsOf = (jobs: readonly Claimed[]) => jobs.map(({ id, retryCount }) => ({ id, retryCount }))
