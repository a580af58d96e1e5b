/** A finished scan: the report, its record, the rows that keep it, and what the waiting caller is told. */
import { createHash } from 'node:crypto'
import { isViolation, type ScanReport } from '#db/documents/scan-report'
import { type FindingToStore, packReport, type ScanToStore, type WaiverRow } from '#db/queries/scans'
import type { OnPage, StandingAnswer } from '#shared/accessibility/answers'
import type { Standard } from '#shared/accessibility/standards'
import { violationsIn } from '#shared/accessibility/wording'
import { sealScan } from '#shared/evidence/sealed/scans'
import { type RecordedResult, type RecordingTools, recordResult } from '#shared/governance/results'
import type { PayloadOf } from '#shared/jobs/contract'
import { type scanPage, scanReply } from '#shared/jobs/scan-page'
import type { Sealer } from '#shared/kernel/sealer'
import { placesOf, withoutSecrets } from '#shared/kernel/secrets'
import { wellFormed } from '#shared/kernel/well-formed'
import type { JobAttempt } from '#workers/runtime/worker'
import type { Merged } from '#workers/scan-page/merge'
import { reportOf } from '#workers/scan-page/report'
import type { VisitedPage } from '#workers/scan-page/visit-page'

type PagePayload = Extract<PayloadOf<typeof scanPage>, { of: 'page' }>

export type MadeScan = {
  of: 'page'
  payload: PagePayload
  report: ScanReport
  packed: ScanToStore['report']
  recorded: RecordedResult
  picture: VisitedPage['picture']
  links: string[]
  /** Of the organisation's components; null where nothing was counted. */
  sightings: VisitedPage['sightings']
}

type Made = {
  payload: PagePayload
  job: JobAttempt
  standard: Standard
  startedAt: Date
  seen: VisitedPage
  found: Merged
  waivers: WaiverRow[]
  page: OnPage
  answers: StandingAnswer[]
  browser: { product: string; sandbox: string }
}

export function makeScan(
  tools: RecordingTools,
  { payload, job, standard, startedAt, seen, found: onPage, waivers, page, answers, browser }: Made,
): MadeScan {
  const finishedAt = new Date()
  // Well-formed before it is digested. Kept, told and looked through without what looks like a secret; what a picture shows, it shows.
  const { value: report, found } = withoutSecrets(
    wellFormed(
      reportOf({
        payload,
        scanId: job.id,
        standard,
        startedAt,
        finishedAt,
        seen,
        found: onPage,
        waivers,
        page,
        answers,
        browser,
      }),
    ),
  )
  const text = JSON.stringify(report)
  const recorded = recordResult(tools, job, {
    kind: 'scan.completed',
    id: job.id,
    agent: 'assay-scan-page',
    at: finishedAt,
    facts: { score: report.score, secrets_found: found.length },
    text,
    result: {
      score: report.score,
      score_version: report.scoreVersion,
      compliance: report.compliance,
      standard: report.standard,
    },
    violated: { type: 'scan', id: job.id },
    told: ({ uses, message }) => (uses.includes('secrets_found') ? `${message}: ${placesOf(found)}` : message),
  })
  const { picture, links, sightings } = seen
  return { of: 'page', payload, report, packed: packReport(text), recorded, picture, links, sightings }
}

/** What the caller who waits is told at once, if it is small enough to travel with the ending. */
export const replyOf = ({ report, recorded, payload }: MadeScan): string =>
  scanReply({
    score: report.score,
    issues: report.issues.map(({ severity, type, element, recommendation, location }) => ({
      severity,
      type,
      element,
      recommendation,
      location,
    })),
    compliance: report.compliance,
    scanTime: report.scanTime,
    timestamp: report.timestamp,
    nodeId: recorded.node.id,
    includeWarnings: payload.includeWarnings,
    engines: report.engines.map(({ name, state }) => ({ name, state })),
  })

export function scanRowOf(
  signer: Sealer,
  job: JobAttempt,
  { payload, report, recorded, packed, picture, sightings }: MadeScan,
): ScanToStore {
  const row = {
    job_id: job.id,
    org_id: job.orgId,
    run_id: payload.run?.runId ?? null,
    url: payload.url,
    standard: report.standard,
    score: report.score,
    compliance: report.compliance,
    issue_count: violationsIn(report.totals),
    warning_count: report.totals.warning,
    include_warnings: payload.includeWarnings,
    created_at: report.timestamp,
    node_id: recorded.node.id,
    payload_salt: recorded.salt,
    report: packed,
    picture: picture?.bytes ?? null,
    picture_type: picture?.type ?? null,
  }
  return sealScan(signer, row, { mayBeTold: Boolean(sightings) })
}

/** A run's scans keep their violations apart, so that runs can be compared. */
export function pageFindingsOf(job: JobAttempt, { payload, report }: MadeScan): FindingToStore[] {
  const { run } = payload
  if (!run) return []
  const urlDigest = createHash('sha256').update(payload.url).digest('hex')
  return report.issues
    .filter((issue) => isViolation(issue.severity))
    .map((issue, ord) => ({
      run_id: run.runId,
      scan_id: job.id,
      ord,
      url_digest: urlDigest,
      fingerprint: issue.fingerprint,
      content_fingerprint: issue.contentFingerprint,
      type: issue.type,
      severity: issue.severity,
      element: issue.element,
    }))
}
