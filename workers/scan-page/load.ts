/** Brings a page to rest: opens it, does the steps that were asked for, waits until its document is quiet. */
import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer'
import { TimeoutError } from 'puppeteer'
import type { ScanAccess, ScanLook, Step } from '#shared/contracts/scans'
import { addressRefused, pageUnreachable, type ServiceError } from '#shared/errors'
import type { Visit } from '#workers/browser/browser'
import { egressRefusalOf } from '#workers/browser/proxy'
import { worldOf } from '#workers/scan-page/world'

export type Loaded = {
  finalUrl: string
  status: number
  contentType: string
  /** The document as it was served, before any script ran; decoded as the browser did. */
  source: string
  sourceBytes: number
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

/** @throws PAGE_UNREACHABLE, ADDRESS_REFUSED; whatever a visit is ended by. */
export async function loadPage(visit: Visit, asked: Asked): Promise<Loaded> {
  const { page } = visit
  const startedAt = performance.now()
  await giveAccess(page, asked)
  const response = await navigate(visit, asked)
  const navigatedAt = performance.now()
  refuseOddities(asked.url, response)
  await settle(visit, asked)
  const settledAt = performance.now()
  const { waitFor } = asked.look
  if (waitFor !== undefined) await waitForSelector(visit, asked.url, waitFor, asked.timeoutMs * loadShare, 'wait_for')
  for (const [index, step] of (asked.access.steps ?? []).entries()) await take(visit, asked, step, index)
  if ((asked.access.steps ?? []).length > 0) await settle(visit, asked)
  const doneAt = performance.now()
  const finalUrl = page.url()
  if (!/^https?:/.test(finalUrl)) throw addressRefused(asked.url, 'it led to an address that is not http or https')
  const [about, bytes] = await Promise.all([
    visit.within(worldOf(page.mainFrame()).evaluate(aboutDocument)),
    visit.within(response.buffer()).catch(() => new Uint8Array()),
  ])
  return {
    finalUrl,
    status: response.status(),
    contentType: response.headers()['content-type'] ?? '',
    source: decode(bytes, about.charset),
    sourceBytes: bytes.byteLength,
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

async function navigate(visit: Visit, { url, timeoutMs }: Asked): Promise<HTTPResponse> {
  const { page } = visit
  const limitMs = Math.round(timeoutMs * loadShare)
  let main: HTTPResponse | undefined
  let asked = url
  const isMain = (request: HTTPRequest) => request.isNavigationRequest() && request.frame() === page.mainFrame()
  const onRequest = (request: HTTPRequest) => {
    if (isMain(request)) asked = request.url()
  }
  const onResponse = (response: HTTPResponse) => {
    if (isMain(response.request())) main = response
  }
  page.on('request', onRequest).on('response', onResponse)
  try {
    const response = await visit.within(page.goto(url, { waitUntil: 'load', timeout: limitMs }))
    if (!response) throw pageUnreachable(url, 'connection_failed', 'nothing answered')
    const refused = response.headers()['x-assay-egress'] === undefined ? undefined : refusalBy(visit, url, asked)
    if (refused) throw refused
    return response
  } catch (error) {
    // A page whose last picture never comes can be looked at; one that is still being written cannot.
    if (error instanceof TimeoutError) {
      const isParsed = await visit
        .within(
          worldOf(page.mainFrame()).evaluate(() => document.readyState !== 'loading'),
          1000,
        )
        .catch(() => false)
      if (main && isParsed) return main
    }
    throw refusalBy(visit, url, asked) ?? asRefusal(url, limitMs, error)
  } finally {
    page.off('request', onRequest).off('response', onResponse)
  }
}

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

function refuseOddities(url: string, response: HTTPResponse): void {
  const status = response.status()
  if (status >= 400) throw pageUnreachable(url, 'http_status', `it answers ${status}`, { status })
  const type = (response.headers()['content-type'] ?? 'text/html').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!['text/html', 'application/xhtml+xml', ''].includes(type))
    throw pageUnreachable(url, 'not_html', `it is ${type}, not HTML`, { contentType: type })
}

/** Waits until the document has been left alone for a moment, or for as long as is sensible. */
async function settle(visit: Visit, { url, meanwhile }: Asked): Promise<void> {
  try {
    const quiet = visit.within(
      worldOf(visit.page.mainFrame()).evaluate(untilQuiet, quietMs, quietCapMs),
      quietCapMs * 2,
    )
    // What fails here is tried again when it is needed, and told then.
    await Promise.all([quiet, visit.within(meanwhile()).catch(() => undefined)])
  } catch (error) {
    throw isNavigation(error) ? pageUnreachable(url, 'unstable', 'it keeps navigating by itself') : error
  }
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

async function take(visit: Visit, asked: Asked, step: Step, index: number): Promise<void> {
  const { page } = visit
  const limitMs = asked.timeoutMs * loadShare
  try {
    if (step.action === 'press')
      await visit.within(page.keyboard.press(step.key as Parameters<Page['keyboard']['press']>[0]))
    else if (step.action === 'wait' && 'ms' in step) await visit.within(Bun.sleep(step.ms))
    else if ('selector' in step) {
      await waitForSelector(visit, asked.url, step.selector, limitMs, 'step_failed')
      if (step.action === 'click') await clickAndFollow(visit, step.selector)
      if (step.action === 'type') await visit.within(page.type(step.selector, step.text))
    }
  } catch (error) {
    throw isRefusal(error)
      ? error
      : stepFailed(asked.url, index, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof Error && 'code' in error && 'details' in error

const stepFailed = (url: string, index: number, why: string) =>
  pageUnreachable(url, 'step_failed', `step ${index + 1} failed: ${why}`, { step: index })

/** A click may lead to another page: then that one must load. */
async function clickAndFollow(visit: Visit, selector: string): Promise<void> {
  const { page } = visit
  let isLeaving = false
  const onRequest = (request: HTTPRequest) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeaving = true
  }
  page.on('request', onRequest)
  try {
    await visit.within(page.click(selector))
    await Bun.sleep(50)
    if (isLeaving)
      await visit.within(page.waitForFunction(() => document.readyState === 'complete', { timeout: 10_000 }))
  } finally {
    page.off('request', onRequest)
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

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset as Bun.Encoding).decode(bytes)
  } catch {
    // A charset that only the browser knows.
    return new TextDecoder().decode(bytes)
  }
}
