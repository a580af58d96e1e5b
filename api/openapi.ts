/** The OpenAPI 3.1 document, printed from the routes that are mounted: nothing in it is written twice. */
import type { TSchema } from '@sinclair/typebox'
import type { Mount } from '#api/http/endpoint'
import { statusOf } from '#api/http/errors'
import { schemaNames } from '#api/schema-names'
import { tiers } from '#db/documents/states'
import { ErrorBody } from '#shared/contracts/about'
import { Accepted } from '#shared/contracts/jobs'
import { jobs } from '#shared/jobs/index'
import type { Area } from '#shared/kernel/areas'
import { type ErrorCode, errorCodes } from '#shared/kernel/errors'
import { jsonSchemaOf, type NamedSchemas } from '#shared/kernel/schema/json-schema'
import { versions } from '#shared/kernel/version'
import { isScope, type Route, type RouteAnswer, takesIdempotencyKey, templateOf } from '#shared/routes/route'

const acceptedExample = {
  job_id: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
  kind: 'generate-tree',
  state: 'queued',
  status_url: '/jobs/4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
}

const areaTags: Record<Area, { name: string; description: string }> = {
  A: {
    name: 'Area A: risk measurement trees and telemetry',
    description:
      'Traces go in: one at a time, in batches, from OpenTelemetry. Measurement trees come out, of a trace or of all traces of a system.',
  },
  B: {
    name: 'Area B: agents, evidence graph, governance',
    description:
      'Agents and what they are given to do; signed nodes of what was done, their chains and their verification; the constitution and what was violated.',
  },
  C: {
    name: 'Area C: tasks of many steps, analysis of content, briefings',
    description:
      'A task is one thing to do, steps that need one another, or a goal in words. Each move of it leaves a node. What texts say, how they stand to dimensions of alignment, and the parameters that weigh that. What mail, source hosting and calendars say of the day, and why each line of it stands there.',
  },
  D: {
    name: 'Area D: accessibility scanning, design verification',
    description:
      'One page while you wait, or runs of thousands; reports, waivers, and what has changed between two runs. Snapshots held to how their pages are to look. A library of components, and which of them are accessible.',
  },
}
const besideTags: Record<string, string> = {
  jobs: 'What a call waits for. 202, 504 and X-Job-Id name the job.',
  service: 'What operators and tools ask of the service itself.',
}
/** What kind of job a call of an area waits for, in examples: the first of its own. */
const jobKindOf = (area: Area) => Object.values(jobs).find(({ areas }) => areas.includes(area))?.name

type Json = Record<string, unknown>

/** What stands once and is referred to. */
type Components = { schemas: NamedSchemas; responses: Json; headers: Json; examples: Json }

export function describeApi(mounts: Mount[]): unknown {
  const components: Components = {
    schemas: { base: '#/components/schemas/', nameOf: openNames(schemaNames), byName: {} },
    responses: {},
    headers: { ...headers },
    examples: {},
  }
  const paths: Record<string, Json> = {}
  for (const mount of mounts) {
    for (const { route } of mount.endpoints) {
      const path = mount.basePath + templateOf(route.path)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(mount, route, components) }
    }
  }
  // What no operation lists: a path that nobody has, a method that a path does not have.
  for (const code of ['NOT_FOUND', 'METHOD_NOT_ALLOWED'] as const)
    components.responses[code] = errorResponse([code], serviceHeaders, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: versions.api,
      description: [
        'Measures AI risk from telemetry, aligned with NIST ARIA 0.1, checks pages for accessibility, has agents do tasks, and keeps tamper-evident evidence of all of it under a constitution.',
        'Every answer carries `X-Content-Type-Options: nosniff`. A path that nobody has is answered as the response `NOT_FOUND`, a method that a path does not have as `METHOD_NOT_ALLOWED`.',
      ].join('\n\n'),
      contact: { name: 'Whoever operates this service: keys and help come from them' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: '/' }],
    tags: mounts.map((mount) => (mount.area ? areaTags[mount.area] : besideTag(mount))),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'asy_<env>_<lookup>_<secret>' } },
      schemas: components.schemas.byName,
      responses: components.responses,
      parameters,
      headers: components.headers,
      examples: components.examples,
    },
  }
}

