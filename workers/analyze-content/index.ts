/** analyze-content's worker: a text in, what it says out, saved with its evidence node. Texts are read in threads. */
import { isLedgerWithout } from '#db/queries/processes'
import { analysisReply, analyzeContent } from '#shared/jobs/analyze-content'
import type { PayloadOf } from '#shared/jobs/contract'
import { contentNotUnderstood } from '#shared/kernel/errors/content'
import { ReadingDesk } from '#workers/analyze-content/desk'
import { type MadeAnalysis, recordDecoding, toldAnalysis } from '#workers/analyze-content/made'
import { saveAnalyses } from '#workers/analyze-content/save'
import { defineWorker, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'

type Payload = PayloadOf<typeof analyzeContent>
const isDecoding = (payload: Payload): payload is Extract<Payload, { of: 'decode' }> => payload.of === 'decode'

export const worker = defineWorker(analyzeContent, (tools: WorkerTools) => {
  const { db, signer } = tools
  const desk = new ReadingDesk()
  return {
    // Each waits for its thread, or for the store: a place costs its text.
    concurrency: 8,
    // For short texts that somebody waits for: those of the others may all be long.
    reserved: 8,
    knows: isDecoding,
    async run(payload: Payload, job: JobAttempt): Promise<MadeAnalysis> {
      if (await isLedgerWithout(db.sql, 'content')) throw contentNotUnderstood()
      if (!isDecoding(payload)) throw new Error(`${payload.of} is not known here`)
      const reading = await desk.read(payload, job.signal)
      return recordDecoding(tools, job, payload.request.content, reading)
    },
    reply: (made) => analysisReply(toldAnalysis(made)),
    save: (tx, done) => saveAnalyses(tx, done, signer),
    close: () => desk.close(),
  }
})
