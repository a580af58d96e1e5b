/** Two systems compared: what tells them apart and how surely, made by a worker once, and met again by whoever asks. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import canonicalize from 'canonicalize'
import type { Comparison } from '#db/documents/comparison'
import { ComparisonResponse } from '#shared/contracts/trees'
import { expectShape } from '#test/contract/shapes'
import { assertEvidence } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'
import { sha256 } from '#workers/generate-tree/digest'

let service: Service
let worker: Service['workers'][number] | undefined
let ours: string
let others: string
let count = 0
let a: string
let b: string

beforeAll(async () => {
  service = await startService({ workers: 0, env: { WAIT_MS_GENERATE_TREE: '3000' } })
  await service.pretendWorker('generate-tree')
  ours = (await service.issueKey({ areas: ['A'] })).key
  others = (await service.issueKey({ areas: ['A'] })).key
})
afterAll(() => service.stop())

/** Stores traces of a system around a risk, half of them at either of two levels. */
async function store(system: string, risk: number, odd: object = {}, size = 200): Promise<void> {
  const body = Array.from({ length: size }, (_, at) =>
    aTrace({
      system_source: system,
      risk_score: risk + ((at * 37) % 61),
      confidence: ((at * 13) % 100) / 100,
      testing_mode: at % 2 ? 'field' : 'model',
      processing_time_ms: 1500 + 100 * at,
      flags: [],
      ...odd,
    }),
  )
  expect((await service.call('POST /traces/batch', { body })).status).toBe(201)
}
beforeEach(async () => {
  count += 1
  a = `good-${count}`
  b = `bad & "worse"-${count}`
  await store(a, 0)
  await store(b, 39)
})

const asked = (query: Record<string, string> = { a, b }) => `GET /systems/compare?${new URLSearchParams(query)}`
const ask = (key = ours, headers: Record<string, string> = {}, query?: Record<string, string>) =>
  service.call(asked(query), { key, headers })
const comparisonIn = ({ body }: Answer) => (body as { comparison: Comparison }).comparison
const jobIn = ({ body }: Answer) => (body as { job_id: string }).job_id

async function without<T>(work: () => Promise<T>): Promise<T> {
  worker?.kill('SIGKILL')
  await worker?.exited
  worker = undefined
  return work()
}
async function withWorker(): Promise<void> {
  worker ??= await service.startWorker('generate-tree')
}

