/** What should never have been sent: every constraint from both sides, raw bodies, published corpora, random JSON. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'bun'
import fc from 'fast-check'
import { TraceCreated } from '#shared/contracts/traces'
import { GenerateResponse } from '#shared/contracts/trees'
import { routes } from '#shared/routes/index'
import type { Route } from '#shared/routes/route'
import { undocumentedIn } from '#test/contract/documented'
import { chunked, exchange, rawCall } from '#test/contract/raw-http'
import { expectError, expectShape, faultPaths, faultyHeaders } from '#test/contract/shapes'
import { type Answer, patient, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

type Json = Record<string, unknown>

const fixtures = join(import.meta.dir, '../fixtures')
const required = { risk_score: 50, risk_level: 'LOW', confidence: 0.5 }
const mebibyte = 1024 * 1024

let service: Service
let call: Service['call']
let url: string

setDefaultTimeout(60_000)
beforeAll(async () => {
  service = await startService({ env: { ...patient, RATE_LIMIT_A_ENTERPRISE: '10000000' } })
  call = service.call
  url = service.urls[0] ?? ''
})
afterAll(() => service.stop())

const post = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  call('POST /traces', { raw, headers })
const traceIdOf = (answer: Answer) => (answer.body as { trace_id: string }).trace_id
const readBack = async (answer: Answer) => (await call(`GET /traces/${traceIdOf(answer)}`)).body as Json
/** A trace whose metadata is this JSON text. */
const withMetadata = (text: string) => `{"risk_score":50,"risk_level":"LOW","confidence":0.5,"metadata":${text}}`

async function expectAlive(): Promise<void> {
  const { status } = await call('GET /livez')
  expect({ status, exitCode: service.apis[0]?.child.exitCode }).toEqual({ status: 200, exitCode: null })
}

/** Does something to each, fifty at a time. */
async function forEachInFlight<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}

describe('a parameter that a route does not list', () => {
  /** Of a path that nothing is under: parameters are judged before what they are about. */
  const pathOf = ({ area, path }: Route) => `${area === 'B' ? '/v1' : ''}${path.replaceAll(/:[A-Za-z_]+\*?/g, '0')}`
  const typeOf = ({ body }: Route) => (body?.kind === 'bytes' ? Object.keys(body.types)[0] : 'application/json')
  const listed: Route[] = Object.values(routes)
  let key: string
  beforeAll(async () => {
    ;({ key } = await service.issueKey({ scopes: ['operator', 'governance:write', 'governance:override'] }))
  })

  for (const route of listed.filter(({ auth }) => auth !== 'none')) {
    test(`is refused and named by ${route.operationId}, also where it lists none`, async () => {
      const answer = await call(`${route.method} ${pathOf(route)}?colour=red`, {
        key,
        ...(route.body && { raw: '{}', headers: { 'content-type': typeOf(route) ?? '' } }),
      })

      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
      expect(faultPaths(answer)).toContain('?colour')
    })
  }

  test('is passed over by what asks for no key, as a probe may send it', async () => {
    for (const path of ['/health', '/schema', '/livez', '/readyz', '/openapi.json', '/docs'])
      expect([path, (await call(`GET ${path}?verbose=1`, { key: null })).status]).toEqual([path, 200])
  })
})

