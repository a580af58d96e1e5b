/** What keeps any request from being served: its shape, its key, its path, its size. */
import { type Issue, issueLimit, ServiceError } from '#shared/kernel/errors'

/** Names in a request may be as long as the request; an answer that repeats one a hundred times need not be. */
const toldAtMost = 500
const shortened = (text: string) => (text.length <= toldAtMost ? text : `${text.slice(0, toldAtMost).toWellFormed()}…`)

/** @param issues each message says of its path what is wrong with it: "is missing". @param message where the first of them does not tell it. */
export const invalidRequest = (issues: Issue[], message = toldBy(issues)) =>
  new ServiceError('INVALID_REQUEST', message.length <= 4 * toldAtMost ? message : shortened(message), {
    details: { issues: issues.map((issue) => ({ ...issue, path: shortened(issue.path) })) },
  })

function toldBy([first, ...more]: Issue[]): string {
  if (!first) return 'the request does not fit'
  const told = `${first.path || 'the body'} ${first.message}`
  return more.length === 0 ? told : `${more.length + 1} faults, the first: ${told}`
}

export const invalidApiKey = () =>
  new ServiceError('INVALID_API_KEY', 'missing or invalid API key', { headers: { 'WWW-Authenticate': 'Bearer' } })

/** @param issues where in the request it is needed. */
export const scopeRequired = (needed: string, issues: Issue[] = []) =>
  new ServiceError('SCOPE_REQUIRED', `this key lacks ${needed}`, {
    details: { needed, ...(issues[0] ? { path: issues[0].path, issues: issues.slice(0, issueLimit) } : {}) },
  })

export const notFound = (path: string) =>
  new ServiceError('NOT_FOUND', `there is nothing at ${path}`, { details: { path } })

export const methodNotAllowed = (method: string, allowed: string[]) =>
  new ServiceError('METHOD_NOT_ALLOWED', `${method} is not allowed here; allowed: ${allowed.join(', ')}`, {
    details: { allowed },
    headers: { Allow: allowed.join(', ') },
  })

export const idempotencyConflict = () =>
  new ServiceError('IDEMPOTENCY_CONFLICT', 'this Idempotency-Key was used for another request')

export const bodyTooLarge = (limitBytes: number) =>
  new ServiceError('BODY_TOO_LARGE', `the body is larger than ${limitBytes} bytes`, {
    details: { limit_bytes: limitBytes },
    headers: { Connection: 'close' },
  })

export const unsupportedMediaType = (got: string, accepted: string[]) =>
  new ServiceError('UNSUPPORTED_MEDIA_TYPE', `${got} is not accepted here; accepted: ${accepted.join(', ')}`, {
    details: { accepted },
  })
