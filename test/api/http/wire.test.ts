/** What clients meet on the wire itself: requests sent ahead, odd methods, bodies that nobody wants, broken escapes, drains. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { exchange, rawCall, readAnswer } from '#test/contract/raw-http'
import { expectError, expectScanError } from '#test/contract/shapes'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let url: string

beforeAll(async () => {
  service = await startService({ workers: 0, env: { API_REUSE_PORT: '1' } })
  url = service.urls[0] ?? ''
})
afterAll(() => service.stop())

const bearer = () => `authorization: Bearer ${service.key}\r\n`
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${bearer()}${more}\r\n`
const post = (path: string, body: unknown, more = '') => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nhost: x\r\n${bearer()}content-type: application/json\r\ncontent-length: ${text.length}\r\n${more}\r\n${text}`
}
const last = 'connection: close\r\n'
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
const storedOf = async (system: string) =>
  ((await service.call(`GET /traces?system_source=${system}`)).body as { total: number }).total

/** A connection that one writes to by hand; `text` is what has come back so far. */
async function open(): Promise<{ socket: Socket; text: () => string; isClosed: () => boolean }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  let closed = false
  socket.on('data', (chunk) => received.push(chunk))
  socket.on('close', () => {
    closed = true
  })
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return { socket, text: () => Buffer.concat(received).toString('utf8'), isClosed: () => closed }
}

describe('requests that are sent ahead on one connection', () => {
  test('are all answered, in their order, those that wait for the store and those that do not', async () => {
    const text = await exchange(url, [
      get('/health') + get('/livez') + post('/traces', aTrace({ system_source: 'ahead' })),
      get('/stats') + get('/traces/SVC-none-1') + post('/traces', aTrace({ risk_score: 101 })),
      get('/readyz') + get('/traces/export?system_source=ahead') + get('/livez', last),
    ])

    expect(statusesIn(text)).toEqual([200, 200, 201, 200, 404, 400, 200, 200, 200])
    expect(await storedOf('ahead')).toBe(1)
  })

  test('are done one after another: what a request stored is there for the next', async () => {
    const system = 'in-turn'
    const rounds = Array.from(
      { length: 20 },
      () => post('/traces', aTrace({ system_source: system })) + get(`/traces?system_source=${system}&limit=1`),
    )

    const text = await exchange(url, [...rounds, get('/livez', last)])

    const totals = [...text.matchAll(/"total":(\d+)/g)].map(([, total]) => Number(total))
    expect(totals).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  })

  test('are not done for a client that hangs up while an earlier one waits', async () => {
    const system = 'hung-up'
    await service.call('POST /traces', { body: aTrace({ system_source: system }) })
    const { socket } = await open()
    socket.write(get(`/systems/${system}/tree`, 'prefer: wait=30\r\n'))
    for (let n = 0; n < 5; n++) socket.write(post('/traces', aTrace({ system_source: system })))
    await until(
      async () => (await service.database.sql`select 1 from pgboss.job where name = 'generate-tree'`).length > 0,
      { what: 'the first to wait for its job' },
    )
    socket.destroy()

    await until(() => service.apis[0]?.lines.some((line) => line.includes('/systems/:system_source/tree')), {
      what: 'the first to end',
    })
    expect(await storedOf(system)).toBe(1)
  })

  test('behind one that takes long are done when there are up to a hundred; what comes beyond ends the connection', async () => {
    await service.call('POST /traces', { body: aTrace({ system_source: 'crowded' }) })
    const first = get('/systems/crowded/tree', 'prefer: wait=1\r\n')

    const text = await exchange(url, [first, ...Array.from({ length: 300 }, () => get('/health'))])

    expect(statusesIn(text)).toEqual([202, ...Array.from({ length: 100 }, () => 200)])
    expect(text.slice(text.lastIndexOf('HTTP/1.1')).toLowerCase()).toContain('connection: close')
  })

  test('behind one that ends its connection are not done', async () => {
    const text = await exchange(url, [get('/health', last) + post('/traces', aTrace({ system_source: 'behind' }))])

    expect(statusesIn(text)).toEqual([200])
    expect(await storedOf('behind')).toBe(0)
  })

  test('and are no request at all end the connection behind the answers to those that were', async () => {
    const text = await exchange(url, [`${get('/health')}${get('/stats')}this is no request\r\n\r\n`])

    expect(statusesIn(text).slice(0, 2)).toEqual([200, 200])
  })
})

