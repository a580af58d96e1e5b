/** Brings a page to rest: opens it, does the steps that were asked for, waits until its document is quiet. */
import type { HTTPRequest, Page } from 'puppeteer'
import { TimeoutError } from 'puppeteer'
import type { ScanAccess, ScanLook, Step } from '#shared/contracts/scans'
import type { ServiceError } from '#shared/kernel/errors'
import { addressRefused } from '#shared/kernel/errors/addresses'
import { pageUnreachable } from '#shared/kernel/errors/scans'
import type { Documents, Served } from '#workers/page/documents'
import { egressRefusalOf } from '#workers/page/egress'
import { worldOf } from '#workers/page/isolated-world'
import { type Visit, VisitFailed } from '#workers/page/visit'

export type Loaded = {
  finalUrl: string
  status: number
  contentType: string
  /** The document as it was served, before any script ran; decoded as the browser did. Empty when it cannot be had. */
  source: string
  /** Of the document as it was served, unpacked. */
  sourceBytes: number
  /** How the browser read it: text/html, or XML. */
  documentType: string
  title: string
  language: string | null
  elements: number
  ms: { navigation: number; settling: number; steps: number }
}

type Asked = {
  url: string
  look: ScanLook
  access: ScanAccess
  timeoutMs: number
  /** Done in the document while it comes to rest; it may fail. */
  meanwhile: () => Promise<void>
}

const quietMs = 100
const quietCapMs = 2000
/** What of a scan's time loading may take; the rest is for looking. */
const loadShare = 0.6

/**
 * What it tells is told of the document that the page shows in the end, wherever scripts and steps have led.
 * @throws PAGE_UNREACHABLE, ADDRESS_REFUSED; whatever a visit is ended by.
 */
export async function loadPage(visit: Visit, documents: Documents, asked: Asked): Promise<Loaded> {
  const { page } = visit
  const { steps = [] } = asked.access
  const startedAt = performance.now()
  await giveAccess(page, asked)
  await navigate(visit, documents, asked)
  const navigatedAt = performance.now()
  refuseOddities(visit, documents, asked.url)
  await comeToRest(visit, documents, asked)
  refuseOddities(visit, documents, asked.url)
  const settledAt = performance.now()
  const { waitFor } = asked.look
  if (waitFor !== undefined) await waitForSelector(visit, asked.url, waitFor, asked.timeoutMs * loadShare, 'wait_for')
  for (const [index, step] of steps.entries()) await take(visit, documents, asked, step, index)
  if (steps.length > 0) await comeToRest(visit, documents, asked)
  const doneAt = performance.now()
  refuseOddities(visit, documents, asked.url)
  const about = await visit.within(worldOf(page.mainFrame()).evaluate(aboutDocument))
  const served = documents.served()
  // A document that a script wrote in place of what was served has no source.
  const answer = served ?? documents.lastServed()
  if (!answer) throw pageUnreachable(asked.url, 'connection_failed', 'nothing answered')
  return {
    finalUrl: page.url(),
    status: answer.status,
    contentType: answer.contentType,
    source: served ? await visit.within(documents.read(served, about.charset)).catch(() => '') : '',
    sourceBytes: served?.bytes ?? 0,
    documentType: about.documentType,
    title: about.title,
    language: about.language,
    elements: about.elements,
    ms: {
      navigation: navigatedAt - startedAt,
      settling: settledAt - navigatedAt,
      steps: doneAt - settledAt,
    },
  }
}

const aboutDocument = () => ({
  charset: document.characterSet,
  documentType: document.contentType,
  title: document.title.slice(0, 1000),
  language: document.documentElement?.getAttribute('lang')?.slice(0, 100) ?? null,
  elements: document.getElementsByTagName('*').length,
})

/** What opens a page behind a login goes to the page's own origin, never to those it takes its parts from. */
async function giveAccess(page: Page, { url, access }: Asked): Promise<void> {
  const { cookies = [], headers = {} } = access
  if (cookies.length > 0) {
    await page.browserContext().setCookie(
      ...cookies.map(({ name, value, domain, path }) => ({
        name,
        value,
        domain: domain ?? new URL(url).hostname,
        path: path ?? '/',
        secure: url.startsWith('https:'),
      })),
    )
  }
  if (Object.keys(headers).length === 0) return
  const { origin } = new URL(url)
  await page.setRequestInterception(true)
  page.on('request', (request: HTTPRequest) => {
    const isOwn = URL.parse(request.url())?.origin === origin
    request.continue(isOwn ? { headers: { ...request.headers(), ...headers } } : {}).catch(() => undefined)
  })
}

