/** How a settled job is announced: one NOTIFY channel per waiting API process, a list of endings per message. */

import type { OutcomeState } from '#shared/jobs/envelope'
import type { StoredError } from '#shared/kernel/errors'

export type Ending = {
  jobId: string
  state: OutcomeState
  error: StoredError | null
  /** What the worker wants the waiting process to be told at once, so that it need not read it. */
  reply?: string | undefined
}

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
    const part = partOf(ending)
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

function partOf({ jobId, state, error, reply }: Ending): string {
  // A text has no fewer bytes than units: what is megabytes long need not be written to be measured.
  if (reply !== undefined && reply.length > payloadLimit) return partOf({ jobId, state, error })
  const whole = JSON.stringify([jobId, state, error, reply])
  if (Buffer.byteLength(whole) <= payloadLimit - 2) return whole
  // Too large to ride along: the reply is dropped first, then everything that can be read by the id.
  return reply === undefined ? JSON.stringify([jobId]) : partOf({ jobId, state, error })
}

/** What an announcement says; an ending without a state has to be read by its id. */
export function readAnnouncement(payload: string): { jobId: string; ending?: Ending }[] {
  const parts: [string, OutcomeState?, (StoredError | null)?, (string | null)?][] = JSON.parse(payload)
  return parts.map(([jobId, state, error, reply]) =>
    state ? { jobId, ending: { jobId, state, error: error ?? null, reply: reply ?? undefined } } : { jobId },
  )
}