describe('a method that HTTP does not name', () => {
  for (const method of ['BREW', 'get', 'X-Y_Z']) {
    test(`${method} is refused like any other that a path does not take`, async () => {
      const answer = await rawCall(url, `${method} /traces`)

      expectError(answer, 'METHOD_NOT_ALLOWED')
      expect(answer.headers.get('allow')).toBe('POST, GET, HEAD')
    })
  }

  test('is refused in area D’s own way, and for its key first', async () => {
    expectScanError(await rawCall(url, 'BREW /api/scans'), 'INVALID_API_KEY')
    const headers = { authorization: `Bearer ${service.key}` }
    expectScanError(await rawCall(url, 'BREW /api/scans', { headers }), 'METHOD_NOT_ALLOWED')
    expectError(await rawCall(url, 'BREW /nowhere'), 'NOT_FOUND')
  })

  test('stands in logs and metrics as other, and HEAD, PUT and PROPFIND as what they are or other, not as GET', async () => {
    for (const what of ['BREW /schema', 'PROPFIND /schema', 'HEAD /schema', 'PUT /schema']) await rawCall(url, what)

    const logged = (service.apis[0]?.lines ?? [])
      .filter((line) => line.includes('"route":"/schema"'))
      .map((line): string => JSON.parse(line).method)
    expect(logged).toEqual(['other', 'other', 'HEAD', 'PUT'])
    const counted = await until(
      async () => {
        const { text } = await service.call('GET /metrics')
        const lines = text.split('\n').filter((line) => line.includes('seconds_count') && line.includes('"/schema"'))
        return lines.length >= 3 && lines
      },
      { what: 'the requests to be counted' },
    )
    const methods = counted.map((line) => /method="([^"]*)"/.exec(line)?.[1]).sort()
    expect(methods).toEqual(['HEAD', 'PUT', 'other'])
  })
})