describe('trace constraints', () => {
  const rows: [string, string, 201 | string[]][] = [
    ['risk_score just below 0', '{"risk_score":-5e-324}', ['/risk_score']],
    ['risk_score at 0', '{"risk_score":0}', 201],
    ['risk_score at minus 0', '{"risk_score":-0}', 201],
    ['risk_score at 100', '{"risk_score":100}', 201],
    ['risk_score at 100 in exponent form', '{"risk_score":1e2}', 201],
    ['risk_score just above 100', '{"risk_score":100.00000000000001}', ['/risk_score']],
    ['risk_score as text', '{"risk_score":"50"}', ['/risk_score']],
    ['risk_score beyond every number', '{"risk_score":1e400}', ['/risk_score']],
    ['confidence just below 0', '{"confidence":-5e-324}', ['/confidence']],
    ['confidence at 0', '{"confidence":0}', 201],
    ['confidence at 1', '{"confidence":1}', 201],
    ['confidence just above 1', '{"confidence":1.0000000000000002}', ['/confidence']],
    ['risk_level in lower case', '{"risk_level":"low"}', ['/risk_level']],
    ['risk_level with a space', '{"risk_level":"LOW "}', ['/risk_level']],
    ['risk_level as a list', '{"risk_level":["LOW"]}', ['/risk_level']],
    ['system_source of 511', JSON.stringify({ system_source: 's'.repeat(511) }), 201],
    ['system_source of 512', JSON.stringify({ system_source: '\u{ffff}'.repeat(512) }), 201],
    ['system_source of 513', JSON.stringify({ system_source: 's'.repeat(513) }), ['/system_source']],
    ['a flag of 511', JSON.stringify({ flags: [noise(511)] }), 201],
    ['a flag of 512', JSON.stringify({ flags: [noise(512)] }), 201],
    ['a flag of 513, which was a failure of the index', JSON.stringify({ flags: [noise(513)] }), ['/flags/0']],
    ['one flag of two not text', '{"flags":["a",1]}', ['/flags/1']],
    ['ten thousand flags', JSON.stringify({ flags: Array.from({ length: 10_000 }, (_, at) => `f${at}`) }), 201],
    ['a recommendation of 300,000', JSON.stringify({ recommendation: noise(300_000) }), 201],
    ['processing_time_ms one half', '{"processing_time_ms":0.5}', ['/processing_time_ms']],
    ['processing_time_ms as text', '{"processing_time_ms":"5"}', ['/processing_time_ms']],
    ['processing_time_ms at 2^53 - 1', '{"processing_time_ms":9007199254740991}', 201],
    ['processing_time_ms at 2^53', '{"processing_time_ms":9007199254740992}', ['/processing_time_ms']],
    ['processing_time_ms at -(2^53 - 1)', '{"processing_time_ms":-9007199254740991}', 201],
    ['processing_time_ms whole in exponent form', '{"processing_time_ms":1.2e3}', 201],
    ['constitutional_compliance as text', '{"constitutional_compliance":"true"}', ['/constitutional_compliance']],
    ['metadata a list', '{"metadata":[]}', ['/metadata']],
    ['metadata a text', '{"metadata":"{}"}', ['/metadata']],
    ['a member that is not one', '{"colour":"red"}', ['/colour']],
    ['a member with a slash and a tilde', '{"a/b~c":1}', ['/a~1b~0c']],
    ['a member of an empty name', '{"":1}', ['/']],
    ['__proto__ with all that is required', '{"__proto__":{"risk_score":1}}', ['/__proto__']],
    ['constructor', '{"constructor":{}}', ['/constructor']],
    [
      'several faults at once',
      '{"risk_score":101,"risk_level":"x","confidence":null,"flags":[1,"a",2],"testing_mode":3,"colour":1}',
      ['/colour', '/confidence', '/flags/0', '/flags/2', '/risk_level', '/risk_score', '/testing_mode'],
    ],
  ]
  for (const [name, odd, outcome] of rows) {
    test(`${name} is ${outcome === 201 ? 'taken' : 'refused, and named'}`, async () => {
      // The odd member stands last, so that it is the one that counts.
      const answer = await post(`${JSON.stringify(required).slice(0, -1)},${odd.slice(1)}`)

      if (outcome === 201) expect(answer).toMatchObject({ status: 201 })
      else {
        expectError(answer, 'INVALID_REQUEST')
        expect(faultPaths(answer)).toEqual(outcome)
      }
    })
  }

  for (const field of [...Object.keys(required), 'system_source', 'flags', 'recommendation', 'metadata']) {
    test(`null is no ${field}`, async () => {
      const answer = await call('POST /traces', { body: { ...required, [field]: null } })

      expectError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual([`/${field}`])
    })
  }

  test('an empty object lacks all three that are required', async () => {
    const answer = await call('POST /traces', { body: {} })

    expectError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(['/confidence', '/risk_level', '/risk_score'])
  })

  for (const root of ['null', 'true', '7', '"text"', '[]', '[{"risk_score":1}]']) {
    test(`${root} is no trace`, async () => {
      expectError(await post(root), 'INVALID_REQUEST')
    })
  }

  test('of very many faults a hundred are told', async () => {
    const answer = await call('POST /traces', { body: { ...required, flags: Array.from({ length: 5000 }, () => 1) } })

    expectError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toHaveLength(100)
  })
})

/** Text that does not compress: what is too long for an index must not be saved by being repetitive. */
function noise(length: number): string {
  let text = ''
  for (let state = 1; text.length < length; ) {
    state = (state * 48_271) % 0x7fffffff
    text += String.fromCharCode(0x4e00 + (state % 20_000))
  }
  return text
}

