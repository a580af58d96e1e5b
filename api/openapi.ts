/** The OpenAPI 3.1 document, made from the endpoints that are mounted: nothing in it is written twice. */
import type { TSchema } from '@sinclair/typebox'
import { type Endpoint, isScope, type Mount } from '#api/doors/endpoint'
import { statusOf } from '#api/doors/errors'
import { ErrorBody } from '#shared/contracts/about'
import { Accepted } from '#shared/contracts/jobs'
import { type ErrorCode, errorCodes } from '#shared/errors'
import { tiers } from '#shared/governance/record'
import { versions } from '#shared/version'

const acceptedExample = {
  job_id: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
  kind: 'generate-tree',
  state: 'queued',
  status_url: '/jobs/4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
}

const areaTitles = {
  A: 'Area A: risk measurement trees and telemetry',
  B: 'Area B: agents, evidence graph, governance',
  C: 'Area C: tasks of many steps',
  D: 'Area D: accessibility scanning',
} as const
/** What kind of job a call of an area waits for, in examples. */
const jobKinds = { A: 'generate-tree', B: 'run-task', C: 'run-task', D: 'scan-page' } as const

export function describeApi(mounts: Mount[]): unknown {
  const operations: Record<string, Record<string, unknown>> = {}
  for (const mount of mounts) {
    for (const endpoint of mount.endpoints) {
      const path = mount.basePath + endpoint.path.replaceAll(/:([A-Za-z_]+)/g, '{$1}')
      operations[path] = { ...operations[path], [endpoint.method.toLowerCase()]: operation(mount, endpoint) }
    }
  }
  const { rest: paths, named } = namedApart(operations)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: versions.api,
      description:
        'Measures AI risk from telemetry, aligned with NIST ARIA 0.1, checks pages for accessibility, has agents do tasks, and keeps tamper-evident evidence of all of it under a constitution.',
    },
    servers: [{ url: '/' }],
    tags: mounts.map((mount) => ({ name: tagOf(mount) })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'asy_<env>_<lookup>_<secret>' } },
      schemas: { Error: plain(ErrorBody), ...named },
      // What no operation lists: a path that nobody has, a method that a path does not have.
      responses: Object.fromEntries(
        (['NOT_FOUND', 'METHOD_NOT_ALLOWED'] as const).map((code) => [code, errorResponse([code], {})]),
      ),
      headers: {
        ServiceTrace: { description: "The request's id: of a valid traceparent, or new.", schema: { type: 'string' } },
        ServiceAttribution: {
          description: 'The id of the evidence node behind the answer, or a digest recomputable from it.',
          schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        },
        ConstitutionalCompliance: {
          description:
            'Of what the answer is about. violation: an article of tier T3 or worse was broken, or the trace itself says so. ' +
            'verified: checked here, and X-Constitutional-Checks says what was. indeterminate: nothing was checked here, or only its sender says that it complies.',
          schema: { type: 'string', enum: ['verified', 'violation', 'indeterminate'] },
        },
        ConstitutionalChecks: {
          description: 'What was checked here, beside X-Constitutional-Compliance: verified and nowhere else.',
          schema: { type: 'string' },
          example: 'evidence-guards, newest-node-digest, newest-node-signature, constitution-in-force, no-halt',
        },
        Version: { schema: { type: 'string' } },
        EdgNodeId: {
          description:
            'The evidence node that the answer is about: what was made, the newest of the task, the refusal; else the one that put the constitution in force.',
          schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        },
        GovernanceTier: {
          description: 'The gravest of this request’s decisions and of what is violated by what the answer is about.',
          schema: { type: 'string', enum: tiers },
        },
        RetryAfter: { description: 'Seconds.', schema: { type: 'integer' } },
        RateLimit: { description: 'Requests a minute.', schema: { type: 'integer' } },
        RateLimitRemaining: { description: 'Requests that remain in this window.', schema: { type: 'integer' } },
        RateLimitReset: { description: "The window's end in Unix seconds.", schema: { type: 'integer' } },
      },
    },
  }
}

