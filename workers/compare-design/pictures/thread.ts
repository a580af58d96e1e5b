/** The thread that pictures are compared in: what takes long here holds up no job. */
import { parentPort } from 'node:worker_threads'
import { ServiceError, type StoredError, storedError } from '#shared/kernel/errors'
import {
  type ComparerAnswer,
  type ComparerTask,
  compareNext,
  openComparer,
} from '#workers/compare-design/pictures/comparer'

export type ThreadCall = { id: number; task: ComparerTask }
export type ThreadReply = { id: number } & ({ answer: ComparerAnswer } | { refused: StoredError } | { broken: string })

const comparer = openComparer()

parentPort?.on('message', ({ id, task }: ThreadCall) => {
  const reply = (said: ThreadReply) => parentPort?.postMessage(said)
  compareNext(comparer, task).then(
    (answer) => reply({ id, answer }),
    (error: unknown) =>
      reply(
        error instanceof ServiceError
          ? { id, refused: storedError(error) }
          : { id, broken: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      ),
  )
})
