/** Counts what goes wrong with a browser, and says when to let it rest. */
import type { Clock } from '#shared/kernel/clock'

export const crashesAMinute = 5
/** The first rest, and the longest: each that follows within five minutes is twice as long as the one before. */
const [restMs, longestRestMs, calmMs] = [5000, 30_000, 5 * 60_000]

export class CrashLimit {
  private readonly clock: Clock
  private at: number[] = []
  private restsUntil = Number.NEGATIVE_INFINITY
  private restedMs = 0

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Counts one. @returns how long nothing is to be tried, when there were too many in a minute. */
  count(): number | undefined {
    const now = this.clock.now()
    const recent = [...this.at, now].filter((at) => at > now - 60_000)
    if (recent.length < crashesAMinute) {
      this.at = recent
      return undefined
    }
    this.at = []
    const isCalm = now > this.restsUntil + calmMs
    this.restedMs = isCalm ? restMs : Math.min(longestRestMs, this.restedMs * 2)
    this.restsUntil = now + this.restedMs
    return this.restedMs
  }

  isResting(): boolean {
    return this.clock.now() < this.restsUntil
  }

  /** How long to wait before the next start: not at all after the first, then longer each time. */
  pauseMs(): number {
    const crashes = this.at.length
    return crashes > 1 ? 250 * 2 ** (crashes - 2) : 0
  }
}
