/** Which refusals may pass by themselves: those are worth another attempt, where attempts are promised. */
import { ServiceError } from '#shared/kernel/errors'

// Of a page, or of an agent elsewhere.
const passingReasons = new Set([
  'name_not_resolved',
  'connection_failed',
  'timeout',
  'unstable',
  'crashed',
  'unreachable',
])
const passingCodes = new Set(['STORE_UNAVAILABLE', 'BROWSER_UNAVAILABLE', 'DEADLINE_EXCEEDED'])

export function isPassing(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  const { reason, status } = error.details
  if (reason === 'http_status') return Number(status) >= 500
  return passingCodes.has(error.code) || (typeof reason === 'string' && passingReasons.has(reason))
}
