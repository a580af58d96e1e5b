/** Scans and runs from the command line, against a running service and pages of the test's own. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScanReport } from '#db/documents/scan-report'
import type { RunComparison, RunResult } from '#shared/contracts/scans'
import { judgeUrl, readEgressAllow } from '#shared/kernel/addresses'
import { runAssay } from '#test/support/assay'
import { aPage, type Pages, servePages } from '#test/support/pages'
import { earlFaults, junitFaults, readRdf, sarifFaults } from '#test/support/report-readers'
import { type Service, startService, unlimited } from '#test/support/service'

const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'))
const faulty = aPage(
  '<img src="a.png" id="one">\n<img src="b.png" id="two">\n<p style="color:#bbb;background:#fff">pale</p>',
  'Faulty',
)
let site: Pages
let service: Service

beforeAll(async () => {
  site = servePages({ '/': aPage('<p>Well.</p>', 'Good'), '/faulty': faulty })
  service = await startService({ job: 'scan-page', env: { ...unlimited, ...site.env } })
}, 60_000)
afterAll(async () => {
  await service.stop()
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

const assay = (args: string[], { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {}) =>
  runAssay(args, {
    env: { DATA_DIR: folder, ASSAY_URL: service.urls[0] ?? '', ASSAY_KEY: service.key, ...env },
    input,
  })
const scan = (path: string, ...more: string[]) => assay(['scan', site.url + path, ...more])
const listOf = (...paths: string[]) => {
  const path = join(folder, `${crypto.randomUUID()}.txt`)
  writeFileSync(path, `# pages\n\n${paths.map((each) => site.url + each).join('\r\n')}\n`)
  return path
}

test('a scan is told worst first, each rule once, with where its elements are; it ends well without a threshold', async () => {
  const { code, out, err } = await scan('/faulty')

  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(`${site.url}/faulty  Faulty`)
  expect(out).toMatch(/fail {2}score \d+ of 100 {2}WCAG 2\.1 AA/)
  expect(out.match(/image-alt \(1\.1\.1\)/g)).toHaveLength(1)
  expect(out).toMatch(/\d+:\d+ {2}#one/)
  expect(out).toMatch(/\d+:\d+ {2}#two/)
  expect(out.indexOf('image-alt')).toBeLessThan(out.indexOf('color-contrast'))
  // No colour where no person looks.
  expect(out).not.toContain('\u001B')
}, 60_000)

test('a page’s words are no instructions to the terminal', async () => {
  site.pages.set('/hostile', aPage('<p>x</p>', 'a\u001B[2Jb\u202Ec'))

  const { out } = await scan('/hostile')

  expect(out).not.toContain('\u001B')
  expect(out).not.toContain('\u202E')
}, 60_000)

test('a missed threshold is exit code 1 and says which; a met one is 0', async () => {
  const [score, critical, met, warned] = await Promise.all([
    scan('/faulty', '--fail-under', '100'),
    scan('/faulty', '--fail-on', 'critical', '--format', 'json'),
    scan('/', '--fail-under', '100', '--fail-on', 'minor'),
    scan('/faulty', '--fail-on', 'none'),
  ])

  expect(score.code).toBe(1)
  expect(score.err).toContain('is under 100')
  expect(critical.code).toBe(1)
  expect(critical.err).toContain('2 issues are critical or worse')
  expect([met.code, met.err, warned.code]).toEqual([0, '', 0])
}, 90_000)

test('json is the whole report, without warnings where asked; a file is written instead of the terminal', async () => {
  const file = join(folder, 'report.json')

  const { code, out, err } = await scan('/faulty', '--format', 'json', '--no-warnings', '--output', file)

  expect([code, out]).toEqual([0, ''])
  expect(err).toContain(file)
  const report: ScanReport = JSON.parse(readFileSync(file, 'utf8'))
  expect(report).toMatchObject({ url: `${site.url}/faulty`, compliance: 'fail', totals: { critical: 2, warning: 0 } })
  expect(report.issues.some(({ severity }) => severity === 'warning')).toBe(false)
}, 60_000)

test('the other formats are the service’s own', async () => {
  for (const format of ['html', 'sarif', 'earl', 'csv', 'junit']) {
    const file = join(folder, `report.${format}`)
    const { code } = await scan('/', '--format', format, '--output', file)
    expect([format, code, readFileSync(file, 'utf8').length > 0]).toEqual([format, 0, true])
  }
}, 120_000)

test('standard, headers and a selector to wait for reach the scan', async () => {
  site.pages.set(
    '/private',
    (request) =>
      new Response(aPage('<p id="in">x</p>', request.headers.get('x-token') ?? 'nobody'), {
        headers: { 'content-type': 'text/html' },
      }),
  )

  const { out } = await scan(
    '/private',
    '--standard',
    'wcag22aa',
    '--header',
    'X-Token: abc',
    '--wait-for',
    '#in',
    '--timeout',
    '20',
  )

  expect(out).toContain('/private  abc')
  expect(out).toContain('WCAG 2.2 AA')
}, 60_000)

test('what could not be scanned is exit code 3 and one line', async () => {
  const ways = await Promise.all([
    scan('/none'),
    assay(['scan', 'http://10.0.0.1/']),
    assay(['scan', 'no address']),
    scan('/', '--standard', 'WCAG 9'),
    scan('/', '--key', 'asy_wrong'),
    scan('/', '--server', 'http://127.0.0.1:1'),
    assay(['scan', site.url], { env: { ASSAY_KEY: '' } }),
    assay(['runs', 'status', 'nothing']),
    assay(['runs', 'compare', crypto.randomUUID(), crypto.randomUUID()]),
  ])

  for (const { code, out, err } of ways) {
    expect([code, out]).toEqual([3, ''])
    expect(err.trim().split('\n')).toHaveLength(1)
  }
}, 60_000)

test('a fault is told by what was typed: the line of the file, the option, and what opens an address', async () => {
  const list = join(folder, 'faulty.txt')
  writeFileSync(list, `# pages\n${site.url}/\n\nno address\n# more\n  nor this  \n`)
  const [file, input, one, option, loopback, port, v6] = await Promise.all([
    assay(['runs', 'submit', list]),
    assay(['runs', 'submit', '-'], { input: `${site.url}/\nhttp://10.0.0.1/urls/0\n` }),
    assay(['runs', 'submit', '--crawl', 'nowhere']),
    scan('/', '--standard', 'WCAG 9'),
    assay(['scan', 'http://localhost:4321/']),
    assay(['scan', 'http://8.8.8.8:3000/']),
    assay(['scan', 'http://[::1]:8080/']),
  ])

  expect(file.err).toContain(`2 faults, the first: line 4 of ${list} is not a URL`)
  expect(file.err).toContain(`\n  line 6 of ${list} is not a URL`)
  expect(input.err).toContain('http://10.0.0.1/urls/0 may not be visited')
  expect(one.err).toContain('--crawl is not a URL')
  expect(option.err).toContain('--standard')
  expect(loopback.err).toContain('a service that is started with EGRESS_ALLOW=127.0.0.1/32:4321 visits it')
  for (const [{ err }, url] of [
    [loopback, 'http://localhost:4321/'],
    [port, 'http://8.8.8.8:3000/'],
    [v6, 'http://[::1]:8080/'],
  ] as const) {
    const [, allow = ''] = /EGRESS_ALLOW=(\S+) visits it/.exec(err) ?? []
    expect(judgeUrl(url, readEgressAllow(allow))).toMatchObject({ ok: true })
  }
  for (const { code, err } of [file, input, one, option, loopback, port, v6]) {
    expect(code).toBe(3)
    expect(err).not.toMatch(/(^|\s)\/(urls|crawl|standard)/)
  }
}, 60_000)

test('a wrong command line is exit code 2', async () => {
  const ways = await Promise.all([
    assay(['scan']),
    scan('/', '--format', 'pdf'),
    scan('/', '--fail-under', '101'),
    scan('/', '--fail-on', 'terrible'),
    scan('/', '--timeout', '0'),
    scan('/', '--header', 'nonsense'),
    scan('/', '--colour'),
    scan('/', '--server', 'nowhere'),
    scan('/', '--output', join(folder, 'no', 'such', 'folder')),
    assay(['runs', 'submit']),
    assay(['runs', 'submit', listOf('/'), '--sitemap', site.url]),
    assay(['runs', 'submit', listOf('/'), '--max-pages', '3']),
    assay(['runs', 'submit', join(folder, 'none.txt')]),
    assay(['runs', 'submit', '-'], { input: '# nothing\n' }),
    assay(['runs', 'status']),
  ])

  expect(ways.map(({ code }) => code)).toEqual(ways.map(() => 2))
}, 90_000)

test('a run is submitted, followed, read and compared by its id', async () => {
  site.pages.set('/shop', faulty)
  const submitted = await assay(['runs', 'submit', listOf('/', '/shop')])
  const base = submitted.out.trim()
  expect(base).toMatch(/^[0-9a-f-]{36}$/)
  const watched = await assay(['runs', 'submit', '-', '--watch'], { input: `${site.url}/\n${site.url}/shop\n` })
  expect(watched.code).toBe(0)
  expect(watched.err).toContain('2 of 2 pages')
  expect(watched.err).not.toContain('\r')
  expect(watched.out.split('\n')).toHaveLength(3)
  expect(watched.out).toMatch(/^fail .*\/shop/m)

  site.pages.set('/shop', aPage('<p>Mended.</p>', 'Faulty'))
  const other = (await assay(['runs', 'submit', listOf('/', '/shop'), '--watch', '--format', 'ndjson'])).out
  const results: RunResult[] = other
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const list = await service.call('GET /api/scan-runs?limit=1')
  const { runId } = (list.body as { runs: { runId: string }[] }).runs[0] ?? { runId: '' }
  const compared = await assay(['runs', 'compare', base, runId])
  const json = await assay(['runs', 'compare', base, runId, '--format', 'json', '--fail-on-new'])
  const worse = await assay(['runs', 'compare', runId, base, '--fail-on-new'])
  const status = await assay(['runs', 'status', base])
  const canceled = await assay(['runs', 'cancel', base])

  expect(results.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
  expect(compared.out).toContain('Fixed (3)')
  expect((JSON.parse(json.out) as RunComparison).totals).toMatchObject({ new: 0, fixed: 3 })
  expect([json.code, worse.code]).toEqual([0, 1])
  expect(worse.out).toContain('New (3)')
  expect(status.out).toContain('succeeded  2 of 2 pages')
  expect(status.out).toContain('image-alt')
  expect([canceled.code, canceled.err]).toEqual([3, `STATE_CONFLICT: run ${base} has already ended: succeeded\n`])
}, 180_000)

test('a watched run misses a threshold as a scan does, and says on which page; pages that failed are exit code 3', async () => {
  const missed = await assay(['runs', 'submit', listOf('/', '/faulty', '/none'), '--watch', '--fail-on', 'critical'])
  const unscanned = await assay(['runs', 'submit', listOf('/', '/none'), '--watch', '--fail-under', '50'])
  const file = join(folder, 'run.json')
  const written = await assay(['runs', 'submit', listOf('/'), '--watch', '--format', 'json', '--output', file])

  expect(missed.code).toBe(1)
  expect(missed.err).toContain(`missed: ${site.url}/faulty: 2 issues are critical or worse`)
  expect(unscanned.code).toBe(3)
  expect(unscanned.out).toContain('PAGE_UNREACHABLE')
  expect([written.code, written.out, existsSync(file)]).toEqual([0, '', true])
  const reports: ScanReport[] = JSON.parse(readFileSync(file, 'utf8'))
  expect(reports.map(({ url }) => url)).toEqual([`${site.url}/`])
}, 120_000)

test('what was not scanned is named in every file of a run, which others can read, and is exit code 3 of its results', async () => {
  const [some, none] = await Promise.all([
    assay(['runs', 'submit', listOf('/', '/none', '/faulty'), '--watch']),
    assay(['runs', 'submit', listOf('/none', '/nowhere'), '--watch']),
  ])
  const idIn = ({ err }: { err: string }) => /^run (\S+)$/m.exec(err)?.[1] ?? ''
  const fileOf = async (ended: { err: string }, format: string) =>
    (await service.call(`GET /api/scan-runs/${idIn(ended)}/report?format=${format}`)).text
  const told = await assay(['runs', 'results', idIn(some), '--format', 'csv'])

  expect([some.code, none.code]).toEqual([3, 3])
  expect([told.code, told.err]).toEqual([3, '1 of 3 pages could not be scanned\n'])
  expect(told.out).toBe(await fileOf(some, 'csv'))
  for (const [ended, missing] of [
    [some, ['/none']],
    [none, ['/none', '/nowhere']],
  ] as const) {
    const [sarif = '', junit = '', earl = '', csv = '', html = ''] = await Promise.all(
      ['sarif', 'junit', 'earl', 'csv', 'html'].map((format) => fileOf(ended, format)),
    )
    const rdf = await readRdf(earl)
    expect([sarifFaults(sarif), junitFaults(junit), earlFaults(rdf)]).toEqual([[], [], []])
    expect(JSON.parse(sarif).runs[0].invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: missing.map(() => ({ descriptor: { id: 'PAGE_UNREACHABLE' } })),
    })
    expect(junit.match(/errors="1"/g)).toHaveLength(missing.length)
    const outcomes = rdf
      .of('earl:Assertion')
      .map((each) => rdf.values(rdf.values(each, 'earl:result')[0] ?? '', 'earl:info'))
    expect(outcomes.filter(([info]) => info?.startsWith('PAGE_UNREACHABLE'))).toHaveLength(missing.length)
    for (const text of [sarif, junit, earl, csv, html])
      for (const path of missing) expect(text).toContain(site.url + path)
    expect(html).toContain(`<h1>${new URL(site.url).host}</h1>`)
  }
}, 120_000)

test('a crawl and a sitemap are submitted with their rules', async () => {
  site.pages.set('/docs/', aPage('<p><a href="/docs/a">A page</a> <a href="/other">Another</a></p>', 'Docs'))
  site.pages.set('/docs/a', aPage('<p>a</p>', 'A'))
  const { code, out } = await assay([
    'runs',
    'submit',
    '--crawl',
    `${site.url}/docs/`,
    '--include',
    '/docs/*',
    '--max-pages',
    '5',
    '--max-depth',
    '2',
    '--watch',
  ])

  expect([code, out.trim().split('\n').length]).toEqual([0, 2])
  const sitemap = await assay(['runs', 'submit', '--sitemap', `${site.url}/sitemap.xml`, '--watch'])
  expect(sitemap.code).toBe(3)
}, 90_000)
