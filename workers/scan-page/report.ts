/** Puts together what a scan comes to. Pure. */
import {
  type CriterionOutcome,
  isViolation,
  kindOf,
  type ReportIssue,
  type ScanReport,
  type Severity,
  severities,
  type TypeCount,
} from '#db/documents/scan-report'
import type { Waivable } from '#db/queries/scans'
import { applyAnswers, type OnPage, type StandingAnswer } from '#shared/accessibility/answers'
import type { Standard } from '#shared/accessibility/standards'
import { applyWaivers, pathOf, type WaiverTerms } from '#shared/accessibility/waivers'
import type { PayloadOf } from '#shared/jobs/contract'
import type { scanPage } from '#shared/jobs/scan-page'
import { compareLocations, openLocator } from '#workers/scan-page/locate'
import { makingsOf } from '#workers/scan-page/makings'
import { type Merged, mergeFindings } from '#workers/scan-page/merge'
import { scoreOf, scoreVersion } from '#workers/scan-page/score'
import type { VisitedPage } from '#workers/scan-page/visit-page'

type PagePayload = Extract<PayloadOf<typeof scanPage>, { of: 'page' }>

export type ScanFacts = {
  payload: Pick<PagePayload, 'url' | 'look' | 'run'>
  scanId: string
  standard: Standard
  startedAt: Date
  finishedAt: Date
  seen: VisitedPage
  found: Merged
  waivers: readonly WaiverTerms[]
  page: OnPage
  answers: readonly StandingAnswer[]
  browser: { product: string; sandbox: string }
}

/** A report lists this many issues, and as many waived ones; its totals, score and verdict count all. */
export const issuesListed = 1000

const defaultViewport = { width: 1280, height: 900 }

/** What the engines found, made issues of and located; nothing is waived yet. */
export function foundOn(
  { loaded, examination, subjects }: VisitedPage,
  { url, standard }: { url: string; standard: Standard },
): Merged {
  return mergeFindings(examination.findings, {
    page: withoutCredentials(url),
    standard,
    subjectOf: subjects.of,
    locate: openLocator({ page: loaded.source, pageType: loaded.documentType, frames: new Map() }, subjects.frames),
  })
}

/** What its waivers are to be looked for by. */
export function waivableOf({ issues, beyond }: Merged, url: string): Waivable {
  const address = withoutCredentials(url)
  return {
    url: address,
    path: pathOf(address),
    fingerprints: [...new Set(issues.map(({ fingerprint }) => fingerprint))],
    types: [...new Set([...issues, ...beyond.map(({ issue }) => issue)].map(({ type }) => type))],
  }
}

/** What answers are bound to of a page. */
export const pageOf = (
  { loaded }: VisitedPage,
  { scanId, standard, url }: Pick<ScanFacts, 'scanId' | 'standard'> & { url: string },
): OnPage => ({
  scanId,
  url: withoutCredentials(url),
  standard: new Set(standard.criteria.map(({ id }) => id)),
  ...makingsOf(loaded.source),
})

export function reportOf({
  payload,
  scanId,
  standard,
  startedAt,
  finishedAt,
  seen,
  found,
  waivers,
  page,
  answers,
  browser,
}: ScanFacts): ScanReport {
  const { loaded, examination, picture, egress } = seen
  const { look } = payload
  const url = withoutCredentials(payload.url)
  // Decided first: what somebody called a failure may be waived as any other is.
  const judged = applyAnswers(found.issues, answers, page)
  const { issues, waived } = applyWaivers(worstFirst(judged.issues), waivers, { url, now: finishedAt })
  // Of elements that nobody listed no waiver names one; those of a whole rule hold for them, too.
  const beyond = found.beyond.map(({ issue, count }) => {
    const open = applyWaivers([{ ...issue, fingerprint: '' }], waivers, { url, now: finishedAt }).issues
    return { type: issue.type, severity: issue.severity, isWaived: open.length === 0, count }
  })
  const counted: Counted = {
    open: [...issues, ...beyond.filter(({ isWaived }) => !isWaived)],
    waived: [...waived, ...beyond.filter(({ isWaived }) => isWaived)],
  }
  const totals = { ...totalsOf(counted.open), waived: countOf(counted.waived) }
  return {
    reportVersion: 1,
    scanId,
    runId: payload.run?.runId ?? null,
    url,
    finalUrl: withoutCredentials(loaded.finalUrl),
    standard: standard.name,
    score: scoreOf(counted.open),
    scoreVersion,
    compliance: counted.open.some((issue) => isViolation(issue.severity)) ? 'fail' : 'pass',
    scanTime: `${((finishedAt.getTime() - startedAt.getTime()) / 1000).toFixed(2)}s`,
    timestamp: finishedAt.toISOString(),
    issues: issues.slice(0, issuesListed),
    waived: waived.slice(0, issuesListed),
    fine: judged.fine.slice(0, issuesListed),
    totals,
    perType: perTypeOf(counted),
    isTruncated: [issues, waived, judged.fine].some((list) => list.length > issuesListed) || beyond.length > 0,
    coverage: coverageOf(standard, examination, [...issues, ...waived]),
    engines: examination.engines,
    page: {
      title: loaded.title,
      language: loaded.language,
      status: loaded.status,
      contentType: loaded.contentType,
      elements: loaded.elements,
      sourceBytes: loaded.sourceBytes,
      viewport: look.viewport ?? defaultViewport,
      colorScheme: look.colorScheme ?? 'light',
      reducedMotion: look.reducedMotion ?? false,
      ...(page.looks === undefined ? {} : { looks: page.looks }),
      ...(page.scripts === undefined ? {} : { scripts: page.scripts }),
    },
    browser,
    timings: Object.fromEntries(Object.entries(seen.timings).map(([name, ms]) => [name, Math.round(ms)])),
    egress: { requests: egress.requests, bytes: egress.bytes, denied: egress.denied },
    screenshot: picture && { width: picture.width, height: picture.height, type: picture.type },
  }
}

