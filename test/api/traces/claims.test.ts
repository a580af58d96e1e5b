/** Claims: registered before the data, held to every trace after them in the log's order, ended; and whom they are kept from. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { statesOf } from '#db/queries/integrity'
import { ClaimDetail, ClaimList, Claim as ClaimShape } from '#shared/contracts/claims'
import { openSigner } from '#shared/evidence/signing'
import { stateFault } from '#shared/verification/state-rows'
import { verify } from '#shared/verification/verify'
import { undocumentedIn } from '#test/contract/documented'
import { expectError, expectShape, faultPaths } from '#test/contract/shapes'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Answer, patient, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

setDefaultTimeout(60_000)
let service: Service
let call: Service['call']
beforeAll(async () => {
  service = await startService({ apis: 2, workers: 0, env: { ...patient, WITNESSES: 'none' } })
  await service.startLedger()
  call = service.call
})
afterAll(() => service.stop())

type Claim = {
  claim_id: string
  status: string
  verdict: string
  since: { at: string; n: number }
  n: number
  missing: number
  value: number | null
  lower: number
  upper: number
  counted_to: number | null
  node: string
  fault: string | null
  registered_at: string
  closed_at: string | null
  series: { n: number; leaf: number; value: number; verdict: string }[]
  next_cursor: string | null
}
const claimOf = (answer: Answer) => answer.body as Claim
const atMost = { measure: { kind: 'risk_reaches', score: 85 }, direction: 'at_most', threshold: 0.1 }
const register = async (odd: object = {}, more: object = {}) =>
  claimOf(await call('POST /claims', { body: { ...atMost, ...odd }, ...more }))
const look = async (id: string, query = '') => claimOf(await call(`GET /claims/${id}${query}`))
const untilCounted = (id: string, n: number) =>
  until(async () => (({ n: counted, ...claim }) => counted >= n && { n: counted, ...claim })(await look(id)), {
    what: `${n} traces to be counted`,
    timeoutMs: 20_000,
  })
const send = (system: string, count: number, odd: object = {}) =>
  call('POST /traces/batch', { body: Array.from({ length: count }, () => aTrace({ system_source: system, ...odd })) })
const aSystem = () => `system-${crypto.randomUUID()}`

describe('a claim', () => {
  test('is in the evidence before the data, and says so in its shape', async () => {
    const answer = await call('POST /claims', { body: { ...atMost, name: 'few are grave' } })

    expect(answer.status).toBe(201)
    expectShape(ClaimShape, answer.body)
    const { claim_id, node } = claimOf(answer)
    expect(claimOf(answer)).toMatchObject({
      status: 'open',
      verdict: 'undecided',
      n: 0,
      value: null,
      lower: 0,
      upper: 1,
    })
    expect(answer.headers.get('location')).toBe(`/claims/${claim_id}`)
    expect(answer.headers.get('x-service-attribution')).toBe(node)
    const found = (await call(`GET /v1/edg/${node}`)).body as { kind: string; result: Record<string, unknown> }
    expect(found).toMatchObject({ kind: 'claim.registered', result: { state: 'open', name: 'few are grave' } })
    expect(JSON.parse(String(found.result['terms']))).toMatchObject({ threshold: 0.1, level: 0.95, population: {} })
  })

  test('counts the traces of its population that come after it, each once, and no other', async () => {
    const system = aSystem()
    await send(system, 5)
    const { claim_id } = await register({ population: { system_source: system, testing_mode: 'field' } })
    await send(system, 7, { testing_mode: 'field', risk_score: 90, risk_level: 'HIGH' })
    await send(system, 3, { testing_mode: 'model' })
    await send(aSystem(), 4, { testing_mode: 'field' })
    await send(system, 13, { testing_mode: 'field', risk_score: 10, risk_level: 'LOW' })

    const claim = await untilCounted(claim_id, 20)

    expect(claim).toMatchObject({ n: 20, missing: 0, value: 0.35, status: 'open', fault: null })
    expectShape(ClaimDetail, (await call(`GET /claims/${claim_id}`)).body)
    expect(claim.series.at(-1)).toMatchObject({ n: 20, value: 0.35 })
  })

  test('does not count what happened before it and only comes in now', async () => {
    const system = aSystem()
    const { claim_id } = await register({ population: { system_source: system } })
    const span = (name: string, unixMs: number) => ({
      traceId: crypto.randomUUID().replaceAll('-', ''),
      spanId: crypto.randomUUID().replaceAll('-', '').slice(16),
      name,
      kind: 3,
      startTimeUnixNano: `${unixMs}000000`,
      endTimeUnixNano: `${unixMs + 1000}000000`,
      attributes: [
        { key: 'assay.risk_score', value: { doubleValue: 95 } },
        { key: 'assay.risk_level', value: { stringValue: 'HIGH' } },
        { key: 'assay.confidence', value: { doubleValue: 0.8 } },
        { key: 'assay.system_source', value: { stringValue: system } },
      ],
    })
    const spans = [span('before', Date.now() - 3_600_000), span('after', Date.now() + 1000)]
    const sent = await call('POST /otlp/v1/traces', { body: { resourceSpans: [{ scopeSpans: [{ spans }] }] } })
    expect(sent.status).toBe(200)

    const claim = await untilCounted(claim_id, 1)
    await untilLogged(service.database.sql)

    expect(claim.n).toBe(1)
    expect((await look(claim_id)).n).toBe(1)
  })

  test('that the data refute is a violation of A-19, found in the log by its node, and said of every answer about it', async () => {
    const system = aSystem()
    const { claim_id } = await register({ population: { system_source: system } })
    await send(system, 60, { risk_score: 95, risk_level: 'HIGH' })
    const claim = await untilCounted(claim_id, 60)

    expect(claim).toMatchObject({ verdict: 'refuted', value: 1 })
    expect(claim.lower).toBeGreaterThan(0.1)
    expect(claim.since.n).toBeGreaterThan(1)
    expect(claim.since.n).toBeLessThan(20)
    const node = (await call(`GET /v1/edg/${claim.node}`)).body as { kind: string; result: object; parents: object[] }
    expect(node).toMatchObject({ kind: 'claim.turned', result: { verdict: 'refuted', verdict_n: claim.since.n } })
    const { violations } = (await call('GET /v1/governance/violations?article=A-19')).body as {
      violations: { subject: { id: string }; evidence: string[]; tier: string }[]
    }
    expect(violations.find(({ subject }) => subject.id === claim_id)).toMatchObject({
      tier: 'T3',
      evidence: [claim.node],
      subject: { type: 'claim' },
    })
    expect((await call(`GET /claims/${claim_id}`)).headers.get('x-constitutional-compliance')).toBe('violation')
  })

  test('that the data bear out holds, and no violation is opened', async () => {
    const system = aSystem()
    const { claim_id } = await register({ population: { system_source: system } })
    await send(system, 200, { risk_score: 5, risk_level: 'LOW' })
    const claim = await untilCounted(claim_id, 200)

    expect(claim).toMatchObject({ verdict: 'holding', value: 0 })
    expect(claim.upper).toBeLessThan(0.1)
    const { violations } = (await call('GET /v1/governance/violations?article=A-19&status=open&limit=1000')).body as {
      violations: { subject: { id: string } }[]
    }
    expect(violations.map(({ subject }) => subject.id)).not.toContain(claim_id)
  })

  test('counts apart what says nothing of its measure', async () => {
    const system = aSystem()
    const { claim_id } = await register({
      population: { system_source: system },
      measure: { kind: 'flagged', flag: 'jail-break' },
    })
    await send(system, 2, { flags: ['Jail_Break'] })
    await send(system, 2, { flags: [] })
    await send(system, 3, { flags: undefined })
    const claim = await untilCounted(claim_id, 4)
    await until(async () => (await look(claim_id)).missing === 3, { what: 'those without' })

    const exported = await call(`GET /claims/${claim_id}/export`)

    expect(claim).toMatchObject({ n: 4, value: 0.5 })
    expect(exported.text.match(/"units":(\d+|null)/g)?.toSorted()).toEqual([
      '"units":0',
      '"units":0',
      '"units":10000',
      '"units":10000',
      '"units":null',
      '"units":null',
      '"units":null',
    ])
  })

  test('ended counts no trace behind its end, is closed with its last bounds in the evidence, and ends once', async () => {
    const system = aSystem()
    const { claim_id } = await register({ population: { system_source: system } })
    await send(system, 10)
    await untilLogged(service.database.sql)
    const ended = await call(`POST /claims/${claim_id}/close`)
    await untilLogged(service.database.sql)
    await send(system, 5)
    const again = await call(`POST /claims/${claim_id}/close`)

    expect([ended.status, again.status]).toEqual([200, 200])
    expect(claimOf(ended).status).toBe('closing')
    const closed = await until(async () => ((claim) => claim.status === 'closed' && claim)(await look(claim_id)), {
      what: 'the claim to be closed',
    })
    expect(closed.n).toBe(10)
    expect(closed.closed_at).not.toBeNull()
    const node = (await call(`GET /v1/edg/${closed.node}`)).body as { kind: string; result: object }
    expect(node).toMatchObject({ kind: 'claim.closed', result: { n: 10, leaf: closed.counted_to } })
    await untilLogged(service.database.sql)
    expect((await look(claim_id)).n).toBe(10)
  })
})

describe('registering', () => {
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const wrong: [string, object, string][] = [
    ['data older than itself', { population: { from: hour(-1) } }, '/population/from'],
    ['a population that is over', { population: { to: hour(-1) } }, '/population/to'],
    ['a population that ends before it begins', { population: { from: hour(2), to: hour(1) } }, '/population/to'],
    ['a threshold that nothing can pass', { threshold: 1 }, '/threshold'],
    ['a threshold below all', { threshold: -0.1 }, '/threshold'],
    ['a threshold of another unit', { threshold: 85 }, '/threshold'],
    ['a level that is none', { level: 1 }, '/level'],
    ['a measure that is none', { measure: { kind: 'niceness' } }, '/measure'],
    ['an unknown filter', { population: { colour: 'red' } }, '/population/colour'],
    ['an unknown direction', { direction: 'sideways' }, '/direction'],
    ['a name that is too long', { name: 'n'.repeat(201) }, '/name'],
  ]
  for (const [what, odd, path] of wrong)
    test(`refuses ${what}, and says where`, async () => {
      const answer = await call('POST /claims', { body: { ...atMost, ...odd } })

      expectError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)[0]).toStartWith(path)
    })

  test('a claim over data older than itself is told why', async () => {
    const answer = await call('POST /claims', { body: { ...atMost, population: { from: '2020-01-01T00:00:00Z' } } })

    expect(answer.text).toContain('a claim is about traces that come after it')
  })

  test('under the same Idempotency-Key is one claim, also at another process and when its time has come since', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { ...atMost, population: { from: new Date(Date.now() + 300).toISOString() } }
    const first = await call('POST /claims', { body, headers })
    await Bun.sleep(400)
    const again = await call('POST /claims', { body, headers, api: 1 })

    expect([first.status, again.status]).toEqual([201, 201])
    expect(claimOf(again).claim_id).toBe(claimOf(first).claim_id)
  })

  test('a hundred at once are a hundred, and one more is refused until one has been closed', async () => {
    const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}` })
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, at) => call('POST /claims', { body: atMost, key, api: at % 2 })),
    )

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100)
    const refused = answers.find(({ status }) => status !== 201)
    if (!refused) throw new Error('all were taken')
    expectError(refused, 'STATE_CONFLICT')
    const { claims } = (await call('GET /claims?limit=1', { key })).body as { claims: Claim[] }
    await call(`POST /claims/${claims[0]?.claim_id}/close`, { key })
    await until(async () => (await call('POST /claims', { body: atMost, key })).status === 201, { what: 'room' })
  })
})

test('while a ledger runs that knows none, no claim is registered: it would halt all writes over the node', async () => {
  const { sql } = service.database
  await sql`
    insert into process_reports (process_id, role, jobs, host, pid, reported_at, notes)
    values ('00000000-0000-0000-0000-000000000001', 'ledger', '{}', 'elsewhere', 1, now(), '{"has": {}, "lacks": {}}')`
  const refused = await call('POST /claims', { body: atMost })
  await sql`delete from process_reports where process_id = '00000000-0000-0000-0000-000000000001'`

  expectError(refused, 'NO_WORKER')
  expect((await call('POST /claims', { body: atMost })).status).toBe(201)
})

describe('the list', () => {
  test('pages by cursor, newest first, each claim once, and filters', async () => {
    const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}` })
    const made: string[] = []
    for (let at = 0; at < 7; at += 1) made.unshift(claimOf(await call('POST /claims', { body: atMost, key })).claim_id)
    const listed: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer: Answer = await call(`GET /claims?limit=3${cursor && `&cursor=${cursor}`}`, { key })
      expectShape(ClaimList, answer.body)
      const { claims, next_cursor } = answer.body as { claims: Claim[]; next_cursor: string | null }
      listed.push(...claims.map(({ claim_id }) => claim_id))
      cursor = next_cursor
    }

    expect(listed).toEqual(made)
    const filtered = async (query: string) =>
      ((await call(`GET /claims?${query}`, { key })).body as { claims: Claim[] }).claims.length
    expect([await filtered('status=open'), await filtered('status=closed'), await filtered('verdict=refuted')]).toEqual(
      [7, 0, 0],
    )
    expectError(await call('GET /claims?cursor=x', { key }), 'INVALID_REQUEST')
    expectError(await call('GET /claims?status=dead', { key }), 'INVALID_REQUEST')
  })

  test('and a series page by cursor, each point once', async () => {
    const system = aSystem()
    const { claim_id } = await register({ population: { system_source: system } })
    await send(system, 60)
    const whole = await untilCounted(claim_id, 60)
    const points: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Claim = await look(claim_id, `?limit=7${cursor && `&cursor=${cursor}`}`)
      points.push(...page.series.map(({ n }) => n))
      cursor = page.next_cursor
    }

    expect(points).toEqual(whole.series.map(({ n }) => n))
    expect(points.slice(0, 5)).toEqual([1, 2, 3, 4, 5])
  })
})

test('an export is recomputed offline, with its turns and its end, and a changed byte is found', async () => {
  const system = aSystem()
  const { claim_id } = await register({ population: { system_source: system } })
  await send(system, 30, { risk_score: 95, risk_level: 'HIGH' })
  await untilCounted(claim_id, 30)
  await call(`POST /claims/${claim_id}/close`)
  await until(async () => (await look(claim_id)).status === 'closed', { what: 'it to be closed' })
  await untilLogged(service.database.sql)
  const { status, text, headers } = await call(`GET /claims/${claim_id}/export`)
  const file = `${service.dataDir}/claim.ndjson`
  const [key = ''] = readFileSync(`${service.dataDir}/log.pub`, 'utf8').split('\n')
  const verified = async (content: string) => {
    await Bun.write(file, content)
    const child = Bun.spawn([process.execPath, 'cli/main.ts', 'claim', 'verify', file, '--key', key], {
      stdout: 'pipe',
      stderr: 'pipe',
    })
    return { said: await new Response(child.stdout).text(), code: await child.exited }
  }

  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  expect(await verified(text)).toMatchObject({ code: 0 })
  expect((await verified(text.replace('"units":10000', '"units":9999'))).code).not.toBe(0)
})

test('nobody sees, ends or counts another organisation’s', async () => {
  const system = aSystem()
  const { claim_id } = await register({ population: { system_source: system } })
  const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}` })
  await call('POST /traces', { body: aTrace({ system_source: system }), key })
  await send(system, 1)
  const claim = await untilCounted(claim_id, 1)

  for (const what of [`GET /claims/${claim_id}`, `POST /claims/${claim_id}/close`])
    expectError(await call(what, { key }), 'CLAIM_NOT_FOUND')
  for (const id of ['nonsense', crypto.randomUUID()]) expectError(await call(`GET /claims/${id}`), 'CLAIM_NOT_FOUND')
  expect(((await call('GET /claims', { key })).body as { claims: Claim[] }).claims).toEqual([])
  expectError(await call('GET /claims', { key: null }), 'INVALID_API_KEY')
  await untilLogged(service.database.sql)
  expect(claim.n).toBe(1)
})

test('what erasure takes of traces that were counted changes nothing of what they were counted as', async () => {
  const { key } = await service.issueKey({ scopes: ['governance:write'] })
  const system = aSystem()
  const { claim_id } = await register({ population: { system_source: system, flag: 'grave' } })
  const sent = await call('POST /traces', { body: aTrace({ system_source: system, flags: ['grave'] }) })
  await untilCounted(claim_id, 1)
  const erased = await call(`POST /v1/edg/${sent.headers.get('x-service-attribution')}/erase`, {
    key,
    body: { reason: 'asked for' },
  })
  await send(system, 1, { flags: ['grave'] })

  expect(erased.status).toBe(200)
  expect(await untilCounted(claim_id, 2)).toMatchObject({ n: 2, fault: null })
})

describe('rows that somebody edited', () => {
  let subject = ''
  beforeAll(async () => {
    subject = (await register()).claim_id
  })
  const verification = async () => {
    const signer = openSigner({ path: `${service.dataDir}/keys/evidence-ed25519.pem` })
    await untilLogged(service.database.sql)
    return verify(
      { sql: service.database.sql, anchors: [signer.publicKey] },
      { hash: null, mode: 'full', orgIds: null },
    )
  }

  test('none is astray as the service left them', async () => {
    expect(await verification()).toMatchObject({ verdict: 'valid', first_failure: null })
    await assertEvidence(service.database.sql)
    expect(await undocumentedIn(service)).toEqual([])
  })

  for (const [what, edit] of [
    ['its terms', "terms = replace(terms, '0.1', '0.9')"],
    ['its verdict', "verdict = 'holding'"],
    ['how many traces its verdict took', 'verdict_n = 7'],
    ['when it was registered', "registered_at = registered_at - interval '1 day'"],
    ['its organisation', "org_id = 'org_other'"],
    ['its status', "status = 'closed'"],
    ['its name', "name = 'another'"],
    ['its newest node', "head = decode(repeat('00', 32), 'hex')"],
  ] as const)
    test(`${what}: the look at rows of state names the claim`, async () => {
      const { sql } = service.database
      const connection = await sql.reserve()
      await connection`begin`
      await connection.unsafe(`update claims set ${edit} where claim_id = '${subject}'`)
      const rows = await statesOf(connection, 'claim:', [`claim:${subject}`])
      await connection`rollback`
      connection.release()

      expect(rows).toHaveLength(1)
      for (const row of rows) expect(stateFault(row)).toContain(`claim:${subject}`)
    })

  test('what a closed claim came to: the same', async () => {
    const { sql } = service.database
    const { claim_id } = await register({ population: { system_source: aSystem() } })
    await call(`POST /claims/${claim_id}/close`)
    await until(async () => (await look(claim_id)).status === 'closed', { what: 'it to be closed' })
    const sound = await statesOf(sql, 'claim:', [`claim:${claim_id}`])
    await sql`update claims set state = replace(state::text, '"missing":0', '"missing":9')::json where claim_id = ${claim_id}`
    const edited = await statesOf(sql, 'claim:', [`claim:${claim_id}`])
    await sql`update claims set state = replace(state::text, '"missing":9', '"missing":0')::json where claim_id = ${claim_id}`

    expect(sound.map(stateFault)).toEqual([undefined])
    expect(edited.map(stateFault)).toEqual([expect.stringContaining('state_sha256')])
  })
})

// Last: whoever looks through the store meanwhile halts it.
describe('what somebody edited while traces wait to be counted keeps claims from going on, until it is put back', () => {
  /** Keeps claims where they are until it is told otherwise. */
  async function holdClaims(): Promise<() => Promise<void>> {
    const asked = await service.database.sql.reserve()
    await asked`begin`
    await asked`update claim_progress set leaf = leaf`
    return async () => {
      await asked`rollback`
      asked.release()
    }
  }

  test('a state that a claim has not come to; the claim itself is not shown', async () => {
    const { sql } = service.database
    const system = aSystem()
    const [one, other] = [
      await register({ population: { system_source: system } }),
      await register({ population: { system_source: system } }),
    ]
    await send(system, 5)
    await untilCounted(one.claim_id, 5)
    await untilCounted(other.claim_id, 5)
    const release = await holdClaims()
    await send(system, 5)
    await untilLogged(sql)
    const put = (from: number, to: number) => sql`
      update claims set state = replace(state::text, ${`"missing":${from}`}, ${`"missing":${to}`})::json
      where claim_id = ${one.claim_id}`
    await put(0, 1)
    await release()
    await Bun.sleep(1500)

    expectError(await call(`GET /claims/${one.claim_id}`), 'EVIDENCE_MISMATCH')
    expect((await look(other.claim_id)).n).toBe(5)
    await put(1, 0)
    expect((await untilCounted(one.claim_id, 10)).n).toBe(10)
    expect((await untilCounted(other.claim_id, 10)).n).toBe(10)
  })

  test('a trace that is to be counted, which is then counted as it came in', async () => {
    const { sql } = service.database
    // Both are there before anybody may have noticed what the test before did.
    const [trace] = await sql<{ id: string; claim: string; system: string }[]>`
      select t.trace_id as id, c.claim_id as claim, t.system_source as system from claims c join traces t
        on t.system_source = c.terms::json #>> '{population,system_source}' where c.status = 'open' limit 1`
    const [at] = await sql<{ leaf: number }[]>`
      select leaf from edg_leaves l join traces t on decode(t.attribution_token, 'hex') = l.node_id where trace_id = ${trace?.id ?? ''}`
    await sql`update traces set risk_score = risk_score - 1 where trace_id = ${trace?.id ?? ''}`
    // An operator has all counted anew.
    await sql`delete from claim_progress`
    await Bun.sleep(1500)

    const [progress] = await sql<{ leaf: number }[]>`select leaf from claim_progress`
    expect(progress?.leaf ?? 0).toBeLessThanOrEqual(at?.leaf ?? 0)
    await sql`update traces set risk_score = risk_score + 1 where trace_id = ${trace?.id ?? ''}`
    await until(
      async () => Number((await sql<{ leaf: number }[]>`select leaf from claim_progress`)[0]?.leaf) > Number(at?.leaf),
      {
        what: 'it to be counted',
        timeoutMs: 20_000,
      },
    )
  })
})
