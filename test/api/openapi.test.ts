/** /openapi.json: what two linters, a validator and the author of a client find in it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import Ajv2020 from 'ajv/dist/2020'
import { statusOf } from '#api/http/errors'
import { schemaNames } from '#api/schema-names'
import type { ErrorCode } from '#shared/kernel/errors'
import { routes } from '#shared/routes/index'
import { type Route, templateOf } from '#shared/routes/route'
import { type Content, type Document, operationsOf } from '#test/contract/documented'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'

type Json = Record<string, unknown>

let service: Service
let call: Service['call']
let document: Document
let operations: ReturnType<typeof operationsOf>

beforeAll(async () => {
  service = await startService({ workers: 0 })
  call = service.call
  document = (await call('GET /openapi.json', { key: null })).body as Document
  operations = operationsOf(document)
})
afterAll(() => service.stop())

const operation = (what: string) => {
  const found = operations.find((each) => each.what === what)
  if (!found) throw new Error(`${what} is not described`)
  return found.operation
}

/** What a linter says that stays as it is, and why. */
type Accepted = { rule: string; where: RegExp; why: string }

/** The problems that nobody has accepted, and what was accepted but is not there any more. */
function unaccepted(problems: { rule: string; where: string; message: string }[], accepted: Accepted[]) {
  const isAccepted = (of: Accepted, { rule, where }: { rule: string; where: string }) =>
    of.rule === rule && of.where.test(where)
  return {
    problems: problems.filter((problem) => !accepted.some((of) => isAccepted(of, problem))),
    stale: accepted.filter((of) => !problems.some((problem) => isAccepted(of, problem))).map(({ rule }) => rule),
  }
}

const at = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const unlisted = 'what no operation lists: a path that nobody has, a method that a path does not have'

describe('linted', () => {
  test('by Redocly, recommended rules: nothing but what is accepted below, each for its reason', async () => {
    const accepted: Accepted[] = [
      {
        rule: 'operation-4xx-response',
        where: /^#\/paths\/~1(health|schema|livez|readyz|openapi\.json|docs)\//,
        why: 'asks for no key and reads nothing of the request: there is nothing to refuse',
      },
      {
        rule: 'no-ambiguous-paths',
        where: /~1edg~1(\{hash\}|chain|export|verify)/,
        why: 'the interface has /edg/{hash} beside /edg/chain/{hash}; the second segment of a hash is never such a word',
      },
      {
        rule: 'no-required-schema-properties-undefined',
        where: /^#\/components\/schemas\/(Condition|Reference)/,
        why: 'the member is called $ref and so stands as a pattern: tools take the word for a reference of theirs',
      },
      {
        rule: 'no-unused-components',
        where: /^#\/components\/responses\/(NOT_FOUND|METHOD_NOT_ALLOWED)$/,
        why: unlisted,
      },
    ]
    const config = await createConfig({ extends: ['recommended'] })
    const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })

    const problems = found.map(({ ruleId, location, message }) => ({
      rule: ruleId,
      where: location[0]?.pointer ?? '',
      message,
    }))
    expect(unaccepted(problems, accepted)).toEqual({ problems: [], stale: [] })
  })

  test('by Spectral, all rules of its set for OpenAPI: nothing but what is accepted below, each for its reason', async () => {
    const accepted: Accepted[] = [
      {
        rule: 'oas3-unused-component',
        where: /^components\/responses\/(NOT_FOUND|METHOD_NOT_ALLOWED)$/,
        why: unlisted,
      },
      {
        rule: 'array-items',
        where: /^components\/schemas\/.*(interval|ci|ci95|wilson|excerpt_offsets)(\/anyOf\/0)?$/,
        why: 'a pair: prefixItems, minItems and maxItems say all of it, and generators make a tuple of them',
      },
      { rule: 'license-url', where: /^info\/license$/, why: 'OpenAPI 3.1 has identifier or url, never both' },
      {
        rule: 'contact-properties',
        where: /^info\/contact$/,
        why: 'who operates a service is not known to its program',
      },
    ]
    const spectral = new Spectral()
    // Its own set lacks a member that its own type asks for.
    spectral.setRuleset({ extends: [[oas as unknown as RulesetDefinition, 'all']], rules: {} })
    const found = await spectral.run(structuredClone(document))

    const problems = found.map(({ code, path, message }) => ({ rule: String(code), where: path.join('/'), message }))
    expect(unaccepted(problems, accepted)).toEqual({ problems: [], stale: [] })
  })
})

