/**
 * What others have a say in of a job's life, and hear of it. The runner is handed a list of these and knows nothing of what they
 * are about: it sees that a job has a context, which its sender let ride along, and passes it on. A job without one passes none.
 *
 *   taken -> `terms` -> `begin` -> run -> `judge` -> settled: `hold`, outcomes, `end`
 *                                   |
 *                                   broke, or its worker's process was lost: `hold`, `retry`, taken again
 */
import type { Tx } from '#db/client'
import type { ServiceError, StoredError } from '#shared/kernel/errors'
import type { Ending } from '#shared/queue/completions'

/** One delivery of a job that has a context. */
export type JobDelivery = {
  jobId: string
  orgId: string
  keyId: string
  requestId: string
  /** As its sender had it. Whoever reads it makes sure that it is theirs. */
  context: unknown
  /** Which delivery of the job it is, from 0. */
  lease: number
  /** How many attempts it has spent before this one. */
  attempt: number
}

/** What a job's context asks of whoever does it. */
export type JobTerms = {
  /** Whether this release knows what it is about: a later one may have sent it. */
  isKnown: boolean
  /** Of it in logs. */
  logged: Record<string, unknown>
  /** An attempt that takes longer is refused with this. */
  timeout?: { seconds: number; refusal: () => ServiceError } | undefined
  /** How often it is tried, refusals that may pass by themselves too, where that is not the contract's to say. */
  attempts?: number | undefined
}

/** What is said of a result before it is saved. */
export type ReplyJudgement = {
  /** Where it may not be released. */
  refusal?: ServiceError | undefined
  /** Handed to `end`. */
  told?: unknown
}

/** What it was begun with. */
export type BegunDelivery = { told: unknown }

export type EndedDelivery = JobDelivery & { ending: Ending; told: unknown }
export type BrokenDelivery = JobDelivery & { isForgiven: boolean }

/** What deliveries are about, locked until the end of the transaction that settles them. */
export type HeldDeliveries = {
  /** Whether what a delivery came to still counts. */
  counts: (delivery: JobDelivery, state: 'succeeded' | 'failed' | 'again') => boolean
  /** Follows the endings of jobs, in the transaction of those. */
  end: (ended: readonly EndedDelivery[]) => Promise<void>
  /** Notes attempts that broke and will be made again. @param code why. */
  retry: (broken: readonly BrokenDelivery[], code: string) => Promise<void>
}

/** What a job is done within, and for whom, as the store has it, whatever the job itself says. */
export type KnownOfJob = {
  context: unknown
  orgId: string
  keyId: string
  requestId: string
  /** Which delivery speaks for what it is done within; null where any does. */
  lease: number | null
}

export type JobHooks = {
  /** Of jobs that are not what was ordered: for those that the store itself knows of. */
  known?: (tx: Tx, jobIds: readonly string[]) => Promise<ReadonlyMap<string, KnownOfJob>>
  terms?: (context: unknown) => JobTerms
  /** Before an attempt. False when nobody waits for this delivery any more. @throws the refusal that it ends in. */
  begin?: (delivery: JobDelivery) => Promise<boolean | BegunDelivery>
  /** @param reply what the worker tells of its result. @param begun what `begin` has told. */
  judge?: (delivery: JobDelivery, reply: string, begun?: unknown) => ReplyJudgement
  /** A refusal as it may be kept and told. */
  redact?: (error: StoredError) => StoredError
  /** Before anything else in the transaction that settles these. */
  hold?: (tx: Tx, deliveries: readonly JobDelivery[]) => Promise<HeldDeliveries>
}
