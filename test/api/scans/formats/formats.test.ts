/** Reports in every format: what they say, and that no page can break them. */
import { expect, test } from 'bun:test'
import { parse } from 'parse5'
import sax from 'sax'
import type { PageOutcome } from '#api/scans/formats/about'
import { renderReports } from '#api/scans/formats/index'
import { oneOfThese } from '#shared/accessibility/wording'
import { reportFormats } from '#shared/contracts/scans'
import {
  aMissing,
  anIssue,
  aReport,
  hostileReport,
  hostileTexts,
  render,
  renderRun,
  scanned,
} from '#test/api/scans/formats/makers'

/** Names of the elements, in order; throws where it is not well-formed. */
function readXml(text: string): { name: string; attributes: Record<string, string> }[] {
  const elements: { name: string; attributes: Record<string, string> }[] = []
  const parser = sax.parser(true)
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => elements.push({ name, attributes: attributes as Record<string, string> })
  parser.write(text).close()
  return elements
}

test('JSON is an array of the reports as they are', async () => {
  expect(JSON.parse(await render('json', aReport(), aReport({ score: 5 })))).toEqual([aReport(), aReport({ score: 5 })])
  expect(JSON.parse(await render('json'))).toEqual([])
})

test('SARIF has the members that its schema requires, a rule per type and a result per issue', async () => {
  const sarif = JSON.parse(await render('sarif', aReport(), aReport({ url: 'https://example.org/b' })))

  expect(sarif).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-schema-2.1.0') })
  const [run] = sarif.runs
  expect(run.tool.driver.name).toBe('Assay')
  expect(run.columnKind).toBe('utf16CodeUnits')
  expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual([
    'image-alt',
    'color-contrast',
    'link-in-text-block',
    'label',
  ])
  expect(run.results).toHaveLength(8)
  expect(run.results[0]).toMatchObject({
    ruleId: 'image-alt',
    level: 'error',
    message: { text: 'The picture has no text alternative. Say in an alt attribute what the picture tells.' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'https://example.org/bread?x=1' },
          region: { startLine: 12, startColumn: 5 },
        },
        logicalLocations: [{ fullyQualifiedName: 'main > img', kind: 'element' }],
      },
    ],
    partialFingerprints: { 'assay/v1': '0'.repeat(32) },
  })
  expect(run.results[1].properties.generated).toBe(true)
  expect(run.results[2].level).toBe('note')
  expect(run.results[3].suppressions).toEqual([
    { kind: 'external', status: 'accepted', justification: 'Goes with the old form' },
  ])
  expect(run.properties.pages).toHaveLength(2)
})

test('SARIF places what is in a frame in the frame’s own source, with an address as RFC 3986 writes it', async () => {
  const report = aReport({
    issues: [anIssue({ location: 'https://a.example/i f|x%20?q=[1]#3:4', frame: 'https://a.example/' })],
  })

  const [result] = JSON.parse(await render('sarif', report)).runs[0].results

  expect(result.locations[0].physicalLocation).toMatchObject({
    artifactLocation: { uri: 'https://a.example/i%20f%7Cx%20?q=%5B1%5D' },
    region: { startLine: 3, startColumn: 4 },
  })
})

test('EARL asserts what failed, and never that anything passed', async () => {
  const text = await render('earl', aReport())
  const graph: Record<string, unknown>[] = JSON.parse(text)['@graph']

  const assertions = graph.filter((node) => node['@type'] === 'earl:Assertion')
  expect(assertions).toHaveLength(4 + 3)
  expect(text).not.toContain('earl:passed')
  expect(JSON.stringify(assertions[0])).toContain('https://www.w3.org/TR/WCAG22/#non-text-content')
  expect(assertions[4]).toMatchObject({
    'earl:mode': { '@id': 'earl:automatic' },
    'earl:result': { 'earl:outcome': { '@id': 'earl:failed' } },
  })
  expect(assertions[6]).toMatchObject({ 'earl:result': { 'earl:outcome': { '@id': 'earl:cantTell' } } })
})

