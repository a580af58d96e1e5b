/** Area D's scan as its interface describes it: what is taken, what is refused and how, against a running API. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { standardNames } from '#shared/accessibility/standards'
import { Accepted } from '#shared/contracts/jobs'
import type { ErrorCode } from '#shared/kernel/errors'
import { undocumentedIn } from '#test/contract/documented'
import { rawCall } from '#test/contract/raw-http'
import { expectScanError, expectShape, faultPaths, faultyScanHeaders } from '#test/contract/shapes'
import { type Answer, type CallOptions, patient, type Service, startService, unlimited } from '#test/support/service'

type Json = Record<string, unknown>

const page = 'https://example.com/'
let service: Service
let call: Service['call']

beforeAll(async () => {
  service = await startService({ workers: 0, env: unlimited })
  call = service.call
})
afterAll(() => service.stop())

/** A scan that is taken and left to whoever may do it. */
const submit = (body: Json, options: CallOptions = {}) =>
  call('POST /api/scan', { body, ...options, headers: { prefer: 'respond-async', ...options.headers } })

const detailsOf = ({ body }: Answer) => (body as { error: { details: Json } }).error.details

async function payloadOf(answer: Answer): Promise<Json> {
  const { job_id: jobId } = answer.body as { job_id: string }
  const [row] = await service.database.sql<{ data: { payload: Json } }[]>`
    select data from pgboss.job where name = 'scan-page' and id = ${jobId}`
  return row?.data.payload ?? {}
}