describe('what is no request', () => {
  test('is refused in our own shape', async () => {
    for (const text of ['\x16\x03\x01\r\n\r\n', 'GET\r\n\r\n', 'GET /livez HTTP/1.1\r\nbad header\r\n\r\n']) {
      const answer = readAnswer(await exchange(url, [text]))

      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
      expect(answer.headers.get('x-service-trace')).toMatch(/^[0-9a-f]{32}$/)
    }
  })

  test('an address or headers that are too long are 431', async () => {
    for (const what of [
      `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
      `GET / HTTP/1.1\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`,
    ])
      expect(readAnswer(await exchange(url, [what])).status).toBe(431)
  })
})

describe('a body that nobody wants', () => {
  const mebibyte = Buffer.alloc(1024 * 1024)
  /** How much the server took of 512 MiB, and what it answered. */
  async function pour(
    head: string,
    wrap: (chunk: Buffer) => Buffer,
  ): Promise<{ takenBytes: number; status: number | undefined }> {
    const { socket, text, isClosed } = await open()
    socket.write(head)
    for (let sent = 0; sent < 512 && !isClosed(); sent++) {
      if (!socket.write(wrap(mebibyte)))
        await new Promise<void>((resolve) => {
          socket.once('drain', resolve)
          socket.once('close', resolve)
        })
    }
    await until(() => isClosed(), { what: 'the connection to be closed' })
    return { takenBytes: socket.bytesWritten - socket.writableLength, status: statusesIn(text())[0] }
  }

  test('without a key is refused before it has come, its length told or not', async () => {
    const told = await pour(
      `POST /traces HTTP/1.1\r\nhost: x\r\ncontent-length: ${512 << 20}\r\n\r\n`,
      (chunk) => chunk,
    )
    const chunked = await pour('POST /traces HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n', (chunk) =>
      Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    )

    expect([told.status, chunked.status]).toEqual([401, 401])
    // Some of it is on the wire and in the buffers of both ends, the more the busier they are, and so much is read away that the
    // answer gets through.
    expect(told.takenBytes).toBeLessThan(128 << 20)
    expect(chunked.takenBytes).toBeLessThan(128 << 20)
  })

  test('is not asked for of a client that waits to be told to go on', async () => {
    const expecting =
      'expect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 9\r\nconnection: close\r\n'
    const refused = await exchange(url, [`POST /traces HTTP/1.1\r\nhost: x\r\n${expecting}\r\n`])
    const taken = await exchange(url, [`POST /traces HTTP/1.1\r\nhost: x\r\n${bearer()}${expecting}\r\n`, '{"a": 1} '])

    expect(statusesIn(refused)).toEqual([401])
    expect(statusesIn(taken)).toEqual([100, 400])
  })
})

describe('a percent sign that stands for nothing', () => {
  test('is 400 on every route and method, without a key too where none is asked for first', async () => {
    const { key: mighty } = await service.issueKey({ scopes: ['operator', 'governance:write', 'governance:override'] })
    const { paths } = (await service.call('GET /openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>
    }
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
    const wrong: string[] = []
    const requests: string[] = []
    for (const [path, endpoints] of Object.entries(paths)) {
      if (!path.includes('{')) continue
      const broken = path.replaceAll(/\{[^}]+\}/g, 'a%ffb')
      for (const method of methods) {
        const isOpen =
          !Object.hasOwn(endpoints, method === 'HEAD' ? 'get' : method.toLowerCase()) && !path.startsWith('/api/')
        requests.push(`${method} ${broken}`, `${method} ${broken}/`)
        for (const key of [mighty, null]) {
          const { status } = await rawCall(url, `${method} ${broken}`, {
            headers: key === null ? {} : { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          })
          const isRight = key === null && !isOpen ? [400, 401].includes(status) : [400, 415].includes(status)
          if (!isRight) wrong.push(`${method} ${broken} ${key ? 'with' : 'without'} a key: ${status}`)
        }
      }
    }

    expect(wrong).toEqual([])
    expect(requests.length).toBeGreaterThan(300)
  })

  test('names what is wrong, in a path and in a query', async () => {
    const path = await service.call('GET /traces/a%ffb', {})
    const query = await service.call('GET /traces?flag=%zz&limit=2&%C3=1')

    const faults = (answer: { body: unknown }) =>
      (answer.body as { error: { details: { issues: { path: string }[] } } }).error.details.issues.map(
        (each) => each.path,
      )
    expect(faults(path)).toEqual(['{path}'])
    expect(faults(query)).toContain('?flag')
    expect(faults(query)).toContain('?%C3')
  })
})

test('two processes share a port and both answer', async () => {
  const { port } = new URL(url)
  const other = await service.startApi({ PORT: port })

  expect(service.urls[other]).toBe(`http://127.0.0.1:${port}`)
  const answeredBy = new Set<number | undefined>()
  await until(
    async () => {
      const answer = await rawCall(url, 'GET /schema')
      const id = answer.headers.get('x-service-trace') ?? ''
      await until(() => service.apis.some((api) => api.lines.some((line) => line.includes(id))), { what: 'the log' })
      answeredBy.add(service.apis.find((api) => api.lines.some((line) => line.includes(id)))?.pid)
      return answeredBy.size === 2
    },
    { what: 'both to have answered' },
  )
  expect(answeredBy.size).toBe(2)
})
