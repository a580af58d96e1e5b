/**
 * Holds one browser for this process: started at once, started again when it dies, exchanged before it grows old.
 * Each visit has a tab of its own, and ends in time whatever its page does.
 *
 *   starting ──────> current ──────> retired ──────> gone
 *      ^    it runs     │    it is old    when the last visit under way has left
 *      │                └── it dies: a crash ──────> gone
 *      └── at once; after a crash a moment later
 *
 * Old are 200 visits, 30 minutes, 1.5 GB, whereupon its successor is started first; or a tab that does not close. After five
 * crashes or starts that failed within a minute nothing is started for a while, and whoever wants a browser is refused.
 */
import { type Clock, systemClock } from '#shared/kernel/clock'
import type { Log } from '#shared/kernel/logger'
import { CrashLimit, crashesAMinute } from '#workers/page/crash-limit'
import { type BrowserLimits, type BrowserProcess, PooledBrowser } from '#workers/page/pooled-browser'
import type { Tab } from '#workers/page/tab'
import { BrowserUnavailable } from '#workers/page/unavailable'
import { type Visit, VisitFailed, type VisitFailure, VisitGuard, type VisitOptions } from '#workers/page/visit'

/** Where browsers come from. */
export type BrowserSource = {
  start: () => Promise<BrowserProcess>
  /** Why a browser may die of what no page has done, as of now; undefined where there is no such cause. */
  lacks?: () => string | undefined
  close: () => void
}

export type BrowserPoolParts = {
  source: BrowserSource
  log: Log
  /** Tabs kept ready ahead. */
  spares?: number | undefined
  /** When a browser is exchanged for a new one. */
  exchange?: Partial<BrowserLimits> | undefined
  clock?: Clock
}

export type BrowserStats = {
  contexts: number
  /** Of these, emptied and waiting for the next visit of their series. */
  kept: number
  visits: number
  /** Browsers started after the first. */
  restarts: number
  /** Browsers that died by themselves. */
  crashes: number
  /** Pages that did. */
  pageCrashes: number
}

/** Of nobody's browser. */
export const noStats: BrowserStats = { contexts: 0, kept: 0, visits: 0, restarts: 0, crashes: 0, pageCrashes: 0 }

const exchangeDefaults: BrowserLimits = { visits: 200, afterMs: 30 * 60_000, privateBytes: 1.5e9 }
/** What is asked of a page that is gone fails so long before we hear why; of one whose frame is detached already, longer. */
const [newsMs, detachedNewsMs] = [100, 1000]

export class BrowserPool {
  private readonly source: BrowserSource
  private readonly log: Log
  private readonly clock: Clock
  private readonly spares: number
  private readonly limits: BrowserLimits
  private readonly crashLimit: CrashLimit
  private readonly counts = { visits: 0, restarts: 0, crashes: 0, pageCrashes: 0 }
  /** All that have not gone: the current one, and retired ones that are visited still. */
  private readonly browsers = new Set<PooledBrowser>()
  private current: PooledBrowser | undefined
  private launching: Promise<PooledBrowser> | undefined
  private isClosing = false
  /** What was started last. */
  private newest: BrowserProcess

  private constructor(
    { source, log, spares = 1, exchange, clock = systemClock }: BrowserPoolParts,
    first: { process: BrowserProcess; sinceMs: number },
  ) {
    this.source = source
    this.log = log
    this.clock = clock
    this.spares = spares
    this.limits = { ...exchangeDefaults, ...exchange }
    this.crashLimit = new CrashLimit(clock)
    this.newest = first.process
    this.current = this.adopt(first.process, first.sinceMs)
  }

  /** @throws what keeps the first browser from starting. */
  static async open(parts: BrowserPoolParts): Promise<BrowserPool> {
    const sinceMs = (parts.clock ?? systemClock).now()
    return new BrowserPool(parts, { process: await parts.source.start(), sinceMs })
  }

  get about(): BrowserProcess['about'] {
    return this.newest.about
  }

  stats(): BrowserStats {
    const sum = (figure: 'tabs' | 'keptTabs') => [...this.browsers].reduce((total, each) => total + each[figure], 0)
    return { ...this.counts, contexts: sum('tabs'), kept: sum('keptTabs') }
  }

