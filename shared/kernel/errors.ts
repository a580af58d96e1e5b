/** Every way a call can fail, by name: one table of codes, one maker per case. */
import { wellFormed } from '#shared/kernel/well-formed'

type CodeEntry = { status: number; meaning: string }

/** Each code's HTTP status and what it means. The wire, OpenAPI and the areas' own tables are made from this. */
export const errorCodes = {
  INVALID_REQUEST: { status: 400, meaning: 'The request does not fit; details.issues lists every fault.' },
  ADDRESS_REFUSED: { status: 400, meaning: 'The address may not be visited from here; details.reason says why.' },
  PAGE_UNREACHABLE: { status: 400, meaning: 'The page could not be loaded or examined; details.reason says why.' },
  UNSUPPORTED_TASK_TYPE: { status: 400, meaning: 'This agent does not do that; details.allowed lists what it does.' },
  INVALID_API_KEY: { status: 401, meaning: 'The bearer key is missing or not valid.' },
  SCOPE_REQUIRED: { status: 403, meaning: 'The key lacks an area or a scope.' },
  GOVERNANCE_DENIED: { status: 403, meaning: 'The constitution forbids it; details names the articles.' },
  AGENT_NOT_FOUND: { status: 404, meaning: 'No such agent.' },
  NODE_NOT_FOUND: { status: 404, meaning: 'No such evidence node.' },
  TASK_NOT_FOUND: { status: 404, meaning: 'No such task.' },
  STEP_NOT_FOUND: { status: 404, meaning: 'The task has no such step.' },
  VIOLATION_NOT_FOUND: { status: 404, meaning: 'No such violation.' },
  TRACE_NOT_FOUND: { status: 404, meaning: 'No such trace.' },
  SYSTEM_NOT_FOUND: { status: 404, meaning: 'No trace of that system.' },
  SCAN_NOT_FOUND: { status: 404, meaning: 'No such scan.' },
  RUN_NOT_FOUND: { status: 404, meaning: 'No such run.' },
  CLAIM_NOT_FOUND: { status: 404, meaning: 'No such claim.' },
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
  BROWSER_UNAVAILABLE: { status: 503, meaning: 'No worker has a browser: scans are off; /readyz says why.' },
  NO_WORKER: { status: 503, meaning: 'No process does such work right now: nothing was done; see Retry-After.' },
  GOVERNANCE_HALT: { status: 503, meaning: 'Writes are halted by a violation of tier T5; reads stay open.' },
  STORE_UNAVAILABLE: { status: 503, meaning: 'The store cannot be reached: nothing was done; see Retry-After.' },
  OVERLOADED: { status: 503, meaning: 'Too much is to be written right now: nothing was done; see Retry-After.' },
  OUTCOME_UNKNOWN: {
    status: 504,
    meaning:
      'It may have been done: the store did not say. Look at details.look_at, or send it again under the same Idempotency-Key.',
  },
  AGENT_FAILED: { status: 502, meaning: 'An agent elsewhere did not do it; details.reason says why.' },
  DEADLINE_EXCEEDED: { status: 504, meaning: 'The task was not done in the time it was given.' },
  JOB_TIMEOUT: { status: 504, meaning: 'The job goes on; details.job_id finds it.' },
} as const satisfies Record<string, CodeEntry>

export type ErrorCode = keyof typeof errorCodes

/** One fault in a body or query: where, what, and what would fit. */
export type Issue = { path: string; message: string; expected: string }

/** Issues listed for one request at most. */
export const issueLimit = 100

/** A failure with a name. Thrown by a room it is a refusal: settled as it is, not retried. */
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

/** A settled failure as it is stored and carried between processes. */
export type StoredError = { code: ErrorCode; message: string; details: Record<string, unknown> }

export const storedError = ({ code, message, details }: ServiceError): StoredError =>
  wellFormed({ code, message, details })

export const fromStoredError = (stored: StoredError): ServiceError =>
  new ServiceError(stored.code, stored.message, { details: stored.details })

/** Names in a request may be as long as the request; an answer that repeats one a hundred times need not be. */
const toldAtMost = 500
const shortened = (text: string) => (text.length <= toldAtMost ? text : `${text.slice(0, toldAtMost).toWellFormed()}…`)

export const invalidRequest = (issues: Issue[], message = issues[0]?.message ?? 'the request does not fit') =>
  new ServiceError('INVALID_REQUEST', message.length <= 4 * toldAtMost ? message : shortened(message), {
    details: { issues: issues.map((issue) => ({ ...issue, path: shortened(issue.path) })) },
  })

export const invalidApiKey = () =>
  new ServiceError('INVALID_API_KEY', 'missing or invalid API key', { headers: { 'WWW-Authenticate': 'Bearer' } })

