/** The questions of a finished scan: one for each thing that a person has to decide, with what was answered. */
import type { Reader } from '#db/client'
import type { ReportIssue, ScanReport } from '#db/documents/scan-report'
import { type AnswerRow, newestOfPlaces, standingOf } from '#db/queries/answers'
import { type ScanRow, unpackReport } from '#db/queries/scans'
import { isAsked, type OnPage, type Open, openOf } from '#shared/accessibility/answers'
import { requireAnswers } from '#shared/evidence/sealed/answers'
import { findProvenScan } from '#shared/evidence/sealed/scans'
import { questionNotFound, scanNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'
import type { Sealer } from '#shared/kernel/sealer'

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/** A question with the first element of the page that it is asked of, and how many more are the same thing. */
export type OpenQuestion = Open & { issue: ReportIssue; alike: number }
export type AnsweredQuestion = OpenQuestion & {
  /** What stands. */
  answer: AnswerRow | undefined
  /** What was said last of what stood in this place, where it is not said of this any more. */
  earlier: AnswerRow | undefined
}

/** A scan's report. */
function reportOfScan(row: Pick<ScanRow, 'report'>): ScanReport {
  // Written by scan-page's worker, which made it a ScanReport.
  return JSON.parse(unpackReport(row.report))
}

const pageOf = ({ scanId, url, coverage, page }: ScanReport): OnPage => ({
  ...{ scanId, url, looks: page.looks, scripts: page.scripts },
  standard: new Set(coverage.criteria.map(({ id }) => id)),
})

/** In the order of the report; what is answered already too, so that it can be taken back. Pure. */
export function questionsOf(report: ScanReport): OpenQuestion[] {
  const page = pageOf(report)
  const questions = new Map<string, OpenQuestion>()
  for (const issue of [...report.issues, ...(report.fine ?? [])]) {
    const open = isAsked(issue) ? openOf(issue, page) : undefined
    if (!open) continue
    const known = questions.get(open.thing)
    if (known) known.alike += 1
    else questions.set(open.thing, { ...open, issue, alike: 0 })
  }
  return [...questions.values()]
}

/** A scan of an organisation, with its report. @throws SCAN_NOT_FOUND also for one that is somebody else's. */
export async function requireScan(
  asking: Asking,
  orgId: string,
  scanId: string,
): Promise<{ row: ScanRow; report: ScanReport }> {
  const row = isUuid(scanId) ? await findProvenScan(asking, orgId, scanId) : undefined
  if (!row) throw scanNotFound(scanId)
  return { row, report: reportOfScan(row) }
}

/** The question about a finding of a scan, or about another that is the same thing. @throws QUESTION_NOT_FOUND */
export function requireQuestion(report: ScanReport, fingerprint: string): OpenQuestion {
  const page = pageOf(report)
  const issue = [...report.issues, ...(report.fine ?? [])].find(
    (each) => each.fingerprint === fingerprint && isAsked(each),
  )
  const open = issue && openOf(issue, page)
  if (!open) throw questionNotFound(report.scanId, fingerprint)
  return { ...open, issue, alike: 0 }
}

/** What was answered to each. @throws EVIDENCE_MISMATCH where an answer is not as it was written. */
export async function withAnswers(
  { read, signer }: Asking,
  orgId: string,
  questions: readonly OpenQuestion[],
): Promise<AnsweredQuestion[]> {
  const things = questions.map(({ thing }) => thing)
  const places = questions.map(({ issue }) => issue.fingerprint)
  const [standing, newest] = await read((sql) =>
    Promise.all([standingOf(sql, orgId, things), newestOfPlaces(sql, orgId, places)]),
  )
  requireAnswers(signer, [...standing, ...newest])
  const ofThing = new Map(standing.map((row) => [row.thing, row]))
  const ofPlace = new Map(newest.map((row) => [row.fingerprint, row]))
  return questions.map((question) => {
    const answer = ofThing.get(question.thing)
    const last = ofPlace.get(question.issue.fingerprint)
    return { ...question, answer, earlier: answer ? undefined : last }
  })
}
