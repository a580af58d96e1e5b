/** Area A as its interface describes it: every row of every table, against a running API and worker. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { Health, SchemaDescription } from '#shared/contracts/about'
import { Stats, Trace, TraceCreated, TraceList } from '#shared/contracts/traces'
import { GenerateResponse } from '#shared/contracts/trees'
import { undocumentedIn } from '#test/contract/documented'
import { rawCall } from '#test/contract/raw-http'
import { expectError, expectShape, faultPaths, faultyHeaders, fiveHeaders } from '#test/contract/shapes'
import { aTrace } from '#test/support/makers'
import { type Answer, type CallOptions, patient, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

type Json = Record<string, unknown>

const required = { risk_score: 50, risk_level: 'LOW', confidence: 0.5 }
const unknownTrace = 'SVC-none-1'
const standardLimit = 5

let service: Service
let call: Service['call']

beforeAll(async () => {
  service = await startService({ env: { ...patient, RATE_LIMIT_A_STANDARD: String(standardLimit) } })
  call = service.call
})
afterAll(() => service.stop())

/** An organisation of its own: what it lists and counts is its own alone. */
async function anOrganisation(): Promise<Service['call']> {
  const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}` })
  return (what, options) => call(what, { key, ...options })
}

async function store(odd: Json = {}, as = call): Promise<string> {
  const answer = await as('POST /traces', { body: { ...required, ...odd } })
  expect(answer.status).toBe(201)
  return (answer.body as { trace_id: string }).trace_id
}

const listed = (answer: Answer) => answer.body as { traces: Json[]; total: number; next_cursor: string | null }

/** What a value is called in the interface's tables. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value)) return 'date-time'
  return value === null ? 'null' : typeof value
}
const isOfKind = (value: unknown, kind: string) =>
  kindOf(value) === kind || (kind === 'number' && Number.isFinite(value))

describe('trace input', () => {
  const rows: { field: string; isRequired: boolean; fits: unknown[]; misfits: unknown[]; absent?: unknown }[] = [
    { field: 'risk_score', isRequired: true, fits: [0, 100, 33.25], misfits: [-0.01, 100.01, '50', true] },
    { field: 'risk_level', isRequired: true, fits: ['LOW', 'MEDIUM', 'HIGH'], misfits: ['low', 'EXTREME', '', 1] },
    { field: 'confidence', isRequired: true, fits: [0, 1, 0.5], misfits: [-0.01, 1.01, '0.5', false] },
    { field: 'system_source', isRequired: false, fits: ['chat-eu', ''], misfits: [1, ['a'], {}], absent: 'unknown' },
    { field: 'flags', isRequired: false, fits: [[], ['a'], ['a', 'a', '']], misfits: ['a', [1], [null], {}] },
    { field: 'recommendation', isRequired: false, fits: ['look again', ''], misfits: [1, false, []] },
    { field: 'constitutional_compliance', isRequired: false, fits: [true, false], misfits: ['true', 1], absent: true },
    { field: 'trinity_layer', isRequired: false, fits: ['mind', ''], misfits: [3, {}, []] },
    { field: 'testing_mode', isRequired: false, fits: ['model', 'red_team', 'field'], misfits: ['Model', 'lab', 2] },
    { field: 'adversarial_test', isRequired: false, fits: [true, false], misfits: ['false', 0] },
    { field: 'field_conditions', isRequired: false, fits: [true, false], misfits: ['yes', 1] },
    { field: 'processing_time_ms', isRequired: false, fits: [0, 1240], misfits: [0.5, '5', true] },
    { field: 'metadata', isRequired: false, fits: [{}, { a: { b: [1, null, 'c'] } }], misfits: ['a', [], 7] },
  ]

  for (const { field, isRequired, fits, misfits, absent } of rows) {
    for (const value of fits) {
      test(`${field} takes ${JSON.stringify(value)} and gives it back`, async () => {
        const traceId = await store({ [field]: value })

        const answer = await call(`GET /traces/${traceId}`)

        expect((answer.body as Json)[field]).toEqual(value)
      })
    }
    for (const value of [...misfits, null]) {
      test(`${field} refuses ${JSON.stringify(value)}`, async () => {
        const answer = await call('POST /traces', { body: { ...required, [field]: value } })

        expectError(answer, 'INVALID_REQUEST')
        expect(faultPaths(answer)[0]).toStartWith(`/${field}`)
      })
    }
    test(isRequired ? `without ${field} a trace is refused` : `without ${field} a trace is taken`, async () => {
      const { [field]: _left, ...body } = aTrace() as Json

      const answer = await call('POST /traces', { body })

      if (isRequired) {
        expectError(answer, 'INVALID_REQUEST')
        expect(faultPaths(answer)).toEqual([`/${field}`])
      } else {
        const { trace_id: traceId } = answer.body as { trace_id: string }
        expect((await call(`GET /traces/${traceId}`)).body as Json).toHaveProperty('trace_id', traceId)
        expect(((await call(`GET /traces/${traceId}`)).body as Json)[field]).toEqual(absent)
      }
    })
  }
})

describe('stored trace', () => {
  const rows: [string, (value: unknown) => void][] = [
    ['trace_id', (value) => expect(value).toMatch(/^SVC-[a-zA-Z0-9]+-[0-9]+$/)],
    ['attribution_token', (value) => expect(value).toMatch(/^[0-9a-f]{64}$/)],
    ['timestamp', (value) => expect(kindOf(value)).toBe('date-time')],
    ['created_at', (value) => expect(kindOf(value)).toBe('date-time')],
  ]
  for (const [field, holds] of rows) {
    test(`has ${field}, made by the service`, async () => {
      const traceId = await store()

      const { body } = await call(`GET /traces/${traceId}`)

      holds((body as Json)[field])
    })
    test(`refuses a sender's own ${field}`, async () => {
      const answer = await call('POST /traces', { body: { ...required, [field]: 'SVC-mine-1' } })

      expectError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual([`/${field}`])
    })
  }

  test('its id is a UUID and the millisecond it came in', async () => {
    const before = Date.now()
    const traceId = await store()

    const [, uuid = '', timestamp] = traceId.split('-')

    expect(uuid).toMatch(/^[0-9a-f]{12}[478][0-9a-f]{3}[89ab][0-9a-f]{15}$/)
    expect(Number(timestamp)).toBeWithin(before - 1000, Date.now() + 1000)
  })

  test('is exactly what was sent and the four fields of the service', async () => {
    const sent = {
      ...required,
      flags: ['a'],
      metadata: { k: 1 },
      system_source: 's',
      constitutional_compliance: false,
      processing_time_ms: 3,
    }
    const traceId = await store(sent)

    const { body } = await call(`GET /traces/${traceId}`)

    expectShape(Trace, body)
    const { trace_id: _id, attribution_token: _token, timestamp: _time, created_at: _at, ...rest } = body as Json
    expect(rest).toEqual(sent)
  })
})

