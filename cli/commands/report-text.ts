/** Reports as a person reads them in a terminal. Pure: colours are asked for, not looked up. */
import { clean, type Paint, painter, type TextStyle } from '#cli/terminal/paint'
import { type ReportIssue, type ScanReport, type Severity, severities } from '#db/documents/scan-report'
import type { Run, RunComparison, RunResult } from '#shared/contracts/scans'

/** A scan's whole report, the worst first. */
export function reportText(report: ScanReport, style: TextStyle): string {
  const paint = painter(style)
  const { totals, coverage, page } = report
  const head = [
    `${paint(report.url, 'bold')}${page.title ? `  ${paint(clean(page.title), 'dim')}` : ''}`,
    ...(report.finalUrl === report.url ? [] : [`led to ${report.finalUrl}`]),
    `${paint(report.compliance, report.compliance)}  score ${paint(String(report.score), 'bold')} of 100  ${report.standard}  ${paint(`${report.scanTime}  scan ${report.scanId}`, 'dim')}`,
  ]
  const counts = severities
    .filter((severity) => totals[severity] > 0)
    .map((severity) => paint(countOf(totals[severity], severity), severity))
  const foot = [
    `${counts.length > 0 ? counts.join(', ') : 'nothing found'}${totals.waived > 0 ? paint(`, ${totals.waived} waived`, 'dim') : ''}${report.fine?.length ? paint(`, ${report.fine.length} fine by a person’s word`, 'dim') : ''}`,
    ...(report.isTruncated ? ['More was found than a report holds.'] : []),
    paint(coverage.statement, 'dim'),
  ]
  // Issues come worst first; those of one rule are told together, where its worst stands.
  const rules = [...Map.groupBy(report.issues, ({ severity, type }) => `${severity} ${type}`).values()]
  return `${[head.join('\n'), ...rules.map((issues) => ruleText(issues, paint)), foot.join('\n')].join('\n\n')}\n`
}

const countOf = (count: number, severity: Severity) =>
  severity === 'warning' && count !== 1 ? `${count} warnings` : `${count} ${severity}`

/** @param issues of one rule. */
function ruleText(issues: readonly ReportIssue[], paint: Paint): string {
  const [first] = issues
  if (!first) return ''
  const { severity, type, criteria, recommendation, helpUrl } = first
  const isOne = issues.every((issue) => issue.recommendation === recommendation)
  const about = criteria.length > 0 ? ` (${criteria.join(', ')})` : ''
  return [
    `${paint(severity.padEnd(8), severity)}  ${paint(type, 'bold')}${about}${isOne ? `  ${clean(recommendation)}` : ''}`,
    ...(helpUrl ? [`          ${paint(helpUrl, 'dim')}`] : []),
    ...issues.flatMap((issue) => [
      `          ${issue.frame ? `${clean(issue.frame)} ` : ''}${issue.location}  ${clean(issue.element)}`,
      ...(issue.message === '' || issue.message === issue.recommendation
        ? []
        : [`            ${paint(clean(issue.message), 'dim')}`]),
      ...(isOne ? [] : [`            ${clean(issue.recommendation)}`]),
      ...(issue.answered
        ? [`            ${paint(clean(`answered ${issue.answered.choice} by ${issue.answered.by}`), 'dim')}`]
        : []),
      ...(issue.state ? [`            ${paint(`found ${clean(issue.state)}`, 'dim')}`] : []),
    ]),
  ].join('\n')
}

/** How a run fares, in a few lines. */
export function runText(run: Run, style: TextStyle): string {
  const paint = painter(style)
  const { done, failed, total } = run.progress
  const scores = run.scores.mean === null ? '' : `  mean score ${run.scores.mean}, worst ${run.scores.worst}`
  return `${[
    `run ${run.runId}  ${paint(run.state, 'bold')}  ${done} of ${total} pages${failed > 0 ? `, ${paint(`${failed} failed`, 'fail')}` : ''}${scores}`,
    ...(run.topIssues.length > 0 ? ['', `${'pages'.padStart(7)} ${'issues'.padStart(7)}  broken most often`] : []),
    ...run.topIssues.map(
      ({ type, pages, issues }) => `${String(pages).padStart(7)} ${String(issues).padStart(7)}  ${type}`,
    ),
  ].join('\n')}\n`
}

/** One line per page of a run. */
export function resultText(result: RunResult, style: TextStyle): string {
  const paint = painter(style)
  if (result.state === 'succeeded') {
    const verdict = result.compliance ?? 'fail'
    return `${paint(verdict, verdict)}  ${String(result.score).padStart(3)}  ${String(result.issueCount).padStart(5)} issues  ${result.url}  ${paint(result.scanId ?? '', 'dim')}`
  }
  const why = result.error ? `  ${result.error.code}: ${clean(result.error.message)}` : ''
  return `${result.state.padEnd(8)}          ${result.url}${why}`
}

/** What has changed between two runs. */
export function comparisonText(comparison: RunComparison, style: TextStyle): string {
  const paint = painter(style)
  const { totals } = comparison
  const list = (title: string, issues: RunComparison['new'], total: number) =>
    total === 0
      ? []
      : [
          '',
          paint(`${title} (${total})`, 'bold'),
          ...issues.map(
            ({ severity, type, url, element }) =>
              `  ${paint(severity.padEnd(8), severity)}  ${type}  ${url}  ${clean(element)}`,
          ),
          ...(issues.length < total ? [`  … and ${total - issues.length} more`] : []),
        ]
  return `${[
    `${totals.new} new, ${totals.fixed} fixed, ${totals.persisting} persisting, ${totals.moved} moved`,
    ...list('New', comparison.new, totals.new),
    ...list('Fixed', comparison.fixed, totals.fixed),
    ...list('Moved', comparison.moved, totals.moved),
  ].join('\n')}\n`
}
