/** What the service says of itself: alive, ready, metrics, its description and its pages. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { TSchema } from '@sinclair/typebox'
import { statusOf } from '#api/doors/errors'
import { Health, Live, Ready, SchemaDescription } from '#shared/contracts/about'
import { Accepted, Job } from '#shared/contracts/jobs'
import { Stats, Trace, TraceCreated, TraceInput, TraceList } from '#shared/contracts/traces'
import { GenerateRequest, GenerateResponse } from '#shared/contracts/trees'
import type { ErrorCode } from '#shared/errors'
import { expectShape } from '#test/contract/shapes'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

type Json = Record<string, unknown>

const workerJobs = ['generate-tree', 'run-task', 'scan-page']
let service: Service
let call: Service['call']

beforeAll(async () => {
  service = await startService({ apis: 2, workers: 0 })
  call = service.call
})
afterAll(() => service.stop())

const missingIn = (answer: Answer) => (answer.body as { missing: { what: string; why: string }[] }).missing

describe('/livez', () => {
  test('needs no key', async () => {
    const answer = await call('GET /livez', { key: null })

    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expectShape(Live, answer.body)
  })
})

describe('/readyz', () => {
  const ready = () => call('GET /readyz', { key: null })

  test('without workers is degraded and names the jobs that nobody does; with one for each it is ready', async () => {
    const without = await ready()
    expectShape(Ready, without.body)
    expect(without.status).toBe(200)
    expect(without.body).toMatchObject({ status: 'degraded', workers: { 'generate-tree': 0 } })
    expect(missingIn(without)).toEqual([
      { what: 'worker', why: 'no process does generate-tree' },
      { what: 'worker', why: 'no process does run-task' },
      { what: 'worker', why: 'no process does scan-page' },
    ])

    for (const job of workerJobs) await service.startWorker(job)
    const withOne = await until(
      async () => {
        const answer = await ready()
        return (answer.body as Json)['status'] === 'ready' && answer
      },
      { what: 'the worker to be seen' },
    )
    expect(withOne.body).toMatchObject({ missing: [], workers: { 'generate-tree': 1, 'run-task': 1, 'scan-page': 1 } })
  })

  test('without a migration is unavailable, 503, and says how many there are', async () => {
    const { sql } = service.database
    const [row] = await sql<{ hash: string }[]>`select * from public.migrations order by id desc limit 1`
    await sql`create table migrations_away as select * from public.migrations`
    await sql`delete from public.migrations`
    const answer = await ready()
    await sql`insert into public.migrations select * from migrations_away`
    await sql`drop table migrations_away`

    expect(row).toBeDefined()
    expect([answer.status, (answer.body as Json)['status']]).toEqual([503, 'unavailable'])
    expect(missingIn(answer)).toContainEqual({
      what: 'migrations',
      why: expect.stringMatching(/^0 of \d+ are applied$/),
    })
    expect((await ready()).status).toBe(200)
  })

  test('without a guard of the evidence is degraded and names it, and health is not compliant', async () => {
    const { sql } = service.database
    await sql`alter table edg_nodes disable trigger edg_nodes_append_only`
    const answer = await ready()
    const unhealthy = await until(
      async () => {
        const health = await call('GET /health', { key: null })
        return (health.body as Json)['status'] === 'degraded' && health
      },
      { what: 'health to notice' },
    )
    await sql`alter table edg_nodes enable trigger edg_nodes_append_only`

    expect([answer.status, (answer.body as Json)['status']]).toEqual([200, 'degraded'])
    expect(missingIn(answer)).toContainEqual({
      what: 'evidence guard',
      why: 'the database lacks edg_nodes_append_only',
    })
    expect([unhealthy.status, unhealthy.body]).toMatchObject([200, { constitutional_compliance: false }])
    expect(unhealthy.headers.get('x-constitutional-compliance')).toBe('indeterminate')
  })
})

describe('/metrics', () => {
  const metrics = async () => (await call('GET /metrics')).text

  test('needs the scope operator', async () => {
    const { key } = await service.issueKey({ scopes: ['governance:write'] })

    const [without, plain, operator] = [
      await call('GET /metrics', { key: null }),
      await call('GET /metrics', { key }),
      await call('GET /metrics'),
    ]

    expect([without.status, plain.status, operator.status]).toEqual([401, 403, 200])
    expect(plain.body).toMatchObject({ error: { code: 'SCOPE_REQUIRED', details: { needed: 'the scope operator' } } })
    expect(operator.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
  })

  const promised = [
    'assay_http_request_duration_seconds_bucket',
    'assay_http_request_duration_seconds_count',
    'assay_http_request_duration_seconds_sum',
    'assay_rate_limited_total',
    'assay_jobs_settled_total',
    'assay_job_wait_seconds_bucket',
    'assay_job_run_seconds_bucket',
    'assay_jobs',
    'assay_job_oldest_seconds',
    'assay_database_connections',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_seconds',
  ]
  test('has the promised series, of every process', async () => {
    const { key } = await service.issueKey({ tier: 'standard' })
    const stored = await call('POST /traces', { key, body: aTrace() })
    const { trace_id: traceId } = stored.body as { trace_id: string }
    await call('POST /generate', { body: { trace_id: traceId }, api: 1 })
    const limited = await service.startApi({ RATE_LIMIT_A_STANDARD: '1' })
    await Promise.all([1, 2, 3].map(() => call('GET /stats', { key, api: limited })))

    const text = await until(
      async () => {
        const seen = await metrics()
        return promised.every((name) => seen.includes(`\n${name}{`)) && seen
      },
      {
        what: () => 'every promised series',
      },
    )
    const processes = new Set(
      [...text.matchAll(/^process_cpu_seconds_total\{process="([^"]+)"/gm)].map(([, name]) => name),
    )
    const running = [
      ...service.apis.map(({ pid }) => `api:${pid}`),
      ...service.workers.map(({ pid }, index) => `${workerJobs[index]}:${pid}`),
    ]
    expect([...processes].sort()).toEqual(running.sort())
  })

  test('is in the exposition format, and each series is described once', async () => {
    const lines = (await metrics()).split('\n').filter((line) => line !== '')

    const form = /^(# (HELP|TYPE) \w+ .*|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? (-?\d[\d.e+-]*|NaN|[+-]Inf))$/
    expect(lines.filter((line) => !form.test(line))).toEqual([])
    const described = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2])
    expect(described).toEqual([...new Set(described)])
  })

  test('counts by route, never by what a caller wrote into a path', async () => {
    const marker = crypto.randomUUID()
    await Promise.all([`/traces/${marker}`, `/${marker}`, `/jobs/${marker}`].map((path) => call(`GET ${path}`)))

    const text = await until(
      async () => {
        const seen = await metrics()
        return ['/traces/:trace_id', '*', '/jobs/:job_id'].every((route) => seen.includes(`route="${route}"`)) && seen
      },
      { what: 'the requests to be counted' },
    )

    expect(text).not.toContain(marker)
  })
})

describe('/openapi.json', () => {
  type Examples = Record<string, { value: { error: { code: string } } }>
  type Content = Record<string, { schema?: Json; example?: unknown; examples?: Examples }>
  type Operation = {
    operationId: string
    summary: string
    security: unknown[]
    parameters: { name: string; in: string; required: boolean; schema: Json }[]
    requestBody?: { content: Content }
    responses: Record<string, { headers?: Json; content?: Content }>
  }
  type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: { responses: Json } }
  let document: Document
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ what: `${method.toUpperCase()} ${path}`, operation })),
    )

  beforeAll(async () => {
    document = (await call('GET /openapi.json', { key: null })).body as Document
  })

  test('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))

    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(document.openapi).toStartWith('3.1')
  })

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
    ...['GET /systems', 'GET /systems/{system_source}/tree'],
    ...['POST /api/scan', 'GET /api/scans', 'GET /api/scans/{scanId}', 'GET /api/scans/{scanId}/picture'],
    ...[
      'POST /api/scan-runs',
      'GET /api/scan-runs',
      'GET /api/scan-runs/{runId}',
      'POST /api/scan-runs/{runId}/cancel',
    ],
    ...['results', 'events', 'report', 'compare/{other}'].map((of) => `GET /api/scan-runs/{runId}/${of}`),
    ...['POST /api/waivers', 'GET /api/waivers', 'POST /api/waivers/{waiverId}/revoke'],
    ...['GET /jobs/{job_id}', 'GET /jobs/{job_id}/result', 'POST /jobs/{job_id}/cancel'],
    ...['GET /livez', 'GET /readyz', 'GET /metrics', 'GET /openapi.json', 'GET /docs'],
  ]
  for (const what of documented) {
    test(`describes ${what}`, () => {
      expect(operations().map((each) => each.what)).toContain(what)
    })
  }

  test('describes no route that is not there', async () => {
    for (const { what } of operations()) {
      const { status, body } = await call(what.replaceAll(/\{\w+\}/g, 'none'))
      const code = (body as { error?: { code: string } } | undefined)?.error?.code

      expect([what, status === 405 || (code === 'NOT_FOUND' && !what.includes('{asset}'))]).toEqual([what, false])
    }
  })

  test('says of every route whether it needs a key, as it is', async () => {
    for (const { what, operation } of operations()) {
      const { status } = await call(what.replaceAll(/\{\w+\}/g, 'none'), { key: null })

      expect([what, status === 401]).toEqual([what, operation.security.length > 0])
    }
  })

  test('names each operation once, by a verb and a thing and not by its path', () => {
    const ids = operations().map(({ operation }) => operation.operationId)

    expect(ids).toEqual([...new Set(ids)])
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z0-9]+)+$/.test(id))).toEqual([])
    expect(ids).toContainValues(['createTrace', 'listTraces', 'getTrace', 'generateTree', 'scanPage', 'createScanRun'])
    expect(ids).toContainValues(['cancelJob', 'createTask', 'verifyEvidence', 'waiveViolation', 'streamTaskEvents'])
  })

  test('shows an example of every error that a route can give, under its own status', () => {
    for (const { what, operation } of operations()) {
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
    const errorsOf = (what: string) =>
      Object.keys(operations().find((each) => each.what === what)?.operation.responses ?? {})

    expect(errorsOf('POST /generate')).toContainValues(['400', '401', '404', '429', '504'])
    expect(errorsOf('POST /traces')).toContainValues(['400', '401', '409', '413', '415', '429'])
    expect(errorsOf('GET /traces')).toContainValues(['400', '401', '429'])
    expect(errorsOf('GET /traces/{trace_id}')).toContainValues(['400', '401', '404', '429'])
    expect(errorsOf('GET /stats')).toContainValues(['401', '429'])
    expect(errorsOf('POST /api/scan').sort()).toEqual(['200', '202', '400', '401', '429', '500'])
    expect(Object.keys(document.components.responses).sort()).toEqual(['METHOD_NOT_ALLOWED', 'NOT_FOUND'])
  })

  const bodiesOf = ({ requestBody, responses }: Operation) => [
    ['request', requestBody?.content] as const,
    ...Object.entries(responses).map(([at, { content }]) => [at, content] as const),
  ]

  test('shows an example of every JSON body, in and out', () => {
    const without = operations().flatMap(({ what, operation }) =>
      bodiesOf(operation).flatMap(([at, content]) => {
        const json = content?.['application/json']
        const isDescribed = Object.keys(json?.schema ?? {}).length > 0
        return isDescribed && json?.example === undefined && json?.examples === undefined ? [`${what} ${at}`] : []
      }),
    )

    // Too long to read; the schema describes every member.
    expect(without).toEqual([
      'GET /systems/{system_source}/tree 200',
      'GET /v1/edg/export/{hash} 200',
      'GET /v1/governance/constitution 200',
      'GET /api/scans/{scanId} 200',
      'GET /api/scan-runs/{runId}/report 200',
    ])
  })

  const contracts: [string, string, TSchema][] = [
    ['POST /traces', 'request', TraceInput],
    ['POST /traces', '201', TraceCreated],
    ['GET /traces', '200', TraceList],
    ['GET /traces/{trace_id}', '200', Trace],
    ['POST /generate', 'request', GenerateRequest],
    ['POST /generate', '200', GenerateResponse],
    ['POST /generate', '202', Accepted],
    ['GET /stats', '200', Stats],
    ['GET /health', '200', Health],
    ['GET /schema', '200', SchemaDescription],
    ['GET /jobs/{job_id}', '200', Job],
    ['POST /jobs/{job_id}/cancel', '200', Job],
    ['GET /livez', '200', Live],
    ['GET /readyz', '200', Ready],
    ['GET /readyz', '503', Ready],
  ]
  for (const [what, at, schema] of contracts) {
    test(`its example of ${what}, ${at}, fits the schema beside it`, () => {
      const { operation } = operations().find((each) => each.what === what) ?? {}
      const [, content] = (operation ? bodiesOf(operation) : []).find(([name]) => name === at) ?? []

      expectShape(schema, content?.['application/json']?.example)
      expect(content?.['application/json']?.schema).toEqual(JSON.parse(JSON.stringify(schema)))
    })
  }

  test('takes JSON and only JSON where a body is JSON, and asks for no parameter that has a default', () => {
    for (const { operation } of operations()) {
      for (const { in: place, required, schema } of operation.parameters) {
        expect(required).toBe(place === 'path')
        expect(schema['anyOf'] === undefined || !JSON.stringify(schema).includes('"integer"')).toBeTrue()
      }
    }
    const types = operations().find(({ what }) => what === 'POST /traces')?.operation.requestBody?.content
    expect(Object.keys(types ?? {})).toEqual(['application/json'])
  })

  test('promises the five headers on every answer of area A, and what belongs to a status on that', () => {
    const five = [
      'X-Constitutional-Compliance',
      'X-Service-Attribution',
      'X-Service-Trace',
      'X-Telemetry-Store-Version',
      'X-Tree-Spec-Version',
    ]
    const generate = operations().find(({ what }) => what === 'POST /generate')?.operation.responses ?? {}
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
})

describe('/docs', () => {
  test('loads nothing from elsewhere, and its policy allows nothing from elsewhere', async () => {
    const page = await call('GET /docs', { key: null })

    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(page.status).toBe(200)
    expect(addresses.length).toBeGreaterThan(3)
    expect(addresses.filter((address) => /^(\w+:)?\/\//.test(address))).toEqual([])
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
    expect(policy).toMatch(/script-src 'self'(;|$)/)
  })

  test('finds each of its files here, from the page with and without a slash after it', async () => {
    const base = service.urls[0] ?? ''
    const page = await call('GET /docs', { key: null })
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)

    for (const address of addresses) {
      const answer = await fetch(new URL(address, `${base}/docs`))
      expect([address, answer.status, (await answer.text()).length > 0]).toEqual([address, 200, true])
      expect(answer.headers.get('content-type')).toMatch(/^(text\/(css|javascript)|image\/png)/)
    }
    const slashed = await fetch(`${base}/docs/`)
    const first = addresses[0] ?? ''
    expect((await fetch(new URL(first, slashed.url))).status).toBe(200)
  })

  for (const path of [
    '..%2f..%2fpackage.json',
    '%2e%2e%2fpackage.json',
    'package.json',
    'index.html',
    'toString',
    '%00',
  ]) {
    test(`serves no other file: ${path}`, async () => {
      const { status } = await call(`GET /docs/${path}`, { key: null })

      expect([400, 404]).toContain(status)
    })
  }
})