async function navigate(visit: Visit, documents: Documents, { url, timeoutMs }: Asked): Promise<void> {
  const limitMs = Math.round(timeoutMs * loadShare)
  try {
    await visit.within(visit.page.goto(url, { waitUntil: 'load', timeout: limitMs }))
  } catch (error) {
    // A page whose last picture never comes can be looked at; one that is still being written cannot.
    if (error instanceof TimeoutError && documents.served() && (await isReadable(visit))) return
    // Nor is one lost that left for elsewhere by itself before it was whole: what it leads to is waited for next.
    if (documents.served() && documents.isMoving() && /net::ERR_ABORTED/.test(String(error))) return
    throw refusalBy(visit, url, documents.asked() ?? url) ?? asRefusal(url, limitMs, error)
  }
}

const isReadable = async (visit: Visit) => ['interactive', 'complete'].includes(await readyState(visit))

/** Of the document that is shown; `busy` when it does not say. */
const readyState = (visit: Visit): Promise<string> =>
  visit
    .within(
      worldOf(visit.page.mainFrame()).evaluate(() => document.readyState),
      1000,
    )
    .catch((error: unknown) => {
      if (error instanceof VisitFailed && error.reason !== 'deadline') throw error
      return 'busy'
    })

/** Why the guarded way out did not lead to the page; undefined when it did. @param asked where redirects had led. */
function refusalBy(visit: Visit, url: string, asked: string): ServiceError | undefined {
  const reason = egressRefusalOf(visit.egress, asked)
  if (reason === undefined) return undefined
  if (reason === 'name_not_found') return pageUnreachable(url, 'name_not_resolved', 'the name is not known')
  if (reason === 'unreachable') return pageUnreachable(url, 'connection_failed', 'nothing answers there')
  if (reason === 'connect_timeout') return pageUnreachable(url, 'connection_failed', 'no connection in time')
  if (reason === 'bytes' || reason === 'requests' || reason === 'connections')
    return pageUnreachable(url, 'too_large', `it takes more ${reason} than a scan may`)
  return addressRefused(url, reason)
}

/** What Chromium calls a failed navigation, in our words. */
function asRefusal(url: string, limitMs: number, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof TimeoutError) {
    return pageUnreachable(url, 'timeout', `was not loaded after ${Math.round(limitMs / 1000)} s`)
  }
  const [code] = /net::ERR_[A-Z0-9_]+/.exec(error.message) ?? []
  if (code === undefined) return error
  if (code.includes('NAME_NOT_RESOLVED')) return pageUnreachable(url, 'name_not_resolved', 'the name is not known')
  if (code.includes('CERT') || code.includes('SSL'))
    return pageUnreachable(url, 'certificate', `the certificate was not accepted (${code})`)
  if (code.includes('TOO_MANY_REDIRECTS')) return pageUnreachable(url, 'too_many_redirects', 'it redirects without end')
  if (code === 'net::ERR_ABORTED') return pageUnreachable(url, 'not_html', 'it is a download, not a page')
  return pageUnreachable(url, 'connection_failed', `no connection (${code})`)
}

/** A document that is no page is judged by nobody, however it was come by. */
function refuseOddities(visit: Visit, documents: Documents, url: string): void {
  const [failure, served] = [documents.failure(), documents.served()]
  const refused = served?.isOfProxy ? refusalBy(visit, url, served.url) : undefined
  if (refused) throw refused
  const odd = served && oddityOf(served)
  if (odd) {
    const what = isSame(served.url, url) ? 'it' : `it led to ${bare(served.url)}, which`
    throw pageUnreachable(url, odd.reason, `${what} ${odd.said}`, odd.details)
  }
  if (failure)
    throw refusalBy(visit, url, failure.url) ?? asRefusal(url, 0, new Error(`${failure.error} at ${failure.url}`))
  if (!/^https?:/.test(visit.page.url())) throw addressRefused(url, 'it led to an address that is not http or https')
}

type Oddity = { reason: 'http_status' | 'not_html'; said: string; details: Record<string, unknown> }

function oddityOf({ status, contentType }: Served): Oddity | undefined {
  if (status >= 400) return { reason: 'http_status', said: `answers ${status}`, details: { status } }
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (['text/html', 'application/xhtml+xml', ''].includes(type)) return undefined
  return { reason: 'not_html', said: `is ${type}, not HTML`, details: { contentType: type } }
}

