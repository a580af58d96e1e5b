/** Waits for a condition instead of a time. */

/** The first value of `look` that is not false, null or undefined. @throws Error naming what was waited for. */
export async function until<T>(
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  { what, timeoutMs = 60_000, everyMs = 10 }: { what: string | (() => string); timeoutMs?: number; everyMs?: number },
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (performance.now() > deadline) {
      throw new Error(`waited ${timeoutMs} ms in vain for ${typeof what === 'string' ? what : what()}`)
    }
    await Bun.sleep(everyMs)
  }
}