describe('created response', () => {
  test('has trace_id and message and nothing else', async () => {
    const answer = await call('POST /traces', { body: required })

    expect(answer.status).toBe(201)
    expectShape(TraceCreated, answer.body)
    expect(Object.keys(answer.body as Json).sort()).toEqual(['message', 'trace_id'])
    expect(answer.headers.get('location')).toBe(`/traces/${(answer.body as Json)['trace_id']}`)
  })

  test('its attribution is the token that the stored trace carries', async () => {
    const answer = await call('POST /traces', { body: required })

    const stored = await call(`GET /traces/${(answer.body as Json)['trace_id']}`)

    expect(answer.headers.get('x-service-attribution')).toBe(String((stored.body as Json)['attribution_token']))
  })

  for (const [sent, said] of [
    [{ constitutional_compliance: true }, 'indeterminate'],
    [{ constitutional_compliance: false }, 'violation'],
    [{}, 'indeterminate'],
  ] as const) {
    test(`${JSON.stringify(sent)} is ${said} in X-Constitutional-Compliance, here, when read and in its tree`, async () => {
      const created = await call('POST /traces', { body: { ...required, ...sent } })
      const { trace_id: traceId } = created.body as { trace_id: string }

      const answers = [created, await call(`GET /traces/${traceId}`), await generate({ trace_id: traceId })]

      expect(answers.map(({ headers }) => headers.get('x-constitutional-compliance'))).toEqual([said, said, said])
    })
  }
})