const tagOf = (mount: Mount) => (mount.area ? areaTitles[mount.area] : mount.name)

const ref = (header: string) => ({ $ref: `#/components/headers/${header}` })

const rateHeaders = {
  'X-RateLimit-Limit': ref('RateLimit'),
  'X-RateLimit-Remaining': ref('RateLimitRemaining'),
  'X-RateLimit-Reset': ref('RateLimitReset'),
}
const serviceHeaders = { 'X-Service-Trace': ref('ServiceTrace') }
/** The headers of an area's every answer, whoever asks. */
const areaHeaders = {
  A: {
    ...serviceHeaders,
    'X-Service-Attribution': ref('ServiceAttribution'),
    'X-Constitutional-Compliance': ref('ConstitutionalCompliance'),
    'X-Constitutional-Checks': ref('ConstitutionalChecks'),
    'X-Telemetry-Store-Version': ref('Version'),
    'X-Tree-Spec-Version': ref('Version'),
  },
  B: serviceHeaders,
  C: { ...serviceHeaders, 'X-EDG-Node-ID': ref('EdgNodeId'), 'X-Governance-Tier': ref('GovernanceTier') },
  D: { ...serviceHeaders, ...rateHeaders },
}
const text = { schema: { type: 'string' } }
const retryAfter = { 'Retry-After': ref('RetryAfter') }
const headersOfCode: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  INVALID_API_KEY: { 'WWW-Authenticate': text },
  METHOD_NOT_ALLOWED: { Allow: text },
  RATE_LIMIT_EXCEEDED: retryAfter,
  GOVERNANCE_HALT: retryAfter,
  STORE_UNAVAILABLE: retryAfter,
  BROWSER_UNAVAILABLE: retryAfter,
  JOB_TIMEOUT: { Location: text },
}

function operation(mount: Mount, endpoint: Endpoint) {
  const always = mount.area ? areaHeaders[mount.area] : serviceHeaders
  const headers = mount.area && endpoint.auth !== 'none' ? { ...always, ...rateHeaders } : always
  const responses: Record<string, unknown> = {}
  for (const [status, response] of Object.entries(endpoint.responses)) {
    const type = response.type ?? 'application/json'
    const hasContent = response.schema !== undefined || response.type !== undefined
    const others = (response.alsoAs ?? []).map((other) => [other, { schema: { type: 'string' } }])
    responses[status] = {
      description: response.description,
      headers: { ...headers, ...described(response.headers ?? {}) },
      ...(hasContent
        ? {
            content: {
              [type]: {
                schema: response.schema ? plain(response.schema) : { type: 'string' },
                ...exampleOf(response.example),
              },
              ...Object.fromEntries(others),
            },
          }
        : {}),
    }
  }
  if (endpoint.isJob) {
    const example = { ...acceptedExample, kind: jobKinds[mount.area ?? 'A'] }
    responses['202'] = {
      description: 'Accepted: the job goes on. Asked for with Prefer: respond-async or wait=N.',
      headers: { ...headers, Location: text, 'Preference-Applied': text },
      content: { 'application/json': { schema: plain(Accepted), example } },
    }
  }
  for (const [status, codes] of Map.groupBy(errorsOf(mount, endpoint), (code) => statusOf(code, mount.area))) {
    // A request without a usable key is counted nowhere.
    responses[status] = errorResponse(codes, status === 401 ? always : headers)
  }
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [tagOf(mount)],
    security: endpoint.auth === 'none' ? [] : [{ key: [] }],
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint),
    responses,
  }
}

const described = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { description, ...text }]))

/** The answer of one status, which all these codes have. */
function errorResponse(codes: readonly ErrorCode[], headers: Record<string, unknown>) {
  return {
    description: codes.map((code) => `${code}: ${errorCodes[code].meaning}`).join(' '),
    headers: Object.assign({ ...headers }, ...codes.map((code) => headersOfCode[code] ?? {})),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { error: { code, message: errorCodes[code].meaning, details: {} } } }]),
        ),
      },
    },
  }
}

