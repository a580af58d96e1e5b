/** The only place where a failure becomes an answer. */
import type { Answer } from '#api/http/endpoint'
import { isStoreAway } from '#db/client'
import type { Area } from '#shared/kernel/areas'
import { type ErrorCode, errorCodes, ServiceError } from '#shared/kernel/errors'
import { internalError, storeUnavailable } from '#shared/kernel/errors/service'

/** Anything that was thrown, as one of our failures. What is not ours tells nothing of the inside. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  return isStoreAway(thrown) ? storeUnavailable(thrown) : internalError(thrown)
}

/** A code's status in an area. Area D knows 400, 401, 429, 500, and 404 for a thing that is not there. */
export function statusOf(code: ErrorCode, area: Area | undefined): number {
  const { status } = errorCodes[code]
  if (area !== 'D') return status
  if (status >= 500) return 500
  return status === 401 || status === 404 || status === 429 ? status : 400
}

export function errorAnswer(error: ServiceError, requestId: string, area: Area | undefined): Answer {
  const status = statusOf(error.code, area)
  const details = status === 500 ? { ...error.details, request_id: requestId } : error.details
  const headers = status === 401 ? { 'WWW-Authenticate': 'Bearer', ...error.headers } : error.headers
  return { status, body: { error: { code: error.code, message: error.message, details } }, headers }
}
