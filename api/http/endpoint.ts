/** What an endpoint is: a route, and the handler that is bound to it. Checks and OpenAPI read the route. */
import type { Static, TSchema } from '@sinclair/typebox'
import type { Effects } from '#api/http/store'
import type { HttpRequest } from '#api/http/wire'
import type { keyTiers } from '#db/documents/states'
import type { Accepted } from '#shared/contracts/jobs'
import type { Actor } from '#shared/evidence/actor'
import type { Concern } from '#shared/evidence/verb-context'
import type { Area } from '#shared/kernel/areas'
import type { BodyOf, ParamsOf, QueryOf, Route, StatusOf } from '#shared/routes/route'

/** Who calls. */
export type Caller = {
  keyId: string
  orgId: string
  tier: (typeof keyTiers)[number]
  areas: readonly string[]
  scopes: readonly string[]
}

/** What an Idempotency-Key stands for; every id made under it comes from `seed`. */
export type Idempotency = {
  seed: string
  isNew: boolean
  keyDigest: string
  claimedAt: Date
  /** Something was made under it, whatever comes of that: the same request meets it again, and no other may have the key. */
  isSpent: boolean
  release: () => Promise<void>
}

/** A request that has passed the doors. */
export type Call<Query = unknown, Body = unknown, Params = Record<string, string>> = {
  request: HttpRequest
  requestId: string
  path: string
  params: Params
  query: Query
  body: Body
  /** The caller; absent on endpoints that ask for no key. */
  caller: Caller | undefined
  idempotency: Idempotency | undefined
  /** How this request writes. */
  writing: Effects['writing']
  /** What a failure is after what this request has made. */
  told: Effects['told']
  /** Says what the answer is about as that becomes known: a refusal is about it too. */
  concern: (concern: Partial<Concern>) => void
}

/** A body that is sent as it stands. */
type Raw = {
  content: string | ReadableStream<Uint8Array> | Blob
  type: string
  /** What a stream says last when its key may no longer be used. */
  farewell?: string
}

/** What goes out beside a body. */
type Beside = {
  headers?: Record<string, string>
  /** The evidence node this answer rests on. */
  nodeId?: string | undefined
  /** What is known of the compliance of the answer's subject: verified is said with what was checked here. */
  compliance?: 'violation' | 'indeterminate' | { checks: readonly [string, ...string[]] } | undefined
}

export type Answer = Beside & {
  status: number
  /** Sent as JSON, unless `raw` is there. */
  body?: unknown
  raw?: Raw | undefined
}

/** A body by its schema. */
type BodyAnswer<Status extends number, Body> = Beside & { status: Status; body: Body; raw?: undefined }
/** A text that is sent as it stands, or as a stream. */
export type RawAnswer<Status extends number = 200> = Beside & { status: Status; raw: Raw; body?: undefined }
/** Only a status and its headers. */
export type BareAnswer<Status extends number> = Beside & { status: Status; raw?: undefined; body?: undefined }
/** A job goes on that somebody did not want to wait for. */
export type AcceptedAnswer = BodyAnswer<202, Static<typeof Accepted>>

/** A call of a route, its parameters, query and body as they were checked. */
export type CallTo<R extends Route> = Call<QueryOf<R>, BodyOf<R>, ParamsOf<R>>

type AnswerWith<Status extends number, Said> = Said extends { schema: infer Schema extends TSchema }
  ? BodyAnswer<Status, Static<Schema>> | RawAnswer<Status>
  : Said extends { type: string }
    ? RawAnswer<Status>
    : BareAnswer<Status>

/** What a handler may answer: a status that its route lists, with a body of its schema, or with a text that was made so before. */
export type AnswerTo<R extends Route> =
  | { [Status in StatusOf<R>]: AnswerWith<Status, R['answers'][Status]> }[StatusOf<R>]
  | (R extends { isJob: true } ? AcceptedAnswer : never)

export type Endpoint = {
  route: Route
  /** A method, so that handlers of all routes fit one list. */
  handler(call: Call): Promise<Answer> | Answer
}

/** Ties a handler to its route. Its call comes as the route says: the checks that every request passes read the same route. */
export const bind = <R extends Route>(
  route: R,
  handler: (call: CallTo<R>) => Promise<AnswerTo<R>> | AnswerTo<R>,
): Endpoint => ({ route, handler: asHandler(handler) })

/** Sound: a handler is called only with what was checked by the schemas of the route that it is bound to. */
const asHandler = <R extends Route>(handler: (call: CallTo<R>) => Promise<AnswerTo<R>> | AnswerTo<R>) =>
  handler as unknown as Endpoint['handler']

/** A group of endpoints under one base path. `area` is absent beside the four areas. */
export type Mount = {
  area?: Area
  name: string
  basePath: string
  endpoints: Endpoint[]
  /** The limit that its requests count against, where it is no area. */
  limit?: 'jobs'
}

/** The caller of an endpoint that asks for a key. */
export function callerOf(call: Call): Caller {
  if (!call.caller) throw new Error('this endpoint asks for no key')
  return call.caller
}

/** Whoever makes a call, as evidence names them. */
export const actorOf = (call: Call): Actor => ({
  keyId: callerOf(call).keyId,
  requestId: call.requestId,
  keyDigest: call.idempotency?.keyDigest,
})

export const json = <const Status extends number, Body>(
  status: Status,
  body: Body,
  headers: Record<string, string> = {},
) => ({
  status,
  body,
  headers,
})
