/** Makes issues of what the engines found: one per element and problem, whoever found it, the worst first. Pure. */
import { type ReportIssue, type Severity, severities } from '#db/documents/scan-report'
import type { Standard } from '#shared/accessibility/standards'
import type { Finding, Target } from '#workers/scan-page/finding'
import { contentFingerprintOf, fingerprintOf } from '#workers/scan-page/fingerprint'
import { compareLocations } from '#workers/scan-page/locate'
import type { Subject } from '#workers/scan-page/subjects'
import { topicOf } from '#workers/scan-page/topics'

type Options = {
  /** The page's address, which its issues' fingerprints hold. */
  page: string
  standard: Standard
  subjectOf: (target: Target) => Subject
  locate: (subject: Subject) => string
}

/** What one or several engines say of one problem of one element; axe's findings first. */
type Group = Finding[]

export function mergeFindings(
  findings: readonly Finding[],
  { page, standard, subjectOf, locate }: Options,
): ReportIssue[] {
  const asked = new Set(standard.criteria.map((criterion) => criterion.id))
  const bySubject = new Map<string, { subject: Subject; findings: Finding[] }>()
  for (const finding of findings) {
    const subject = subjectOf(finding.target)
    const entry = bySubject.get(subject.key) ?? { subject, findings: [] }
    entry.findings.push(finding)
    bySubject.set(subject.key, entry)
  }
  const issues = [...bySubject.values()].flatMap(({ subject, findings }) => {
    const location = locate(subject)
    return groupsOf(findings).map((group) => issueOf(group, { page, asked, subject, location }))
  })
  return tellTwinsApart(issues.sort(byWeight))
}

const engineOrder: readonly Finding['engine'][] = ['axe-core', 'accesslint', 'assay', 'ibm-equal-access']

/** Rules by which one engine tells problems apart stay apart; another engine's finding joins the one that it means. */
function groupsOf(findings: readonly Finding[]): Group[] {
  const groups: Group[] = []
  const inOrder = findings.toSorted(
    (a, b) =>
      engineOrder.indexOf(a.engine) - engineOrder.indexOf(b.engine) ||
      Number(b.verdict === 'violation') - Number(a.verdict === 'violation') ||
      (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0),
  )
  for (const finding of inOrder) {
    const group = groups
      .map((each) => ({ each, nearness: nearnessOf(each, finding) }))
      .filter(({ nearness }) => nearness > 0)
      .sort((a, b) => b.nearness - a.nearness)[0]?.each
    if (group) group.push(finding)
    else groups.push([finding])
  }
  return groups
}

/** 0: another problem. */
function nearnessOf(group: Group, finding: Finding): number {
  const isKnown = group.some((other) => other.engine === finding.engine && other.rule === finding.rule)
  if (isKnown) return 4
  if (group.some((other) => other.engine === finding.engine)) return 0
  const sharesCriterion = group.some((other) => other.criteria.some((id) => finding.criteria.includes(id)))
  if (group.some((other) => isSameProblem(other, finding))) return sharesCriterion ? 3 : 2
  // IBM's rules are cut otherwise than everybody's; the others name what they share alike.
  return sharesCriterion && finding.engine === 'ibm-equal-access' && topicOf(finding.rule) === undefined ? 1 : 0
}

function isSameProblem(a: Finding, b: Finding): boolean {
  const topic = topicOf(a.rule)
  return typeOf(a.rule) === typeOf(b.rule) || (topic !== undefined && topic === topicOf(b.rule))
}

type Place = { page: string; asked: ReadonlySet<string>; subject: Subject; location: string }

function issueOf(group: Group, { page, asked, subject, location }: Place): ReportIssue {
  const violations = group.filter((finding) => finding.verdict === 'violation')
  const [first] = violations.length > 0 ? violations : group
  // A group holds what made it.
  if (!first) throw new RangeError('an empty group')
  const named = group.find((finding) => finding.engine === 'axe-core') ?? first
  const type = typeOf(named.rule)
  const criteria = [...new Set(group.flatMap((finding) => finding.criteria))].sort(byNumber)
  const isOutside = criteria.length > 0 && !criteria.some((id) => asked.has(id))
  const severity = isOutside ? 'warning' : severityOf(violations)
  const { html, box, place, selector, frameUrl } = subject
  return {
    fingerprint: fingerprintOf({ page, type, criteria, place }),
    contentFingerprint: contentFingerprintOf({ type, html }),
    severity,
    type,
    criteria,
    element: selector,
    html,
    message: first.message,
    recommendation: first.recommendation || named.recommendation,
    helpUrl: named.helpUrl ?? group.find((finding) => finding.helpUrl !== null)?.helpUrl ?? null,
    location,
    frame: frameUrl,
    box,
    engines: engineOrder.filter((engine) => group.some((finding) => finding.engine === engine)),
    confidence: confidenceOf(group, violations, severity),
  }
}

/** AccessLint puts its rules into groups: labels-and-names/button-name. */
const typeOf = (rule: string): string => rule.slice(rule.lastIndexOf('/') + 1)

/** IBM's errors alone are right nine times in ten: too few for a verdict that nobody else shares. */
function severityOf(violations: readonly Finding[]): Severity {
  const trusted = violations.filter((finding) => finding.engine !== 'ibm-equal-access')
  const axes = trusted.find((finding) => finding.engine === 'axe-core')
  if (axes) return axes.impact
  const impacts = trusted.map((finding) => finding.impact)
  return severities.find((severity) => impacts.some((impact) => impact === severity)) ?? 'warning'
}

function confidenceOf(group: Group, violations: readonly Finding[], severity: Severity): ReportIssue['confidence'] {
  const engines = new Set(group.map((finding) => finding.engine))
  if (severity !== 'warning') return engines.size > 1 || engines.has('axe-core') ? 'high' : 'medium'
  if (violations.length > 0) return engines.size > 1 ? 'medium' : 'low'
  return levels.find((level) => group.some((finding) => finding.confidence === level)) ?? 'low'
}

const levels = ['high', 'medium', 'low'] as const

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/** The worst first, then in the order of the source. */
function byWeight(a: ReportIssue, b: ReportIssue): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareLocations(a.location, b.location) ||
    compareTexts(a.type, b.type) ||
    compareTexts(a.element, b.element)
  )
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Two issues in places that read alike would be one finding to whoever compares scans: they are counted through. */
function tellTwinsApart(issues: readonly ReportIssue[]): ReportIssue[] {
  const seen = new Map<string, number>()
  return issues.map((issue) => {
    const before = seen.get(issue.fingerprint) ?? 0
    seen.set(issue.fingerprint, before + 1)
    if (before === 0) return issue
    const place = `${issue.fingerprint} ${before}`
    return { ...issue, fingerprint: fingerprintOf({ page: '', type: issue.type, criteria: issue.criteria, place }) }
  })
}
