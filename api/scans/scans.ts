/** Finished scans: their list, their reports in every format, their pictures. */

import type { AppContext } from '#api/http/context'
import { placeCursor, readPlaceCursor } from '#api/http/cursor'
import { type Answer, type Call, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { cachingHeaders, isKnown } from '#api/http/etag'
import { reportExample, reportExamples } from '#api/scans/report-example'
import { reportFile, reportHeaders } from '#api/scans/report-file'
import { readReport } from '#api/scans/scan'
import { streamText } from '#api/scans/stream'
import { findPicture, findScan, listScans, type ScanRow, unpackReport } from '#db/queries/scans'
import { ReportQuery, ScanList, ScanListQuery, ScanReport, type ScanSummary } from '#shared/contracts/scans'
import { scanNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'
import { versions } from '#shared/kernel/version'

const summaryExample: ScanSummary = {
  scanId: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20',
  runId: null,
  url: 'https://example.com/',
  standard: 'WCAG 2.1 AA',
  score: 87,
  compliance: 'fail',
  issueCount: 1,
  warningCount: 0,
  createdAt: '2026-05-20T00:00:00.010Z',
}
const params = { scanId: 'From X-Scan-Id, a list of scans or the results of a run.' }

export function scansEndpoints(room: AppContext): Endpoint[] {
  const { read, log } = room

  /** @throws SCAN_NOT_FOUND also for a scan that is somebody else's. */
  async function find(call: Call): Promise<ScanRow> {
    const scanId = call.params['scanId'] ?? ''
    const row = isUuid(scanId) ? await read((sql) => findScan(sql, scanId)) : undefined
    if (!row || row.org_id !== callerOf(call).orgId) throw scanNotFound(scanId)
    return row
  }

  return [
    endpoint({
      method: 'GET',
      path: '/api/scans',
      operationId: 'listScans',
      summary: 'List scans, newest first',
      description: 'With url: the history of that address, whoever of the organisation scanned it, alone or in a run.',
      auth: 'key',
      query: ScanListQuery,
      responses: {
        200: {
          description: 'A page of scans.',
          schema: ScanList,
          example: { scans: [summaryExample], nextCursor: null },
        },
      },
      async handler(call): Promise<Answer> {
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
        const shown = rows.slice(0, limit)
        const last = rows.length > limit ? shown.at(-1) : undefined
        return json(200, {
          scans: shown.map(presentSummary),
          nextCursor: last ? placeCursor({ createdAt: last.created_at.toISOString(), id: last.job_id }) : null,
        })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/scans/:scanId',
      operationId: 'getScan',
      summary: 'The full report of a scan',
      description:
        'json is the report as it is kept and evidenced. html is a page to read and print, with the picture; sarif is SARIF 2.1.0, ' +
        'earl JSON-LD, csv a row per issue, junit XML for build servers.',
      auth: 'key',
      params,
      query: ReportQuery,
      responses: {
        200: {
          description: 'The report. Immutable: it has an ETag.',
          schema: ScanReport,
          example: reportExample,
          alsoAs: reportExamples,
          headers: { ...reportHeaders, ...cachingHeaders },
        },
        304: {
          description: 'Not changed: If-None-Match holds its ETag.',
          headers: { ...reportHeaders, ...cachingHeaders },
        },
      },
      errors: ['SCAN_NOT_FOUND'],
      async handler(call): Promise<Answer> {
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
        const picture = format === 'html' ? await read((sql) => findPicture(sql, row.job_id)) : undefined
        const pieces = file.render(one({ kind: 'scanned' as const, report: readReport(row.report) }), {
          title: row.url,
          picture,
        })
        const content = await streamText(pieces, { log, requestId: call.requestId, what: `scan as ${format}` })
        return { status: 200, raw: { content, type: file.type }, headers }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/api/scans/:scanId/picture',
      operationId: 'getScanPicture',
      summary: 'The page as it was scanned',
      description:
        'Of the viewport, or of the whole page where the scan took that; not of a scan that was to keep none.',
      auth: 'key',
      params,
      responses: {
        200: {
          description: 'The picture.',
          type: 'image/webp',
          example: null,
          alsoAs: { 'image/png': null, 'image/jpeg': null },
          headers: cachingHeaders,
        },
        304: { description: 'Not changed: If-None-Match holds its ETag.', headers: cachingHeaders },
      },
      errors: ['SCAN_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const row = await find(call)
        const etag = `"${row.job_id}-picture"`
        // It never changes, but it is deleted with its scan.
        const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
        const found = await read((sql) => findPicture(sql, row.job_id))
        if (!found) throw scanNotFound(row.job_id)
        if (isKnown(call.request, etag)) return { status: 304, headers }
        return { status: 200, raw: { content: new Blob([found.picture]), type: found.picture_type }, headers }
      },
    }),
  ]
}

async function* one<Item>(item: Item): AsyncGenerator<Item> {
  yield item
}

const presentSummary = (row: Omit<ScanRow, 'report'>): ScanSummary => ({
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
