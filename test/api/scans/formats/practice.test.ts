/** What goes against good practice, and the state in which a finding stands, in every format; and reports that knew neither. */
import { describe, expect, test } from 'bun:test'
import { readReport } from '#api/scans/scan'
import { reportText } from '#cli/commands/report-text'
import { missesOf } from '#cli/commands/threshold'
import { type KeptReport, reportOfToday } from '#db/documents/scan-report'
import { packReport } from '#db/queries/scans'
import { reportFormats } from '#shared/contracts/scans'
import { scanAnswer } from '#shared/jobs/scan-page'
import { aPracticeIssue, aPracticeReport, aReport, render, renderRun, scanned } from '#test/api/scans/formats/makers'

const said = 'Use text-align instead of'

describe('practice', () => {
  test('is a note in SARIF, without a criterion', async () => {
    const [run] = JSON.parse(await render('sarif', aPracticeReport())).runs

    expect(run.results.map(({ level }: { level: string }) => level)).toEqual(['error', 'note'])
    expect(run.results[1]).toMatchObject({ properties: { severity: 'practice', state: 'after pressing button#menu' } })
    expect(run.results[1].message.text).toBe(
      'HTML has no <center> any more. (after pressing button#menu) Use text-align instead of <center>.',
    )
    expect(run.tool.driver.rules[1]).toMatchObject({
      id: 'obsolete-element',
      defaultConfiguration: { level: 'note' },
      properties: { tags: ['accessibility', 'practice'] },
    })
  })

  test('has not failed in EARL, and is not unclear either', async () => {
    const graph: Record<string, Record<string, unknown>>[] = JSON.parse(await render('earl', aPracticeReport()))[
      '@graph'
    ]

    const [violation, practice] = graph.slice(-2).map((node) => node['earl:result'])
    expect(violation).toMatchObject({ 'earl:outcome': { '@id': 'earl:failed' } })
    expect(practice).toMatchObject({
      'earl:outcome': { '@id': 'assay:practice', '@type': 'earl:OutcomeValue' },
      'assay:severity': 'practice',
      'assay:state': 'after pressing button#menu',
    })
  })

  test('fails no build: it is skipped in JUnit, and told', async () => {
    const alone = await render('junit', aPracticeReport({ issues: [aPracticeIssue()] }))

    expect(alone).toContain('tests="2" failures="0" errors="0" skipped="1"')
    expect(alone).toContain('<testcase name="obsolete-element (practice)"')
    expect(alone).toContain('message="1 element against good practice, which no criterion asks for: Use text-align')
    expect(alone).toContain('  state: after pressing button#menu')
  })

  test('is a row in CSV, with its state of the page', async () => {
    const [head = '', , row = ''] = (await render('csv', aPracticeReport())).split('\r\n')

    const cells = row.slice(1, -1).split('","')
    const cell = (name: string) => cells[head.slice(1, -1).split('","').indexOf(name)]
    expect([cell('severity'), cell('state'), cell('page_state')]).toEqual([
      'practice',
      'open',
      'after pressing button#menu',
    ])
  })

  test('has a section of its own in HTML, and a column in a run', async () => {
    const page = await render('html', aPracticeReport())
    const without = await render('html', aReport())
    const run = await renderRun('html', scanned(aPracticeReport()))

    expect(page).toMatch(/id="violations".*id="practice".*<span class="tag practice">.*id="review"/s)
    expect(page).toContain('<a href="#practice">Poor practice</a>')
    expect(page).toContain('1 violation found by automated checks</h2>')
    expect(page).toContain('<span>Found after pressing button#menu</span>')
    expect(without).not.toContain('#practice')
    expect(run).toContain('<span class="tag practice">Poor practice</span> 1')
    expect(run).toMatch(
      /<td class="number">83<\/td><td class="number">1<\/td><td class="number">1<\/td><td class="number">0</,
    )
  })

  test('is left out of a short answer without warnings, and no violation is', () => {
    const { issues } = aPracticeReport()
    const typesOf = (includeWarnings: boolean) =>
      scanAnswer({ ...aPracticeReport(), issues }, includeWarnings).issues.map(({ type }) => type)

    expect([typesOf(true), typesOf(false)]).toEqual([['image-alt', 'obsolete-element'], ['image-alt']])
  })

  test('is told in a terminal, and counted apart', () => {
    const text = reportText(aPracticeReport(), { isColourful: false })

    expect(text).toContain(`practice  obsolete-element  ${said}`)
    expect(text).toContain('found after pressing button#menu')
    expect(text).toContain('1 critical, 1 practice\n')
  })

  test.each([
    ['critical', 0],
    ['minor', 0],
    ['practice', 1],
    ['warning', 1],
    ['none', 0],
  ] as const)('fails a page at --fail-on %s: %d', (failOn, misses) => {
    expect(missesOf({ score: 100, issues: [aPracticeIssue()] }, { failOn })).toHaveLength(misses)
  })
})

describe('a stored report of a release that did not know practice', () => {
  const { practice, ...totals } = aReport().totals
  const old: KeptReport = {
    ...aReport(),
    totals,
    perType: {
      'image-alt': { violations: 1, warnings: 0, waived: 0 },
      lost: { violations: 0, warnings: 2, waived: 0 },
    },
  }
  const read = () => readReport(packReport(JSON.stringify(old)))

  test('has none of it', () => {
    expect(practice).toBe(0)
    expect(read()).toMatchObject({
      totals: { critical: 1, practice: 0, warning: 1 },
      perType: { 'image-alt': { violations: 1, practice: 0 }, lost: { practice: 0, warnings: 2 } },
    })
    expect(reportOfToday({ ...old, totals: { ...totals, practice: 3 } }).totals.practice).toBe(3)
  })

  test.each(['html', 'earl', 'csv', 'junit'] as const)('is written as %s like one of today', async (format) => {
    const today = { ...aReport(), perType: read().perType ?? {} }

    expect(await render(format, read())).toBe(await render(format, today))
  })

  test.each(reportFormats)('makes a run in %s that lacks no figure', async (format) => {
    expect(await renderRun(format, scanned(read()))).not.toMatch(/NaN|undefined/)
  })

  test('of before types were counted lacks that still', () => {
    const { perType: _, ...older } = old

    expect(readReport(packReport(JSON.stringify(older)))).toEqual(aReport())
  })
})
