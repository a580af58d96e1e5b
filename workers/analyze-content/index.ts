/** analyze-content's worker: a text in, what it says or how it stands out, saved with its evidence node; and calibrations. Texts are read in threads. */
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { analysisReply, analyzeContent } from '#shared/jobs/analyze-content'
import type { PayloadOf } from '#shared/jobs/contract'
import { readHarmonySettings } from '#shared/parameters/held'
import { calibrate } from '#workers/analyze-content/calibrate'
import { ReadingDesk } from '#workers/analyze-content/desk'
import {
  type MadeAnalysis,
  recordAlignment,
  recordCalibration,
  recordDecoding,
  toldAnalysis,
} from '#workers/analyze-content/made'
import { openAnalysisModel } from '#workers/analyze-content/provider/open-model'
import { analyzeWithModel, decodeWithModel } from '#workers/analyze-content/provider/with-model'
import { saveAnalyses } from '#workers/analyze-content/save'
import { defineWorker, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'

type Payload = PayloadOf<typeof analyzeContent>
type Asked<Of extends Payload['of']> = Extract<Payload, { of: Of }>

export const worker = defineWorker(analyzeContent, (tools: WorkerTools) => {
  const { db, signer, governance, config } = tools
  const desk = new ReadingDesk()
  const model = openAnalysisModel(config.analyst)

  async function runDecode({ of, request, at }: Asked<'decode'>, job: JobAttempt): Promise<MadeAnalysis> {
    const task = { of, request, at }
    const { content } = request
    if (request.provider !== 'llm') return recordDecoding(tools, job, content, await desk.read(task, job.signal))
    const meaning = await decodeWithModel(model, request, await desk.draft(task, job.signal), job.signal)
    return recordDecoding(tools, job, content, await desk.finish(content, meaning, job.signal))
  }

  async function runAnalyze({ of, request, at }: Asked<'analyze'>, job: JobAttempt): Promise<MadeAnalysis> {
    const settings = await readHarmonySettings({ sql: db.sql, signer }, governance, job.orgId)
    const task = { of, request, at, settings }
    const { content } = request
    const about = { content, settings }
    if (request.provider !== 'llm') return recordAlignment(tools, job, about, await desk.read(task, job.signal))
    const alignment = await analyzeWithModel(model, request, await desk.draft(task, job.signal), job.signal)
    return recordAlignment(tools, job, about, await desk.finish(content, alignment, job.signal))
  }

  return {
    // Each waits for its thread, or for the store: a place costs its text.
    concurrency: 8,
    // For short texts that somebody waits for: those of the others may all be long.
    reserved: 8,
    async run(payload: Payload, job: JobAttempt): Promise<MadeAnalysis> {
      await requireKnownToLedger((look) => look(db.sql), 'content')
      if (payload.of === 'decode') return runDecode(payload, job)
      if (payload.of === 'analyze') return runAnalyze(payload, job)
      return recordCalibration(tools, job, await calibrate(tools, payload.request, job, new Date()))
    },
    reply: (made) => analysisReply(toldAnalysis(made)),
    save: (tx, done) => saveAnalyses(tx, done, signer),
    close: () => desk.close(),
  }
})
