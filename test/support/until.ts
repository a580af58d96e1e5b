/** Waits for a condition instead of a time. */

/**
 * A look may go through a whole service, and looking all the time takes the processor from what is waited for: the longer it
 * takes, the less often, so that what came is seen within a twentieth of the time that it took to come.
 */
const mostEveryMs = 50

/** The first value of `look` that is not false, null or undefined. @throws Error naming what was waited for. */
export async function until<T>(
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  { what, timeoutMs = 60_000, everyMs = 10 }: { what: string | (() => string); timeoutMs?: number; everyMs?: number },
): Promise<T> {
  const begunAt = performance.now()
  const deadline = begunAt + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (performance.now() > deadline) {
      throw new Error(`waited ${timeoutMs} ms in vain for ${typeof what === 'string' ? what : what()}`)
    }
    await Bun.sleep(Math.max(everyMs, Math.min(mostEveryMs, (performance.now() - begunAt) / 20)))
  }
}
