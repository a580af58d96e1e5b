/** POST /traces/batch against a running service: outcomes per item, all or none, and every fault a client can make. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'

const ndjson = { 'content-type': 'application/x-ndjson' }
const limitBytes = 16 * 1024 * 1024
let service: Service
let orgs = 0

beforeAll(async () => {
  service = await startService({ workers: 0 })
})
afterAll(async () => {
  await service.stop()
})

type Sent = { headers?: Record<string, string>; query?: string; key?: string }

/** An organisation of its own, so that what it has stored is what its test has stored. */
async function aSender() {
  orgs += 1
  const { key } = await service.issueKey({ org: `org_batch_${orgs}` })
  const send = (raw: string | Uint8Array<ArrayBuffer>, { headers = ndjson, query = '' }: Sent = {}) =>
    service.call(`POST /traces/batch${query}`, { raw, headers, key })
  return {
    key,
    send,
    sendLines: (items: unknown[], more: Sent = {}) => send(linesOf(items), more),
    sendArray: (items: unknown[], more: Sent = {}) =>
      send(JSON.stringify(items), { ...more, headers: { 'content-type': 'application/json', ...more.headers } }),
    async count() {
      const { body } = await service.call('GET /stats', { key })
      return (body as { total_traces: number }).total_traces
    },
  }
}

const linesOf = (items: unknown[]) => items.map((item) => JSON.stringify(item)).join('\n')
const traces = (count: number) =>
  Array.from({ length: count }, (_, index) => aTrace({ system_source: `s${index % 3}` }))
type Outcome = { trace_id: string; error?: { code: string; details: { issues: unknown[] } } }
const outcomesOf = (answer: Answer) => (answer.body as { results: Outcome[] }).results
const idsOf = (answer: Answer) => outcomesOf(answer).map(({ trace_id }) => trace_id)
const issuesOf = (answer: Answer) =>
  (answer.body as { error: { details: { issues: { path: string; message: string }[] } } }).error.details.issues

/** JSON text of a trace whose metadata makes the whole `depth` deep. */
const nested = (depth: number) =>
  JSON.stringify(aTrace()).replace(/\}$/, `,"metadata":{"a":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}}`)

describe('what is stored', () => {
  test('lines and an array store the same traces, each readable under the id it was answered with', async () => {
    const { key, sendLines, sendArray, count } = await aSender()
    const items = [aTrace(), aTrace({ flags: ['a'], metadata: { deep: [{ x: 1.5 }] } }), aTrace({ risk_score: 0 })]

    const answers = [await sendLines(items), await sendArray(items)]

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 201, body: { stored: 3, refused: 0 } })
      for (const [index, id] of idsOf(answer).entries()) {
        const { body } = await service.call(`GET /traces/${id}`, { key })
        expect(body).toMatchObject({ ...items[index], trace_id: id })
      }
    }
    expect(await count()).toBe(6)
  })

  test('each trace has its signed node, and the answer says the worst of their compliance', async () => {
    const { sendLines } = await aSender()
    const compliant = aTrace({ constitutional_compliance: true })

    const declared = await sendLines([compliant, compliant])
    const violating = await sendLines([compliant, aTrace({ constitutional_compliance: false })])

    const streams = idsOf(declared).map((id) => `trace:${id}`)
    const nodes = await service.database.sql`select stream from edg_nodes where stream = any(${streams})`
    expect(nodes).toHaveLength(2)
    expect([declared, violating].map(({ headers }) => headers.get('x-constitutional-compliance'))).toEqual([
      'indeterminate',
      'violation',
    ])
  })

  test('blank lines, CRLF, a byte order mark and a last newline do not count', async () => {
    const { send } = await aSender()
    const line = JSON.stringify(aTrace())

    const answer = await send(`\uFEFF\n\r\n${line}\r\n  \n${line}\r\n\n`)

    expect(answer).toMatchObject({ status: 201, body: { stored: 2, results: [{ index: 0 }, { index: 1 }] } })
  })

  test('of two members with one name the last counts, as in POST /traces', async () => {
    const { key, send } = await aSender()
    const item = JSON.stringify(aTrace()).replace('{', '{"risk_score":1,')

    const [id] = idsOf(await send(item))

    expect((await service.call(`GET /traces/${id}`, { key })).body).toMatchObject({ risk_score: aTrace().risk_score })
  })

  test('10,000 items are stored, with atomic=true too', async () => {
    const { sendLines, sendArray, count } = await aSender()

    const each = await sendLines(traces(10_000))
    const all = await sendArray(traces(10_000), { query: '?atomic=true' })

    expect(each).toMatchObject({ status: 201, body: { stored: 10_000, refused: 0 } })
    expect(all).toMatchObject({ status: 201, body: { stored: 10_000, refused: 0 } })
    expect(new Set([...idsOf(each), ...idsOf(all)]).size).toBe(20_000)
    expect(await count()).toBe(20_000)
  })
})