/** @param reason which rule refused it; never what a name resolved to. */
export const addressRefused = (url: string, reason: string) =>
  new ServiceError('ADDRESS_REFUSED', `${url} may not be visited: ${reason}`, { details: { url, reason } })

/** Several addresses of one request, or the only one. @param refusals at least one. */
export const addressesRefused = (refusals: { url: string; reason: string; issue: Issue }[]) => {
  const [first] = refusals
  const message = `${first?.url} may not be visited: ${first?.issue.message}`
  return new ServiceError(
    'ADDRESS_REFUSED',
    refusals.length === 1 ? message : `${refusals.length} addresses, the first: ${message}`,
    { details: { url: first?.url, reason: first?.reason, issues: refusals.map(({ issue }) => issue) } },
  )
}

/** Why a page could not be scanned, as `details.reason`. */
export type UnreachableReason =
  | 'name_not_resolved'
  | 'connection_failed'
  | 'certificate'
  | 'http_status'
  | 'not_html'
  | 'too_many_redirects'
  | 'too_large'
  | 'timeout'
  | 'unstable'
  | 'crashed'
  | 'step_failed'
  | 'wait_for'
  | 'sitemap'
  | 'robots'

export const pageUnreachable = (
  url: string,
  reason: UnreachableReason,
  message: string,
  more: Record<string, unknown> = {},
) => new ServiceError('PAGE_UNREACHABLE', `${url}: ${message}`, { details: { url, reason, ...more } })

export const scanNotFound = (scanId: string) =>
  new ServiceError('SCAN_NOT_FOUND', `no scan ${scanId}`, { details: { scanId } })

export const runNotFound = (runId: string) =>
  new ServiceError('RUN_NOT_FOUND', `no run ${runId}`, { details: { runId } })

export const claimNotFound = (claimId: string) =>
  new ServiceError('CLAIM_NOT_FOUND', `no claim ${claimId}`, { details: { claim_id: claimId } })

/** While an upgrade is under way. */
export const claimsNotUnderstood = () =>
  new ServiceError('NO_WORKER', 'a ledger of the release before runs, which knows no claims: nothing was done', {
    details: { job: 'claims' },
    headers: { 'Retry-After': '15' },
  })

export const annotationsNotUnderstood = () =>
  new ServiceError('NO_WORKER', 'a ledger of the release before runs, which knows no annotations: nothing was done', {
    details: { job: 'annotations' },
    headers: { 'Retry-After': '15' },
  })

export const claimNotBegun = (claimId: string) =>
  new ServiceError(
    'STATE_CONFLICT',
    `claim ${claimId} has no place in the log yet, or one in a log that was given up`,
    {
      details: { claim_id: claimId },
      headers: { 'Retry-After': '1' },
    },
  )

/** @param limit how many claims of an organisation may be kept at once. */
export const tooManyClaims = (limit: number) =>
  new ServiceError('STATE_CONFLICT', `${limit} claims are open already: close one that is no longer watched`, {
    details: { limit },
  })

export const waiverNotFound = (waiverId: string) =>
  new ServiceError('WAIVER_NOT_FOUND', `no waiver ${waiverId}`, { details: { waiverId } })

