/** One page, scanned while the caller waits. */

import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { callJob } from '#api/http/job-call'
import { type KeptReport, reportOfToday, type ScanReport } from '#db/documents/scan-report'
import { firstNodeText } from '#db/queries/evidence'
import { unpackReport } from '#db/queries/scans'
import { findProvenScan } from '#shared/evidence/sealed/scans'
import { waitMsOf } from '#shared/jobs/contract'
import { incompleteOf, readScanReply, type ScanReply, scanAnswer, scanPage } from '#shared/jobs/scan-page'
import { resultErased } from '#shared/kernel/errors/jobs'
import { scanNotFound } from '#shared/kernel/errors/scans'
import { scanRoutes } from '#shared/routes/scans'
import { pagePayload } from '#shared/scans/page-payload'

export function scanEndpoints(room: AppContext): Endpoint[] {
  const { seal, config } = room
  const present = scanPresenter(room)
  return [
    bind(scanRoutes.scanPage, (call) => {
      const payload = pagePayload(call.body, { seal, allow: config.egressAllow, orgId: callerOf(call).orgId })
      return callJob(call, room, { contract: scanPage, payload, limitMs: waitMsOf(config, scanPage), present })
    }),
  ]
}

/** Presents what a scan-page job came to: from what its room told along, or from the store. */
export function scanPresenter({ read, config, signer }: Pick<AppContext, 'read' | 'config' | 'signer'>) {
  return async (jobId: string, reply?: string) => {
    const headersOf = (engines: ScanReply['engines']) => scanHeaders(jobId, engines, config.basePaths.D)
    if (reply !== undefined) {
      const scan = readScanReply(reply)
      return json(200, scanAnswer(scan, scan.includeWarnings), headersOf(scan.engines))
    }
    const row = await findProvenScan({ read, signer }, null, jobId)
    if (!row) {
      // The job that reads a run's sitemap makes no scan.
      const wasMade = await read((sql) => firstNodeText(sql, `scan:${jobId}`))
      throw wasMade ? resultErased(jobId) : scanNotFound(jobId)
    }
    const report = readReport(row.report)
    return json(200, scanAnswer(report, row.include_warnings), headersOf(report.engines))
  }
}

/** What an answer has no room for: which scan it is, and who did not look to the end. */
export function scanHeaders(scanId: string, engines: ScanReply['engines'], basePath: string): Record<string, string> {
  const incomplete = incompleteOf(engines)
  return {
    'X-Scan-Id': scanId,
    Link: `<${basePath}/api/scans/${scanId}>; rel="describedby"`,
    ...(incomplete !== undefined && { 'X-Scan-Incomplete': incomplete }),
  }
}

/** A stored report. */
export function readReport(packed: Uint8Array<ArrayBuffer>): ScanReport {
  // Written by scan-page's room, of whichever release.
  const kept: KeptReport = JSON.parse(unpackReport(packed))
  return reportOfToday(kept)
}
