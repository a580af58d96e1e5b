/** Area D with a real browser: what scans and runs of a site of the test's own answer, keep, compare and waive. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isViolation, type ScanReport as Report } from '#db/documents/scan-report'
import { KeptReport, Run, RunComparison, ScanList, ScanResponse, Waiver, WaiverList } from '#shared/contracts/scans'
import { undocumentedIn } from '#test/contract/documented'
import { expectScanError, expectShape, faultPaths, faultyScanHeaders } from '#test/contract/shapes'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { type Answer, type CallOptions, patient, type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

type Json = Record<string, unknown>

const faulty = aPage('<img src="a.png">\n<p style="color:#bbb;background:#fff">pale words</p>\n<input>', 'Faulty')
let site: Pages
let service: Service
let call: Service['call']

beforeAll(async () => {
  site = servePages({ '/': aPage('<p>Nothing is wrong here.</p>', 'Good'), '/faulty': faulty })
  service = await startService({ job: 'scan-page', env: { ...unlimited, ...patient, ...site.env } })
  call = service.call
}, 60_000)
afterAll(async () => {
  await service.stop()
  await site.stop()
})

const scan = (path: string, more: Json = {}, options: CallOptions = {}) =>
  call('POST /api/scan', { body: { url: site.url + path, ...more }, ...options })
/** For what does not ask for a scan of its own. */
let faultyScan: Promise<Answer> | undefined
const scanOfFaulty = () => (faultyScan ??= scan('/faulty'))
const scanned = (answer: Answer): ScanResponse => {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  expectShape(ScanResponse, answer.body)
  return answer.body as ScanResponse
}
const scanIdOf = (answer: Answer) => answer.headers.get('x-scan-id') ?? ''
const typesOf = (issues: readonly { type: string }[]) => [...new Set(issues.map(({ type }) => type))].sort()

async function reportOf(scanId: string): Promise<Report> {
  const answer = await call(`GET /api/scans/${scanId}`)
  expectShape(KeptReport, answer.body)
  return answer.body as Report
}

async function aRun(body: Json, as = call): Promise<Run> {
  const { runId } = (await as('POST /api/scan-runs', { body })).body as Run
  return until(
    async () => {
      const run = (await as(`GET /api/scan-runs/${runId}`)).body as Run
      return run.finishedAt !== null && run
    },
    { what: `run ${runId} to end`, timeoutMs: 60_000, everyMs: 100 },
  )
}

