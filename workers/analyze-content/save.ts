/** Writes what analyses came to: their nodes, what is answered, and the parameters that hold from then on. */
import type { Tx } from '#db/client'
import { insertAnalysis } from '#db/queries/analyses'
import type { Signer } from '#shared/evidence/signing'
import { saveRecorded } from '#shared/governance/results'
import { saveCalibration } from '#workers/analyze-content/calibrate'
import { analysisRowOf, type MadeAnalysis } from '#workers/analyze-content/made'
import type { Done } from '#workers/runtime/worker'

/** In the transaction of their outcomes, which were written first. @throws STATE_CONFLICT where another calibration was quicker. */
export async function saveAnalyses(tx: Tx, done: readonly Done<MadeAnalysis>[], signer: Signer): Promise<void> {
  await saveRecorded(
    tx,
    signer,
    done.map(({ result }) => result.recorded),
  )
  for (const { job, result } of done) await insertAnalysis(tx, analysisRowOf(signer, job, result))
  // In the same order whoever saves: each locks what its organisation has.
  for (const { job, result } of done.toSorted((a, b) => (a.job.orgId < b.job.orgId ? -1 : 1)))
    if (result.calibration) await saveCalibration(tx, result.calibration, { job, recorded: result.recorded }, signer)
}
