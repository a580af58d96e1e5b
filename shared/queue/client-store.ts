/** What the queue's client asks of the store. */
import { boundedWriter, type WriteBounds } from '#db/bounded'
import { openSql, type Reader, type Sql, type Tx } from '#db/client'
import { findOutcomes } from '#db/queries/jobs'
import { cancelUnstarted, findQueuedJobs, type QueuedJob } from '#db/queries/queue'
import { notePromise } from '#shared/evidence/job-promises'
import type { Signer } from '#shared/evidence/signing'
import type { JobContract } from '#shared/jobs/contract'
import { jobNames } from '#shared/jobs/index'
import { takenBack } from '#shared/jobs/standing'
import { onceAMinute } from '#shared/kernel/failures'
import type { Log } from '#shared/kernel/logger'
import type { Sealer } from '#shared/kernel/sealer'
import { openBoss } from '#shared/queue/boss'
import type { Ending } from '#shared/queue/completions'
import { endingsOf, missedEnd } from '#shared/queue/outcomes'
import { insertJobs, type JobInsert, openSendBatch, type SendBatch } from '#shared/queue/send'

export type ClientStore = {
  /** What is told to this process is held to. */
  sealer: Sealer
  /** How jobs have ended, of those that have. */
  endings: (jobIds: readonly string[]) => Promise<Ending[]>
  /** The same, in the time that a request has. */
  endingsInTime: (jobIds: readonly string[]) => Promise<Ending[]>
  /** In a transaction: whether a job has ended. */
  hasEnded: (tx: Tx, jobId: string) => Promise<boolean>
  /** Jobs as the queue has them. */
  queued: (jobIds: readonly string[]) => Promise<Pick<QueuedJob, 'id' | 'state'>[]>
  insert: (tx: Tx, contract: JobContract, job: JobInsert) => Promise<void>
  /** With the node that says so, for a caller who is told at once to come back for it. */
  insertNoted: (tx: Tx, contract: JobContract, job: JobInsert) => Promise<string | undefined>
  /** Without waiting for the disk: nothing is promised of a job whose caller still waits. */
  insertHastily: (contract: JobContract, jobs: JobInsert[]) => Promise<void>
  /** For a job that the store has lost. */
  insertAgain: (contract: JobContract, job: JobInsert) => Promise<void>
  /** Takes a job out of the queue if nobody has started it. */
  takeBack: (jobName: string, jobId: string) => Promise<unknown>
  sendBatch: SendBatch
  /** @param onListening what was said before was not heard. */
  listen: (channel: string, heard: (payload: string) => void, onListening: () => void) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

export type ClientStoreOptions = {
  url: string
  sql: Sql
  sealer: Signer
  processId: string
  log: Log
  /** A look into the store, in time. */
  read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>
  /** How long the store may take to accept a job. */
  bounds: WriteBounds
}

export async function openClientStore(options: ClientStoreOptions): Promise<ClientStore> {
  const { url, sql, sealer, processId, log, read, bounds } = options
  const onError = onceAMinute((error) => log.warn({ err: error }, 'queue client error'))
  const boss = await openBoss(sql, { upkeep: false, onError })
  const hasty = openSql({
    url,
    name: `assay-api:${processId}:requests`,
    poolSize: 2,
    synchronousCommit: false,
    statementTimeoutMs: 5000,
    idleInTransactionMs: bounds.beforeCommitMs + bounds.commitMs,
    isReadOnly: true,
  })
  const sending = { boss, sealer }
  const hastyWriter = boundedWriter(hasty, bounds)
  return {
    sealer,
    endings: (jobIds) => endingsOf(sql, sealer, jobIds),
    endingsInTime: (jobIds) => read((looking) => endingsOf(looking, sealer, jobIds)),
    hasEnded: async (tx, jobId) =>
      (await findOutcomes(tx, [jobId])).length > 0 || (await missedEnd(tx, [jobId])) !== undefined,
    queued: (jobIds) => findQueuedJobs(sql, jobNames, jobIds),
    insert: (tx, contract, job) => insertJobs(sending, contract, [job], tx),
    async insertNoted(tx, contract, job) {
      await insertJobs(sending, contract, [job], tx)
      return notePromise(tx, sealer, { id: job.id, job: contract.name, ...job.data })
    },
    insertHastily: (contract, jobs) => hastyWriter.begin((tx) => insertJobs(sending, contract, jobs, tx)),
    insertAgain: (contract, job) => insertJobs(sending, contract, [job], sql),
    takeBack: (jobName, jobId) => cancelUnstarted(sql, jobName, jobId, takenBack(sealer, jobId)),
    sendBatch: openSendBatch(sending),
    async listen(channel, heard, onListening) {
      const listening = await sql.listen(channel, heard, onListening)
      return () => listening.unlisten()
    },
    async close() {
      await boss.stop({ graceful: false, close: false })
      await hasty.end({ timeout: 5 })
    },
  }
}
