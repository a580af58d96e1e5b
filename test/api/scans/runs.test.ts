/** Runs without a worker: what is taken, how it is listed and followed, called off, and what a lost job leads to. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type EndedPage, lockRuns } from '#db/queries/runs'
import { ErrorBody } from '#shared/contracts/about'
import { Run, RunList, RunResults } from '#shared/contracts/scans'
import { endPages } from '#shared/evidence/run-life'
import { digestOfFindings } from '#shared/evidence/sealed/runs'
import { sitemapJobId } from '#shared/jobs/scan-page'
import { openLog } from '#shared/kernel/logger'
import { undocumentedIn } from '#test/contract/documented'
import { expectScanError, expectShape, faultPaths } from '#test/contract/shapes'
import { junitFaults } from '#test/support/report-readers'
import { sealAnew } from '#test/support/sealed'
import { type Answer, type CallOptions, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'
import { sweep } from '#workers/maintenance/sweep'

type Json = Record<string, unknown>

const queuedPages = 3000
let service: Service
let call: Service['call']

beforeAll(async () => {
  service = await startService({
    workers: 0,
    apis: 2,
    env: { ...unlimited, QUEUED_PAGES_STANDARD: '10', QUEUED_PAGES_ENTERPRISE: String(queuedPages) },
  })
  call = service.call
})
afterAll(() => service.stop())

/** An organisation of its own: its queue is its own alone. */
async function anOrganisation(tier: 'standard' | 'enterprise' = 'enterprise'): Promise<Service['call']> {
  const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}`, tier })
  return (what, options) => call(what, { key, ...options })
}

const urls = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `https://example.com/${from + index}`)
const submit = (as: Service['call'], body: Json, options: CallOptions = {}) =>
  as('POST /api/scan-runs', { body, ...options })
const runOf = (answer: Answer) => {
  expectShape(Run, answer.body)
  return answer.body as Run
}
const resultsOf = async (as: Service['call'], runId: string, query = '') => {
  const answer = await as(`GET /api/scan-runs/${runId}/results${query}`)
  expectShape(RunResults, answer.body)
  return answer.body as { results: Json[]; nextCursor: string | null }
}
const jobsOf = (runId: string) => service.database.sql<
  { id: string; state: string; priority: number; data: { payload: Json } }[]
>`
  select id, state::text as state, priority, data from pgboss.job
  where name = 'scan-page' and coalesce(data->'payload'->>'runId', data->'payload'->'run'->>'runId') = ${runId}
  order by priority desc`

/** Ends pages as the room does. */
async function end(runId: string, pages: number[], odd: Partial<EndedPage> = {}): Promise<void> {
  const { sql } = service.database
  const rows = await sql<{ job_id: string }[]>`
    select job_id from scan_run_pages where run_id = ${runId} and page = any(${pages}::int[]) order by page`
  await sql.begin(async (tx) => {
    await lockRuns(tx, [runId])
    await endPages(
      tx,
      service.signer,
      rows.map(({ job_id }) => ({
        run_id: runId,
        job_id,
        state: 'succeeded',
        score: 80,
        compliance: 'fail',
        issue_count: 2,
        error: null,
        issues: { 'image-alt': 2 },
        findings_sha256: digestOfFindings([]),
        ...odd,
      })),
    )
  })
}

