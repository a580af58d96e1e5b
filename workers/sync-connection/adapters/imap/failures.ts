/** From what imapflow, TLS and sockets throw to why a mailbox could not be read. Nothing of what a server says is passed on. Pure. */
import type { AdapterFailureCode } from '#db/documents/briefing'
import { isOfCertificate } from '#shared/egress/certificates'
import type { TargetRefusal } from '#shared/egress/resolve'
import { AdapterError } from '#workers/sync-connection/adapters/adapter'

type Failure = readonly [AdapterFailureCode, string]

const late: Failure = ['TIMEOUT', 'The server did not answer in time.']
const foreign: Failure = ['MALFORMED', 'The server answered in another protocol.']
const full: Failure = ['RATE_LIMITED', 'The server wants to be asked less often.']
const ended: Failure = ['TRUNCATED', 'The server ended the connection before it had answered.']
const denied: Failure = ['CREDENTIALS', 'The server does not accept the login.']

const refusals: Record<TargetRefusal, Failure> = {
  address: ['ADDRESS_REFUSED', 'The address may not be visited.'],
  port: ['ADDRESS_REFUSED', 'The port may not be visited.'],
  name_not_found: ['UNREACHABLE', 'The server’s name is not known.'],
}
export const refusedTarget = (reason: TargetRefusal): AdapterError => new AdapterError(...refusals[reason])
export const clearRefused = (): AdapterError =>
  new AdapterError('ADDRESS_REFUSED', 'Without encryption only addresses are visited that the operator named.')

/** By imapflow's, Node's and OpenSSL's names. */
const byCode: Record<string, Failure> = {
  ECONNREFUSED: ['UNREACHABLE', 'The server refuses connections.'],
  EHOSTUNREACH: ['UNREACHABLE', 'The server cannot be reached.'],
  ENETUNREACH: ['UNREACHABLE', 'The server cannot be reached.'],
  EADDRNOTAVAIL: ['UNREACHABLE', 'The server cannot be reached.'],
  ENOTFOUND: ['UNREACHABLE', 'The server’s name is not known.'],
  CONNECT_TIMEOUT: late,
  GREETING_TIMEOUT: late,
  UPGRADE_TIMEOUT: late,
  ETIMEOUT: late,
  ETIMEDOUT: late,
  LineTooLarge: ['TOO_LARGE', 'The server’s answer is too large.'],
  LiteralTooLarge: ['TOO_LARGE', 'The server’s answer is too large.'],
  ResponseTooLarge: ['TOO_LARGE', 'The server’s answer is too large.'],
  ETHROTTLE: full,
  UnexpectedTag: foreign,
  InvalidResponse: foreign,
  ResponseProcessingFailed: foreign,
  MAX_IMAP_NESTING_REACHED: foreign,
  NotImap: foreign,
  STARTTLS_INJECTION: ['UPSTREAM', 'Somebody spoke before the connection was encrypted.'],
  ECONNRESET: ended,
  EPIPE: ended,
  NoConnection: ended,
  EConnectionClosed: ended,
  StateLogout: ended,
  ClosedAfterConnectText: ended,
  ClosedAfterConnectTLS: ended,
}

/** Codes in square brackets of a NO or BAD. Source: RFC 5530. */
const byAnswer: Record<string, Failure> = {
  AUTHENTICATIONFAILED: denied,
  AUTHORIZATIONFAILED: denied,
  EXPIRED: denied,
  OVERQUOTA: full,
  LIMIT: full,
  INUSE: full,
  UNAVAILABLE: ['UPSTREAM', 'The server says that it cannot answer now.'],
  SERVERBUG: ['UPSTREAM', 'The server says that it is broken.'],
  CONTACTADMIN: ['UPSTREAM', 'The server asks one to see its administrator.'],
  NOPERM: ['FORBIDDEN', 'The login may not read this.'],
  NONEXISTENT: ['NOT_FOUND', 'The server has no such folder.'],
  PRIVACYREQUIRED: ['FORBIDDEN', 'The server lets nobody in without encryption.'],
}

