/** Who may call: keys of every kind, what a refusal gives away, and what one organisation sees of another. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { makeKey } from '#shared/kernel/key-format'
import { expectError } from '#test/contract/shapes'
import { revokeKey, storeKey } from '#test/support/keys'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let call: Service['call']

beforeAll(async () => {
  service = await startService({ apis: 4 })
  call = service.call
})
afterAll(() => service.stop())

const authorized = (authorization: string) => call('GET /stats', { key: null, headers: { authorization } })

describe('a refusal of a key', () => {
  async function refusals(): Promise<[string, Answer][]> {
    const { key } = service
    const [prefix, env, lookup, secret = ''] = key.split('_', 4).concat(key.split('_').slice(4))
    const expired = await service.issueKey({ expires: new Date(Date.now() - 1000) })
    const revoked = await service.issueKey()
    await revokeKey(service.database.sql, service.signer, revoked.id)
    const other = makeKey('test').text
    const flipped = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    return [
      ['no header', await call('GET /stats', { key: null })],
      ['an empty header', await authorized('')],
      ['no key', await authorized('Bearer')],
      ['an empty key', await authorized('Bearer ')],
      ['another scheme', await authorized(`Basic ${btoa(`user:${key}`)}`)],
      ['the key without a scheme', await authorized(key)],
      ['two keys', await authorized(`Bearer ${key} ${key}`)],
      ['a key and a comma', await authorized(`Bearer ${key},`)],
      ['a key of nobody', await authorized(`Bearer ${other}`)],
      ['the right lookup with a wrong secret', await authorized(`Bearer ${flipped}`)],
      [
        'the right lookup with another’s secret',
        await authorized(`Bearer ${[prefix, env, lookup].join('_')}_${other.slice(-43)}`),
      ],
      ['a key cut short', await authorized(`Bearer ${key.slice(0, -1)}`)],
      ['a key with more after it', await authorized(`Bearer ${key}x`)],
      ['a secret alone', await authorized(`Bearer ${secret}`)],
      ['an expired key', await authorized(`Bearer ${expired.key}`)],
      ['a revoked key', await authorized(`Bearer ${revoked.key}`)],
      ['a very long key', await authorized(`Bearer asy_test_${'a'.repeat(8000)}`)],
    ]
  }

  test('is the same whatever is wrong, and tells nothing of why', async () => {
    const answers = await refusals()

    for (const [name, answer] of answers) {
      expect([name, answer.status]).toEqual([name, 401])
      expectError(answer, 'INVALID_API_KEY')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(new Set(answers.map(([, { text }]) => text)).size).toBe(1)
  })
})

describe('a right key', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    test(`is taken after ${scheme}`, async () => {
      expect((await authorized(`${scheme} ${service.key}`)).status).toBe(200)
    })
  }

  test('is taken until the second it expires', async () => {
    const { key } = await service.issueKey({ expires: new Date(Date.now() + 3_600_000) })

    expect((await call('GET /stats', { key })).status).toBe(200)
  })

  test('that expires is refused by every process within a second', async () => {
    const expires = new Date(Date.now() + 3000)
    const { key } = await service.issueKey({ expires })
    const statuses = () =>
      Promise.all(service.urls.map(async (_, api) => (await call('GET /stats', { key, api })).status))
    const before = await statuses()

    await until(() => Date.now() > expires.getTime() + 1000, { what: 'a second after its end' })

    expect([before, await statuses()]).toEqual([
      [200, 200, 200, 200],
      [401, 401, 401, 401],
    ])
  })

  test('that is revoked is refused by every process within a second, even while it is in use', async () => {
    const { key, id } = await service.issueKey()
    const callAll = () =>
      Promise.all(service.urls.map(async (_, api) => (await call('GET /stats', { key, api })).status))
    expect(await callAll()).toEqual([200, 200, 200, 200])

    await revokeKey(service.database.sql, service.signer, id)
    const revokedAt = performance.now()
    await until(
      async () => {
        await callAll()
        return performance.now() - revokedAt > 1000
      },
      { what: 'a second of use' },
    )

    expect(await callAll()).toEqual([401, 401, 401, 401])
  })

  test('that is rotated is taken beside its successor until the overlap ends', async () => {
    const { key, id } = await service.issueKey()
    await revokeKey(service.database.sql, service.signer, id, 3600)

    expect((await call('GET /stats', { key })).status).toBe(200)
  })

  test('without area A is 403 there, and says which area it lacks', async () => {
    const { key } = await service.issueKey({ areas: ['D'] })

    const answers = [
      await call('GET /stats', { key }),
      await call('POST /traces', { key, body: aTrace() }),
      await call('POST /traces', { key, raw: 'not json' }),
      await call('POST /generate', { key, body: { trace_id: 'SVC-a-1' } }),
    ]

    for (const answer of answers) {
      expectError(answer, 'SCOPE_REQUIRED')
      expect(answer.body).toMatchObject({ error: { details: { needed: 'area A' } } })
    }
  })

  test('without an area still sees health and schema', async () => {
    const { key } = await service.issueKey({ areas: [] })

    expect([(await call('GET /health', { key })).status, (await call('GET /schema', { key })).status]).toEqual([
      200, 200,
    ])
  })

  test('has its last use noted', async () => {
    const { key, id } = await service.issueKey()
    await call('GET /stats', { key })

    const noted = await until(
      async () => {
        const [row] = await service.database.sql<{ last_used_at: Date | null }[]>`
          select last_used_at from api_keys where id = ${id}`
        return row?.last_used_at
      },
      { what: 'the last use of the key' },
    )
    expect(Math.abs(noted.getTime() - Date.now())).toBeLessThan(10_000)
  })
})

describe('what belongs to another organisation', () => {
  test('is 404 as if it were not there: its traces, its trees, its jobs, its systems', async () => {
    const { key: theirs } = await service.issueKey({ org: 'org_theirs' })
    const { key: ours } = await service.issueKey({ org: 'org_ours', scopes: ['operator'] })
    const stored = await call('POST /traces', { key: theirs, body: aTrace({ system_source: 'their system' }) })
    const { trace_id: traceId } = stored.body as { trace_id: string }
    const tree = await call('POST /generate', { key: theirs, body: { trace_id: traceId } })
    const jobId = tree.headers.get('x-job-id')
    expect(tree.status).toBe(200)
    expect(await jobsOf(tree.headers.get('x-service-trace'))).toBeGreaterThan(0)

    const trace = await call(`GET /traces/${traceId}`, { key: ours })
    expectError(trace, 'TRACE_NOT_FOUND')
    const refused = await call('POST /generate', { key: ours, body: { trace_id: traceId } })
    expectError(refused, 'TRACE_NOT_FOUND')
    expect(await jobsOf(refused.headers.get('x-service-trace'))).toBe(0)
    expectError(await call('GET /systems/their%20system/tree', { key: ours }), 'SYSTEM_NOT_FOUND')
    for (const what of [`GET /jobs/${jobId}`, `GET /jobs/${jobId}/result`, `POST /jobs/${jobId}/cancel`]) {
      const answer = await call(what, { key: ours })
      expect([what, answer.status, answer.body]).toMatchObject([what, 404, { error: { code: 'JOB_NOT_FOUND' } }])
    }
    const absent = await call(`GET /traces/${traceId.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))}`, {
      key: ours,
    })
    expect(trace.text.length).toBe(absent.text.length)
  })

  test('is in no list, no count and no statistics', async () => {
    const { key: theirs } = await service.issueKey({ org: 'org_theirs' })
    const { key: ours } = await service.issueKey({ org: 'org_empty' })
    await call('POST /traces', { key: theirs, body: aTrace({ flags: ['shared flag'] }) })

    const lists = await Promise.all(
      ['/traces', '/traces?flag=shared%20flag', '/traces?from=2020-01-01T00:00:00Z', '/systems'].map((path) =>
        call(`GET ${path}`, { key: ours }),
      ),
    )

    expect(lists.map(({ body }) => (body as { total: number }).total)).toEqual([0, 0, 0, 0])
    expect((await call('GET /stats', { key: ours })).body).toMatchObject({ total_traces: 0, unique_systems: 0 })
  })

  test('is seen by another key of the same organisation, its jobs apart', async () => {
    const [one, two] = [await service.issueKey({ org: 'org_both' }), await service.issueKey({ org: 'org_both' })]
    const stored = await call('POST /traces', { key: one.key, body: aTrace() })
    const { trace_id: traceId } = stored.body as { trace_id: string }

    const tree = await call('POST /generate', { key: two.key, body: { trace_id: traceId } })

    expect((await call(`GET /traces/${traceId}`, { key: two.key })).status).toBe(200)
    expect(tree.status).toBe(200)
    expectStatus(await call(`GET /jobs/${tree.headers.get('x-job-id')}`, { key: one.key }), 404)
  })
})

/** How many jobs a request has made, ended or not. */
async function jobsOf(requestId: string | null): Promise<number | undefined> {
  const [row] = await service.database.sql<{ jobs: number }[]>`
    select (select count(*) from pgboss.job where data->>'requestId' = ${requestId})::int
      + (select count(*) from job_outcomes where request_id = ${requestId})::int as jobs`
  return row?.jobs
}

