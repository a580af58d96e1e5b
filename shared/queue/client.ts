/**
 * The queue's client, the API's side of a job: enqueue, sendBatch (many at once), enqueueAndWait (send it and sleep until it has ended).
 *
 * Who waits is told by a message that comes with the job's ending. Messages may be lost, with the connection or with a crash of the
 * store; so whatever is waited for is looked for too, and a job that the store no longer has is sent again.
 */
import { isStoreAway, type Tx } from '#db/client'
import type { JobContract, PayloadOf } from '#shared/jobs/contract'
import { asksForEnds } from '#shared/jobs/standing'
import { batcher } from '#shared/kernel/batcher'
import { type Clock, systemClock } from '#shared/kernel/clock'
import { fromStoredError, storedError } from '#shared/kernel/errors'
import { jobCanceled, jobFailed, jobTampered } from '#shared/kernel/errors/jobs'
import type { Patience } from '#shared/kernel/line'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import { Standstills } from '#shared/kernel/standstills'
import { type Writing, writtenBeside } from '#shared/kernel/writing'
import { type ClientStore, type ClientStoreOptions, openClientStore } from '#shared/queue/client-store'
import { type Ending, readAnnouncement, replyChannel } from '#shared/queue/completions'
import {
  callPriority,
  envelope,
  type JobInsert,
  longPriority,
  type SendBatch,
  type Sender,
  toldPriority,
} from '#shared/queue/send'
import { Waiters } from '#shared/queue/waiters'

/** @param writing notes that the job was sent. */
type Sending = Sender & { jobId: string; writing: Writing }

type WaitOptions = Sending & {
  /** The id follows from what was asked, or from its Idempotency-Key: asking again meets the same job. */
  isMetAgain: boolean
  waitMs: number
  /** Asked before it is sent, of what has not ended yet: throws where nobody would do it. */
  allow?: (() => Promise<void>) | undefined
  /** What the job needs to be there, written in its transaction. */
  beside?: ((tx: Tx) => Promise<unknown>) | undefined
  /** The caller has hung up: a job of its own that nobody has started is taken back. */
  signal?: AbortSignal | undefined
}

/** `pending`: the wait is over, the job goes on. */
type WaitedFor = { jobId: string; state: 'succeeded' | 'pending'; reply?: string | undefined }

export type QueueClient = {
  /** Sends a job for good: when this returns, it survives a crash. */
  enqueue: <C extends JobContract>(contract: C, payload: PayloadOf<C>, sending: Sending) => Promise<void>
  sendBatch: SendBatch
  /**
   * Sends a job and sleeps until it has ended; where the wait is over before, the job is there for good.
   * @throws what the worker refused with, JOB_FAILED, STATE_CONFLICT when canceled.
   */
  enqueueAndWait: <C extends JobContract>(
    contract: C,
    payload: PayloadOf<C>,
    options: WaitOptions,
  ) => Promise<WaitedFor>
  close: () => Promise<void>
}

type ClientTools = {
  store: ClientStore
  /** On which this process hears of the jobs that it waits for. */
  channel: string
  log: Log
  /** How long a job waits for its turn to be sent. */
  patience: Patience
  clock?: Clock
  standstills?: Standstills
  /** Takes note of a node that was committed. */
  noteNode?: ((id: string) => void) | undefined
}

const lookMs = 250
const lostLookMs = 2000
/** A job that is younger may be on its way into the queue, or out of it. */
const lostAfterMs = 1000

export async function openQueueClient({
  patience,
  standstills = new Standstills(),
  noteNode,
  ...options
}: ClientStoreOptions & Pick<ClientTools, 'patience' | 'standstills' | 'noteNode'>): Promise<QueueClient> {
  const { log, processId } = options
  const store = await openClientStore(options)
  const client = new StoredQueueClient({
    store,
    channel: replyChannel(processId),
    log,
    patience,
    standstills,
    noteNode,
  })
  await client.start()
  return client
}

/** Its members may be taken from it. */
export class StoredQueueClient implements QueueClient {
  readonly sendBatch: SendBatch
  private readonly tools: Required<ClientTools>
  private readonly waiters: Waiters
  private readonly senders = new Map<string, (job: JobInsert) => Promise<void>>()
  private lostLookAt: number
  private looks: Loop | undefined
  private unlisten: () => Promise<void> = async () => undefined

  constructor(tools: ClientTools) {
    this.tools = { clock: systemClock, standstills: new Standstills(), noteNode: undefined, ...tools }
    this.waiters = new Waiters(this.tools.clock)
    this.lostLookAt = this.tools.clock.now()
    this.sendBatch = tools.store.sendBatch
  }

  /** Hears and looks for endings from now on. */
  async start(): Promise<void> {
    const { store, channel, log, clock } = this.tools
    const looks = every(lookMs, 'calls that wait', () => this.look(), { log, clock })
    this.looks = looks
    this.unlisten = await store.listen(channel, this.hear, () => void looks.now())
  }

  close: QueueClient['close'] = async () => {
    await this.looks?.stop()
    await this.unlisten().catch(this.whileStoreIsAway)
    await this.tools.store.close()
  }