describe('generate constraints', () => {
  const id = 'SVC-none-1'
  const rows: [string, string, 404 | string[]][] = [
    ['nothing', '{}', ['/trace_id']],
    ['trace_id null', '{"trace_id":null}', ['/trace_id']],
    ['trace_id a number', '{"trace_id":1}', ['/trace_id']],
    ['trace_id empty', '{"trace_id":""}', ['/trace_id']],
    ['trace_id without its prefix', '{"trace_id":"svc-a-1"}', ['/trace_id']],
    ['trace_id without a timestamp', '{"trace_id":"SVC-a-"}', ['/trace_id']],
    ['trace_id with a dashed UUID', '{"trace_id":"SVC-0b5c1f2e-9d7a-4c3f-1"}', ['/trace_id']],
    ['trace_id with a line feed after it', '{"trace_id":"SVC-a-1\\n"}', ['/trace_id']],
    ['trace_id with a digit of another script', '{"trace_id":"SVC-a-١"}', ['/trace_id']],
    ['trace_id of 128', `{"trace_id":"SVC-${'a'.repeat(122)}-1"}`, 404],
    ['trace_id of 129', `{"trace_id":"SVC-${'a'.repeat(123)}-1"}`, ['/trace_id']],
    ['options null', `{"trace_id":"${id}","options":null}`, ['/options']],
    ['options a list', `{"trace_id":"${id}","options":[]}`, ['/options']],
    ['depth 0', `{"trace_id":"${id}","options":{"depth":0}}`, ['/options/depth']],
    ['depth 1', `{"trace_id":"${id}","options":{"depth":1}}`, 404],
    ['depth 6', `{"trace_id":"${id}","options":{"depth":6}}`, 404],
    ['depth 6.0', `{"trace_id":"${id}","options":{"depth":6.0}}`, 404],
    ['depth 7', `{"trace_id":"${id}","options":{"depth":7}}`, ['/options/depth']],
    ['depth 1.5', `{"trace_id":"${id}","options":{"depth":1.5}}`, ['/options/depth']],
    ['depth as text', `{"trace_id":"${id}","options":{"depth":"3"}}`, ['/options/depth']],
    ['depth null', `{"trace_id":"${id}","options":{"depth":null}}`, ['/options/depth']],
    ['include_raw as text', `{"trace_id":"${id}","options":{"include_raw":"false"}}`, ['/options/include_raw']],
    ['include_raw 0', `{"trace_id":"${id}","options":{"include_raw":0}}`, ['/options/include_raw']],
    ['include_raw null', `{"trace_id":"${id}","options":{"include_raw":null}}`, ['/options/include_raw']],
    ['a member that is not one', `{"trace_id":"${id}","colour":1}`, ['/colour']],
    ['an option that is not one', `{"trace_id":"${id}","options":{"colour":1}}`, ['/options/colour']],
    [
      'several faults at once',
      '{"trace_id":1,"options":{"depth":9,"include_raw":1,"x":0},"y":0}',
      ['/options/depth', '/options/include_raw', '/options/x', '/trace_id', '/y'],
    ],
  ]
  for (const [name, raw, outcome] of rows) {
    test(`${name} ${outcome === 404 ? 'fits' : 'is refused, and named'}`, async () => {
      const answer = await call('POST /generate', { raw })

      expectError(answer, outcome === 404 ? 'TRACE_NOT_FOUND' : 'INVALID_REQUEST')
      if (outcome !== 404) expect(faultPaths(answer)).toEqual(outcome)
    })
  }
})

