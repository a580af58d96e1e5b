/** All matching traces as one stream, NDJSON or CSV. */

import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint } from '#api/http/endpoint'
import { type PageKey, pageAfter, type TraceFilter } from '#db/queries/traces'
import type { TraceRow } from '#db/tables/traces'
import { Trace } from '#shared/contracts/traces'
import { requireProvenTraces } from '#shared/evidence/sealed/traces'
import type { Log } from '#shared/kernel/logger'
import { traceRoutes } from '#shared/routes/traces'
import { normalFilter } from '#shared/traces/pages'
import { presentTrace } from '#shared/traces/present'

const formats = {
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    fileName: 'traces.ndjson',
    head: async () => '',
    textOf: ndjsonOf,
  },
  csv: { type: 'text/csv; charset=utf-8; header=present', fileName: 'traces.csv', head: csvHead, textOf: csvOf },
}

export const exportEndpoints = (room: Room): Endpoint[] => [
  bind(traceRoutes.exportTraces, async (call) => {
    const { format, ...given } = call.query
    const { type, fileName, head, textOf } = formats[format]
    const pages = openPages(room, callerOf(call).orgId, normalFilter(given))
    // Read before the status goes out: a store that is away is an error then, not a broken transfer.
    const first = await pages.next()
    const content = streamOf(pages, first, { head: await head(), textOf, log: room.log, requestId: call.requestId })
    return {
      status: 200,
      raw: { content, type },
      headers: { 'Content-Disposition': `attachment; filename="${fileName}"`, 'Cache-Control': 'private, no-store' },
    }
  }),
]

type Room = Pick<AppContext, 'read' | 'log' | 'signer'>
type Pages = { next: () => Promise<TraceRow[]> }

// After every trace there is: pages read on from here.
const beforeNewest: PageKey = { created_at: '9999-12-31T23:59:59.999Z', trace_id: '' }
const largestPage = 1000
const pageBytes = 1024 * 1024

/**
 * Reads page after page by key, so that a slow reader holds neither a connection nor a snapshot. A page is as many rows
 * as should make about a megabyte, judged by the page before.
 */
function openPages({ read, signer }: Room, orgId: string, filter: TraceFilter): Pages {
  let after = beforeNewest
  let limit = 100
  let isDone = false
  return {
    async next() {
      if (isDone) return []
      const rows = await read((sql) => pageAfter(sql, orgId, filter, after, limit))
      requireProvenTraces(signer, rows)
      const last = rows.at(-1)
      isDone = rows.length < limit
      if (last) {
        after = { created_at: last.created_at.toISOString(), trace_id: last.trace_id }
        const rowBytes = rows.reduce((sum, row) => sum + sizeOf(row), 0) / rows.length
        limit = Math.max(1, Math.min(largestPage, Math.floor(pageBytes / rowBytes)))
      }
      return rows
    },
  }
}

/** About how large a row is; what has no bound is measured. */
const sizeOf = ({ metadata, flags, recommendation, trinity_layer }: TraceRow) =>
  500 + (recommendation?.length ?? 0) + (trinity_layer?.length ?? 0) + JSON.stringify([metadata, flags]).length

/** Pulled by the connection: the next page is read when the client has taken the one before. A failure cuts the transfer. */
function streamOf(
  pages: Pages,
  first: TraceRow[],
  {
    head,
    textOf,
    log,
    requestId,
  }: { head: string; textOf: (rows: TraceRow[]) => Promise<string>; log: Log; requestId: string },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isFirst = true
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (head) controller.enqueue(encoder.encode(head))
      },
      async pull(controller) {
        try {
          const rows = isFirst ? first : await pages.next()
          isFirst = false
          if (rows.length === 0) {
            log.info({ request_id: requestId, rows: sent }, 'export complete')
            return controller.close()
          }
          controller.enqueue(encoder.encode(await textOf(rows)))
          sent += rows.length
        } catch (error) {
          log.error({ request_id: requestId, err: error, rows: sent }, 'export cut off')
          return controller.error(new Error('export cut off'))
        }
      },
      cancel() {
        log.info({ request_id: requestId, rows: sent }, 'export given up by its reader')
      },
    },
    { highWaterMark: 0 },
  )
}

async function ndjsonOf(rows: TraceRow[]): Promise<string> {
  return rows.map((row) => `${JSON.stringify(presentTrace(row))}\n`).join('')
}

async function csvOf(rows: TraceRow[]): Promise<string> {
  return csvLines(rows.map((row) => cellsOf(presentTrace(row))))
}

async function csvHead(): Promise<string> {
  return csvLines([Object.keys(Trace.properties)])
}

const cellsOf = (trace: Trace) => {
  const members: Record<string, unknown> = trace
  return Object.keys(Trace.properties).map((name) => members[name])
}

async function csvLines(records: unknown[][]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(records, {
    record_delimiter: '\r\n',
    quoted_string: true,
    escape_formulas: true,
    cast: { boolean: String, object: (value) => JSON.stringify(value) },
  })
}
