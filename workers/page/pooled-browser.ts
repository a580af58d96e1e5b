/** One browser process of the pool, with its tabs: those under way, spare ones, and those kept for a series. */
import type { Clock } from '#shared/kernel/clock'
import type { Launched } from '#workers/page/launch'
import type { Tab } from '#workers/page/tab'

/** A browser that runs, as far as the pool is concerned. */
export type BrowserProcess = Pick<Launched, 'gone' | 'lost' | 'isGone' | 'isKilled' | 'privateBytes' | 'close'> & {
  about: { path: string; product: string; sandbox: string }
  openTab: (onCrash: () => void) => Promise<Tab>
}

export type BrowserLimits = { visits: number; afterMs: number; privateBytes: number }

type Parts = {
  process: BrowserProcess
  clock: Clock
  /** Tabs kept ready ahead. */
  spares: number
  onPageCrash: () => void
  /** Told when a tab does not close: that takes its browser with it. */
  onStuck: () => void
}

type KeptTab = { series: string; tab: Tab; callOff: () => void }
type EmptyingTab = { series: string; isEmptied: Promise<boolean> }

/** How long a tab waits for the next visit of its series. */
const keptMs = 3000
const looksAtMemoryEvery = 10

export class PooledBrowser {
  readonly process: BrowserProcess
  /** All that it has had. */
  visits = 0
  /** Those under way. */
  open = 0
  tabs = 0
  isRetired = false
  private readonly parts: Parts
  private readonly startedAt: number
  private spares: Promise<Tab>[] = []
  private kept: KeptTab[] = []
  private emptying: EmptyingTab[] = []

  constructor(parts: Parts) {
    this.parts = parts
    this.process = parts.process
    this.startedAt = parts.clock.now()
  }

  get keptTabs(): number {
    return this.kept.length
  }

  /** One of its series that is empty, or will be in a moment; else a spare one, else a new one. */
  async takeTab(series: string | undefined): Promise<Tab> {
    const kept = series === undefined ? undefined : (this.takeKept(series) ?? (await this.takeEmptied(series)))
    if (kept) return kept
    const spare = await this.spares.shift()?.catch(() => undefined)
    if (spare?.isUsable()) return spare
    if (spare) await this.closeTab(spare)
    return this.newTab()
  }

  /** Takes a tab back from a visit, for the next one of its series; one that cannot be emptied at once is closed. */
  async keepTab(tab: Tab, series: string): Promise<void> {
    const entry: EmptyingTab = { series, isEmptied: this.isRetired ? Promise.resolve(false) : tab.empty() }
    this.emptying.push(entry)
    const isEmpty = await entry.isEmptied
    this.emptying = this.emptying.filter((each) => each !== entry)
    if (!isEmpty || this.isRetired) return this.closeTab(tab)
    const callOff = this.parts.clock.after(keptMs, () => {
      this.kept = this.kept.filter((each) => each !== place)
      this.closeTab(tab).catch(() => undefined)
    })
    const place: KeptTab = { series, tab, callOff }
    this.kept.push(place)
  }

  async closeTab(tab: Tab): Promise<void> {
    this.tabs -= 1
    if (this.process.isGone()) tab.abandon()
    else if (!(await tab.close())) this.parts.onStuck()
  }

  keepSpares(): void {
    if (this.isRetired) return
    while (this.spares.length < this.parts.spares) {
      const spare = this.newTab()
      spare.catch(() => undefined)
      this.spares.push(spare)
    }
  }

  /** Closes all tabs that nobody is in. */
  dropTabs(): void {
    for (const spare of this.spares.splice(0)) spare.then((tab) => this.closeTab(tab)).catch(() => undefined)
    for (const { tab, callOff } of this.kept.splice(0)) {
      callOff()
      this.closeTab(tab).catch(() => undefined)
    }
  }

  /** Why it is old enough to be exchanged, if it is. */
  ageOver(limits: BrowserLimits): string | undefined {
    if (this.visits >= limits.visits) return `${this.visits} visits`
    if (this.parts.clock.now() - this.startedAt > limits.afterMs) return 'its age'
    if (this.visits % looksAtMemoryEvery !== 0) return undefined
    return this.process.privateBytes() > limits.privateBytes ? 'its memory' : undefined
  }

  private async newTab(): Promise<Tab> {
    const tab = await this.process.openTab(this.parts.onPageCrash)
    this.tabs += 1
    return tab
  }

  /** To empty one takes less than to make one, and is done in a second or not at all. */
  private async takeEmptied(series: string): Promise<Tab | undefined> {
    const coming = this.emptying.find((each) => each.series === series)
    if (!coming) return undefined
    // It is this visit's: the next one waits for another.
    this.emptying = this.emptying.filter((each) => each !== coming)
    await coming.isEmptied
    return this.takeKept(series)
  }

  private takeKept(series: string): Tab | undefined {
    const entry = this.kept.find((each) => each.series === series)
    if (!entry) return undefined
    this.kept = this.kept.filter((each) => each !== entry)
    entry.callOff()
    if (entry.tab.isUsable()) return entry.tab
    this.closeTab(entry.tab).catch(() => undefined)
    return undefined
  }
}