describe('trace list', () => {
  test('has traces, total, limit, offset', async () => {
    const as = await anOrganisation()
    await store({ flags: ['f'], metadata: { k: 1 } }, as)

    const answer = await as('GET /traces')

    expect(answer.status).toBe(200)
    expectShape(TraceList, answer.body)
    const { traces, total, limit, offset } = answer.body as Json
    expect({ traces: kindOf(traces), total, limit, offset }).toEqual({
      traces: 'array',
      total: 1,
      limit: 100,
      offset: 0,
    })
  })

  test('holds each trace as it is when read alone', async () => {
    const as = await anOrganisation()
    const traceId = await store({ flags: ['f'], metadata: { k: 1 }, trinity_layer: 'mind' }, as)

    const { traces } = listed(await as('GET /traces'))

    expect(traces).toEqual([(await as(`GET /traces/${traceId}`)).body as Json])
  })

  test('of an empty store is empty', async () => {
    const as = await anOrganisation()

    const { body } = await as('GET /traces')

    expect(body).toEqual({ traces: [], total: 0, limit: 100, offset: 0, next_cursor: null })
  })

  const accepted = ['limit=1', 'limit=1000', 'limit=100', 'offset=0', 'offset=1', 'offset=9007199254740991']
  for (const query of accepted) {
    test(`takes ${query}`, async () => {
      const [name = '', value] = query.split('=')

      const answer = await call(`GET /traces?${query}`)

      expect(answer.status).toBe(200)
      expect((answer.body as Json)[name]).toBe(Number(value))
    })
  }

  const refused = [
    ...['0', '1001', '-1', 'abc', '', '1e2', '5.5', '0x10', '%2B5', '%205', 'NaN', 'null'].map((v) => `limit=${v}`),
    ...['-1', 'abc', '', '1.5', '1e2', '99999999999999999999'].map((v) => `offset=${v}`),
    ...['low', 'EXTREME', ''].map((v) => `risk_level=${v}`),
    ...['yesterday', '', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z'].map(
      (v) => `from=${v}`,
    ),
    ...['9999-12-31T23:59:59-23:59', '2026-01-01'].map((v) => `to=${v}`),
    'cursor=abc',
    'cursor=',
    `cursor=${Buffer.from('["+275760-09-13T00:00:00.000Z","SVC-a-1"]').toString('base64url')}`,
    `cursor=${Buffer.from('["2026-01-01T00:00:00.000Z","nonsense"]').toString('base64url')}`,
    'limit=1&limit=2',
    `system_source=${'s'.repeat(513)}`,
    'system_source=%00',
    'colour=red',
    '__proto__=1',
    'constructor=1',
  ]
  for (const query of refused) {
    test(`refuses ${query.slice(0, 60)}`, async () => {
      const answer = await call(`GET /traces?${query}`)

      expectError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual([`?${query.split('=')[0]}`])
    })
  }

  test('names every faulty parameter at once', async () => {
    const answer = await call('GET /traces?limit=0&offset=-1&risk_level=low&colour=red')

    expectError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(['?colour', '?limit', '?offset', '?risk_level'])
  })

  test('total counts all matches of the filter, not the page', async () => {
    const as = await anOrganisation()
    await Promise.all(Array.from({ length: 7 }, (_, at) => store({ risk_level: at < 4 ? 'LOW' : 'HIGH' }, as)))

    const pages = await Promise.all(
      ['limit=2', 'limit=2&offset=6', 'limit=2&offset=50', 'risk_level=LOW&limit=1', 'risk_level=MEDIUM'].map(
        async (query) => {
          const { traces, total } = listed(await as(`GET /traces?${query}`))
          return [traces.length, total]
        },
      ),
    )

    expect(pages).toEqual([
      [2, 7],
      [1, 7],
      [0, 7],
      [1, 4],
      [0, 0],
    ])
  })

  const filters: [string, string, number][] = [
    ['system_source', 'system_source=a%20b%2Fc', 2],
    ['system_source of no trace', 'system_source=a', 0],
    ['risk_level', 'risk_level=HIGH', 2],
    ['system_source and risk_level', 'system_source=a%20b%2Fc&risk_level=HIGH', 1],
    ['flag', 'flag=%E2%9A%91', 1],
    ['an early from', 'from=2020-01-01T00:00:00Z', 3],
    ['a late from', 'from=9000-01-01T00:00:00%2B02:00', 0],
    ['a late to', 'to=9000-01-01T00:00:00Z', 3],
  ]
  test('filters by each parameter, alone and together', async () => {
    const as = await anOrganisation()
    await store({ system_source: 'a b/c', risk_level: 'HIGH' }, as)
    await store({ system_source: 'a b/c', risk_level: 'LOW', flags: ['x', '⚑'] }, as)
    await store({ system_source: 'other', risk_level: 'HIGH' }, as)

    const counts = await Promise.all(
      filters.map(async ([name, query]) => {
        const { traces, total } = listed(await as(`GET /traces?${query}`))
        return [name, traces.length, total]
      }),
    )

    expect(counts).toEqual(filters.map(([name, , count]) => [name, count, count]))
  })

  test('is newest first, ties by trace_id, the same by offset and by cursor', async () => {
    const as = await anOrganisation()
    await Promise.all(Array.from({ length: 120 }, () => store({}, as)))

    const whole = listed(await as('GET /traces?limit=1000')).traces
    const byOffset: Json[] = []
    for (let offset = 0; offset < 120; offset += 11)
      byOffset.push(...listed(await as(`GET /traces?limit=11&offset=${offset}`)).traces)
    const byCursor: Json[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = listed(await as(`GET /traces?limit=11${cursor && `&cursor=${cursor}`}`))
      byCursor.push(...page.traces)
      cursor = page.next_cursor
    }

    const order = (trace: Json) => `${trace['created_at']} ${trace['trace_id']}`
    expect(whole.map(order)).toEqual(whole.map(order).sort().reverse())
    expect(whole).toHaveLength(120)
    expect(byOffset).toEqual(whole)
    expect(byCursor).toEqual(whole)
  })

  test('paged by cursor, traces that arrive meanwhile neither repeat nor hide any', async () => {
    const as = await anOrganisation()
    const first = await Promise.all(Array.from({ length: 40 }, () => store({}, as)))

    const seen: unknown[] = []
    const arriving: Promise<string>[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      arriving.push(store({}, as), store({}, as))
      const page = listed(await as(`GET /traces?limit=7${cursor && `&cursor=${cursor}`}`))
      seen.push(...page.traces.map((trace) => trace['trace_id']))
      cursor = page.next_cursor
    }

    await Promise.all(arriving)
    const firstSeen = seen.filter((traceId) => first.includes(traceId as string))
    expect(new Set(seen).size).toBe(seen.length)
    expect(firstSeen.toSorted()).toEqual(first.toSorted())
  })

  test('links to the pages around it', async () => {
    const as = await anOrganisation()
    await Promise.all(Array.from({ length: 5 }, () => store({}, as)))

    const middle = await as('GET /traces?limit=2&offset=2')
    const last = await as('GET /traces?limit=2&offset=4')

    expect(middle.headers.get('link')).toBe(
      '</traces?limit=2&offset=4>; rel="next", </traces?limit=2&offset=0>; rel="prev"',
    )
    expect(last.headers.get('link')).toBe('</traces?limit=2&offset=2>; rel="prev"')
  })
})

