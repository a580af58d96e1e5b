/** How a settled job is announced: one NOTIFY channel per waiting API process, a list of endings per message. */
import { type ServiceError, type StoredError, storedError } from '#shared/errors'
import type { OutcomeState } from '#shared/jobs/contract'

export type Ending = { jobId: string; state: OutcomeState; error: StoredError | null }

/** The channel on which one API process hears of the jobs it waits for. */
export const replyChannel = (processId: string) => `assay_reply_${processId.replaceAll('-', '')}`

/** The channel on which workers hear that a running job is to stop. Payload: the job's id. */
export const cancelChannel = 'assay_cancel'

// Postgres takes less than 8000 bytes in one NOTIFY.
const payloadLimit = 7900

/** Endings as NOTIFY payloads. An ending too large for one goes as its id alone: the hearer reads the rest. */
export function announcements(endings: readonly Ending[]): string[] {
  const payloads: string[] = []
  let parts: string[] = []
  let bytes = 2
  for (const ending of endings) {
    let part = JSON.stringify(ending.error ? [ending.jobId, ending.state, ending.error] : [ending.jobId, ending.state])
    if (Buffer.byteLength(part) > payloadLimit - 2) part = JSON.stringify([ending.jobId])
    const size = Buffer.byteLength(part) + 1
    if (bytes + size > payloadLimit) {
      payloads.push(`[${parts.join(',')}]`)
      parts = []
      bytes = 2
    }
    parts.push(part)
    bytes += size
  }
  if (parts.length > 0) payloads.push(`[${parts.join(',')}]`)
  return payloads
}

/** What an announcement says; an ending without a state has to be read by its id. */
export function readAnnouncement(payload: string): { jobId: string; ending?: Ending }[] {
  const parts: [string, OutcomeState?, StoredError?][] = JSON.parse(payload)
  return parts.map(([jobId, state, error]) =>
    state ? { jobId, ending: { jobId, state, error: error ?? null } } : { jobId },
  )
}

export const refusalOf = (jobId: string, error: ServiceError): Ending => ({
  jobId,
  state: 'failed',
  error: storedError(error),
})