describe('a run of addresses', () => {
  test('is taken at once, queued page by page, the first ones first', async () => {
    const as = await anOrganisation()

    const answer = await submit(as, { urls: urls(3), standard: 'wcag22aa', screenshot: true })

    expect(answer.status).toBe(202)
    const run = runOf(answer)
    expect(run).toMatchObject({
      state: 'queued',
      progress: { done: 0, failed: 0, total: 3 },
      finishedAt: null,
    })
    expect(answer.headers.get('location')).toBe(`/api/scan-runs/${run.runId}`)
    const jobs = await jobsOf(run.runId)
    expect(jobs.map(({ priority }) => priority + 0)).toEqual([0, -1, -2])
    expect(jobs.map(({ data }) => data.payload)).toMatchObject(
      urls(3).map((url, page) => ({
        of: 'page',
        url,
        standard: 'WCAG 2.2 AA',
        screenshot: true,
        run: { page, crawl: null },
      })),
    )
  })

  test('of 2,000 is taken within two seconds', async () => {
    const as = await anOrganisation()
    const since = performance.now()

    const answer = await submit(as, { urls: urls(2000) })

    expect(performance.now() - since).toBeLessThan(2000)
    expect(runOf(answer).progress.total).toBe(2000)
    expect(await jobsOf(runOf(answer).runId)).toHaveLength(2000)
  })

  test('has each address once, as URL serialises it', async () => {
    const as = await anOrganisation()

    const run = runOf(
      await submit(as, {
        urls: ['https://example.com', 'HTTPS://EXAMPLE.com/', 'https://example.com/a', 'https://example.com:443/a'],
      }),
    )

    const { results } = await resultsOf(as, run.runId)
    expect(results.map(({ url }) => url)).toEqual(['https://example.com/', 'https://example.com/a'])
  })

  test('names every address that does not fit, up to 100', async () => {
    const as = await anOrganisation()

    const answer = await submit(as, {
      urls: [...urls(1), 'nothing', 'ftp://example.com/', 'http://10.0.0.1/', ...urls(1)],
    })
    const many = await submit(as, { urls: Array.from({ length: 300 }, () => 'http://10.0.0.1/') })

    expectScanError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)).toEqual(['/urls/1', '/urls/2', '/urls/3'])
    expectScanError(many, 'ADDRESS_REFUSED')
    expect(faultPaths(many)).toHaveLength(100)
    expect((await as('GET /api/scan-runs')).body).toEqual({ runs: [], nextCursor: null })
  })

  for (const body of [
    {},
    { urls: urls(1), sitemap: 'https://example.com/sitemap.xml' },
    { urls: urls(1), crawl: { start: 'https://example.com/' } },
    { urls: urls(1), sitemap: 'https://example.com/s.xml', crawl: { start: 'https://example.com/' } },
  ]) {
    test(`of ${Object.keys(body).join(' and ') || 'nothing'} is refused`, async () => {
      const answer = await submit(call, body)

      expectScanError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual([''])
    })
  }
  for (const [body, path] of [
    [{ urls: [] }, '/urls'],
    [{ urls: 'https://example.com/' }, '/urls'],
    [{ urls: [1] }, '/urls/0'],
    [{ sitemap: 'no' }, '/sitemap'],
    [{ sitemap: 'http://127.0.0.1/s.xml' }, '/sitemap'],
    [{ crawl: {} }, '/crawl/start'],
    [{ crawl: { start: 'http://localhost/' } }, '/crawl/start'],
    [{ crawl: { start: 'https://example.com/', maxDepth: 21 } }, '/crawl/maxDepth'],
    [{ crawl: { start: 'https://example.com/', maxPages: 0 } }, '/crawl/maxPages'],
    [{ crawl: { start: 'https://example.com/', follow: true } }, '/crawl/follow'],
    [{ urls: urls(1), standard: 'none' }, '/standard'],
    [{ urls: urls(1), includeWarnings: true }, '/includeWarnings'],
    [{ urls: urls(1), headers: { Host: 'a' } }, '/headers/Host'],
  ] as const) {
    test(`${JSON.stringify(body).slice(0, 70)} is refused at ${path}`, async () => {
      const answer = await submit(call, body)

      expect(answer.status).toBe(400)
      expectShape(ErrorBody, answer.body)
      expect(faultPaths(answer)).toEqual([path])
    })
  }

  test('asked for again under its Idempotency-Key is the same run', async () => {
    const as = await anOrganisation()
    const headers = { 'idempotency-key': 'once' }

    const [first, second] = await Promise.all([
      submit(as, { urls: urls(5) }, { headers }),
      submit(as, { urls: urls(5) }, { headers, api: 1 }),
    ])

    expect(runOf(second).runId).toBe(runOf(first).runId)
    expect(await jobsOf(runOf(first).runId)).toHaveLength(5)
    expect(((await as('GET /api/scan-runs')).body as { runs: Json[] }).runs).toHaveLength(1)
    const other = await submit(as, { urls: urls(6) }, { headers })
    expectScanError(other, 'IDEMPOTENCY_CONFLICT')
  })
})

