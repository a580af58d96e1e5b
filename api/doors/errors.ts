/** The only place where a failure becomes an answer. */
import type { Answer } from '#api/doors/endpoint'
import { isStoreAway } from '#db/client'
import { errorCodes, internalError, ServiceError, storeUnavailable } from '#shared/errors'

/** Anything that was thrown, as one of our failures. What is not ours tells nothing of the inside. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  return isStoreAway(thrown) ? storeUnavailable(thrown) : internalError(thrown)
}

export function errorAnswer(error: ServiceError, requestId: string): Answer {
  const { status } = errorCodes[error.code]
  const details = status === 500 ? { ...error.details, request_id: requestId } : error.details
  return { status, body: { error: { code: error.code, message: error.message, details } }, headers: error.headers }
}
