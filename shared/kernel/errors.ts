/** Every way a call can fail, by name: one table of codes; its makers, one per case, stand by resource in the folder beside it. */
import { wellFormed } from '#shared/kernel/well-formed'

type CodeEntry = {
  status: number
  meaning: string
  /** It may pass by itself: where attempts are promised, it is worth another one. */
  transient?: true
}

/** Each code's HTTP status, what it means and whether it may pass. The wire, OpenAPI and the areas' own tables are made from this. */
export const errorCodes = {
  INVALID_REQUEST: { status: 400, meaning: 'The request does not fit; details.issues lists every fault.' },
  ADDRESS_REFUSED: { status: 400, meaning: 'The address may not be visited from here; details.reason says why.' },
  PAGE_UNREACHABLE: { status: 400, meaning: 'The page could not be loaded or examined; details.reason says why.' },
  CONNECTION_UNREACHABLE: { status: 400, meaning: 'The connection does not work; details.error says why.' },
  UNSUPPORTED_SNAPSHOT: {
    status: 400,
    meaning: 'The snapshot cannot be read or is over a limit; details.issues says which.',
  },
  UNSUPPORTED_TASK_TYPE: { status: 400, meaning: 'This agent does not do that; details.allowed lists what it does.' },
  INVALID_API_KEY: { status: 401, meaning: 'The bearer key is missing or not valid.' },
  SCOPE_REQUIRED: { status: 403, meaning: 'The key lacks an area or a scope.' },
  GOVERNANCE_DENIED: { status: 403, meaning: 'The constitution forbids it; details names the articles.' },
  AGENT_NOT_FOUND: { status: 404, meaning: 'No such agent.' },
  NODE_NOT_FOUND: { status: 404, meaning: 'No such evidence node.' },
  NOT_IN_LOG: { status: 404, meaning: 'No log has this checkpoint, tile or these entries, or not yet.' },
  TASK_NOT_FOUND: { status: 404, meaning: 'No such task.' },
  STEP_NOT_FOUND: { status: 404, meaning: 'The task has no such step.' },
  VIOLATION_NOT_FOUND: { status: 404, meaning: 'No such violation.' },
  TRACE_NOT_FOUND: { status: 404, meaning: 'No such trace.' },
  SYSTEM_NOT_FOUND: { status: 404, meaning: 'No trace of that system.' },
  SCAN_NOT_FOUND: { status: 404, meaning: 'No such scan.' },
  RUN_NOT_FOUND: { status: 404, meaning: 'No such run.' },
  CLAIM_NOT_FOUND: { status: 404, meaning: 'No such claim.' },
  VERIFICATION_NOT_FOUND: { status: 404, meaning: 'No such design verification, or it has no such picture.' },
  COMPONENT_NOT_FOUND: { status: 404, meaning: 'No such component.' },
  CONNECTION_NOT_FOUND: { status: 404, meaning: 'No such connection.' },
  EVENT_NOT_FOUND: { status: 404, meaning: 'No such event in any calendar that is connected.' },
  BRIEFING_NOT_FOUND: { status: 404, meaning: 'No such briefing, or it was erased.' },
  SIGNAL_NOT_FOUND: { status: 404, meaning: 'No such signal.' },
  FEEDBACK_NOT_FOUND: { status: 404, meaning: 'No such feedback.' },
  QUESTION_NOT_FOUND: { status: 404, meaning: 'The scan has no such question, or no picture of it.' },
  ANSWER_NOT_FOUND: { status: 404, meaning: 'No such answer.' },
  WAIVER_NOT_FOUND: { status: 404, meaning: 'No such waiver.' },
  JOB_NOT_FOUND: { status: 404, meaning: 'No such job, or not one of this key.' },
  NOT_FOUND: { status: 404, meaning: 'No such path.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, the method does not; see Allow.' },
  IDEMPOTENCY_CONFLICT: { status: 409, meaning: 'The Idempotency-Key was used for another request.' },
  AGENT_SUSPENDED: { status: 409, meaning: 'The agent takes no tasks; details.reason says why.' },
  STATE_CONFLICT: { status: 409, meaning: 'The state of the thing does not allow it.' },
  BODY_TOO_LARGE: { status: 413, meaning: 'The body is larger than this endpoint takes.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The content type or encoding is not one this endpoint takes.' },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'Too many requests in this window; see Retry-After.' },
  INTERNAL_ERROR: { status: 500, meaning: 'A fault of ours. The request id finds it in the logs.' },
  JOB_FAILED: { status: 500, meaning: 'The job failed for good.' },
  JOB_TAMPERED: {
    status: 500,
    meaning: 'What was to be done is not what was ordered: somebody changed it in the store, and nothing was done.',
  },
  EVIDENCE_MISMATCH: {
    status: 500,
    meaning: 'The store does not hold what its evidence says, so it is not shown; details.node names the evidence.',
  },
  BROWSER_UNAVAILABLE: {
    status: 503,
    meaning: 'No worker has a browser: scans are off; /readyz says why.',
    transient: true,
  },
  NO_SOURCE: {
    status: 503,
    meaning:
      'No connection could be read and nothing is stored of any; details.adapters says how each stands. See Retry-After.',
    transient: true,
  },
  NO_WORKER: { status: 503, meaning: 'No process does such work right now: nothing was done; see Retry-After.' },
  GOVERNANCE_HALT: { status: 503, meaning: 'Writes are halted by a violation of tier T5; reads stay open.' },
  STORE_UNAVAILABLE: {
    status: 503,
    meaning: 'The store cannot be reached: nothing was done; see Retry-After.',
    transient: true,
  },
  OVERLOADED: { status: 503, meaning: 'Too much is to be written right now: nothing was done; see Retry-After.' },
  OUTCOME_UNKNOWN: {
    status: 504,
    meaning:
      'It may have been done: the store did not say. Look at details.look_at, or send it again under the same Idempotency-Key.',
  },
  AGENT_FAILED: { status: 502, meaning: 'An agent elsewhere did not do it; details.reason says why.' },
  DEADLINE_EXCEEDED: { status: 504, meaning: 'The task was not done in the time it was given.', transient: true },
  JOB_TIMEOUT: { status: 504, meaning: 'The job goes on; details.job_id finds it.' },
} as const satisfies Record<string, CodeEntry>