describe('a sitemap', () => {
  test('is read by one job; the run waits for it', async () => {
    const as = await anOrganisation()

    const run = runOf(await submit(as, { sitemap: 'https://example.com/sitemap.xml', headers: { 'X-Key': 'hush' } }))

    expect(run).toMatchObject({ state: 'queued', progress: { done: 0, failed: 0, total: 0 } })
    const jobs = await jobsOf(run.runId)
    expect(jobs.map(({ data }) => data.payload)).toEqual([
      { of: 'sitemap', runId: run.runId, url: 'https://example.com/sitemap.xml' },
    ])
    const [row] = await service.database.sql`select * from scan_runs where run_id = ${run.runId}`
    expect(row?.['sealed_access']).toBeString()
    expect(JSON.stringify(row)).not.toContain('hush')
  })
})

describe('a crawl', () => {
  test('starts with its first page, and has the defaults of its rules', async () => {
    const as = await anOrganisation()

    const run = runOf(await submit(as, { crawl: { start: 'https://example.com/docs#top', include: ['/docs/*'] } }))

    const rules = { start: 'https://example.com/docs', maxDepth: 3, maxPages: 100, include: ['/docs/*'] }
    const jobs = await jobsOf(run.runId)
    expect(jobs.map(({ data }) => data.payload)).toMatchObject([
      { of: 'page', url: 'https://example.com/docs', run: { page: 0, crawl: { depth: 0, rules } } },
    ])
    expect((await service.database.sql`select page_limit from scan_runs where run_id = ${run.runId}`)[0]).toEqual({
      page_limit: 100,
    })
  })
})

describe('what an organisation may have queued', () => {
  test('is bounded, whoever asks at once; what has ended makes room', async () => {
    const as = await anOrganisation('standard')

    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => submit(as, { urls: urls(4) }, { api: index % 2 })),
    )

    const taken = answers.filter(({ status }) => status === 202)
    expect(taken).toHaveLength(2)
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expectScanError(answer, 'RATE_LIMIT_EXCEEDED')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await end(runOf(taken[0] as Answer).runId, [0, 1, 2, 3])
    expect((await submit(as, { urls: urls(4) })).status).toBe(202)
  })

  test('counts a crawl with all the pages it may come to', async () => {
    const as = await anOrganisation('standard')

    expect((await submit(as, { crawl: { start: 'https://example.com/', maxPages: 8 } })).status).toBe(202)

    expectScanError(await submit(as, { urls: urls(4) }), 'RATE_LIMIT_EXCEEDED')
    expect((await submit(as, { urls: urls(2) })).status).toBe(202)
  })

  test('is told of a run that could never fit', async () => {
    const as = await anOrganisation('standard')

    expect(faultPaths(await submit(as, { urls: urls(11) }))).toEqual(['/urls'])
    expect(faultPaths(await submit(as, { crawl: { start: 'https://example.com/' } }))).toEqual(['/crawl/maxPages'])
  })

  test('is no other organisation’s', async () => {
    const [one, other] = [await anOrganisation('standard'), await anOrganisation('standard')]

    expect((await submit(one, { urls: urls(10) })).status).toBe(202)
    expect((await submit(other, { urls: urls(10) })).status).toBe(202)
  })
})