describe('raw bodies', () => {
  const bytes = (...parts: (string | number[])[]) =>
    new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
  const open = '{"risk_score":50,"risk_level":"LOW","confidence":0.5,"recommendation":"'

  const notJson: [string, string | Uint8Array<ArrayBuffer>][] = [
    ['empty', ''],
    ['only spaces', ' \r\n\t '],
    ['prose', 'risk_score is 50'],
    ['a form', 'risk_score=50&risk_level=LOW'],
    ['XML', '<trace/>'],
    ['cut off', JSON.stringify(required).slice(0, -1)],
    ['followed by more', `${JSON.stringify(required)}{}`],
    ['with a trailing comma', '{"risk_score":50,}'],
    ['with NaN', '{"risk_score":NaN}'],
    ['with Infinity', '{"risk_score":Infinity}'],
    ['in single quotes', "{'risk_score':50}"],
    ['with a comment', '{/* */}'],
    ['UTF-16', new Uint8Array(Buffer.from(JSON.stringify(required), 'utf16le'))],
    ['an invalid UTF-8 byte', bytes(open, [0xff], '"}')],
    ['a UTF-8 sequence cut off', bytes(open, [0xe2, 0x82], '"}')],
    ['an overlong UTF-8 sequence', bytes(open, [0xc0, 0xaf], '"}')],
    ['a surrogate encoded in UTF-8', bytes(open, [0xed, 0xa0, 0x80], '"}')],
    ['a raw NUL', bytes(open, [0], '"}')],
    ['a raw line feed in a text', bytes(open, [10], '"}')],
  ]
  for (const [name, raw] of notJson) {
    test(`${name} is refused as no JSON`, async () => {
      const answer = await post(raw)

      expectError(answer, 'INVALID_REQUEST')
      expect(answer.body).toMatchObject({ error: { details: { issues: [{ path: '', expected: 'JSON' }] } } })
    })
  }

  const unstorable: [string, string, string[]][] = [
    ['a NUL in a text', '{"a":"x\\u0000y"}', ['/metadata/a']],
    ['a NUL in a name', '{"x\\u0000y":1}', ['/metadata/x\u0000y']],
    ['the first half of a surrogate pair in a text', '{"a":"\\ud800"}', ['/metadata/a']],
    ['the second half of one, deep in a list', '{"a":[0,[{"b":"x\\udfff"}]]}', ['/metadata/a/1/0/b']],
    ['a lone surrogate in a name', '{"\\ud800":1}', ['/metadata/\ufffd']],
    ['a number beyond every number', '{"a":1e400}', ['/metadata/a']],
    ['2^53 + 1, which would silently become 2^53', '{"a":[9007199254740993]}', ['/metadata/a/0']],
    ['several of them', '{"a":1e999,"b":{"c":"\\u0000"},"d":-1e999}', ['/metadata/a', '/metadata/b/c', '/metadata/d']],
  ]
  for (const [name, metadata, paths] of unstorable) {
    test(`${name} is refused, and named`, async () => {
      const answer = await post(withMetadata(metadata))

      expectError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual(paths)
    })
  }

  const kept: [string, string, string][] = [
    ['a whole surrogate pair', '{"a":"\\ud83d\\ude00"}', '{"a":"😀"}'],
    ['the largest whole number', '{"a":9007199254740991}', '{"a":9007199254740991}'],
    ['the smallest fraction', '{"a":5e-324}', '{"a":5e-324}'],
    ['minus zero, as zero', '{"a":-0}', '{"a":0}'],
    ['the last of a name given twice', '{"a":1,"a":2}', '{"a":2}'],
    ['__proto__ as a mere name', '{"__proto__":{"polluted":true}}', '{"__proto__":{"polluted":true}}'],
    ['constructor as a mere name', '{"constructor":{"prototype":{"x":1}}}', '{"constructor":{"prototype":{"x":1}}}'],
    ['names that JavaScript would order as numbers', '{"b":1,"2":1,"1":1}', '{"1":1,"2":1,"b":1}'],
    ['empty names', '{"":{"":""}}', '{"":{"":""}}'],
  ]
  for (const [name, metadata, back] of kept) {
    test(`${name} is kept`, async () => {
      const answer = await post(withMetadata(metadata))

      const { text } = await call(`GET /traces/${traceIdOf(answer)}`)
      expect(text).toContain(`"metadata":${back}`)
    })
  }

  test('a name that would reach every object reaches none', async () => {
    await post(withMetadata('{"__proto__":{"risk_level":"HIGH","polluted":1}}'))

    const answer = await call('POST /traces', { body: { risk_score: 1, confidence: 1 } })

    expectError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(['/risk_level'])
  })

  test('a byte order mark before the JSON is passed over', async () => {
    const answer = await post(bytes([0xef, 0xbb, 0xbf], JSON.stringify(required)))

    expect(answer.status).toBe(201)
  })

  const nested = (depth: number, [left, right]: readonly [string, string]) =>
    // The body is the first level, metadata the second.
    withMetadata(`{"a":${left.repeat(depth - 2)}0${right.repeat(depth - 2)}}`)
  const brackets = [
    ['lists', ['[', ']']],
    ['objects', ['{"a":', '}']],
  ] as const
  for (const [name, pair] of brackets) {
    test(`${name} nested 64 deep are taken and come back`, async () => {
      const answer = await post(nested(64, pair))

      expect(await readBack(answer)).toMatchObject({ metadata: JSON.parse(nested(64, pair)).metadata })
    })
    for (const depth of [65, 1000, 100_000]) {
      test(`${name} nested ${depth} deep are refused`, async () => {
        expectError(await post(nested(depth, pair)), 'INVALID_REQUEST')
      })
    }
  }
  test('brackets within a text nest nothing', async () => {
    const answer = await post(withMetadata(JSON.stringify({ a: '[{'.repeat(1000), 'b\\"': '"[['.repeat(500) })))

    expect(answer.status).toBe(201)
  })

  const ofBytes = (size: number) => `${open}${'x'.repeat(size - open.length - 2)}"}`
  const headers = () => ({ authorization: `Bearer ${service.key}`, 'content-type': 'application/json' })
  const told = (body: string) => ({ headers: { ...headers(), 'content-length': String(body.length) }, parts: [body] })
  const inChunks = (body: string) => ({
    headers: { ...headers(), 'transfer-encoding': 'chunked' },
    parts: chunked(body),
  })
  for (const [name, send] of [
    ['of a told length', told],
    ['in chunks', inChunks],
  ] as const) {
    test(`a body ${name} of exactly 1 MiB is taken`, async () => {
      const answer = await rawCall(url, 'POST /traces', send(ofBytes(mebibyte)))

      expect(answer.status).toBe(201)
    })
    test(`a body ${name} of 1 MiB and a byte is refused in the area's shape`, async () => {
      const answer = await rawCall(url, 'POST /traces', send(ofBytes(mebibyte + 1)))

      expectError(answer, 'BODY_TOO_LARGE')
    })
    test(`a body ${name} of 20 MiB is refused in the area's shape`, async () => {
      const answer = await rawCall(url, 'POST /traces', send(ofBytes(20 * mebibyte)))

      expectError(answer, 'BODY_TOO_LARGE')
    })
  }
  test('a length beyond 1 MiB is refused before the body is sent', async () => {
    const answer = await rawCall(url, 'POST /traces', {
      headers: { ...headers(), 'content-length': String(50 * mebibyte) },
    })

    expectError(answer, 'BODY_TOO_LARGE')
  })
  test('a body that the refusal of a key leaves unread is not taken for further requests', async () => {
    const smuggled = 'GET /livez HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1000)
    const head = `POST /traces HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${smuggled.length}\r\n\r\n`
    const last = 'GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

    const text = await exchange(url, [head, smuggled, last])

    const [first, ...more] = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(first).toBe('401')
    expect(more.length).toBeLessThanOrEqual(1)
  })
  for (const lengths of [
    { 'content-length': '10', 'transfer-encoding': 'chunked' },
    { 'content-length': '-1' },
    { 'content-length': '1e3' },
    { 'content-length': '0x10' },
    { 'content-length': '99999999999999999999' },
  ]) {
    test(`a request whose length is told as ${JSON.stringify(lengths)} gets no answer but a refusal`, async () => {
      const text = await exchange(url, [
        `POST /traces HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${Object.entries({ ...headers(), ...lengths })
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n${JSON.stringify(required)}`,
      ])

      expect(text === '' || /^HTTP\/1\.1 4\d\d/.test(text)).toBeTrue()
      await expectAlive()
    })
  }
  test('a client that hangs up in the middle of its body harms nobody', async () => {
    const { hostname, port } = new URL(url)
    const head = `POST /traces HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{`

    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } })
        socket.write(head)
        socket.flush()
        socket.terminate()
      }),
    )

    await expectAlive()
    expect((await call('POST /traces', { body: required })).status).toBe(201)
  })
})

