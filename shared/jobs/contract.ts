/** What a job contract is: the name, the payload and the promises that API and workers both sign. */
import type { Static, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { Tx } from '#db/client'

export type JobPolicy = {
  /** Further attempts after the first. */
  retryLimit: number
  retryDelaySeconds: number
  /** An attempt that takes longer is given to another worker. */
  expireInSeconds: number
  /** How many deliveries may end with their worker's process and cost no attempt; none unless said. */
  lossesForgiven?: number
}

export type JobContract<Name extends string = string, Payload extends TSchema = TSchema> = {
  /** The queue's name; never renamed while jobs are in it. */
  name: Name
  /**
   * Raised by one with every change of what a payload, or what rides with it, may hold or means: a worker of an earlier
   * release then leaves the job to one of a later. Every payload of an earlier version is still understood.
   */
  version: number
  payload: Payload
  policy: JobPolicy
  /** How long an attempt at such a payload may take, in seconds, where that is not the policy's. */
  secondsOf?(payload: Static<Payload>): number | undefined
  /** What else is noted when such a job is called off by itself, in the transaction that ends it. */
  whenCanceled?(tx: Tx, jobId: string, payload: Static<Payload>): Promise<void>
  /** Whether a refusal that may pass by itself is tried again: where nobody waits for it to be told. */
  retriesTransient?(payload: Static<Payload>): boolean
  check: TypeCheck<Payload>
}

export type PayloadOf<C extends JobContract> = Static<C['payload']>

export function defineJob<Name extends string, Payload extends TSchema>(job: {
  name: Name
  version?: number
  payload: Payload
  policy: JobPolicy
  secondsOf?(payload: Static<Payload>): number | undefined
  whenCanceled?(tx: Tx, jobId: string, payload: Static<Payload>): Promise<void>
  retriesTransient?(payload: Static<Payload>): boolean
}): JobContract<Name, Payload> {
  return { version: 1, ...job, check: TypeCompiler.Compile(job.payload) }
}

/** How long an attempt may take, in seconds. */
export const attemptSeconds = ({ policy, secondsOf }: JobContract, payload: unknown): number =>
  secondsOf?.(payload as never) ?? policy.expireInSeconds
