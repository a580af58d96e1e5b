/** What every request passes, in this order: id, key, area, limit, halt, body, shapes, Idempotency-Key, handler; then headers, log, metrics. */
import { Type as t } from '@sinclair/typebox'
import { addressOf } from '#api/http/address'
import type { Authenticate } from '#api/http/auth'
import { defaultBodyLimit, parseJson, readBytes, textFault } from '#api/http/body'
import type { Answer, Call, Caller, Endpoint, Mount } from '#api/http/endpoint'
import { asServiceError, errorAnswer, statusOf } from '#api/http/errors'
import { type ClaimKey, claimIdempotency } from '#api/http/idempotency'
import { orRefuse, type RateLimit, rateHeaders } from '#api/http/rate-limit'
import { type Effects, openEffects, type Store, type Writes } from '#api/http/store'
import type { Streams } from '#api/http/streams'
import { readQuery } from '#api/http/validate'
import { type HttpRequest, newRequestId, type WireReply } from '#api/http/wire'
import { gravest, readTier } from '#shared/contracts/decision'
import type { Concern } from '#shared/evidence/verb-context'
import type { openAnsweredNodes } from '#shared/governance/answered-nodes'
import type { Governance } from '#shared/governance/governance'
import { errorCodes, type Issue, issueLimit, type ServiceError } from '#shared/kernel/errors'
import { invalidApiKey, invalidRequest, scopeRequired } from '#shared/kernel/errors/request'
import type { Log } from '#shared/kernel/logger'
import type { Metrics } from '#shared/kernel/metrics'
import { faultsOf } from '#shared/kernel/schema/faults'
import { isScope, type Route, takesIdempotencyKey } from '#shared/routes/route'

/** How far the end of the process is. */
export type Drain = {
  /** /readyz says no. */
  isLeaving: boolean
  /** Answers wait for this and then ask their connections to close. */
  gate: Promise<void> | undefined
  /** Requests whose answers are not out yet, streamed ones to their last byte. */
  inFlight: number
}

export type Doors = {
  log: Log
  metrics: Metrics
  authenticate: Authenticate
  rateLimit: RateLimit
  writes: Writes
  claimKey: ClaimKey
  onBehalfOf: Store['onBehalfOf']
  streams: Streams
  /** Takes note of nodes that a caller is told of who has something done. */
  answered: Pick<ReturnType<typeof openAnsweredNodes>, 'note'>
  drain: Drain
}
/** The doors of an app, which know whether writes are halted. */
type GuardedDoors = Doors & { governance: Pick<Governance, 'assertOpen'> }

/** The headers an area puts on every one of its answers. */
export type AreaHeaders = (
  answer: Answer,
  about: { requestId: string; route: string; content: string | null; caller: Caller | undefined; concern: Concern },
) => Record<string, string>

/** @param params as the router decoded them. */
export type Serve = (request: HttpRequest, params: Record<string, string>) => Promise<WireReply>

