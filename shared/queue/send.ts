/** Puts jobs into a queue: many in one statement, through a pool or in the caller's transaction. */
import type { PgBoss } from 'pg-boss'
import { bossDatabase } from '#db/boss-database'
import type { Tx } from '#db/client'
import { attemptSeconds, type JobContract, type PayloadOf } from '#shared/jobs/contract'
import type { Envelope } from '#shared/jobs/envelope'
import { sealedOrder } from '#shared/jobs/order'
import type { Sealer } from '#shared/kernel/sealer'

/** On whose behalf a job is sent. */
export type Sender = { requestId: string; orgId: string; keyId: string }

/** How a job is tried again, where that is not as its queue has it. */
export type RetrySettings = {
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  retryDelayMax: number
}

/** Through whom jobs are put into their queues, and who says that they were ordered. */
export type SendTools = { boss: PgBoss; sealer: Sealer }

export type JobInsert = Partial<RetrySettings> & {
  id: string
  data: Envelope
  /** Greater goes first. Somebody waits for what is above 0; places may be kept for it. */
  priority: number
}

/** The priority of a job that somebody waits for, by a call of its own. */
export const callPriority = 1
/** Of one that somebody waits for and that takes long: no place is kept for it. */
export const longPriority = 0
/** Of one that was asked for by a call that does not wait. */
export const toldPriority = 0

/** One insert per id; an id that the queue has already is left as it is. */
export async function insertJobs(
  { boss, sealer }: SendTools,
  contract: JobContract,
  jobs: JobInsert[],
  tx: Tx,
): Promise<void> {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const timed = [...byId.values()].map((job) => ({
    ...job,
    data: sealedOrder(sealer, contract.name, job.id, job.data),
    expireInSeconds: attemptSeconds(contract, job.data.payload),
    // Organisations take turns by it.
    group: { id: job.data.orgId },
  }))
  await boss.insert(contract.name, timed, { db: bossDatabase(tx) })
}

export const envelope = (
  { version }: JobContract,
  payload: unknown,
  sender: Sender,
  { replyTo, context }: { replyTo?: string; context?: unknown } = {},
): Envelope => ({
  payload,
  version,
  requestId: sender.requestId,
  orgId: sender.orgId,
  keyId: sender.keyId,
  ...(replyTo ? { replyTo } : {}),
  ...(context === undefined ? {} : { task: context }),
  sentAt: new Date().toISOString(),
})

/** A job of a batch, with the place it takes in the queue. */
export type BatchJob<C extends JobContract> = {
  id: string
  payload: PayloadOf<C>
  priority: number
  /** For the hooks that it is meant for. */
  context?: unknown
  retries?: RetrySettings
  /** On whose behalf, in a batch for several. */
  by?: Sender
}

/** Sends a batch of jobs in the caller's transaction; nobody waits for any of them. */
export type SendBatch = <C extends JobContract>(
  tx: Tx,
  contract: C,
  jobs: readonly BatchJob<C>[],
  sender: Sender,
) => Promise<void>

export const openSendBatch =
  (tools: SendTools): SendBatch =>
  (tx, contract, jobs, sender) =>
    insertJobs(
      tools,
      contract,
      jobs.map(({ id, payload, priority, context, retries, by = sender }) => ({
        id,
        data: envelope(contract, payload, by, { context }),
        priority,
        ...retries,
      })),
      tx,
    )