const isSame = (one: string, other: string) => bare(one) === bare(other)

/** What may be told of an address: no credentials, and nothing that a login may have put behind it. */
function bare(url: string): string {
  const { origin = '', pathname = '' } = URL.parse(url) ?? {}
  return `${origin}${pathname}`
}

/** How often a page may go elsewhere by itself before it is said never to come to rest. */
const movesFollowed = 4

/** Waits until the page shows a document that stays, and has been left alone for a moment, or for as long as is sensible. */
async function comeToRest(visit: Visit, documents: Documents, asked: Asked): Promise<void> {
  const until = performance.now() + asked.timeoutMs * loadShare
  for (let moves = 0; moves <= movesFollowed; moves += 1) {
    await untilLoaded(visit, documents, asked.url, until)
    const { shown } = documents
    const before = shown()
    const isAtRest = (await settles(visit, asked.meanwhile)) && (await arrives(visit, documents, until))
    if (isAtRest && !documents.isMoving() && before === shown()) return
  }
  throw pageUnreachable(asked.url, 'unstable', 'it keeps navigating by itself')
}

/** Waits for the document that the page is on its way to. What of it never comes is not waited for beyond `until`; a script that is busy is, while there is time. */
async function untilLoaded(visit: Visit, documents: Documents, url: string, until: number): Promise<void> {
  for (;;) {
    const state = documents.isMoving() ? 'moving' : await readyState(visit)
    if (state === 'complete' && !documents.isMoving()) return
    if (state !== 'busy' && performance.now() >= until) {
      if (state === 'interactive') return
      throw pageUnreachable(url, 'timeout', 'was not loaded in time')
    }
    await visit.within(Bun.sleep(20))
  }
}

/** True when the document was left alone; false when another one came in its place. */
async function settles(
  visit: Visit,
  meanwhile: Asked['meanwhile'] = async () => undefined,
  leftAloneMs = quietMs,
): Promise<boolean> {
  try {
    const quiet = visit.within(
      worldOf(visit.page.mainFrame()).evaluate(untilQuiet, leftAloneMs, quietCapMs),
      quietCapMs * 2,
    )
    // What fails here is tried again when it is needed, and told then.
    await Promise.all([quiet, visit.within(meanwhile()).catch(() => undefined)])
    return true
  } catch (error) {
    if (isNavigation(error)) return false
    // Busy for longer, it is looked at as it is. Where the visit's own time is over, whatever is waited for next says so.
    if (error instanceof VisitFailed && error.reason === 'deadline') return true
    throw error
  }
}

/** For how long more is waited for, by what the page shows and whether it asks a server for something. */
const arrivalCapMs = { empty: 3000, 'empty and asking': 6000, busy: 2000, asking: 3000 } as const
const arrivalLookMs = 50
/** What has come has to be read and drawn by scripts yet. */
const drawnMs = 300

/**
 * Waits for what scripts have asked a server for since the page was loaded, and for a page that is empty or says that it is busy.
 * What goes on asking for ever, or stays so, is looked at as it is. False when another document came in its place.
 */
async function arrives(visit: Visit, documents: Documents, until: number): Promise<boolean> {
  const startedAt = performance.now()
  try {
    for (;;) {
      const awaited = await awaitedBy(visit, documents)
      if (awaited === undefined || documents.isMoving()) return true
      if (performance.now() >= Math.min(until, startedAt + arrivalCapMs[awaited])) return true
      await visit.within(Bun.sleep(arrivalLookMs))
      if ((await awaitedBy(visit, documents)) === awaited) continue
      if (!(await settles(visit, undefined, drawnMs))) return false
    }
  } catch (error) {
    if (isNavigation(error)) return false
    throw error
  }
}

async function awaitedBy(visit: Visit, documents: Documents): Promise<keyof typeof arrivalCapMs | undefined> {
  const shows = await visit.within(worldOf(visit.page.mainFrame()).evaluate(whatShows))
  const isAsking = documents.isAsking(0)
  if (shows === 'nothing') return isAsking ? 'empty and asking' : 'empty'
  return isAsking ? 'asking' : shows === 'busy' ? 'busy' : undefined
}