describe('scan request', () => {
  const rows: { field: string; fits: unknown[]; misfits: unknown[] }[] = [
    { field: 'url', fits: [page, 'HTTP://EXAMPLE.com:8080/a b?c#d'], misfits: [1, true, '', 'a'.repeat(2049), null] },
    {
      field: 'standard',
      fits: [...standardNames, 'wcag22aa', 'WCAG 2.1', 'section508', 'en 301 549', 'wcag 2.0 a'],
      misfits: ['', 'WCAG', 'WCAG 3.0', 'wcag21b', 21, null],
    },
    { field: 'includeWarnings', fits: [true, false], misfits: ['true', 1, null] },
    {
      field: 'viewport',
      fits: [{ width: 320, height: 640 }],
      misfits: [{ width: 320 }, { width: 1, height: 1 }, '1x1'],
    },
    { field: 'colorScheme', fits: ['light', 'dark'], misfits: ['blue', 1] },
    { field: 'reducedMotion', fits: [true, false], misfits: ['no'] },
    { field: 'waitFor', fits: ['#main'], misfits: ['', 1, 'a'.repeat(1025)] },
    { field: 'timeoutMs', fits: [1000, 60_000], misfits: [999, 60_001, 1500.5, '1000'] },
    {
      field: 'rules',
      fits: [{}, { include: ['image-alt'] }, { exclude: [] }],
      misfits: [[], { only: [] }, { include: 'a' }],
    },
    { field: 'deep', fits: [true, false], misfits: ['deep'] },
    { field: 'explore', fits: [true, false], misfits: ['no', 0] },
    { field: 'screenshot', fits: [true, false], misfits: ['yes'] },
    {
      field: 'headers',
      fits: [{}, { Authorization: 'Bearer abc', 'Accept-Language': 'de' }],
      misfits: [
        ...[
          'Host',
          'Content-Length',
          'Connection',
          'Proxy-Authorization',
          'Transfer-Encoding',
          'Sec-Fetch-Mode',
          'Cookie',
        ].map((name) => ({ [name]: 'a' })),
        { a: 'b\r\nc: d' },
        { a: 'b\nc' },
        { a: '\u0000' },
        { a: 'snow ☃' },
        { 'b c': 'd' },
        { A: '1', a: '2' },
        { a: 1 },
        [],
      ],
    },
    {
      field: 'cookies',
      fits: [[], [{ name: 'sid', value: 'abc', domain: 'example.com', path: '/' }]],
      misfits: [{}, [{ name: 'a' }], ...['a=b', 'a;b', 'a\nb'].map((name) => [{ name, value: '' }])].concat([
        [{ name: 'a', value: 'b;c' }],
        [{ name: 'a', value: 'b', domain: 'exa mple' }],
        [{ name: 'a', value: 'b', path: 'relative' }],
        [{ name: 'a', value: 'b', secure: true }],
      ]),
    },
    {
      field: 'steps',
      fits: [
        [
          { action: 'type', selector: '#user', text: 'me' },
          { action: 'press', key: 'Enter' },
          { action: 'click', selector: '#go' },
          { action: 'wait', selector: '#done' },
          { action: 'wait', ms: 100 },
        ],
      ],
      misfits: [[{ action: 'run', script: '1' }], [{ action: 'click' }], [{ action: 'wait', ms: 99_999 }], {}],
    },
  ]
  for (const { field, fits, misfits } of rows) {
    for (const value of fits) {
      test(`${field} takes ${JSON.stringify(value)}`, async () => {
        const answer = await submit({ url: page, [field]: value })

        expect([answer.status, answer.text]).toEqual([202, expect.any(String)])
        expect(faultyScanHeaders(answer.headers)).toEqual([])
      })
    }
    for (const value of misfits) {
      test(`${field} refuses ${JSON.stringify(value)?.slice(0, 60)}`, async () => {
        const answer = await submit({ url: page, [field]: value })

        expectScanError(answer, 'INVALID_REQUEST')
        expect(faultPaths(answer)[0]).toStartWith(`/${field}`)
      })
    }
  }

  test('needs a url alone', async () => {
    const answer = await submit({})

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(['/url'])
  })

  test('has the defaults of the interface', async () => {
    const payload = await payloadOf(await submit({ url: page }))

    expect(payload).toEqual({
      of: 'page',
      url: page,
      standard: 'WCAG 2.1 AA',
      includeWarnings: true,
      look: {},
      screenshot: true,
      sealedAccess: null,
      run: null,
    })
  })

  test('refuses a member that it does not know', async () => {
    const answer = await submit({ url: page, colour: 'red' })

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(['/colour'])
  })

  test('an unknown standard is answered with the list', async () => {
    const answer = await submit({ url: page, standard: 'WCAG 9' })

    const { issues } = detailsOf(answer) as { issues: { expected: string }[] }
    for (const name of standardNames) expect(issues[0]?.expected).toContain(name)
  })

  test('names every fault at once', async () => {
    const answer = await submit({
      url: 'no url',
      standard: 'none',
      headers: { Host: 'a' },
      cookies: [{ name: ';', value: ';' }],
    })

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(['/cookies/0/name', '/cookies/0/value', '/headers/Host', '/standard', '/url'])
  })

  test('keeps headers, cookies and steps sealed: nothing of them is in the store in clear', async () => {
    const secret = crypto.randomUUID()
    const access = {
      headers: { 'X-Secret': secret },
      cookies: [{ name: 'sid', value: secret }],
      steps: [{ action: 'type', selector: '#p', text: secret }],
    }

    const payload = await payloadOf(
      await submit({ url: page, ...access }, { headers: { 'idempotency-key': secret.slice(0, 8) } }),
    )

    expect(payload['sealedAccess']).toBeString()
    expect(JSON.stringify(payload)).not.toContain(secret)
    const lines = service.apis.flatMap((api) => api.lines).join('\n')
    expect(lines).not.toContain(secret)
  })

  for (const [body, code] of [
    ['', 'INVALID_REQUEST'],
    ['{', 'INVALID_REQUEST'],
    ['[]', 'INVALID_REQUEST'],
    ['null', 'INVALID_REQUEST'],
    ['"https://example.com"', 'INVALID_REQUEST'],
    [`{"url":"${page}","url\\u0000":1}`, 'INVALID_REQUEST'],
    [`{"url":"${page}${'a'.repeat(1024 * 1024)}"}`, 'BODY_TOO_LARGE'],
  ] as [string, ErrorCode][]) {
    test(`a body of ${body.slice(0, 30)} is 400`, async () => {
      const answer = await call('POST /api/scan', { raw: body })

      expectScanError(answer, code)
      expect(answer.status).toBe(400)
    })
  }

  test('another content type is 400', async () => {
    const answer = await call('POST /api/scan', { raw: `url=${page}`, headers: { 'content-type': 'text/plain' } })

    expectScanError(answer, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

describe('an address', () => {
  for (const url of [
    'example',
    'http://',
    'https://',
    'http://[::1',
    '//example.com',
    'http://exa mple.com',
    'http://a:99999',
  ]) {
    test(`that is none is INVALID_REQUEST: ${url}`, async () => {
      const answer = await submit({ url })

      expectScanError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual(['/url'])
    })
  }

  const refused: Record<string, string[]> = {
    scheme: [
      'ftp://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,a',
      'chrome://version',
      'gopher://example.com/',
      'view-source:https://example.com/',
      'about:blank',
      'blob:https://example.com/a',
    ],
    credentials: ['https://user:secret@example.com/', 'https://user@example.com/'],
    address: [
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://0/',
      'http://localhost/',
      'http://LOCALHOST./',
      'http://a.localhost/',
      'http://10.0.0.1/',
      'http://172.16.0.1/',
      'http://192.168.1.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://100.64.0.1/',
      'http://224.0.0.1/',
      'http://255.255.255.255/',
      'http://[::1]/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[fe80::1]/',
      'http://[fd00::1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[2002:7f00:1::]/',
      'http://１２７.０.０.１/',
      'http://127.0.0.1:5432/',
    ],
    port: ['http://93.184.216.34:22/', 'https://93.184.216.34:5432/'],
  }
  for (const [reason, urls] of Object.entries(refused)) {
    for (const url of urls) {
      test(`is refused for its ${reason}: ${url}`, async () => {
        const answer = await submit({ url })

        expectScanError(answer, 'ADDRESS_REFUSED')
        expect(answer.status).toBe(400)
        expect(detailsOf(answer)).toMatchObject({ reason, issues: [{ path: '/url' }] })
      })
    }
  }

  test('that is refused costs no job, and its password is not repeated', async () => {
    const before = await jobs()

    const answer = await submit({ url: 'https://user:hush@example.com/' })

    expectScanError(answer, 'ADDRESS_REFUSED')
    expect(answer.text).not.toContain('hush')
    expect(await jobs()).toBe(before)
  })

  const jobs = async () =>
    (await service.database.sql`select count(*)::int as jobs from pgboss.job where name = 'scan-page'`)[0]?.['jobs']
})

describe('a key', () => {
  const wrong: [string, CallOptions][] = [
    ['none', { key: null }],
    ['an empty one', { key: '' }],
    ['one that is no key', { key: 'abc' }],
    ['one that nobody issued', { key: `asy_test_${'a'.repeat(16)}_${'b'.repeat(43)}` }],
    ['another scheme', { key: null, headers: { authorization: 'Basic abc' } }],
  ]
  for (const [name, options] of wrong) {
    for (const what of [
      'POST /api/scan',
      'GET /api/scans',
      'GET /api/scan-runs/x',
      'GET /api/waivers',
      'DELETE /api/scan',
    ]) {
      test(`${name}: ${what} is 401, with the limits of nobody`, async () => {
        const answer = await call(what, { ...(what.startsWith('POST') ? { body: { url: page } } : {}), ...options })

        expectScanError(answer, 'INVALID_API_KEY')
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
        expect(answer.headers.get('x-ratelimit-limit')).toBe('100')
        expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
        expect(Number(answer.headers.get('x-ratelimit-reset')) % 60).toBe(0)
      })
    }
  }

  test('of another area is 401', async () => {
    const { key } = await service.issueKey({ areas: ['A', 'B', 'C'] })

    expectScanError(await submit({ url: page }, { key }), 'INVALID_API_KEY')
  })

  test('that has expired is 401', async () => {
    const { key } = await service.issueKey({ expires: new Date(Date.now() - 1000) })

    expectScanError(await submit({ url: page }, { key }), 'INVALID_API_KEY')
  })
})

describe('what is not there', () => {
  test('a path under /api/ is 404 of area D', async () => {
    const answer = await call('GET /api/scanz')

    expectScanError(answer, 'NOT_FOUND')
  })

  test('a method that a path does not have is 400, with those it has', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await call(`${method} /api/scan`)

      expectScanError(answer, 'METHOD_NOT_ALLOWED')
      expect([answer.status, answer.headers.get('allow')]).toEqual([400, 'POST'])
    }
  })

  for (const what of [
    'GET /api/scans/%25',
    'GET /api/scans/x',
    `GET /api/scans/${crypto.randomUUID()}`,
    'GET /api/scans/x/picture',
  ]) {
    test(`${what} is 404`, async () => {
      expect((await call(what)).status).toBe(404)
    })
  }

  test('an odd method says its limits too', async () => {
    const answer = await rawCall(`${service.urls[0]}`, 'PROPFIND /api/scan', {
      headers: { authorization: `Bearer ${service.key}` },
    })

    expect(faultyScanHeaders(answer.headers)).toEqual([])
  })
})

describe('a call that does not wait', () => {
  test('is 202 at once, with where its job is', async () => {
    const answer = await submit({ url: page })

    expectShape(Accepted, answer.body)
    const { job_id: jobId, kind } = answer.body as { job_id: string; kind: string }
    expect(kind).toBe('scan-page')
    expect(answer.headers.get('location')).toBe(`/jobs/${jobId}`)
    expect(answer.headers.get('preference-applied')).toBe('respond-async')
    expect((await call(`GET /jobs/${jobId}`)).body).toMatchObject({ kind: 'scan-page', state: 'queued' })
  })

  test('wait=1 is 202 after a second', async () => {
    const since = performance.now()
    const answer = await submit({ url: page }, { headers: { prefer: 'wait=1' } })

    expect(answer.status).toBe(202)
    expect(performance.now() - since).toBeGreaterThan(900)
  })

  test('a limit that passes is 500 JOB_TIMEOUT with Location, and the same key picks the job up', async () => {
    await service.pretendWorker('scan-page')
    const api = await service.startApi({ WAIT_MS_SCAN_PAGE: '1' })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answer = await call('POST /api/scan', { body: { url: page }, headers, api })

    expectScanError(answer, 'JOB_TIMEOUT')
    expect(answer.status).toBe(500)
    const { job_id: jobId } = detailsOf(answer)
    expect(answer.headers.get('location')).toBe(`/jobs/${jobId}`)
    const again = await submit({ url: page }, { headers })
    expect(again.status).toBe(202)
    expect((again.body as Json)['job_id']).toBe(String(jobId))
  })
})

describe('Idempotency-Key', () => {
  test('the same request meets the same job', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }

    const [first, second] = [await submit({ url: page }, { headers }), await submit({ url: page }, { headers })]

    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  test('another request is 400', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await submit({ url: page }, { headers })

    const answer = await submit({ url: `${page}other` }, { headers })

    expectScanError(answer, 'IDEMPOTENCY_CONFLICT')
    expect(answer.status).toBe(400)
  })

  test('one that is none is 400', async () => {
    expectScanError(await submit({ url: page }, { headers: { 'idempotency-key': 'a b' } }), 'INVALID_REQUEST')
  })
})

describe('limits', () => {
  let strict: Service
  beforeAll(async () => {
    strict = await startService({ workers: 0, apis: 2, database: service.database, env: patient })
  })
  afterAll(() => strict.stop())

  /** Not within a breath of a minute's end: a test counts in one window. */
  async function inOneMinute(): Promise<void> {
    const left = 60_000 - (Date.now() % 60_000)
    if (left < 15_000) await Bun.sleep(left + 50)
  }

  for (const [tier, limit] of [
    ['standard', 100],
    ['enterprise', 1000],
  ] as const) {
    test(`a ${tier} key has ${limit} a minute over all processes, then 429`, async () => {
      await inOneMinute()
      const { key } = await strict.issueKey({ tier, org: 'org_limits' })
      const scans = await Promise.all(
        Array.from({ length: limit + 5 }, (_, index) => strict.call('GET /api/scans?limit=1', { key, api: index % 2 })),
      )

      const passed = scans.filter(({ status }) => status === 200)
      const held = scans.filter(({ status }) => status === 429)
      expect([passed.length, held.length]).toEqual([limit, 5])
      for (const { headers } of scans) {
        expect(faultyScanHeaders(headers)).toEqual([])
        expect(headers.get('x-ratelimit-limit')).toBe(String(limit))
      }
      const remaining = passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
      expect(remaining.toSorted((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, index) => index))
      for (const answer of held) {
        expectScanError(answer, 'RATE_LIMIT_EXCEEDED')
        const retryAfter = Number(answer.headers.get('retry-after'))
        expect(Number.isInteger(retryAfter)).toBe(true)
        expect(retryAfter).toBeWithin(1, 61)
        expect(Number(answer.headers.get('x-ratelimit-reset'))).toBeWithin(
          Date.now() / 1000 - 1,
          Date.now() / 1000 + 61,
        )
      }
    }, 120_000)
  }
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
