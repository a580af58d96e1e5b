/** Finished scans: their list, their reports in every format, their pictures. */

import type { AppContext } from '#api/http/context'
import { placeCursor, readPlaceCursor } from '#api/http/cursor'
import { bind, type Call, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import { streamText } from '#api/http/stream-text'
import { provenPicture } from '#api/scans/proven-picture'
import { reportFile } from '#api/scans/report-file'
import { readReport } from '#api/scans/scan'
import { listScans, type ScanAbout, type ScanRow, unpackReport } from '#db/queries/scans'
import type { ScanSummary } from '#shared/contracts/scans'
import { findProvenScan, requireProvenScans } from '#shared/evidence/sealed/scans'
import { scanNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'
import { versions } from '#shared/kernel/version'
import { scanRoutes } from '#shared/routes/scans'

export function scansEndpoints(room: AppContext): Endpoint[] {
  const { read, log } = room

  /** @throws SCAN_NOT_FOUND also for a scan that is somebody else's. */
  async function find(call: Call<unknown, unknown, { scanId: string }>): Promise<ScanRow> {
    const { scanId } = call.params
    const row = isUuid(scanId) ? await findProvenScan(room, callerOf(call).orgId, scanId) : undefined
    if (!row) throw scanNotFound(scanId)
    return row
  }

  return [
    bind(scanRoutes.listScans, async (call) => {
      const { url, limit, cursor } = call.query
      const place = readPlaceCursor(cursor)
      const rows = await read((sql) =>
        listScans(sql, {
          orgId: callerOf(call).orgId,
          // Scans are kept under the address as URL serialises it.
          url: url === undefined ? undefined : (URL.parse(url)?.href ?? url),
          before: place && { createdAt: place.createdAt, scanId: place.id },
          limit: limit + 1,
        }),
      )
      requireProvenScans(room.signer, rows)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return json(200, {
        scans: shown.map(presentSummary),
        nextCursor: last ? placeCursor({ createdAt: last.created_at.toISOString(), id: last.job_id }) : null,
      })
    }),
    bind(scanRoutes.getScan, async (call) => {
      const { format = 'json' } = call.query
      const row = await find(call)
      // A report never changes; how it is rendered may, with the next version.
      const etag = `"${row.job_id}-${format}-${versions.api}"`
      const file = reportFile(format, `scan-${row.job_id}`)
      const headers = { ...file.headers, ETag: etag, 'Cache-Control': 'private, no-cache' }
      if (isKnown(call.request, etag)) return { status: 304, headers }
      if (format === 'json') {
        return { status: 200, raw: { content: unpackReport(row.report), type: file.type }, headers }
      }
      const picture = format === 'html' ? await provenPicture(read, row) : undefined
      const pieces = file.render(one({ kind: 'scanned' as const, report: readReport(row.report) }), {
        title: row.url,
        picture,
      })
      const content = await streamText(pieces, { log, requestId: call.requestId, what: `scan as ${format}` })
      return { status: 200, raw: { content, type: file.type }, headers }
    }),
    bind(scanRoutes.getScanPicture, async (call) => {
      const row = await find(call)
      const etag = `"${row.job_id}-picture"`
      // It never changes, but it is deleted with its scan.
      const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
      const found = await provenPicture(read, row)
      if (!found) throw scanNotFound(row.job_id)
      if (isKnown(call.request, etag)) return { status: 304, headers }
      return { status: 200, raw: { content: new Blob([found.picture]), type: found.picture_type }, headers }
    }),
  ]
}

async function* one<Item>(item: Item): AsyncGenerator<Item> {
  yield item
}

const presentSummary = (row: ScanAbout): ScanSummary => ({
  scanId: row.job_id,
  runId: row.run_id,
  url: row.url,
  standard: row.standard,
  score: row.score,
  compliance: row.compliance,
  issueCount: row.issue_count,
  warningCount: row.warning_count,
  createdAt: row.created_at.toISOString(),
})
