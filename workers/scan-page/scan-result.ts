/** A finished scan: the report, its evidence node, the rows that keep it, and what the waiting caller is told. */
import { createHash, randomBytes } from 'node:crypto'
import type { ScanReport } from '#db/documents/scan-report'
import { type FindingToStore, packReport, type ScanToStore, type WaiverRow } from '#db/queries/scans'
import type { Standard } from '#shared/accessibility/standards'
import { violationsIn } from '#shared/accessibility/wording'
import type { FactsOf } from '#shared/contracts/actions'
import { makeNode, type SignedNode } from '#shared/evidence/node'
import type { Signer } from '#shared/evidence/signing'
import { deniedBy, findingsOf } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import type { ViolationFinding } from '#shared/governance/violations'
import type { PayloadOf } from '#shared/jobs/contract'
import { type scanPage, scanReply } from '#shared/jobs/scan-page'
import { saltedTextDigest } from '#shared/kernel/canonical'
import { placesOf, withoutSecrets } from '#shared/kernel/secrets'
import { versions } from '#shared/kernel/version'
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
  salt: Uint8Array
  node: SignedNode
  findings: ViolationFinding[]
  picture: VisitedPage['picture']
  links: string[]
}

type Made = {
  payload: PagePayload
  job: JobAttempt
  standard: Standard
  startedAt: Date
  seen: VisitedPage
  found: Merged
  waivers: WaiverRow[]
  browser: { product: string; sandbox: string }
  signer: Signer
  governance: Governance
}

export function makeScan({
  payload,
  job,
  standard,
  startedAt,
  seen,
  found: onPage,
  waivers,
  browser,
  signer,
  governance,
}: Made): MadeScan {
  const finishedAt = new Date()
  // Well-formed before it is digested. Kept, told and looked through without what looks like a secret; what a picture shows, it shows.
  const { value: report, found } = withoutSecrets(
    wellFormed(
      reportOf({ payload, scanId: job.id, standard, startedAt, finishedAt, seen, found: onPage, waivers, browser }),
    ),
  )
  const text = JSON.stringify(report)
  const decision = governance.decide('scan.complete', 'post', {
    ...governance.maker('assay-scan-page'),
    score: report.score,
    secrets_found: found.length,
  } satisfies FactsOf<'scan.complete'>)
  const breaches = governance.breachesOf(decision)
  if (decision.decision === 'deny') throw deniedBy(decision, breaches)
  const salt = randomBytes(16)
  const node = makeNode(
    {
      kind: 'scan.completed',
      stream: `scan:${job.id}`,
      agent: 'assay-scan-page',
      timestamp: report.timestamp,
      subject: { type: 'scan', id: job.id },
      payload: { ...saltedTextDigest(salt, text), media_type: 'application/json' },
      result: {
        score: report.score,
        score_version: report.scoreVersion,
        compliance: report.compliance,
        standard: report.standard,
      },
      governance: decision,
      request: { key_id: job.keyId, trace: job.requestId },
    },
    job.orgId,
    signer,
    versions.api,
  )
  const { picture, links } = seen
  const findings = findingsOf(
    breaches.map((breach) =>
      breach.uses.includes('secrets_found') ? { ...breach, message: `${breach.message}: ${placesOf(found)}` } : breach,
    ),
    {
      orgId: job.orgId,
      subject: { type: 'scan', id: job.id },
      evidence: [node.id],
      record: decision,
    },
  )
  return { of: 'page', payload, report, packed: packReport(text), salt, node, findings, picture, links }
}

/** What the caller who waits is told at once, if it is small enough to travel with the ending. */
export const replyOf = ({ report, node, payload }: MadeScan): string =>
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
    nodeId: node.id,
    includeWarnings: payload.includeWarnings,
  })

export function scanRowOf(job: JobAttempt, { payload, report, node, salt, packed, picture }: MadeScan): ScanToStore {
  return {
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
    node_id: node.id,
    payload_salt: salt,
    report: packed,
    picture: picture?.bytes ?? null,
    picture_type: picture?.type ?? null,
  }
}

/** A run's scans keep their violations apart, so that runs can be compared. */
export function pageFindingsOf(job: JobAttempt, { payload, report }: MadeScan): FindingToStore[] {
  const { run } = payload
  if (!run) return []
  const urlDigest = createHash('sha256').update(payload.url).digest('hex')
  return report.issues
    .filter((issue) => issue.severity !== 'warning')
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