describe('one trace', () => {
  test('is 404 with its id in the message where there is none', async () => {
    const answer = await call(`GET /traces/${unknownTrace}`)

    expectError(answer, 'TRACE_NOT_FOUND')
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining(unknownTrace) } })
  })

  test('is found by its percent-encoded id too', async () => {
    const traceId = await store()

    const answer = await call(`GET /traces/${traceId.replaceAll('-', '%2D')}`)

    expect(answer.body).toMatchObject({ trace_id: traceId })
  })

  test('is 304 to who has it already', async () => {
    const traceId = await store()
    const first = await call(`GET /traces/${traceId}`)
    const etag = first.headers.get('etag') ?? ''

    const again = await call(`GET /traces/${traceId}`, { headers: { 'if-none-match': `"other", W/${etag}` } })
    const other = await call(`GET /traces/${traceId}`, { headers: { 'if-none-match': '"other"' } })

    const any = await call(`GET /traces/${traceId}`, { headers: { 'if-none-match': '*' } })

    expect([again.status, again.text, any.status, other.status]).toEqual([304, '', 304, 200])
    expect(faultyHeaders(again.headers)).toEqual([])
  })

  test('is not 304 to who has what was erased since, and nobody was told to keep it', async () => {
    const traceId = await store({ recommendation: 'ask Mr. Smith' })
    const first = await call(`GET /traces/${traceId}`)
    const { key } = await service.issueKey({ scopes: ['governance:write'] })
    const node = (first.body as { attribution_token: string }).attribution_token
    const erased = await call(`POST /v1/edg/${node}/erase`, { key, body: { reason: 'asked for' } })
    expect(erased.status).toBe(200)

    const known = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
    const again = await call(`GET /traces/${traceId}`, known)

    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect([first.body, again.status, again.body]).toMatchObject([
      { recommendation: 'ask Mr. Smith' },
      200,
      { trace_id: traceId },
    ])
    expect(again.text).not.toContain('Smith')
    const kept = await call(`GET /traces/${traceId}`, { headers: { 'if-none-match': again.headers.get('etag') ?? '' } })
    expect(kept.status).toBe(304)
  })
})

const generate = (body: Json, options: CallOptions = {}) => call('POST /generate', { body, ...options })