describe('a scan', () => {
  test('of a page without a fault passes with 100', async () => {
    const answer = await scan('/')

    const body = scanned(answer)
    expect(Object.keys(body).sort()).toEqual(['compliance', 'issues', 'scanTime', 'score', 'timestamp'])
    expect([body.score, body.compliance]).toEqual([100, 'pass'])
    expect(faultyScanHeaders(answer.headers)).toEqual([])
    expect(answer.headers.get('link')).toBe(`</api/scans/${scanIdOf(answer)}>; rel="describedby"`)
    expect(answer.headers.get('x-service-attribution')).toBeNull()
  }, 60_000)

  test('of a faulty page fails, and its issues have the five fields alone', async () => {
    const body = scanned(await scanOfFaulty())

    expect(body.compliance).toBe('fail')
    expect(body.score).toBeLessThan(100)
    expect(typesOf(body.issues)).toContainValues(['image-alt', 'color-contrast', 'label'])
    for (const issue of body.issues)
      expect(Object.keys(issue).sort()).toEqual(['element', 'location', 'recommendation', 'severity', 'type'])
    const image = body.issues.find(({ type }) => type === 'image-alt')
    expect(image).toMatchObject({ severity: 'critical', element: 'img', location: '5:1' })
  }, 60_000)

  test('without warnings has all violations and no warning; score and compliance are the same', async () => {
    const withThem = scanned(await scanOfFaulty())
    const without = scanned(await scan('/faulty', { includeWarnings: false }))

    const violations = withThem.issues.filter(({ severity }) => isViolation(severity))
    expect(without.issues).toEqual(violations)
    expect([without.score, without.compliance]).toEqual([withThem.score, withThem.compliance])
  }, 60_000)

  test('is the same whether waited for, fetched by its job, or too large to be told along', async () => {
    site.pages.set(
      '/many',
      aPage(Array.from({ length: 80 }, (_, index) => `<img src="${index}.png" id="image-${index}">`).join('\n')),
    )
    const headers = { 'idempotency-key': crypto.randomUUID() }

    const small = await scanOfFaulty()
    const large = await scan('/many', { includeWarnings: false }, { headers })
    const again = await scan('/many', { includeWarnings: false }, { headers })

    for (const answer of [small, large]) {
      const fetched = await call(`GET /jobs/${answer.headers.get('x-job-id')}/result`)
      expect(fetched.body).toEqual(scanned(answer))
      expect(fetched.headers.get('x-scan-id')).toBe(scanIdOf(answer))
    }
    expect(large.text.length).toBeGreaterThan(8000)
    expect(again.body).toEqual(large.body)
    expect(scanIdOf(again)).toBe(scanIdOf(large))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  }, 60_000)

  test('of a page that is not there, or no page, is an error and no verdict', async () => {
    site.pages.set('/data', () => Response.json({ a: 1 }))
    const before = ((await call('GET /api/scans?limit=1000')).body as { scans: Json[] }).scans.length

    for (const [path, reason] of [
      ['/none', 'http_status'],
      ['/data', 'not_html'],
    ] as const) {
      const answer = await scan(path)
      expectScanError(answer, 'PAGE_UNREACHABLE')
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ error: { details: { reason } } })
    }
    expect(((await call('GET /api/scans?limit=1000')).body as { scans: Json[] }).scans).toHaveLength(before)
  }, 60_000)

  test('of a page that leads to a refused address is refused', async () => {
    site.pages.set('/away', () => Response.redirect('http://169.254.169.254/latest/meta-data/'))

    const answer = await scan('/away')

    expect(answer.status).toBe(400)
    expect(['ADDRESS_REFUSED', 'PAGE_UNREACHABLE']).toContain((answer.body as { error: { code: string } }).error.code)
  }, 60_000)

  test('opens a page with headers, cookies and steps', async () => {
    site.pages.set('/private', (request) => {
      const isIn = request.headers.get('x-token') === 'abc' && (request.headers.get('cookie') ?? '').includes('sid=1')
      const body = isIn
        ? '<button onclick="document.querySelector(\'#more\').hidden = false">More</button><div id="more" hidden><img src="a.png" id="late"></div>'
        : ''
      return new Response(aPage(body, isIn ? 'In' : 'Out'), { headers: { 'content-type': 'text/html' } })
    })

    const answer = await scan('/private', {
      headers: { 'X-Token': 'abc' },
      cookies: [{ name: 'sid', value: '1' }],
      steps: [{ action: 'click', selector: 'button' }],
    })

    expect(scanned(answer).issues.find(({ type }) => type === 'image-alt')?.element).toContain('late')
    expect((await reportOf(scanIdOf(answer))).page.title).toBe('In')
  }, 60_000)

  test('in a lesser standard leaves out what only the greater asks for', async () => {
    const [a, aa] = [
      scanned(await scan('/faulty', { standard: 'WCAG 2.0 A' })),
      scanned(await scan('/faulty', { standard: 'wcag21aa' })),
    ]

    expect(typesOf(aa.issues)).toContain('color-contrast')
    expect(typesOf(a.issues.filter(({ severity }) => isViolation(severity)))).not.toContain('color-contrast')
  }, 60_000)
})

