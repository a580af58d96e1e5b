/** Writes what analyses came to: their nodes, and what is answered. */
import type { Tx } from '#db/client'
import { insertAnalysis } from '#db/queries/analyses'
import type { Signer } from '#shared/evidence/signing'
import { saveRecorded } from '#shared/governance/results'
import { analysisRowOf, type MadeAnalysis } from '#workers/analyze-content/made'
import type { Done } from '#workers/runtime/worker'

/** In the transaction of their outcomes, which were written first. */
export async function saveAnalyses(tx: Tx, done: readonly Done<MadeAnalysis>[], signer: Signer): Promise<void> {
  await saveRecorded(
    tx,
    signer,
    done.map(({ result }) => result.recorded),
  )
  for (const { job, result } of done) await insertAnalysis(tx, analysisRowOf(job, result))
}
