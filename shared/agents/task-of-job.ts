/** The task that a job is done for: what rides along with the job as its context. */
import type { RetrySettings } from '#shared/queue/send'

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

/** Sound: what takes a task in, and what sends a step, give their jobs one of these, and nobody else gives any job a context. */
export const taskOfContext = (context: unknown): TaskOfJob => context as TaskOfJob

/** How the job of a step is tried again: after 1 s, twice as long each time, at most a minute. */
export const stepRetries = (attempts: number): RetrySettings => ({
  retryLimit: attempts - 1,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
})
