/** Reports read by what stands at the other end: the published schemas of SARIF and JUnit, and a processor of JSON-LD. */
import { describe, expect, test } from 'bun:test'
import type { PageOutcome } from '#api/scans/formats/about'
import {
  aMissing,
  anIssue,
  aPracticeReport,
  aReport,
  hostileReport,
  hostileTexts,
  render,
  renderRun,
  scanned,
} from '#test/api/scans/formats/makers'
import { earlFaults, junitFaults, readRdf, sarifFaults } from '#test/support/report-readers'

const untried = { code: 'NOT_SCANNED_YET', message: 'it waits for its turn', wasTried: false }
const runs: [string, PageOutcome[]][] = [
  ['no page yet', []],
  ['whole', [scanned(aReport()), scanned(aReport({ issues: [], waived: [] }))]],
  ['practice alone', [scanned(aPracticeReport())]],
  ['some pages failed', [scanned(aReport()), aMissing(), aMissing({ jobId: crypto.randomUUID(), ...untried })]],
  ['all pages failed', [aMissing(), aMissing({ jobId: crypto.randomUUID() })]],
  [
    'more found than listed',
    [
      scanned(
        aReport({ isTruncated: true, perType: { other: { violations: 3, practice: 2, warnings: 1, waived: 0 } } }),
      ),
    ],
  ],
  [
    'odd addresses',
    [
      scanned(aReport({ url: 'https://example.org/a b|c', finalUrl: 'https://example.org/a b|c?q=[1]#d e' })),
      scanned(aReport({ issues: [anIssue({ location: 'about:srcdoc#3:4' }), anIssue({ location: 'x y#3:4' })] })),
      aMissing({ url: 'not an address', code: 'INVALID_REQUEST' }),
      aMissing({ url: 'https://münchen.example/{ä}' }),
    ],
  ],
]

describe.each(runs)('a run: %s', (_name, pages) => {
  test('is SARIF', async () => {
    expect(sarifFaults(await renderRun('sarif', ...pages))).toEqual([])
  })

  test('is JUnit', async () => {
    expect(junitFaults(await renderRun('junit', ...pages))).toEqual([])
  })

  test('is EARL, and no statement of it is lost', async () => {
    const statements = await readRdf(await renderRun('earl', ...pages))

    expect(earlFaults(statements)).toEqual([])
    expect(statements.of('earl:TestSubject')).toHaveLength(
      new Set(pages.map((each) => (each.kind === 'scanned' ? each.report.scanId : each.page.jobId))).size,
    )
  })
})

test('EARL tells of a page that failed that nobody can tell, and of one that nobody tried that it is untested', async () => {
  const jobs = [crypto.randomUUID(), crypto.randomUUID()]
  const text = await renderRun(
    'earl',
    aMissing({ jobId: jobs[0] ?? '' }),
    aMissing({ jobId: jobs[1] ?? '', ...untried }),
  )

  const { of, values } = await readRdf(text)

  const outcomes = of('earl:Assertion').map((assertion) => [
    values(assertion, 'earl:subject')[0],
    values(values(assertion, 'earl:result')[0] ?? '', 'earl:outcome')[0],
  ])
  expect(outcomes).toEqual([
    [`urn:uuid:${jobs[0]}`, 'http://www.w3.org/ns/earl#cantTell'],
    [`urn:uuid:${jobs[1]}`, 'http://www.w3.org/ns/earl#untested'],
  ])
})

test.each(hostileTexts)('a page that writes %p, or fails with it, is read all the same', async (text) => {
  const pages = [scanned(hostileReport(text)), aMissing({ url: text, message: text })]

  expect(sarifFaults(await renderRun('sarif', ...pages))).toEqual([])
  expect(junitFaults(await renderRun('junit', ...pages))).toEqual([])
  expect(earlFaults(await readRdf(await renderRun('earl', ...pages)))).toEqual([])
})

test('a single scan is read by the same', async () => {
  expect(sarifFaults(await render('sarif', aReport()))).toEqual([])
  expect(junitFaults(await render('junit', aReport()))).toEqual([])
  expect(earlFaults(await readRdf(await render('earl', aReport())))).toEqual([])
})

test('the readers do refuse what is wrong', async () => {
  const sarif = JSON.parse(await render('sarif', aReport()))
  sarif.runs[0].results[0].level = 'terrible'
  const junit = (await render('junit', aReport())).replace('<testsuite name=', '<testsuite title=')
  const earl = (await render('earl', aReport())).replace('earl:cantTell', 'earl:whatever')
  const lost = (await render('earl', aReport())).replace('"dct:source"', '"source"')

  expect(sarifFaults(JSON.stringify(sarif))).toContain(
    '/runs/0/results/0/level must be equal to one of the allowed values',
  )
  expect(junitFaults(junit).join()).toContain("attribute 'title' is not allowed")
  expect(earlFaults(await readRdf(earl))).toHaveLength(1)
  await expect(readRdf(lost)).rejects.toThrow()
})
