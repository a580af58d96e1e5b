/** Design verifications as a person reads them in a terminal. Pure. */
import type { DesignOutcome } from '#cli/commands/verify-pages'
import { clean, type Paint, painter, type TextStyle } from '#cli/terminal/paint'
import type { DesignIssue, DesignReport } from '#db/documents/design-report'
import { countOf } from '#shared/accessibility/wording'

const indent = ' '.repeat(10)

/** A page: its verdict, then its issues, the worst first. */
export function outcomeText(outcome: DesignOutcome, style: TextStyle): string {
  const paint = painter(style)
  const { pageId, file } = outcome
  if (outcome.kind === 'unverified')
    return `${paint('not verified', 'fail')}  ${paint(clean(pageId), 'bold')}  ${clean(file)}  ${clean(outcome.message)}\n`
  const { report } = outcome
  const verdict = report.approved ? paint('approved', 'pass') : paint('not approved', 'fail')
  const head = [
    `${verdict}  ${paint(clean(pageId), 'bold')}  ${clean(file)}  ${aboutOf(report)}`,
    paint(`${indent}verification ${report.verificationId}`, 'dim'),
    ...report.notes.map(({ message }) => paint(`${indent}note: ${clean(message)}`, 'dim')),
  ]
  const more = report.isTruncated ? [`${indent}More was found than a report holds.`] : []
  return `${[...head, ...report.issues.map((issue) => issueText(issue, paint)), ...more].join('\n')}\n`
}

function aboutOf({ violations, path, absorbed }: DesignReport): string {
  const found = violations === 0 ? '' : countOf(violations, 'issue')
  const how = path === 'first' ? 'no baseline yet' : path === 'same' ? 'the same as its baseline' : ''
  const leftOut = absorbed.length === 0 ? '' : `left out: ${absorbed.map(({ class: kind }) => clean(kind)).join(', ')}`
  return [found, how, leftOut].filter((each) => each !== '').join('; ')
}

function issueText(issue: DesignIssue, paint: Paint): string {
  const { severity, type, element, elements, violation, property, before, after, token, recommendation } = issue
  const change =
    property === null
      ? []
      : [`${clean(property)}: ${[before, after].map((value) => (value === null ? 'none' : clean(value))).join(' → ')}`]
  return [
    `${paint(severity.padEnd(8), severity)}  ${paint(clean(type), 'bold')}  ${clean(element)}${elements > 1 ? ` (+${elements - 1} more)` : ''}`,
    `${indent}${clean(violation)}`,
    ...change.map((line) => `${indent}${line}${token === null ? '' : `  token ${clean(token)}`}`),
    ...(recommendation === '' ? [] : [`${indent}${paint(clean(recommendation), 'dim')}`]),
  ].join('\n')
}

/** What came of all of them, in a line. */
export function sumText(outcomes: readonly DesignOutcome[]): string {
  const count = (fits: (outcome: DesignOutcome) => boolean) => outcomes.filter(fits).length
  const approved = count((outcome) => outcome.kind === 'verified' && outcome.report.approved)
  const unverified = count(({ kind }) => kind === 'unverified')
  const others = outcomes.length - approved - unverified
  return [
    `${approved} of ${countOf(outcomes.length, 'page')} approved`,
    ...(others > 0 ? [`${others} not approved`] : []),
    ...(unverified > 0 ? [`${unverified} not verified`] : []),
  ].join(', ')
}
