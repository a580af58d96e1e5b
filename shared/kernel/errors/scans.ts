/** Scans of pages, runs of them, and waivers. */
import { ServiceError } from '#shared/kernel/errors'

/** Why a page could not be scanned, as `details.reason`. */
export type UnreachableReason =
  | 'name_not_resolved'
  | 'connection_failed'
  | 'certificate'
  | 'http_status'
  | 'not_html'
  | 'too_many_redirects'
  | 'too_large'
  | 'timeout'
  | 'unstable'
  | 'crashed'
  | 'step_failed'
  | 'wait_for'
  | 'sitemap'
  | 'robots'

export const pageUnreachable = (
  url: string,
  reason: UnreachableReason,
  message: string,
  more: Record<string, unknown> = {},
) => new ServiceError('PAGE_UNREACHABLE', `${url}: ${message}`, { details: { url, reason, ...more } })

export const scanNotFound = (scanId: string) =>
  new ServiceError('SCAN_NOT_FOUND', `no scan ${scanId}`, { details: { scanId } })

export const runNotFound = (runId: string) =>
  new ServiceError('RUN_NOT_FOUND', `no run ${runId}`, { details: { runId } })

export const waiverNotFound = (waiverId: string) =>
  new ServiceError('WAIVER_NOT_FOUND', `no waiver ${waiverId}`, { details: { waiverId } })

export const runAlreadyEnded = (runId: string, state: string) =>
  new ServiceError('STATE_CONFLICT', `run ${runId} has already ended: ${state}`, { details: { runId, state } })

export const browserUnavailable = (why: string) =>
  new ServiceError('BROWSER_UNAVAILABLE', `scans are not available: ${why}`, { headers: { 'Retry-After': '60' } })