const otherProtocol = /^(?:EPROTO|ERR_SSL|ERR_TLS|ParserError)|SSL_|WRONG_VERSION/
const goneUntil = new Set(['NoConnection', 'EConnectionClosed', 'ClosedAfterConnectText', 'ClosedAfterConnectTLS'])
const isBusy = /too many|\blimit|throttl|\brate\b|\bquota|try again|\blater\b|\bbusy\b/i

type Thrown = {
  code?: unknown
  message?: unknown
  authenticationFailed?: unknown
  serverResponseCode?: unknown
  responseStatus?: unknown
  responseText?: unknown
  response?: unknown
  mailboxMissing?: unknown
  tlsFailed?: unknown
  throttleReset?: unknown
}

export type FailedAt = {
  at: Date
  isAborted: boolean
  /** What ended the connection, where something did: whoever waited for an answer is only told that it is gone. */
  cause: unknown
  /** What the server said when it hung up. */
  byeReason: string | undefined
  /** It said something, though no greeting. */
  hasSpoken: boolean
}

/** @throws the error itself, where it is none of the other side's */
export function imapFailure(error: unknown, { at, isAborted, cause, byeReason, hasSpoken }: FailedAt): AdapterError {
  if (error instanceof AdapterError) return error
  if (isAborted) return new AdapterError(...late)
  const thrown = (typeof error === 'object' && error !== null ? error : {}) as Thrown
  const isGone = goneUntil.has(String(thrown.code))
  if (isGone && cause instanceof AdapterError) return cause
  const told = isGone && typeof cause === 'object' && cause !== null ? (cause as Thrown) : thrown
  const code = typeof told.code === 'string' ? told.code : ''
  const refused = answered(thrown)
  if (refused) return new AdapterError(...refused)
  if (isGone && byeReason !== undefined)
    return new AdapterError(...(isBusy.test(byeReason) ? full : (['UPSTREAM', 'The server hung up.'] as const)))
  if (code === 'GREETING_TIMEOUT' && hasSpoken) return new AdapterError(...foreign)
  if (isOfCertificate(code)) return new AdapterError('CERTIFICATE', 'The server’s certificate does not hold.')
  const known = byCode[code]
  if (known) return new AdapterError(...known, code === 'ETHROTTLE' ? throttled(told.throttleReset, at) : null)
  if (otherProtocol.test(code)) return new AdapterError(...foreign)
  if (told.tlsFailed === true)
    return new AdapterError('UPSTREAM', 'No encrypted connection came about: nothing was sent without one.')
  throw error
}

/** Of a NO or a BAD; of whoever was not let in. */
function answered(thrown: Thrown): Failure | undefined {
  const status = thrown.responseStatus
  if (status === 'NO' || status === 'BAD') {
    if (thrown.mailboxMissing === true) return byAnswer['NONEXISTENT']
    const known = byAnswer[codeOf(thrown)]
    if (known) return known
    if (isBusy.test(typeof thrown.responseText === 'string' ? thrown.responseText : '')) {
      if (thrown.code !== 'ETHROTTLE') return full
      return undefined
    }
    // Also a BAD: whoever goes on with a login that is not liked is soon locked out.
    if (thrown.authenticationFailed === true) return denied
    return ['UPSTREAM', 'The server refused a command.']
  }
  if (thrown.authenticationFailed !== true || thrown.code !== undefined) return undefined
  // imapflow's own, before anything was sent: there is no way in that both know.
  if (thrown.message === 'Authentication failed') return denied
  return ['FORBIDDEN', 'The server offers no way to log in with what is known of the connection.']
}

function codeOf({ serverResponseCode, response }: Thrown): string {
  if (typeof serverResponseCode === 'string') return serverResponseCode.toUpperCase()
  const section = (response as { attributes?: { section?: { value?: unknown }[] }[] } | undefined)?.attributes?.[0]
    ?.section
  const value = Array.isArray(section) ? section[0]?.value : undefined
  return typeof value === 'string' ? value.toUpperCase() : ''
}

const throttled = (reset: unknown, at: Date): Date | null =>
  typeof reset === 'number' && reset > 0 ? new Date(at.getTime() + Math.min(reset, 86_400_000)) : null
