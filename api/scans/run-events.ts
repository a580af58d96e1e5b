/** How a run fares, as server-sent events: its body whenever it has changed, until it has ended. */

import type { AppContext } from '#api/http/context'
import { type Answer, type Endpoint, endpoint } from '#api/http/endpoint'
import { eventText, heartbeat, heartbeatMs, openEventStreams, streamHeaders } from '#api/http/event-stream'
import { runBody, runOf } from '#api/scans/find-run'
import { runExample } from '#api/scans/present-run'
import { findRun, type RunRow } from '#db/queries/runs'

const lookEveryMs = 500

export function runEventsEndpoints(room: AppContext): Endpoint[] {
  const streams = openEventStreams()
  return [
    endpoint({
      method: 'GET',
      path: '/api/scan-runs/:runId/events',
      operationId: 'streamScanRunEvents',
      summary: 'Follow a run',
      description:
        'Server-sent events. progress: the run as GET /api/scan-runs/{runId} gives it, at once and whenever it has changed; its id is the ' +
        'count of pages that have ended. end: the same for the last time, then the stream closes. A stream that closes ' +
        'without end is to be opened again. Comments keep the connection awake. ' +
        'error: the key was revoked or has expired; the stream closes within a second of that.',
      auth: 'key',
      params: { runId: 'From POST /api/scan-runs.' },
      responses: {
        200: {
          description: 'The events.',
          type: 'text/event-stream',
          example: eventText({ event: 'progress', id: 1, data: JSON.stringify(runExample) }),
          headers: streamHeaders,
        },
      },
      errors: ['RUN_NOT_FOUND', 'RATE_LIMIT_EXCEEDED'],
      async handler(call): Promise<Answer> {
        const run = await runOf(room, call)
        return streams(call, (signal) => follow(room, run, signal))
      },
    }),
  ]
}

/** Ends with the run, when the client leaves, and when the process is about to end. */
async function* follow(room: AppContext, first: RunRow, signal: AbortSignal): AsyncGenerator<string> {
  let row: RunRow | undefined = first
  let told = ''
  let toldAt = 0
  while (row && !signal.aborted && !room.drain.isLeaving) {
    const mark = JSON.stringify([row.state, row.done, row.failed, row.total, row.finished_at])
    if (mark !== told || row.finished_at) {
      const body = JSON.stringify(await runBody(room, row))
      if (mark !== told) yield eventText({ event: 'progress', id: row.done, data: body })
      if (row.finished_at) {
        yield eventText({ event: 'end', id: row.done, data: body })
        return
      }
      told = mark
      toldAt = performance.now()
    } else if (performance.now() - toldAt > heartbeatMs) {
      yield heartbeat
      toldAt = performance.now()
    }
    await Bun.sleep(lookEveryMs)
    row = await room.read((sql) => findRun(sql, first.run_id))
  }
}