export type ErrorCode = keyof typeof errorCodes

/** Of the reasons that `details.reason` gives, of a page or of an agent elsewhere, those that may pass by themselves. */
const transientReasons: ReadonlySet<unknown> = new Set([
  'name_not_resolved',
  'connection_failed',
  'timeout',
  'unstable',
  'crashed',
  'unreachable',
])

/** One fault in a body or query: where, what, and what would fit. */
export type Issue = { path: string; message: string; expected: string }

/** Issues listed for one request at most. */
export const issueLimit = 100

/** A failure with a name. Thrown by a worker it is a refusal: settled as it is, and tried again only where it is transient and the job says so. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  /** Headers that belong to this failure whatever the area: Allow, Retry-After, Location, WWW-Authenticate. */
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'ServiceError'
    this.code = code
    this.details = more.details ?? {}
    this.headers = more.headers ?? {}
  }
}

/** Whether a refusal may pass by itself. */
export function isTransient({ code, details: { reason, status } }: ServiceError): boolean {
  if (reason === 'http_status') return Number(status) >= 500
  const entry: CodeEntry = errorCodes[code]
  return entry.transient === true || transientReasons.has(reason)
}

/** A settled failure as it is stored and carried between processes. */
export type StoredError = { code: ErrorCode; message: string; details: Record<string, unknown> }

export const storedError = ({ code, message, details }: ServiceError): StoredError =>
  wellFormed({ code, message, details })

/** What is stored has no headers; when to come again is among its details. */
export const fromStoredError = ({ code, message, details }: StoredError): ServiceError => {
  const { retry_after_s: seconds } = details
  return new ServiceError(code, message, {
    details,
    ...(typeof seconds === 'number' ? { headers: { 'Retry-After': String(seconds) } } : {}),
  })
}
