/** Time limits for work inside a page, which may never answer. */
import type { Page } from 'puppeteer'

const outOfTime = 'OutOfTime'

/** What the work comes to. @throws an error for which `isOutOfTime` holds, when ms are over; the work itself is not stopped. */
export async function within<T>(work: Promise<T>, ms: number, who = 'the page'): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`no answer of ${who} within ${Math.round(ms)} ms`)
    error.name = outOfTime
    reject(error)
  }, ms)
  // Whichever loses may still fail later; nobody waits for it any more.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

export function isOutOfTime(error: unknown): error is Error {
  return error instanceof Error && error.name === outOfTime
}

export type Brake = {
  /** Ends the script that the page's process is busy with, so that the page answers again. Never throws. */
  pull: () => Promise<void>
  release: () => void
}

/** To be taken while the page still answers: a page that hangs takes no new session. */
export async function brakeOf(page: Page): Promise<Brake> {
  const session = await page.createCDPSession()
  return {
    async pull() {
      // A page that is gone needs no brake.
      await within(session.send('Runtime.terminateExecution'), 1000).catch(() => undefined)
    },
    release() {
      session.detach().catch(() => undefined)
    },
  }
}
