/** compare-design's worker: a snapshot in, held to how its page is to look, saved with its evidence node and what comes of it. */
import { lockPages } from '#db/queries/baselines'
import { openBlobs } from '#shared/designs/blobs'
import { compareDesign, designAnswer, designReply } from '#shared/jobs/compare-design'
import type { PayloadOf } from '#shared/jobs/contract'
import { PictureDesk } from '#workers/compare-design/pictures/desk'
import { saveVerifications } from '#workers/compare-design/save'
import { type MadeVerification, verify } from '#workers/compare-design/verify'
import { openBrowser } from '#workers/page/browser'
import { BrowserUnavailable } from '#workers/page/unavailable'
import { defineWorker, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'

type Payload = PayloadOf<typeof compareDesign>

export const worker = defineWorker(compareDesign, async (tools: WorkerTools) => {
  const { signer, config, log } = tools
  const blobs = openBlobs(config)
  const pictures = new PictureDesk()
  const settings = { ...config.browser, dataDir: config.dataDir, egress: { allow: config.egressAllow } }
  const browser = await openBrowser({ settings, log }).catch((error: unknown) => {
    if (!(error instanceof BrowserUnavailable)) throw error
    log.error({ err: error }, 'no browser, markup is not verified')
    return error
  })
  if (browser instanceof BrowserUnavailable) tools.note({ lacks: { browser: browser.message } })
  else tools.note({ has: { browser: `${browser.about.product}, sandbox ${browser.about.sandbox}` } })
  return {
    concurrency: 4,
    reserved: 1,
    run: (payload: Payload, job: JobAttempt): Promise<MadeVerification> =>
      verify({ ...tools, blobs, pictures, browser }, payload, job),
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
    close: async () => {
      await pictures.close()
      if (!(browser instanceof BrowserUnavailable)) await browser.close()
    },
  }
})
