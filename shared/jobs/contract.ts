/** What a job contract is: all that is said of a job type, in one literal that API and workers both sign. */
import type { Static, TSchema } from '@sinclair/typebox'
import type { Tx } from '#db/client'
import type { Area } from '#shared/kernel/areas'
import type { Config } from '#shared/kernel/config'
import { type Check, compiledLater } from '#shared/kernel/schema/compiled-later'
import type { Sealer } from '#shared/kernel/sealer'

/** What a machine must have for a job beside our code: a process that lacks it says so. */
type JobNeed = 'browser'

export type JobAttempts = {
  /** How often it is begun at most. */
  limit: number
  /** From one that broke to the next. */
  delaySeconds: number
  /** One that takes longer is given to another worker. */
  expireInSeconds: number
  /** How many deliveries may end with their worker's process and cost no attempt; none unless said. */
  lossesForgiven?: number
}

type JobTerms<Name extends string, Payload extends TSchema> = {
  /** The queue's name; never renamed while jobs are in it. */
  name: Name
  /** Whose calls are not answered when nobody does it: /readyz asks for a worker of it where one of these areas is on. */
  areas: readonly Area[]
  payload: Payload
  /** How long a call waits for it, unless `WAIT_MS_` with its name says otherwise. */
  waitMs: number
  attempts: JobAttempts
  /** Whether such a job takes so long that it is no reason to keep a place free, and goes behind others, though somebody waits for it. */
  isLong?(payload: Static<Payload>): boolean
  /** How long an attempt at such a payload may take, in seconds, where that is not `expireInSeconds`. */
  secondsOf?(payload: Static<Payload>): number | undefined
  /** The streams of evidence that a result of it begins, each ending in the job's id: one that stands in one was done. */
  streams?: readonly string[]
  /** Whether what such a job comes to begins no stream, and is kept by itself, as JSON text: to whoever waits for it it is promised at once. */
  keepsResult?(payload: Static<Payload>): boolean
  /** What else is noted when such a job is called off by itself, in the transaction that ends it. */
  whenCanceled?(tx: Tx, sealer: Sealer, jobId: string, payload: Static<Payload>): Promise<void>
  /** Whether a refusal that may pass by itself is tried again: where nobody waits for it to be told. */
  retriesTransient?(payload: Static<Payload>): boolean
}

export type JobContract<Name extends string = string, Payload extends TSchema = TSchema> = JobTerms<Name, Payload> & {
  /**
   * Raised by one with every change of what a payload, or what rides with it, may hold or means: a worker of an earlier
   * release then leaves the job to one of a later. Every payload of an earlier version is still understood.
   */
  version: number
  needs: readonly JobNeed[]
  check: Check<Payload>
}

export type PayloadOf<C extends JobContract> = Static<C['payload']>

/** Of the first version, and in need of nothing, unless said. */
export function defineJob<Name extends string, Payload extends TSchema>(
  job: JobTerms<Name, Payload> & Partial<Pick<JobContract, 'version' | 'needs'>>,
): JobContract<Name, Payload> {
  return { version: 1, needs: [], ...job, check: compiledLater(job.payload) }
}

/** How long an attempt may take, in seconds. */
export const attemptSeconds = ({ attempts, secondsOf }: JobContract, payload: unknown): number =>
  secondsOf?.(payload as never) ?? attempts.expireInSeconds

/** The longest a call waits for its job. */
export const waitMsOf = (
  { waitMs }: Pick<Config, 'waitMs'>,
  { name, waitMs: standard }: Pick<JobContract, 'name' | 'waitMs'>,
): number => waitMs[name] ?? standard
