/** What has changed from one scan run to another. */
import type { Reader } from '#db/client'
import { type ComparedRow, compareRuns, type RunRow } from '#db/queries/runs'
import { type ComparedIssue, comparedIssuesShown, type RunComparison } from '#shared/contracts/scans'
import { findProvenRun, requireComparable } from '#shared/evidence/sealed/runs'
import { runNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'
import type { Sealer } from '#shared/kernel/sealer'

/** @throws RUN_NOT_FOUND also for a run that is somebody else's; EVIDENCE_MISMATCH where anything of it is not as it was written. */
export async function compareScanRuns(
  { sql, signer }: { sql: Reader; signer: Sealer },
  orgId: string,
  base: string,
  other: string,
): Promise<RunComparison> {
  const runs: RunRow[] = []
  for (const runId of [base, other]) {
    const run = isUuid(runId) ? await findProvenRun({ read: (look) => look(sql), signer }, orgId, runId) : undefined
    if (!run) throw runNotFound(runId)
    runs.push(run)
  }
  await requireComparable(sql, signer, runs)
  return presentComparison(base, other, await compareRuns(sql, base, other, comparedIssuesShown))
}

/** @param rows at most so many of each change, each with the count of all. */
function presentComparison(base: string, other: string, rows: readonly ComparedRow[]): RunComparison {
  const of = (change: ComparedRow['change']) => rows.filter((row) => row.change === change)
  const totalOf = (change: ComparedRow['change']) => of(change)[0]?.total ?? 0
  const totals = {
    new: totalOf('new'),
    fixed: totalOf('fixed'),
    persisting: totalOf('persisting'),
    moved: totalOf('moved'),
  }
  return {
    base,
    other,
    totals,
    new: of('new').map(presentIssue),
    fixed: of('fixed').map(presentIssue),
    persisting: of('persisting').map(presentIssue),
    moved: of('moved').map((row) => ({
      ...presentIssue(row),
      from: { url: row.from_url ?? '', element: row.from_element ?? '' },
    })),
    isTruncated: Object.values(totals).reduce((sum, total) => sum + total, 0) > rows.length,
  }
}

const presentIssue = ({ url, type, severity, element, fingerprint }: ComparedRow): ComparedIssue => ({
  url,
  type,
  severity,
  element,
  fingerprint,
})