describe('an item with a fault', () => {
  const broken: [string, string, string][] = [
    ['a missing field', JSON.stringify({ ...aTrace(), risk_score: undefined }), '/risk_score'],
    ['a score below 0', JSON.stringify(aTrace({ risk_score: -0.1 })), '/risk_score'],
    ['a score above 100', JSON.stringify(aTrace({ risk_score: 100.1 })), '/risk_score'],
    ['a confidence above 1', JSON.stringify(aTrace({ confidence: 1.01 })), '/confidence'],
    ['a number as text', JSON.stringify({ ...aTrace(), risk_score: '5' }), '/risk_score'],
    ['an unknown level', JSON.stringify({ ...aTrace(), risk_level: 'low' }), '/risk_level'],
    ['an unknown member', JSON.stringify({ ...aTrace(), colour: 'red' }), '/colour'],
    ['a null', JSON.stringify({ ...aTrace(), flags: null }), '/flags'],
    ['a flag that is no text', JSON.stringify({ ...aTrace(), flags: ['a', 1] }), '/flags/1'],
    ['a system name of 513 characters', JSON.stringify(aTrace({ system_source: 's'.repeat(513) })), '/system_source'],
    ['a NUL', JSON.stringify(aTrace({ recommendation: 'a\0b' })), '/recommendation'],
    ['half a surrogate pair', JSON.stringify(aTrace({ flags: ['\ud800'] })), '/flags/0'],
    ['half a surrogate pair in a name', JSON.stringify(aTrace({ metadata: { '\udc00': 1 } })), '/metadata/\ufffd'],
    [
      'an unsafe number',
      JSON.stringify(aTrace()).replace('{', '{"processing_time_ms":9007199254740993,'),
      '/processing_time_ms',
    ],
    ['a number beyond all', JSON.stringify(aTrace()).replace('{', '{"metadata":{"n":1e999},'), '/metadata/n'],
    ['nesting 65 deep', nested(65), ''],
    ['an item that is no object', '5', ''],
    ['an item that is an array', '[]', ''],
    ['an item that is null', 'null', ''],
  ]

  test.each(broken)('%s: is refused by name, the others are stored', async (_, item, path) => {
    const { send, count } = await aSender()
    const good = JSON.stringify(aTrace())

    const answers = [
      await send(`${good}\n${item}\n${good}`),
      await send(`[${good},${item},${good}]`, { headers: { 'content-type': 'application/json' } }),
    ]

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: {
          stored: 2,
          refused: 1,
          results: [
            { index: 0, trace_id: expect.stringMatching(/^SVC-[0-9a-f]{32}-\d+$/) },
            { index: 1, error: { code: 'INVALID_REQUEST', details: { issues: [{ path }] } } },
            { index: 2 },
          ],
        },
      })
    }
    expect(await count()).toBe(4)
  })

  test('limits themselves are taken: scores 0 and 100, a name of 512 characters, nesting 64 deep', async () => {
    const { send } = await aSender()
    const edges = [
      ...[0, 100].map((risk_score) => aTrace({ risk_score })),
      ...[0, 1].map((confidence) => aTrace({ confidence })),
      aTrace({ system_source: 's'.repeat(512) }),
    ].map((item) => JSON.stringify(item))

    const answer = await send([...edges, nested(64)].join('\n'))
    const asArray = await send(`[${nested(64)}]`, { headers: { 'content-type': 'application/json' } })

    expect(answer).toMatchObject({ status: 201, body: { stored: 6 } })
    expect(asArray).toMatchObject({ status: 201, body: { stored: 1 } })
  })

  test('a line that is not JSON is the fault of that line alone', async () => {
    const { send } = await aSender()

    const answer = await send(`${JSON.stringify(aTrace())}\n{"risk_score":\n`)

    expect(answer).toMatchObject({
      status: 200,
      body: { stored: 1, results: [{}, { index: 1, error: { message: 'the item is not JSON' } }] },
    })
  })

  test('ten faults of an item are listed at most', async () => {
    const { sendLines } = await aSender()
    const extra = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1]))

    const [first] = outcomesOf(await sendLines([{ ...aTrace(), ...extra }]))

    expect(first?.error?.details.issues).toHaveLength(10)
  })

  test('a batch of which nothing can be stored is still answered item by item', async () => {
    const { sendLines, count } = await aSender()

    const answer = await sendLines([{}, {}])

    expect(answer).toMatchObject({ status: 200, body: { stored: 0, refused: 2 } })
    expect(await count()).toBe(0)
  })
})