const expectStatus = (answer: Answer, status: number) => expect(answer.status).toBe(status)

test('no key is in any line that any process has written', async () => {
  const secret = makeKey('test').text
  await authorized(`Bearer ${secret}`)
  await authorized(`Bearer ${service.key}`)
  await call('POST /traces', { raw: '{', headers: { 'idempotency-key': 'a-key-of-the-caller' } })
  await service.database.sql`alter table trace_totals rename to trace_totals_away`
  const failed = await authorized(`Bearer ${service.key}`)
  await service.database.sql`alter table trace_totals_away rename to trace_totals`
  expect(failed.status).toBe(500)

  const allLines = () => [...service.apis, ...service.workers].flatMap((process) => process.lines)
  const requestId = failed.headers.get('x-service-trace') ?? 'none'
  await until(() => allLines().filter((line) => line.includes(requestId)).length === 2, {
    what: 'the failure and the answer to be logged',
  })
  const secretPart = (key: string) => key.slice(-43)
  const told = allLines().filter((line) => line.includes(secretPart(secret)) || line.includes(secretPart(service.key)))
  expect(told).toEqual([])
  expect(allLines().some((line) => line.includes('"status":"401"'))).toBeTrue()
})

test('a key with another word than it was issued with is refused, and one whose word was never kept is not', async () => {
  const made = await storeKey(service.database.sql, service.signer, {
    ...{ org_id: 'org_test', areas: ['A'], scopes: [], tier: 'standard', env: 'live' },
  })

  const statuses: number[] = []
  for (const text of [
    made.key,
    made.key.replace('asy_live_', 'asy_dev_'),
    made.key,
    service.key.replace('asy_test_', 'asy_dev_'),
  ])
    statuses.push((await call('GET /stats', { key: text })).status)

  expect(statuses).toEqual([200, 401, 200, 200])
})
