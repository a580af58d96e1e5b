/** What the service says of itself: alive, ready, metrics, its description and its pages. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Live, Ready } from '#shared/contracts/about'
import { jobNames } from '#shared/jobs/index'
import { undocumentedIn } from '#test/contract/documented'
import { expectShape } from '#test/contract/shapes'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

type Json = Record<string, unknown>

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
      ...jobNames.map((name) => ({ what: 'worker', why: `no process does ${name}` })),
      {
        what: 'maintenance',
        why: 'no process does it, so nothing is deleted when its time has come: start workers/maintenance/main.ts',
      },
    ])

    for (const job of jobNames) await service.startWorker(job)
    const maintenance = await service.startMaintenance()
    const withOne = await until(
      async () => {
        const answer = await ready()
        return (answer.body as Json)['status'] === 'ready' && answer
      },
      { what: 'the worker to be seen' },
    )
    maintenance.kill('SIGTERM')
    expect(await maintenance.exited).toBe(0)
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
      ...service.workers.map(({ pid }, index) => `${jobNames[index]}:${pid}`),
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

  test('names its series as promtool’s linter wants them', async () => {
    const lines = (await metrics()).split('\n')
    const types = lines.flatMap((line) => {
      const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
      return name && type ? [{ name, type }] : []
    })
    const helped = new Set(lines.flatMap((line) => /^# HELP (\S+) .+$/.exec(line)?.[1] ?? []))

    const faults = types.flatMap(({ name, type }) => [
      ...(helped.has(name) ? [] : [`${name} has no help`]),
      ...((type === 'counter') === name.endsWith('_total') ? [] : [`${name} is a ${type}`]),
      ...(/_(bucket|count|sum)$/.test(name) && type !== 'histogram' && type !== 'summary'
        ? [`${name} is a ${type}`]
        : []),
      ...(new RegExp(`(^|_)(counter|gauge|histogram|summary|${type})(_|$)`).test(name)
        ? [`${name} names its type`]
        : []),
      ...(/[A-Z]/.test(name) || name.includes(':') ? [`${name} is not in snake_case`] : []),
      ...(/_(ms|millis|milliseconds|minutes|hours|days|kb|kilobytes|megabytes|percent|s|sec|b)(_|$)/.test(name)
        ? [`${name} is in no base unit`]
        : []),
    ])
    expect(types.length).toBeGreaterThan(20)
    expect(faults).toEqual([])
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

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
