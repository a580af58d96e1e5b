/** Area C's connections as they are described: what is made, tested, told, changed and deleted, against a running service. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/client'
import { Connection, ConnectionList, ConnectionTested } from '#shared/contracts/connections'
import { type ErrorCode, errorCodes } from '#shared/kernel/errors'
import { endLooks } from '#shared/verification/end-looks'
import { undocumentedIn } from '#test/contract/documented'
import { expectShape, faultPaths } from '#test/contract/shapes'
import { type CalendarFeed, serveCalendar } from '#test/support/calendar-feed'
import { assertEvidence } from '#test/support/evidence'
import { type Answer, type CallOptions, patient, type Service, startService, unlimited } from '#test/support/service'
import { aSigner } from '#test/support/store'
import { until } from '#test/support/until'

let service: Service
let feed: CalendarFeed
/** Nobody answers there. */
const closed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') })
const closedPort = closed.port
const nowhere = `http://127.0.0.1:${closedPort}/`

beforeAll(async () => {
  feed = serveCalendar()
  await closed.stop(true)
  service = await startService({
    job: 'sync-connection',
    env: {
      ...unlimited,
      ...patient,
      ADAPTER_ALLOW: `${feed.allow},127.0.0.1/32:${closedPort}`,
      CONNECTIONS_PER_ORGANISATION: '4',
      LOG_LEVEL: 'trace',
    },
  })
}, 60_000)
afterAll(async () => {
  await service.stop()
  feed.stop()
})

const headers = {
  'x-edg-node-id': /^[0-9a-f]{64}$/,
  'x-governance-tier': /^T[0-5]$/,
  'x-service-trace': /^[0-9a-f]{32}$/,
}
const told: string[] = []

/** Every answer of the area passes here, so that each is held to the area's headers. */
async function call(what: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await service.call(what, options)
  told.push(answer.text)
  const faulty = Object.entries(headers).flatMap(([name, form]) =>
    form.test(answer.headers.get(name) ?? '') ? [] : [`${what} ${name}: ${answer.headers.get(name)}`],
  )
  expect(faulty).toEqual([])
  return answer
}

function expectError(answer: Answer, code: ErrorCode): void {
  const { error } = (answer.body ?? {}) as { error?: { code: string } }
  expect([answer.status, error?.code, answer.text]).toEqual([errorCodes[code].status, code, answer.text])
}

const aKey = async () => (await service.issueKey({ org: `org_${randomUUID().slice(0, 8)}` })).key
/** What a full verification says of jobs that were done, and of what they came to. */
const unkept = async (sql: Sql) => {
  const looks = endLooks(aSigner()).filter(({ name }) => name === 'results of jobs that were done')
  return (await Promise.all(looks.map(({ page }) => page(sql, undefined, 20_000)))).flatMap(({ faults }) => faults)
}
const calendar = () => ({ kind: 'ics', label: 'Team', config: { url: feed.url }, secret: {} })
const token = `clear-token-${randomUUID()}`
const unreachable = { kind: 'gitea', label: 'Code', config: { base_url: nowhere }, secret: { token } }
const create = (body: unknown, options: CallOptions = {}, query = '') =>
  call(`POST /connections${query}`, { body, ...options })
const stateOf = async (id: string, key: string) =>
  (await call(`GET /connections/${id}`, { key })).body as { state: string; items: number; synced_at: string | null }

