/** A thread that texts are read in: a text that takes long holds up no job, and no heartbeat. */
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { isLongText } from '#shared/jobs/analyze-content'
import { ServiceError, type StoredError, storedError } from '#shared/kernel/errors'
import { answer, type ReaderAnswer } from '#workers/analyze-content/read'
import type { ReaderCall } from '#workers/analyze-content/reading'

/** What a thread is begun with. @property isPatient it goes behind whoever answers calls. */
export type ReaderSettings = { isPatient: boolean }
export type ReaderReply = ReaderAnswer | { refused: StoredError } | { broken: string }

// Given by the desk, and by nobody else.
const { isPatient } = workerData as ReaderSettings
// Of this thread alone.
if (isPatient) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', (call: ReaderCall) => {
  parentPort?.postMessage(replyTo(call))
  // What a long text took is given back at once.
  if (isLongText(call.content)) Bun.gc(true)
})

function replyTo(call: ReaderCall): ReaderReply {
  try {
    return answer(call)
  } catch (error) {
    if (error instanceof ServiceError) return { refused: storedError(error) }
    return { broken: placeOf(error) }
  }
}

/** Where something broke. Its words may be those of the text, which no log is to have. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'what was thrown is no error'
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames].join('\n')
}
