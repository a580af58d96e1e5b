/** One page, scanned while the caller waits. */

import type { AppContext } from '#api/http/context'
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { callJob } from '#api/http/job-call'
import type { ScanReport } from '#db/documents/scan-report'
import { firstNodeText } from '#db/queries/evidence'
import { findScan, unpackReport } from '#db/queries/scans'
import { ScanRequest, ScanResponse } from '#shared/contracts/scans'
import { readScanReply, scanAnswer, scanPage } from '#shared/jobs/scan-page'
import { resultErased } from '#shared/kernel/errors/jobs'
import { scanNotFound } from '#shared/kernel/errors/scans'
import { pagePayload } from '#shared/scans/page-payload'

export const scanExample: ScanResponse = {
  score: 87,
  issues: [
    {
      severity: 'serious',
      type: 'color-contrast',
      element: '#buy',
      recommendation: 'Give text and background a contrast of at least 4.5:1.',
      location: '41:9',
    },
  ],
  compliance: 'fail',
  scanTime: '2.41s',
  timestamp: '2026-05-20T00:00:00.010Z',
}

export function scanEndpoints(room: AppContext): Endpoint[] {
  const { seal, config } = room
  const present = scanPresenter(room)
  return [
    endpoint({
      method: 'POST',
      path: '/api/scan',
      operationId: 'scanPage',
      summary: 'Scan a page for accessibility',
      description:
        'Loads the page in a browser, has it examined, and answers what was found against the standard. ' +
        'X-Scan-Id names the scan; Link leads to its full report. A page that cannot be loaded is an error, never a verdict.',
      auth: 'key',
      isGoverned: true,
      isJob: true,
      body: {
        kind: 'json',
        schema: ScanRequest,
        example: { url: 'https://example.com/', standard: 'WCAG 2.1 AA', includeWarnings: true },
      },
      responses: {
        200: {
          description: 'What was found.',
          schema: ScanResponse,
          example: scanExample,
          headers: { 'X-Scan-Id': 'The scan.', Link: 'Its full report, rel="describedby".' },
        },
      },
      errors: ['ADDRESS_REFUSED', 'PAGE_UNREACHABLE', 'BROWSER_UNAVAILABLE'],
      handler(call): Promise<Answer> {
        const payload = pagePayload(call.body, { seal, allow: config.egressAllow, orgId: callerOf(call).orgId })
        return callJob(call, room, { contract: scanPage, payload, limitMs: config.waitMs['scan-page'], present })
      },
    }),
  ]
}

/** Presents what a scan-page job came to: from what its room told along, or from the store. */
export function scanPresenter({ read, config }: Pick<AppContext, 'read' | 'config'>) {
  return async (jobId: string, reply?: string): Promise<Answer> => {
    const links = {
      'X-Scan-Id': jobId,
      Link: `<${config.basePaths.D}/api/scans/${jobId}>; rel="describedby"`,
    }
    if (reply !== undefined) {
      const scan = readScanReply(reply)
      return json(200, scanAnswer(scan, scan.includeWarnings), links)
    }
    const row = await read((sql) => findScan(sql, jobId))
    if (!row) {
      // The job that reads a run's sitemap makes no scan.
      const wasMade = await read((sql) => firstNodeText(sql, `scan:${jobId}`))
      throw wasMade ? resultErased(jobId) : scanNotFound(jobId)
    }
    return json(200, scanAnswer(readReport(row.report), row.include_warnings), links)
  }
}

/** A stored report. */
export function readReport(packed: Uint8Array<ArrayBuffer>): ScanReport {
  // Written by scan-page's room, which made it a ScanReport.
  return JSON.parse(unpackReport(packed))
}