/** Every code this endpoint can answer with. */
function errorsOf(mount: Mount, endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors ?? [])
  if (endpoint.auth !== 'none') codes.add('INVALID_API_KEY').add('INTERNAL_ERROR').add('STORE_UNAVAILABLE')
  if (isScope(endpoint.auth) || (endpoint.auth === 'key' && mount.area && mount.area !== 'D'))
    codes.add('SCOPE_REQUIRED')
  if (endpoint.auth !== 'none' && mount.area) codes.add('RATE_LIMIT_EXCEEDED')
  if (endpoint.query || endpoint.body || endpoint.params) codes.add('INVALID_REQUEST')
  if (endpoint.body) codes.add('BODY_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE')
  if (endpoint.method === 'POST') codes.add('IDEMPOTENCY_CONFLICT').add('INVALID_REQUEST')
  if (endpoint.isGoverned) codes.add('GOVERNANCE_HALT').add('GOVERNANCE_DENIED')
  if (endpoint.isJob) codes.add('JOB_FAILED').add('JOB_TIMEOUT').add('STATE_CONFLICT')
  return [...codes]
}

function parametersOf(endpoint: Endpoint) {
  const inPath = Object.entries(endpoint.params ?? {}).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(endpoint.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    ...(schema.description ? { description: schema.description } : {}),
    schema: plain(schema),
  }))
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  const prefer =
    endpoint.prefer ?? (endpoint.isJob ? 'respond-async: 202 at once. wait=N: 202 after N seconds.' : undefined)
  return [
    ...inPath,
    ...inQuery,
    ...(endpoint.method === 'POST'
      ? [
          header(
            'Idempotency-Key',
            'At most 255 visible ASCII characters, kept 24 hours: the same request again has the same effect and answer.',
          ),
        ]
      : []),
    ...(prefer ? [header('Prefer', prefer)] : []),
    header('traceparent', 'W3C trace context; its trace id becomes the request’s id.'),
  ]
}

function requestBodyOf(endpoint: Endpoint) {
  const rule = endpoint.body
  if (!rule) return {}
  if (rule.kind === 'bytes') {
    return {
      requestBody: {
        required: true,
        description: rule.description,
        content: Object.fromEntries(rule.types.map((type) => [type, { schema: {} }])),
      },
    }
  }
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: plain(rule.schema), ...exampleOf(rule.example) } },
    },
  }
}

const exampleOf = (example: unknown) => (example === undefined ? {} : { example })

/** Schemas that refer to themselves stand by their names; OpenAPI knows names under components alone. */
function namedApart(operations: Record<string, unknown>): { rest: unknown; named: Record<string, unknown> } {
  const named: Record<string, unknown> = {}
  const pointer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const apart = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => apart(item, within))
    if (typeof value !== 'object' || value === null) return value
    const { $id: name, ...schema } = withoutMemberRef(value) as { $id?: unknown; $ref?: unknown }
    if (typeof schema.$ref === 'string' && within.includes(schema.$ref)) return pointer(schema.$ref)
    if (typeof name !== 'string') return mapped(schema, (member) => apart(member, within))
    named[name] = mapped(schema, (member) => apart(member, [...within, name]))
    return pointer(name)
  }
  return { rest: apart(operations, []), named }
}

/** A member called $ref, said as a pattern: tools take the word for a reference of theirs wherever it stands. */
function withoutMemberRef(schema: object): object {
  const { properties, patternProperties } = schema as { properties?: { $ref?: unknown }; patternProperties?: object }
  const { $ref: member, ...rest } = properties ?? {}
  if (typeof member !== 'object') return schema
  return { ...schema, properties: rest, patternProperties: { ...patternProperties, '^\\$ref$': member } }
}

const mapped = (object: object, of: (member: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, member]) => [name, of(member)]))

/** A TypeBox schema as plain JSON Schema, without its symbols. */
const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema))
