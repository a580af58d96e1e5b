/** How runs, their results and their comparison look on the wire. */
import type { PageOutcome, UnscannedPage } from '#api/scans/formats/about'
import type { ScanReport } from '#db/documents/scan-report'
import type { RunIssueRow, RunPageRow, RunRow } from '#db/queries/runs'
import type { Run, RunResult } from '#shared/contracts/scans'
import type { StoredError } from '#shared/kernel/errors'

/** @param issues this run's, the most frequent first. */
export const presentRun = (row: RunRow, issues: readonly Omit<RunIssueRow, 'run_id'>[]): Run => ({
  runId: row.run_id,
  state: row.state === 'running' && row.done === 0 ? 'queued' : row.state,
  progress: { done: row.done, failed: row.failed, total: row.total },
  scores: {
    mean: row.scored === 0 ? null : Math.round((row.score_sum / row.scored) * 100) / 100,
    worst: row.score_worst,
  },
  topIssues: issues.map(({ type, pages, issues: count }) => ({ type, pages, issues: count })),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

export const presentResult = (row: RunPageRow): RunResult => ({
  url: row.url,
  scanId: row.state === 'succeeded' ? row.job_id : null,
  state: row.state,
  score: row.score,
  compliance: row.compliance,
  issueCount: row.issue_count,
  error: asStored(row.error),
})

/** What became of a page as reports tell it. @param report where it was scanned. */
export function presentOutcome(
  { url, job_id: jobId, state, error }: RunPageRow,
  report: ScanReport | undefined,
): PageOutcome {
  if (report !== undefined) return { kind: 'scanned', report }
  const why = state === 'failed' ? asStored(error) : null
  return {
    kind: 'unscanned',
    page: { url, jobId, ...(why ? { code: why.code, message: why.message, wasTried: true } : reasons[state]) },
  }
}

const reasons: Record<RunPageRow['state'], Pick<UnscannedPage, 'code' | 'message' | 'wasTried'>> = {
  queued: { code: 'NOT_SCANNED_YET', message: 'it waits for its turn: the run goes on', wasTried: false },
  canceled: { code: 'CANCELED', message: 'the run was called off before', wasTried: false },
  succeeded: { code: 'REPORT_ERASED', message: 'its report is no longer kept', wasTried: true },
  failed: { code: 'JOB_FAILED', message: 'it could not be scanned', wasTried: true },
}

/** Written by the worker, the completer or maintenance as a StoredError, and by nobody else. */
const asStored = (error: unknown) => error as StoredError | null