describe('what is compared', () => {
  beforeEach(withWorker)

  test('is told apart at every level where it differs, with both scores and the interval of their difference', async () => {
    const answer = await ask()
    const { overall, testing_levels, summary, differs, ...sides } = comparisonIn(answer)

    expect(answer.status).toBe(200)
    expectShape(ComparisonResponse, answer.body)
    expect([sides.a.system_source, sides.b.system_source]).toEqual([a, b])
    for (const difference of [overall, testing_levels.field?.overall, testing_levels.model?.categories.safety]) {
      expect(difference).toMatchObject({ finding: 'a_better' })
      expect(difference?.interval_kind).not.toBeNull()
      expect(difference?.difference).toBeCloseTo((difference?.b.score ?? 0) - (difference?.a.score ?? 0), 1)
      expect(difference?.interval?.[1]).toBeLessThan(0)
    }
    expect(testing_levels.field?.perception.finding).toBe('not_told_apart')
    expect(testing_levels.model?.perception).toMatchObject({ finding: 'not_compared', difference: null })
    expect(testing_levels.red_team).toBeNull()
    expect(differs.testing_levels).toEqual([])
    expect(summary.statement).toContain('is better than')
  })

  test('is made of the trees that are served, and its digest can be made again', async () => {
    const comparison = comparisonIn(await ask())
    const trees = await Promise.all(
      [a, b].map((system) => service.call(`GET /systems/${encodeURIComponent(system)}/tree`, { key: ours })),
    )

    for (const [at, { body }] of trees.entries()) {
      const { level_1 } = (body as { corix_tree: { level_1: Record<string, Record<string, unknown>> } }).corix_tree
      const side = [comparison.a, comparison.b][at]
      expect(side).toMatchObject({ tree_digest: level_1['summary']?.['tree_digest'] as string })
      expect(side?.validity_score).toBe(level_1['interpretation']?.['validity_score'] as number)
      expect(side?.verdict).toBe(level_1['interpretation']?.['verdict'] as string)
    }
    const { comparison_digest, ...summary } = comparison.summary
    expect(sha256(canonicalize({ ...comparison, summary }) ?? '')).toBe(comparison_digest)
  })

  test('turned around says the same from the other side', async () => {
    const [one, other] = [comparisonIn(await ask()), comparisonIn(await ask(ours, {}, { a: b, b: a }))]

    expect(other.overall.difference).toBeCloseTo(-(one.overall.difference ?? 0), 6)
    expect(other.overall.interval?.map((bound) => -bound).toReversed()).toEqual([...(one.overall.interval ?? [])])
    expect(other.overall.finding).toBe('b_better')
  })

  test('is not compared as a whole where only one was tested at a level, and says which', async () => {
    await store(b, 39, { testing_mode: 'red_team' }, 3)

    const { overall, differs, limitations, testing_levels } = comparisonIn(await ask())

    expect(differs.testing_levels).toEqual(['red_team'])
    expect(overall).toMatchObject({ difference: null, interval: null, finding: 'not_compared' })
    expect(overall.reason).toContain('red_team')
    expect(limitations.join()).toContain('red_team')
    expect(testing_levels.red_team?.overall).toMatchObject({ finding: 'not_compared', a: { n: 0 }, b: { n: 3 } })
    expect(testing_levels.field?.overall.finding).toBe('a_better')
  })

  test('has no interval where a side is one trace, and says on which side', async () => {
    const lone = `lone-${count}`
    await store(lone, 50, { testing_mode: 'model' }, 1)

    const { testing_levels } = comparisonIn(await ask(ours, {}, { a: lone, b }))

    expect(testing_levels.model?.overall).toMatchObject({ interval: null, finding: 'not_compared' })
    expect(testing_levels.model?.overall.reason).toContain('no interval: a: 1 trace, 100 are needed')
    expect(testing_levels.model?.overall.difference).not.toBeNull()
  })

  test('is one system at two times, parted by a moment', async () => {
    const { sql } = service.database
    const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
    const moment = new Date((row?.now.getTime() ?? 0) + 1).toISOString()
    await Bun.sleep(5)
    await store(a, 39)

    const answer = await ask(ours, {}, { a, b: a, a_to: moment, b_from: moment })
    const comparison = comparisonIn(answer)

    expect([comparison.a.n, comparison.b.n]).toEqual([200, 200])
    expect(comparison.differs.windows).toBe('apart')
    expect(comparison.overall.finding).toBe('a_better')
    expect(await ask(ours, {}, { a, b: a, a_to: moment })).toMatchObject({ status: 400 })
  })
})