const levels: { key: string; name: string; purpose: string; members: Record<string, 'object' | 'string'> }[] = [
  {
    key: 'level_1',
    name: 'Interpret & Contextualize',
    purpose: 'high-level summary with validity score',
    members: { interpretation: 'object', summary: 'object' },
  },
  {
    key: 'level_2',
    name: 'Risks — Validity & Reliability',
    purpose: 'risk assessment and reliability metrics',
    members: { validity: 'object', reliability: 'object', risks: 'object' },
  },
  {
    key: 'level_3',
    name: 'Testing Level',
    purpose: 'model / red team / field categorization',
    members: { test_category: 'string', trinity_layer: 'string' },
  },
  {
    key: 'level_4',
    name: 'Annotator Responses & User Perception',
    purpose: 'five-category automated annotation',
    members: { annotations: 'object' },
  },
  {
    key: 'level_5',
    name: 'Response Collation',
    purpose: 'aggregated measurements and statistics',
    members: { aggregated_measurements: 'object', flag_summary: 'object', temporal_metrics: 'object' },
  },
  {
    key: 'level_6',
    name: 'Raw Data',
    purpose: 'complete telemetry and provenance',
    members: { telemetry: 'object', constitutional_compliance: 'object', system_telemetry: 'object' },
  },
]
const levelKeys = levels.map(({ key }) => key)

describe('generate', () => {
  let traceId: string
  let whole: Answer
  const treeOf = (answer: Answer) => (answer.body as { corix_tree: Record<string, Json> }).corix_tree

  beforeAll(async () => {
    traceId = await store({
      system_source: 'generate-suite',
      testing_mode: 'red_team',
      trinity_layer: 'mind',
      flags: ['f'],
    })
    whole = await generate({ trace_id: traceId })
  })

  test('answers corix_tree and metadata', () => {
    expect(whole.status).toBe(200)
    expectShape(GenerateResponse, whole.body)
    expect(Object.keys(whole.body as Json).sort()).toEqual(['corix_tree', 'metadata'])
  })

  const metadataRows: [string, (value: unknown) => void][] = [
    ['trace_id', (value) => expect(value).toBe(traceId)],
    ['generated_at', (value) => expect(kindOf(value)).toBe('date-time')],
    ['validity_score', (value) => expect(value).toBeWithin(0, 100.0001)],
    ['schema_version', (value) => expect(kindOf(value)).toBe('string')],
  ]
  for (const [field, holds] of metadataRows) {
    test(`metadata has ${field}`, () => {
      holds((whole.body as { metadata: Json }).metadata[field])
    })
  }

  for (const { key, name, members } of levels) {
    test(`${key} (${name}) is an object with ${Object.keys(members).join(', ')}`, () => {
      const level = treeOf(whole)[key] ?? {}

      const kinds = Object.fromEntries(Object.keys(members).map((member) => [member, kindOf(level[member])]))

      expect(kinds).toEqual(members)
    })
  }

  test('level_3 says what the trace says of its testing', () => {
    expect(treeOf(whole)['level_3']).toMatchObject({ test_category: 'red_team', trinity_layer: 'mind' })
  })

  for (const mode of ['model', 'red_team', 'field']) {
    test(`level_3.test_category is ${mode} for a trace of ${mode}`, async () => {
      const answer = await generate({ trace_id: await store({ testing_mode: mode }), options: { depth: 3 } })

      expect(treeOf(answer)['level_3']).toMatchObject({ test_category: mode })
    })
  }

  const categories = ['response_quality', 'appropriateness', 'factuality', 'safety', 'user_experience']
  for (const category of categories) {
    test(`level_4.annotations has ${category}`, () => {
      const { annotations } = treeOf(whole)['level_4'] as { annotations: Json }

      expect(kindOf(annotations[category])).toBe('object')
      expect(Object.keys(annotations).sort()).toEqual(categories.toSorted())
    })
  }

  for (const depth of [1, 2, 3, 4, 5, 6]) {
    test(`depth ${depth} gives levels 1 to ${depth}, saying what they say at any depth`, async () => {
      const answer = await generate({ trace_id: traceId, options: { depth } })

      const shown = levelKeys.slice(0, depth)
      expectShape(GenerateResponse, answer.body)
      expect(treeOf(answer)).toEqual(Object.fromEntries(shown.map((key) => [key, treeOf(whole)[key]])) as never)
    })
  }

  test('raw data is there unless it is declined, and its digest either way', async () => {
    const without = await generate({ trace_id: traceId, options: { include_raw: false } })
    const withRaw = await generate({ trace_id: traceId, options: { include_raw: true } })

    const telemetry = (answer: Answer) => treeOf(answer)['level_6']?.['telemetry'] as Json
    expect(treeOf(withRaw)).toEqual(treeOf(whole))
    expect(telemetry(whole)).toMatchObject({ included: true, record: { trace_id: traceId, flags: ['f'] } })
    expect(telemetry(without)).toEqual({ included: false, digest: telemetry(whole)['digest'] })
    expect({ ...treeOf(without), level_6: null }).toEqual({ ...treeOf(whole), level_6: null } as never)
  })

  const fits: [string, Json][] = [
    ['no options', {}],
    ['empty options', { options: {} }],
    ['depth alone', { options: { depth: 6 } }],
    ['include_raw alone', { options: { include_raw: true } }],
  ]
  for (const [name, more] of fits) {
    test(`with ${name} gives all six levels and raw data`, async () => {
      const answer = await generate({ trace_id: traceId, ...more })

      expect(treeOf(answer)).toEqual(treeOf(whole))
    })
  }

  test('of a trace that is not there is 404 with its id in the message', async () => {
    const answer = await generate({ trace_id: unknownTrace })

    expectError(answer, 'TRACE_NOT_FOUND')
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining(unknownTrace) } })
  })

  test('a higher risk score, all else equal, never gives a higher validity score', async () => {
    const scores: number[] = []
    for (const risk of [0, 10, 25, 50, 75, 90, 100]) {
      const id = await store({ risk_score: risk, system_source: `monotone-${risk}` })
      const answer = await generate({ trace_id: id })
      scores.push((answer.body as { metadata: { validity_score: number } }).metadata.validity_score)
    }

    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores[0]).toBeGreaterThan(scores.at(-1) ?? 100)
  })
})

