/**
 * Holds one browser for this process: started at once, started again when it dies, exchanged before it grows old.
 * Each visit has a context and a way out of its own, and ends in time whatever its page does.
 */
import type { BrowserContext, Dialog, HTTPResponse, Page, Target } from 'puppeteer'
import { type EgressSettings, openPolicy } from '#shared/egress/resolve'
import type { Log } from '#shared/kernel/logger'
import { emptyPage, leavesBehind } from '#workers/page/empty'
import { BrowserUnavailable, type FindSettings, findBrowser, forgetBrowser } from '#workers/page/find'
import { type Launched, launchBrowser } from '#workers/page/launch'
import { browserPlace } from '#workers/page/place'
import { sweepProfiles } from '#workers/page/profiles'
import { type EgressLimits, type EgressProxy, type EgressRecord, openProxy } from '#workers/page/proxy'

export { BrowserUnavailable }

export type BrowserSettings = FindSettings & {
  egress: EgressSettings
  /** Limits of every visit that does not name its own. */
  limits?: Partial<EgressLimits>
  /** Pages kept ready ahead. */
  spares?: number
  /** When the browser is exchanged for a new one. */
  exchange?: Partial<typeof exchangeDefaults>
  extraFlags?: readonly string[]
}

const exchangeDefaults = { visits: 200, afterMs: 30 * 60_000, privateBytes: 1.5e9 }

export type VisitOptions = {
  /** For the whole visit, loading included. */
  deadlineMs: number
  signal: AbortSignal
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
  reducedMotion: boolean
  limits?: Partial<EgressLimits>
  /**
   * Visits with the same word may follow one another in one context, emptied in between: pages of one run, of which each
   * would pay for a new process and for compiling everything again. Absent, the context is this visit's alone.
   */
  series?: string | undefined
}

export type Visit = {
  page: Page
  /** Live. */
  egress: EgressRecord
  /**
   * Waits for work on the page, but no longer than the visit lasts, and than `ms` if given: what is asked of a page may
   * never be answered, neither by a loop nor by a crash. @throws VisitFailed
   */
  within<T>(work: Promise<T>, ms?: number): Promise<T>
}

/** `browser_killed`: by somebody, or for want of memory; `browser_gone`: by itself, perhaps at what the page did. */
export type VisitFailure = 'deadline' | 'crashed' | 'browser_gone' | 'browser_killed' | 'aborted'

/** A visit ended before its work did. */
export class VisitFailed extends Error {
  override readonly name = 'VisitFailed'
  readonly reason: VisitFailure

