/** What a job's data is in its queue: the payload, who asked for it, and what rides along. */
import type { outcomeStates } from '#db/documents/states'

/** Who asked, and where the answer is waited for. Rides with every payload. */
export type Envelope<Payload = unknown> = {
  payload: Payload
  /** Of the contract that it was sent by. Absent: 1. */
  version?: number
  requestId: string
  orgId: string
  keyId: string
  /** The NOTIFY channel of the API process that waits; absent when nobody does. */
  replyTo?: string
  /** What the job is done within, for the hooks that it is meant for; absent where it is done for its caller alone. */
  task?: unknown
  /** ISO 8601, by the sender's clock. */
  sentAt: string
  /** That a process of ours has ordered all of the above under this id and in this queue. Absent of what is older than seals. */
  seal?: string
  /** How many deliveries were lost with their worker's process and forgiven. */
  lost?: number
  /** Since when workers have met it that do not know what it is. ISO 8601, by the database's clock. */
  unknownSince?: string
  /** That its caller went away before anybody had begun it, and took it back: the word of the process that did. */
  takenBack?: string
}

/** What a job is done within: opaque to the queue and the runtime. */
export const contextOf = ({ task }: Envelope): unknown => task

/** How long a job, or a step of a plan, that is of a later release waits for a process that knows it. */
export const unknownAtMostSeconds = 3600

/** Whether a job's data came from our client; anybody with the database may put something else into a queue. */
export function isEnvelope(data: unknown): data is Envelope {
  if (typeof data !== 'object' || data === null || !('payload' in data)) return false
  return ['requestId', 'orgId', 'keyId', 'sentAt'].every(
    (name) => typeof (data as Record<string, unknown>)[name] === 'string',
  )
}

/** How a job can end. */
export type OutcomeState = (typeof outcomeStates)[number]
