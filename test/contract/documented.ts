/** What the API's description promises of each answer, held against the answers that a service gave. */
import type { Seen, Service } from '#test/support/service'

type Json = Record<string, unknown>
type Examples = Record<string, { value: { error: { code: string } } }>
export type Content = Record<string, { schema?: Json; example?: unknown; examples?: Examples }>
export type Response = { headers?: Record<string, { required?: boolean }>; content?: Content }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown[]
  parameters: { name: string; in: string; required: boolean; description: string; schema: Json }[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
export type Document = {
  openapi: string
  info: Json
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, Json>; responses: Record<string, Response>; examples: Json; headers: Json }
}

/** A value with each reference to a shared response, header, parameter or example replaced by what it refers to. */
function resolved(value: unknown, document: Document): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document))
  if (typeof value !== 'object' || value === null) return value
  const reference = (value as { $ref?: unknown }).$ref
  if (typeof reference !== 'string' || !/^#\/components\/(?!schemas)/.test(reference))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolved(member, document)]))
  const parts = reference.slice(2).split('/')
  return resolved(
    parts.reduce((of: unknown, part) => (of as Json)[part], document),
    document,
  )
}

/** Every operation as `GET /traces/{trace_id}`, whole. */
export const operationsOf = (document: Document): { what: string; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      what: `${method.toUpperCase()} ${path}`,
      operation: resolved(operation, document) as Operation,
    })),
  )

/** HTTP's own, and what the description's first words say of every answer. */
const unsaid = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  'x-content-type-options',
])

/** What of the answers so far is not as described: a status, a header that is not listed, one that is always there and was not. */
export async function undocumentedIn(service: Service): Promise<string[]> {
  const seen = [...service.seen]
  const document = (await service.call('GET /openapi.json', { key: null })).body as Document
  const operations = operationsOf(document)
    .map(({ what, operation }) => ({ what, operation, form: formOf(what) }))
    // A word fits better than a parameter.
    .toSorted((a, b) => a.what.split('{').length - b.what.split('{').length)
  const faults = seen.flatMap((answer) => {
    const found = operations.find(({ form }) => form.test(`${answer.method} ${answer.path}`))
    return found ? faultsOf(answer, found.what, found.operation) : []
  })
  return [...new Set(faults)].sort()
}

const formOf = (what: string) => new RegExp(`^${what.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)

function faultsOf({ status, headers }: Seen, what: string, { responses }: Operation): string[] {
  const response = responses[status]
  if (!response) return status === 405 ? [] : [`${what} ${status}`]
  const listed = Object.entries(response.headers ?? {}).map(([name, header]) => [name.toLowerCase(), header] as const)
  const names = new Set(listed.map(([name]) => name))
  return [
    ...headers.filter((name) => !unsaid.has(name) && !names.has(name)).map((name) => `${what} ${status} ${name}`),
    ...listed
      .filter(([name, { required }]) => required && !headers.includes(name))
      .map(([name]) => `${what} ${status} lacks ${name}`),
  ]
}
