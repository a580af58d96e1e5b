/** Which requests a process has under way, and how far its own end is. */

export type Drain = {
  /** /readyz says no. */
  isLeaving: boolean
  /** Answers wait for this and then ask their connections to close. */
  gate: Promise<void> | undefined
  /** Requests whose answers are not out yet, streamed ones to their last byte. */
  inFlight: number
  /** Requests that have no answer yet, those apart that stand back for others. */
  waiting: Set<{ since: number }>
}

export const openDrain = (): Drain => ({ isLeaving: false, gate: undefined, inFlight: 0, waiting: new Set() })

/** What takes longer waits for something else: its body, a page, somebody's server. */
const soonMs = 500

export function isAnyWaiting({ waiting }: Pick<Drain, 'waiting'>): boolean {
  const from = performance.now() - soonMs
  return waiting.values().some(({ since }) => since > from)
}