describe('content types', () => {
  const taken = [
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; profile=x',
  ]
  for (const type of taken) {
    test(`${type} is taken`, async () => {
      expect((await post(JSON.stringify(required), { 'content-type': type })).status).toBe(201)
    })
  }

  const refused = [
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'json',
    ';',
  ]
  for (const type of refused) {
    test(`${type} is 415`, async () => {
      expectError(await post(JSON.stringify(required), { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE')
    })
  }

  test('none at all is 415', async () => {
    const body = JSON.stringify(required)

    const answer = await rawCall(url, 'POST /traces', {
      headers: { authorization: `Bearer ${service.key}`, 'content-length': String(body.length) },
      parts: [body],
    })

    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE')
  })

  for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'nonsense']) {
    test(`a body in content encoding ${encoding} is 415`, async () => {
      const packed = new Uint8Array(gzipSync(JSON.stringify(required)))

      expectError(await post(packed, { 'content-encoding': encoding }), 'UNSUPPORTED_MEDIA_TYPE')
    })
  }
  test('content encoding identity is taken', async () => {
    expect((await post(JSON.stringify(required), { 'content-encoding': 'identity' })).status).toBe(201)
  })
})

test('nasty bodies of up to 1 MiB cost less of the process than one that is as long and right, and it lives', async () => {
  const fill = (part: string, size = mebibyte) => part.repeat(Math.floor(size / part.length))
  const list = (part: string) => `[${fill(`${part},`, mebibyte - 100)}0]`
  const nasty = [
    fill('['),
    fill('{"a":'),
    fill('"'),
    fill('\\'),
    fill(' '),
    list('1'),
    list('"\\ud800"'),
    list('1e999'),
    `{"flags":${list('1')}}`,
    `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
    withMetadata(list('[]')),
    fill('x', 2 * mebibyte),
  ]
  const right = withMetadata(`{"notes":${list('{"at":1,"said":"as agreed"}')}}`)
  const secondsOf = async (endpoint: string, bodies: readonly string[]) => {
    const before = await cpuSeconds()
    const statuses = new Set<number>()
    for (const raw of bodies) statuses.add((await call(endpoint, { raw })).status)
    return { statuses: [...statuses].sort(), each: ((await cpuSeconds()) - before) / bodies.length }
  }
  const times = <T>(rounds: number, all: readonly T[]) => Array.from({ length: rounds }, () => all).flat()
  await secondsOf('POST /traces', [right])

  const taken = await secondsOf('POST /traces', times(8, [right]))
  const refused = await secondsOf('POST /generate', times(3, nasty))

  expect([taken.statuses, refused.statuses]).toEqual([[201], [400, 413]])
  expect(refused.each).toBeLessThan(taken.each)
  expect(refused.each).toBeGreaterThan(0)
  await expectAlive()
})

/** CPU time of the API process up to now, by its own report: one that has seen a request made for that alone. */
async function cpuSeconds(): Promise<number> {
  const look = async () => {
    const { text } = await call('GET /metrics')
    const own = text.split('\n').filter((line) => line.includes(`process="api:${service.apis[0]?.pid}"`))
    const numberOf = (form: RegExp) =>
      Number(
        own
          .find((line) => form.test(line))
          ?.split(' ')
          .at(-1) ?? 0,
      )
    return {
      seconds: numberOf(/^process_cpu_seconds_total/),
      marks: numberOf(/^assay_http_request_duration_seconds_count.*route="\/generate".*status="405"/),
    }
  }
  const { marks } = await look()
  await call('DELETE /generate')
  const { seconds } = await until(
    async () => {
      const seen = await look()
      return seen.marks > marks && seen
    },
    { what: 'a report of the API that has seen the last request' },
  )
  return seconds
}

describe('JSONTestSuite', () => {
  const folder = join(fixtures, 'json-test-suite/test_parsing')
  const files = readdirSync(folder).map((name) => ({ name, content: new Uint8Array(readFileSync(join(folder, name))) }))
  const named = (prefix: string) => files.filter(({ name }) => name.startsWith(prefix))

  test('is all there', () => {
    expect([named('y_').length, named('n_').length, named('i_').length]).toEqual([95, 188, 35])
  })

  for (const endpoint of ['POST /traces', 'POST /generate']) {
    test(`every file as the body of ${endpoint} is refused for what it is`, async () => {
      const wrong: string[] = []
      await forEachInFlight(files, async ({ name, content }) => {
        const answer = await call(endpoint, { raw: content })
        expectError(answer, 'INVALID_REQUEST')
        const { issues } = (answer.body as { error: { details: { issues: Json[] } } }).error.details
        const isJson = issues[0]?.['expected'] !== 'JSON'
        if (name.startsWith('y_') !== isJson && !name.startsWith('i_')) wrong.push(name)
      })

      expect(wrong).toEqual([])
      await expectAlive()
    })
  }

  test('within metadata what parses is kept as it is, and what does not is refused', async () => {
    const wrong: string[] = []
    let kept = 0
    await forEachInFlight(files, async ({ name, content }) => {
      const [before = '', after = ''] = withMetadata('{"v":?}').split('?')
      const raw = new Uint8Array(Buffer.concat([Buffer.from(before), content, Buffer.from(after)]))
      const answer = await post(raw)
      if (answer.status !== 201) {
        expectError(answer, 'INVALID_REQUEST')
        const isUnstorable = faultPaths(answer).every((path) => path.startsWith('/metadata/v'))
        if (name.startsWith('y_') && !isUnstorable) wrong.push(`${name} refused`)
        return
      }
      kept += 1
      if (name.startsWith('n_')) wrong.push(`${name} taken`)
      const { metadata } = await readBack(answer)
      const sent = JSON.parse(new TextDecoder().decode(raw)).metadata
      // Through JSON once, because minus zero comes back as zero.
      if (!Bun.deepEquals(metadata, JSON.parse(JSON.stringify(sent)))) wrong.push(`${name} changed`)
    })

    expect(wrong).toEqual([])
    expect(kept).toBeGreaterThan(85)
  })
})

describe('naughty strings', () => {
  const listed: string[] = JSON.parse(readFileSync(join(fixtures, 'naughty-strings/blns.json'), 'utf8'))
  const strings = [...new Set(listed)]
  const isUnderstood = (text: string) => text.isWellFormed() && !text.includes('\0')

  test('are all there', () => {
    expect(listed.length).toBe(515)
  })

  test('in every text field are kept as they are, and a tree is made of each', async () => {
    const changed: string[] = []
    await forEachInFlight(strings, async (text) => {
      const sent = {
        ...required,
        system_source: text,
        flags: [text, `${text}!`],
        recommendation: text,
        trinity_layer: text,
        metadata: { [text]: text, deep: [{ [`${text}?`]: [text] }] },
      }
      const answer = await call('POST /traces', { body: sent })
      if (text.length > 511 || !isUnderstood(text)) return expectError(answer, 'INVALID_REQUEST')
      expect(answer.status).toBe(201)
      if (!Bun.deepEquals(pick(await readBack(answer), Object.keys(sent)), sent)) changed.push(text)
      const tree = await call('POST /generate', { body: { trace_id: traceIdOf(answer) } })
      expect(tree.status).toBe(200)
      expect(tree.body).toHaveProperty('corix_tree.level_6.telemetry.record.recommendation', text)
    })

    expect(changed).toEqual([])
  })

  test('find what they name as filter and as path', async () => {
    const lost: string[] = []
    await forEachInFlight(strings, async (text) => {
      if (text.length > 511 || !isUnderstood(text)) return
      const name = encodeURIComponent(text)
      for (const query of [`system_source=${name}`, `flag=${name}`]) {
        const answer = await call(`GET /traces?${query}`)
        if ((answer.body as { total?: number }).total !== 1) lost.push(query)
      }
      // Nobody's URL holds an empty or a dotted segment: a client resolves it before it sends.
      if (!['', '.', '..'].includes(text) && (await call(`GET /systems/${name}/tree`)).status !== 200) lost.push(text)
    })

    expect(lost).toEqual([])
  })

  const refusing: [string, (text: string) => Promise<Answer>, number[]][] = [
    ['risk_level', (text) => call('POST /traces', { body: { ...required, risk_level: text } }), [400]],
    ['testing_mode', (text) => call('POST /traces', { body: { ...required, testing_mode: text } }), [400]],
    ['risk_score', (text) => call('POST /traces', { body: { ...required, risk_score: text } }), [400]],
    ['the name of a member', (text) => call('POST /traces', { body: { ...required, [text]: text } }), [400]],
    ['trace_id', (text) => call('POST /generate', { body: { trace_id: text } }), [400]],
    ['?risk_level', (text) => call(`GET /traces?risk_level=${encodeURIComponent(text)}`), [400]],
    ['?limit', (text) => call(`GET /traces?limit=${encodeURIComponent(text)}`), [200, 400]],
    ['?offset', (text) => call(`GET /traces?offset=${encodeURIComponent(text)}`), [200, 400]],
    ['?cursor', (text) => call(`GET /traces?cursor=${encodeURIComponent(text)}`), [400]],
    ['?from', (text) => call(`GET /traces?from=${encodeURIComponent(text)}`), [400]],
    ['the name of a parameter', (text) => call(`GET /traces?${encodeURIComponent(text)}=1`), [200, 400]],
    ['a raw query', (text) => call(`GET /traces?${escapeSpaces(text)}`), [200, 400]],
    ['/traces/{trace_id}', (text) => call(`GET /traces/-${encodeURIComponent(text)}`), [404]],
    ['/jobs/{job_id}', (text) => call(`GET /jobs/-${encodeURIComponent(text)}`), [404]],
    ['a raw path', (text) => call(`GET /-${escapeSpaces(text)}`), [400, 404]],
  ]
  /** As far as `call` needs it: it takes method and path apart at a space. */
  const escapeSpaces = (text: string) => text.replaceAll(/\s/g, '%20')
  for (const [name, ask, statuses] of refusing) {
    test(`as ${name} are refused or understood, never a failure`, async () => {
      const odd: [string, number][] = []
      await forEachInFlight(strings, async (text) => {
        const answer = await ask(text)
        if (!statuses.includes(answer.status)) odd.push([text, answer.status])
      })

      expect(odd).toEqual([])
    })
  }

  const headers: [string, (text: string) => Promise<Answer>, number[]][] = [
    ['Authorization', (text) => call('GET /stats', { key: null, headers: { authorization: text } }), [401]],
    ['a bearer key', (text) => call('GET /stats', { key: text }), [401]],
    ['traceparent', (text) => call('GET /stats', { headers: { traceparent: text } }), [200]],
    ['If-None-Match', (text) => call('GET /traces/SVC-none-1', { headers: { 'if-none-match': text } }), [404]],
    [
      'Idempotency-Key',
      (text) => call('POST /generate', { body: { trace_id: 'SVC-none-1' }, headers: { 'idempotency-key': text } }),
      [400, 404],
    ],
    [
      'Prefer',
      (text) => call('POST /generate', { body: { trace_id: 'SVC-none-1' }, headers: { prefer: text } }),
      [404],
    ],
    ['Content-Type', (text) => post(JSON.stringify(required), { 'content-type': text }), [415]],
    ['Content-Encoding', (text) => post(JSON.stringify(required), { 'content-encoding': text }), [201, 415]],
  ]
  for (const [name, ask, statuses] of headers) {
    test(`as ${name} are refused or passed over, never a failure`, async () => {
      const odd: [string, number][] = []
      const sendable = strings.filter((text) => /^[\t\x20-\x7e\xa0-\xff]*$/.test(text) && text.trim() !== '')
      await forEachInFlight(sendable, async (text) => {
        const answer = await ask(text)
        if (!statuses.includes(answer.status) || faultyHeaders(answer.headers).length > 0)
          odd.push([text, answer.status])
      })

      expect(odd).toEqual([])
      expect(sendable.length).toBeGreaterThan(300)
    })
  }
})

const pick = (record: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]))

describe('random', () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'))
  const number = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => (Object.is(value, -0) ? 0 : value))
    .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 6 },
      fc.oneof(fc.constant(null), fc.boolean(), text, number, fc.maxSafeInteger()),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }))
  const trace = fc.record(
    {
      risk_score: fc.double({ min: 0, max: 100, noNaN: true }).map((score) => score + 0),
      risk_level: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((share) => share + 0),
      system_source: text,
      flags: fc.array(text, { maxLength: 5 }),
      recommendation: text,
      constitutional_compliance: fc.boolean(),
      trinity_layer: text,
      testing_mode: fc.constantFrom('model', 'red_team', 'field'),
      adversarial_test: fc.boolean(),
      field_conditions: fc.boolean(),
      processing_time_ms: fc.maxSafeInteger().map((ms) => ms + 0),
      metadata: fc.dictionary(text, value, { maxKeys: 5, noNullPrototype: true }),
    },
    { requiredKeys: ['risk_score', 'risk_level', 'confidence'], noNullPrototype: true },
  )

  test('valid traces come back exactly, and a tree is made of each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(trace, { minLength: 10, maxLength: 20 }), async (traces) => {
        await Promise.all(
          traces.map(async (sent) => {
            const answer = await call('POST /traces', { body: sent })
            expect(answer.status).toBe(201)
            expect(pick(await readBack(answer), Object.keys(sent))).toEqual(JSON.parse(JSON.stringify(sent)))
            const tree = await call('POST /generate', { body: { trace_id: traceIdOf(answer) } })
            expect(tree.status).toBe(200)
            expectShape(GenerateResponse, tree.body)
          }),
        )
      }),
      { numRuns: 25 },
    )
  })

  /** Never a failure of ours, and always one of the two shapes. */
  function expectAnswered(answer: Answer): void {
    if (answer.status === 201) expectShape(TraceCreated, answer.body)
    else expectError(answer, 'INVALID_REQUEST')
  }

  test('JSON is never a failure', async () => {
    const anyJson = fc.oneof(
      fc.json({ stringUnit: 'binary', maxDepth: 8 }),
      fc.json({ stringUnit: fc.constantFrom('\0', '\ud800', '\udfff', 'a', '"', '\\', '\u2028') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anyJson, { minLength: 20, maxLength: 40 }), async (texts) => {
        await Promise.all(
          texts.map(async (raw) => {
            expectAnswered(await post(raw))
            expectError(await call('POST /generate', { raw }), 'INVALID_REQUEST')
          }),
        )
      }),
      { numRuns: 15 },
    )
  })

  test('traces with one member replaced by any JSON are taken or refused for that member', async () => {
    const oddOne = fc.tuple(trace, fc.constantFrom(...fieldNames, 'colour'), fc.jsonValue({ stringUnit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(fc.array(oddOne, { minLength: 20, maxLength: 40 }), async (odd) => {
        await Promise.all(
          odd.map(async ([whole, name, replacement]) => {
            const answer = await call('POST /traces', { body: { ...whole, [name]: replacement } })
            expectAnswered(answer)
            if (answer.status !== 201)
              expect(faultPaths(answer).every((path) => path === `/${name}` || path.startsWith(`/${name}/`))).toBeTrue()
          }),
        )
      }),
      { numRuns: 15 },
    )
  })

  test('bytes are never a failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 30, maxLength: 50 }),
        async (bodies) => {
          await Promise.all(
            bodies.map(async (body) => expectError(await post(new Uint8Array(body)), 'INVALID_REQUEST')),
          )
        },
      ),
      { numRuns: 10 },
    )
  })

  const fieldNames = ['risk_score', 'risk_level', 'confidence', 'system_source', 'flags', 'recommendation', 'metadata']
})

test('after all of it the same process has logged no failure of its own', async () => {
  await expectAlive()

  const failures = service.apis.flatMap(({ lines }) => lines.filter((line) => /"level":"(error|fatal)"/.test(line)))
  expect(failures).toEqual([])
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