describe('a run’s progress', () => {
  test('counts pages, scores and rules; the last page ends it', async () => {
    const as = await anOrganisation()
    const { runId } = runOf(await submit(as, { urls: urls(4), headers: { 'X-Key': 'a' } }))

    await end(runId, [0], { score: 91, issues: { 'image-alt': 1 } })
    await end(runId, [2], { score: 40, issues: { 'image-alt': 3, 'color-contrast': 9 } })
    const during = runOf(await as(`GET /api/scan-runs/${runId}`))
    await end(runId, [1], {
      state: 'failed',
      score: null,
      compliance: null,
      issue_count: null,
      issues: {},
      error: { code: 'PAGE_UNREACHABLE', message: 'no', details: {} },
    })
    await end(runId, [3], { score: 70, issues: {}, issue_count: 0, compliance: 'pass' })
    await end(runId, [3], { score: 1 })

    expect(during).toMatchObject({
      state: 'running',
      progress: { done: 2, failed: 0, total: 4 },
      scores: { mean: 65.5, worst: 40 },
      topIssues: [
        { type: 'image-alt', pages: 2, issues: 4 },
        { type: 'color-contrast', pages: 1, issues: 9 },
      ],
    })
    const after = runOf(await as(`GET /api/scan-runs/${runId}`))
    expect(after).toMatchObject({
      state: 'succeeded',
      progress: { done: 4, failed: 1, total: 4 },
      scores: { mean: 67, worst: 40 },
    })
    expect(after.finishedAt).toBeString()
    const [row] = await service.database.sql`select sealed_access from scan_runs where run_id = ${runId}`
    expect(row?.['sealed_access']).toBeNull()
    const { results } = await resultsOf(as, runId)
    expect(results.map(({ state, score, compliance, issueCount }) => [state, score, compliance, issueCount])).toEqual([
      ['succeeded', 91, 'fail', 2],
      ['failed', null, null, null],
      ['succeeded', 40, 'fail', 2],
      ['succeeded', 70, 'pass', 0],
    ])
    expect(results[1]).toMatchObject({ scanId: null, error: { code: 'PAGE_UNREACHABLE' } })
  })

  test('results page by cursor, each page of the run once', async () => {
    const as = await anOrganisation()
    const { runId } = runOf(await submit(as, { urls: urls(7) }))

    const seen: unknown[] = []
    let query = '?limit=3'
    for (;;) {
      const { results, nextCursor } = await resultsOf(as, runId, query)
      seen.push(...results.map(({ url }) => url))
      if (nextCursor === null) break
      query = `?limit=3&cursor=${nextCursor}`
    }

    expect(seen).toEqual(urls(7))
  })

  test('results come as NDJSON, all of them', async () => {
    const as = await anOrganisation()
    const { runId } = runOf(await submit(as, { urls: urls(2100) }))
    await end(runId, [5])

    const answer = await as(`GET /api/scan-runs/${runId}/results`, { headers: { accept: 'application/x-ndjson' } })

    expect(answer.headers.get('content-type')).toStartWith('application/x-ndjson')
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Json)
    expect(lines.map(({ url }) => url)).toEqual(urls(2100))
    expect(lines[5]).toMatchObject({ state: 'succeeded', score: 80 })
  })

  for (const query of [
    'limit=0',
    'limit=1001',
    'cursor=abc',
    'cursor=',
    'cursor=WyJhIl0',
    'cursor=Wy0xXQ',
    'colour=red',
    'cursor=WzEsMl0',
  ]) {
    test(`results refuse ${query}`, async () => {
      const { runId } = runOf(await submit(call, { urls: urls(1) }))

      expectScanError(await call(`GET /api/scan-runs/${runId}/results?${query}`), 'INVALID_REQUEST')
    })
  }
})

describe('lists', () => {
  test('of runs are newest first and page by cursor', async () => {
    const as = await anOrganisation()
    const made: string[] = []
    for (let n = 0; n < 5; n += 1) made.unshift(runOf(await submit(as, { urls: urls(1, n) })).runId)

    const seen: string[] = []
    let query = '?limit=2'
    for (;;) {
      const answer = await as(`GET /api/scan-runs${query}`)
      expectShape(RunList, answer.body)
      const { runs, nextCursor } = answer.body as { runs: Run[]; nextCursor: string | null }
      seen.push(...runs.map((run) => run.runId))
      if (nextCursor === null) break
      query = `?limit=2&cursor=${nextCursor}`
    }

    expect(seen).toEqual(made)
  })

  test('refuse a cursor that is none', async () => {
    for (const list of ['scans', 'scan-runs'])
      for (const cursor of [
        'abc',
        Buffer.from('["2026-01-01T00:00:00Z","no"]').toString('base64url'),
        Buffer.from('["+275760-09-13T00:00:00.000Z","00000000-0000-4000-8000-000000000000"]').toString('base64url'),
      ])
        expectScanError(await call(`GET /api/${list}?cursor=${cursor}`), 'INVALID_REQUEST')
  })
})

