/**
 * Takes jobs of one type, keeps the seats full, settles. The only file that knows pg-boss's fetch and settle.
 *
 * One fetch at a time asks for as many jobs as there are free seats. It is made at once while the last came back full,
 * else when a NOTIFY says that something was sent, else after a second. Whatever has finished while one group is being
 * settled makes up the next group. Each claim is noted beside the job, in the fetch's own statement, so that another
 * process can hand over the jobs of one that has died: a worker's connections carry its name, and a worker without
 * connections is dead.
 */
import type { PgBoss } from 'pg-boss'
import { isStoreAway, type Sql, type Tx, transaction } from '#db/client'
import {
  bossChannel,
  deleteClaims,
  deleteStaleClaims,
  findQueuedJobs,
  handBackJobs,
  insertOutcomes,
  lostClaims,
  noteProgress,
  type OutcomeToStore,
} from '#db/queries/jobs'
import {
  denialOf,
  type Ended,
  type HeldTasks,
  type Judged,
  type TaskDelivery,
  type TaskKeeper,
} from '#shared/agents/keeper'
import { batcher } from '#shared/batcher'
import { deadlineExceeded, jobFailed, ServiceError, storedError } from '#shared/errors'
import { type Envelope, isEnvelope, type JobContract } from '#shared/jobs/contract'
import type { Log } from '#shared/log'
import { isPassing } from '#shared/passing'
import { bossDatabase } from '#shared/queue/boss'
import { callPriority } from '#shared/queue/send'
import { announcements, cancelChannel, type Ending } from '#shared/queue/settled'
import type { Done, Failure, Job, OpenRoom } from '#workers/room'

type Claimed = { id: string; data: Envelope; retryCount: number }
type Finished = {
  claimed: Claimed
  job: Job
  startedAt: string
  ending: Ending
  result?: unknown
  /** Of a job that is done for a task. */
  judged?: Judged | undefined
}

export type RunnerTools = {
  contract: JobContract
  room: OpenRoom<never, unknown>
  seats: number
  boss: PgBoss
  /** Settles through this: what was saved is on the disk before the caller hears of it. */
  sql: Sql
  /** Claims through this: a claim lost in a crash only means that the job is taken again. */
  hasty: Sql
  workerId: string
  tasks: TaskKeeper
  log: Log
  observe: (settled: { job: string; state: string; waitSeconds: number; runSeconds: number }) => void
}

export type Runner = { wake: () => void; stop: (graceMs: number) => Promise<void> }

const pollMs = 1000
const sweepMs = 1000
// A fresh worker's first connection may be a moment away, so one look is not enough.
const looksBeforeLost = 2