describe('a report', () => {
  test('says what the scan said, and more; it has an ETag and never changes', async () => {
    const answer = await scanOfFaulty()
    const body = scanned(answer)
    const report = await reportOf(scanIdOf(answer))

    expect(report).toMatchObject({
      scanId: scanIdOf(answer),
      score: body.score,
      compliance: body.compliance,
      timestamp: body.timestamp,
      scanTime: body.scanTime,
    })
    expect(
      report.issues.map(({ severity, type, element, recommendation, location }) => ({
        severity,
        type,
        element,
        recommendation,
        location,
      })),
    ).toEqual(body.issues)
    const first = await call(`GET /api/scans/${scanIdOf(answer)}`)
    const etag = first.headers.get('etag') ?? ''
    const second = await call(`GET /api/scans/${scanIdOf(answer)}`, { headers: { 'if-none-match': etag } })
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag])
    expect(faultyScanHeaders(second.headers)).toEqual([])
  }, 60_000)

  const formats: [string, string, string][] = [
    ['json', 'application/json', 'inline'],
    ['html', 'text/html', 'inline'],
    ['sarif', 'application/sarif+json', 'attachment'],
    ['earl', 'application/ld+json', 'attachment'],
    ['csv', 'text/csv', 'attachment'],
    ['junit', 'application/xml', 'attachment'],
  ]
  test('comes in every format, named and typed', async () => {
    const scanId = scanIdOf(await scanOfFaulty())

    for (const [format, type, disposition] of formats) {
      const { status, headers, text } = await call(`GET /api/scans/${scanId}?format=${format}`)
      expect([format, status]).toEqual([format, 200])
      expect(headers.get('content-type')).toStartWith(type)
      expect(headers.get('content-disposition')).toStartWith(`${disposition}; filename="scan-${scanId}.`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('etag')).toContain(format)
      expect(text).toContain('image-alt')
    }
    const html = await call(`GET /api/scans/${scanId}?format=html`)
    expect(html.headers.get('content-security-policy')).toStartWith(
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'",
    )
    expectScanError(await call(`GET /api/scans/${scanId}?format=pdf`), 'INVALID_REQUEST')
  }, 60_000)

  test('has the page’s picture beside it, unless none was wanted', async () => {
    const [kept, none] = [scanIdOf(await scan('/')), scanIdOf(await scan('/', { screenshot: false }))]

    const picture = await call(`GET /api/scans/${kept}/picture`)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toMatch(/^image\//)
    // It goes when its scan goes: nobody may keep it without asking.
    expect(picture.headers.get('cache-control')).toBe('private, no-cache')
    const again = await call(`GET /api/scans/${kept}/picture`, {
      headers: { 'if-none-match': picture.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expectScanError(await call(`GET /api/scans/${none}/picture`), 'SCAN_NOT_FOUND')
  }, 60_000)

  test('is in the history of its address, newest first; another organisation sees nothing of it', async () => {
    site.pages.set('/history', faulty)
    const ids = [scanIdOf(await scan('/history')), scanIdOf(await scan('/history'))]
    site.pages.set('/history', aPage('<p>Mended.</p>'))
    ids.push(scanIdOf(await scan('/history')))
    const { key } = await service.issueKey({ org: 'org_other' })

    const seen: Json[] = []
    let query = `url=${encodeURIComponent(`${site.url}/history`)}&limit=2`
    for (;;) {
      const answer = await call(`GET /api/scans?${query}`)
      expectShape(ScanList, answer.body)
      const { scans, nextCursor } = answer.body as { scans: Json[]; nextCursor: string | null }
      seen.push(...scans)
      if (nextCursor === null) break
      query = `url=${encodeURIComponent(`${site.url}/history`)}&limit=2&cursor=${nextCursor}`
    }

    expect(seen.map(({ scanId }) => scanId)).toEqual(ids.toReversed())
    expect(seen.map(({ compliance }) => compliance)).toEqual(['pass', 'fail', 'fail'])
    expect((await call('GET /api/scans', { key })).body).toEqual({ scans: [], nextCursor: null })
    for (const path of ['', '?format=html', '/picture'])
      expectScanError(await call(`GET /api/scans/${ids[0]}${path}`, { key }), 'SCAN_NOT_FOUND')
  }, 90_000)
})

describe('a page that asks too much', () => {
  test('is refused after one attempt where it cannot be examined in its time', async () => {
    let served = 0
    const heavy = aPage(`<p>${'<a href="#"><i><b>x</b></i></a>'.repeat(40_000)}</p>`, 'Heavy')
    site.pages.set('/heavy', () => {
      served += 1
      return new Response(heavy, { headers: { 'content-type': 'text/html' } })
    })

    const answers = await Promise.all([1000, 3000].map((timeoutMs) => scan(`/heavy?${timeoutMs}`, { timeoutMs })))

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'PAGE_UNREACHABLE', details: { reason: 'timeout' } } },
      })
    }
    expect(served).toBeLessThanOrEqual(2)
  }, 60_000)

  test('has all its elements counted, in its report, its scan and its run', async () => {
    const rows = '<img src="data:,"><input>'
    site.pages.set('/thousands', aPage(`${rows.repeat(100)}${'<img src="data:,">'.repeat(1000)}`, 'Thousands'))

    const run = await aRun({ urls: [`${site.url}/thousands`] })

    const { results } = (await call(`GET /api/scan-runs/${run.runId}/results`)).body as { results: Json[] }
    const report = await reportOf(String(results[0]?.['scanId']))
    expect(report.perType).toMatchObject({
      'image-alt': { violations: 1100, practice: 0, warnings: 0, waived: 0 },
      label: { violations: 100, practice: 0, warnings: 0, waived: 0 },
    })
    expect([report.totals.critical, report.isTruncated, report.issues.length]).toEqual([1200, true, 1000])
    expect(results[0]).toMatchObject({ issueCount: 1200 })
    expect(run.topIssues.slice(0, 2)).toEqual([
      { type: 'image-alt', issues: 1100, pages: 1 },
      { type: 'label', issues: 100, pages: 1 },
    ] as typeof run.topIssues)
    const { scans } = (await call(`GET /api/scans?url=${site.url}/thousands`)).body as { scans: Json[] }
    expect(scans.map(({ issueCount }) => issueCount)).toEqual([1200])
  }, 60_000)

  test('is kept with halves of surrogate pairs and NULs made readable, alone, in a run and in a task', async () => {
    const script = `const image = document.querySelector('img')
      image.id = 'a\\ud83d'; image.dataset.n = 'n\\0'; document.title = 'Cut \\ud83d'`
    site.pages.set('/halves', aPage(`<img src="data:,"><script>${script}</script>`, 'Halves'))
    const url = `${site.url}/halves`

    const alone = await scan('/halves')
    const run = await aRun({ urls: [url] })
    const task = (await call('POST /tasks', { body: { type: 'accessibility.scan', payload: { url } } })).body as Json

    scanned(alone)
    const [issue] = (await reportOf(scanIdOf(alone))).issues.filter(({ type }) => type === 'image-alt')
    expect(issue?.html).toContain('\ufffd')
    expect(run.progress).toMatchObject({ done: 1, failed: 0 })
    const { results } = (await call(`GET /api/scan-runs/${run.runId}/results`)).body as { results: Json[] }
    expect((await reportOf(String(results[0]?.['scanId']))).page.title).toBe('Cut \ufffd')
    await until(
      async () => {
        const { body } = await call(`GET /tasks/${task['id']}`)
        return (body as Json)['status'] === 'completed'
      },
      { what: 'the task to be completed', timeoutMs: 30_000 },
    )
  }, 60_000)
})