describe('what belongs to another organisation', () => {
  test('is 404 as if it were not there', async () => {
    const [mine, theirs] = [await anOrganisation(), await anOrganisation()]
    const { runId } = runOf(await submit(mine, { urls: urls(1) }))

    for (const what of [
      `GET /api/scan-runs/${runId}`,
      `GET /api/scan-runs/${runId}/results`,
      `GET /api/scan-runs/${runId}/events`,
      `GET /api/scan-runs/${runId}/report`,
      `GET /api/scan-runs/${runId}/compare/${runId}`,
      `POST /api/scan-runs/${runId}/cancel`,
    ])
      expectScanError(await theirs(what), 'RUN_NOT_FOUND')
    expect((await theirs('GET /api/scan-runs')).body).toEqual({ runs: [], nextCursor: null })
    expect(runOf(await mine(`GET /api/scan-runs/${runId}`)).state).toBe('queued')
  })

  test('and what is no id is 404 too', async () => {
    for (const id of ['x', '%20', crypto.randomUUID()])
      expectScanError(await call(`GET /api/scan-runs/${id}`), 'RUN_NOT_FOUND')
  })
})

describe('the files of a run', () => {
  test('name what failed, what is no longer kept, what waits, and what was called off', async () => {
    const as = await anOrganisation()
    const { runId } = runOf(await submit(as, { urls: urls(3) }))
    const error = { code: 'PAGE_UNREACHABLE', message: 'it answered 404', details: {} }
    await end(runId, [0], { state: 'failed', score: null, compliance: null, issue_count: null, error, issues: {} })
    await end(runId, [1])
    const errorsOf = async () => {
      const { text } = await as(`GET /api/scan-runs/${runId}/report?format=junit`)
      expect(junitFaults(text)).toEqual([])
      return [...text.matchAll(/<error message="([^"]*)" type="([^"]*)"/g)].map(([, message, code]) => [code, message])
    }

    const running = await errorsOf()
    await as(`POST /api/scan-runs/${runId}/cancel`)
    const canceled = await errorsOf()
    const json = await as(`GET /api/scan-runs/${runId}/report`)

    const ended = [
      ['PAGE_UNREACHABLE', 'it answered 404'],
      ['REPORT_ERASED', 'its report is no longer kept'],
    ]
    expect(running).toEqual([...ended, ['NOT_SCANNED_YET', 'it waits for its turn: the run goes on']])
    expect(canceled).toEqual([...ended, ['CANCELED', 'the run was called off before']])
    expect(json.body).toEqual([])
  })
})

