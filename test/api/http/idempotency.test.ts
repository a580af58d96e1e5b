/** Idempotency-Key: the same request again meets the same work, however often and however close together. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectError, faultPaths } from '#test/contract/shapes'
import { aTrace } from '#test/support/makers'
import { type Answer, type CallOptions, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let call: Service['call']

beforeAll(async () => {
  service = await startService({ apis: 2 })
  call = service.call
})
afterAll(() => service.stop())

const under = (idempotencyKey: string, more: CallOptions = {}): CallOptions => ({
  ...more,
  headers: { ...more.headers, 'idempotency-key': idempotencyKey },
})
const traceIdOf = (answer: Answer) => (answer.body as { trace_id: string }).trace_id

async function rowsOf(traceId: string): Promise<{ traces: number; nodes: number }> {
  const [row] = await service.database.sql<{ traces: number; nodes: number }[]>`
    select (select count(*)::int from traces where trace_id = ${traceId}) as traces,
      (select count(*)::int from edg_nodes where stream = ${`trace:${traceId}`}) as nodes`
  return row ?? { traces: 0, nodes: 0 }
}
const countOf = async (key: string) => ((await call('GET /traces', { key })).body as { total: number }).total

test('a job that was promised is not done again when the queue has long forgotten it', async () => {
  const { sql } = service.database
  const body = { trace_id: traceIdOf(await call('POST /traces', { body: aTrace() })) }
  const again = under(crypto.randomUUID(), { body, headers: { prefer: 'respond-async' } })
  const { job_id: jobId } = (await call('POST /generate', again)).body as { job_id: string }
  await until(async () => (await sql`select 1 from job_outcomes where job_id = ${jobId}`).length > 0, {
    what: 'the job to end',
  })
  await sql`delete from pgboss.job where id = ${jobId}`

  const answer = await call('POST /generate', again)

  expect([answer.status, answer.body]).toMatchObject([202, { job_id: jobId }])
  expect(await sql`select 1 from pgboss.job where id = ${jobId}`).toHaveLength(0)
  expect((await call(`GET /jobs/${jobId}/result`)).status).toBe(200)
})

describe('POST /traces', () => {
  test('twice under one key is one trace, with the first answer again', async () => {
    const idempotencyKey = crypto.randomUUID()
    const first = await call('POST /traces', under(idempotencyKey, { body: aTrace() }))

    const second = await call('POST /traces', under(idempotencyKey, { body: aTrace(), api: 1 }))

    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    for (const name of ['location', 'x-service-attribution', 'x-constitutional-compliance'])
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ])
    expect(await rowsOf(traceIdOf(first))).toEqual({ traces: 1, nodes: 1 })
  })

  test('twenty at once under one key, at two processes, are one trace', async () => {
    const { key } = await service.issueKey({ org: 'org_twenty' })
    const idempotencyKey = crypto.randomUUID()

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        call('POST /traces', under(idempotencyKey, { key, body: aTrace(), api: at % 2 })),
      ),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.get('x-service-attribution'))).size).toBe(1)
    expect(await rowsOf(traceIdOf(answers[0] as Answer))).toEqual({ traces: 1, nodes: 1 })
    expect(await countOf(key)).toBe(1)
    expect((await call('GET /stats', { key })).body).toMatchObject({ total_traces: 1 })
  })

  test('without a key twice is two traces', async () => {
    const [one, two] = [await call('POST /traces', { body: aTrace() }), await call('POST /traces', { body: aTrace() })]

    expect(traceIdOf(one)).not.toBe(traceIdOf(two))
  })

  const others: [string, string, CallOptions][] = [
    ['another body', 'POST /traces', { body: aTrace({ risk_score: 35 }) }],
    ['another path', 'POST /generate', { body: { trace_id: 'SVC-none-1' } }],
  ]
  for (const [name, what, options] of others) {
    test(`${name} under the same key is 409 and does nothing`, async () => {
      const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}` })
      const idempotencyKey = crypto.randomUUID()
      await call('POST /traces', under(idempotencyKey, { key, body: aTrace() }))

      const answer = await call(what, under(idempotencyKey, { key, ...options }))

      expectError(answer, 'IDEMPOTENCY_CONFLICT')
      expect(await countOf(key)).toBe(1)
    })
  }

  test('one key stands for something else with each API key', async () => {
    const idempotencyKey = crypto.randomUUID()
    const { key: another } = await service.issueKey()

    const ours = await call('POST /traces', under(idempotencyKey, { body: aTrace() }))
    const theirs = await call('POST /traces', under(idempotencyKey, { key: another, body: aTrace({ risk_score: 1 }) }))

    expect([ours.status, theirs.status]).toEqual([201, 201])
    expect(traceIdOf(theirs)).not.toBe(traceIdOf(ours))
  })

  test('a body that was refused leaves the key free', async () => {
    const idempotencyKey = crypto.randomUUID()
    expectError(await call('POST /traces', under(idempotencyKey, { body: {} })), 'INVALID_REQUEST')

    const answer = await call('POST /traces', under(idempotencyKey, { body: aTrace() }))

    expect(answer.status).toBe(201)
  })

  test('a key of more than a day ago stands for nothing any more', async () => {
    const idempotencyKey = crypto.randomUUID()
    const first = await call('POST /traces', under(idempotencyKey, { body: aTrace() }))
    await service.database.sql`
      update idempotency_keys set claimed_at = claimed_at - interval '24 hours 1 second'
      where idempotency_key = ${idempotencyKey}`

    const later = await call('POST /traces', under(idempotencyKey, { body: aTrace({ risk_score: 2 }) }))

    expect(later.status).toBe(201)
    expect(later.headers.get('idempotency-replayed')).toBeNull()
    expect(traceIdOf(later)).not.toBe(traceIdOf(first))
  })
})

test('the same body sent elsewhere under the same key is 409', async () => {
  const idempotencyKey = crypto.randomUUID()
  const batch = (query: string) => call(`POST /traces/batch${query}`, under(idempotencyKey, { body: [aTrace()] }))

  const [first, second] = [await batch(''), await batch('?atomic=true')]

  expect([first.status, second.status]).toEqual([201, 409])
  expect(second.body).toMatchObject({ error: { code: 'IDEMPOTENCY_CONFLICT' } })
})

describe('POST /generate', () => {
  const jobsOf = async (traceId: string) => {
    const [row] = await service.database.sql<{ trees: number }[]>`
      select count(*)::int as trees from trees where trace_id = ${traceId}`
    return row?.trees
  }

  test('again under one key is the same tree of one job', async () => {
    const traceId = traceIdOf(await call('POST /traces', { body: aTrace() }))
    const request = under(crypto.randomUUID(), { body: { trace_id: traceId } })

    const first = await call('POST /generate', request)
    const second = await call('POST /generate', { ...request, api: 1 })

    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('x-job-id')).toBe(first.headers.get('x-job-id'))
    expect(second.headers.get('x-service-attribution')).toBe(first.headers.get('x-service-attribution'))
    expect(await jobsOf(traceId)).toBe(1)
  })

  test('twenty at once under one key, at two processes, are one job and one tree', async () => {
    const traceId = traceIdOf(await call('POST /traces', { body: aTrace() }))
    const request = under(crypto.randomUUID(), { body: { trace_id: traceId } })

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call('POST /generate', { ...request, api: at % 2 })),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.get('x-job-id'))).size).toBe(1)
    expect(await jobsOf(traceId)).toBe(1)
  })

  test('under one key, first promised, then waited for, is the same job', async () => {
    const traceId = traceIdOf(await call('POST /traces', { body: aTrace() }))
    const idempotencyKey = crypto.randomUUID()
    const body = { trace_id: traceId }

    const promised = await call('POST /generate', under(idempotencyKey, { body, headers: { prefer: 'respond-async' } }))
    const waited = await call('POST /generate', under(idempotencyKey, { body }))

    expect([promised.status, waited.status]).toEqual([202, 200])
    expect(waited.headers.get('x-job-id')).toBe((promised.body as { job_id: string }).job_id)
    expect(await jobsOf(traceId)).toBe(1)
  })

  test('without a key twice is two jobs and two trees', async () => {
    const traceId = traceIdOf(await call('POST /traces', { body: aTrace() }))

    await call('POST /generate', { body: { trace_id: traceId } })
    await call('POST /generate', { body: { trace_id: traceId } })

    expect(await jobsOf(traceId)).toBe(2)
  })
})

describe('the key itself', () => {
  for (const idempotencyKey of ['k', 'k'.repeat(255), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']) {
    test(`${idempotencyKey.slice(0, 40)} of ${idempotencyKey.length} is one`, async () => {
      expect((await call('POST /traces', under(idempotencyKey, { body: aTrace() }))).status).toBe(201)
    })
  }
  for (const idempotencyKey of ['', 'k'.repeat(256), 'two words', 'schlüssel', 'a\tb']) {
    test(`${JSON.stringify(idempotencyKey.slice(0, 40))} of ${idempotencyKey.length} is none`, async () => {
      const answer = await call('POST /traces', under(idempotencyKey, { body: aTrace() }))

      expectError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual(['Idempotency-Key'])
    })
  }
  test('is passed over where nothing is made', async () => {
    const answers = [await call('GET /stats', under('two words')), await call('GET /health', under('two words'))]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('a request that its handler refuses', () => {
  test('leaves its key free for what is mended', async () => {
    const [key, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const refusedScan = await call('POST /api/scan', under(key, { body: { url: 'http://10.1.2.3/' } }))
    const refusedTree = await call('POST /generate', under(other, { body: { trace_id: 'SVC-none-1' } }))
    expect([refusedScan.status, refusedTree.status]).toEqual([400, 404])

    const stored = await call('POST /traces', { body: aTrace() })
    const mendedScan = await call(
      'POST /api/scan',
      under(key, { body: { url: 'http://example.com/' }, headers: { prefer: 'respond-async' } }),
    )
    const mendedTree = await call('POST /generate', under(other, { body: { trace_id: traceIdOf(stored) } }))

    expect([mendedScan.status, mendedTree.status]).toEqual([202, 200])
    expect(mendedTree.headers.get('idempotency-replayed')).toBeNull()
  })

  test('may be sent again as it was, twenty at once too, and is refused the same each time', async () => {
    const key = crypto.randomUUID()

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST /generate', under(key, { body: { trace_id: 'SVC-none-1' } }))),
    )

    for (const answer of answers) expectError(answer, 'TRACE_NOT_FOUND')
  })

  test('keeps its key where work was done for it', async () => {
    const key = crypto.randomUUID()
    const body = { url: 'http://example.com/' }
    const made = await call('POST /api/scan', under(key, { body, headers: { prefer: 'respond-async' } }))
    await call(`POST /jobs/${(made.body as { job_id: string }).job_id}/cancel`)

    const again = await call('POST /api/scan', under(key, { body }))
    const other = await call('POST /api/scan', under(key, { body: { url: 'http://example.org/' } }))

    expect([again.status, again.body]).toMatchObject([400, { error: { code: 'STATE_CONFLICT' } }])
    expect([other.status, other.body]).toMatchObject([400, { error: { code: 'IDEMPOTENCY_CONFLICT' } }])
  })
})

test('what was made under a key and erased since is told as gone, by a code that the operation names', async () => {
  const stored = await call('POST /traces', { body: aTrace({ recommendation: 'ask Mr. Smith' }) })
  const key = crypto.randomUUID()
  const made = await call('POST /generate', under(key, { body: { trace_id: traceIdOf(stored) } }))
  expect(made.status).toBe(200)
  const { key: eraser } = await service.issueKey({ scopes: ['governance:write'] })
  const node = stored.headers.get('x-service-attribution')
  expect((await call(`POST /v1/edg/${node}/erase`, { key: eraser, body: { reason: 'asked for' } })).status).toBe(200)

  const again = await call('POST /generate', under(key, { body: { trace_id: traceIdOf(stored) } }))
  const result = await call(`GET /jobs/${made.headers.get('x-job-id')}/result`)

  const { paths } = (await call('GET /openapi.json')).body as { paths: Record<string, { post: { responses: object } }> }
  expectError(again, 'STATE_CONFLICT')
  expect(result).toMatchObject({ status: 409, body: { error: { code: 'STATE_CONFLICT' } } })
  expect(Object.keys(paths['/generate']?.post.responses ?? {})).toContain('409')
})