/** As merging leaves them: what became a violation goes up to the others of its severity. */
const worstFirst = (issues: readonly ReportIssue[]): ReportIssue[] =>
  issues.some(({ answered }) => answered)
    ? issues.toSorted(
        (a, b) =>
          severities.indexOf(a.severity) - severities.indexOf(b.severity) || compareLocations(a.location, b.location),
      )
    : [...issues]

/** What counts, each with how many elements it stands for. */
type Counted = Record<'open' | 'waived', readonly { type: string; severity: Severity; count?: number }[]>

const countOf = (issues: Counted['open']): number => issues.reduce((sum, { count = 1 }) => sum + count, 0)

function totalsOf(issues: Counted['open']): Record<Severity, number> {
  const totals: Record<Severity, number> = { critical: 0, serious: 0, moderate: 0, minor: 0, practice: 0, warning: 0 }
  for (const { severity, count = 1 } of issues) totals[severity] += count
  return totals
}

function perTypeOf({ open, waived }: Counted): Record<string, TypeCount> {
  const counts = new Map<string, TypeCount>()
  const add = (type: string, as: keyof TypeCount, count: number) => {
    const known = counts.get(type) ?? { violations: 0, practice: 0, warnings: 0, waived: 0 }
    counts.set(type, { ...known, [as]: known[as] + count })
  }
  for (const { type, severity, count = 1 } of open) add(type, kindOf(severity), count)
  for (const { type, count = 1 } of waived) add(type, 'waived', count)
  return Object.fromEntries(counts)
}

type Looked = VisitedPage['examination']
type Found = readonly { severity: Severity; criteria: string[] }[]

/** What was looked for at all. A waived failure is a failure still: that somebody lives with it changes no page. */
function coverageOf(standard: Standard, examination: Looked, found: Found): ScanReport['coverage'] {
  const idsOf = (some: Found) => new Set(some.flatMap((issue) => issue.criteria))
  const failed = idsOf(found.filter((issue) => isViolation(issue.severity)))
  const unsure = idsOf(found.filter((issue) => issue.severity === 'warning'))
  const checked = new Set(examination.criteria)
  const outcomeOf = (id: string): CriterionOutcome['outcome'] => {
    if (failed.has(id)) return 'failed'
    if (unsure.has(id)) return 'needs review'
    return checked.has(id) ? 'no failure found' : 'not checked'
  }
  const criteria = standard.criteria.map(({ id, name, level }) => ({ id, name, level, outcome: outcomeOf(id) }))
  const count = criteria.filter((criterion) => criterion.outcome !== 'not checked').length
  return {
    checked: count,
    total: criteria.length,
    statement: `Automated checks exist for ${count} of the ${criteria.length} success criteria of ${standard.name}; the rest, and much of these, need a person.${shadowNote(examination.shadowed)}`,
    criteria,
    shadowedProperties: examination.shadowed,
  }
}

function shadowNote(shadowed: readonly string[]): string {
  if (shadowed.length === 0) return ''
  const named = shadowed.slice(0, shadowsNamed).join(', ')
  const more = shadowed.length > shadowsNamed ? ` and ${shadowed.length - shadowsNamed} more` : ''
  return ` Names of controls hide properties of their forms from scripts (${named}${more}); the engines read past them.`
}
const shadowsNamed = 5

function withoutCredentials(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}
