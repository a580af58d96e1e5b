/** The run that a request is about, with what its body needs. */

import type { AppContext } from '#api/http/context'
import { type Call, callerOf } from '#api/http/endpoint'
import { presentRun } from '#api/scans/present-run'
import { findRun, type RunRow, topRunIssues } from '#db/queries/runs'
import type { Run } from '#shared/contracts/scans'
import { runNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'

const topIssuesShown = 10

type Store = Pick<AppContext, 'read'>

/** @throws RUN_NOT_FOUND also for a run that is somebody else's. */
export async function runOf({ read }: Store, call: Call): Promise<RunRow> {
  const runId = call.params['runId'] ?? ''
  const row = isUuid(runId) ? await read((sql) => findRun(sql, runId)) : undefined
  if (!row || row.org_id !== callerOf(call).orgId) throw runNotFound(runId)
  return row
}

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