export async function startRunner(tools: RunnerTools): Promise<Runner> {
  const { contract, room, seats, boss, sql, hasty, workerId, tasks, log } = tools
  const callSeats = room.callSeats ?? 0
  const { name, policy } = contract
  const running = new Map<string, { abort: AbortController; ended: Promise<void> }>()
  let isStopping = false
  let isWoken = false
  let wakeUp: () => void = () => undefined
  let seatFreed: () => void = () => undefined

  const wake = () => {
    isWoken = true
    wakeUp()
  }

  let claimedSoFar = 1
  /**
   * Claims up to `limit` jobs: pg-boss's own fetch, with the claims written in the same statement.
   * Its plan is made anew whenever this process has claimed twice as many: one that was made for an empty queue joins the
   * whole queue for every claim, 60 ms instead of 0.3, and Postgres would keep it until the next ANALYZE.
   */
  async function fetch(limit: number, isForCallsOnly: boolean): Promise<Claimed[]> {
    const doublings = Math.floor(Math.log2(claimedSoFar))
    const claiming = {
      executeSql: async (text: string, values: unknown[] = []) => ({
        rows: await hasty.unsafe(
          `with fetched as (${text}), claims as (
             insert into job_claims (job_id, job, worker_id, attempt)
             select id, name, $${values.length + 1}::text::uuid, "retryCount" from fetched
             on conflict (job_id) do update set worker_id = excluded.worker_id, attempt = excluded.attempt,
               done = null, total = null)
           select id, data, "retryCount" from fetched -- plan ${doublings}`,
          [...values, workerId] as string[],
          { prepare: true },
        ),
      }),
    }
    const claimed = await boss.fetch<Envelope>(name, {
      batchSize: limit,
      db: claiming,
      ...(isForCallsOnly ? { minPriority: callPriority } : {}),
    })
    claimedSoFar += claimed.length
    return claimed
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      const isForCallsOnly = running.size >= seats
      const free = (isForCallsOnly ? seats + callSeats : seats) - running.size
      if (free <= 0) {
        await new Promise<void>((resolve) => {
          seatFreed = resolve
        })
        continue
      }
      isWoken = false
      // The limit stands in the statement's text: few different ones keep their plans.
      const asked = 2 ** Math.floor(Math.log2(free))
      let taken = 0
      try {
        const claimed = await fetch(asked, isForCallsOnly)
        taken = claimed.length
        for (const one of claimed) start(one)
      } catch (error) {
        log.warn({ err: error, job: name }, 'fetching jobs failed')
      }
      if (taken === asked || isWoken || isStopping) continue
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
      running.delete(claimed.id)
      seatFreed()
    })
    running.set(claimed.id, { abort, ended })
  }

  async function attempt(claimed: Claimed, abort: AbortController): Promise<void> {
    const { data: sent } = claimed
    if (!isEnvelope(sent)) return turnAway(claimed)
    const startedAt = new Date().toISOString()
    const ids = { job_id: claimed.id, job: name, request_id: sent.requestId, attempt: claimed.retryCount }
    let jobLog: Log | undefined
    const { task } = sent
    const isLast = claimed.retryCount >= retryLimitOf(sent)
    const timer = setTimeout(
      () => abort.abort(new Error(`took longer than ${policy.expireInSeconds} s`)),
      policy.expireInSeconds * 1000,
    )
    const tooLong = task?.timeoutSeconds
      ? setTimeout(
          () => abort.abort(deadlineExceeded(task.id, `took longer than ${task.timeoutSeconds} s`)),
          task.timeoutSeconds * 1000,
        )
      : undefined
    const job: Job = {
      id: claimed.id,
      attempt: claimed.retryCount,
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
    const finished = (ending: Ending, result?: unknown, judged?: Judged): Finished => ({
      claimed,
      job,
      startedAt,
      ending,
      result,
      judged,
    })
    try {
      if (!contract.check.Check(sent.payload)) throw new Error('the payload does not fit the contract')
      const delivery = deliveryOf(claimed)
      // The store being away is nothing that an attempt is to be spent on.
      const begin = delivery && (() => tasks.start(delivery))
      if (begin && !(await whenStoreIsBack(begin, abort.signal))) return await drop(claimed)
      const result = await untilAborted(room.run(sent.payload as never, job), abort.signal)
      // `result` came from this room's own `run`.
      const judged = task && tasks.judge(task, room.reply?.(result as never) ?? '')
      const denial = judged && denialOf(judged)
      await settle(
        denial
          ? finished({ jobId: claimed.id, state: 'failed', error: storedError(denial) }, undefined, judged)
          : finished({ jobId: claimed.id, state: 'succeeded', error: null }, result, judged),
        abort.signal,
      )
    } catch (error) {
      if (isStopping && abort.signal.aborted) await handBack(claimed)
      else if (error instanceof ServiceError && !(task?.step && isPassing(error) && !isLast)) {
        // Not within the attempt's own time: that may be what it was refused for.
        const refused = finished({ jobId: claimed.id, state: 'failed', error: storedError(error) })
        await settle(refused, untilExpired()).catch((settling) =>
          log.error({ ...ids, err: settling }, 'a refusal could not be settled'),
        )
      } else await broken(finished({ jobId: claimed.id, state: 'failed', error: null }), error)
    } finally {
      clearTimeout(timer)
      clearTimeout(tooLong)
    }
  }

  /** A job that nobody of ours sent has no outcome to write: it fails in the queue alone. */
  async function turnAway({ id, retryCount }: Claimed): Promise<void> {
    log.error({ job_id: id, job: name }, 'a job without our envelope is turned away')
    const output = { message: 'not sent by the queue desk' }
    const failing = sql.begin(async (tx) => {
      await deleteClaims(tx, [{ id, retryCount }])
      await boss.fail(name, [{ id, retryCount }], output, { db: bossDatabase(tx) })
    })
    await failing.catch((error) => log.warn({ job_id: id, err: error }, 'a foreign job could not be failed'))
  }

  /** A job that broke is tried again; broken for the last time it is settled as failed. */
  async function broken(finished: Finished, error: unknown): Promise<void> {
    const { claimed, job } = finished
    const isLast = claimed.retryCount >= retryLimitOf(claimed.data)
    job.log.warn({ err: error, last: isLast }, 'job broke')
    const output = { message: error instanceof Error ? error.message : String(error) }
    const code = error instanceof ServiceError ? error.code : 'JOB_FAILED'
    try {
      await whenStoreIsBack(
        () => (isLast ? failForGood([claimed], output, finished.startedAt) : tryAgain([claimed], output, code)),
        untilExpired(),
      )
    } catch (failing) {
      // The claim stays: the job runs again when its time is over.
      job.log.error({ err: failing }, 'a broken job could not be failed')
    }
  }

  async function tryAgain(jobs: readonly Claimed[], output: object, code = 'LOST'): Promise<void> {
    await sql.begin(async (tx) => {
      const deliveries = deliveriesOf(jobs)
      const held = await tasks.hold(tx, deliveries)
      await deleteClaims(tx, jobs)
      await boss.fail(name, attemptsOf(jobs), output, { db: bossDatabase(tx) })
      await held.again(
        deliveries.filter((delivery) => held.counts(delivery, 'again')),
        code,
      )
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
      await room.giveUp?.(tx, failuresOf(counting, ended))
      await endTasks(
        held,
        counting.map((claimed) => ({ claimed })),
        ended,
      )
      await announce(tx, counting, ended)
    })
  }

  /** A delivery that nobody waits for any more leaves nothing behind; a newer one of the same job goes on. */
  async function drop(claimed: Claimed): Promise<void> {
    log.info({ job_id: claimed.id, job: name, attempt: claimed.retryCount }, 'nobody waits for this job any more')
    await whenStoreIsBack(
      () =>
        sql.begin(async (tx) => {
          await deleteClaims(tx, [claimed])
          await boss.complete(name, attemptsOf([claimed]), undefined, { db: bossDatabase(tx) })
        }),
      untilExpired(),
    )
  }

  const deliveryOf = ({ id, data, retryCount }: Claimed): TaskDelivery | undefined =>
    data.task && {
      task: data.task,
      orgId: data.orgId,
      keyId: data.keyId,
      requestId: data.requestId,
      jobId: id,
      attempt: retryCount,
    }
  const deliveriesOf = (jobs: readonly Claimed[]) => jobs.flatMap((claimed) => deliveryOf(claimed) ?? [])
  const isCounted = (held: HeldTasks, claimed: Claimed, state: 'succeeded' | 'failed') => {
    const delivery = deliveryOf(claimed)
    return !delivery || held.counts(delivery, state)
  }
  /** Further deliveries after the first. */
  const retryLimitOf = ({ task }: Envelope) => (task?.step ? task.step.attempts - 1 : policy.retryLimit)

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

  /** One NOTIFY per waiting API process, inside the transaction: who hears it may read it. */
  async function announce(tx: Tx, jobs: readonly Claimed[], endings: readonly Ending[]): Promise<void> {
    const channelOf = new Map(jobs.map((claimed) => [claimed.id, claimed.data.replyTo]))
    const byChannel = Map.groupBy(endings, (ending) => channelOf.get(ending.jobId))
    const messages = [...byChannel].flatMap(([channel, group]) =>
      channel ? announcements(group).map((payload) => ({ channel, payload })) : [],
    )
    if (messages.length === 0) return
    await tx`
      select pg_notify(channel, payload)
      from json_to_recordset(${JSON.stringify(messages)}::json) as m(channel text, payload text)`
  }

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
        // `result` came from this room's own `run`.
        endings.push(isTold ? { ...ending, reply: room.reply?.(result as never) } : ending)
        if (ending.state === 'succeeded') done.push({ job, result })
      }
      const claims = group.map(({ claimed }) => claimed)
      const failures = failuresOf(claims, endings)
      // Sent in one go: each waits for the one before it in the server, not for us.
      await Promise.all([
        done.length > 0 ? room.save(tx, done) : undefined,
        failures.length > 0 ? room.giveUp?.(tx, failures) : undefined,
        boss.complete(name, attemptsOf(finished.map(({ claimed }) => claimed)), undefined, { db: bossDatabase(tx) }),
      ])
      await endTasks(held, group, endings)
      return () => announce(tx, claims, endings)
    })
    for (const each of group) report(each)
    return finished.map(() => undefined)
  }

  /** What the endings of jobs mean for the tasks they are done for. */
  async function endTasks(
    held: HeldTasks,
    group: readonly { claimed: Claimed; judged?: Judged | undefined }[],
    endings: readonly Ending[],
  ): Promise<void> {
    const endingOf = new Map(endings.map((ending) => [ending.jobId, ending]))
    const ended = group.flatMap(({ claimed, judged }): Ended[] => {
      const [ending, delivery] = [endingOf.get(claimed.id), deliveryOf(claimed)]
      return ending && delivery ? [{ ...delivery, ending, judged }] : []
    })
    if (ended.length > 0) await held.end(ended)
  }

  function report({ claimed, startedAt, ending }: Finished): void {
    const startedMs = Date.parse(startedAt)
    const runMs = Date.now() - startedMs
    const waitMs = Math.max(0, startedMs - Date.parse(claimed.data.sentAt))
    tools.observe({ job: name, state: ending.state, waitSeconds: waitMs / 1000, runSeconds: runMs / 1000 })
    log.info(
      {
        job_id: claimed.id,
        job: name,
        request_id: claimed.data.requestId,
        attempt: claimed.retryCount,
        state: ending.state,
        code: ending.error?.code,
        wait_ms: waitMs,
        ms: runMs,
      },
      'job settled',
    )
  }

  // When a group fails, each is tried alone: one that cannot be saved must not take the others with it.
  const settleOnce = batcher<Finished, undefined>(settleGroup, { maxItems: 200, alone: (error) => !isStoreAway(error) })
  const settle = (finished: Finished, signal: AbortSignal) => whenStoreIsBack(() => settleOnce(finished), signal)
  const untilExpired = () => AbortSignal.timeout(policy.expireInSeconds * 1000)

  const looksMissed = new Map<string, number>()
  /** Hands over the jobs of worker processes that are gone. */
  async function sweep(): Promise<void> {
    const lost = await lostClaims(sql, name)
    const gone = new Set(lost.map((claim) => claim.worker_id))
    for (const worker of looksMissed.keys()) if (!gone.has(worker)) looksMissed.delete(worker)
    for (const worker of gone) looksMissed.set(worker, (looksMissed.get(worker) ?? 0) + 1)
    const ripe = lost.filter((claim) => (looksMissed.get(claim.worker_id) ?? 0) >= looksBeforeLost)
    if (ripe.length === 0) return
    log.warn({ job: name, jobs: ripe.length }, 'a worker is gone, its jobs are handed over')
    const output = { message: 'the worker process was lost' }
    const jobs = await findQueuedJobs(
      sql,
      [name],
      ripe.map(({ job_id }) => job_id),
    )
    const dataOf = new Map(jobs.map(({ id, data }) => [id, data]))
    const claimed = ripe.flatMap(({ job_id: id, attempt: retryCount }): Claimed[] => {
      const data = dataOf.get(id)
      return isEnvelope(data) ? [{ id, data, retryCount }] : []
    })
    const isLast = ({ data, retryCount }: Claimed) => retryCount >= retryLimitOf(data)
    const again = claimed.filter((one) => !isLast(one))
    if (again.length > 0) await tryAgain(again, output)
    for (const last of claimed.filter(isLast)) await failForGood([last], output, null)
    await deleteStaleClaims(sql, name)
  }
  let isSweeping = false
  const sweeper = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    sweep()
      .catch((error) => log.warn({ err: error, job: name }, 'looking for lost workers failed'))
      .finally(() => {
        isSweeping = false
      })
  }, sweepMs)

  const onCancel = await sql.listen(cancelChannel, (jobId) => running.get(jobId)?.abort.abort(new Error('canceled')))
  const onSent = await sql.listen(bossChannel, (queue) => (queue === name ? wake() : undefined), wake)
  const looping = loop()

  return {
    wake,
    async stop(graceMs) {
      isStopping = true
      clearInterval(sweeper)
      wake()
      seatFreed()
      await looping
      await withinTime(Promise.allSettled([...running.values()].map(({ ended }) => ended)), graceMs)
      for (const { abort } of running.values()) abort.abort(new Error('the worker is stopping'))
      await Promise.allSettled([...running.values()].map(({ ended }) => ended))
      await Promise.allSettled([onCancel.unlisten(), onSent.unlisten()])
    },
  }
}

/** The jobs that ended without a result. A payload that does not fit its contract is nobody's but the queue's. */
const failuresOf = (jobs: readonly Claimed[], endings: readonly Ending[]): Failure<never>[] => {
  const errorOf = new Map(endings.map((ending) => [ending.jobId, ending.error]))
  return jobs.flatMap(({ id, data }) => {
    const error = errorOf.get(id)
    const { requestId, orgId, keyId } = data
    return error ? [{ id, requestId, orgId, keyId, payload: data.payload as never, error }] : []
  })
}

const eventOf = ({ state }: Ending) => (state === 'succeeded' ? 'succeeded' : 'failed')

const attemptsOf = (jobs: readonly Claimed[]) => jobs.map(({ id, retryCount }) => ({ id, retryCount }))

/** The promise, or the signal's reason as soon as it fires: a handler that never ends gives its seat back. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}

async function withinTime(promise: Promise<unknown>, ms: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, over])
  clearTimeout(timer)
}

/** Does it, and again while the store is away, until it is done or `signal` fires. */
async function whenStoreIsBack<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isStoreAway(error) || signal.aborted) throw error
      await Bun.sleep(200)
    }
  }
}
