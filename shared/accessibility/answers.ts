/** What people answered, applied to what a scan found: to the very thing it was said of, and to nothing else. Pure. */
import { createHash } from 'node:crypto'
import type { AnsweredIssue, Given, ReportIssue } from '#db/documents/scan-report'
import type { answerReaches } from '#db/documents/states'
import { type Question, questionOf } from '#shared/accessibility/questions'

export type AnswerReach = (typeof answerReaches)[number]

/** What is known of the page that a finding is on. */
export type OnPage = {
  scanId: string
  url: string
  /** The success criteria that were asked for. */
  standard: ReadonlySet<string>
  /** Digests of what the page names; undefined of reports that are older than them. */
  looks?: string | undefined
  scripts?: string | undefined
}

/** A question about one finding. */
export type Open = { question: Question; thing: string; reach: AnswerReach }

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/**
 * What is asked of a finding, and by what its answer is found again: the rule and the markup; for a site its origin; for a place that
 * place, and what was found there, which says what stands beside the markup, a field's label for one. Markup of which a report has but the start, and no digest, and looks or scripts that it tells nothing of, may be others next
 * time: an answer is then of that scan alone.
 */
export function openOf(issue: ReportIssue, page: OnPage): Open | undefined {
  const question = questionOf(issue, page.standard)
  if (!question) return undefined
  const { type, fingerprint, contentFingerprint, message } = issue
  const hangs = question.hangsOn === undefined ? '' : page[question.hangsOn]
  const isCut = issue.html.includes('…')
  if (hangs === undefined || (isCut && issue.whole === undefined))
    return { question, reach: 'scan', thing: digest('scan', question.id, type, page.scanId, fingerprint) }
  const { reach } = question
  const where = reach === 'site' ? [URL.parse(page.url)?.origin ?? page.url] : [fingerprint, message, issue.state ?? '']
  return {
    question,
    reach,
    thing: digest(reach, question.id, type, ...where, contentFingerprint, issue.whole ?? '', hangs),
  }
}

/** A standing answer, as it is applied. */
export type StandingAnswer = { thing: string } & Given

/** Every thing that is asked about among these. */
export const thingsOf = (issues: readonly ReportIssue[], page: OnPage): string[] => [
  ...new Set(issues.filter(isAsked).flatMap((issue) => openOf(issue, page)?.thing ?? [])),
]

/** Where nobody has decided yet, or somebody has decided already. */
export const isAsked = (issue: ReportIssue): boolean => issue.severity === 'warning' || issue.answered !== undefined

/**
 * A warning that somebody called a failure is one, of the severity that was stated; one that is fine is told apart, with who said
 * so; one that nobody could tell stays as it is. Orders are kept.
 */
export function applyAnswers(
  issues: readonly ReportIssue[],
  answers: readonly StandingAnswer[],
  page: OnPage,
): { issues: ReportIssue[]; fine: AnsweredIssue[] } {
  const byThing = new Map(answers.map(({ thing, ...given }) => [thing, given]))
  const left: ReportIssue[] = []
  const fine: AnsweredIssue[] = []
  for (const issue of issues) {
    const open = byThing.size > 0 && isAsked(issue) ? openOf(issue, page) : undefined
    const answered = open && byThing.get(open.thing)
    if (!answered) left.push(issue)
    else if (answered.means === 'fine') fine.push({ ...issue, answered })
    else left.push({ ...issue, severity: answered.severity ?? issue.severity, answered })
  }
  return { issues: left, fine }
}
