/** How a settled job is announced: one NOTIFY channel per waiting API process, a list of sealed endings per message. */

import type { OutcomeState } from '#shared/jobs/envelope'
import type { StoredError } from '#shared/kernel/errors'
import { quoted } from '#shared/kernel/quoted'
import type { Sealer } from '#shared/kernel/sealer'

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
export function announcements(endings: readonly Ending[], sealer: Pick<Sealer, 'seal'>): string[] {
  const payloads: string[] = []
  let parts: string[] = []
  let bytes = 2
  for (const ending of endings) {
    const part = partOf(ending, sealer)
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

/**
 * Anybody with the database may tell a process something: what a caller is answered with has the seal of who did the job. The reply
 * goes into it as it is, behind a line of all else: as a text within JSON it would be written once more at either end.
 */
const sealOfEnding = ({ seal }: Pick<Sealer, 'seal'>, { jobId, state, error, reply = null }: Told): string =>
  Buffer.from(seal('ending', `${JSON.stringify([jobId, state, error, reply !== null])}\n`, reply ?? '')).toString(
    'base64url',
  )

type Told = Pick<Ending, 'jobId' | 'state' | 'error'> & { reply?: string | null | undefined }

function partOf(ending: Ending, sealer: Pick<Sealer, 'seal'>): string {
  const { jobId, state, error, reply } = ending
  // A text has no fewer bytes than units: what is megabytes long need not be written to be measured.
  if (reply !== undefined && reply.length > payloadLimit) return partOf({ jobId, state, error }, sealer)
  const about = JSON.stringify([jobId, state, error]).slice(0, -1)
  const whole = `${about},${reply === undefined ? 'null' : quoted(reply)},"${sealOfEnding(sealer, ending)}"]`
  if (Buffer.byteLength(whole) <= payloadLimit - 2) return whole
  // Too large to ride along: the reply is dropped first, then everything that can be read by the id.
  return reply === undefined ? JSON.stringify([jobId]) : partOf({ jobId, state, error }, sealer)
}

/**
 * What an announcement says. An ending without a state, or without the seal of one of ours, has to be read by its id; what is no
 * announcement says nothing.
 */
export function readAnnouncement(payload: string, sealer: Pick<Sealer, 'seal'>): { jobId: string; ending?: Ending }[] {
  return partsIn(payload).flatMap((part) => {
    if (!Array.isArray(part) || typeof part[0] !== 'string') return []
    // Sound where it has a seal of ours.
    const [jobId, state, error = null, reply, seal] = part as [string, OutcomeState?, Told['error']?, string?, unknown?]
    const isTold = state !== undefined && seal === sealOfEnding(sealer, { jobId, state, error, reply })
    return isTold ? [{ jobId, ending: { jobId, state, error, reply: reply ?? undefined } }] : [{ jobId }]
  })
}

function partsIn(payload: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(payload)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
