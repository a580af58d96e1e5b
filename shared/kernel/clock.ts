/** Time, handed to whatever has a lifetime, so that a test can let it pass. */

export type Clock = {
  /** Milliseconds that only ever grow; since when says nothing. */
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** Acts once, in `ms`, unless what it gives is called before. */
  after: (ms: number, act: () => void) => () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => Bun.sleep(ms),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
