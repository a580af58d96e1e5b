/** The one error body, and what leads nowhere: unknown paths, wrong methods, broken escapes, failures of our own. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { exchange, rawCall, readAnswer } from '#test/contract/raw-http'
import { expectError, faultPaths, faultyHeaders } from '#test/contract/shapes'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let call: Service['call']
let url: string

beforeAll(async () => {
  service = await startService({ workers: 0 })
  call = service.call
  url = service.urls[0] ?? ''
})
afterAll(() => service.stop())

describe('a path that nobody has', () => {
  const paths = [
    '/',
    '/nowhere',
    '/v2/traces',
    '/HEALTH',
    '/health.json',
    '/traces//',
    '/traces/SVC-a-1/more',
    '/jobs',
    '/%00',
    '/traces%2FSVC-a-1%2Fmore',
    '/.env',
    '/..%2f..%2fetc%2fpasswd',
    '/__proto__',
  ]
  for (const path of paths) {
    for (const key of [undefined, null]) {
      test(`${path} is 404 ${key === null ? 'without' : 'with'} a key, for every method`, async () => {
        const answers = await Promise.all(
          ['GET', 'POST', 'DELETE', 'OPTIONS'].map((method) => call(`${method} ${path}`, key === null ? { key } : {})),
        )

        for (const answer of answers) expectError(answer, 'NOT_FOUND')
      })
    }
  }

  test('tells the path', async () => {
    const answer = await call('GET /nowhere?key=secret')

    expect(answer.body).toEqual({
      error: { code: 'NOT_FOUND', message: 'there is nothing at /nowhere', details: { path: '/nowhere' } },
    })
  })
})

describe('a path written another way', () => {
  test('a slash after it changes nothing', async () => {
    const answers = await Promise.all(
      ['/health/', '/schema/', '/stats/', '/traces/'].map((path) => call(`GET ${path}`)),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('a double slash before it passes no door', async () => {
    const answers = await Promise.all(
      ['//stats', '//traces', '///stats'].map((path) => call(`GET ${path}`, { key: null })),
    )

    for (const { status } of answers) expect([401, 404]).toContain(status)
  })

  for (const broken of ['%ZZ', '%', '%E0%A4%A', '%ED%A0%80', '%FF', '%C0%AF']) {
    test(`the broken escape ${broken} is refused in a path, a query and where nothing is`, async () => {
      for (const path of [
        `/traces/${broken}`,
        `/systems/a${broken}/tree`,
        `/traces?flag=${broken}`,
        `/nowhere/${broken}`,
      ])
        expectError(await call(`GET ${path}`), 'INVALID_REQUEST')
    })
  }

  test('a NUL in a path is refused before the store is asked', async () => {
    for (const path of ['/traces/%00', '/traces/SVC-a%00-1', '/systems/%00/tree', '/systems/a%00b/tree'])
      expectError(await call(`GET ${path}`), 'INVALID_REQUEST')
  })

  test('an absolute address in the request line is taken by its path', async () => {
    const answer = await rawCall(url, 'GET http://elsewhere.example/schema')

    expect(answer.status).toBe(200)
  })

  for (const host of ['x', 'api', 'a.b', 'localhost', 'a-very-long-host-name.example.org:8080']) {
    test(`behind the host name ${host} the same paths are found`, async () => {
      const headers = { host, authorization: `Bearer ${service.key}` }

      const statuses: number[] = []
      for (const what of [
        'GET /health',
        'GET /traces?limit=1',
        'GET /traces/SVC-a-1',
        'DELETE /traces',
        'GET /nowhere',
      ])
        statuses.push((await rawCall(url, what, { headers })).status)

      expect(statuses).toEqual([200, 200, 404, 405, 404])
    })
  }
})

describe('a request whose host makes no address', () => {
  const ask = (host: string, path: string) =>
    rawCall(url, `GET ${path}`, { headers: { host, authorization: `Bearer ${service.key}` } })

  for (const host of ['a b', '[::1', 'é', 'x:99999', 'x:abc', 'a/b', 'user@x', 'x, y', '<>']) {
    test(`is refused for it, and is no failure of ours: ${host}`, async () => {
      for (const path of ['/health', '/stats', '/traces/SVC-a-1', '/nowhere']) {
        const answer = await ask(host, path)

        expectError(answer, 'INVALID_REQUEST')
        expect(faultPaths(answer)).toEqual(['Host'])
      }
    })
  }

  test('is answered where it names no host, as a load balancer’s check does', async () => {
    const statuses: number[] = []
    for (const path of ['/livez', '/readyz', '/health', '/stats', '/traces?limit=1'])
      statuses.push((await ask('', path)).status)

    expect(statuses).toEqual([200, 200, 200, 200, 200])
    const old = await exchange(url, ['GET /livez HTTP/1.0\r\n\r\n'])
    expect(readAnswer(old)).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  test('finds a path with parameters and none the same way', async () => {
    const [trace, nothing] = [await ask('', '/traces/SVC-a-1'), await ask('', '/nowhere')]

    expectError(trace, 'TRACE_NOT_FOUND')
    expect(trace.body).toMatchObject({ error: { details: { trace_id: 'SVC-a-1' } } })
    expectError(nothing, 'NOT_FOUND')
  })

  test('is refused for CONNECT too, whatever its target', async () => {
    for (const target of ['*', 'elsewhere.example:443']) {
      const { status } = await rawCall(url, `CONNECT ${target}`)

      expect([400, 404]).toContain(status)
    }
  })

  test('leaves no failure in the log', () => {
    const failures = service.apis[0]?.lines.filter((line) => line.includes('"level":"error"')) ?? []

    expect(failures).toEqual([])
  })
})

describe('a method that a path does not have', () => {
  const paths: [string, string[]][] = [
    ['/health', ['GET', 'HEAD']],
    ['/schema', ['GET', 'HEAD']],
    ['/traces', ['GET', 'HEAD', 'POST']],
    ['/traces/SVC-a-1', ['GET', 'HEAD']],
    ['/generate', ['POST']],
    ['/stats', ['GET', 'HEAD']],
  ]
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
  for (const [path, allowed] of paths) {
    for (const method of methods.filter((name) => !allowed.includes(name))) {
      test(`${method} ${path} is 405 and Allow names ${allowed.join(', ')}`, async () => {
        const answer = await rawCall(url, `${method} ${path}`)

        const allow = (answer.headers.get('allow') ?? '').split(', ').sort()
        expect({ status: answer.status, allow }).toEqual({ status: 405, allow: allowed.toSorted() })
        expect(faultyHeaders(answer.headers)).toEqual([])
        if (method === 'HEAD') expect(answer.text).toBe('')
        else expectError(answer, 'METHOD_NOT_ALLOWED')
      })
    }
  }

  test('beside the areas too', async () => {
    for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json', '/docs', `/jobs/${crypto.randomUUID()}`]) {
      const answer = await call(`DELETE ${path}`)

      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
    }
  })

  test('its body is not read: a type that nobody takes changes nothing', async () => {
    const answer = await call('PUT /traces', { raw: 'x', headers: { 'content-type': 'text/plain' } })

    expectError(answer, 'METHOD_NOT_ALLOWED')
  })

  test('a method that is none is not served', async () => {
    const answer = await rawCall(url, 'BREW /traces')

    expect(answer.status).not.toBe(200)
    expect((await call('GET /livez')).status).toBe(200)
  })
})

describe('HEAD', () => {
  for (const path of ['/health', '/schema', '/traces', '/stats', '/livez', '/openapi.json']) {
    test(`of ${path} is GET without the body`, async () => {
      const head = await call(`HEAD ${path}`)
      const get = await call(`GET ${path}`)

      expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' })
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    })
  }

  test('without a key is 401', async () => {
    expect((await call('HEAD /stats', { key: null })).status).toBe(401)
  })
})

describe('a failure of our own', () => {
  test('is 500 with the request’s id and nothing of the inside, and the log has the rest', async () => {
    await service.database.sql`alter table trace_totals rename to trace_totals_away`
    const answer = await call('GET /stats')
    await service.database.sql`alter table trace_totals_away rename to trace_totals`

    const requestId = answer.headers.get('x-service-trace') ?? 'none'
    expectError(answer, 'INTERNAL_ERROR')
    expect(answer.body).toEqual({
      error: { code: 'INTERNAL_ERROR', message: 'internal error', details: { request_id: requestId } },
    })
    const isOfIt = (line: string) => line.includes(requestId) && line.includes('"level":"error"')
    const logged = await until(() => service.apis[0]?.lines.find(isOfIt), { what: 'the failure to be logged' })
    expect(logged).toContain('trace_totals')
    expect((await call('GET /stats')).status).toBe(200)
  })

  test('of one trace in a batch of requests does not spoil the others', async () => {
    await service.database.sql`alter table traces add constraint unlucky check (risk_score <> 13)`
    const scores = Array.from({ length: 40 }, (_, at) => (at % 10 === 3 ? 13 : 12))
    const answers = await Promise.all(
      scores.map((score) => call('POST /traces', { body: aTrace({ risk_score: score }) })),
    )
    await service.database.sql`alter table traces drop constraint unlucky`

    expect(answers.map(({ status }) => status)).toEqual(scores.map((score) => (score === 13 ? 500 : 201)))
  })
})
