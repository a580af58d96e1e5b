/** The browser of a worker: looked for again and again while none starts on this machine, since what keeps it from that may pass. */
import type { ProcessNotes } from '#db/documents/process-notes'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import { type BrowserSettings, openBrowser } from '#workers/page/browser'
import type { BrowserPool } from '#workers/page/browser-pool'
import { BrowserUnavailable } from '#workers/page/unavailable'

export type KeptBrowser = {
  /** The pool, or why there is none. */
  now: () => BrowserPool | BrowserUnavailable
  close: () => Promise<void>
}

type Parts = {
  settings: BrowserSettings
  log: Log
  /** Says what /readyz and `doctor` show of it. */
  note: (news: Partial<ProcessNotes>) => void
  /** Of whoever has none, for its log. */
  without: string
  againMs?: number
}

const lookAgainMs = 60_000

/** @throws whatever is not the lack of a browser. */
export async function keepBrowser({
  settings,
  log,
  note,
  without,
  againMs = lookAgainMs,
}: Parts): Promise<KeptBrowser> {
  let browser = await opened()
  let looking: Loop | undefined
  if (browser instanceof BrowserUnavailable) {
    log.error({ err: browser }, `no browser, ${without}`)
    looking = every(againMs, 'look for a browser', again, { log })
  }

  async function opened(): Promise<BrowserPool | BrowserUnavailable> {
    const found = await openBrowser({ settings, log }).catch((error: unknown) => {
      if (!(error instanceof BrowserUnavailable)) throw error
      return error
    })
    if (found instanceof BrowserUnavailable) note({ lacks: { browser: found.message } })
    else note({ has: { browser: `${found.about.product}, sandbox ${found.about.sandbox}` } })
    return found
  }

  async function again(): Promise<void> {
    if (browser instanceof BrowserUnavailable) browser = await opened()
    // Nobody waits for the end of a turn that waits for it itself.
    if (!(browser instanceof BrowserUnavailable)) void looking?.stop()
  }

  return {
    now: () => browser,
    async close() {
      await looking?.stop()
      if (!(browser instanceof BrowserUnavailable)) await browser.close()
    },
  }
}
