/** Design verifications as JUnit XML for build servers: a suite per page, a case per issue. What fails the build fails, the rest is skipped. Pure. */
import { type DesignThreshold, designMissOf, failingOf } from '#cli/commands/design-threshold'
import type { DesignOutcome, Unverified, Verified } from '#cli/commands/verify-pages'
import type { DesignIssue } from '#db/documents/design-report'
import { countOf } from '#shared/accessibility/wording'
import { element, xmlText } from '#shared/kernel/xml'

export function designJunit(outcomes: readonly DesignOutcome[], threshold: DesignThreshold): string {
  const suites = outcomes.map((outcome) =>
    outcome.kind === 'verified' ? verifiedSuite(outcome, threshold) : unverifiedSuite(outcome),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Designs">\n${suites.join('')}</testsuites>\n`
}

function unverifiedSuite({ pageId, file, code, message }: Unverified): string {
  const error = element('error', { message, type: code }, xmlText(`${file}: ${message}`))
  const attributes = { name: pageId, tests: 1, failures: 0, errors: 1, skipped: 0, time: 0 }
  return element(
    'testsuite',
    attributes,
    `\n${element('testcase', { name: 'The page is verified', classname: pageId }, `\n${error}`)}`,
  )
}

function verifiedSuite(verified: Verified, threshold: DesignThreshold): string {
  const { pageId, file, report } = verified
  const failing = new Set(failingOf(report, threshold))
  const cases = report.issues.map((issue) => issueCase(pageId, file, issue, failing.has(issue)))
  // A page may wait for a person without any issue.
  const isWaiting = failing.size === 0 && designMissOf(verified, threshold) !== undefined
  if (failing.size === 0) cases.unshift(wholeCase(pageId, isWaiting))
  const properties = [
    ['file', file],
    ['branch', report.branch],
    ['approved', String(report.approved)],
    ['violations', report.violations],
    ['verificationId', report.verificationId],
  ].map(([name = '', value = '']) => element('property', { name, value }))
  return element(
    'testsuite',
    {
      name: pageId,
      tests: cases.length,
      failures: isWaiting ? 1 : failing.size,
      errors: 0,
      skipped: report.issues.length - failing.size,
      time: 0,
      timestamp: report.timestamp,
    },
    `\n${element('properties', {}, `\n${properties.join('')}`)}${cases.join('')}${
      report.isTruncated ? element('system-out', {}, xmlText('More was found than is listed here.')) : ''
    }`,
  )
}

function wholeCase(pageId: string, isWaiting: boolean): string {
  const attributes = { name: 'The page looks as it should', classname: pageId }
  if (!isWaiting) return element('testcase', attributes)
  return element(
    'testcase',
    attributes,
    `\n${element('failure', { message: 'It is not approved.', type: 'approval' })}`,
  )
}

function issueCase(pageId: string, file: string, issue: DesignIssue, isFailing: boolean): string {
  const { id, type, severity, element: selector, elements, violation, property, before, after, recommendation } = issue
  const message = elements > 1 ? `${violation} (${countOf(elements, 'element')})` : violation
  const facts = [
    `${severity} in ${file}: ${violation}`,
    `  element: ${selector}`,
    ...(property === null ? [] : [`  ${property}: ${before ?? 'none'} -> ${after ?? 'none'}`]),
    `  do: ${recommendation}`,
  ]
  const said = isFailing
    ? element('failure', { message, type: severity }, xmlText(facts.join('\n')))
    : element('skipped', { message })
  // The same finding keeps its name from build to build, and no two of a page share one.
  return element('testcase', { name: `${type} ${selector} ${id.slice(0, 8)}`, classname: pageId }, `\n${said}`)
}