describe('/openapi.json', () => {
  const documented = [
    ...[
      'GET /health',
      'GET /schema',
      'POST /generate',
      'POST /traces',
      'GET /traces',
      'GET /traces/{trace_id}',
      'GET /stats',
    ],
    ...['POST', 'GET'].map((method) => `${method} /traces/{trace_id}/annotations`),
    ...['GET /systems', 'GET /systems/compare', 'GET /systems/{system_source}/tree'],
    ...['POST /api/scan', 'GET /api/scans', 'GET /api/scans/{scanId}', 'GET /api/scans/{scanId}/picture'],
    ...[
      'POST /api/scan-runs',
      'GET /api/scan-runs',
      'GET /api/scan-runs/{runId}',
      'POST /api/scan-runs/{runId}/cancel',
    ],
    ...['results', 'events', 'report', 'compare/{other}'].map((of) => `GET /api/scan-runs/{runId}/${of}`),
    ...['GET /api/scans/{scanId}/questions', 'GET /api/scans/{scanId}/questions/{fingerprint}/picture'],
    ...['POST', 'DELETE'].map((method) => `${method} /api/scans/{scanId}/questions/{fingerprint}/answer`),
    ...['GET /api/answers', 'DELETE /api/answers/{answerId}'],
    ...['POST /api/waivers', 'GET /api/waivers', 'POST /api/waivers/{waiverId}/revoke'],
    ...['GET /api/components', 'GET /api/components/{id}', 'POST /api/components/import', 'POST /api/components/scan'],
    ...['GET /jobs/{job_id}', 'GET /jobs/{job_id}/result', 'POST /jobs/{job_id}/cancel'],
    ...['GET /livez', 'GET /readyz', 'GET /metrics', 'GET /openapi.json', 'GET /docs'],
  ]
  for (const what of documented) {
    test(`describes ${what}`, () => {
      expect(operations.map((each) => each.what)).toContain(what)
    })
  }

  test('describes no route that is not there', async () => {
    for (const { what } of operations) {
      const { status, body } = await call(what.replaceAll(/\{\w+\}/g, 'none'))
      const code = (body as { error?: { code: string } } | undefined)?.error?.code

      expect([what, status === 405 || (code === 'NOT_FOUND' && !what.includes('{asset}'))]).toEqual([what, false])
    }
  })

  test('says of every route whether it needs a key, as it is', async () => {
    for (const { what, operation } of operations) {
      const { status } = await call(what.replaceAll(/\{\w+\}/g, 'none'), { key: null })

      expect([what, status === 401]).toEqual([what, operation.security.length > 0])
    }
  })

  test('names each operation once, by a verb and a thing and not by its path', () => {
    const ids = operations.map(({ operation }) => operation.operationId)

    expect(ids).toEqual([...new Set(ids)])
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z0-9]+)+$/.test(id))).toEqual([])
    expect(ids).toContainValues(['createTrace', 'listTraces', 'getTrace', 'generateTree', 'scanPage', 'createScanRun'])
    expect(ids).toContainValues(['cancelJob', 'createTask', 'verifyEvidence', 'waiveViolation', 'streamTaskEvents'])
  })

  test('shows every error that a route can give, under its own status', () => {
    for (const { what, operation } of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (Number(status) < 400 || what === 'GET /readyz') continue
        const examples = Object.entries(content?.['application/json']?.examples ?? {})
        expect([what, status, examples.length > 0]).toEqual([what, status, true])
        for (const [code, { value }] of examples) {
          expect(value.error.code).toBe(code)
          const area = what.includes(' /api/') ? 'D' : undefined
          expect([what, code, statusOf(code as ErrorCode, area)]).toEqual([what, code, Number(status)])
        }
      }
    }
  })

  test('knows the errors that the interface lists', () => {
    const errorsOf = (what: string) => Object.keys(operation(what).responses)

    expect(errorsOf('POST /generate')).toContainValues(['400', '401', '404', '429', '504'])
    expect(errorsOf('POST /traces')).toContainValues(['400', '401', '409', '413', '415', '429'])
    expect(errorsOf('GET /traces')).toContainValues(['400', '401', '429'])
    expect(errorsOf('GET /traces/{trace_id}')).toContainValues(['400', '401', '404', '429'])
    expect(errorsOf('GET /stats')).toContainValues(['401', '429'])
    expect(errorsOf('POST /api/scan').sort()).toEqual(['200', '202', '400', '401', '429', '500'])
    expect(Object.keys(document.components.responses)).toContainValues(['METHOD_NOT_ALLOWED', 'NOT_FOUND'])
  })

  test('prints every route that stands as data, under its area, and no other', () => {
    const printed = operations.map(({ what, operation: { operationId, tags } }) => {
      const [, area] = /^Area ([A-D]):/.exec(tags[0] ?? '') ?? []
      const route: Route | undefined = routes[operationId as keyof typeof routes]
      const isAtItsPath = route && what.startsWith(`${route.method} `) && what.endsWith(templateOf(route.path))
      return [operationId, area, isAtItsPath]
    })

    expect(printed.sort()).toEqual(
      Object.values<Route>(routes)
        .map(({ operationId, area }) => [operationId, area, true])
        .sort(),
    )
  })

  test('says of each operation what it does', () => {
    const silent = operations.filter(({ operation: { description } }) => !/^\S.{30,}[.!]$/s.test(description))

    expect(silent.map(({ what }) => what)).toEqual([])
  })

  type Place = { what: string; pointer: string; type: string; content: Content[string] }
  const placesIn = (what: string, pointer: string, content: Content | undefined): Place[] =>
    Object.entries(content ?? {}).map(([type, each]) => ({
      what: `${what} ${type}`,
      pointer: `${pointer}/content/${escaped(type)}`,
      type,
      content: each,
    }))
  const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
  const places = () =>
    operations.flatMap(({ what, operation: { requestBody, responses } }) => [
      ...placesIn(`${what} request`, '', requestBody?.content),
      ...Object.entries(responses).flatMap(([status, { content }]) => placesIn(`${what} ${status}`, '', content)),
    ])

  test('shows an example of every body, in and out, but for bytes', () => {
    const bytes = /^(image\/(png|jpeg|webp)|application\/(x-protobuf|octet-stream|scitt-(statement|receipt)\+cose))$/
    const without = places().filter(
      ({ type, content: { example, examples } }) =>
        example === undefined && examples === undefined && !bytes.test(type),
    )

    expect(without.map(({ what }) => what)).toEqual([])
    expect(places().length).toBeGreaterThan(400)
  })

  test('has no example that does not fit its schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'https://api.test/', components: document.components })
    const misfits = places().flatMap(({ what, content: { schema = {}, example, examples = {} } }) => {
      const fits = ajv.compile(within(schema))
      const shown = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
      return shown.flatMap((each) => (fits(each) ? [] : [`${what}: ${ajv.errorsText(fits.errors)}`]))
    })

    expect(misfits).toEqual([])
  })

  /** A schema as it reads outside of its document. */
  const within = (schema: unknown): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"https://api.test/#/components/'))

  test('names what an author of a client has to do with, each thing once, and shadows nothing', () => {
    const names = Object.keys(document.components.schemas)

    expect(names).toContainValues([
      'Trace',
      'TraceInput',
      'TraceList',
      'Tree',
      'SystemTree',
      'Scan',
      'ScanReport',
      'Run',
    ])
    expect(names).toContainValues(['Waiver', 'Task', 'Step', 'Chain', 'Verification', 'Violation', 'Agent', 'Job'])
    expect(names.filter((name) => name in globalThis)).toEqual([])
    expect(Object.keys(schemaNames).filter((name) => !names.includes(name))).toEqual([])
    expect(operation('POST /traces').requestBody?.content['application/json']?.schema).toEqual(at('TraceInput'))
    expect(operation('GET /traces/{trace_id}').responses['200']?.content?.['application/json']?.schema).toEqual(
      at('Trace'),
    )
    expect(document.components.schemas['TraceList']).toMatchObject({ properties: { traces: { items: at('Trace') } } })
  })

  test('says of an interval that it has two ends', () => {
    // Examples may have members of that name.
    const text = JSON.stringify(document.components.schemas)

    expect(text).not.toContain('additionalItems')
    expect(text).not.toContain('"items":[')
    expect(document.components.schemas['Annotation']).toMatchObject({
      properties: { interval: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], maxItems: 2 } },
    })
  })

  test('names each operation once, by a verb and a thing and not by its path', () => {
    const ids = operations.map(({ operation: { operationId } }) => operationId)

    expect(ids).toEqual([...new Set(ids)])
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z0-9]+)+$/.test(id))).toEqual([])
    expect(ids).toContainValues(['createTrace', 'listTraces', 'getTrace', 'generateTree', 'scanPage', 'createScanRun'])
    expect(ids).toContainValues(['cancelJob', 'createTask', 'verifyEvidence', 'waiveViolation', 'streamTaskEvents'])
  })

  test('asks for no parameter that has a default, and says of each what it means', () => {
    for (const { operation: each } of operations) {
      for (const { name, in: place, required, schema, description } of each.parameters) {
        expect([name, required]).toEqual([name, place === 'path'])
        expect([name, description?.length > 2]).toEqual([name, true])
        expect(schema['anyOf'] === undefined || !JSON.stringify(schema).includes('"integer"')).toBeTrue()
      }
    }
    expect(Object.keys(operation('POST /traces').requestBody?.content ?? {})).toEqual(['application/json'])
  })

  test('promises the five headers on every answer of area A, and what belongs to a status on that', () => {
    const five = [
      'X-Constitutional-Compliance',
      'X-Service-Attribution',
      'X-Service-Trace',
      'X-Telemetry-Store-Version',
      'X-Tree-Spec-Version',
    ]
    const generate = operation('POST /generate').responses
    for (const { headers } of Object.values(generate)) expect(Object.keys(headers ?? {})).toContainValues(five)
    expect(Object.keys(generate['429']?.headers ?? {})).toContain('Retry-After')
    expect(Object.keys(generate['401']?.headers ?? {})).toContain('WWW-Authenticate')
    expect(Object.keys(generate['202']?.headers ?? {})).toContainValues(['Location', 'Preference-Applied'])
    expect(Object.keys(generate['504']?.headers ?? {})).toContain('Location')
    expect(Object.keys(generate['200']?.headers ?? {})).toContainValues([
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ])
  })

  test('is as it is under the base paths that are configured', async () => {
    const moved = await service.startApi({ BASE_PATH_A: '/risk/v1' })

    const { paths } = (await call('GET /openapi.json', { api: moved })).body as Document
    const found = await call('GET /risk/v1/stats', { api: moved })
    const created = await call('POST /risk/v1/traces', { api: moved, body: aTrace() })
    const lost = await call('GET /stats', { api: moved })
    const lostWithin = await call('GET /risk/v1/nowhere', { api: moved })

    expect(Object.keys(paths)).toContainValues(['/risk/v1/stats', '/risk/v1/traces', '/jobs/{job_id}', '/livez'])
    expect([found.status, created.status, lost.status, lostWithin.status]).toEqual([200, 201, 404, 404])
    expect(created.headers.get('location')).toStartWith('/risk/v1/traces/SVC-')
    expect([lost, lostWithin].map(({ headers }) => headers.has('x-tree-spec-version'))).toEqual([false, true])
  })

  test('what README says is not there yet is not there', async () => {
    const [, section = ''] = /## What is not there yet\n(.*?)\n## /s.exec(await Bun.file('README.md').text()) ?? []
    const routes = [...section.matchAll(/`((?:GET|POST) )?(\/[a-z/-]+)`/g)].map(
      ([, method = 'GET ', path]) => method + path,
    )

    expect(section).not.toBe('')
    for (const route of routes) expect([route, (await call(route, { body: undefined })).status]).toEqual([route, 404])
  })
})