describe('a body that is no batch', () => {
  const good = JSON.stringify(aTrace())
  const json = { 'content-type': 'application/json' }
  const faults: [string, string | Uint8Array<ArrayBuffer>, Record<string, string>, string][] = [
    ['nothing', '', ndjson, 'the body is an empty batch'],
    ['blank lines', '\n \r\n', ndjson, 'the body is an empty batch'],
    ['no JSON on any line', 'risk_score,risk_level\n34,MEDIUM', ndjson, 'the body is not NDJSON'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), ndjson, 'the body is not UTF-8'],
    ['nothing, as JSON', '', json, 'the body is empty'],
    ['an empty array', '[]', json, 'the body is an empty batch'],
    ['an object', good, json, 'the body is not an array'],
    ['an array without its end', `[${good}`, json, 'the body is not JSON'],
    ['lines, as JSON', `${good}\n${good}`, json, 'the body is not JSON'],
    ['a bottomless array', '['.repeat(100_000), json, 'the body is nested more than 256 deep'],
    ['10,001 items', `[${Array(10_001).fill('{}').join()}]`, json, 'the body has more than 10000 items'],
    ['10,001 lines', '{}\n'.repeat(10_001), ndjson, 'the body has more than 10000 items'],
    ['broken gzip', 'not gzip', { ...ndjson, 'content-encoding': 'gzip' }, 'the body is a broken gzip stream'],
    [
      'gzip that ends too early',
      Bun.gzipSync(linesOf(traces(100))).slice(0, -20),
      { ...ndjson, 'content-encoding': 'gzip' },
      'the body is a broken gzip stream',
    ],
  ]

  test.each(faults)('%s: 400', async (_, raw, headers, message) => {
    const { send, count } = await aSender()

    const answer = await send(raw, { headers })

    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST', message } } })
    expect(await count()).toBe(0)
  })

  test.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['another encoding', { ...ndjson, 'content-encoding': 'br' }],
  ])('%s: 415', async (_, headers) => {
    const { send } = await aSender()

    expect(await send(good, { headers })).toMatchObject({
      status: 415,
      body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    })
  })

  test('16 MiB are taken, a byte more is 413, packed or not', async () => {
    const { send, count } = await aSender()
    const full = good.padEnd(limitBytes, '\n')
    const gzip = { ...ndjson, 'content-encoding': 'gzip' }

    const taken = [await send(full), await send(Bun.gzipSync(full), { headers: gzip })]
    const refused = [
      await send(`${full}\n`),
      await send(Bun.gzipSync(`${full}\n`), { headers: gzip }),
      await send(Bun.gzipSync(new Uint8Array(8 * limitBytes)), { headers: gzip }),
    ]

    expect(taken.map(({ status }) => status)).toEqual([201, 201])
    for (const answer of refused) {
      expect(answer).toMatchObject({
        status: 413,
        body: { error: { code: 'BODY_TOO_LARGE', details: { limit_bytes: limitBytes } } },
      })
    }
    expect(await count()).toBe(2)
  })

  test('without a key it is 401, with one of another area 403', async () => {
    const { key } = await service.issueKey({ areas: ['B'] })

    expect(await service.call('POST /traces/batch', { raw: good, headers: ndjson, key: null })).toMatchObject({
      status: 401,
    })
    expect(await service.call('POST /traces/batch', { raw: good, headers: ndjson, key })).toMatchObject({ status: 403 })
  })
})

