/** POST /otlp/v1/traces against a running service, with the bytes of OpenTelemetry's own serializers and its stock exporter. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Attributes, DiagLogLevel, diag, type HrTime, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import type { Trace } from '#shared/contracts/traces'
import { undocumentedIn } from '#test/contract/documented'
import { type Service, startService } from '#test/support/service'

const json = { 'content-type': 'application/json' }
const protobuf = { 'content-type': 'application/x-protobuf' }
const limitBytes = 16 * 1024 * 1024
let service: Service
let orgs = 0

beforeAll(async () => {
  service = await startService({ workers: 0 })
})
afterAll(async () => {
  await service.stop()
})

/** An organisation of its own, so that what it has stored is what its test has stored. */
async function aSender() {
  orgs += 1
  const { key } = await service.issueKey({ org: `org_otlp_${orgs}` })
  const send = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
    service.call('POST /otlp/v1/traces', { raw, headers, key })
  return {
    key,
    send,
    sendJson: (request: unknown) => send(JSON.stringify(request)),
    async stored() {
      const { body } = await service.call('GET /traces?limit=1000', { key })
      return (body as { traces: Trace[] }).traces
    },
  }
}

const text = (stringValue: string) => ({ stringValue })
const assessment = [
  { key: 'assay.risk_score', value: { doubleValue: 34.5 } },
  { key: 'assay.risk_level', value: text('MEDIUM') },
  { key: 'assay.confidence', value: { doubleValue: 0.82 } },
]

/** A span in the JSON form that becomes a trace, but for what is odd about it. */
const aSpan = (odd: Record<string, unknown> = {}, more: unknown[] = []) => ({
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: 'eee19b7ec3c1b174',
  name: 'chat gpt-x',
  kind: 3,
  startTimeUnixNano: '1779235200000000000',
  endTimeUnixNano: '1779235201240000000',
  attributes: [...assessment, ...more],
  ...odd,
})
const requestOf = (...spans: unknown[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: text('chat-eu') }] },
      scopeSpans: [{ scope: { name: 'gen', version: '1.2' }, spans }],
    },
  ],
})
const spanIdOf = (index: number) => (index + 1).toString(16).padStart(16, '0')
const partial = (rejectedSpans: number, errorMessage: string) => ({
  partialSuccess: { rejectedSpans: String(rejectedSpans), errorMessage },
})

type Configuration = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>
type Made = { attributes?: Attributes; start?: HrTime; end?: HrTime; evaluations?: Attributes[] }

/** Spans as an application's own SDK makes them. */
function spansOf(made: Made[]): ReadableSpan[] {
  const memory = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'support-bot', 'service.version': '3', 'host.name': 'secret' }),
    spanProcessors: [new SimpleSpanProcessor(memory)],
  })
  const began: HrTime = [1_779_235_200, 5]
  const ended: HrTime = [1_779_235_201, 499_999_999]
  for (const { attributes = {}, start = began, end = ended, evaluations = [] } of made) {
    const span = provider
      .getTracer('app', '0.1')
      .startSpan('chat', { kind: SpanKind.CLIENT, startTime: start, attributes })
    for (const each of evaluations) span.addEvent('gen_ai.evaluation.result', each)
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'slow' })
    span.end(end)
  }
  return memory.getFinishedSpans()
}

const genAi: Attributes = {
  'assay.risk_score': 72,
  'assay.risk_level': 'HIGH',
  'assay.confidence': 0.5,
  'assay.flags': ['toxicity', 'pii'],
  'assay.constitutional_compliance': false,
  'assay.testing_mode': 'red_team',
  'assay.reviewer': 'us',
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'gpt-x',
  'gen_ai.response.model': 'gpt-x-2026-01-01',
  'gen_ai.response.finish_reasons': ['length'],
  'gen_ai.conversation.id': 'c-1',
  'gen_ai.request.temperature': 0.25,
  'gen_ai.usage.input_tokens': 100,
  'gen_ai.input.messages': JSON.stringify([
    { role: 'system', parts: [{ type: 'text', content: 'be kind' }] },
    {
      role: 'user',
      parts: [
        { type: 'text', content: 'hi' },
        { type: 'blob', content: 'AA==' },
      ],
    },
  ]),
  'gen_ai.output.messages': JSON.stringify([
    { role: 'assistant', parts: [{ type: 'text', content: 'größer 😀' }], finish_reason: 'length' },
  ]),
  'http.request.header.authorization': 'secret',
}