describe('statistics', () => {
  test('of an empty store are zeros', async () => {
    const as = await anOrganisation()

    const { status, body } = await as('GET /stats')

    expect(status).toBe(200)
    expect(body).toEqual({
      total_traces: 0,
      unique_systems: 0,
      average_risk_score: 0,
      compliant_count: 0,
      non_compliant_count: 0,
      risk_distribution: { LOW: 0, MEDIUM: 0, HIGH: 0 },
      average_processing_time_ms: 0,
    })
  })

  test('count every trace; times are averaged over those that have one', async () => {
    const as = await anOrganisation()
    await store({ risk_score: 10, risk_level: 'LOW', system_source: 'a', processing_time_ms: 100 }, as)
    await store({ risk_score: 20, risk_level: 'LOW', system_source: 'a', processing_time_ms: 201 }, as)
    await store({ risk_score: 60.5, risk_level: 'HIGH', system_source: 'b', constitutional_compliance: false }, as)
    await store({ risk_score: 0, risk_level: 'MEDIUM' }, as)

    const { body } = await as('GET /stats')

    expectShape(Stats, body)
    expect(body).toEqual({
      total_traces: 4,
      unique_systems: 3,
      average_risk_score: 22.625,
      compliant_count: 3,
      non_compliant_count: 1,
      risk_distribution: { LOW: 2, MEDIUM: 1, HIGH: 1 },
      average_processing_time_ms: 150.5,
    })
  })

  const kinds = {
    total_traces: 'integer',
    unique_systems: 'integer',
    average_risk_score: 'number',
    compliant_count: 'integer',
    non_compliant_count: 'integer',
    risk_distribution: 'object',
    average_processing_time_ms: 'number',
  }
  for (const [field, kind] of Object.entries(kinds)) {
    test(`have ${field}, ${kind}`, async () => {
      const { body } = await call('GET /stats')

      expect(isOfKind((body as Json)[field], kind)).toBeTrue()
    })
  }
})

describe('health', () => {
  const rows: [string, string][] = [
    ['status', 'string'],
    ['constitutional_compliance', 'boolean'],
    ['timestamp', 'date-time'],
    ['version', 'object'],
  ]
  for (const [field, kind] of rows) {
    test(`has ${field}, ${kind}`, async () => {
      const answer = await call('GET /health', { key: null })

      expect(answer.status).toBe(200)
      expectShape(Health, answer.body)
      expect(isOfKind((answer.body as Json)[field], kind)).toBeTrue()
    })
  }

  test('of a service whose evidence holds up is healthy, compliant and verified', async () => {
    const answer = await call('GET /health', { key: null })

    expect(answer.body).toMatchObject({ status: 'healthy', constitutional_compliance: true })
    expect(answer.headers.get('x-constitutional-compliance')).toBe('verified')
  })

  test('its versions are those of the headers and of the schema', async () => {
    const health = await call('GET /health', { key: null })
    const schema = await call('GET /schema', { key: null })

    expect(health.body).toMatchObject({
      version: {
        api: '1.0.0',
        telemetry_store: health.headers.get('x-telemetry-store-version'),
        tree_spec: health.headers.get('x-tree-spec-version'),
      },
    })
    expect(schema.body).toMatchObject({ tree_spec_version: health.headers.get('x-tree-spec-version') })
  })
})

