/** compare-design's worker: a snapshot in, held to how its page is to look, saved with its evidence node and what comes of it. */
import { lockPages } from '#db/queries/baselines'
import { openBlobs } from '#shared/designs/blobs'
import { compareDesign, designAnswer, designReply } from '#shared/jobs/compare-design'
import type { PayloadOf } from '#shared/jobs/contract'
import { saveVerifications } from '#workers/compare-design/save'
import { type MadeVerification, verify } from '#workers/compare-design/verify'
import { defineWorker, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'

type Payload = PayloadOf<typeof compareDesign>

export const worker = defineWorker(compareDesign, (tools: WorkerTools) => {
  const { signer } = tools
  const blobs = openBlobs()
  return {
    concurrency: 4,
    reserved: 1,
    run: (payload: Payload, job: JobAttempt): Promise<MadeVerification> => verify({ ...tools, blobs }, payload, job),
    reply: ({ report, recorded, wish }) =>
      designReply({
        ...designAnswer(report),
        nodeId: recorded.node.id,
        baselineState: wish.to === 'wait' ? 'candidate' : 'active',
      }),
    hold: (tx, payloads) =>
      lockPages(
        tx,
        payloads.map(({ pageId }) => pageId),
      ),
    save: (tx, done) =>
      saveVerifications(
        tx,
        done.map(({ job, result }) => ({ job, made: result })),
        { signer, blobs },
      ),
  }
})