test('CSV has a row per issue, and no cell that a spreadsheet would run', async () => {
  const text = await render('csv', aReport(), hostileReport('=1+1'))

  const lines = text.split('\r\n')
  expect(lines[0]).toStartWith('"url","scan_id","timestamp"')
  expect(lines).toHaveLength(1 + 4 + 3 + 1)
  expect(lines[4]).toContain('"waived"')
  expect(text).not.toMatch(/(?:^|,)"?=/m)
  expect(text).toContain(`"'=1+1"`)
})

test('JUnit has a suite per page and a case per rule: violations fail, warnings and waived ones are skipped', async () => {
  const elements = readXml(await render('junit', aReport(), aReport({ issues: [], waived: [] })))

  const suites = elements.filter(({ name }) => name === 'testsuite')
  expect(
    suites.map(({ attributes: { tests, failures, skipped, errors } }) => [tests, failures, skipped, errors]),
  ).toEqual([
    ['4', '2', '2', '0'],
    ['1', '0', '0', '0'],
  ])
  expect(elements.filter(({ name }) => name === 'failure')).toHaveLength(2)
  expect(elements.filter(({ name }) => name === 'testcase').map(({ attributes }) => attributes['name'])).toContain(
    'link-in-text-block (needs a person)',
  )
})

test('HTML says what was found in words, and never that a page conforms', async () => {
  const clean = { critical: 0, serious: 0, moderate: 0, minor: 0, practice: 0, warning: 4, waived: 0 }
  const failed = await render('html', aReport())
  const passed = await render(
    'html',
    aReport({ issues: [], waived: [], totals: clean, score: 100, compliance: 'pass' }),
  )

  expect(failed).toContain('2 violations found by automated checks — 1 thing needs a person')
  expect(failed).toContain('data:image/webp;base64,AQID')
  expect(failed).toContain('<code>12:5</code>')
  expect(passed).toContain('No violation found by automated checks — 4 things need a person')
  expect(passed).not.toMatch(/conform|compliant/i)
})

test('HTML fetches nothing and runs nothing', async () => {
  for (const page of [await render('html', aReport()), await render('html', aReport(), aReport())]) {
    expect(page).not.toMatch(/<script|<iframe|<object|@import|\son\w+=|<(?:img|link|source)[^>]+(?:src|href)="?http/i)
    expect(page.match(/url\((?!data:)/g)).toBeNull()
  }
})

test('HTML of a run ranks rules and pages and shows the worst pages in detail', async () => {
  const good = aReport({ url: 'https://example.org/good', score: 100, issues: [], compliance: 'pass' })
  const page = await render('html', good, aReport(), aReport({ url: 'https://example.org/bad', score: 10 }))

  expect(page.indexOf('https://example.org/bad')).toBeLessThan(page.indexOf('https://example.org/bread'))
  expect(page).toContain('<a href="#page-3">https://example.org/bad</a>')
  expect(page).toContain('Violations were found on 2 pages of 3.')
})

test('HTML of a run is headed by its host, the title of its front page, and its id', async () => {
  const front = { ...aReport().page, title: 'The bakery' }
  const [bakery, both, away] = await Promise.all([
    renderRun(
      'html',
      scanned(aReport({ url: 'https://bakery.example/bread' })),
      scanned(aReport({ url: 'https://bakery.example/', page: front })),
    ),
    renderRun('html', aMissing(), scanned(aReport()), scanned(aReport({ url: 'https://other.example:8443/' }))),
    renderRun('html', aMissing()),
  ])

  expect(bakery).toContain('<title>Accessibility report: bakery.example, The bakery</title>')
  expect(bakery).toContain(
    '<h1>bakery.example</h1>\n<p><strong>The bakery</strong><br><span class="soft small">Run 7</span></p>',
  )
  expect(both).toContain('<h1>example.org and 1 more host</h1>')
  expect(away).toContain('<title>Accessibility report: example.org</title>')
})

test('a run says in every format which pages were not scanned, and why', async () => {
  const missing = [
    aMissing(),
    aMissing({ url: 'https://example.org/later', code: 'NOT_SCANNED_YET', message: 'it waits', wasTried: false }),
  ]
  const pages = [scanned(aReport()), ...missing]

  const junit = readXml(await renderRun('junit', ...pages))
  const [sarif] = JSON.parse(await renderRun('sarif', ...pages)).runs
  const earl: Record<string, unknown>[] = JSON.parse(await renderRun('earl', ...pages))['@graph']
  const csv = await renderRun('csv', ...pages)
  const html = await renderRun('html', ...pages)

  expect(junit.filter(({ name }) => name === 'testsuite').map(({ attributes: { errors } }) => errors)).toEqual([
    '0',
    '1',
    '1',
  ])
  expect(junit.filter(({ name }) => name === 'error').map(({ attributes }) => attributes)).toEqual([
    { type: 'PAGE_UNREACHABLE', message: 'https://example.org/away: it answered 404' },
    { type: 'NOT_SCANNED_YET', message: 'it waits' },
  ])
  expect(sarif.invocations).toMatchObject([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        {
          level: 'error',
          descriptor: { id: 'PAGE_UNREACHABLE' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'https://example.org/away' } } }],
        },
        { descriptor: { id: 'NOT_SCANNED_YET' } },
      ],
    },
  ])
  expect(earl.slice(-4)).toMatchObject([
    { '@type': ['earl:TestSubject'], 'dct:source': { '@id': 'https://example.org/away' } },
    { 'earl:test': { 'dct:title': 'WCAG 2.1 AA' }, 'earl:result': { 'earl:outcome': { '@id': 'earl:cantTell' } } },
    { '@type': ['earl:TestSubject'] },
    { 'earl:result': { 'earl:outcome': { '@id': 'earl:untested' }, 'earl:info': 'NOT_SCANNED_YET: it waits' } },
  ])
  expect(csv.trim().split('\r\n').slice(-2)).toEqual([
    expect.stringMatching(/^"https:\/\/example.org\/away",.*"not scanned","PAGE_UNREACHABLE",.*it answered 404"/),
    expect.stringContaining('"NOT_SCANNED_YET"'),
  ])
  expect(html).toContain('<strong>2 pages were not scanned</strong>, and nothing here is about them.')
  expect(html).toContain('<code>PAGE_UNREACHABLE</code> https://example.org/away: it answered 404')
  expect(JSON.parse(await renderRun('json', ...pages))).toEqual([aReport()])
})

