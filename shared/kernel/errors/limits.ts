/** More than is allowed at once, or in a minute. */
import { ServiceError } from '#shared/kernel/errors'

export const tooManyQueued = (queued: number, limit: number, retryAfterSeconds: number) =>
  new ServiceError('RATE_LIMIT_EXCEEDED', `${queued} pages are queued already, at most ${limit} may be`, {
    details: { queued, limit, retry_after_seconds: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })

export const tooManyStreamsOfKey = (limit: number) =>
  new ServiceError('RATE_LIMIT_EXCEEDED', `${limit} streams of this key are open already`, {
    details: { limit, retry_after_seconds: 5 },
    headers: { 'Retry-After': '5' },
  })

export const tooManyStreams = (limit: number) =>
  new ServiceError('RATE_LIMIT_EXCEEDED', `${limit} streams are open here already`, {
    details: { limit, retry_after_seconds: 5 },
    headers: { 'Retry-After': '5' },
  })

/** @param wanted by one request at once. */
export const rateLimitedAtOnce = (retryAfterSeconds: number, limit: number, area: string, wanted: number) =>
  new ServiceError(
    'RATE_LIMIT_EXCEEDED',
    wanted > limit
      ? `this counts as ${wanted} requests of area ${area}, more than the ${limit} allowed a minute: split it`
      : `this counts as ${wanted} requests of area ${area}, more than are left of the ${limit} allowed this minute`,
    {
      details: { limit, area, wanted, retry_after_seconds: retryAfterSeconds },
      headers: { 'Retry-After': String(retryAfterSeconds) },
    },
  )

export const rateLimited = (retryAfterSeconds: number, limit: number) =>
  new ServiceError('RATE_LIMIT_EXCEEDED', `more than ${limit} requests in a minute`, {
    details: { limit, retry_after_seconds: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
