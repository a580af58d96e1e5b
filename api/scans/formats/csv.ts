/** Issues as CSV (RFC 4180, CRLF), a row each, with what is waived and what people called fine; and a row for each page that was not scanned. */
import type { PageOutcome, UnscannedPage } from '#api/scans/formats/about'
import type { ReportIssue, ScanReport, WaivedIssue } from '#db/documents/scan-report'

type Row = { report: ScanReport; issue: ReportIssue | WaivedIssue }

const stateOf = (issue: Row['issue']) =>
  'waiver' in issue ? 'waived' : issue.answered?.means === 'fine' ? 'fine' : 'open'

const columns: readonly (readonly [name: string, read: (row: Row) => string | number])[] = [
  ['url', ({ report }) => report.url],
  ['scan_id', ({ report }) => report.scanId],
  ['timestamp', ({ report }) => report.timestamp],
  ['standard', ({ report }) => report.standard],
  ['severity', ({ issue }) => issue.severity],
  ['state', ({ issue }) => stateOf(issue)],
  ['type', ({ issue }) => issue.type],
  ['criteria', ({ issue }) => issue.criteria.join(' ')],
  ['location', ({ issue }) => issue.location],
  ['element', ({ issue }) => issue.element],
  ['message', ({ issue }) => issue.message],
  ['recommendation', ({ issue }) => issue.recommendation],
  ['html', ({ issue }) => issue.html],
  ['engines', ({ issue }) => issue.engines.join(' ')],
  ['confidence', ({ issue }) => issue.confidence],
  ['help_url', ({ issue }) => issue.helpUrl ?? ''],
  ['frame', ({ issue }) => issue.frame ?? ''],
  ['page_state', ({ issue }) => issue.state ?? ''],
  ['fingerprint', ({ issue }) => issue.fingerprint],
  ['content_fingerprint', ({ issue }) => issue.contentFingerprint],
  ['waiver_reason', ({ issue }) => ('waiver' in issue ? issue.waiver.reason : '')],
  ['answer', ({ issue }) => issue.answered?.choice ?? ''],
  ['answered_by', ({ issue }) => issue.answered?.by ?? ''],
  ['answer_note', ({ issue }) => issue.answered?.note ?? ''],
]

export async function* renderCsv(pages: AsyncIterable<PageOutcome>): AsyncGenerator<string> {
  yield linesOf([columns.map(([name]) => name)])
  for await (const outcome of pages) {
    if (outcome.kind === 'unscanned') {
      const cells: Record<string, string> = unscannedCells(outcome.page)
      yield linesOf([columns.map(([name]) => cells[name] ?? '')])
      continue
    }
    const { report } = outcome
    const issues = [...report.issues, ...report.waived, ...(report.fine ?? [])]
    if (issues.length > 0) yield linesOf(issues.map((issue) => columns.map(([, read]) => read({ report, issue }))))
  }
}

const unscannedCells = ({ url, code, message }: UnscannedPage) => ({ url, state: 'not scanned', type: code, message })

/** A cell that begins like a formula is prefixed with an apostrophe: no spreadsheet runs what a page has written. */
async function linesOf(rows: (string | number)[][]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(rows, { record_delimiter: '\r\n', quoted_string: true, escape_formulas: true })
}
