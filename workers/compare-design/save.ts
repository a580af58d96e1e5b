/** Writes what verifications came to: their nodes, what was gathered, what becomes of their baselines, the verifications. */

import type { Tx } from '#db/client'
import { baselineOfKey } from '#db/queries/baselines'
import { insertVerification } from '#db/queries/designs'
import { keepArtifact } from '#shared/components/known'
import { activateSnapshot, proposeBaseline, supersedeWaiting } from '#shared/designs/baselines'
import { type Blobs, blobOf } from '#shared/designs/blobs'
import { requestOf } from '#shared/evidence/actor'
import { provenBaseline } from '#shared/evidence/sealed/design-state'
import { sealVerification } from '#shared/evidence/sealed/designs'
import type { Signer } from '#shared/evidence/signing'
import { saveRecorded } from '#shared/governance/results'
import type { MadeVerification } from '#workers/compare-design/verify'
import type { JobAttempt } from '#workers/runtime/worker'

type Tools = { signer: Signer; blobs: Blobs }
type ToSave = { job: Pick<JobAttempt, 'id' | 'orgId' | 'keyId' | 'requestId'>; made: MadeVerification }

/** In the transaction of their outcomes, which were written first; the pages are locked. */
export async function saveVerifications(tx: Tx, done: readonly ToSave[], tools: Tools): Promise<void> {
  await saveRecorded(
    tx,
    tools.signer,
    done.map(({ made }) => made.recorded),
  )
  for (const each of done) await saveOne(tx, each, tools)
}

async function saveOne(tx: Tx, { job, made }: ToSave, { signer, blobs }: Tools): Promise<void> {
  const { report, recorded, compared } = made
  if (made.gathered) await keep(tx, job.orgId, made, { signer, blobs })
  const proposes = await settle(tx, job, made, signer)
  const row = sealVerification(signer, {
    job_id: job.id,
    org_id: job.orgId,
    page_id: report.pageId,
    branch: report.branch,
    state: made.wish.to !== 'wait' ? 'passed' : proposes === null ? 'superseded' : 'waiting',
    approved: report.approved,
    violations: report.violations,
    artifact: report.artifact,
    compared_with: compared?.artifact ?? null,
    baseline_id: compared?.baseline_id ?? null,
    proposes,
    created_at: report.timestamp,
    node_id: recorded.node.id,
    payload_salt: recorded.salt,
    report: made.packed,
  })
  await insertVerification(tx, row)
}

/** What was sent by its digest is kept since it was sent. */
async function keep(
  tx: Tx,
  orgId: string,
  { gathered, sightings, payload }: MadeVerification,
  { signer, blobs }: Tools,
): Promise<void> {
  if (!gathered) return
  const sent = 'digest' in payload.snapshot ? payload.snapshot.digest : null
  for (const { bytes, type } of gathered.parts)
    if (blobOf(bytes, type).digest !== sent) await blobs.put(tx, orgId, bytes, type)
  await keepArtifact(tx, signer, { orgId, ...gathered }, sightings)
}

/** @returns the baseline that came of it. */
async function settle(
  tx: Tx,
  job: ToSave['job'],
  { key, wish, original, report, recorded, payload }: MadeVerification,
  signer: Signer,
): Promise<string | null> {
  const saying = { signer, agent: 'assay-compare-design', request: requestOf(job) }
  const verification = { id: job.id, node: { hash: recorded.node.id, height: recorded.node.body.height } }
  const proposal = { key, artifact: report.artifact, original, verification }
  const waiting = provenBaseline(signer, await baselineOfKey(tx, key, 'candidate'))
  // What is judged again is not newer than what waits.
  if ('artifact' in payload.snapshot && waiting && waiting.artifact !== report.artifact) return null
  if (wish.to === 'wait') return proposeBaseline(tx, saying, proposal)
  // Of this branch a newer snapshot came that needs no word.
  if (waiting) await supersedeWaiting(tx, saying, waiting)
  if (wish.to === 'nothing') return null
  const active = provenBaseline(signer, await baselineOfKey(tx, key, 'active'))
  if ((active?.baseline_id ?? null) !== wish.instead) return null
  return activateSnapshot(tx, saying, proposal, wish.reason, wish.inputs)
}