/** Names are of what a schema says: an optional member is a copy of its schema and says the same. */
function openNames(names: Record<string, TSchema>): NamedSchemas['nameOf'] {
  const byContent = new Map(Object.entries(names).map(([name, schema]) => [contentOf(schema), { name, schema }]))
  return (schema) => {
    const known = byContent.get(contentOf(schema))
    return known && Bun.deepEquals(Object.entries(schema), Object.entries(known.schema)) ? known.name : undefined
  }
}
/** What of a schema its copies share. */
const contentOf = ({ properties, anyOf }: Record<string, unknown>): unknown => properties ?? anyOf

const besideTag = ({ name }: Mount) => ({ name, description: besideTags[name] ?? name })
const tagOf = (mount: Mount) => (mount.area ? areaTags[mount.area].name : mount.name)

const text = { type: 'string' }
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' }
/** Headers that more than one operation sends, by their names. */
const headers: Record<string, { description: string; required?: true; schema: Json; example?: string }> = {
  'X-Service-Trace': {
    description: "The request's id: of a valid traceparent, or new.",
    required: true,
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
  'X-Service-Attribution': {
    description: 'The id of the evidence node behind the answer, or a digest recomputable from it.',
    required: true,
    schema: hash,
  },
  'X-Constitutional-Compliance': {
    description:
      'Of what the answer is about. violation: an article of tier T3 or worse was broken, the trace itself says so, or an open violation takes its system’s clearance. ' +
      'verified: checked here, and X-Constitutional-Checks says what was. indeterminate: nothing was checked here, or only its sender says that it complies.',
    required: true,
    schema: { type: 'string', enum: ['verified', 'violation', 'indeterminate'] },
  },
  'X-Constitutional-Checks': {
    description: 'What was checked here, beside X-Constitutional-Compliance: verified and nowhere else.',
    schema: text,
    example: 'evidence-guards, newest-node-digest, newest-node-signature, constitution-in-force, no-halt',
  },
  'X-Telemetry-Store-Version': { description: 'Version of the store of traces.', required: true, schema: text },
  'X-Tree-Spec-Version': { description: 'Version of what a measurement tree holds.', required: true, schema: text },
  'X-EDG-Node-ID': {
    description:
      'The evidence node that the answer is about: what was made, the newest of the task, the refusal; else the one that put the constitution in force.',
    schema: hash,
  },
  'X-Governance-Tier': {
    description: 'The gravest of this request’s decisions and of what is violated by what the answer is about.',
    schema: { type: 'string', enum: tiers },
  },
  'X-RateLimit-Limit': { description: 'Requests a minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Requests that remain in this window.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: "The window's end in Unix seconds.",
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds, where waiting helps.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'Bearer', schema: text },
  Allow: { description: 'The methods that the path has.', schema: text },
  'X-Job-Id': { description: 'The job that was waited for; /jobs/{job_id} tells of it.', schema: text },
  'Preference-Applied': { description: 'What of Prefer was heeded.', schema: text },
  'Idempotency-Replayed': {
    description: 'true: the same request came before under this Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
}

const headerRef = (name: string): [string, unknown] => [name, { $ref: `#/components/headers/${name}` }]
const refs = (...names: string[]) => Object.fromEntries(names.map(headerRef))

const rateHeaders = refs('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset')
const serviceHeaders = refs('X-Service-Trace')
/** The headers of an area's every answer, whoever asks. */
const areaHeaders = {
  A: refs(
    'X-Service-Trace',
    'X-Service-Attribution',
    'X-Constitutional-Compliance',
    'X-Constitutional-Checks',
    'X-Telemetry-Store-Version',
    'X-Tree-Spec-Version',
  ),
  B: serviceHeaders,
  C: refs('X-Service-Trace', 'X-EDG-Node-ID', 'X-Governance-Tier'),
  D: { ...serviceHeaders, ...rateHeaders },
}
const jobLocation = ownHeader('Where the job is asked for.')
const lookLocation = ownHeader('Where to look whether it was done.')

/** The headers that an error of this code has beside those of its area. */
function headersOfCode(code: ErrorCode): Json {
  if (code === 'INVALID_API_KEY') return refs('WWW-Authenticate')
  if (code === 'METHOD_NOT_ALLOWED') return refs('Allow')
  if (code === 'JOB_TIMEOUT') return { Location: jobLocation }
  if (code === 'NOT_IN_LOG') return { 'Cache-Control': ownHeader('no-store: it may be there a moment later.') }
  if (code === 'OUTCOME_UNKNOWN') return { Location: lookLocation, ...refs('Retry-After') }
  const { status } = errorCodes[code]
  return status === 429 || status === 503 || code === 'STATE_CONFLICT' ? refs('Retry-After') : {}
}

function operation(mount: Mount, route: Route, components: Components) {
  const always = mount.area ? areaHeaders[mount.area] : serviceHeaders
  const common = isCounted(mount) && route.auth !== 'none' ? { ...always, ...rateHeaders } : always
  const isKept = takesIdempotencyKey(route) && route.auth !== 'none'
  const responses: Json = {}
  for (const [status, response] of Object.entries(route.answers)) {
    const isSuccess = Number(status) < 300
    responses[status] = {
      description: response.description,
      headers: {
        ...common,
        ...(isKept && isSuccess ? refs('Idempotency-Replayed') : {}),
        ...(route.isJob && isSuccess ? refs('X-Job-Id', 'Preference-Applied') : {}),
        ...described(response.headers ?? {}),
      },
      ...bodyOf(response, components),
    }
  }
  if (route.isJob) {
    const example = { ...acceptedExample, kind: jobKindOf(mount.area ?? 'A') }
    responses['202'] = {
      description: 'Accepted: the job goes on. Asked for with Prefer: respond-async or wait=N.',
      headers: {
        ...common,
        ...(isKept ? refs('Idempotency-Replayed') : {}),
        Location: jobLocation,
        ...refs('Preference-Applied'),
      },
      content: { 'application/json': { schema: jsonSchemaOf(Accepted, components.schemas), example } },
    }
  }
  for (const [status, codes] of Map.groupBy(errorsOf(mount, route), (code) => statusOf(code, mount.area))) {
    const name = [mount.area ?? mount.name, route.auth === 'none' ? 'open' : '', status, ...codes.toSorted()]
    const key = name.filter((part) => part !== '').join('_')
    // A request without a usable key is counted nowhere.
    components.responses[key] ??= errorResponse(codes.toSorted(), status === 401 ? always : common, components)
    responses[status] = { $ref: `#/components/responses/${key}` }
  }
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: [tagOf(mount)],
    security: route.auth === 'none' ? [] : [{ key: [] }],
    parameters: parametersOf(route, components),
    ...requestBodyOf(route, components),
    responses,
  }
}

function ownHeader(description: string) {
  return { description, schema: text }
}

const described = (own: Record<string, string>) =>
  Object.fromEntries(Object.entries(own).map(([name, description]) => [name, ownHeader(description)]))

function bodyOf(response: RouteAnswer, { schemas }: Components): Json {
  const { schema, type, example } = response
  if (schema === undefined && type === undefined) return {}
  const others = Object.entries(response.alsoAs ?? {}).map(([type, example]) => [type, textContent(example)])
  const own = schema
    ? ['application/json', { schema: jsonSchemaOf(schema, schemas), example }]
    : [type, textContent(example)]
  return { content: Object.fromEntries([own, ...others]) }
}

/** Of another type than JSON: text with an example, or bytes, of which there is none to show. */
const textContent = (example: unknown) =>
  example === null
    ? { schema: {} }
    : { schema: typeof example === 'string' ? text : { type: 'object', additionalProperties: true }, example }

/** The answer of one status, which all these codes have. */
function errorResponse(codes: readonly ErrorCode[], common: Json, components: Components) {
  for (const code of codes)
    components.examples[code] ??= { value: { error: { code, message: errorCodes[code].meaning, details: {} } } }
  return {
    description: codes.map((code) => `${code}: ${errorCodes[code].meaning}`).join(' '),
    headers: Object.assign({ ...common }, ...codes.map(headersOfCode)),
    content: {
      'application/json': {
        schema: jsonSchemaOf(ErrorBody, components.schemas),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

const isCounted = (mount: Mount): boolean => mount.area !== undefined || mount.limit !== undefined

/** Every code this endpoint can answer with. */
function errorsOf(mount: Mount, route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors ?? [])
  if (route.auth !== 'none')
    codes.add('INVALID_API_KEY').add('INVALID_REQUEST').add('INTERNAL_ERROR').add('STORE_UNAVAILABLE')
  if (isScope(route.auth) || (route.auth === 'key' && mount.area && mount.area !== 'D')) codes.add('SCOPE_REQUIRED')
  if (route.auth !== 'none' && isCounted(mount)) codes.add('RATE_LIMIT_EXCEEDED')
  if (route.query || route.params) codes.add('INVALID_REQUEST')
  if (route.body) codes.add('BODY_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE')
  if (takesIdempotencyKey(route)) codes.add('IDEMPOTENCY_CONFLICT')
  if (route.method !== 'GET' || route.isJob) codes.add('OVERLOADED').add('OUTCOME_UNKNOWN')
  if (route.isGoverned) codes.add('GOVERNANCE_HALT').add('GOVERNANCE_DENIED')
  if (route.isJob) codes.add('JOB_FAILED').add('JOB_TIMEOUT').add('NO_WORKER').add('STATE_CONFLICT')
  return [...codes]
}

const requestHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: text,
})

/** Parameters of many operations. */
const parameters = {
  traceparent: requestHeader('traceparent', 'W3C trace context; its trace id becomes the request’s id.'),
  'Idempotency-Key': {
    ...requestHeader(
      'Idempotency-Key',
      'At most 255 visible ASCII characters, kept 24 hours: the same request again has the same effect and answer.',
    ),
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  Prefer: requestHeader('Prefer', 'respond-async: 202 at once. wait=N: 202 after N seconds.'),
  'If-None-Match': requestHeader('If-None-Match', 'An ETag that you have: 304 if it still stands.'),
}
const parameterRef = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` })

function parametersOf(route: Route, { schemas }: Components) {
  const inPath = Object.entries(route.params ?? {}).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: text,
  }))
  const inQuery = Object.entries(route.query?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: jsonSchemaOf(schema as TSchema, schemas),
  }))
  const prefer = route.prefer ? [requestHeader('Prefer', route.prefer)] : route.isJob ? [parameterRef('Prefer')] : []
  return [
    ...inPath,
    ...inQuery,
    ...Object.entries(route.requestHeaders ?? {}).map(([name, description]) => requestHeader(name, description)),
    ...(takesIdempotencyKey(route) && route.auth !== 'none' ? [parameterRef('Idempotency-Key')] : []),
    ...prefer,
    ...(304 in route.answers ? [parameterRef('If-None-Match')] : []),
    parameterRef('traceparent'),
  ]
}

function requestBodyOf(route: Route, { schemas }: Components): Json {
  const rule = route.body
  if (!rule) return {}
  if (rule.kind === 'bytes') {
    const content = Object.entries(rule.types).map(([type, example]) => [
      type,
      example === null ? { schema: {} } : { schema: {}, example },
    ])
    return { requestBody: { required: true, description: rule.description, content: Object.fromEntries(content) } }
  }
  const json = { schema: jsonSchemaOf(rule.schema, schemas), example: rule.example }
  return { requestBody: { required: true, content: { 'application/json': json } } }
}
