/** Which requests a process has under way, and how far its own end is. */
import { openPace, type Pace } from '#shared/kernel/pace'

export type Drain = {
  /** /readyz says no. */
  isLeaving: boolean
  /** Answers wait for this and then ask their connections to close. */
  gate: Promise<void> | undefined
  /** Requests whose answers are not out yet, streamed ones to their last byte. */
  inFlight: number
  /** Those of them whose answers have not begun. */
  unanswered: number
}

export const openDrain = (): Drain => ({ isLeaving: false, gate: undefined, inFlight: 0, unanswered: 0 })

/** For a request that is long work: it stands back while others wait. */
export const paceBeside = (drain: Pick<Readonly<Drain>, 'unanswered'>): Pace =>
  openPace(undefined, () => drain.unanswered > 1)