describe('a run that is called off', () => {
  test('ends at once: what is done stays, what is queued is taken out; once more changes nothing', async () => {
    const as = await anOrganisation()
    const { runId } = runOf(await submit(as, { urls: urls(4) }))
    await end(runId, [0])

    const answer = await as(`POST /api/scan-runs/${runId}/cancel`)
    const again = await as(`POST /api/scan-runs/${runId}/cancel`)

    expect(answer.status).toBe(200)
    expect(runOf(answer)).toMatchObject({
      state: 'canceled',
      progress: { done: 4, failed: 0, total: 4 },
      scores: { mean: 80, worst: 80 },
    })
    expect(again.body).toEqual(answer.body)
    const { results } = await resultsOf(as, runId)
    expect(results.map(({ state }) => state)).toEqual(['succeeded', 'canceled', 'canceled', 'canceled'])
    const jobs = await jobsOf(runId)
    expect(jobs.map(({ state }) => state)).toEqual(['created', 'cancelled', 'cancelled', 'cancelled'])
    const { id = '' } = jobs[2] ?? {}
    expect((await as(`GET /jobs/${id}`)).body).toMatchObject({ state: 'canceled' })
  })

  test('while its sitemap is still read, it looks for no more', async () => {
    const as = await anOrganisation()
    const { runId } = runOf(await submit(as, { sitemap: 'https://example.com/s.xml' }))

    expect(runOf(await as(`POST /api/scan-runs/${runId}/cancel`)).state).toBe('canceled')
    expect((await jobsOf(runId)).map(({ state }) => state)).toEqual(['cancelled'])
  })

  test('after it has ended is refused', async () => {
    const as = await anOrganisation()
    const { runId } = runOf(await submit(as, { urls: urls(1) }))
    await end(runId, [0])

    const answer = await as(`POST /api/scan-runs/${runId}/cancel`)

    expectScanError(answer, 'STATE_CONFLICT')
    expect(answer.status).toBe(400)
  })

  test('by two at once ends once', async () => {
    const as = await anOrganisation()
    const { runId } = runOf(await submit(as, { urls: urls(500) }))

    const answers = await Promise.all([0, 1, 0, 1].map((api) => as(`POST /api/scan-runs/${runId}/cancel`, { api })))

    for (const answer of answers)
      expect(runOf(answer)).toMatchObject({ state: 'canceled', progress: { done: 500, total: 500 } })
  })

  test('makes room for others', async () => {
    const as = await anOrganisation('standard')
    const { runId } = runOf(await submit(as, { urls: urls(10) }))
    await as(`POST /api/scan-runs/${runId}/cancel`)

    expect((await submit(as, { urls: urls(10) })).status).toBe(202)
  })

  test('one page called off by itself ends as canceled, and its run goes on', async () => {
    const as = await anOrganisation()
    const { runId } = runOf(await submit(as, { urls: urls(2) }))
    const [job] = await jobsOf(runId)

    expect((await as(`POST /jobs/${job?.id}/cancel`)).status).toBe(200)
    await end(runId, [1])

    expect(runOf(await as(`GET /api/scan-runs/${runId}`))).toMatchObject({
      state: 'succeeded',
      progress: { done: 2, failed: 0, total: 2 },
      scores: { mean: 80 },
    })
    expect((await resultsOf(as, runId)).results.map(({ state }) => state)).toEqual(['canceled', 'succeeded'])
  })
})

