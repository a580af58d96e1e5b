/** Reports as JUnit XML for build servers: a suite per page, a case per rule. Violations fail, practice and warnings are skipped, and a page that was not scanned is an error. */

import type { PageOutcome, ReportsAbout, UnscannedPage } from '#api/scans/formats/about'
import { foundOf, unlistedOf } from '#api/scans/formats/found'
import {
  type KindOfFinding,
  kindOf,
  kindsOfFinding,
  type ReportIssue,
  type ScanReport,
} from '#db/documents/scan-report'
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
    ...unlistedOf(report).flatMap(([type, count]) =>
      kindsOfFinding.flatMap((kind) => (count[kind] > 0 ? [unlistedCase(report, type, kind, count[kind])] : [])),
    ),
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
  [...Map.groupBy(issues, (issue) => `${issue.type} ${kindOf(issue.severity)}`).values()].map(make)

const cleanCase = (report: ScanReport): Case => ({
  outcome: 'passed',
  xml: element('testcase', { name: verdictWords(report.totals), classname: report.url }),
})

function caseOf(report: ScanReport, issues: ReportIssue[]): Case {
  const [first] = issues
  const { type = '', severity = 'warning' } = first ?? {}
  const remedies = [...new Set(issues.map(({ recommendation }) => recommendation))]
  const remedy = remedies.length > 1 ? 'each has a remedy of its own' : remedies[0]
  const kind = kindOf(severity)
  const found = foundOf(report, type, kind, issues.length)
  const places = `${countOf(found, 'element')}${found > issues.length ? `, of which ${issues.length} are listed` : ''}`
  const attributes = { name: nameOf(type, kind), classname: report.url }
  if (kind !== 'violations') {
    const message = `${places} ${whySkipped[kind]}: ${remedy}`
    const skipped = element('skipped', { message })
    return {
      outcome: 'skipped',
      xml: element('testcase', attributes, `\n${skipped}${element('system-out', {}, xmlText(listOf(issues)))}`),
    }
  }
  const failure = element('failure', { message: `${places}: ${remedy}`, type: severity }, xmlText(listOf(issues)))
  return { outcome: 'failed', xml: element('testcase', attributes, `\n${failure}`) }
}

// A build server has no word for what is wrong and yet no failure; what is skipped is at least seen.
const whySkipped = {
  practice: 'against good practice, which no criterion asks for',
  warnings: 'for a person to look at',
} as const

const names: Record<KindOfFinding, (type: string) => string> = {
  violations: (type) => type,
  practice: (type) => `${type} (practice)`,
  warnings: (type) => `${type} (needs a person)`,
}
const nameOf = (type: string, kind: KindOfFinding) => names[kind](type)

function unlistedCase(report: ScanReport, type: string, kind: KindOfFinding, count: number): Case {
  const outcome = kind === 'violations' ? 'failed' : 'skipped'
  const message = `${countOf(count, 'element')}; more was found on this page than is listed, and none of these is`
  const said =
    outcome === 'failed' ? element('failure', { message, type: 'unlisted' }) : element('skipped', { message })
  const attributes = { name: nameOf(type, kind), classname: report.url }
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
    .map(({ severity, location, element, message, html, recommendation, helpUrl, state }) =>
      [
        `${severity} at ${location}: ${message}`,
        `  element: ${element}`,
        `  markup: ${html}`,
        ...(state ? [`  state: ${state}`] : []),
        `  remedy: ${recommendation}`,
        ...(helpUrl ? [`  help: ${helpUrl}`] : []),
      ].join('\n'),
    )
    .join('\n')