describe('schema', () => {
  test('has both versions and the six levels, and may be cached for an hour by anyone', async () => {
    const answer = await call('GET /schema', { key: null })

    expect(answer.status).toBe(200)
    expectShape(SchemaDescription, answer.body)
    const directives = (answer.headers.get('cache-control') ?? '').split(',').map((part) => part.trim())
    expect(directives.sort()).toEqual(['max-age=3600', 'public'])
    expect(answer.body).toEqual({
      schema_version: expect.any(String),
      tree_spec_version: expect.any(String),
      levels: Object.fromEntries(levels.map(({ key, name, purpose }) => [key, { name, purpose }])),
    })
  })

  test('names the schema version that trees carry', async () => {
    const schema = await call('GET /schema', { key: null })
    const tree = await generate({ trace_id: await store(), options: { depth: 1 } })

    expect((tree.body as { metadata: Json }).metadata['schema_version']).toBe((schema.body as Json)['schema_version'])
  })
})

describe('authentication', () => {
  const endpoints: { what: string; needsKey: boolean; body?: Json }[] = [
    { what: 'GET /health', needsKey: false },
    { what: 'GET /schema', needsKey: false },
    { what: 'POST /generate', needsKey: true, body: { trace_id: unknownTrace } },
    { what: 'POST /traces', needsKey: true, body: required },
    { what: 'GET /traces', needsKey: true },
    { what: `GET /traces/${unknownTrace}`, needsKey: true },
    { what: 'GET /stats', needsKey: true },
  ]
  for (const { what, needsKey, body } of endpoints) {
    test(`${what} ${needsKey ? 'needs' : 'does not need'} a key`, async () => {
      const options = body ? { body } : {}

      const without = await call(what, { ...options, key: null })
      const withWrong = await call(what, { ...options, key: 'asy_test_000000000000_wrong' })

      if (needsKey) for (const answer of [without, withWrong]) expectError(answer, 'INVALID_API_KEY')
      else expect([without.status, withWrong.status]).toEqual([200, 200])
    })
  }

  test('comes before the body is looked at', async () => {
    const answer = await call('POST /traces', { key: null, raw: 'not json', headers: { 'content-type': 'text/plain' } })

    expectError(answer, 'INVALID_API_KEY')
  })
})

describe('the five headers', () => {
  const answers: [string, number, () => Promise<{ status: number; headers: Headers }>][] = [
    ['health', 200, () => call('GET /health', { key: null })],
    ['schema', 200, () => call('GET /schema', { key: null })],
    ['a trace created', 201, () => call('POST /traces', { body: required })],
    ['a list', 200, () => call('GET /traces')],
    ['statistics', 200, () => call('GET /stats')],
    ['a trace', 200, async () => call(`GET /traces/${await store()}`)],
    ['a tree', 200, async () => generate({ trace_id: await store() })],
    [
      'a tree promised',
      202,
      async () => generate({ trace_id: await store() }, { headers: { prefer: 'respond-async' } }),
    ],
    ['HEAD', 200, () => call('HEAD /stats')],
    ['invalid', 400, () => call('POST /traces', { body: {} })],
    ['no key', 401, () => call('GET /stats', { key: null })],
    ['a path of nobody', 404, () => call('GET /nowhere')],
    ['a trace of nobody', 404, () => call(`GET /traces/${unknownTrace}`)],
    ['the wrong method', 405, () => call('DELETE /traces')],
    ['another request under one Idempotency-Key', 409, () => idempotencyConflict()],
    ['a body too large', 413, () => call('POST /traces', { raw: ' '.repeat(1024 * 1024 + 1) })],
    ['not JSON', 415, () => call('POST /traces', { raw: 'a=1', headers: { 'content-type': 'text/plain' } })],
    ['too many requests', 429, async () => (await limited()).refused],
  ]
  async function idempotencyConflict() {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await call('POST /traces', { body: required, headers })
    return call('POST /traces', { body: { ...required, confidence: 1 }, headers })
  }

  for (const [name, status, ask] of answers) {
    test(`are on the answer: ${name}, ${status}`, async () => {
      const answer = await ask()

      expect(answer.status).toBe(status)
      expect(faultyHeaders(answer.headers)).toEqual([])
    })
  }

  test('are area A’s alone: what stands beside the areas has none but the request’s id', async () => {
    for (const path of ['/livez', '/readyz', '/openapi.json', '/docs', '/metrics', `/jobs/${crypto.randomUUID()}`]) {
      const { headers } = await call(`GET ${path}`)

      expect([path, ...Object.keys(fiveHeaders).filter((name) => headers.has(name))]).toEqual([path, 'x-service-trace'])
    }
  })

  test('X-Service-Attribution of an answer without evidence can be recomputed from the answer', async () => {
    const answer = await call('GET /traces/SVC-none-2')

    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const shown = {
      body_sha256: sha256(answer.text),
      edg: 'attribution/v1',
      route: '/traces/:trace_id',
      service: 'assay',
      status: 404,
      trace: answer.headers.get('x-service-trace'),
      version: '1.0.0',
    }
    expect(answer.headers.get('x-service-attribution')).toBe(sha256(JSON.stringify(shown)))
  })
})