describe('POST /connections', () => {
  test('makes what it has tested, which is read then: items come, and the list tells of them', async () => {
    const key = await aKey()
    const answer = await create(calendar(), { key })
    const { id } = answer.body as { id: string }

    expect(answer.status).toBe(201)
    expectShape(Connection, answer.body)
    expect(answer.body).toMatchObject({ state: 'new', error: null, items: 0, config: { url: feed.url } })
    expect(answer.headers.get('location')).toBe(`/connections/${id}`)
    await until(async () => (await stateOf(id, key)).items === 3, { what: 'the events to be read' })
    const list = await call('GET /connections', { key })
    expectShape(ConnectionList, list.body)
    expect(list.body).toMatchObject({ total: 1, connections: [{ id, state: 'ok', failures: 0 }] })
  }, 30_000)

  test('of what cannot be reached makes it and says why, and asked strictly makes nothing', async () => {
    const key = await aKey()
    const strict = await create(unreachable, { key }, '?verify=strict')
    const none = await call('GET /connections', { key })
    const lenient = await create(unreachable, { key })

    expectError(strict, 'CONNECTION_UNREACHABLE')
    expect((strict.body as { error: { details: object } }).error.details).toMatchObject({
      error: { code: 'UNREACHABLE' },
    })
    expect(none.body).toEqual({ connections: [], total: 0 })
    expect(lenient.status).toBe(201)
    expect(lenient.body).toMatchObject({ state: 'failing', failures: 1, error: { code: 'UNREACHABLE' } })
  })

  test('names every fault of what does not fit its kind', async () => {
    const imap = { kind: 'imap', label: '', config: { host: 'a', port: 0, security: 'maybe' }, secret: {} }
    const unknown = await create({ ...calendar(), kind: 'fax' })
    const several = await create(imap)

    expectError(unknown, 'INVALID_REQUEST')
    expect(faultPaths(unknown)).toEqual(['/kind'])
    expectError(several, 'INVALID_REQUEST')
    expect(faultPaths(several).sort()).toEqual([
      '/config/port',
      '/config/security',
      '/config/user',
      '/label',
      '/secret',
    ])
  })

  test('leads to no private address and nowhere in clear, but where the operator allowed it', async () => {
    const there = await create({ ...calendar(), config: { url: 'https://127.0.0.1:1/a.ics' } })
    const clear = await create({ ...calendar(), config: { url: 'http://calendar.example.com/a.ics' } })

    for (const answer of [there, clear]) {
      expectError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual(['/config/url'])
    }
  })

  test('under an Idempotency-Key makes one, and more than an organisation may have makes none', async () => {
    const key = await aKey()
    const keyed = { key, headers: { 'idempotency-key': randomUUID() } }
    const first = await create(calendar(), keyed)
    const again = await create(calendar(), keyed)
    for (let more = 1; more < 4; more += 1) expect((await create(calendar(), { key })).status).toBe(201)
    const tooMany = await create(calendar(), { key })

    expect((again.body as { id: string }).id).toBe((first.body as { id: string }).id)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expectError(tooMany, 'STATE_CONFLICT')
  })
})

