/** Decides what follows an attempt that came to nothing. The runner, the completer and the rescuer ask it. Pure. */
import type { JobContract } from '#shared/jobs/contract'
import type { Envelope } from '#shared/jobs/envelope'
import { isTransient, ServiceError } from '#shared/kernel/errors'

/** A job as it was delivered: `retryCount` is 0 the first time. */
export type Claimed = {
  id: string
  data: Envelope
  retryCount: number
  /** It has an outcome. */
  isEnded?: boolean
  /** What it comes to stands in the evidence. */
  isMade?: boolean
  /** As many were claimed as were asked for, and jobs of several organisations stood in line. */
  isShared?: boolean
}

/** What an attempt came to whose process has gone without a word. */
export const workerLost = new Error('the worker process was lost')

/**
 * `refused`: it is done, and the refusal is what it came to. `again`: it broke and has attempts left; `forgiven`: that costs it
 * none. `given-up`: it broke for the last time.
 */
export type NextAttempt = 'refused' | 'again' | 'forgiven' | 'given-up'

/** @param promised how many attempts its sender has promised, refusals that may pass included, where that is not the contract's to say. */
export function nextAttempt(contract: JobContract, claimed: Claimed, error: unknown, promised?: number): NextAttempt {
  const { attempts, retriesTransient } = contract
  const { payload, lost = 0 } = claimed.data
  const isLast = attemptOf(claimed) + 1 >= (promised ?? attempts.limit)
  if (error === workerLost && lost < (attempts.lossesForgiven ?? 0)) return 'forgiven'
  if (error instanceof ServiceError) {
    const isWorthMore = !isLast && isTransient(error)
    // A payload that is not of its contract is refused for that, which does not pass.
    return isWorthMore && (promised !== undefined || retriesTransient?.(payload as never)) ? 'again' : 'refused'
  }
  return isLast ? 'given-up' : 'again'
}

/** How many attempts a job has spent before this one. */
export const attemptOf = ({ data: { lost = 0 }, retryCount }: Claimed): number => Math.max(0, retryCount - lost)