test('a run of which no page was scanned is no clean run in any format, and one of one page is a run', async () => {
  const html = await renderRun('html', aMissing())

  expect(await renderRun('junit', aMissing())).toContain('errors="1"')
  expect(JSON.parse(await renderRun('sarif', aMissing())).runs[0].invocations[0].executionSuccessful).toBe(false)
  expect(html).toContain('No page of this run has been scanned. <strong>1 page was not scanned</strong>')
  expect(html).toContain('https://example.org/away')
  expect(await renderRun('html', scanned(aReport()))).toContain('1 page scanned.')
  expect(JSON.parse(await render('sarif', aReport())).runs[0].invocations[0].executionSuccessful).toBe(true)
})

test('SARIF names ten thousand pages that were not scanned and counts the others', async () => {
  const pages = Array.from({ length: 10_002 }, (_, at) => aMissing({ url: `https://example.org/${at}` }))

  const [invocation] = JSON.parse(await renderRun('sarif', ...pages)).runs[0].invocations

  expect(invocation.toolExecutionNotifications).toHaveLength(10_001)
  expect(invocation.toolExecutionNotifications.at(-1).message.text).toBe('2 more pages were not scanned.')
})

test('SARIF says of all results whether they are suppressed, or of none', async () => {
  const results: { suppressions?: unknown[] }[] = JSON.parse(await render('sarif', aReport())).runs[0].results

  expect(results.map(({ suppressions }) => suppressions?.length)).toEqual([0, 0, 0, 1])
})

test('counts are of all that was found where a report says so, and of what it lists where it is older', async () => {
  const perType = {
    'image-alt': { violations: 1500, practice: 0, warnings: 0, waived: 0 },
    'link-in-text-block': { violations: 0, practice: 0, warnings: 1, waived: 0 },
    label: { violations: 0, practice: 0, warnings: 0, waived: 3 },
    'never-listed': { violations: 12, practice: 4, warnings: 2, waived: 0 },
  }
  const counted = aReport({ perType, isTruncated: true })
  const [junit, older] = [await render('junit', counted), await render('junit', aReport())]
  const html = await render('html', counted)
  const run = await render('html', counted, aReport())

  expect(junit).toContain('message="1,500 elements, of which 1 are listed: ')
  expect(junit).toContain('message="3 elements waived: ')
  expect(readXml(junit).filter(({ attributes }) => attributes['name']?.startsWith('never-listed'))).toHaveLength(3)
  expect(readXml(junit).find(({ name }) => name === 'testsuite')?.attributes).toMatchObject({
    tests: '7',
    failures: '3',
  })
  expect(older).toContain('message="1 element: ')
  expect(html).toContain('<span class="soft small">1,500 elements</span>')
  expect(html).toContain('1,499 elements more were found than the report holds.')
  expect(html).toContain('<li><code>never-listed</code>, 12 elements</li>')
  expect(run).toMatch(/image-alt<\/th><td>.*?<\/td><td class="number">2<\/td><td class="number">1501</)
  expect(run).toMatch(/never-listed<\/th><td>Not listed<\/td>/)
})

