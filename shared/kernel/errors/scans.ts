/** Scans of pages, runs of them, waivers, and what people answer. */
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

export const questionNotFound = (scanId: string, fingerprint: string) =>
  new ServiceError('QUESTION_NOT_FOUND', `scan ${scanId} has no question about ${fingerprint}`, {
    details: { scanId, fingerprint },
  })

export const answerNotFound = (answerId: string) =>
  new ServiceError('ANSWER_NOT_FOUND', `no answer ${answerId}`, { details: { answerId } })

/** Somebody has said otherwise, and nobody took it back. */
export const answeredOtherwise = (standing: { answer_id: string; choice: string; answered_by: string }) =>
  new ServiceError(
    'STATE_CONFLICT',
    `${standing.answered_by} answered ${standing.choice}: take that back before answering otherwise`,
    { details: { answerId: standing.answer_id, choice: standing.choice, answeredBy: standing.answered_by } },
  )

export const runAlreadyEnded = (runId: string, state: string) =>
  new ServiceError('STATE_CONFLICT', `run ${runId} has already ended: ${state}`, { details: { runId, state } })

export const browserUnavailable = (why: string) =>
  new ServiceError('BROWSER_UNAVAILABLE', `scans are not available: ${why}`, { headers: { 'Retry-After': '60' } })