describe('a call', () => {
  test('for a system that is not there is 404 and says which of the two', async () => {
    for (const query of [
      { a: 'nobody', b },
      { a, b: 'nobody' },
    ])
      expect(await ask(ours, {}, query)).toMatchObject({
        status: 404,
        body: { error: { code: 'SYSTEM_NOT_FOUND', details: { system_source: 'nobody' } } },
      })
  })

  test('for another organisation’s system is 404', async () => {
    const { key } = await service.issueKey({ org: 'org_other', areas: ['A'] })

    expect((await ask(key)).body).toMatchObject({ error: { code: 'SYSTEM_NOT_FOUND', details: { system_source: a } } })
  })

  test('without a system, for the same one twice, or for times that meet, is 400 and names the parameter', async () => {
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
    const cases: [Record<string, string>, string][] = [
      [{ a }, '?b'],
      [{ b }, '?a'],
      [{ a, b: a }, '?b'],
      [{ a, b: a, a_from: early, b_from: late }, '?b'],
      [{ a, b: a, a_to: late, b_from: early }, '?b'],
      [{ a, b, c: 'x' }, '?c'],
      [{ a, b, a_to: 'yesterday' }, '?a_to'],
      [{ a: 'x'.repeat(513), b }, '?a'],
      [{ a, b, profile: 'none' }, '?profile'],
    ]
    for (const [query, path] of cases)
      expect(await ask(ours, {}, query)).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_REQUEST', details: { issues: [{ path }] } } },
      })
  })

  test('waits for its job as long as Prefer says, and no call makes it twice', async () => {
    const soon = await without(() => ask(ours, { prefer: 'respond-async' }))
    expect(soon.status).toBe(202)
    const late = await ask()
    expect(late).toMatchObject({
      status: 504,
      body: { error: { code: 'JOB_TIMEOUT', details: { job_id: jobIn(soon) } } },
    })

    await withWorker()
    await until(async () => (await service.call(`GET /jobs/${jobIn(soon)}/result`, { key: ours })).status === 200, {
      what: 'the comparison',
    })
    const result = await service.call(`GET /jobs/${jobIn(soon)}/result`, { key: ours })
    const again = await without(async () => [await ask(ours), await ask(others, { prefer: 'respond-async' })])

    expectShape(ComparisonResponse, result.body)
    expect(again.map(({ status, text }) => [status, text])).toEqual([
      [200, result.text],
      [200, result.text],
    ])
  })

  test('by many at once is answered alike; after a new trace it is another', async () => {
    await withWorker()

    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at % 2 ? ours : others)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const first = comparisonIn(await ask())
    await store(b, 50, {}, 1)

    expect(comparisonIn(await ask()).b.n).toBe(first.b.n + 1)
  })

  test('is no tree: its job names none', async () => {
    await withWorker()
    const made = await ask()

    expect(await service.call(`GET /trees/${made.headers.get('x-job-id')}`, { key: ours })).toMatchObject({
      status: 404,
      body: { error: { code: 'JOB_NOT_FOUND' } },
    })
  })
})

test('it leaves a node that rests on the newest traces of both, and is erased like any other payload', async () => {
  await withWorker()
  const made = await ask()
  const node = made.headers.get('x-service-attribution') ?? ''
  const { sql } = service.database

  const [row] = await sql<{ body: string; parents: number }[]>`
    select body::text as body, (select count(*)::int from edg_edges where child = n.id) as parents
    from edg_nodes n where id = decode(${node}, 'hex')`
  expect(JSON.parse(row?.body ?? '')).toMatchObject({
    kind: 'tree.generated',
    subject: { type: 'system', id: a },
    result: { tree_digest: comparisonIn(made).summary.comparison_digest },
  })
  expect(row?.parents).toBe(64)
  await assertEvidence(service.database.sql, { isLogged: false })

  const { key } = await service.issueKey({ scopes: ['governance:write'] })
  const erased = await service.call(`POST /v1/edg/${node}/erase`, { body: { reason: 'asked for' }, key })
  expect(erased.status).toBe(200)
  expect((await service.call(`GET /jobs/${made.headers.get('x-job-id')}/result`, { key: ours })).status).toBe(409)
  const anew = await ask()
  expect(anew.status).toBe(200)
  expect(anew.headers.get('x-job-id')).not.toBe(made.headers.get('x-job-id'))
})

test('it speaks of both: a system without clearance makes it a violation, a grave trace of either a missing review', async () => {
  await withWorker()
  const plain = await ask()
  expect(plain.headers.get('x-constitutional-compliance')).toBe('indeterminate')
  await store(b, 95, { risk_level: 'HIGH', constitutional_compliance: false }, 1)

  const grave = await until(
    async () => {
      const answer = await ask()
      return answer.headers.get('x-constitutional-compliance') === 'violation' ? answer : undefined
    },
    { what: 'the lost clearance of b' },
  )

  expect(grave.headers.get('x-human-review')).toBe('none')
})
