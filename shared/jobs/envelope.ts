/** What a job's data is in its queue: the payload, who asked for it, and what rides along. */
import type { outcomeStates } from '#db/documents/states'

/** The task that a job is done for. */
export type TaskOfJob = {
  id: string
  agent: string
  type: string
  /** Of a type of ours, as whoever took the task in knew it; absent where an agent elsewhere does it. */
  version?: number
  /** An attempt that takes longer ends the task. */
  timeoutSeconds: number | null
  /** Somebody who may has said that what is soft is to be let pass. */
  isOverridden: boolean
  /** Of a task of many steps: which of them, and how often its job is delivered at most. */
  step?: { ord: number; attempts: number }
}

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
  /** Absent where the job is nobody's task. */
  task?: TaskOfJob
  /** ISO 8601, by the sender's clock. */
  sentAt: string
  /** How many deliveries were lost with their worker's process and forgiven. */
  lost?: number
  /** Since when workers have met it that do not know what it is. ISO 8601, by the database's clock. */
  unknownSince?: string
}

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
