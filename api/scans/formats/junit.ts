/** Reports as JUnit XML for build servers: a suite per page, a case per rule. Violations fail, warnings are skipped, and a page that was not scanned is an error. */

import type { PageOutcome, ReportsAbout, UnscannedPage } from '#api/scans/formats/about'
import { foundOf, unlistedOf } from '#api/scans/formats/found'
import type { ReportIssue, ScanReport } from '#db/documents/scan-report'
import { countOf, verdictWords } from '#shared/accessibility/wording'
import { element, xmlText } from '#shared/kernel/xml'

export async function* renderJunit(
  pages: AsyncIterable<PageOutcome>,
  { title, run }: ReportsAbout,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xmlText(title)}">\n`
  for await (const outcome of pages) {
    yield outcome.kind === 'scanned' ? suiteOf(outcome.report) : unscannedSuite(outcome.page, run?.createdAt)
  }
  yield '</testsuites>\n'
}

type Case = { xml: string; outcome: 'passed' | 'failed' | 'skipped' }

function unscannedSuite({ url, code, message }: UnscannedPage, timestamp?: string): string {
  const error = element('error', { message, type: code }, xmlText(`${code}: ${message}`))
  return element(
    'testsuite',
    { name: url, tests: 1, failures: 0, errors: 1, skipped: 0, time: 0, ...(timestamp ? { timestamp } : {}) },
    `\n${element('testcase', { name: 'The page is scanned', classname: url }, `\n${error}`)}`,
  )
}

function suiteOf(report: ScanReport): string {
  const cases = [
    ...casesOf(report.issues, (issues) => caseOf(report, issues)),
    ...casesOf(report.waived, (issues) => waivedCase(report, issues)),
    ...unlistedOf(report).flatMap(([type, { violations, warnings }]) => [
      ...(violations > 0 ? [unlistedCase(report, type, violations, 'failed')] : []),
      ...(warnings > 0 ? [unlistedCase(report, type, warnings, 'skipped')] : []),
    ]),
  ]
  if (!cases.some(({ outcome }) => outcome === 'failed')) cases.unshift(cleanCase(report))
  const count = (outcome: Case['outcome']) => cases.filter((each) => each.outcome === outcome).length
  const properties = [
    ['score', report.score],
    ['scoreVersion', report.scoreVersion],
    ['compliance', report.compliance],
    ['standard', report.standard],
    ['scanId', report.scanId],
    ['coverage', report.coverage.statement],
  ].map(([name = '', value = '']) => element('property', { name, value }))
  return element(
    'testsuite',
    {
      name: report.url,
      tests: cases.length,
      failures: count('failed'),
      errors: 0,
      skipped: count('skipped'),
      time: Number.parseFloat(report.scanTime),
      timestamp: report.timestamp,
    },
    `\n${element('properties', {}, `\n${properties.join('')}`)}${cases.map(({ xml }) => xml).join('')}${
      report.isTruncated ? element('system-out', {}, xmlText('More was found than is listed here.')) : ''
    }`,
  )
}

const casesOf = <Issue extends ReportIssue>(issues: readonly Issue[], make: (issues: Issue[]) => Case): Case[] =>
  [...Map.groupBy(issues, (issue) => `${issue.type} ${issue.severity === 'warning'}`).values()].map(make)

const cleanCase = (report: ScanReport): Case => ({
  outcome: 'passed',
  xml: element('testcase', { name: verdictWords(report.totals), classname: report.url }),
})

function caseOf(report: ScanReport, issues: ReportIssue[]): Case {
  const [first] = issues
  const { type = '', severity = 'warning', recommendation = '' } = first ?? {}
  const found = foundOf(report, type, severity === 'warning' ? 'warnings' : 'violations', issues.length)
  const places = `${countOf(found, 'element')}${found > issues.length ? `, of which ${issues.length} are listed` : ''}`
  const attributes = { name: nameOf(type, severity === 'warning'), classname: report.url }
  if (severity === 'warning') {
    const message = `${places} for a person to look at: ${recommendation}`
    const skipped = element('skipped', { message })
    return {
      outcome: 'skipped',
      xml: element('testcase', attributes, `\n${skipped}${element('system-out', {}, xmlText(listOf(issues)))}`),
    }
  }
  const failure = element(
    'failure',
    { message: `${places}: ${recommendation}`, type: severity },
    xmlText(listOf(issues)),
  )
  return { outcome: 'failed', xml: element('testcase', attributes, `\n${failure}`) }
}

const nameOf = (type: string, isForAPerson: boolean) => (isForAPerson ? `${type} (needs a person)` : type)

function unlistedCase(report: ScanReport, type: string, count: number, outcome: 'failed' | 'skipped'): Case {
  const message = `${countOf(count, 'element')}; more was found on this page than is listed, and none of these is`
  const said =
    outcome === 'failed' ? element('failure', { message, type: 'unlisted' }) : element('skipped', { message })
  const attributes = { name: nameOf(type, outcome === 'skipped'), classname: report.url }
  return { outcome, xml: element('testcase', attributes, `\n${said}`) }
}

function waivedCase(report: ScanReport, issues: ScanReport['waived']): Case {
  const [first] = issues
  const found = foundOf(report, first?.type ?? '', 'waived', issues.length)
  const message = `${countOf(found, 'element')} waived: ${first?.waiver.reason ?? ''}`
  return {
    outcome: 'skipped',
    xml: element(
      'testcase',
      { name: `${first?.type ?? ''} (waived)`, classname: report.url },
      `\n${element('skipped', { message })}`,
    ),
  }
}

const listOf = (issues: readonly ReportIssue[]): string =>
  issues
    .map(({ severity, location, element, message, html, helpUrl }) =>
      [
        `${severity} at ${location}: ${message}`,
        `  element: ${element}`,
        `  markup: ${html}`,
        ...(helpUrl ? [`  help: ${helpUrl}`] : []),
      ].join('\n'),
    )
    .join('\n')
