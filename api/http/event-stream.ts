/** Server-sent events: an answer that goes on while there is something to tell. */
import type { Call, RawAnswer } from '#api/http/endpoint'
import { tooManyStreams } from '#shared/kernel/errors/limits'
import { invalidApiKey } from '#shared/kernel/errors/request'

/** How long a stream is silent at most; then a comment keeps its connection awake. */
export const heartbeatMs = 15_000
export const heartbeat = ': still here\n\n'

const { code, message, details } = invalidApiKey()
/** So that nobody takes a stream whose key was revoked for one that has come to its end. */
const farewell = `event: error\ndata: ${JSON.stringify({ error: { code, message, details } })}\n\n`

/** @param limit streams of this kind that one API process serves at once. */
export function openEventStreams(limit = 200) {
  let streams = 0
  /**
   * @param follow makes the events; it is to end when the signal says that the client has left.
   * @throws RATE_LIMIT_EXCEEDED when too many are open.
   */
  return (call: Call, follow: (signal: AbortSignal) => AsyncGenerator<string>): RawAnswer => {
    if (streams >= limit) throw tooManyStreams(limit)
    streams += 1
    const leave = new AbortController()
    const events = startingWith('retry: 2000\n\n', follow(AbortSignal.any([leave.signal, call.request.signal])))
    const content = streamOf(events, () => {
      leave.abort()
      streams -= 1
    })
    return {
      status: 200,
      raw: { content, type: 'text/event-stream; charset=utf-8', farewell },
      headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    }
  }
}

async function* startingWith(first: string, events: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* events
}

/** @param done called once, however the stream ends. */
function streamOf(events: AsyncGenerator<string>, done: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isOver = false
  const over = () => {
    if (isOver) return
    isOver = true
    done()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await events.next()
          if (!next.done) return controller.enqueue(encoder.encode(next.value))
        } catch {
          // The store is away: the client opens the stream again and hears it then.
        }
        over()
        controller.close()
      },
      cancel() {
        over()
      },
    },
    { highWaterMark: 0 },
  )
}
