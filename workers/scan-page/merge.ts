/** Makes issues of what the engines found: one per element and problem, whoever found it, the worst first. Pure. */
import { isViolation, kindOf, type ReportIssue, type Severity, severities } from '#db/documents/scan-report'
import type { Standard } from '#shared/accessibility/standards'
import type { Finding } from '#workers/scan-page/finding'
import { contentFingerprintOf, fingerprintOf } from '#workers/scan-page/fingerprint'
import { compareLocations } from '#workers/scan-page/locate'
import { explanationOf, remedyOf } from '#workers/scan-page/remedies/index'
import type { SubjectElement } from '#workers/scan-page/subjects'
import { topicOf } from '#workers/scan-page/topics'

type Options = {
  /** The page's address, which its issues' fingerprints hold. */
  page: string
  standard: Standard
  subjectOf: (finding: Finding) => SubjectElement
  locate: (subject: SubjectElement) => string
}

/** What one or several engines say of one problem of one element; axe's findings first. */
type Group = Finding[]

export type Merged = {
  issues: ReportIssue[]
  /** Elements that no engine listed: so many more of an issue's type and severity. */
  beyond: { issue: ReportIssue; count: number }[]
}

export function mergeFindings(findings: readonly Finding[], { page, standard, subjectOf, locate }: Options): Merged {
  const asked = new Set(standard.criteria.map((criterion) => criterion.id))
  const made = problemsOf(findings, subjectOf).map(({ subject, group }) => ({
    group,
    issue: issueOf(group, { page, asked, subject, location: locate(subject) }),
  }))
  return { issues: tellTwinsApart(made.map(({ issue }) => issue).sort(byWeight)), beyond: beyondOf(made) }
}

/** One problem of one element, with all that is said of it. */
export type OneProblem = { subject: SubjectElement; group: Group }

export function problemsOf(findings: readonly Finding[], subjectOf: Options['subjectOf']): OneProblem[] {
  const bySubject = new Map<string, { subject: SubjectElement; findings: Finding[] }>()
  for (const finding of findings) {
    const subject = subjectOf(finding)
    const entry = bySubject.get(subject.key) ?? { subject, findings: [] }
    entry.findings.push(finding)
    bySubject.set(subject.key, entry)
  }
  return [...bySubject.values()].flatMap(({ subject, findings }) =>
    groupsOf(findings).map((group) => ({ subject, group })),
  )
}

type Made = { group: Group; issue: ReportIssue }

/**
 * Of types that an engine found on more elements than it lists. Which of those another engine means too, nobody can tell:
 * there are as many in all as the engine counted that found the most, so no element is counted twice.
 */
function beyondOf(made: readonly Made[]): Merged['beyond'] {
  const rules = Map.groupBy(
    made.flatMap((each) => each.group.map((finding) => ({ ...each, finding }))),
    ({ finding, issue }) => `${finding.engine} ${finding.rule} ${kindOf(issue.severity)}`,
  )
  const cut = [...rules.values()].flatMap((found) => {
    const last = found.find(({ finding }) => (finding.count ?? 1) > 1)
    return last ? [{ found, last: last.issue, type: commonTypeOf(found) }] : []
  })
  return [...Map.groupBy(cut, ({ type, last }) => `${type} ${kindOf(last.severity)}`).values()].flatMap((alike) => {
    const [first] = alike
    if (!first) return []
    const listed = new Set(alike.flatMap(({ found }) => found.map(({ issue }) => issue)))
    for (const { issue } of made)
      if (issue.type === first.type && kindOf(issue.severity) === kindOf(first.last.severity)) listed.add(issue)
    const totals = alike.map(({ found, last }) => ({
      last,
      total:
        new Set(found.map(({ issue }) => issue)).size +
        found.reduce((sum, { finding: { count = 1 } }) => sum + count - 1, 0),
    }))
    const [most] = totals.sort((a, b) => b.total - a.total)
    if (!most || most.total <= listed.size) return []
    return [{ issue: { ...most.last, type: first.type }, count: most.total - listed.size }]
  })
}

/** What the issues are called that a rule had a part in, for the most part: by another engine's name where that had one, too. */
function commonTypeOf(found: readonly Made[]): string {
  const types = Map.groupBy(found, ({ issue }) => issue.type)
  const isShared = (some: readonly Made[]) => some.some(({ issue }) => issue.engines.length > 1)
  const [common] = [...types].sort(([, a], [, b]) => Number(isShared(b)) - Number(isShared(a)) || b.length - a.length)
  return common?.[0] ?? ''
}

const engineOrder: readonly Finding['engine'][] = ['axe-core', 'accesslint', 'assay', 'ibm-equal-access']