/** Bytes of the stock serializers. */
const bytesOf = (bytes: Uint8Array | undefined) => new Uint8Array(bytes ?? [])
const asProtobuf = (spans: ReadableSpan[]) => bytesOf(ProtobufTraceSerializer.serializeRequest(spans))
const asJson = (spans: ReadableSpan[]) => bytesOf(JsonTraceSerializer.serializeRequest(spans))
const told = (bytes: string) =>
  ProtobufTraceSerializer.deserializeResponse(new TextEncoder().encode(bytes)).partialSuccess

describe('a span that carries an assessment', () => {
  test('becomes a trace: fields from assay.*, the rest from the conventions', async () => {
    const { send, stored } = await aSender()

    const answer = await send(asProtobuf(spansOf([{ attributes: genAi }])), protobuf)

    expect([answer.status, answer.text]).toEqual([200, ''])
    const [trace] = await stored()
    expect(trace).toEqual({
      trace_id: expect.stringMatching(/^SVC-[0-9a-f]{32}-1779235201499$/),
      attribution_token: expect.any(String),
      created_at: expect.any(String),
      timestamp: '2026-05-20T00:00:01.499Z',
      risk_score: 72,
      risk_level: 'HIGH',
      confidence: 0.5,
      system_source: 'support-bot',
      flags: ['toxicity', 'pii'],
      constitutional_compliance: false,
      testing_mode: 'red_team',
      processing_time_ms: 1500,
      metadata: {
        model: 'gpt-x-2026-01-01',
        finish_reason: 'length',
        session_id: 'c-1',
        input: 'hi',
        output: 'größer 😀',
        otel: {
          trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
          name: 'chat',
          kind: 'CLIENT',
          status: { code: 'ERROR', message: 'slow' },
          scope: { name: 'app', version: '0.1' },
          resource: { 'service.name': 'support-bot', 'service.version': '3' },
        },
        attributes: Object.fromEntries(
          Object.entries(genAi).filter(([name]) => name.startsWith('gen_ai.') || name === 'assay.reviewer'),
        ),
      },
    })
  })

  test('or as evaluations named assay.risk and assay.confidence, of which the last counts', async () => {
    const { send, stored } = await aSender()
    const evaluation = (name: string, value: number, more: Attributes = {}) => ({
      'gen_ai.evaluation.name': name,
      'gen_ai.evaluation.score.value': value,
      ...more,
    })
    const evaluations = [
      evaluation('assay.risk', 90, { 'gen_ai.evaluation.score.label': 'HIGH' }),
      evaluation('assay.risk', 12, { 'gen_ai.evaluation.score.label': 'LOW', 'gen_ai.evaluation.explanation': 'fine' }),
      evaluation('assay.confidence', 0.9),
      evaluation('toxicity', 0.03),
    ]

    const answer = await send(asJson(spansOf([{ evaluations }])))

    expect(answer.body).toEqual({})
    expect(await stored()).toMatchObject([
      {
        risk_score: 12,
        risk_level: 'LOW',
        confidence: 0.9,
        metadata: {
          evaluations: [
            { name: 'assay.risk', score: 90 },
            { name: 'assay.risk', score: 12, label: 'LOW', explanation: 'fine' },
            { name: 'assay.confidence', score: 0.9 },
            { name: 'toxicity', score: 0.03 },
          ],
        },
      },
    ])
  })

  test('is the same trace by JSON and by protobuf, and is stored once however often it is sent', async () => {
    const spans = spansOf([{ attributes: genAi }, { attributes: { ...genAi, 'assay.risk_score': 1.25 } }])
    const [one, other] = [await aSender(), await aSender()]

    await one.send(asJson(spans))
    await other.send(asProtobuf(spans), protobuf)
    const [byJson, byProtobuf] = [await one.stored(), await other.stored()]
    await Promise.all([
      one.send(asProtobuf(spans), protobuf),
      one.send(asJson(spans)),
      one.send(asJson(spans.toReversed())),
    ])

    const what = ({ trace_id: _id, attribution_token: _token, created_at: _at, ...rest }: Trace) => rest
    expect(byJson).toHaveLength(2)
    expect(byJson.map(what).toSorted((a, b) => a.risk_score - b.risk_score)).toEqual(
      byProtobuf.map(what).toSorted((a, b) => a.risk_score - b.risk_score),
    )
    expect(await one.stored()).toEqual(byJson)
    expect(byJson.map(({ trace_id }) => trace_id)).not.toContain(byProtobuf[0]?.trace_id)
  })

  test('twice in one request is stored once', async () => {
    const { sendJson, stored } = await aSender()

    const answer = await sendJson(requestOf(aSpan(), aSpan({ traceId: '5B8EFFF798038103D269B633813FC60C' })))

    expect(answer).toMatchObject({ status: 200, body: {} })
    expect(await stored()).toHaveLength(1)
  })

  test('keeps 64-bit numbers, bytes and nested values as JSON can hold them', async () => {
    const { sendJson, stored } = await aSender()
    const values = {
      'gen_ai.a': { intValue: '9007199254740991' },
      'gen_ai.b': { intValue: '-9223372036854775808' },
      'gen_ai.c': { intValue: 7 },
      'gen_ai.d': { doubleValue: 'NaN' },
      'gen_ai.e': { bytesValue: 'AAEC' },
      'gen_ai.f': {
        kvlistValue: { values: [{ key: '__proto__', value: { arrayValue: { values: [{ boolValue: true }, {}] } } }] },
      },
      'gen_ai.g': {},
      'gen_ai.h': { doubleValue: 1e300 },
      'gen_ai.i': { arrayValue: {} },
    }

    await sendJson(
      requestOf(
        aSpan(
          { parentSpanId: '' },
          Object.entries(values).map(([key, value]) => ({ key, value })),
        ),
      ),
    )

    const [trace] = await stored()
    expect(JSON.stringify(trace?.metadata?.['attributes'])).toBe(
      '{"gen_ai.a":9007199254740991,"gen_ai.b":"-9223372036854775808","gen_ai.c":7,"gen_ai.d":"NaN","gen_ai.e":"AAEC",' +
        '"gen_ai.f":{"__proto__":[true,null]},"gen_ai.g":null,"gen_ai.h":"1e+300","gen_ai.i":[]}',
    )
  })

  test('without service.name it is of the unknown system, and clocks that ran backwards give no duration', async () => {
    const { sendJson, stored } = await aSender()

    await sendJson({
      resourceSpans: [{ scopeSpans: [{ spans: [aSpan({ startTimeUnixNano: '1779235300000000000' })] }] }],
    })

    const [trace] = await stored()
    expect(trace).toMatchObject({ system_source: 'unknown' })
    expect(trace).not.toHaveProperty('processing_time_ms')
  })
})

