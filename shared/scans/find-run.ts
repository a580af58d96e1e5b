/** One run, as its organisation may see it. */
import { findRun, type RunRow } from '#db/queries/runs'
import { requireProvenRuns } from '#shared/evidence/sealed/runs'
import type { VerbContext } from '#shared/evidence/verb-context'
import { runNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'
import type { Sealer } from '#shared/kernel/sealer'

type Asking = Pick<VerbContext<{ signer: Sealer }>, 'actor' | 'read' | 'tools'>

/** @throws RUN_NOT_FOUND also for a run that is somebody else's; EVIDENCE_MISMATCH where it is not as it was written. */
export async function requireRun({ actor, read, tools }: Asking, runId: string): Promise<RunRow> {
  const row = isUuid(runId) ? await read((sql) => findRun(sql, runId)) : undefined
  if (row) requireProvenRuns(tools.signer, [row])
  if (row?.org_id !== actor.orgId || row.is_departing) throw runNotFound(runId)
  return row
}
