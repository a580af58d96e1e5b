/** One run, as its organisation may see it. */
import { findRun, type RunRow } from '#db/queries/runs'
import type { VerbContext } from '#shared/evidence/verb-context'
import { runNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'

/** @throws RUN_NOT_FOUND also for a run that is somebody else's. */
export async function requireRun({ actor, read }: Pick<VerbContext, 'actor' | 'read'>, runId: string): Promise<RunRow> {
  const row = isUuid(runId) ? await read((sql) => findRun(sql, runId)) : undefined
  if (row?.org_id !== actor.orgId) throw runNotFound(runId)
  return row
}
