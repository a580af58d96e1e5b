/** How a run fares, as server-sent events: its body whenever it has changed, until it has ended. */

import type { AppContext } from '#api/http/context'
import { bind, type Endpoint } from '#api/http/endpoint'
import { heartbeat, heartbeatMs, openEventStreams } from '#api/http/event-stream'
import { runBody, runOf } from '#api/scans/find-run'
import { findRun, type RunRow } from '#db/queries/runs'
import { eventText } from '#shared/kernel/event-text'
import { runRoutes } from '#shared/routes/runs'

const lookEveryMs = 500

export function runEventsEndpoints(room: AppContext): Endpoint[] {
  const streams = openEventStreams()
  return [
    bind(runRoutes.streamScanRunEvents, async (call) => {
      const run = await runOf(room, call)
      return streams(call, (signal) => follow(room, run, signal))
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