describe('atomic', () => {
  test('one fault keeps all out and is named by its place', async () => {
    const { sendLines, sendArray, count } = await aSender()
    const items: unknown[] = traces(6)
    items[3] = { ...aTrace(), risk_score: 101 }
    items[5] = { ...aTrace(), flags: ['\0'] }

    for (const send of [sendLines, sendArray]) {
      const answer = await send(items, { query: '?atomic=true' })

      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
      expect(issuesOf(answer).map(({ path }) => path)).toEqual(['/3/risk_score', '/5/flags/0'])
    }
    expect(await count()).toBe(0)
  })

  test('a hundred faults are named at most', async () => {
    const { sendLines } = await aSender()

    const answer = await sendLines(Array(200).fill({}), { query: '?atomic=true' })

    expect(answer.status).toBe(400)
    expect(issuesOf(answer)).toHaveLength(100)
  })

  test.each(['?atomic=yes', '?atomic=1', '?atomic=', '?atomic=true&atomic=true', '?all=true'])(
    '%s is refused',
    async (query) => {
      const { sendLines } = await aSender()

      expect(await sendLines([aTrace()], { query })).toMatchObject({ status: 400 })
    },
  )
})

describe('sent again under one Idempotency-Key', () => {
  test.each(['', '?atomic=true'])('%s it answers the same ids and stores nothing more', async (query) => {
    const { sendLines, count } = await aSender()
    const items = [aTrace(), {}, aTrace()]
    const headers = { ...ndjson, 'idempotency-key': `again${query}` }
    const sent = query ? [aTrace(), aTrace()] : items

    const first = await sendLines(sent, { query, headers })
    const [second, third] = await Promise.all([
      sendLines(sent, { query, headers }),
      sendLines(sent, { query, headers }),
    ])

    expect(second.body).toEqual(first.body)
    expect(third.body).toEqual(first.body)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await count()).toBe(2)
  })

  test('for another batch it is 409', async () => {
    const { sendLines, count } = await aSender()
    const headers = { ...ndjson, 'idempotency-key': 'one' }
    await sendLines([aTrace()], { headers })

    const other = await sendLines([aTrace(), aTrace()], { headers })
    const otherwise = await sendLines([aTrace()], { headers, query: '?atomic=true' })

    expect(other).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_CONFLICT' } } })
    expect(otherwise).toMatchObject({ status: 409 })
    expect(await count()).toBe(1)
  })
})

describe('a store that fails halfway', () => {
  const items = traces(600).map((item, index) => (index === 300 ? { ...item, system_source: 'the-last-straw' } : item))

  /** Refuses one row with the code of a server that has no connection left. */
  async function withStoreFailing(work: () => Promise<void>): Promise<void> {
    const { sql } = service.database
    await sql.unsafe(`
      create function fail_at_one() returns trigger language plpgsql as $$
      begin raise exception 'too many connections' using errcode = '53300'; end $$;
      create trigger fail_at_one before insert on traces for each row
        when (new.system_source = 'the-last-straw') execute function fail_at_one()`)
    try {
      await work()
    } finally {
      await sql.unsafe('drop function fail_at_one cascade')
    }
  }

  test('atomic stores none', async () => {
    const { sendLines, count } = await aSender()

    await withStoreFailing(async () => {
      expect(await sendLines(items, { query: '?atomic=true' })).toMatchObject({
        status: 503,
        body: { error: { code: 'STORE_UNAVAILABLE' } },
      })
    })

    expect(await count()).toBe(0)
  })

  test('otherwise every item says whether it is stored, and the same request again stores the rest', async () => {
    const { sendLines, count } = await aSender()
    const headers = { ...ndjson, 'idempotency-key': 'halfway' }
    const broken: Answer[] = []

    await withStoreFailing(async () => {
      broken.push(await sendLines(items, { headers }))
    })
    const before = await count()
    const whole = await sendLines(items, { headers })

    expect(broken).toMatchObject([{ status: 200, body: { stored: 250, refused: 350 } }])
    const results = broken.flatMap(outcomesOf)
    expect(results.map(({ error }) => error?.code)).toEqual([
      ...Array(250).fill(undefined),
      ...Array(350).fill('STORE_UNAVAILABLE'),
    ])
    expect(before).toBe(250)
    expect(whole).toMatchObject({ status: 201, body: { stored: 600 } })
    expect(idsOf(whole).slice(0, 250)).toEqual(results.slice(0, 250).map(({ trace_id }) => trace_id))
    expect(await count()).toBe(600)
  })

  test('failing at once it is 503, not 600 outcomes', async () => {
    const { sendLines } = await aSender()

    await withStoreFailing(async () => {
      expect(await sendLines(items.slice(300))).toMatchObject({ status: 503 })
    })
  })
})
