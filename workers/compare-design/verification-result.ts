/** A finished verification: the report and its record. */
import type { DesignReport } from '#db/documents/design-report'
import type { PageArtifact } from '#db/documents/page-artifact'
import type { BaselineRow } from '#db/queries/baselines'
import { packReport } from '#db/queries/scans'
import type { InputNode } from '#shared/evidence/node-of-kind'
import { type RecordedResult, type RecordingTools, recordResult } from '#shared/governance/results'
import { placesOf, withoutSecrets } from '#shared/kernel/secrets'
import { wellFormed } from '#shared/kernel/well-formed'
import type { Compared } from '#workers/compare-design/compare'
import type { Judged } from '#workers/compare-design/judge'
import type { JobAttempt } from '#workers/runtime/worker'

/** Raised with whatever makes the same two snapshots come to another verdict. */
const engine = '1.1.0'

export type RecordedVerification = {
  report: DesignReport
  packed: Uint8Array<ArrayBuffer>
  recorded: RecordedResult
}

type Made = {
  payload: { pageId: string; branch: string }
  at: Date
  artifact: PageArtifact
  digest: string
  baseline: Pick<BaselineRow, 'baseline_id' | 'artifact' | 'branch'> | null
  path: DesignReport['path']
  rules: { policyDigest: string; tokens: { digest: string } | null }
  compared: Pick<Compared, 'picture' | 'notes'>
  judged: Judged
  inputs: readonly InputNode[]
}

/** @throws GOVERNANCE_DENIED */
export function recordVerification(
  tools: RecordingTools,
  job: JobAttempt,
  { payload, at, artifact, digest, baseline, path, rules, compared, judged, inputs }: Made,
): RecordedVerification {
  // Well-formed before it is digested. Kept and told without what looks like a secret; what a picture shows, it shows.
  const { value: report, found } = withoutSecrets(
    wellFormed<DesignReport>({
      reportVersion: 1,
      verificationId: job.id,
      pageId: payload.pageId,
      branch: payload.branch,
      source: artifact.source,
      viewport: artifact.viewport,
      approved: judged.approved,
      violations: judged.violations,
      issues: judged.issues,
      isTruncated: judged.isTruncated,
      baseline: baseline && {
        baselineId: baseline.baseline_id,
        artifact: baseline.artifact,
        branch: baseline.branch,
      },
      artifact: digest,
      policy: rules.policyDigest,
      tokens: rules.tokens?.digest ?? null,
      engine,
      path,
      absorbed: judged.absorbed,
      picture: compared.picture,
      notes: [...artifact.notes, ...compared.notes],
      timestamp: at.toISOString(),
    }),
  )
  const text = JSON.stringify(report)
  const recorded = recordResult(tools, job, {
    kind: 'design.verified',
    id: job.id,
    agent: 'assay-compare-design',
    at,
    inputs,
    facts: { violations: report.violations, secrets_found: found.length },
    text,
    result: {
      page_id: report.pageId,
      branch: report.branch,
      approved: report.approved,
      violations: report.violations,
      artifact: digest,
      ...(baseline ? { baseline: baseline.artifact } : {}),
      engine,
    },
    violated: { type: 'design', id: job.id },
    told: ({ uses, message }) => (uses.includes('secrets_found') ? `${message}: ${placesOf(found)}` : message),
  })
  return { report, packed: packReport(text), recorded }
}