  /** Opens a page in a tab with its own egress; leaves it whatever happens. @throws VisitFailed, BrowserUnavailable */
  async visit<T>(options: VisitOptions, use: (visit: Visit) => Promise<T>): Promise<T> {
    const guard = new VisitGuard(options, this.clock)
    try {
      const browser = await guard.within(this.living())
      return await this.visitIn(browser, guard, options, use)
    } finally {
      guard.close()
    }
  }

  /** Ends all browsers, with whatever is under way in them. */
  async close(): Promise<void> {
    this.isClosing = true
    await this.launching?.catch(() => undefined)
    await Promise.all([...this.browsers].map((browser) => this.end(browser)))
    this.source.close()
  }

  private async visitIn<T>(
    browser: PooledBrowser,
    guard: VisitGuard,
    options: VisitOptions,
    use: (visit: Visit) => Promise<T>,
  ): Promise<T> {
    browser.open += 1
    browser.visits += 1
    this.counts.visits += 1
    void browser.process.gone.then(() => guard.fail(goneBy(browser), 'the browser went away'))
    const ofSeries = tabSeriesOf(options)
    const taking = browser.takeTab(ofSeries)
    let tab: Tab | undefined
    let isFine = false
    try {
      tab = await guard.within(taking)
      browser.keepSpares()
      tab.enter(options, (why) => guard.fail('crashed', why))
      const result = await guard.within(useDressed(tab, options, guard, use))
      isFine = true
      return result
    } catch (error) {
      throw this.orLacking(await this.whyFailed(error, browser, tab, guard))
    } finally {
      const series = isFine ? ofSeries : undefined
      // Nobody waits for it: the result is there already.
      taking
        .then((taken) => {
          taken.leave()
          return series === undefined ? browser.closeTab(taken) : browser.keepTab(taken, series)
        })
        .catch(() => undefined)
        .finally(() => this.leave(browser))
    }
  }

  /** What is asked of a page that is gone fails a moment before we hear why; and a browser's pages may go before it does. */
  private async whyFailed(
    error: unknown,
    browser: PooledBrowser,
    tab: Tab | undefined,
    guard: VisitGuard,
  ): Promise<unknown> {
    if (error instanceof BrowserUnavailable) return error
    const isCrash = error instanceof VisitFailed && error.reason === 'crashed'
    if (error instanceof VisitFailed && !isCrash) return error
    if (!isCrash && tab?.isUsable() && !isAboutClosing(error)) return error
    const { process } = browser
    const news = this.clock.sleep(tab?.isDetached() ? detachedNewsMs : newsMs)
    try {
      await (isCrash ? Promise.race([process.gone, news]) : guard.within(news))
    } catch (failure) {
      return failure
    }
    if (!process.isGone()) return error
    await Promise.race([process.gone, this.clock.sleep(1000)])
    return new VisitFailed(goneBy(browser), 'the browser went away', { cause: error })
  }

  /** No page is blamed for a death that the machine may have caused. */
  private orLacking(failure: unknown): unknown {
    if (!(failure instanceof VisitFailed) || !deaths.has(failure.reason)) return failure
    const lack = this.source.lacks?.()
    return lack === undefined ? failure : new BrowserUnavailable(lack, { cause: failure })
  }

  private leave(browser: PooledBrowser): void {
    browser.open -= 1
    if (browser.isRetired && browser.open === 0) this.end(browser).catch(() => undefined)
    else this.exchangeIfOld(browser)
  }

  private async living(): Promise<PooledBrowser> {
    if (this.isClosing) throw new BrowserUnavailable('the browser is closing')
    if (this.current && !this.current.process.isGone()) return this.current
    if (this.crashLimit.isResting()) throw new BrowserUnavailable(`the browser rests after ${crashesAMinute} crashes`)
    return this.relaunch(this.crashLimit.pauseMs())
  }

  private adopt(process: BrowserProcess, sinceMs: number): PooledBrowser {
    const browser: PooledBrowser = new PooledBrowser({
      process,
      clock: this.clock,
      spares: this.spares,
      onPageCrash: () => {
        this.counts.pageCrashes += 1
      },
      onStuck: () => this.retire(browser, 'a context did not close'),
    })
    this.browsers.add(browser)
    this.newest = process
    void process.gone.then(() => this.lose(browser))
    void process.lost.then(() => this.lose(browser))
    this.log.info({ ...process.about, ms: Math.round(this.clock.now() - sinceMs) }, 'browser launched')
    if (!this.isClosing) browser.keepSpares()
    return browser
  }

