/** The run that a request is about, with what its body needs. */

import type { AppContext } from '#api/http/context'
import type { Call } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { presentRun } from '#api/scans/present-run'
import { type RunRow, topRunIssues } from '#db/queries/runs'
import type { Run } from '#shared/contracts/scans'
import { requireRun } from '#shared/scans/find-run'

const topIssuesShown = 10

type Store = Pick<AppContext, 'read'>

/** @throws RUN_NOT_FOUND also for a run that is somebody else's. */
export const runOf = (room: AppContext, call: Call<unknown, unknown, { runId: string }>): Promise<RunRow> =>
  requireRun(verbContext(room, call, 'D'), call.params.runId)

/** Runs as the wire has them. */
export async function runBodies({ read }: Store, rows: readonly RunRow[]): Promise<Run[]> {
  const ids = rows.map((row) => row.run_id)
  const issues = Map.groupBy(await read((sql) => topRunIssues(sql, ids, topIssuesShown)), (issue) => issue.run_id)
  return rows.map((row) => presentRun(row, issues.get(row.run_id) ?? []))
}

export async function runBody(store: Store, row: RunRow): Promise<Run> {
  const [body] = await runBodies(store, [row])
  if (!body) throw new Error('a run did not come back')
  return body
}