describe('a run', () => {
  test('scans its pages, and one that fails does not fail the run', async () => {
    const run = await aRun({ urls: ['/', '/faulty', '/none'].map((path) => site.url + path) })

    expectShape(Run, run)
    expect(run).toMatchObject({ state: 'succeeded', progress: { done: 3, failed: 1, total: 3 } })
    expect(typesOf(run.topIssues)).toContain('image-alt')
    const { results } = (await call(`GET /api/scan-runs/${run.runId}/results`)).body as { results: Json[] }
    expect(results.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'failed'])
    expect((await reportOf(String(results[1]?.['scanId']))).runId).toBe(run.runId)
    const whole = await call(`GET /api/scan-runs/${run.runId}/report`)
    expect((whole.body as Report[]).map(({ url }) => url)).toEqual([`${site.url}/`, `${site.url}/faulty`])
  }, 90_000)

  test('of a sitemap has its pages', async () => {
    site.pages.set(
      '/sitemap.xml',
      () =>
        new Response(
          `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/', '/faulty'].map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('')}</urlset>`,
          { headers: { 'content-type': 'application/xml' } },
        ),
    )

    expect(await aRun({ sitemap: `${site.url}/sitemap.xml` })).toMatchObject({
      state: 'succeeded',
      progress: { done: 2, total: 2 },
    })
    expect(await aRun({ sitemap: `${site.url}/nothing.xml` })).toMatchObject({
      state: 'succeeded',
      progress: { done: 1, failed: 1, total: 1 },
    })
  }, 90_000)

  test('of a sitemap lists what it names and nobody can scan as failed pages', async () => {
    const xml = (text: string) => () => new Response(text, { headers: { 'content-type': 'application/xml' } })
    const locs = (tag: string, urls: string[]) => urls.map((url) => `<${tag}><loc>${url}</loc></${tag}>`).join('')
    const index = (...paths: string[]) =>
      xml(
        `<sitemapindex>${locs(
          'sitemap',
          paths.map((path) => site.url + path),
        )}</sitemapindex>`,
      )
    site.pages.set('/index.xml', index('/pages.xml', '/away.xml', '/level-2.xml'))
    site.pages.set('/level-2.xml', index('/level-3.xml'))
    site.pages.set('/level-3.xml', index('/level-4.xml'))
    const odd = ['http://10.1.2.3/', 'ftp://a.test/', 'no address at all', `${site.url}/`]
    site.pages.set('/pages.xml', xml(`<urlset>${locs('url', odd)}</urlset>`))

    const run = await aRun({ sitemap: `${site.url}/index.xml` })

    const { results } = (await call(`GET /api/scan-runs/${run.runId}/results`)).body as {
      results: { url: string; state: string; error: { code: string; details: { reason: string } } | null }[]
    }
    const told = results.map(({ url, state, error }) => [url.replace(site.url, ''), error?.code ?? state])
    expect(told).toEqual([
      ['/away.xml', 'PAGE_UNREACHABLE'],
      ['/level-4.xml', 'PAGE_UNREACHABLE'],
      ['http://10.1.2.3/', 'ADDRESS_REFUSED'],
      ['ftp://a.test/', 'ADDRESS_REFUSED'],
      ['no address at all', 'ADDRESS_REFUSED'],
      ['/', 'succeeded'],
    ])
    expect(run).toMatchObject({ state: 'succeeded', progress: { done: 6, failed: 5, total: 6 } })
  }, 60_000)

  test('of a sitemap that names more than the run may hold says so', async () => {
    const { key } = await service.issueKey({ org: 'org_many', tier: 'standard' })
    const urls = Array.from({ length: 10_050 }, (_, number) => `${site.url}/many/${number}`)
    site.pages.set('/large.txt', () => new Response(urls.join('\n'), { headers: { 'content-type': 'text/plain' } }))

    const { runId } = (await call('POST /api/scan-runs', { key, body: { sitemap: `${site.url}/large.txt` } }))
      .body as Run
    const first = await until(
      async () => {
        const { status, body } = await call(`GET /api/scan-runs/${runId}/results?limit=1`, { key })
        return status === 200 && (body as { results: { url: string; error: { message: string } | null }[] }).results[0]
      },
      { what: 'the sitemap to be read' },
    )
    const run = (await call(`GET /api/scan-runs/${runId}`, { key })).body as Run
    await call(`POST /api/scan-runs/${runId}/cancel`, { key })

    expect(first).toMatchObject({ url: `${site.url}/large.txt`, state: 'failed' })
    expect(first.error?.message).toContain('more than could be taken')
    expect(run.progress.total).toBe(10_000)
  }, 60_000)

  test('of a crawl follows links as far as its rules go', async () => {
    const links = (...to: string[]) => to.map((path) => `<p><a href="${path}">Go to ${path}</a></p>`).join('')
    site.pages.set('/c/', aPage(links('/c/one', '/c/two', '/c/out', 'https://example.com/'), 'Start'))
    site.pages.set('/c/one', aPage(links('/c/deep', '/c/'), 'One'))
    site.pages.set('/c/two', aPage('', 'Two'))
    site.pages.set('/c/deep', aPage(links('/c/deeper'), 'Deep'))

    const run = await aRun({ crawl: { start: `${site.url}/c/`, maxDepth: 2, exclude: ['/c/out'] } })

    const { results } = (await call(`GET /api/scan-runs/${run.runId}/results`)).body as { results: { url: string }[] }
    expect(results.map(({ url }) => url.slice(site.url.length)).sort()).toEqual(['/c/', '/c/deep', '/c/one', '/c/two'])
  }, 90_000)

  test('that is called off stops what runs', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    site.pages.set('/slow', async () => {
      await gate
      return new Response(aPage('slow'), { headers: { 'content-type': 'text/html' } })
    })
    const urls = [`${site.url}/slow`, ...Array.from({ length: 20 }, (_, index) => `${site.url}/slow?${index}`)]
    const { runId } = (await call('POST /api/scan-runs', { body: { urls } })).body as Run
    await until(async () => (await service.database.sql`select 1 from job_claims`).length > 0, {
      what: 'a page to be taken',
    })

    const canceled = await call(`POST /api/scan-runs/${runId}/cancel`)

    expect(canceled.body).toMatchObject({ state: 'canceled', progress: { done: 21, failed: 0, total: 21 } })
    open()
    expect(scanned(await scan('/')).score).toBe(100)
    expect((await call(`GET /api/scan-runs/${runId}`)).body).toEqual(canceled.body as Json)
    expect(((await call(`GET /api/scans?url=${site.url}/slow`)).body as { scans: Json[] }).scans).toEqual([])
  }, 90_000)

  test('lets a call of its own go first', async () => {
    const { runId } = (
      await call('POST /api/scan-runs', {
        body: { urls: Array.from({ length: 40 }, (_, index) => `${site.url}/?${index}`) },
      })
    ).body as Run

    scanned(await scan('/'))

    const { progress } = (await call(`GET /api/scan-runs/${runId}`)).body as Run
    expect(progress.done).toBeLessThan(40)
    await call(`POST /api/scan-runs/${runId}/cancel`)
  }, 90_000)
})

