/** The queue's client, the API's side of a job: enqueue, sendBatch (many at once), enqueueAndWait (send it and sleep until it has ended). */
import type { PgBoss } from 'pg-boss'
import { boundedWriter, type WriteBounds } from '#db/bounded'
import { isStoreAway, openSql, type Reader, type Sql, type Tx, type Writer } from '#db/client'
import { findOutcomes, type OutcomeRow } from '#db/queries/jobs'
import { cancelUnstarted, findQueuedJobs } from '#db/queries/queue'
import type { JobContract, PayloadOf } from '#shared/jobs/contract'
import type { Envelope } from '#shared/jobs/envelope'
import { jobNames } from '#shared/jobs/index'
import { batcher } from '#shared/kernel/batcher'
import { fromStoredError, type StoredError } from '#shared/kernel/errors'
import { jobCanceled, jobFailed } from '#shared/kernel/errors/jobs'
import type { Patience } from '#shared/kernel/line'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'
import { Standstills } from '#shared/kernel/standstills'
import type { Writing } from '#shared/kernel/writing'
import { openBoss } from '#shared/queue/boss'
import { type Ending, readAnnouncement, replyChannel } from '#shared/queue/completions'
import { endJobs } from '#shared/queue/end-jobs'
import {
  callPriority,
  envelope,
  insertJobs,
  type JobInsert,
  openSendBatch,
  type SendBatch,
  type Sender,
  toldPriority,
} from '#shared/queue/send'

/** @param writing notes that the job was sent. */
type Sending = Sender & { jobId: string; writing: Writing }

type WaitOptions = Sending & {
  /** The id follows from what was asked, or from its Idempotency-Key: asking again meets the same job. */
  isMetAgain: boolean
  waitMs: number
  /** Asked before it is sent, of what has not ended yet: throws where nobody would do it. */
  allow?: (() => Promise<void>) | undefined
  /** The job must outlive a crash of the store from now on: the caller may be promised it before it has ended. */
  isPromised?: boolean | undefined
  /** The caller has hung up: a job of its own that nobody has started is taken back. */
  signal?: AbortSignal | undefined
}

/** `pending`: the wait is over, the job goes on. */
type WaitedFor = { jobId: string; state: 'succeeded' | 'pending'; reply?: string | undefined }

export type QueueClient = {
  /** Sends a job for good: when this returns, it survives a crash. */
  enqueue: <C extends JobContract>(contract: C, payload: PayloadOf<C>, sending: Sending) => Promise<void>
  sendBatch: SendBatch
  /** Sends a job and sleeps until it has ended. @throws what the worker refused with, JOB_FAILED, STATE_CONFLICT when canceled. */
  enqueueAndWait: <C extends JobContract>(
    contract: C,
    payload: PayloadOf<C>,
    options: WaitOptions,
  ) => Promise<WaitedFor>
  /**
   * Takes a queued job back, or tells the worker to stop a running one. False when it had ended before.
   * @param also what else this changes, in the same transaction.
   */
  cancel: (
    writer: Writer,
    jobName: string,
    jobId: string,
    envelope: Envelope,
    also?: (tx: Tx) => Promise<unknown>,
  ) => Promise<boolean>
  close: () => Promise<void>
}

type Waiter = {
  /** When its job was sent; infinity before. */
  since: number
  settle: (ending: Ending) => void
  /** Sends the job again if the store has lost it. */
  resend: () => Promise<void>
}

const sweepMs = 250
const lostCheckMs = 2000