export function serveWith(doors: GuardedDoors, mount: Mount, endpoint: Endpoint, areaHeaders: AreaHeaders): Serve {
  const { route } = endpoint
  return async (request, params) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(request)
    const { log } = doors
    let caller: Caller | undefined
    let concern: Concern = { nodeId: undefined, tier: 'T0', subjects: [] }
    const effects = openEffects(doors.writes, () => request.headers.has('idempotency-key'))
    const concerning = (more: Partial<Concern>) => {
      concern = joined(concern, more)
    }
    // Every answer of area D shows a limit, also one to a caller that is not known yet.
    let limits = mount.area === 'D' ? rateHeaders(doors.rateLimit.ofNobody(mount.area)) : {}

    async function pass(): Promise<Answer> {
      if (route.auth !== 'none') {
        caller = await doors.authenticate(request)
        if (isScope(route.auth) && !caller.scopes.includes(route.auth)) throw scopeRequired(`the scope ${route.auth}`)
        if (mount.area) {
          if (!caller.areas.includes(mount.area))
            // Area D knows no 403, and a 401 tells nothing of why.
            throw mount.area === 'D' ? invalidApiKey() : scopeRequired(`area ${mount.area}`)
        }
        const counted = mount.area ?? mount.limit
        if (counted) {
          const allowance = await doors.rateLimit.take(caller, counted)
          limits = rateHeaders(allowance)
          if (!allowance.isAllowed) doors.metrics.rateLimited.inc({ area: counted, tier: caller.tier })
          orRefuse(allowance)
        }
      }
      return caller ? doors.onBehalfOf(caller.orgId, enter) : enter()
    }

    async function enter(): Promise<Answer> {
      if (route.isGoverned) doors.governance.assertOpen()
      const url = addressOf(request)
      const { query, body, bytes } = await readInput(route, request, url, params)
      const idempotency =
        takesIdempotencyKey(route) && caller ? await claimIdempotency(doors, request, caller, bytes) : undefined
      const call: Call<Record<string, unknown>> = {
        request,
        requestId,
        path: url.pathname,
        params,
        query,
        body,
        caller,
        idempotency,
        writing: effects.writing,
        told: effects.told,
        concern: concerning,
      }
      const answer = held(doors.streams, mount, caller, await handled(endpoint, call, { effects, log }))
      return idempotency && !idempotency.isNew
        ? { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } }
        : answer
    }

    let answer: Answer
    try {
      answer = await pass()
    } catch (thrown) {
      const error = effects.told(asServiceError(thrown))
      concerning(concernOf(error))
      if (statusOf(error.code, mount.area) >= 500)
        log.error({ request_id: requestId, err: error.cause ?? error, code: error.code }, 'request failed')
      answer = errorAnswer(error, requestId, mount.area)
    }

    const { nodeId = concern.nodeId } = answer
    if (request.method !== 'GET' && answer.status < 400 && nodeId !== undefined) doors.answered.note(nodeId)
    const content = answer.raw ? answer.raw.content : answer.body === undefined ? '' : JSON.stringify(answer.body)
    const headers: Record<string, string> = {
      'Content-Type': answer.raw ? answer.raw.type : 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'X-Service-Trace': requestId,
      ...limits,
      ...areaHeaders(answer, {
        requestId,
        route: route.path,
        content: typeof content === 'string' ? content : null,
        caller,
        concern,
      }),
      ...answer.headers,
    }
    if (doors.drain.gate) {
      await doors.drain.gate
      headers['Connection'] = 'close'
    }
    const ms = performance.now() - startedAt
    const labels = {
      area: mount.area ?? mount.name,
      method: methods.has(request.method) ? request.method : 'other',
      route: route.path,
      status: String(answer.status),
    }
    doors.metrics.httpSeconds.observe(labels, ms / 1000)
    log.info(
      { request_id: requestId, ...labels, key_id: caller?.keyId, ms: Math.round(ms * 100) / 100 },
      'request answered',
    )
    return { status: answer.status, headers, content }
  }
}

/** Those that are told apart in logs and metrics. Anybody may send any word, and each would be a series of its own. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'])

/** An answer that goes on, for as long as its key may be used. */
function held(streams: Streams, mount: Mount, caller: Caller | undefined, answer: Answer): Answer {
  const { raw } = answer
  if (!caller || !raw || !(raw.content instanceof ReadableStream)) return answer
  const more = {
    ...(mount.area && { area: mount.area }),
    ...(raw.farewell !== undefined && { farewell: raw.farewell }),
  }
  return { ...answer, raw: { ...raw, content: streams.hold(raw.content, caller, more) } }
}