describe('a span that does not become a trace is counted, with the reason', () => {
  const faults: [string, Record<string, unknown>, string][] = [
    ['no assessment', { attributes: [] }, 'carries no risk assessment'],
    [
      'the evaluation of another thing',
      { attributes: [], events: [evaluated('toxicity', 0.9)] },
      'carries no risk assessment',
    ],
    ['a score alone', { attributes: assessment.slice(0, 1) }, '/risk_level is missing'],
    ['no confidence', { attributes: assessment.slice(0, 2) }, '/confidence is missing'],
    [
      'a score above 100',
      { events: [], attributes: changed('assay.risk_score', { doubleValue: 100.5 }) },
      '/risk_score is not a number from 0 to 100',
    ],
    [
      'NaN',
      { attributes: changed('assay.risk_score', { doubleValue: 'NaN' }) },
      '/risk_score is not a number from 0 to 100',
    ],
    [
      'a score as text',
      { attributes: changed('assay.risk_score', text('34')) },
      '/risk_score is not a number from 0 to 100',
    ],
    [
      'another level',
      { attributes: changed('assay.risk_level', text('severe')) },
      '/risk_level is not one of LOW, MEDIUM, HIGH',
    ],
    [
      'one flag that is no list',
      { attributes: [...assessment, { key: 'assay.flags', value: text('a') }] },
      '/flags is not an array',
    ],
    [
      'a NUL',
      { attributes: [...assessment, { key: 'gen_ai.x', value: text('\0') }] },
      '/metadata/attributes/gen_ai.x contains a NUL character',
    ],
    ['half a surrogate pair', { name: '\ud800' }, '/metadata/otel/name contains half of a surrogate pair'],
    ['no trace id', { traceId: undefined }, 'has no valid trace id and span id'],
    ['a trace id of zeros', { traceId: '0'.repeat(32) }, 'has no valid trace id and span id'],
    ['a short span id', { spanId: 'eee19b7ec3c1b1' }, 'has no valid trace id and span id'],
    ['an id in base64', { traceId: 'W47/95gDgQPSabYzgT/GDA==' }, 'has no valid trace id and span id'],
    ['no end', { endTimeUnixNano: '0' }, 'has no valid end time'],
    ['an end beyond 64 bits', { endTimeUnixNano: '18446744073709551616' }, 'has no valid end time'],
    ['an end beyond all', { endTimeUnixNano: 1e300 }, 'has no valid end time'],
  ]

  function evaluated(name: string, doubleValue: number) {
    const attributes = [
      { key: 'gen_ai.evaluation.name', value: text(name) },
      { key: 'gen_ai.evaluation.score.value', value: { doubleValue } },
      { key: 'gen_ai.evaluation.score.label', value: text('HIGH') },
    ]
    return { name: 'gen_ai.evaluation.result', attributes }
  }

  function changed(key: string, value: unknown) {
    return assessment.map((attribute) => (attribute.key === key ? { key, value } : attribute))
  }

  test.each(faults)('%s', async (_, odd, reason) => {
    const { sendJson, stored } = await aSender()

    const answer = await sendJson(requestOf(aSpan({ spanId: spanIdOf(1) }), aSpan(odd)))

    expect(answer).toMatchObject({ status: 200, body: partial(1, `1 span: ${reason}`) })
    expect(await stored()).toHaveLength(1)
  })

  test('in protobuf too, the most frequent reason first', async () => {
    const { send, stored } = await aSender()
    const spans = spansOf([{}, { attributes: genAi }, {}, { attributes: { ...genAi, 'assay.confidence': 2 } }])

    const answer = await send(asProtobuf(spans), protobuf)

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/x-protobuf')
    expect(told(answer.text)).toEqual({
      rejectedSpans: 3,
      errorMessage: '2 spans: carries no risk assessment; 1 span: /confidence is not a number from 0 to 1',
    })
    expect(await stored()).toHaveLength(1)
  })

  test('ten reasons are told at most', async () => {
    const { sendJson } = await aSender()
    const spans = Array.from({ length: 12 }, (_, index) =>
      aSpan({ attributes: [...assessment, { key: `gen_ai.${index}`, value: text('\0') }] }),
    )

    const { body } = await sendJson(requestOf(...spans))

    expect(body).toEqual(partial(12, expect.stringMatching(/^(1 span: [^;]+; ){10}and 2 more reasons$/)))
  })
})

