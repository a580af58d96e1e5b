/** Answers that are made while they are sent: pulled by the connection, cut off when making them fails. */
import type { Log } from '#shared/kernel/logger'

/**
 * The first piece is made before this returns, so that a failure there is still an answer. A later failure cuts the
 * transfer: it never looks complete.
 */
export async function streamText(
  pieces: AsyncIterable<string>,
  { log, requestId, what }: { log: Log; requestId: string; what: string },
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const iterator = pieces[Symbol.asyncIterator]()
  let next: IteratorResult<string> | undefined = await iterator.next()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = next ?? (await iterator.next())
          next = undefined
          if (piece.done) controller.close()
          else controller.enqueue(encoder.encode(piece.value))
        } catch (error) {
          log.error({ request_id: requestId, err: error, what }, 'stream cut off')
          controller.error(new Error('cut off'))
        }
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