  /** One at a time; whoever needs a browser meanwhile waits for the same one. */
  private relaunch(pauseMs: number): Promise<PooledBrowser> {
    this.launching ??= this.startAgain(pauseMs).finally(() => {
      this.launching = undefined
    })
    return this.launching
  }

  private async startAgain(pauseMs: number): Promise<PooledBrowser> {
    try {
      if (pauseMs > 0) await this.clock.sleep(pauseMs)
      this.counts.restarts += 1
      const sinceMs = this.clock.now()
      this.current = this.adopt(await this.source.start(), sinceMs)
      return this.current
    } catch (error) {
      this.countFailure()
      if (error instanceof BrowserUnavailable) throw error
      throw new BrowserUnavailable(`the browser does not start: ${messageOf(error)}`, { cause: error })
    }
  }

  private lose(browser: PooledBrowser): void {
    if (!this.browsers.delete(browser)) return
    if (this.current === browser) this.current = undefined
    browser.dropTabs()
    browser.process.close().catch(() => undefined)
    if (browser.isRetired || this.isClosing) return
    this.counts.crashes += 1
    const { visits, open } = browser
    this.log.error({ visits, open, crashes: this.counts.crashes }, 'browser crashed')
    if (this.countFailure()) return
    // Nobody waits for this one; whoever comes next will be told.
    this.relaunch(this.crashLimit.pauseMs()).catch((error) =>
      this.log.error({ err: error }, 'browser could not be started again'),
    )
  }

  /** Counts a crash or a start that failed; true when there were too many, and nothing is tried for a while. */
  private countFailure(): boolean {
    const restMs = this.crashLimit.count()
    if (restMs !== undefined) this.log.error({ rest_ms: restMs }, 'browser rests after crashes')
    return restMs !== undefined
  }

  /** The next one is started before the old one goes, so that nobody waits for it. */
  private exchangeIfOld(browser: PooledBrowser): void {
    if (browser !== this.current || this.launching || this.isClosing || this.crashLimit.isResting()) return
    const why = browser.ageOver(this.limits)
    if (why === undefined) return
    this.relaunch(0).then(
      () => this.retire(browser, why),
      (error) => this.log.error({ err: error }, 'browser could not be exchanged'),
    )
  }

  private retire(browser: PooledBrowser, why: string): void {
    if (browser.isRetired) return
    browser.isRetired = true
    if (this.current === browser) this.current = undefined
    this.log.info({ why, visits: browser.visits, open: browser.open }, 'browser recycled')
    browser.dropTabs()
    if (browser.open === 0) this.end(browser).catch(() => undefined)
  }

  private async end(browser: PooledBrowser): Promise<void> {
    browser.isRetired = true
    this.browsers.delete(browser)
    await browser.process.close()
  }
}

/**
 * A tab has one scale as long as it lives: its process keeps the widths of letters, at scale 1 whole pixels, and sets by them what
 * comes at another scale, so that a page would look as what was shown before it has it.
 */
const tabSeriesOf = ({ series, viewport: { scale = 1 } }: VisitOptions): string | undefined =>
  series === undefined ? undefined : `${series} at ${scale}`

/**
 * Not a bare `then`: puppeteer looks two frames up from `evaluate` and throws when nobody is there, and a function called
 * last leaves no frame in JavaScriptCore.
 */
async function useDressed<T>(
  tab: Tab,
  options: VisitOptions,
  guard: VisitGuard,
  use: (visit: Visit) => Promise<T>,
): Promise<T> {
  await tab.dress(options)
  const result = await use({
    page: tab.page,
    egress: tab.egress,
    within: (work, ms) => guard.within(work, ms),
  })
  return result
}

const deaths: ReadonlySet<VisitFailure> = new Set(['crashed', 'browser_gone', 'browser_killed'])

const goneBy = ({ process }: PooledBrowser) => (process.isKilled() ? 'browser_killed' : 'browser_gone')

const isAboutClosing = (error: unknown) =>
  error instanceof Error && /closed|detached|disconnected|is gone/i.test(`${error.name} ${error.message}`)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