describe('a connection', () => {
  test('is nobody’s but its organisation’s, and an id that is none is 404', async () => {
    const key = await aKey()
    const { id } = (await create(calendar(), { key })).body as { id: string }
    const other = await aKey()

    for (const what of [`GET /connections/${id}`, `POST /connections/${id}/test`, `POST /connections/${id}/sync`])
      expectError(await call(what, { key: other }), 'CONNECTION_NOT_FOUND')
    expectError(await call(`DELETE /connections/${id}`, { key: other }), 'CONNECTION_NOT_FOUND')
    const secret = { body: { secret: {} } }
    expectError(await call(`PUT /connections/${id}/secret`, { key: other, ...secret }), 'CONNECTION_NOT_FOUND')
    expectError(await call('GET /connections/nonsense', { key }), 'CONNECTION_NOT_FOUND')
  })

  test('is tested by a worker: what came of it is an answer, also later by its job', async () => {
    const key = await aKey()
    const works = (await create(calendar(), { key })).body as { id: string }
    const fails = (await create(unreachable, { key })).body as { id: string }

    const good = await call(`POST /connections/${works.id}/test`, { key })
    const bad = await call(`POST /connections/${fails.id}/test`, { key })
    const later = await service.call(`GET /jobs/${bad.headers.get('x-job-id')}/result`, { key })

    expectShape(ConnectionTested, good.body)
    expect(good.body).toMatchObject({ reachable: true, error: null })
    expect(bad.body).toMatchObject({ reachable: false, error: { code: 'UNREACHABLE' } })
    expect(later.body).toEqual(bad.body)
    expect((await call(`GET /connections/${fails.id}`, { key })).body).toMatchObject({ failures: 2, state: 'failing' })
  })

  test('what its test came to is missed where somebody has taken it away, whichever way it is asked for', async () => {
    const { sql } = service.database
    const key = await aKey()
    const { id } = (await create(calendar(), { key })).body as { id: string }
    const under = { key, headers: { 'idempotency-key': randomUUID() } }
    const tested = await call(`POST /connections/${id}/test`, under)
    const job = tested.headers.get('x-job-id') ?? ''
    const [row] = await sql<{ seal: Uint8Array; body: Uint8Array; org_id: string; created_at: Date }[]>`
      delete from job_results where job_id = ${job} returning *`

    const byJob = await service.call(`GET /jobs/${job}/result`, { key })
    const again = await call(`POST /connections/${id}/test`, under)

    expectError(byJob, 'EVIDENCE_MISMATCH')
    expectError(again, 'EVIDENCE_MISMATCH')
    // And no sync, though nothing is kept of one either.
    expect(await unkept(sql)).toMatchObject([{ table: 'job_results', key: job, org: row?.org_id }])
    await sql`
      insert into job_results ${sql({ job_id: job, ...row, seal: Buffer.from(row?.seal ?? []), body: Buffer.from(row?.body ?? []) } as never)}`
    expect((await call(`POST /connections/${id}/test`, under)).body).toEqual(tested.body)
  })

  test('is read when that is asked for', async () => {
    const key = await aKey()
    const { id } = (await create(calendar(), { key })).body as { id: string }
    const first = await until(async () => (await stateOf(id, key)).synced_at, { what: 'it to be read' })

    const answer = await call(`POST /connections/${id}/sync`, { key })

    expect([answer.status, answer.headers.get('location')]).toEqual([202, `/connections/${id}`])
    await until(async () => (await stateOf(id, key)).synced_at !== first, { what: 'it to be read again' })
  }, 30_000)

  test('takes another secret of its kind, and none of another', async () => {
    const key = await aKey()
    const { id } = (await create(unreachable, { key })).body as { id: string }

    const replaced = await call(`PUT /connections/${id}/secret`, { key, body: { secret: { token: `${token}-2` } } })
    const wrong = await call(`PUT /connections/${id}/secret`, { key, body: { secret: { password: token } } })

    expect([replaced.status, (replaced.body as { failures: number }).failures]).toEqual([200, 0])
    expectError(wrong, 'INVALID_REQUEST')
    expect(faultPaths(wrong).sort()).toEqual(['/secret/password', '/secret/token'])
  })

  test('that is deleted is gone at once, with what it brought; the same request is told so again', async () => {
    const key = await aKey()
    const { id } = (await create(calendar(), { key })).body as { id: string }
    await until(async () => (await stateOf(id, key)).items === 3, { what: 'the events to be read' })
    const keyed = { key, headers: { 'idempotency-key': randomUUID() } }

    const gone = await call(`DELETE /connections/${id}`, keyed)
    const again = await call(`DELETE /connections/${id}`, keyed)
    const other = await call(`DELETE /connections/${id}`, { key })

    expect([gone.status, gone.text, again.status]).toEqual([204, '', 204])
    expect(again.headers.get('x-edg-node-id')).toBe(gone.headers.get('x-edg-node-id'))
    expectError(other, 'CONNECTION_NOT_FOUND')
    const { sql } = service.database
    const left = async () =>
      (await sql`select 1 from source_items where connection_id = ${id} and document is not null`).length
    await until(async () => (await left()) === 0, { what: 'what it brought to be erased' })
    const verified = await service.call('POST /v1/edg/verify', {
      key,
      body: { hash: gone.headers.get('x-edg-node-id'), mode: 'chain' },
    })
    expect(verified.body).toMatchObject({ valid: true, first_failure: null })
  }, 30_000)

  test('says which methods it has', async () => {
    const answer = await service.call(`PATCH /connections/${randomUUID()}`)

    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE'])
  })
})

test('no secret stands in clear in any answer, log line or row, and all of it is evidenced and described', async () => {
  const { sql } = service.database
  const tables = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'pgboss')`
  const rows = await Promise.all(
    tables.map(async ({ name }) => ({
      name,
      rows: (await sql.unsafe(`select 1 from ${name} t where strpos(t::text, '${token}') > 0`)).length,
    })),
  )
  const lines = [...service.apis, ...service.workers].flatMap((each) => each.lines)

  expect(rows.filter((each) => each.rows > 0)).toEqual([])
  expect(lines.filter((line) => line.includes(token))).toEqual([])
  expect(told.filter((text) => text.includes(token))).toEqual([])
  expect(
    lines.some((line) => line.includes('connection could not be read') || line.includes('connection synced')),
  ).toBe(true)
  await assertEvidence(sql, { isLogged: false })
  expect(await undocumentedIn(service)).toEqual([])
}, 30_000)