/** Runs in the page. A page without scripts has all that it will ever have; a form’s fields may be called what is asked of it. */
function whatShows(): 'something' | 'nothing' | 'busy' {
  const { body, scripts } = document
  if (!body || scripts.length === 0) return 'something'
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().height > 0
  const isSomeSeen = (selector: string) => [...body.querySelectorAll(selector)].some(isSeen)
  const all = [body, ...body.querySelectorAll('*:not(script, style, template, noscript, form)')]
  const wordsIn = ({ childNodes }: Element) =>
    [...childNodes].flatMap((node) => (node instanceof Text ? node.data.split(/\s+/).filter(Boolean) : []))
  const hasContent =
    isSomeSeen('a[href], button, input, select, textarea, img, video, canvas, iframe, object, h1, h2, h3, p, li, td') ||
    all.some(({ shadowRoot }) => shadowRoot !== null) ||
    // “Loading, please wait …”
    all.filter(isSeen).flatMap(wordsIn).length > 4
  if (!hasContent) return 'nothing'
  const busy = '[aria-busy="true"], [class*="skeleton" i], [class*="shimmer" i], [class*="spinner" i]'
  return isSomeSeen(busy) ? 'busy' : 'something'
}

function untilQuiet(quietMs: number, capMs: number): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(done, quietMs)
    const cap = setTimeout(done, capMs)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(done, quietMs)
    })
    function done() {
      observer.disconnect()
      clearTimeout(timer)
      clearTimeout(cap)
      resolve()
    }
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

/** Whether something failed because the page went elsewhere meanwhile. */
export const isNavigation = (error: unknown): boolean =>
  error instanceof Error &&
  /Execution context was destroyed|Cannot find context|frame (?:got|was) detached|Argument should belong/i.test(
    error.message,
  )

async function take(visit: Visit, documents: Documents, asked: Asked, step: Step, index: number): Promise<void> {
  const { page } = visit
  const limitMs = asked.timeoutMs * loadShare
  const startedAt = performance.now()
  try {
    if (step.action === 'press') {
      await visit.within(page.keyboard.press(step.key as Parameters<Page['keyboard']['press']>[0]))
      await follow(visit, documents, asked, startedAt)
    } else if (step.action === 'wait' && 'ms' in step) await visit.within(Bun.sleep(step.ms))
    else if ('selector' in step) {
      await waitForSelector(visit, asked.url, step.selector, limitMs, 'step_failed')
      if (step.action === 'click') await visit.within(page.click(step.selector))
      if (step.action === 'type') await visit.within(page.type(step.selector, step.text))
      if (step.action !== 'wait') await follow(visit, documents, asked, startedAt)
    }
  } catch (error) {
    if (error instanceof VisitFailed) throw error
    throw isRefusal(error)
      ? error
      : stepFailed(asked.url, index, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof Error && 'code' in error && 'details' in error

const stepFailed = (url: string, index: number, why: string) =>
  pageUnreachable(url, 'step_failed', `step ${index + 1} failed: ${why}`, { step: index })

/** What a step may set off begins within so long, and what scripts ask a server for is waited for so long. */
const reactionMs = 50
const callsCapMs = 2000

/** A step may lead to another page, at once or when a server has answered: then that one must load. */
async function follow(visit: Visit, documents: Documents, asked: Asked, since: number): Promise<void> {
  await visit.within(Bun.sleep(reactionMs))
  const callsUntil = performance.now() + callsCapMs
  const until = performance.now() + asked.timeoutMs * loadShare
  for (;;) {
    await untilLoaded(visit, documents, asked.url, until)
    if (!documents.isAsking(since) || performance.now() > callsUntil) return
    while (documents.isAsking(since) && !documents.isMoving() && performance.now() < callsUntil)
      await visit.within(Bun.sleep(20))
    await visit.within(Bun.sleep(reactionMs))
  }
}

async function waitForSelector(
  visit: Visit,
  url: string,
  selector: string,
  timeoutMs: number,
  reason: 'wait_for' | 'step_failed',
): Promise<void> {
  try {
    await visit.within(visit.page.waitForSelector(selector, { timeout: timeoutMs }))
  } catch (error) {
    if (error instanceof TimeoutError)
      throw pageUnreachable(url, reason, `nothing matched "${selector}" within ${Math.round(timeoutMs / 1000)} s`)
    if (error instanceof Error && /is not a valid selector/.test(error.message))
      throw pageUnreachable(url, reason, `"${selector}" is not a CSS selector`)
    throw error
  }
}