export const tooManyQueued = (queued: number, limit: number, retryAfterSeconds: number) =>
  new ServiceError('RATE_LIMIT_EXCEEDED', `${queued} pages are queued already, at most ${limit} may be`, {
    details: { queued, limit, retry_after_seconds: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })

export const runAlreadyEnded = (runId: string, state: string) =>
  new ServiceError('STATE_CONFLICT', `run ${runId} has ${state}`, { details: { runId, state } })

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

export const browserUnavailable = (why: string) =>
  new ServiceError('BROWSER_UNAVAILABLE', `scans are off: ${why}`, { headers: { 'Retry-After': '60' } })

/** Only for who would wait: what asks not to is taken in. */
export const noWorker = (job: string) =>
  new ServiceError(
    'NO_WORKER',
    `no process does ${job} right now: nothing was sent; with Prefer: respond-async it is`,
    {
      details: { job },
      headers: { 'Retry-After': '5' },
    },
  )

/** @param issues where in the request it is needed. */
export const scopeRequired = (needed: string, issues: Issue[] = []) =>
  new ServiceError('SCOPE_REQUIRED', `this key lacks ${needed}`, {
    details: { needed, ...(issues[0] ? { path: issues[0].path, issues: issues.slice(0, issueLimit) } : {}) },
  })

/** Of work that was taken in, once its key may no longer do it. @param why as it goes on after the key. */
export const noLongerPermitted = (keyId: string, why: string) =>
  new ServiceError('SCOPE_REQUIRED', `key ${keyId}, which asked for this, ${why}`, { details: { key_id: keyId } })

export const traceNotFound = (traceId: string) =>
  new ServiceError('TRACE_NOT_FOUND', `no trace ${traceId}`, { details: { trace_id: traceId } })

export const traceErased = (traceId: string) =>
  new ServiceError('STATE_CONFLICT', `trace ${traceId} was erased: there is nothing left in it to judge`, {
    details: { trace_id: traceId },
  })

export const tooManyAnnotations = (traceId: string, limit: number) =>
  new ServiceError('STATE_CONFLICT', `trace ${traceId} has ${limit} annotations, and may have no more`, {
    details: { trace_id: traceId, limit },
  })

export const annotationErased = (annotationId: string) =>
  new ServiceError('STATE_CONFLICT', `annotation ${annotationId} was erased since`, {
    details: { annotation_id: annotationId },
  })

export const systemNotFound = (systemSource: string) =>
  new ServiceError('SYSTEM_NOT_FOUND', `no traces of system ${systemSource}`, {
    details: { system_source: systemSource },
  })

export const systemErased = (systemSource: string) =>
  new ServiceError(
    'STATE_CONFLICT',
    `what is asked for of system ${systemSource} was erased: nothing is left to measure`,
    {
      details: { system_source: systemSource },
    },
  )

export const nodeNotFound = (hash: string) =>
  new ServiceError('NODE_NOT_FOUND', `no evidence node ${hash}`, { details: { hash } })

export const nothingToErase = (hash: string) =>
  new ServiceError('STATE_CONFLICT', `node ${hash} has no payload to erase`, { details: { hash } })

export const notInLogYet = (hash: string) =>
  new ServiceError('STATE_CONFLICT', `node ${hash} is in no checkpoint of the log yet`, {
    details: { hash },
    headers: { 'Retry-After': '1' },
  })

/** @param total how many nodes it would be. */
export const chainTooLong = (total: number, limit: number) =>
  new ServiceError('STATE_CONFLICT', `the chain has ${total} nodes, at most ${limit} go into one export`, {
    details: { total, limit },
  })

export const agentNotFound = (name: string) =>
  new ServiceError('AGENT_NOT_FOUND', `no agent ${name}`, { details: { name } })

export const taskNotFound = (taskId: string) =>
  new ServiceError('TASK_NOT_FOUND', `no task ${taskId}`, { details: { task_id: taskId } })

export const stepNotFound = (taskId: string, step: string) =>
  new ServiceError('STEP_NOT_FOUND', `task ${taskId} has no step ${step}`, { details: { task_id: taskId, step } })

export const violationNotFound = (id: string) =>
  new ServiceError('VIOLATION_NOT_FOUND', `no violation ${id}`, { details: { id } })

/** @param why as it goes on after the violation's id. */
export const wrongViolationState = (id: string, status: string, why: string) =>
  new ServiceError('STATE_CONFLICT', `violation ${id} is ${status}: it ${why}`, { details: { id, status } })

export const agentSuspended = (name: string, reason: string) =>
  new ServiceError('AGENT_SUSPENDED', `agent ${name} takes no tasks: ${reason}`, { details: { name, reason } })

/** What an agent elsewhere did instead of its task, as `details.reason`. */
export type AgentFailure =
  | 'unreachable'
  | 'address'
  | 'redirect'
  | 'http_status'
  | 'too_large'
  | 'malformed'
  | 'timeout'
  | 'card'
  | 'refused'
  | 'needs_input'

export const agentFailed = (name: string, reason: AgentFailure, message: string, more: Record<string, unknown> = {}) =>
  new ServiceError('AGENT_FAILED', `agent ${name}: ${message}`, { details: { name, reason, ...more } })

export const deadlineExceeded = (taskId: string, why: string) =>
  new ServiceError('DEADLINE_EXCEEDED', `task ${taskId} ${why}`, { details: { task_id: taskId } })

export const agentNameTaken = (name: string) =>
  new ServiceError('STATE_CONFLICT', `there is an agent ${name} already`, { details: { name } })

export const agentStateConflict = (name: string, why: string) =>
  new ServiceError('STATE_CONFLICT', `agent ${name} ${why}`, { details: { name } })

export const taskAlreadyEnded = (taskId: string, status: string) =>
  new ServiceError('STATE_CONFLICT', `task ${taskId} is ${status}`, { details: { task_id: taskId, status } })

/** @param state as it goes on after "is". */
export const wrongStepState = (taskId: string, step: string, state: string) =>
  new ServiceError('STATE_CONFLICT', `step ${step} of task ${taskId} is ${state}`, {
    details: { task_id: taskId, step, state },
  })

export const unsupportedTaskType = (type: string, allowed: readonly string[]) =>
  new ServiceError('UNSUPPORTED_TASK_TYPE', `task type ${type} is not one of ${allowed.join(', ')}`, {
    details: { type, allowed },
  })

/** @param node the governance.denied node, where one was written. */
export const governanceDenied = (about: {
  articles: readonly string[]
  tier: string
  message: string
  node?: string
}) =>
  new ServiceError('GOVERNANCE_DENIED', about.message, {
    details: { articles: about.articles, tier: about.tier, ...(about.node ? { node: about.node } : {}) },
  })

/** @param violations the ids of what halts us. */
export const governanceHalt = (reason: string, violations: readonly string[]) =>
  new ServiceError('GOVERNANCE_HALT', `writes are halted: ${reason}`, {
    details: { reason, violations },
    headers: { 'Retry-After': '30' },
  })

export const resultErased = (jobId: string) =>
  new ServiceError('STATE_CONFLICT', `what job ${jobId} made was erased since`, { details: { job_id: jobId } })

export const jobNotFound = (jobId: string) =>
  new ServiceError('JOB_NOT_FOUND', `no job ${jobId}`, { details: { job_id: jobId } })

export const notFound = (path: string) => new ServiceError('NOT_FOUND', `nothing at ${path}`, { details: { path } })

export const methodNotAllowed = (method: string, allowed: string[]) =>
  new ServiceError('METHOD_NOT_ALLOWED', `${method} is not allowed here; ${allowed.join(', ')} is`, {
    details: { allowed },
    headers: { Allow: allowed.join(', ') },
  })

export const idempotencyConflict = () =>
  new ServiceError('IDEMPOTENCY_CONFLICT', 'this Idempotency-Key was used for another request')

export const jobCanceled = (jobId: string) =>
  new ServiceError('STATE_CONFLICT', `job ${jobId} was canceled`, { details: { job_id: jobId, state: 'canceled' } })

export const jobAlreadyEnded = (jobId: string, state: string) =>
  new ServiceError('STATE_CONFLICT', `job ${jobId} has ${state}`, { details: { job_id: jobId, state } })

export const jobNotDone = (jobId: string, state: string) =>
  new ServiceError('STATE_CONFLICT', `job ${jobId} is ${state}: it has no result yet`, {
    details: { job_id: jobId, state },
  })

export const bodyTooLarge = (limitBytes: number) =>
  new ServiceError('BODY_TOO_LARGE', `the body is larger than ${limitBytes} bytes`, {
    details: { limit_bytes: limitBytes },
    headers: { Connection: 'close' },
  })

export const unsupportedMediaType = (got: string, accepted: string[]) =>
  new ServiceError('UNSUPPORTED_MEDIA_TYPE', `${got} is not taken here; ${accepted.join(', ')} is`, {
    details: { accepted },
  })

/** @param wanted by one request at once. */
export const rateLimitedAtOnce = (retryAfterSeconds: number, limit: number, area: string, wanted: number) =>
  new ServiceError(
    'RATE_LIMIT_EXCEEDED',
    wanted > limit
      ? `this does ${wanted} things of area ${area}, more than the ${limit} a minute: split it`
      : `this does ${wanted} things of area ${area}, more than are left of the ${limit} a minute`,
    {
      details: { limit, area, wanted, retry_after_seconds: retryAfterSeconds },
      headers: { 'Retry-After': String(retryAfterSeconds) },
    },
  )

export const rateLimited = (retryAfterSeconds: number, limit: number) =>
  new ServiceError('RATE_LIMIT_EXCEEDED', `more than ${limit} requests a minute`, {
    details: { limit, retry_after_seconds: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })

export const internalError = (cause?: unknown) => new ServiceError('INTERNAL_ERROR', 'internal error', { cause })

export const jobFailed = (jobId: string) =>
  new ServiceError('JOB_FAILED', `job ${jobId} failed for good`, { details: { job_id: jobId } })

/** Of a later release, and for too long nobody of that was there. */
export const jobUnknown = (jobId: string) =>
  new ServiceError('JOB_FAILED', `job ${jobId} was given up: it is of a later release than all that work here`, {
    details: { job_id: jobId, reason: 'unknown' },
  })

export const jobTimeout = (jobId: string, waitedMs: number) =>
  new ServiceError('JOB_TIMEOUT', `job ${jobId} is not done after ${waitedMs} ms; it goes on`, {
    details: { job_id: jobId },
    headers: { Location: `/jobs/${jobId}` },
  })

export const storeUnavailable = (cause?: unknown) =>
  new ServiceError('STORE_UNAVAILABLE', 'the store cannot be reached right now', {
    cause,
    headers: { 'Retry-After': '2' },
  })

/** @param retryAfterSeconds when there may be room again. */
export const overloaded = (retryAfterSeconds: number) =>
  new ServiceError('OVERLOADED', 'too much is to be written right now: nothing of this was begun', {
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
  done: 'it was done, but what came of it cannot be read now',
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