/** A finding joins the one that means the same problem, whoever made that; our own checks tell problems apart by their rules. */
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
  const sharesCriterion = group.some((other) => other.criteria.some((id) => finding.criteria.includes(id)))
  const isOwn = finding.engine === 'assay' && group.some((other) => other.engine === 'assay')
  if (!isOwn && group.some((other) => isSameProblem(other, finding))) return sharesCriterion ? 3 : 2
  if (group.some((other) => other.engine === finding.engine)) return 0
  // IBM's rules are cut otherwise than everybody's; the others name what they share alike.
  return sharesCriterion && finding.engine === 'ibm-equal-access' && topicOf(finding.rule) === undefined ? 1 : 0
}

function isSameProblem(a: Finding, b: Finding): boolean {
  const topic = topicOf(a.rule)
  return typeOf(a.rule) === typeOf(b.rule) || (topic !== undefined && topic === topicOf(b.rule))
}

type Place = { page: string; asked: ReadonlySet<string>; subject: SubjectElement; location: string }

function issueOf(group: Group, { page, asked, subject, location }: Place): ReportIssue {
  const trusted = trustedIn(group)
  const practices = group.filter((finding) => finding.verdict === 'practice')
  const [first] = [...trusted, ...practices, ...group]
  // A group holds what made it.
  if (!first) throw new RangeError('an empty group')
  const named = group.find((finding) => finding.engine === 'axe-core') ?? first
  const type = typeOf(named.rule)
  const criteria = [...new Set(group.flatMap((finding) => finding.criteria))].sort(byNumber)
  const isOutside = criteria.length > 0 && !criteria.some((id) => asked.has(id))
  const severity = isOutside ? 'warning' : severityOf(group)
  const { html, whole = null, box, place, selector, frameUrl } = subject
  return {
    fingerprint: fingerprintOf({ page, type, criteria, place }),
    contentFingerprint: contentFingerprintOf({ type, html }),
    severity,
    type,
    criteria,
    element: selector,
    html,
    ...(whole === null ? {} : { whole }),
    message: first.message,
    recommendation: remedyOf(first, html) || named.recommendation,
    helpUrl:
      explanationOf(criteria) ?? named.helpUrl ?? group.find((finding) => finding.helpUrl !== null)?.helpUrl ?? null,
    location,
    frame: frameUrl,
    box,
    state: stateOf(group),
    engines: engineOrder.filter((engine) => group.some((finding) => finding.engine === engine)),
    confidence: confidenceOf(group, severity),
  }
}

/** What stands in the page as it was loaded is not told of a state as well. */
function stateOf(group: Group): string | null {
  const states = group.map(({ state }) => state ?? null)
  return states.includes(null) ? null : (states[0] ?? null)
}

/** AccessLint puts its rules into groups: labels-and-names/button-name. */
const typeOf = (rule: string): string => rule.slice(rule.lastIndexOf('/') + 1)

/** Rules of AccessLint that were right wherever they were measured, also where nobody shares what they say. */
const accesslintTrusted = [
  'form-label',
  'label-placeholder-only',
  'letter-spacing',
  'line-height',
  'object-alt',
  'progressbar-name',
  'td-headers-attr',
  'word-spacing',
]

/**
 * What makes an error, of the findings of one problem: those that say so on their own account. axe's violations; ours, whose
 * checks were measured; a few of AccessLint's rules; and of the others any that another engine is as sure of.
 */
function trustedIn(group: Group): Finding[] {
  const sure = group.filter(isSure)
  return sure.filter(
    (finding) =>
      finding.verdict === 'violation' &&
      (finding.engine === 'axe-core' ||
        finding.engine === 'assay' ||
        (finding.engine === 'accesslint' && accesslintTrusted.includes(typeOf(finding.rule))) ||
        sure.some((other) => other.engine !== finding.engine && isSameProblem(other, finding))),
  )
}

/** Whether its engine takes it for a failure. What IBM is sure of is right nine times in ten: a second voice, and no more. */
export const isSure = ({ engine, verdict, confidence }: Pick<Finding, 'engine' | 'verdict' | 'confidence'>): boolean =>
  verdict === 'violation' || (engine === 'ibm-equal-access' && verdict === 'review' && confidence === 'high')

/** Of a problem, whichever standard is asked for. */
export function severityOf(group: Group): Severity {
  const trusted = trustedIn(group)
  const axes = trusted.find((finding) => finding.engine === 'axe-core')
  if (axes) return axes.impact
  const impacts = trusted.map((finding) => finding.impact)
  return (
    severities.find((severity) => impacts.some((impact) => impact === severity)) ??
    (group.some((finding) => finding.verdict === 'practice') ? 'practice' : 'warning')
  )
}

function confidenceOf(group: Group, severity: Severity): ReportIssue['confidence'] {
  const engines = new Set(group.map((finding) => finding.engine))
  if (isViolation(severity)) return engines.size > 1 || engines.has('axe-core') ? 'high' : 'medium'
  if (severity === 'practice') return 'high'
  if (group.some((finding) => finding.verdict === 'violation')) return engines.size > 1 ? 'medium' : 'low'
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
