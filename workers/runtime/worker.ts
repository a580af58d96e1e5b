/** What a job's worker is: what does one type of job. */
import type { Registry } from 'prom-client'
import type { Db, Tx } from '#db/client'
import type { ProcessNotes } from '#db/documents/process-notes'
import type { Signer } from '#shared/evidence/signing'
import type { Governance } from '#shared/governance/governance'
import type { JobContract, PayloadOf } from '#shared/jobs/contract'
import type { Config } from '#shared/kernel/config'
import type { StoredError } from '#shared/kernel/errors'
import type { Log } from '#shared/kernel/logger'
import type { SendBatch, Sender } from '#shared/queue/send'

/** What every worker is handed when it opens. */
export type WorkerTools = {
  db: Db
  signer: Signer
  governance: Governance
  log: Log
  config: Config
  /** For a worker whose jobs lead to further jobs. */
  sendBatch: SendBatch
  /** Of this process's metrics, for a worker that has figures of its own. */
  registry: Registry
  /** Says what this process works with or lacks; /readyz shows it. */
  note: (notes: Partial<ProcessNotes>) => void
}

/** One attempt at one job. */
export type JobAttempt = {
  id: string
  /** 0 for the first. */
  attempt: number
  requestId: string
  orgId: string
  keyId: string
  log: Log
  /** Fires when the job is canceled, has run out of time, or the process must go. */
  signal: AbortSignal
  /** Tells whoever looks how far the job is. */
  progress: (done: number, total: number) => void
}

export type Done<Result> = { job: JobAttempt; result: Result }

/** A job that ended without a result: refused, or broken for good. */
export type Failure<Payload> = Sender & { id: string; payload: Payload; error: StoredError }

export type OpenWorker<Payload, Result> = {
  /** Jobs at once in one process. */
  concurrency: number
  /** Places beside them that only a job takes that somebody waits for. */
  reserved?: number
  /** Whether it does what a payload asks for, where the contract leaves that open. What it does not know is left to others. */
  knows?: (payload: Payload) => boolean
  /**
   * Computes; writes nothing; may run twice. A thrown ServiceError is a refusal: final, unless it may pass and the contract says
   * that it is tried again then. Any other throw is tried again.
   */
  run: (payload: Payload, job: JobAttempt) => Promise<Result>
  /** Locks what jobs share, those of a whole group at once and in one order; before `save` and `onDiscarded`, which may run side by side. */
  hold?: (tx: Tx, payloads: readonly Payload[]) => Promise<unknown>
  /** Writes what a group of jobs came to, in one transaction with their outcomes. Called once per job, never for one that had ended before. */
  save: (tx: Tx, done: Done<Result>[]) => Promise<void>
  /** Notes jobs that ended without a result, in one transaction with their outcomes. Called once per job. */
  onDiscarded?: (tx: Tx, failures: Failure<Payload>[]) => Promise<void>
  /** What a waiting API process is told along with the ending, if it is small; it reads anything else by the job's id. */
  reply?: (result: Result) => string | undefined
  close?: () => Promise<void>
}

export type JobWorker<C extends JobContract = JobContract> = {
  contract: C
  open: (tools: WorkerTools) => Promise<OpenWorker<PayloadOf<C>, unknown>>
}

export function defineWorker<C extends JobContract, Result>(
  contract: C,
  open: (tools: WorkerTools) => OpenWorker<PayloadOf<C>, Result> | Promise<OpenWorker<PayloadOf<C>, Result>>,
): JobWorker<C> {
  // The runner hands `save` nothing but what this worker's own `run` returned, so Result may be forgotten here.
  return { contract, open: async (tools) => (await open(tools)) as OpenWorker<PayloadOf<C>, unknown> }
}