describe('events', () => {
  type Event = { event: string; id: string; data: Json }
  async function* events(path: string, key: string, signal: AbortSignal): AsyncGenerator<Event> {
    const response = await fetch(`${service.urls[0]}${path}`, { headers: { authorization: `Bearer ${key}` }, signal })
    expect(response.headers.get('content-type')).toStartWith('text/event-stream')
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk)
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const fields = Object.fromEntries(
          part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        if (fields['event'])
          yield { event: fields['event'], id: fields['id'] ?? '', data: JSON.parse(fields['data'] ?? '') }
      }
    }
  }

  test('tell the run at once, whenever it changes, and its end', async () => {
    const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}` })
    const as: Service['call'] = (what, options) => call(what, { key, ...options })
    const { runId } = runOf(await submit(as, { urls: urls(2) }))

    const told: Event[] = []
    for await (const event of events(`/api/scan-runs/${runId}/events`, key, AbortSignal.timeout(20_000))) {
      told.push(event)
      expectShape(Run, event.data)
      if (event.event === 'progress') await end(runId, [told.length - 1])
    }

    expect(told.map(({ event, id }) => [event, id])).toEqual([
      ['progress', '0'],
      ['progress', '1'],
      ['progress', '2'],
      ['end', '2'],
    ])
    expect(told.at(-1)?.data).toEqual((await as(`GET /api/scan-runs/${runId}`)).body as Json)
  })

  test('of a run that has ended are its end', async () => {
    const { runId } = runOf(await submit(call, { urls: urls(1) }))
    await end(runId, [0])

    const told = await Array.fromAsync(
      events(`/api/scan-runs/${runId}/events`, service.key, AbortSignal.timeout(10_000)),
    )

    expect(told.map(({ event }) => event)).toEqual(['progress', 'end'])
  })

  test('are bounded in number, and a reader that leaves makes room', async () => {
    const { runId } = runOf(await submit(call, { urls: urls(1) }))
    const leave = new AbortController()
    // One key has fewer than a process.
    const keys = await Promise.all(Array.from({ length: 5 }, async () => (await service.issueKey()).key))
    const open = (signal?: AbortSignal, key = keys[0]) =>
      fetch(`${service.urls[1]}/api/scan-runs/${runId}/events`, {
        headers: { authorization: `Bearer ${key}` },
        ...(signal ? { signal } : {}),
      })

    // A few at a time: one that the store is too busy for ends at once, and makes room.
    const streams: Response[] = []
    while (streams.length < 200) streams.push(...(await Promise.all(keys.map((key) => open(leave.signal, key)))))
    const refused = await Promise.all(keys.map((key) => open(leave.signal, key)))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect(refused.map(({ status }) => status)).toEqual(keys.map(() => 429))
    expect(refused[0]?.headers.get('retry-after')).toBe('5')
    leave.abort()

    await until(
      async () => {
        const again = await open()
        await again.body?.cancel()
        return again.status === 200
      },
      { what: 'room for a stream' },
    )
  })

  test('end without `end` when the process drains', async () => {
    const api = await service.startApi()
    const { runId } = runOf(await submit(call, { urls: urls(1) }))
    const response = await fetch(`${service.urls[api]}/api/scan-runs/${runId}/events`, {
      headers: { authorization: `Bearer ${service.key}` },
    })

    service.apis[api]?.kill('SIGTERM')
    const text = await response.text()

    expect(text).toContain('event: progress')
    expect(text).not.toContain('event: end')
    expect(await service.apis[api]?.exited).toBe(0)
  })
})

describe('maintenance', () => {
  const reported: string[] = []
  const tools = (scans: number) => ({
    sql: service.database.sql,
    log: openLog('test', 'silent'),
    keptDays: { traces: 0, trees: 0, tasks: 0, scans, designs: 90, analyses: 30, briefings: 30, feedback: 365 },
    signer: service.signer,
    reportTampered: async (_: unknown, __: string, told: readonly { id: string }[]) =>
      void reported.push(...told.map(({ id }) => id)),
  })

  test('ends pages and sitemaps whose jobs are gone, so that no run waits for ever, and says that a hand took them', async () => {
    const as = await anOrganisation()
    const { sql } = service.database
    const pages = runOf(await submit(as, { urls: urls(4) })).runId
    const sitemap = runOf(await submit(as, { sitemap: 'https://example.com/s.xml' })).runId
    const jobs = await jobsOf(pages)
    const [first, second, third] = jobs.map(({ id }) => id)
    await sql`delete from pgboss.job where name = 'scan-page' and id = ${first ?? ''}`
    await sql`update pgboss.job set state = 'failed' where name = 'scan-page' and id = ${second ?? ''}`
    // As the queue gives one up itself: it is done again.
    await sql`
      update pgboss.job set state = 'failed', started_on = now(), completed_on = now(), retry_count = retry_limit
      where name = 'scan-page' and id = ${third ?? ''}`
    await sql`delete from pgboss.job where name = 'scan-page' and data->'payload'->>'runId' = ${sitemap}`
    await sweep(tools(90))
    const young = runOf(await as(`GET /api/scan-runs/${pages}`))
    await sql`update scan_runs set created_at = now() - interval '2 minutes' where run_id = any(${[pages, sitemap]}::uuid[])`
    await sealAnew(sql, service.signer, 'scan_runs')

    await sweep(tools(90))

    expect(young.progress.done).toBe(0)
    expect(runOf(await as(`GET /api/scan-runs/${pages}`)).progress).toEqual({ done: 2, failed: 2, total: 4 })
    const byHand = { state: 'failed', error: { code: 'JOB_TAMPERED' } }
    expect((await resultsOf(as, pages)).results.slice(0, 2)).toMatchObject([byHand, byHand])
    expect((await jobsOf(pages)).filter(({ state }) => state === 'retry').map(({ id }) => id)).toEqual([third ?? ''])
    expect(reported.toSorted()).toEqual([first ?? '', second ?? '', sitemapJobId(sitemap)].sort())
    expect(runOf(await as(`GET /api/scan-runs/${sitemap}`))).toMatchObject({
      state: 'succeeded',
      progress: { done: 1, failed: 1, total: 1 },
    })
    expect((await resultsOf(as, sitemap)).results).toMatchObject([
      { url: 'https://example.com/s.xml', state: 'failed', error: { code: 'JOB_TAMPERED' } },
    ])
  })

  test('deletes scans of no run that are too old, and keeps the others', async () => {
    const { sql } = service.database
    const scan = async (daysAgo: number, runId: string | null) => {
      const [row] = await sql<{ job_id: string }[]>`
        insert into scans (job_id, org_id, run_id, url, standard, score, compliance, issue_count, warning_count,
          include_warnings, created_at, node_id, payload_salt, report)
        values (${crypto.randomUUID()}, 'org_old', ${runId}, 'https://example.com/', 'WCAG 2.1 AA', 1, 'fail', 0, 0, true,
          now() - make_interval(days => ${daysAgo}), '', '', '')
        returning job_id`
      return row?.job_id ?? ''
    }
    const [old, young, ofRun] = [await scan(8, null), await scan(6, null), await scan(8, crypto.randomUUID())]
    await sealAnew(sql, service.signer, 'scans')

    await sweep(tools(7))

    const left = await sql<
      { job_id: string }[]
    >`select job_id from scans where job_id = any(${[old, young, ofRun]}::uuid[])`
    expect(left.map(({ job_id }) => job_id).sort()).toEqual([young, ofRun].sort())
  })

  test('deletes runs that ended too long ago, with all that is theirs, and nothing else', async () => {
    const as = await anOrganisation()
    const { sql } = service.database
    const [old, recent, open, edited] = [
      runOf(await submit(as, { urls: urls(1) })).runId,
      runOf(await submit(as, { urls: urls(1) })).runId,
      runOf(await submit(as, { urls: urls(1) })).runId,
      runOf(await submit(as, { urls: urls(1) })).runId,
    ]
    for (const ended of [old, recent, edited]) await end(ended, [0])
    await sql`update scan_runs set finished_at = now() - interval '8 days' where run_id = ${old}`
    await sql`update scan_runs set finished_at = now() - interval '6 days' where run_id = ${recent}`
    await sealAnew(sql, service.signer, 'scan_runs')
    // By somebody who would have it go before its time; older than the other.
    await sql`update scan_runs set finished_at = now() - interval '30 days' where run_id = ${edited}`

    await sweep(tools(7))

    expect(await sql`select from scan_run_pages where run_id = ${edited}`).toHaveLength(1)
    expectScanError(await as(`GET /api/scan-runs/${old}`), 'RUN_NOT_FOUND')
    expect((await as(`GET /api/scan-runs/${recent}`)).status).toBe(200)
    expect((await as(`GET /api/scan-runs/${open}`)).status).toBe(200)
    const left = await sql`
      select 1 from scan_run_pages where run_id = ${old} union all select 1 from scan_run_issues where run_id = ${old}`
    expect([...left]).toEqual([])
  })
})

test('a run’s requests are counted once each', async () => {
  const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}` })

  const first = await call('POST /api/scan-runs', { key, body: { urls: urls(50) } })
  const second = await until(async () => call('GET /api/scan-runs', { key }), { what: 'the list' })

  const remaining = [first, second].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  expect((remaining[0] ?? 0) - (remaining[1] ?? 0)).toBe(1)
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