/** A refusal made nothing, so the key that the request came under is free again: mended, it may come under the same. */
async function handled(
  endpoint: Endpoint,
  call: Call<Record<string, unknown>>,
  { effects, log }: { effects: Effects; log: Log },
): Promise<Answer> {
  try {
    return await endpoint.handler(call)
  } catch (thrown) {
    const { code } = asServiceError(thrown)
    const { idempotency } = call
    // A denial has left a node.
    const isRefused = errorCodes[code].status < 500 && code !== 'GOVERNANCE_DENIED'
    if (isRefused && effects.hasMadeNothing() && idempotency?.isNew && !idempotency.isSpent) {
      const kept = (error: unknown) =>
        log.warn({ request_id: call.requestId, err: error }, 'an Idempotency-Key stays taken')
      await idempotency.release().catch(kept)
    }
    throw thrown
  }
}

const joined = (known: Concern, more: Partial<Concern>): Concern => ({
  nodeId: more.nodeId ?? known.nodeId,
  tier: gravest([known.tier, more.tier ?? 'T0']),
  subjects: [...known.subjects, ...(more.subjects ?? [])],
})

/** What a refusal by the constitution tells of itself. */
function concernOf({ code, details }: ServiceError): Partial<Concern> {
  if (code !== 'GOVERNANCE_DENIED') return {}
  const { node, tier } = details
  return { nodeId: typeof node === 'string' ? node : undefined, tier: typeof tier === 'string' ? readTier(tier) : 'T0' }
}

/** What whoever comes with a key may say where a route lists none. Probes and browsers add some of their own to what asks for no key. */
const noParameters = t.Object({}, { additionalProperties: false })

async function readInput(route: Route, request: HttpRequest, url: URL, params: Record<string, string>) {
  const issues = [...escapeFaults(url), ...paramFaults(params)]
  let query: Record<string, unknown> = {}
  const parameters = route.query ?? (route.auth === 'none' ? undefined : noParameters)
  if (parameters) {
    const read = readQuery(parameters, url.searchParams)
    query = read.value
    issues.push(...read.issues)
  }
  let body: unknown
  let bytes: Uint8Array = new Uint8Array()
  const rule = route.body
  if (rule?.kind === 'bytes') {
    bytes = await readBytes(request, {
      types: Object.keys(rule.types),
      limitBytes: rule.limitBytes,
      isGzipTaken: rule.isGzipTaken,
    })
    body = bytes
  } else if (rule) {
    bytes = await readBytes(request, { types: ['application/json'], limitBytes: rule.limitBytes ?? defaultBodyLimit })
    body = parseJson(bytes)
    issues.push(...faultsOf(rule.schema, body))
  }
  if (issues.length > 0) throw invalidRequest(issues)
  return { query, body, bytes }
}

/** A percent sign that stands for nothing, or for bytes that are no UTF-8: read leniently it would be another text. */
function escapeFaults({ pathname, search }: URL): Issue[] {
  if (!pathname.includes('%') && !search.includes('%')) return []
  const expected = 'percent-encoded UTF-8'
  const issues: Issue[] = []
  if (!isDecodable(pathname)) issues.push({ path: '{path}', message: `is not ${expected}`, expected })
  for (const pair of search.slice(1).split('&')) {
    const [name = ''] = pair.split('=')
    if (!isDecodable(pair)) issues.push({ path: `?${name}`, message: `is not ${expected}`, expected })
  }
  return issues.slice(0, issueLimit)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** What in a path the store cannot be asked for. One that could not be decoded has been told of. */
const paramFaults = (params: Record<string, string | null>): Issue[] =>
  Object.entries(params).flatMap(([name, text]) => {
    const fault = text === null ? undefined : textFault(text)
    return fault ? [{ path: `{${name}}`, message: fault, expected: 'well-formed text without NUL' }] : []
  })

// Version 00 ends after the flags; a later one may go on behind a dash.
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|(?<!^00.*)-)/

/** The trace id of a valid W3C traceparent, or 32 new hex digits. */
function requestIdOf(request: HttpRequest): string {
  return traceparent.exec(request.headers.get('traceparent') ?? '')?.[1] ?? newRequestId()
}
