/** One run, as its organisation may see it. */
import type { RunRow } from '#db/queries/runs'
import { findProvenRun } from '#shared/evidence/sealed/runs'
import type { VerbContext } from '#shared/evidence/verb-context'
import { runNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'
import type { Sealer } from '#shared/kernel/sealer'

type Asking = Pick<VerbContext<{ signer: Sealer }>, 'actor' | 'read' | 'tools'>

/** @throws RUN_NOT_FOUND also for a run that is somebody else's; EVIDENCE_MISMATCH where it is not as it was written, or is gone. */
export async function requireRun({ actor, read, tools }: Asking, runId: string): Promise<RunRow> {
  const row = isUuid(runId) ? await findProvenRun({ read, signer: tools.signer }, actor.orgId, runId) : undefined
  if (!row) throw runNotFound(runId)
  return row
}