  constructor(reason: VisitFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
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

export type HeldBrowser = {
  readonly about: { path: string; product: string; sandbox: string }
  /** Opens a page in a fresh context with its own egress; closes it whatever happens. @throws VisitFailed, BrowserUnavailable */
  visit<T>(options: VisitOptions, use: (visit: Visit) => Promise<T>): Promise<T>
  stats(): BrowserStats
  close(): Promise<void>
}

/** A context with its one page and its way out. */
type Place = {
  context: BrowserContext
  page: Page
  proxy: EgressProxy
  isCrashed: boolean
  /** Whether something was left in it that cannot be emptied. */
  isStained: boolean
  /** How many visits it has had. */
  visits: number
  close: () => Promise<void>
}

/** One browser process, and the visits that are under way in it. */
type Held = {
  launched: Launched
  startedAt: number
  visits: number
  open: number
  isRetired: boolean
  spares: Promise<Place>[]
  /** Emptied, for the next visit of their series. */
  kept: { series: string; place: Place; timer: Timer }[]
}

const crashesAMinute = 5
/** The first rest, and the longest: each that follows within five minutes is twice as long as the one before. */
const [restMs, longestRestMs, calmMs] = [5000, 30_000, 5 * 60_000]
const closeMs = 2000
const looksAtMemoryEvery = 10
/** A place is given up after so many visits, when nobody of its series comes for so long, and when it is not empty by then. */
const visitsAPlace = 25
const keptMs = 3000
const emptyMs = 1000

/** @throws BrowserUnavailable when there is none that starts. */
export async function openBrowser({ settings, log }: { settings: BrowserSettings; log: Log }): Promise<HeldBrowser> {
  const place = browserPlace(settings.dataDir)
  const swept = sweepProfiles(place)
  if (swept > 0) log.warn({ profiles: swept }, 'leftover browsers swept')
  const policy = openPolicy(settings.egress)
  const exchange = { ...exchangeDefaults, ...settings.exchange }
  // What belongs to no visit: the browser's own errands. All of it is refused.
  const deadEnd = await openProxy({ ...policy, allow: [], resolve: async () => [] }, { requests: 0 })
  const stats = { contexts: 0, visits: 0, restarts: 0, crashes: 0, pageCrashes: 0 }
  const all = new Set<Held>()
  const crashedAt: number[] = []
  let isClosing = false
  let restsUntil = Number.NEGATIVE_INFINITY
  let restedMs = 0
  let current: Held | undefined
  let launching: Promise<Held> | undefined

  let found = await findBrowser(settings)
  current = await start()

  /** Starts a browser; one that was found earlier and does not start any more is looked for anew, once. */
  async function start(): Promise<Held> {
    const startedAt = performance.now()
    const options = { place, proxyUrl: deadEnd.url, extraFlags: settings.extraFlags ?? [] }
    const launched = await launchBrowser(found, options).catch(async () => {
      forgetBrowser(settings.dataDir)
      found = await findBrowser(settings)
      return launchBrowser(found, options)
    })
    const held: Held = { launched, startedAt, visits: 0, open: 0, isRetired: false, spares: [], kept: [] }
    all.add(held)
    void launched.gone.then(() => onGone(held))
    launched.browser.once('disconnected', () => onGone(held))
    log.info(
      {
        path: found.path,
        product: launched.product,
        sandbox: found.sandbox,
        ms: Math.round(performance.now() - startedAt),
      },
      'browser launched',
    )
    if (isClosing) await end(held)
    else keepSpares(held)
    return held
  }

  function onGone(held: Held): void {
    if (!all.delete(held)) return
    if (current === held) current = undefined
    dropSpares(held)
    held.launched.close().catch(() => undefined)
    if (held.isRetired || isClosing) return
    stats.crashes += 1
    log.error({ visits: held.visits, open: held.open, crashes: stats.crashes }, 'browser crashed')
    if (restsAfter()) return
    // Nobody waits for this one; whoever comes next will be told.
    relaunch(crashedAt.length).catch((error) => log.error({ err: error }, 'browser could not be started again'))
  }

  /** Counts a crash or a start that failed; true when there were too many, and nothing is tried for a while. */
  function restsAfter(): boolean {
    const recent = [...crashedAt, performance.now()].filter((at) => at > performance.now() - 60_000)
    const isEnough = recent.length >= crashesAMinute
    crashedAt.splice(0, crashedAt.length, ...(isEnough ? [] : recent))
    if (!isEnough) return false
    const isCalm = performance.now() > restsUntil + calmMs
    restedMs = isCalm ? restMs : Math.min(longestRestMs, restedMs * 2)
    restsUntil = performance.now() + restedMs
    log.error({ rest_ms: restedMs }, 'browser rests after crashes')
    return true
  }

  /** One at a time; whoever needs a browser meanwhile waits for the same one. */
  function relaunch(crashes: number): Promise<Held> {
    launching ??= (async () => {
      try {
        if (crashes > 1) await Bun.sleep(250 * 2 ** (crashes - 2))
        stats.restarts += 1
        current = await start()
        return current
      } catch (error) {
        restsAfter()
        if (error instanceof BrowserUnavailable) throw error
        throw new BrowserUnavailable(`the browser does not start: ${messageOf(error)}`, { cause: error })
      } finally {
        launching = undefined
      }
    })()
    return launching
  }

  async function living(): Promise<Held> {
    if (isClosing) throw new BrowserUnavailable('the browser is closing')
    if (current && !current.launched.isGone()) return current
    if (performance.now() < restsUntil)
      throw new BrowserUnavailable(`the browser rests after ${crashesAMinute} crashes`)
    return relaunch(crashedAt.length)
  }

  async function makePlace(held: Held): Promise<Place> {
    const proxy = await openProxy(policy, settings.limits)
    try {
      const context = await held.launched.browser.createBrowserContext({
        proxyServer: proxy.url,
        proxyBypassList: ['<-loopback>'],
        downloadBehavior: { policy: 'deny' },
      })
      stats.contexts += 1
      const made: Place = {
        context,
        proxy,
        page: await context.newPage(),
        isCrashed: false,
        isStained: false,
        visits: 0,
        close: async () => closePlace(held, made),
      }
      prepare(made)
      await made.page.setBypassServiceWorker(true)
      return made
    } catch (error) {
      proxy.close()
      throw error
    }
  }

  function prepare(made: Place): void {
    made.page.on('error', () => {
      made.isCrashed = true
      stats.pageCrashes += 1
    })
    made.page.on('dialog', (dialog: Dialog) => {
      // Who leaves is let go; anything else is answered with no.
      const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()
      answer.catch(() => undefined)
    })
    made.page.on('response', (response: HTTPResponse) => {
      made.isStained ||= leavesBehind(response)
    })
    made.page.on('workercreated', () => {
      made.isStained = true
    })
    made.context.on('targetcreated', (target: Target) => {
      if (/worker/.test(target.type())) made.isStained = true
      if (target.type() !== 'page') return
      target
        .page()
        .then((page) => (page && page !== made.page ? page.close() : undefined))
        .catch(() => undefined)
    })
  }

  /** Closing is the one thing that stops a page. A context that does not even close takes its browser with it. */
  async function closePlace(held: Held, { context, proxy }: Place): Promise<void> {
    proxy.close()
    stats.contexts -= 1
    if (held.launched.isGone()) return
    const isClosed = await Promise.race([
      context.close().then(
        () => true,
        () => true,
      ),
      Bun.sleep(closeMs).then(() => false),
    ])
    if (!isClosed) retire(held, 'a context did not close')
  }

  function keepSpares(held: Held): void {
    if (held.isRetired) return
    while (held.spares.length < (settings.spares ?? 1)) {
      const spare = makePlace(held)
      spare.catch(() => undefined)
      held.spares.push(spare)
    }
  }

  function dropSpares(held: Held): void {
    for (const spare of held.spares.splice(0)) spare.then((made) => made.close()).catch(() => undefined)
    for (const { place, timer } of held.kept.splice(0)) {
      clearTimeout(timer)
      place.close().catch(() => undefined)
    }
  }

  /** Empties a place for the next visit of its series; one that cannot be emptied at once is closed. */
  async function keep(held: Held, made: Place, series: string): Promise<void> {
    const isEmpty =
      made.visits < visitsAPlace &&
      !made.isStained &&
      !held.isRetired &&
      !isClosing &&
      (await Promise.race([
        emptyPage(made.page).then(
          () => true,
          () => false,
        ),
        Bun.sleep(emptyMs).then(() => false),
      ]))
    if (!isEmpty || made.isCrashed || made.isStained || held.isRetired) return made.close()
    const entry = {
      series,
      place: made,
      timer: setTimeout(() => {
        held.kept = held.kept.filter((each) => each !== entry)
        made.close().catch(() => undefined)
      }, keptMs),
    }
    held.kept.push(entry)
  }

  function takeKept(held: Held, series: string): Place | undefined {
    const index = held.kept.findIndex((entry) => entry.series === series)
    const [entry] = index < 0 ? [] : held.kept.splice(index, 1)
    if (!entry) return undefined
    clearTimeout(entry.timer)
    if (!entry.place.isCrashed && !entry.place.page.isClosed()) return entry.place
    entry.place.close().catch(() => undefined)
    return undefined
  }

  async function takePlace(held: Held, series: string | undefined): Promise<Place> {
    const kept = series === undefined ? undefined : takeKept(held, series)
    if (kept) return kept
    const spare = held.spares.shift()
    const made = await spare?.catch(() => undefined)
    if (made && !made.isCrashed && !made.page.isClosed()) return made
    await made?.close()
    return makePlace(held)
  }

  function retire(held: Held, why: string): void {
    if (held.isRetired) return
    held.isRetired = true
    if (current === held) current = undefined
    log.info({ why, visits: held.visits, open: held.open }, 'browser recycled')
    dropSpares(held)
    if (held.open === 0) end(held).catch(() => undefined)
  }

  async function end(held: Held): Promise<void> {
    held.isRetired = true
    all.delete(held)
    await held.launched.close()
  }

  function ageOf(held: Held): string | undefined {
    if (held.visits >= exchange.visits) return `${held.visits} visits`
    if (performance.now() - held.startedAt > exchange.afterMs) return 'its age'
    if (held.visits % looksAtMemoryEvery !== 0) return undefined
    return held.launched.privateBytes() > exchange.privateBytes ? 'its memory' : undefined
  }

  /** The next one is started before the old one goes, so that nobody waits for it. */
  function exchangeIfOld(held: Held): void {
    if (held !== current || launching || isClosing || performance.now() < restsUntil) return
    const why = ageOf(held)
    if (!why) return
    relaunch(0).then(
      () => retire(held, why),
      (error) => log.error({ err: error }, 'browser could not be exchanged'),
    )
  }

  async function visit<T>(options: VisitOptions, use: (visit: Visit) => Promise<T>): Promise<T> {
    const { promise: failed, reject } = Promise.withResolvers<never>()
    failed.catch(() => undefined)
    const fail = (reason: VisitFailure, message: string) => reject(new VisitFailed(reason, message))
    const timer = setTimeout(
      () => fail('deadline', `the visit took longer than ${options.deadlineMs} ms`),
      options.deadlineMs,
    )
    const onAbort = () => fail('aborted', 'the visit was called off')
    options.signal.addEventListener('abort', onAbort)
    if (options.signal.aborted) onAbort()
    try {
      const held = await Promise.race([living(), failed])
      return await visitIn(held, options, use, failed, fail)
    } finally {
      clearTimeout(timer)
      options.signal.removeEventListener('abort', onAbort)
    }
  }

  async function visitIn<T>(
    held: Held,
    options: VisitOptions,
    use: (visit: Visit) => Promise<T>,
    failed: Promise<never>,
    fail: (reason: VisitFailure, message: string) => void,
  ): Promise<T> {
    held.open += 1
    held.visits += 1
    stats.visits += 1
    void held.launched.gone.then(() => fail(goneBy(held), 'the browser went away'))
    const taking = takePlace(held, options.series)
    const onCrash = () => fail('crashed', 'the page crashed')
    const onClose = () => fail('crashed', 'the page went away')
    let made: Place | undefined
    let isFine = false
    try {
      made = await Promise.race([taking, failed])
      keepSpares(held)
      made.visits += 1
      made.proxy.renew()
      made.page.on('error', onCrash).on('close', onClose)
      Object.assign(made.proxy.limits, settings.limits, options.limits)
      const { page, proxy } = made
      const work = useDressed(page, options, () =>
        use({ page, egress: proxy.record, within: (some, ms) => within(some, failed, ms) }),
      )
      const result = await Promise.race([work, failed])
      isFine = true
      return result
    } catch (error) {
      if (error instanceof BrowserUnavailable) throw error
      const isCrash = error instanceof VisitFailed && error.reason === 'crashed'
      if (error instanceof VisitFailed && !isCrash) throw error
      // What was asked of a page that is gone fails a moment before we hear why; and a browser's pages may go before it does.
      if (isCrash || !made || made.page.isClosed() || made.isCrashed || isAboutClosing(error)) {
        await Promise.race([
          isCrash ? held.launched.gone : failed,
          Bun.sleep(made?.page.mainFrame().detached ? 1000 : 100),
        ])
        if (held.launched.isGone()) {
          await Promise.race([held.launched.gone, Bun.sleep(1000)])
          throw new VisitFailed(goneBy(held), 'the browser went away', { cause: error })
        }
      }
      throw error
    } finally {
      // Nobody waits for it: the result is there already.
      taking
        .then((place) => {
          place.page.off('error', onCrash).off('close', onClose)
          return isFine && options.series !== undefined ? keep(held, place, options.series) : place.close()
        })
        .catch(() => undefined)
        .finally(() => {
          held.open -= 1
          if (held.isRetired && held.open === 0) end(held).catch(() => undefined)
          else exchangeIfOld(held)
        })
    }
  }

  const goneBy = ({ launched }: Held) => (launched.isKilled() ? 'browser_killed' : 'browser_gone')

  return {
    get about() {
      const { path, sandbox, product } = found
      return { path, sandbox, product }
    },
    visit,
    stats: () => ({ ...stats, kept: [...all].reduce((kept, held) => kept + held.kept.length, 0) }),
    async close() {
      isClosing = true
      await launching?.catch(() => undefined)
      await Promise.all([...all].map(end))
      deadEnd.close()
    },
  }
}

/** Waits for `work` until the visit fails or `ms` have passed. */
async function within<T>(work: Promise<T>, failed: Promise<never>, ms?: number): Promise<T> {
  if (ms === undefined) return Promise.race([work, failed])
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new VisitFailed('deadline', `a step took longer than ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, failed, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Not a bare `then`: puppeteer looks two frames up from `evaluate` and throws when nobody is there, and a function called
 * last leaves no frame in JavaScriptCore.
 */
async function useDressed<T>(page: Page, options: VisitOptions, use: () => Promise<T>): Promise<T> {
  await dress(page, options)
  const result = await use()
  return result
}

/** What the visit asked the page to look like. Sent in one go: each waits for the browser, not for the one before. */
async function dress(page: Page, { viewport, colorScheme, reducedMotion }: VisitOptions): Promise<void> {
  await Promise.all([
    page.setViewport(viewport),
    page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: colorScheme },
      { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
    ]),
  ])
}

const isAboutClosing = (error: unknown) =>
  error instanceof Error && /closed|detached|disconnected|is gone/i.test(`${error.name} ${error.message}`)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
