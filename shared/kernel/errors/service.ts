/** Faults of the service itself: what it could not do, and what it does not know of what it did. */
import { ServiceError } from '#shared/kernel/errors'

export const internalError = (cause?: unknown) => new ServiceError('INTERNAL_ERROR', 'internal error', { cause })

export const storeUnavailable = (cause?: unknown) =>
  new ServiceError('STORE_UNAVAILABLE', 'the store cannot be reached right now', {
    cause,
    headers: { 'Retry-After': '2' },
  })

/** @param retryAfterSeconds when there may be room again. */
export const overloaded = (retryAfterSeconds: number) =>
  new ServiceError('OVERLOADED', 'too much is waiting right now: this was not begun', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  })

/** What a request makes: its ids by name, and the path that tells whether it is there. */
export type Made = {
  ids: Record<string, string | readonly string[]>
  lookAt: string
  /** Sent again it is the same, also without an Idempotency-Key. */
  isSameAgain?: boolean
}

const whatCame = {
  unknown: 'it may have been done or not',
  partly: 'a part of it was done',
  done: 'it was done, but its result cannot be read right now',
} as const

type Outcome = keyof typeof whatCame

/**
 * What is told of something that was sent to the store, of which no answer came, or that was done and cannot be read back.
 * @param isRepeatable whether the request came under an Idempotency-Key.
 */
export const outcomeUnknown = (
  { ids, lookAt, isSameAgain = false }: Made,
  { outcome, isRepeatable, cause }: { outcome: Outcome; isRepeatable: boolean; cause?: unknown },
) => {
  const again = isRepeatable
    ? ', or send it again under the same Idempotency-Key'
    : '; sent again, it may be done twice'
  const advice = isSameAgain ? ', or send it again' : again
  return new ServiceError('OUTCOME_UNKNOWN', `${whatCame[outcome]}: look at ${lookAt}${advice}`, {
    details: { ...ids, outcome, look_at: lookAt },
    headers: { Location: lookAt, 'Retry-After': '2' },
    cause,
  })
}
