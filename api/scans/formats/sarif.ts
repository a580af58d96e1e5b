/** Reports as SARIF 2.1.0 for code scanning: a result per issue, placed in the served source; a notification per page not scanned. */

import type { PageOutcome, ReportsAbout, UnscannedPage } from '#api/scans/formats/about'
import { rfc3986, sourcePlaceOf, webAddressOf } from '#api/scans/formats/place'
import type { ReportIssue, ScanReport, Severity, WaivedIssue } from '#db/documents/scan-report'
import { criterionOf } from '#shared/accessibility/criteria'
import { understandingOf } from '#shared/accessibility/wording'
import { versions } from '#shared/kernel/version'

const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  serious: 'error',
  moderate: 'warning',
  minor: 'note',
  practice: 'note',
  warning: 'note',
}

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
/** Of a rule so many remedies are kept: elements may have words of their own. */
const remediesListed = 5
/** Of a run's pages so many are listed with their scores, and so many that were not scanned. */
const pagesListed = 10_000

/** The first issue of a type, and what is to be done about all of them. */
type Kind = { first: ReportIssue; remedies: Set<string> }

/** Results go first and the rules they name last, since those are known only then: JSON's members have no order. */
export async function* renderSarif(
  outcomes: AsyncIterable<PageOutcome>,
  { title }: ReportsAbout,
): AsyncGenerator<string> {
  const kinds = new Map<string, Kind>()
  const pages: object[] = []
  const unscanned: UnscannedPage[] = []
  let unscannedCount = 0
  yield `{"$schema":${JSON.stringify(schema)},"version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[`
  let separator = '\n'
  for await (const outcome of outcomes) {
    if (outcome.kind === 'unscanned') {
      unscannedCount += 1
      if (unscanned.length < pagesListed) unscanned.push(outcome.page)
      continue
    }
    const { report } = outcome
    if (pages.length < pagesListed) pages.push(pageOf(report))
    const issues = [...report.issues, ...report.waived]
    for (const issue of issues) {
      const kind = kinds.get(issue.type) ?? { first: issue, remedies: new Set() }
      if (kind.remedies.size < remediesListed && issue.recommendation !== '') kind.remedies.add(issue.recommendation)
      kinds.set(issue.type, kind)
    }
    if (issues.length === 0) continue
    yield separator + issues.map((issue) => JSON.stringify(resultOf(issue, report))).join(',\n')
    separator = ',\n'
  }
  const driver = {
    name: 'Assay',
    semanticVersion: versions.api,
    rules: [...kinds.values()].map(ruleOf),
    notifications: [...new Set(unscanned.map(({ code }) => code))].map((id) => ({ id })),
  }
  const invocation = {
    executionSuccessful: unscannedCount === 0,
    toolExecutionNotifications: notificationsOf(unscanned, unscannedCount),
  }
  yield `\n],"tool":${JSON.stringify({ driver })},"invocations":${JSON.stringify([invocation])},"automationDetails":${JSON.stringify({ id: `assay/${title}` })},` +
    `"properties":${JSON.stringify({ pages })}}]}\n`
}

const notificationsOf = (unscanned: readonly UnscannedPage[], count: number): object[] => [
  ...unscanned.map(({ url, code, message }) => ({
    level: 'error',
    descriptor: { id: code },
    message: { text: `${url} was not scanned: ${message}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: rfc3986(url) } } }],
  })),
  ...(count > unscanned.length
    ? [{ level: 'error', message: { text: `${count - unscanned.length} more pages were not scanned.` } }]
    : []),
]

const pageOf = ({
  url,
  scanId,
  score,
  scoreVersion,
  compliance,
  standard,
  timestamp,
  totals,
  isTruncated,
}: ScanReport) => ({
  url,
  scanId,
  score,
  scoreVersion,
  compliance,
  standard,
  timestamp,
  totals,
  isTruncated,
})

function ruleOf({ first: { type, severity, helpUrl, criteria }, remedies }: Kind): object {
  const named = criteria.flatMap((id) => criterionOf(id) ?? [])
  const [criterion] = named
  const uri = webAddressOf(helpUrl) ?? (criterion && understandingOf(criterion))
  const about = named.map(({ id, name, level }) => `${id} ${name} (${level})`).join(', ')
  const text = [...remedies].join('\n') || type
  return {
    id: type,
    shortDescription: { text: about === '' ? type : `${type}: ${about}` },
    fullDescription: { text },
    help: { text },
    ...(uri === undefined ? {} : { helpUri: uri }),
    defaultConfiguration: { level: levels[severity] },
    properties: {
      tags: ['accessibility', ...(severity === 'practice' ? ['practice'] : []), ...criteria.map((id) => `WCAG ${id}`)],
    },
  }
}

function resultOf(issue: ReportIssue | WaivedIssue, report: ScanReport): object {
  const {
    type,
    severity,
    message,
    recommendation,
    element,
    html,
    fingerprint,
    contentFingerprint,
    engines,
    confidence,
    criteria,
    frame,
    state = null,
    answered,
  } = issue
  const { url, line, column, isGenerated } = sourcePlaceOf(issue, report.finalUrl)
  const wrong = message || type
  return {
    ruleId: type,
    level: levels[severity],
    message: {
      text: [
        state === null ? wrong : `${wrong} (${state})`,
        ...(recommendation === '' || recommendation === wrong ? [] : [recommendation]),
      ].join(' '),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: rfc3986(url) },
          region: { startLine: line, startColumn: column, snippet: { text: html } },
        },
        logicalLocations: [{ fullyQualifiedName: element, kind: 'element' }],
      },
    ],
    partialFingerprints: { 'assay/v1': fingerprint, 'assayContent/v1': contentFingerprint },
    // SARIF 3.27.23: all results of a run have them, or none. Empty says that this one is not suppressed.
    suppressions:
      'waiver' in issue ? [{ kind: 'external', status: 'accepted', justification: issue.waiver.reason }] : [],
    properties: {
      severity,
      confidence,
      engines,
      criteria,
      frame,
      state,
      generated: isGenerated,
      ...(answered && { answered }),
    },
  }
}