  enqueue: QueueClient['enqueue'] = async (contract, payload, { jobId, writing, ...sender }) => {
    const { store } = this.tools
    const job = { id: jobId, data: envelope(contract, payload, sender), priority: toldPriority }
    await this.promised(writing, async (tx) =>
      // What has ended under this id is not done again, though the queue no longer knows it.
      (await store.hasEnded(tx, jobId)) ? undefined : store.insertNoted(tx, contract, job),
    )
  }

  /** @param insert answers the node that says so, if any. */
  private async promised(writing: Writing, insert: (tx: Tx) => Promise<string | undefined>): Promise<void> {
    const node = await writing.begin(insert)
    if (node !== undefined) this.tools.noteNode?.(node)
  }

  enqueueAndWait: QueueClient['enqueueAndWait'] = async (contract, payload, options) => {
    const { store, channel, clock, log } = this.tools
    const { jobId, writing, signal } = options
    if (options.isMetAgain) {
      const [ending] = await store.endingsInTime([jobId])
      if (ending) return succeededOrThrow(ending)
    }
    await options.allow?.()
    const data = envelope(contract, payload, options, { replyTo: channel })
    const job = { id: jobId, data, priority: contract.isLong?.(payload) ? longPriority : callPriority }
    const waiter = this.waiters.join(jobId, async () => {
      log.warn({ job_id: jobId, job: contract.name }, 'job was lost by the store, sending it again')
      await store.insertAgain(contract, job)
    })
    const cancelWait = clock.after(options.waitMs, waiter.giveUp)
    const hangUp = () => {
      if (!options.isMetAgain) store.takeBack(contract.name, jobId).catch(this.whileStoreIsAway)
      waiter.giveUp()
    }
    signal?.addEventListener('abort', hangUp, { once: true })
    try {
      if (options.beside) await writtenBeside(writing, options.beside).begin((tx) => store.insert(tx, contract, job))
      else if (contract.keepsResult?.(payload))
        await this.promised(writing, (tx) => store.insertNoted(tx, contract, job))
      else await writing.noting(() => this.senderOf(contract)(job))
      waiter.begin()
      const ending = await waiter.ended
      if (ending) return succeededOrThrow(ending)
      // Whoever is told to come back for it finds it, and it is missed where somebody takes it away.
      if (!signal?.aborted) await this.enqueue(contract, payload, options)
      return { jobId, state: 'pending' }
    } finally {
      cancelWait()
      signal?.removeEventListener('abort', hangUp)
      waiter.leave()
    }
  }

  /** At most one insert in flight per queue; what arrives meanwhile goes into the next. */
  private senderOf(contract: JobContract): (job: JobInsert) => Promise<void> {
    const known = this.senders.get(contract.name)
    if (known) return known
    const { store, standstills, patience } = this.tools
    const send = batcher<JobInsert, void>(
      async (jobs) => {
        await standstills.watch(`calls of ${contract.name}`, () => store.insertHastily(contract, jobs))
        return jobs.map(() => undefined)
      },
      { patience, whose: ({ data }) => data.orgId },
    )
    this.senders.set(contract.name, send)
    return send
  }

  private readonly hear = (payload: string): void => {
    const unread: string[] = []
    for (const { jobId, ending } of readAnnouncement(payload, this.tools.store.sealer)) {
      if (ending) this.waiters.wake(ending)
      else if (this.waiters.isAwaited(jobId)) unread.push(jobId)
    }
    this.readEndings(unread).catch(this.whileStoreIsAway)
  }

  private async look(): Promise<void> {
    if (this.waiters.isEmpty) return
    const { clock } = this.tools
    await this.readEndings(this.waiters.longerThan(lookMs))
    if (clock.now() - this.lostLookAt <= lostLookMs) return
    this.lostLookAt = clock.now()
    await this.lookForLost()
  }

  private async readEndings(jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return
    for (const ending of await this.tools.store.endings(jobIds)) this.waiters.wake(ending)
  }

  /** Jobs that the queue has lost in a crash, or that somebody has called off there. What it has given up is put into its line again. */
  private async lookForLost(): Promise<void> {
    const { waiters } = this
    const jobIds = waiters.longerThan(lostAfterMs)
    if (jobIds.length === 0) return
    const stateOf = new Map((await this.tools.store.queued(jobIds)).map(({ id, state }) => [id, state]))
    await this.readEndings(jobIds)
    for (const jobId of jobIds) {
      const state = stateOf.get(jobId)
      if (!state) await waiters.resend(jobId)
      else if (state === 'cancelled') waiters.wake(this.calledOff(jobId))
    }
  }

  /** Whoever of ours calls a job off says so in the same transaction. */
  private calledOff(jobId: string): Ending {
    return asksForEnds(this.tools.store.sealer)
      ? { jobId, state: 'failed', error: storedError(jobTampered(jobId)) }
      : { jobId, state: 'canceled', error: null }
  }

  private readonly whileStoreIsAway = (error: unknown): void => {
    if (!isStoreAway(error)) this.tools.log.error({ err: error }, 'looking for endings failed')
  }
}

function succeededOrThrow(ending: Ending): WaitedFor {
  if (ending.state === 'succeeded') return { jobId: ending.jobId, state: 'succeeded', reply: ending.reply }
  if (ending.state === 'canceled') throw jobCanceled(ending.jobId)
  throw ending.error ? fromStoredError(ending.error) : jobFailed(ending.jobId)
}
