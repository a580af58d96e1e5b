/** The run that a request is about, with what its body needs. */

import type { AppContext } from '#api/http/context'
import type { Call } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { presentRun } from '#api/scans/present-run'
import { countedRuns, type RunRow } from '#db/queries/runs'
import type { Run } from '#shared/contracts/scans'
import { topIssuesShown } from '#shared/evidence/run-life'
import { requireCounted } from '#shared/evidence/sealed/run-issues'
import { requireProvenRuns } from '#shared/evidence/sealed/runs'
import { requireRun } from '#shared/scans/find-run'

type Store = Pick<AppContext, 'read' | 'signer'>

/** @throws RUN_NOT_FOUND also for a run that is somebody else's. */
export const runOf = (room: AppContext, call: Call<unknown, unknown, { runId: string }>): Promise<RunRow> =>
  requireRun(verbContext(room, call, 'D'), call.params.runId)

/** Runs as the wire has them. @throws EVIDENCE_MISMATCH where one is not as it was written. */
export async function runBodies({ read, signer }: Store, rows: readonly RunRow[]): Promise<Run[]> {
  requireProvenRuns(signer, rows)
  // Of one that has ended its row says what the most of its pages broke.
  const ids = rows.filter((row) => row.top_issues === null).map((row) => row.run_id)
  const found = ids.length > 0 ? requireCounted(signer, await read((sql) => countedRuns(sql, ids))) : []
  const issues = new Map(found.map((run) => [run.run_id, run.issues.slice(0, topIssuesShown)]))
  return rows.map((row) => presentRun(row, row.top_issues ?? issues.get(row.run_id) ?? []))
}

export async function runBody(store: Store, row: RunRow): Promise<Run> {
  const [body] = await runBodies(store, [row])
  if (!body) throw new Error('a run did not come back')
  return body
}
