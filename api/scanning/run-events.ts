/** How a run fares, as server-sent events: its body whenever it has changed, until it has ended. */
import { type Answer, type Endpoint, endpoint } from '#api/doors/endpoint'
import type { Room } from '#api/room'
import { runBody, runOf } from '#api/scanning/find-run'
import { findRun, type RunRow } from '#db/queries/runs'
import { tooManyStreams } from '#shared/errors'

const lookEveryMs = 500
const heartbeatMs = 15_000
/** Streams that one API process serves at once. */
const streamLimit = 200

export function runEventsEndpoints(room: Room): Endpoint[] {
  let streams = 0
  return [
    endpoint({
      method: 'GET',
      path: '/api/scan-runs/:runId/events',
      summary: 'Follow a run',
      description:
        'Server-sent events. progress: the run as GET /api/scan-runs/{runId} gives it, at once and whenever it has changed; its id is the ' +
        'count of pages that have ended. end: the same for the last time, then the stream closes. A stream that closes ' +
        'without end is to be opened again. Comments keep the connection awake.',
      auth: 'key',
      params: { runId: 'From POST /api/scan-runs.' },
      responses: { 200: { description: 'The events.', type: 'text/event-stream' } },
      errors: ['RUN_NOT_FOUND', 'RATE_LIMIT_EXCEEDED'],
      async handler(call): Promise<Answer> {
        const run = await runOf(room, call)
        if (streams >= streamLimit) throw tooManyStreams(streamLimit)
        call.keepOpen()
        streams += 1
        const leave = new AbortController()
        const events = follow(room, run, AbortSignal.any([leave.signal, call.request.signal]))
        const content = eventStream(events, () => {
          leave.abort()
          streams -= 1
        })
        return {
          status: 200,
          raw: { content, type: 'text/event-stream; charset=utf-8' },
          headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
        }
      },
    }),
  ]
}

/** Ends with the run, when the client leaves, and when the process is about to end. */
async function* follow(room: Room, first: RunRow, signal: AbortSignal): AsyncGenerator<string> {
  yield 'retry: 2000\n\n'
  let row: RunRow | undefined = first
  let told = ''
  let toldAt = 0
  while (row && !signal.aborted && !room.drain.isLeaving) {
    const mark = JSON.stringify([row.state, row.done, row.failed, row.total, row.finished_at])
    if (mark !== told || row.finished_at) {
      const body = JSON.stringify(await runBody(room, row))
      if (mark !== told) yield `event: progress\nid: ${row.done}\ndata: ${body}\n\n`
      if (row.finished_at) {
        yield `event: end\nid: ${row.done}\ndata: ${body}\n\n`
        return
      }
      told = mark
      toldAt = performance.now()
    } else if (performance.now() - toldAt > heartbeatMs) {
      yield ': still here\n\n'
      toldAt = performance.now()
    }
    await Bun.sleep(lookEveryMs)
    row = await room.within(findRun(room.sql, first.run_id))
  }
}

/** @param done called once, however the stream ends. */
function eventStream(events: AsyncGenerator<string>, done: () => void): ReadableStream<Uint8Array> {
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
