/** compare-design's worker: a snapshot in, held to how its page is to look, saved with its evidence node and what comes of it. */
import { lockPages } from '#db/queries/baselines'
import type { TokenSet } from '#shared/design-system/token-set'
import { openBlobs } from '#shared/designs/blobs'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { compareDesign, designAnswer, designReply, drawingText } from '#shared/jobs/compare-design'
import type { PayloadOf } from '#shared/jobs/contract'
import { cache } from '#shared/kernel/cache'
import { draw, type MadeDrawing, saveDrawings } from '#workers/compare-design/draw'
import { PictureDesk } from '#workers/compare-design/pictures/desk'
import { saveVerifications } from '#workers/compare-design/save'
import { type MadeVerification, verify } from '#workers/compare-design/verify'
import { keepBrowser } from '#workers/page/kept-browser'
import { defineWorker, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'

/** Of as many organisations. */
const tokenSetsKept = 64

type Payload = PayloadOf<typeof compareDesign>
type Made = { of: 'verify'; made: MadeVerification } | { of: 'mask'; made: MadeDrawing }

export const worker = defineWorker(compareDesign, async (tools: WorkerTools) => {
  const { signer, config, log } = tools
  const blobs = openBlobs(config, signer)
  const pictures = new PictureDesk()
  const tokenSets = cache<TokenSet>(tokenSetsKept)
  const settings = { ...config.browser, dataDir: config.dataDir, egress: { allow: config.egressAllow } }
  const kept = await keepBrowser({ settings, log, note: tools.note, without: 'markup is not verified' })
  return {
    concurrency: 4,
    reserved: 1,
    async run(payload: Payload, job: JobAttempt): Promise<Made> {
      const browser = kept.now()
      if (payload.of === 'mask')
        return { of: 'mask', made: await draw({ ...tools, blobs, pictures, browser }, payload, job) }
      await requireKnownToLedger((look) => look(tools.db.sql), 'designs')
      return { of: 'verify', made: await verify({ ...tools, blobs, pictures, tokenSets, browser }, payload, job) }
    },
    reply: (result) => (result.of === 'mask' ? drawingText(result.made.drawing) : replyOf(result.made)),
    hold: (tx, payloads) =>
      lockPages(
        tx,
        payloads.flatMap((payload) => (payload.of === 'verify' ? [payload.pageId] : [])),
      ),
    save: async (tx, done) => {
      await saveVerifications(
        tx,
        done.flatMap(({ job, result }) => (result.of === 'verify' ? [{ job, made: result.made }] : [])),
        { signer, blobs },
      )
      await saveDrawings(
        tx,
        signer,
        done.flatMap(({ job, result }) => (result.of === 'mask' ? [{ job, made: result.made }] : [])),
        blobs,
      )
    },
    close: async () => {
      await pictures.close()
      await kept.close()
    },
  }
})

const replyOf = ({ report, recorded, wish }: MadeVerification): string =>
  designReply({
    ...designAnswer(report),
    nodeId: recorded.node.id,
    baselineState: wish.to === 'wait' ? 'candidate' : 'active',
  })
