/** What a route is: everything that is promised about one way in, as plain data. Its types are kept, for handlers and for clients. */
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Accepted } from '#shared/contracts/jobs'
import type { Area } from '#shared/kernel/areas'
import type { ErrorCode } from '#shared/kernel/errors'
import type { KeyScope } from '#shared/kernel/key-format'

/** How a body comes in: JSON that is checked, or bytes that are read where they are served. */
type RouteBody =
  | { kind: 'json'; schema: TSchema; limitBytes?: number; example: unknown }
  | {
      kind: 'bytes'
      /** Each type that is taken, with an example; null where it is not text. */
      types: Readonly<Record<string, unknown>>
      limitBytes: number
      description: string
      isGzipTaken?: boolean
    }

/** Further content types, where the caller chooses, each with an example; null where it is not text. */
type OtherTypes = Readonly<Record<string, unknown>>

/** What an answer says, by its schema or as another type than JSON: never without an example, for nobody reads a schema first. */
type Content =
  | { schema: TSchema; type?: never; example: unknown; alsoAs?: OtherTypes }
  | { schema?: never; type: string; example: unknown; alsoAs?: OtherTypes }
  | { schema?: never; type?: never; example?: never; alsoAs?: never }

export type RouteAnswer = {
  description: string
  /** Headers of this answer alone, with what they say. */
  headers?: Readonly<Record<string, string>>
} & Content

export type Route = {
  /** Whose headers, limit and base path it has; absent beside the four areas. */
  area?: Area
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base path, each parameter behind a colon: /traces/:trace_id. A last one with a star takes all that is left: /tile/:index* */
  path: string
  /** What generated clients call it: a verb and a thing, once in the whole API. */
  operationId: string
  summary: string
  description: string
  /** `none`, any usable key of the area, or a key with this scope. */
  auth: 'none' | 'key' | KeyScope
  /** Each parameter of the path, with what it says. */
  params?: Readonly<Record<string, string>>
  query?: TObject
  body?: RouteBody
  /** Headers of the request that this route alone reads, with what they say. */
  requestHeaders?: Readonly<Record<string, string>>
  /** Of each status that is no error. */
  answers: Readonly<Record<number, RouteAnswer>>
  /** Codes beyond those every such route can give. */
  errors?: readonly ErrorCode[]
  /** Where a call may wait for a job: Prefer, 202 and 504 apply. */
  isJob?: boolean
  /** What else Prefer does. */
  prefer?: string
  /** Makes evidence, or sends work that does: refused while writes are halted. */
  isGoverned?: boolean
}

/** Whether a route asks for more than any usable key. */
export const isScope = (auth: Route['auth']): auth is KeyScope => auth !== 'none' && auth !== 'key'

/** Whether a request may come under an Idempotency-Key: sent again, it would not be the same by itself. */
export const takesIdempotencyKey = ({ method }: Pick<Route, 'method'>): boolean =>
  method === 'POST' || method === 'DELETE'

/** A path as OpenAPI has it: /traces/{trace_id} */
export const templateOf = (path: string): string => path.replaceAll(/:([A-Za-z_]+)\*?/g, '{$1}')

/** The parameter of a path that takes all that is left of it. */
export const restOf = (path: string): string | undefined => /:([A-Za-z_]+)\*$/.exec(path)?.[1]

type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<More>
    : Rest extends `${infer Name}*`
      ? Name
      : Rest
  : never

/** A route describes each parameter of its path. */
type DescribesParams<Path extends string> = [NamesIn<Path>] extends [never]
  ? { params?: never }
  : { params: Readonly<Record<NamesIn<Path>, string>> }

/** Nothing of what is said here is lost to the types. */
export const route = <const R extends Route>(said: R & DescribesParams<R['path']>): R => said

/** The parameters of a route's path. */
export type ParamsOf<R extends Route> = { [Name in NamesIn<R['path']>]: string }

/** The query as it is served: defaults are filled in. */
export type QueryOf<R extends Route> = R extends { query: infer Query extends TObject }
  ? Static<Query>
  : Record<never, never>

/** The body as it is served. */
export type BodyOf<R extends Route> = R extends { body: { kind: 'json'; schema: infer Body extends TSchema } }
  ? Static<Body>
  : R extends { body: { kind: 'bytes' } }
    ? Uint8Array
    : undefined

/** The statuses of a route's answers that are no errors, but for what every job may answer. */
export type StatusOf<R extends Route> = keyof R['answers'] & number

type Part<Name extends string, Value> = keyof Value extends never ? unknown : { [Key in Name]: Value }

/**
 * What a client says to call a route. What has a default need not be said, and a type does not tell which those are.
 * @public Clients are typed by it.
 */
export type CallOf<R extends Route> = Part<'params', ParamsOf<R>> &
  (R extends { query: TObject } ? { query?: Partial<QueryOf<R>> } : unknown) &
  (R extends { body: RouteBody } ? { body: BodyOf<R> } : unknown)

type Told<Answer> = Answer extends { schema: infer Schema extends TSchema }
  ? Static<Schema>
  : Answer extends { type: string }
    ? string | Uint8Array
    : undefined

/**
 * What a client may be answered, errors aside.
 * @public Clients are typed by it.
 */
export type AnswerOf<R extends Route> =
  | { [Status in StatusOf<R>]: { status: Status; body: Told<R['answers'][Status]> } }[StatusOf<R>]
  | (R extends { isJob: true } ? { status: 202; body: Static<typeof Accepted> } : never)