describe('two runs', () => {
  test('are compared: what is new, fixed, persisting, moved', async () => {
    const before = aPage(
      '<img src="stays.png" id="stays">\n<img src="goes.png" id="goes">\n<div><input name="wanders" title=""></div>',
      'Shop',
    )
    const after = aPage(
      '<img src="stays.png" id="stays">\n<a href="/x" id="comes"></a>\n<section><ul><li><input name="wanders" title=""></li></ul></section>',
      'Shop',
    )
    site.pages.set('/shop', before)
    site.pages.set('/gone', faulty)
    const base = await aRun({ urls: [`${site.url}/shop`, `${site.url}/gone`] })
    site.pages.set('/shop', after)
    const other = await aRun({ urls: [`${site.url}/shop`, `${site.url}/faulty`] })

    const answer = await call(`GET /api/scan-runs/${base.runId}/compare/${other.runId}`)

    expectShape(RunComparison, answer.body)
    const comparison = answer.body as RunComparison
    const shown = (issues: { type: string; element: string }[]) =>
      issues.map(({ type, element }) => `${type} ${element}`)
    expect(shown(comparison.new)).toEqual(['link-name #comes'])
    expect(shown(comparison.fixed)).toEqual(['image-alt #goes'])
    expect(shown(comparison.persisting)).toEqual(['image-alt #stays'])
    expect(comparison.moved.map(({ type }) => type)).toEqual(['label'])
    expect(comparison.moved[0]?.from).toEqual({ url: `${site.url}/shop`, element: 'input' })
    expect(comparison).toMatchObject({
      base: base.runId,
      other: other.runId,
      totals: { new: 1, fixed: 1, persisting: 1, moved: 1 },
      isTruncated: false,
    })
    const same = (await call(`GET /api/scan-runs/${base.runId}/compare/${base.runId}`)).body as RunComparison
    expect([same.totals.new, same.totals.fixed, same.totals.moved]).toEqual([0, 0, 0])
  }, 120_000)
})