export async function openQueueClient({
  url,
  sql,
  processId,
  log,
  read,
  bounds,
  patience,
  standstills = new Standstills(),
}: {
  url: string
  sql: Sql
  processId: string
  log: Log
  /** A look into the store, in time. */
  read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>
  /** How long the store may take to accept a job. */
  bounds: WriteBounds
  /** How long a job waits for its turn to be sent. */
  patience: Patience
  standstills?: Standstills
}): Promise<QueueClient> {
  const onError = (error: Error) => log.warn({ err: error }, 'queue client error')
  const boss = await openBoss(sql, { upkeep: false, onError })
  // Nothing is promised about a job whose caller still waits, so this session's commits need not reach the disk.
  const hasty = openSql({
    url,
    name: `assay-api:${processId}:requests`,
    poolSize: 2,
    synchronousCommit: false,
    statementTimeoutMs: 5000,
    idleInTransactionMs: bounds.beforeCommitMs + bounds.commitMs,
    isReadOnly: true,
  })
  const hastyWriter = boundedWriter(hasty, bounds)
  const waiters = new Map<string, Set<Waiter>>()
  const channel = replyChannel(processId)
  const senders = new Map<string, (job: JobInsert) => Promise<void>>()

  const wake = (ending: Ending) => {
    const sleeping = waiters.get(ending.jobId)
    waiters.delete(ending.jobId)
    for (const waiter of sleeping ?? []) waiter.settle(ending)
  }

  async function readEndings(jobIds: string[]): Promise<void> {
    if (jobIds.length === 0) return
    for (const row of await findOutcomes(sql, jobIds)) wake(endingOf(row))
  }

  const sleepers = (olderThanMs: number) => {
    const before = performance.now() - olderThanMs
    return [...waiters].filter(([, set]) => [...set].some((waiter) => waiter.since <= before)).map(([jobId]) => jobId)
  }

  /** Waiters whose job the queue has given up, or has lost in a crash. */
  async function checkLost(): Promise<void> {
    const jobIds = sleepers(1000)
    if (jobIds.length === 0) return
    const held = new Map((await findQueuedJobs(sql, jobNames, jobIds)).map((job) => [job.id, job]))
    await readEndings(jobIds)
    for (const jobId of jobIds) {
      const job = held.get(jobId)
      const sleeping = waiters.get(jobId)
      if (!sleeping) continue
      if (!job) for (const waiter of [...sleeping].slice(0, 1)) await waiter.resend()
      else if (job.state === 'failed') wake({ jobId, state: 'failed', error: null })
      else if (job.state === 'cancelled') wake({ jobId, state: 'canceled', error: null })
    }
  }

  const whileStoreIsAway = (error: unknown) => {
    if (!isStoreAway(error)) log.error({ err: error }, 'looking for endings failed')
  }
  let lastLostCheck = performance.now()
  async function sweep(): Promise<void> {
    if (waiters.size === 0) return
    await readEndings(sleepers(sweepMs))
    if (performance.now() - lastLostCheck > lostCheckMs) {
      lastLostCheck = performance.now()
      await checkLost()
    }
  }
  const sweeps = every(sweepMs, 'calls that wait', sweep, { log })

  const listening = await sql.listen(
    channel,
    (payload) => {
      const unread: string[] = []
      for (const { jobId, ending } of readAnnouncement(payload)) {
        if (ending) wake(ending)
        else unread.push(jobId)
      }
      readEndings(unread).catch(whileStoreIsAway)
    },
    () => void sweeps.now(),
  )

  const insert = (contract: JobContract, jobs: JobInsert[], through: Tx) => insertJobs(boss, contract, jobs, through)

  /** At most one insert in flight per queue; what arrives meanwhile goes into the next. */
  function senderOf(contract: JobContract): (job: JobInsert) => Promise<unknown> {
    const known = senders.get(contract.name)
    if (known) return known
    const send = batcher<JobInsert, void>(
      async (jobs) => {
        await standstills.watch(`calls of ${contract.name}`, () =>
          hastyWriter.begin((tx) => insert(contract, jobs, tx)),
        )
        return jobs.map(() => undefined)
      },
      { patience },
    )
    senders.set(contract.name, send)
    return send
  }

  async function enqueueAndWait<C extends JobContract>(
    contract: C,
    payload: PayloadOf<C>,
    options: WaitOptions,
  ): Promise<WaitedFor> {
    const { jobId, writing } = options
    if (options.isMetAgain) {
      const [row] = await read((looking) => findOutcomes(looking, [jobId]))
      if (row) return succeededOrThrow(endingOf(row))
    }
    await options.allow?.()
    const job = {
      id: jobId,
      data: envelope(contract, payload, options, { replyTo: channel }),
      priority: callPriority,
    }
    const { promise, resolve } = Promise.withResolvers<Ending | undefined>()
    const waiter: Waiter = {
      since: Number.POSITIVE_INFINITY,
      settle: resolve,
      resend: async () => {
        log.warn({ job_id: jobId, job: contract.name }, 'job was lost by the store, sending it again')
        await insert(contract, [job], sql)
      },
    }
    const set = waiters.get(jobId) ?? new Set()
    waiters.set(jobId, set.add(waiter))
    const timeout = setTimeout(() => resolve(undefined), options.waitMs)
    const hangUp = () => {
      if (!options.isMetAgain) takeBack(contract.name, jobId).catch(whileStoreIsAway)
      resolve(undefined)
    }
    options.signal?.addEventListener('abort', hangUp, { once: true })
    try {
      if (options.isPromised) await writing.begin((tx) => insert(contract, [job], tx))
      else await writing.noting(() => senderOf(contract)(job))
      waiter.since = performance.now()
      const ending = await promise
      return ending ? succeededOrThrow(ending) : { jobId, state: 'pending' }
    } finally {
      clearTimeout(timeout)
      options.signal?.removeEventListener('abort', hangUp)
      set.delete(waiter)
      if (set.size === 0 && waiters.get(jobId) === set) waiters.delete(jobId)
    }
  }

  const takeBack = (jobName: string, jobId: string) => cancelUnstarted(sql, jobName, jobId)

  async function cancel(
    writer: Writer,
    jobName: string,
    jobId: string,
    sent: Envelope,
    also?: (tx: Tx) => Promise<unknown>,
  ): Promise<boolean> {
    const owner = {
      job: jobName,
      org_id: sent.orgId,
      key_id: sent.keyId,
      request_id: sent.requestId,
      created_at: new Date(sent.sentAt),
    }
    return writer.begin(async (tx) => {
      const ended = await endJobs(tx, [jobId], 'canceled', null, {
        owner,
        also: async (fresh) => {
          if (fresh.has(jobId)) await also?.(tx)
          return []
        },
      })
      return ended.has(jobId)
    })
  }

  return {
    enqueueAndWait,
    cancel,
    async enqueue(contract, payload, { jobId, writing, ...sender }) {
      const job = { id: jobId, data: envelope(contract, payload, sender), priority: toldPriority }
      await writing.begin(async (tx) => {
        // What has ended under this id is not done again, though the queue no longer knows it.
        if ((await findOutcomes(tx, [jobId])).length === 0) await insert(contract, [job], tx)
      })
    },
    sendBatch: openSendBatch(boss),
    async close() {
      await sweeps.stop()
      await listening.unlisten().catch(whileStoreIsAway)
      await stopBoss(boss)
      await hasty.end({ timeout: 5 })
    },
  }
}

const stopBoss = (boss: PgBoss) => boss.stop({ graceful: false, close: false })

const endingOf = (row: OutcomeRow): Ending => ({
  jobId: row.job_id,
  state: row.state,
  // Written by the runner or the queue's client as a StoredError, and by nobody else.
  error: row.error as StoredError | null,
})

function succeededOrThrow(ending: Ending): WaitedFor {
  if (ending.state === 'succeeded') return { jobId: ending.jobId, state: 'succeeded', reply: ending.reply }
  if (ending.state === 'canceled') throw jobCanceled(ending.jobId)
  throw ending.error ? fromStoredError(ending.error) : jobFailed(ending.jobId)
}
