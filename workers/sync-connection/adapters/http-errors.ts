/** From how a server answered, or did not, to why a connection could not be read. */
import type { AdapterFailureCode } from '#db/documents/briefing'
import { type AdapterFetchRefusal, EgressFailure } from '#shared/egress/adapter-fetch'
import { AdapterError } from '#workers/sync-connection/adapters/adapter'

type Failure = { code: AdapterFailureCode; message: string }

const refused = (message: string): Failure => ({ code: 'ADDRESS_REFUSED', message })
const late: Failure = { code: 'TIMEOUT', message: 'The server did not answer in time.' }

const failures: Record<Exclude<AdapterFetchRefusal, 'method'>, Failure> = {
  not_a_url: refused('The address is none.'),
  scheme: refused('The address is neither http nor https.'),
  credentials: refused('The address holds a name or a password.'),
  address: refused('The address may not be visited.'),
  port: refused('The port may not be visited.'),
  elsewhere: refused('The server sends one on to another server.'),
  name_not_found: { code: 'UNREACHABLE', message: 'The server’s name is not known.' },
  unreachable: { code: 'UNREACHABLE', message: 'The server cannot be reached.' },
  connect_timeout: late,
  timeout: late,
  aborted: late,
  certificate: { code: 'CERTIFICATE', message: 'The server’s certificate does not hold.' },
  too_many_redirects: { code: 'UPSTREAM', message: 'The server sends one on and on.' },
  cut: { code: 'TRUNCATED', message: 'The answer was cut short.' },
  broken: { code: 'MALFORMED', message: 'The server answered in another protocol.' },
  too_large: { code: 'TOO_LARGE', message: 'The answer is too large.' },
}

/**
 * Why a library that goes out by `adapterFetch` gave up: looks through what it wrapped.
 * @param at by which `Retry-After` is counted.
 * @throws the error itself, where it is none of the other side's
 */
export function adapterErrorOf(error: unknown, at: Date): AdapterError {
  for (const each of chainOf(error)) {
    if (each instanceof AdapterError) return each
    if (each instanceof EgressFailure) {
      if (each.reason === 'method') throw error
      const { code, message } = failures[each.reason]
      return new AdapterError(code, message)
    }
    if (each instanceof SyntaxError) return malformed('The answer cannot be read.')
    const answered = answerOf(each)
    const failure = answered && statusFailure(answered.status, answered.headers, at)
    if (failure) return failure
  }
  throw error
}

/** What a status means, or null where it is no failure. */
export function statusFailure(status: number, headers: Headers, at: Date): AdapterError | null {
  if (status < 400) return null
  const retryAt = retryAfterOf(headers, at)
  if (status === 429 || (status === 403 && (retryAt || isSpent(headers))))
    return new AdapterError('RATE_LIMITED', 'The server wants to be asked less often.', retryAt ?? resetOf(headers, at))
  if (status === 401) return new AdapterError('CREDENTIALS', 'The server does not accept the login.')
  if (status === 403) return new AdapterError('FORBIDDEN', 'The login may not read this.')
  if (status === 404 || status === 410)
    return new AdapterError('NOT_FOUND', 'The server knows nothing at this address.')
  if (status === 408) return new AdapterError(late.code, late.message, retryAt)
  return new AdapterError('UPSTREAM', `The server answered HTTP ${status}.`, retryAt)
}

/** @param message for people: nothing of what was answered. */
export const malformed = (message: string): AdapterError => new AdapterError('MALFORMED', message)

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(headers: Headers, at: Date): Date | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  return momentOf(/^\d+$/.test(text) ? at.getTime() + Number(text) * 1000 : Date.parse(text), at)
}

/** GitHub's, Gitea's and GitLab's names for what is left of a budget, and for when it is full again, in Unix seconds. */
const isSpent = (headers: Headers) => headers.get('x-ratelimit-remaining') === '0'
const resetOf = (headers: Headers, at: Date) =>
  momentOf(Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? Number.NaN) * 1000, at)

// Whoever names a time that is further off is misread, or does not mean us.
const retryAtMostMs = 24 * 3_600_000

const momentOf = (ms: number, at: Date): Date | null =>
  ms >= at.getTime() ? new Date(Math.min(ms, at.getTime() + retryAtMostMs)) : null

function* chainOf(error: unknown): Generator<Error> {
  let each = error
  // No library wraps deeper; one that wraps itself would never end.
  for (let depth = 0; depth < 8 && each instanceof Error; depth += 1) {
    yield each
    each = each.cause
  }
}

/** Octokit's and gaxios's errors have the status, and the headers of what was answered: plain, or Headers. */
function answerOf(error: Error): { status: number; headers: Headers } | undefined {
  const { status, response } = error as { status?: unknown; response?: { headers?: unknown } | null }
  if (typeof status !== 'number' || !response) return undefined
  return { status, headers: new Headers(response.headers as HeadersInit) }
}
