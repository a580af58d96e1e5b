/** Governance as its interface describes it: members, statuses, headers, and what OpenAPI promises of them. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { ErrorBody } from '#shared/contracts/about'
import { type ErrorCode, errorCodes } from '#shared/kernel/errors'
import { undocumentedIn } from '#test/contract/documented'
import { expectShape } from '#test/contract/shapes'
import { type Answer, type CallOptions, patient, type Service, startService, unlimited } from '#test/support/service'

type Json = Record<string, unknown>
const nowhere = `vio_${'0'.repeat(32)}`
let service: Service
let writer: string
setDefaultTimeout(60_000)
beforeAll(async () => {
  service = await startService({
    job: 'run-task',
    env: { ...unlimited, ...patient, RATE_LIMIT_B_ENTERPRISE: '1000000000' },
  })
  writer = (await service.issueKey({ scopes: ['governance:write'] })).key
})
afterAll(() => service.stop())

function expectRefusal(answer: Answer, code: ErrorCode): void {
  expectShape(ErrorBody, answer.body)
  const { error } = answer.body as { error: { code: string } }
  expect([answer.status, error.code]).toEqual([errorCodes[code].status, code])
  expect(answer.headers.get('x-service-trace')).toMatch(/^[0-9a-f]{32}$/)
}

describe('GET /governance/status', () => {
  const members: Record<string, string[]> = {
    '': [
      'amendment',
      'articles',
      'as_of',
      'blocked_scopes',
      'compliant',
      'constitution',
      'engine',
      'halt',
      'integrity',
      'node',
      'status',
      'tier',
      'violations',
    ],
    constitution: ['article_count', 'enacted_at', 'hash', 'node', 'signatures', 'version'],
    violations: ['active', 'by_tier', 'oldest_due_at'],
    engine: ['name', 'p50_us', 'p99_us', 'version'],
  }
  for (const [of, names] of Object.entries(members))
    test(`${of || 'the body'} has exactly ${names.join(', ')}`, async () => {
      const { body } = await service.call('GET /v1/governance/status')

      expect(Object.keys((of ? (body as Json)[of] : body) as Json).toSorted()).toEqual(names)
    })

  test('each article has exactly id, title, tier, effect, blocks, doors, status, last_evaluated_at, evaluations_24h, failures_24h', async () => {
    const { body } = await service.call('GET /v1/governance/status')

    for (const article of (body as { articles: Json[] }).articles)
      expect(Object.keys(article)).toEqual([
        'id',
        'title',
        'tier',
        'effect',
        'blocks',
        'doors',
        'status',
        'last_evaluated_at',
        'evaluations_24h',
        'failures_24h',
      ])
  })
})

test('every door that an article names is an operation of the interface', async () => {
  const [status, openapi] = await Promise.all([
    service.call('GET /v1/governance/status'),
    service.call('GET /openapi.json'),
  ])
  const { paths } = openapi.body as { paths: Record<string, Record<string, unknown>> }
  const operations = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  )

  const { articles } = status.body as { articles: { id: string; doors: string[]; effect: string }[] }
  const doors = articles.flatMap((article) => article.doors)

  expect(doors.filter((door) => !operations.has(door))).toEqual([])
  expect(articles.find(({ effect }) => effect === 'hold')).toMatchObject({
    id: 'A-04',
    doors: expect.arrayContaining(['GET /tasks/{task_id}', 'GET /jobs/{job_id}/result', 'GET /trees/{job_id}']),
  })
})

describe('each endpoint', () => {
  const rows: { what: string; body?: Json; isWriting?: boolean; notFound?: ErrorCode; unfit: string[] }[] = [
    { what: 'GET /v1/governance/status', unfit: ['?x=1'] },
    { what: 'GET /v1/governance/violations', unfit: ['?limit=x', '?status=', '?min_tier=t3', '?limit=1&limit=2'] },
    { what: `GET /v1/governance/violations/${nowhere}`, notFound: 'VIOLATION_NOT_FOUND', unfit: [] },
    { what: 'GET /v1/governance/constitution', unfit: ['?hash=1'] },
    ...['acknowledge', 'resolve'].map((step) => ({
      what: `POST /v1/governance/violations/${nowhere}/${step}`,
      body: { reason: 'x' },
      isWriting: true,
      notFound: 'VIOLATION_NOT_FOUND' as const,
      unfit: [],
    })),
    {
      what: `POST /v1/governance/violations/${nowhere}/waive`,
      body: { reason: 'x', until: new Date(Date.now() + 60_000).toISOString() },
      isWriting: true,
      notFound: 'VIOLATION_NOT_FOUND',
      unfit: [],
    },
    { what: 'POST /v1/governance/simulate', body: { constitution: {} }, isWriting: true, unfit: [] },
  ]
  for (const { what, body, isWriting = false, notFound, unfit } of rows) {
    const options = (): CallOptions => ({ ...(body ? { body } : {}), ...(isWriting ? { key: writer } : {}) })

    test(`${what} asks for a key, for area B${isWriting ? ' and for governance:write' : ''}`, async () => {
      const elsewhere = (await service.issueKey({ areas: ['A'], scopes: ['governance:write'] })).key

      expectRefusal(await service.call(what, { ...options(), key: null }), 'INVALID_API_KEY')
      expectRefusal(await service.call(what, { ...options(), key: elsewhere }), 'SCOPE_REQUIRED')
      if (isWriting) expectRefusal(await service.call(what, { ...options(), key: service.key }), 'SCOPE_REQUIRED')
    })

    test(`${what} refuses what does not fit${notFound ? ', and what is not there' : ''}`, async () => {
      for (const query of unfit) expectRefusal(await service.call(what + query, options()), 'INVALID_REQUEST')
      if (notFound) expectRefusal(await service.call(what, options()), notFound)
      if (!body) return
      expectRefusal(await service.call(what, { ...options(), body: { ...body, more: 1 } }), 'INVALID_REQUEST')
      expectRefusal(await service.call(what, { ...options(), body: [] }), 'INVALID_REQUEST')
      expectRefusal(await service.call(what, { key: writer, raw: '{' }), 'INVALID_REQUEST')
      expectRefusal(
        await service.call(what, { ...options(), headers: { 'content-type': 'text/plain' } }),
        'UNSUPPORTED_MEDIA_TYPE',
      )
    })

    test(`${what} is limited like any other`, async () => {
      const answer = await service.call(what, options())

      expect(answer.headers.get('x-ratelimit-limit')).toBe('1000000000')
    })
  }
})

test('an id with anything in it is 404 or 400, never 500', async () => {
  for (const id of ['%00', '%F0%9F%98%80', "'--", 'vio_%27', 'x'.repeat(5000)]) {
    const { status } = await service.call(`GET /v1/governance/violations/${id}`)
    expect([400, 404]).toContain(status)
  }
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