describe('a waiver', () => {
  const waive = (body: Json, options: CallOptions = {}) =>
    call('POST /api/waivers', { body: { reason: 'known', ...body }, ...options })

  test('sets a finding apart in later scans, until it is revoked', async () => {
    site.pages.set('/waived', faulty)
    const before = await reportOf(scanIdOf(await scan('/waived')))
    const image = before.issues.find(({ type }) => type === 'image-alt')

    const created = await waive({ fingerprint: image?.fingerprint })
    expect(created.status).toBe(201)
    expectShape(Waiver, created.body)
    const { waiverId } = created.body as Waiver
    const during = await reportOf(scanIdOf(await scan('/waived')))
    const revoked = await call(`POST /api/waivers/${waiverId}/revoke`)
    const again = await call(`POST /api/waivers/${waiverId}/revoke`)
    const after = await reportOf(scanIdOf(await scan('/waived')))

    expect(typesOf(during.issues)).not.toContain('image-alt')
    expect(during.waived).toMatchObject([{ type: 'image-alt', waiver: { id: waiverId, reason: 'known' } }])
    expect(during.score).toBeGreaterThan(before.score)
    expect(revoked.status).toBe(200)
    expect(again.body).toEqual(revoked.body)
    expect(typesOf(after.issues)).toContain('image-alt')
    expect((await reportOf(before.scanId)).issues).toEqual(before.issues)
  }, 120_000)

  test('covers what it names, however many others there are', async () => {
    const orgId = `org_${crypto.randomUUID()}`
    const { key } = await service.issueKey({ org: orgId })
    await waive({ type: 'color-contrast', url: '/faulty' }, { key })
    await service.database.sql`
      insert into scan_waivers (waiver_id, org_id, fingerprint, type, reason, created_at, created_by)
      select gen_random_uuid(), ${orgId}, case when n % 2 = 0 then md5(n::text) end, case when n % 2 = 1 then 'other-' || n end,
        'known', now() + interval '1 second', 'test'
      from generate_series(1, 10001) as n`

    const during = scanned(await scan('/faulty', {}, { key }))

    expect(typesOf(during.issues)).not.toContain('color-contrast')
    expect(typesOf(during.issues)).toContain('image-alt')
  }, 60_000)

  test('of a type on some pages leaves other pages alone', async () => {
    site.pages.set('/archive/a', faulty)
    await waive({ type: 'color-contrast', url: `${site.url}/archive/*` })

    const [inside, outside] = [scanned(await scan('/archive/a')), scanned(await scan('/faulty'))]

    expect(typesOf(inside.issues)).not.toContain('color-contrast')
    expect(typesOf(outside.issues)).toContain('color-contrast')
  }, 60_000)

  test('is listed, those in force alone where asked; another organisation sees none', async () => {
    const { key } = await service.issueKey({ org: `org_${crypto.randomUUID()}` })
    const { key: foreign } = await service.issueKey({ org: `org_${crypto.randomUUID()}` })
    const kept = (await waive({ type: 'region' }, { key })).body as Waiver
    const ended = (await waive({ type: 'label', expiresAt: new Date(Date.now() + 60_000).toISOString() }, { key }))
      .body as Waiver
    await call(`POST /api/waivers/${ended.waiverId}/revoke`, { key })
    const list = async (query: string, by: string) => {
      const answer = await call(`GET /api/waivers${query}`, { key: by })
      expectShape(WaiverList, answer.body)
      return (answer.body as { waivers: Waiver[] }).waivers.map(({ waiverId }) => waiverId)
    }

    expect(await list('', key)).toEqual([ended.waiverId, kept.waiverId])
    expect(await list('?inForce=true', key)).toEqual([kept.waiverId])
    expect(await list('', foreign)).toEqual([])
    expectScanError(await call(`POST /api/waivers/${kept.waiverId}/revoke`, { key: foreign }), 'WAIVER_NOT_FOUND')
    expectScanError(await call('POST /api/waivers/x/revoke'), 'WAIVER_NOT_FOUND')
  })

  test('asked for again under its Idempotency-Key is the same', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }

    const [first, second] = [await waive({ type: 'region' }, { headers }), await waive({ type: 'region' }, { headers })]

    expect(second.body).toEqual(first.body as Json)
  })

  for (const [body, path] of [
    [{}, ''],
    [{ type: 'label', fingerprint: 'a'.repeat(32) }, ''],
    [{ fingerprint: 'abc' }, '/fingerprint'],
    [{ fingerprint: 'a'.repeat(32), url: 'https://example.com/*' }, '/url'],
    [{ type: '' }, '/type'],
    [{ type: 'label', reason: '' }, '/reason'],
    [{ type: 'label', expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [{ type: 'label', expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ type: 'label', forever: true }, '/forever'],
  ] as const) {
    test(`${JSON.stringify(body)} is refused at ${path || 'the body'}`, async () => {
      const answer = await waive(body)

      expectScanError(answer, 'INVALID_REQUEST')
      expect(faultPaths(answer)).toEqual([path])
    })
  }
})

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
