/** Reports in every format: what they say, and that no page can break them. */
import { expect, test } from 'bun:test'
import { parse } from 'parse5'
import sax from 'sax'
import { renderReports } from '#api/scanning/formats/index'
import type { ScanReport } from '#db/documents/scan-report'
import { type ReportFormat, reportFormats } from '#shared/contracts/scans'
import { anIssue, aReport, hostileReport, hostileTexts } from '#test/api/scanning/formats/makers'

async function* each(...reports: ScanReport[]): AsyncGenerator<ScanReport> {
  yield* reports
}

const picture = { picture: new Uint8Array([1, 2, 3]), picture_type: 'image/webp' }

async function render(format: ReportFormat, ...reports: ScanReport[]): Promise<string> {
  let text = ''
  for await (const piece of renderReports(format, each(...reports), { title: 'Run 7', picture })) text += piece
  return text
}

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
    message: { text: 'The picture has no text alternative.' },
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
  const clean = { critical: 0, serious: 0, moderate: 0, minor: 0, warning: 4, waived: 0 }
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

  expect(page).toContain('<h1>Run 7</h1>')
  expect(page.indexOf('https://example.org/bad')).toBeLessThan(page.indexOf('https://example.org/bread'))
  expect(page).toContain('<a href="#page-3">https://example.org/bad</a>')
  expect(page).toContain('Violations were found on 2 pages of 3.')
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
    async function* source(): AsyncGenerator<ScanReport> {
      for (; given < reports; given++) yield aReport({ issues })
    }
    for await (const piece of renderReports(format, source(), { title: 't' })) {
      if (isFirst) expect(given).toBeLessThan(2)
      isFirst = false
      longest = Math.max(longest, piece.length)
    }
    expect(longest).toBeLessThan(500_000)
  }
}, 30_000)

test('HTML of a long run stays short, whatever its pages hold', async () => {
  async function* source(): AsyncGenerator<ScanReport> {
    const issues = Array.from({ length: 300 }, () => anIssue())
    for (let at = 0; at < 5000; at++) yield aReport({ url: `https://example.org/${at}`, score: at % 100, issues })
  }
  let length = 0
  for await (const piece of renderReports('html', source(), { title: 't' })) length += piece.length

  expect(length).toBeLessThan(2_000_000)
}, 30_000)