describe('the stock exporter', () => {
  const exported = (exporter: OTLPTraceExporter, spans: ReadableSpan[]) =>
    new Promise<{ code: number; error?: Error }>((resolve) => exporter.export(spans, resolve))

  test.each(['none', 'gzip'])('delivers (%s), and warns of what was rejected', async (compression) => {
    const { key, stored } = await aSender()
    const warnings: string[] = []
    const quiet = () => undefined
    diag.setLogger(
      { warn: (...words) => warnings.push(words.join(' ')), error: quiet, info: quiet, debug: quiet, verbose: quiet },
      { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
    )
    const exporter = new OTLPTraceExporter({
      url: `${service.urls[0]}/otlp/v1/traces`,
      headers: { authorization: `Bearer ${key}` },
      // An enumeration that the exporter's package does not hand on.
      compression: compression as NonNullable<Configuration['compression']>,
    })

    const result = await exported(exporter, spansOf([{ attributes: genAi }, {}]))

    await exporter.shutdown()
    diag.disable()
    expect(result).toEqual({ code: 0 })
    expect(warnings.join()).toContain('1 span: carries no risk assessment')
    expect(await stored()).toHaveLength(1)
  })
})

/** As lengths are written in protobuf. */
function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)]
}

describe('a request with a fault as a whole', () => {
  const span = asProtobuf(spansOf([{ attributes: genAi }]))
  const notUtf8 = new Uint8Array(
    Buffer.from(Buffer.from(span).toString('latin1').replace('toxicity', 'toxi\xffity'), 'latin1'),
  )
  const faults: [string, string | Uint8Array<ArrayBuffer>, Record<string, string>, string][] = [
    ['nothing, as JSON', '', json, 'the body is empty'],
    ['no JSON', '{', json, 'the body is not JSON'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), json, 'the body is not UTF-8'],
    ['an array', '[]', json, 'the body is not an object'],
    ['a list that is none', '{"resourceSpans":{}}', json, '/resourceSpans is not an array'],
    [
      'a number that is none',
      JSON.stringify(requestOf(aSpan({ startTimeUnixNano: 'soon' }))),
      json,
      '/resourceSpans/0/scopeSpans/0/spans/0/startTimeUnixNano is not one of',
    ],
    ['values without a bottom', `{"resourceSpans":${'['.repeat(1000)}`, json, 'the body is nested more than 256 deep'],
    ['protobuf that ends too early', span.slice(0, -10), protobuf, 'the body is not an ExportTraceServiceRequest'],
    ['protobuf of something else', 'hello', protobuf, 'the body is not an ExportTraceServiceRequest'],
    ['protobuf with text that is not UTF-8', notUtf8, protobuf, 'the body is not an ExportTraceServiceRequest'],
    ['JSON under the name of protobuf', '{}', protobuf, 'the body is not an ExportTraceServiceRequest'],
    ['broken gzip', 'not gzip', { ...protobuf, 'content-encoding': 'gzip' }, 'the body is a broken gzip stream'],
    [
      'gzip that ends too early',
      Bun.gzipSync(span).slice(0, -20),
      { ...protobuf, 'content-encoding': 'gzip' },
      'the body is a broken gzip stream',
    ],
  ]

  test.each(faults)('%s: 400', async (_, raw, headers, message) => {
    const { send, stored } = await aSender()

    const answer = await send(raw, headers)

    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST', message: expect.stringContaining(message) } },
    })
    expect(answer.headers.get('content-type')).toStartWith('application/json')
    expect(await stored()).toEqual([])
  })

  test('a flood of empty messages is refused before it is made into objects', async () => {
    const { send } = await aSender()
    const wrapped = (tag: number, content: Uint8Array) =>
      Buffer.concat([Buffer.from([tag, ...varint(content.length)]), content])
    // Two bytes each: a span without anything.
    const spans = Buffer.from('1200'.repeat(4_000_000), 'hex')

    const packed = await send(new Uint8Array(wrapped(0x0a, wrapped(0x12, spans))), protobuf)
    const plain = await send(JSON.stringify(requestOf(...Array(500_000).fill({}))))

    for (const { status, body } of [packed, plain]) {
      expect([status, body]).toMatchObject([400, { error: { message: 'the body holds more than 500000 messages' } }])
    }
  })

  test('10,001 spans that are traces: 400', async () => {
    const { sendJson, stored } = await aSender()
    const spans = Array.from({ length: 10_001 }, (_, index) => aSpan({ spanId: spanIdOf(index) }))

    expect(await sendJson(requestOf(...spans))).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST', message: 'the body holds more than 10000 spans that carry a trace' } },
    })
    expect(await stored()).toEqual([])
  })

  test.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['no type', { 'content-type': '' }],
    ['another encoding', { ...protobuf, 'content-encoding': 'zstd' }],
  ])('%s: 415', async (_, headers) => {
    const { send } = await aSender()

    expect(await send(span, headers)).toMatchObject({
      status: 415,
      body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    })
  })

  test('16 MiB are taken, a byte more is 413, packed or not', async () => {
    const { send, stored } = await aSender()
    const full = JSON.stringify(requestOf(aSpan())).padEnd(limitBytes)
    const gzip = { ...json, 'content-encoding': 'gzip' }

    const taken = [await send(full), await send(Bun.gzipSync(full), gzip)]
    const refused = [await send(`${full} `), await send(Bun.gzipSync(new Uint8Array(limitBytes + 1)), gzip)]

    expect(taken.map(({ status }) => status)).toEqual([200, 200])
    expect(refused.map(({ status }) => status)).toEqual([413, 413])
    expect(await stored()).toHaveLength(1)
  })

  test('nothing to export is no fault: an empty message, an empty object, nulls', async () => {
    const { send } = await aSender()

    const answers = [
      await send(new Uint8Array(), protobuf),
      await send('{}'),
      await send('{"resourceSpans":null}'),
      await send('{"resourceSpans":[{"resource":null,"scopeSpans":[{"spans":null}]}],"later":1}'),
    ]

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, ''],
      [200, '{}'],
      [200, '{}'],
      [200, '{}'],
    ])
  })

  test('without a key it is 401, with one of another area 403', async () => {
    const { key } = await service.issueKey({ areas: ['B'] })

    for (const [sender, status] of [
      [null, 401],
      [key, 403],
    ] as const) {
      const answer = await service.call('POST /otlp/v1/traces', { raw: span, headers: protobuf, key: sender })
      expect(answer.status).toBe(status)
    }
  })
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