describe('X-Service-Trace', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const valid = [
    `00-${traceId}-b7ad6b7169203331-01`,
    `00-${traceId}-b7ad6b7169203331-00`,
    `01-${traceId}-b7ad6b7169203331-01`,
    `cc-${traceId}-b7ad6b7169203331-01-what-comes-later`,
  ]
  for (const traceparent of valid) {
    test(`is the trace id of ${traceparent}`, async () => {
      const answer = await call('GET /schema', { headers: { traceparent } })

      expect(answer.headers.get('x-service-trace')).toBe(traceId)
    })
  }

  const invalid = [
    '',
    'nonsense',
    `00-${traceId}`,
    `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`,
    `ff-${traceId}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${traceId}-0000000000000000-01`,
    `00-${traceId}-b7ad6b7169203331-01-extra`,
    `00-${traceId}-b7ad6b7169203331-012`,
    `01-${traceId}-b7ad6b7169203331-01extra`,
    `00-${traceId}-b7ad6b7169203331-01, 00-${traceId}-b7ad6b7169203331-01`,
  ]
  for (const traceparent of invalid) {
    test(`is new where traceparent is ${traceparent || 'empty'}`, async () => {
      const answer = await call('GET /schema', { headers: { traceparent } })

      expect(answer.headers.get('x-service-trace')).toMatch(/^[0-9a-f]{32}$/)
      expect(answer.headers.get('x-service-trace')).not.toBe(traceId)
    })
  }

  test('is new for every request that brings none, and in the log lines of every process that touched it', async () => {
    const stored = await store()
    const answer = await generate({ trace_id: stored })
    const requestId = answer.headers.get('x-service-trace') ?? 'none'

    const isTold = (processes: Service['apis']) =>
      processes.some(({ lines }) => lines.some((line) => line.includes(requestId)))
    await until(() => isTold(service.apis) && isTold(service.workers), {
      what: `a line with ${requestId} from the API and from the worker`,
    })
    expect((await call('GET /schema')).headers.get('x-service-trace')).not.toBe(requestId)
  })
})

/** Spends a standard key's minute; answers what came through and the refusal. */
async function limited(): Promise<{ passed: number; refused: Answer }> {
  const { key } = await service.issueKey({ tier: 'standard' })
  for (let passed = 0; passed <= 2 * standardLimit; passed += 1) {
    const answer = await call('GET /stats', { key })
    if (answer.status === 429) return { passed, refused: answer }
  }
  throw new Error('no request was refused')
}

describe('error bodies', () => {
  test('429 has RATE_LIMIT_EXCEEDED and Retry-After in whole seconds until the window’s end', async () => {
    const { refused } = await limited()

    expectError(refused, 'RATE_LIMIT_EXCEEDED')
    const retryAfter = refused.headers.get('retry-after') ?? ''
    expect(retryAfter).toMatch(/^\d+$/)
    expect(Number(retryAfter)).toBeWithin(1, 61)
    const reset = Number(refused.headers.get('x-ratelimit-reset'))
    expect(Math.abs(reset - Date.now() / 1000 - Number(retryAfter))).toBeLessThan(2)
  })

  test('health and schema are answered however many are asked for', async () => {
    const { key } = await service.issueKey({ tier: 'standard' })

    const answers = await Promise.all(
      Array.from({ length: 4 * standardLimit }, (_, at) => call(at % 2 ? 'GET /health' : 'GET /schema', { key })),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('400 for a missing risk_score says so', async () => {
    const answer = await call('POST /traces', { body: { risk_level: 'LOW', confidence: 1 } })

    expectError(answer, 'INVALID_REQUEST')
    expect(answer.body).toMatchObject({
      error: {
        message: '/risk_score is missing',
        details: { issues: [{ path: '/risk_score', message: 'is missing', expected: 'a number from 0 to 100' }] },
      },
    })
  })

  test('every one is JSON in UTF-8', async () => {
    const answers = [await call('GET /nowhere'), await call('PUT /traces'), await call('GET /stats', { key: null })]

    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual(
      answers.map(() => 'application/json; charset=utf-8'),
    )
  })
})

test('a host name of three letters reaches the same paths as any other', async () => {
  const { key } = service

  const answer = await rawCall(service.urls[0] ?? '', `GET /traces/${unknownTrace}`, {
    headers: { host: 'api', authorization: `Bearer ${key}` },
  })

  expectError(answer, 'TRACE_NOT_FOUND')
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