test('several ways to set one thing right are a list', async () => {
  const message = `Form elements must have labels. ${oneOfThese(['Add a label', 'Add aria-label', 'Add a title'])}.`
  const page = await render('html', aReport({ issues: [anIssue({ message })] }))
  const run = await render('html', aReport({ issues: [anIssue({ message })] }), aReport())

  for (const text of [page, run])
    expect(text).toMatch(
      /<p>Form elements must have labels\.<\/p><p>Fix one of these:<\/p>\s*<ul><li>Add a label<\/li><li>Add aria-label<\/li><li>Add a title<\/li><\/ul>/,
    )
})

test('a run without a page yet is a whole file in every format', async () => {
  const texts = Object.fromEntries(
    await Promise.all(reportFormats.map(async (format) => [format, await render(format)])),
  )

  expect(JSON.parse(texts['json'])).toEqual([])
  expect(JSON.parse(texts['sarif']).runs[0].results).toEqual([])
  expect(JSON.parse(texts['earl'])['@graph']).toHaveLength(1)
  expect(readXml(texts['junit'])).toHaveLength(1)
  expect(texts['csv'].split('\r\n')).toHaveLength(2)
  expect(texts['html']).toContain('No page of this run has been scanned.')
})

test.each(hostileTexts)('a page that writes %p breaks no format', async (text) => {
  const report = hostileReport(text)

  const sarif = JSON.parse(await render('sarif', report))
  const earl = JSON.parse(await render('earl', report))
  const junit = readXml(await render('junit', report))
  const page = await render('html', report)
  const run = await render('html', report, report)
  const calm = hostileReport('harmless')

  expect(sarif.runs[0].results).toHaveLength(3)
  expect(earl['@graph'].length).toBe(1 + 1 + 4 + 2)
  expect(junit.map(({ name }) => name)).toEqual(readXml(await render('junit', calm)).map(({ name }) => name))
  expect(tagsOf(page)).toEqual(tagsOf(await render('html', calm)))
  expect(tagsOf(run)).toEqual(tagsOf(await render('html', calm, calm)))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may reach a reader.
  expect(page).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u200e\u200f\u202a-\u202e\u2066-\u2069]|javascript:(?!<)[^<]*"/)
})

type Node = { tagName?: string; childNodes?: Node[]; attrs?: { name: string }[] }

/** The elements and the names of their attributes: what a text must not change. */
function tagsOf(page: string): string[] {
  const tags: string[] = []
  const visit = (node: Node): void => {
    if (node.tagName) tags.push([node.tagName, ...(node.attrs ?? []).map(({ name }) => name)].join(' '))
    for (const child of node.childNodes ?? []) visit(child)
  }
  visit(parse(page) as Node)
  return tags
}

test('what goes out is made while reports come in, a bounded piece at a time', async () => {
  const reports = 40
  const issues = Array.from({ length: 100 }, () => anIssue())
  for (const format of reportFormats.filter((format) => format !== 'html')) {
    let given = 0
    let isFirst = true
    let longest = 0
    async function* source(): AsyncGenerator<PageOutcome> {
      for (; given < reports; given++) yield scanned(aReport({ issues }))
    }
    for await (const piece of renderReports(format, source(), { title: 't' })) {
      if (isFirst) expect(given).toBeLessThan(2)
      isFirst = false
      longest = Math.max(longest, piece.length)
    }
    expect(longest).toBeLessThan(500_000)
  }
})

test('HTML of a long run stays short, whatever its pages hold', async () => {
  async function* source(): AsyncGenerator<PageOutcome> {
    const issues = Array.from({ length: 300 }, () => anIssue())
    for (let at = 0; at < 5000; at++) {
      yield scanned(aReport({ url: `https://example.org/${at}`, score: at % 100, issues }))
      yield aMissing({ url: `https://example.org/away/${at}` })
    }
  }
  const about = { title: 't', run: { standard: 'WCAG 2.1 AA', createdAt: '2026-03-01T10:00:00.000Z' } }
  let length = 0
  for await (const piece of renderReports('html', source(), about)) length += piece.length

  expect(length).toBeLessThan(2_000_000)
})
