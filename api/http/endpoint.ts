/** What an endpoint is: one route with everything that is promised about it. Routing, checks and OpenAPI all read this. */

import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Effects } from '#api/http/store'
import type { HttpRequest } from '#api/http/wire'
import type { keyTiers } from '#db/documents/states'
import type { Actor } from '#shared/evidence/actor'
import type { Concern } from '#shared/evidence/verb-context'
import type { Area } from '#shared/kernel/areas'
import type { ErrorCode } from '#shared/kernel/errors'
import type { KeyScope } from '#shared/kernel/key-format'

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
export type Call<Query = unknown, Body = unknown> = {
  request: HttpRequest
  requestId: string
  path: string
  params: Record<string, string>
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

export type Answer = {
  status: number
  /** Sent as JSON, unless `raw` is there. */
  body?: unknown
  raw?: {
    content: string | ReadableStream<Uint8Array> | Blob
    type: string
    /** What a stream says last when its key may no longer be used. */
    farewell?: string
  }
  headers?: Record<string, string>
  /** The evidence node this answer rests on. */
  nodeId?: string | undefined
  /** What is known of the compliance of the answer's subject: verified is said with what was checked here. */
  compliance?: 'violation' | 'indeterminate' | { checks: readonly [string, ...string[]] } | undefined
}

/** How a body comes in: JSON that is checked, or bytes that the endpoint reads itself. */
type BodyRule<Body extends TSchema> =
  | { kind: 'json'; schema: Body; limitBytes?: number; example: unknown }
  | {
      kind: 'bytes'
      /** Each type that is taken, with an example; null where it is not text. */
      types: Record<string, unknown>
      limitBytes: number
      description: string
      isGzipTaken?: boolean
    }

/** What an answer says, by its schema or as another type than JSON: never without an example, for nobody reads a schema first. */
type Content =
  | { schema: TSchema; type?: never; example: unknown; alsoAs?: OtherTypes }
  | { schema?: never; type: string; example: unknown; alsoAs?: OtherTypes }
  | { schema?: never; type?: never; example?: never; alsoAs?: never }
/** Further content types, where the caller chooses, each with an example; null where it is not text. */
type OtherTypes = Record<string, unknown>

type Responses = Record<
  number,
  {
    description: string
    /** Headers of this answer alone, with what they say. */
    headers?: Record<string, string>
  } & Content
>

export type Endpoint<Query extends TObject = TObject, Body extends TSchema = TSchema> = {
  method: 'GET' | 'POST'
  /** Elysia's form: /traces/:trace_id */
  path: string
  /** What generated clients call it: a verb and a thing, once in the whole API. */
  operationId: string
  summary: string
  description: string
  /** `none`, any usable key of the area, or a key with this scope. */
  auth: 'none' | 'key' | KeyScope
  query?: Query
  body?: BodyRule<Body>
  params?: Record<string, string>
  /** Headers of the request that this endpoint alone reads, with what they say. */
  requestHeaders?: Record<string, string>
  responses: Responses
  /** Codes beyond those every such endpoint can give. */
  errors?: ErrorCode[]
  /** Where a call may wait for a job: Prefer, 202 and 504 apply. */
  isJob?: boolean
  /** What else Prefer does. */
  prefer?: string
  /** Makes evidence, or sends work that does: refused while writes are halted. */
  isGoverned?: boolean
  /** A method, so that endpoints of all shapes fit one list. */
  handler(call: Call<Static<Query>, Static<Body>>): Promise<Answer> | Answer
}

/** Whether an endpoint asks for more than any usable key. */
export const isScope = (auth: Endpoint['auth']): auth is KeyScope => auth !== 'none' && auth !== 'key'

/** Ties the handler's types to the schemas; endpoints of all shapes then stand in one list. */
export const endpoint = <Query extends TObject, Body extends TSchema>(spec: Endpoint<Query, Body>): Endpoint => spec

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

export const json = (status: number, body: unknown, headers?: Record<string, string>): Answer =>
  headers ? { status, body, headers } : { status, body }
