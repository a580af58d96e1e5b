/** A tab: a browser context with its one page and a way out of its own. Nothing passes from one to another. */
import type { Browser, BrowserContext, Dialog, HTTPResponse, Page, Target } from 'puppeteer'
import type { EgressPolicy } from '#shared/egress/resolve'
import { systemClock } from '#shared/kernel/clock'
import type { EgressLimits, EgressRecord } from '#workers/page/egress'
import { emptyPage, leavesBehind } from '#workers/page/empty'
import { type EgressProxy, openProxy } from '#workers/page/proxy'
import type { VisitOptions } from '#workers/page/visit'

export type Tab = {
  readonly page: Page
  /** Of the visit that is in it. Live. */
  readonly egress: EgressRecord
  /** Whether it can be visited: its page has neither crashed nor gone. */
  isUsable: () => boolean
  /** Whether what it was is gone from the browser itself. */
  isDetached: () => boolean
  /** Begins a visit. @param onEnd told when the page crashes or goes away. */
  enter: (options: VisitOptions, onEnd: (why: string) => void) => void
  /** Gives the page the look that the visit asked for. */
  dress: (options: VisitOptions) => Promise<void>
  leave: () => void
  /** Makes it as good as new for the next visit. @returns whether it is. */
  empty: () => Promise<boolean>
  /** @returns whether it closed in time. */
  close: () => Promise<boolean>
  /** Where its browser has gone already: nothing but the way out is left to close. */
  abandon: () => void
}

type TabParts = {
  policy: EgressPolicy
  /** Of every visit that does not name its own. */
  limits: Partial<EgressLimits> | undefined
  onCrash: () => void
}

/** It is given up after so many visits, and when it is not empty by then. */
const visitsAtMost = 25
const emptyMs = 1000
const closeMs = 2000

export async function openTab(browser: Browser, { policy, limits, onCrash }: TabParts): Promise<Tab> {
  const proxy = await openProxy(policy, limits)
  let context: BrowserContext | undefined
  try {
    context = await browser.createBrowserContext({
      proxyServer: proxy.url,
      proxyBypassList: ['<-loopback>'],
      downloadBehavior: { policy: 'deny' },
    })
    const tab = new OpenTab(context, await context.newPage(), proxy, { limits, onCrash })
    await tab.page.setBypassServiceWorker(true)
    return tab
  } catch (error) {
    proxy.close()
    context?.close().catch(() => undefined)
    throw error
  }
}

class OpenTab implements Tab {
  readonly page: Page
  private readonly context: BrowserContext
  private readonly proxy: EgressProxy
  private readonly limits: Partial<EgressLimits> | undefined
  private visits = 0
  private isCrashed = false
  /** Whether something was left in it that cannot be emptied. */
  private isStained = false
  /** Whether the visit in it leaves nothing. */
  private isInert = false
  private stopListening = () => {}

  constructor(
    context: BrowserContext,
    page: Page,
    proxy: EgressProxy,
    { limits, onCrash }: Pick<TabParts, 'limits' | 'onCrash'>,
  ) {
    this.context = context
    this.page = page
    this.proxy = proxy
    this.limits = limits
    page.on('error', () => {
      this.isCrashed = true
      onCrash()
    })
    page.on('dialog', answer)
    page.on('response', (response: HTTPResponse) => {
      this.isStained ||= leavesBehind(response)
    })
    page.on('workercreated', () => {
      this.isStained = true
    })
    context.on('targetcreated', (target: Target) => this.meet(target))
  }

  get egress(): EgressRecord {
    return this.proxy.record
  }

  isUsable(): boolean {
    return !this.isCrashed && !this.page.isClosed()
  }

  isDetached(): boolean {
    return this.page.mainFrame().detached
  }

  enter({ limits, isInert = false }: VisitOptions, onEnd: (why: string) => void): void {
    this.visits += 1
    this.isInert = isInert
    this.proxy.renew()
    Object.assign(this.proxy.limits, this.limits, limits)
    const onCrash = () => onEnd('the page crashed')
    const onClose = () => onEnd('the page went away')
    this.page.on('error', onCrash).on('close', onClose)
    this.stopListening = () => void this.page.off('error', onCrash).off('close', onClose)
  }

  /** Sent in one go: each waits for the browser, not for the one before. */
  async dress({ viewport, colorScheme, reducedMotion }: VisitOptions): Promise<void> {
    const { width, height, scale = 1 } = viewport
    await Promise.all([
      this.page.setViewport({ width, height, deviceScaleFactor: scale }),
      this.page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: colorScheme },
        { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
      ]),
    ])
  }

  leave(): void {
    this.stopListening()
  }

  async empty(): Promise<boolean> {
    if (this.visits >= visitsAtMost || this.isStained) return false
    if (this.isInert) return this.isUsable()
    return (await isDoneIn(emptyMs, emptyPage(this.page), false)) && !this.isCrashed && !this.isStained
  }

  /** Closing is the one thing that stops a page. */
  async close(): Promise<boolean> {
    this.proxy.close()
    return isDoneIn(closeMs, this.context.close(), true)
  }

  abandon(): void {
    this.proxy.close()
  }

  /** There is one page: others that it opens are closed. */
  private meet(target: Target): void {
    if (/worker/.test(target.type())) this.isStained = true
    if (target.type() !== 'page') return
    target
      .page()
      .then((page) => (page && page !== this.page ? page.close() : undefined))
      .catch(() => undefined)
  }
}

/** Who leaves is let go; anything else is answered with no. */
function answer(dialog: Dialog): void {
  const answered = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()
  answered.catch(() => undefined)
}

/** Whether it is done in so many milliseconds. @param ifItFails what it counts as when it fails in them. */
const isDoneIn = (ms: number, work: Promise<unknown>, ifItFails: boolean): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => ifItFails,
    ),
    systemClock.sleep(ms).then(() => false),
  ])
