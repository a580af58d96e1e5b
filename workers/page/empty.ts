/** Leaves nothing of a page for the one that follows it in the same context, or says that this cannot be done. */
import type { HTTPResponse, Page } from 'puppeteer'

// Nobody hears that the page is left, and its frames are gone before it is.
const silencing = "document.open(); document.close(); window.name = ''"

/**
 * To the storage of a context an origin that is nobody's means everybody's: all kinds, of all origins, those of frames,
 * of redirects and of partitions too, and with them the tab's own session storage.
 */
const everybody = 'data:,'

/**
 * Whether an answer leaves something in its context that nothing but its end takes away: credentials that were asked for,
 * headers that a site wants to be sent from now on, that a host is to be reached by https alone. The last says nothing
 * new to a page that came by https all the way: the browser lets it use nothing else.
 */
export function leavesBehind(response: HTTPResponse): boolean {
  const [headers, frame, request] = [response.headers(), response.frame(), response.request()]
  if (response.status() === 401 || response.status() === 407) return true
  const isTop = frame?.parentFrame() === null
  if (isTop && (headers['accept-ch'] !== undefined || headers['critical-ch'] !== undefined)) return true
  if (headers['strict-transport-security'] === undefined) return false
  const isOfTop = isTop && request.isNavigationRequest()
  const way = isOfTop ? [request, ...request.redirectChain()].map((one) => one.url()) : [frame?.page().url() ?? '']
  return way.some((url) => !url.startsWith('https:'))
}

const stopped = new WeakSet<Page>()

/** The clock of the page's renderer was moved on. It stands still since, for whatever comes there next. */
export const noteStopped = (page: Page): void => void stopped.add(page)

/**
 * Ends the page's document and all that it began, then takes away what it stored. In its place comes an empty one of the
 * same origin, made here and asked for nowhere: to leave the origin would cost the renderer, and what runs on in a document
 * that is merely emptied could store something anew.
 * @throws when the browser does not do it.
 */
export async function emptyPage(page: Page): Promise<void> {
  const { origin, protocol } = new URL(page.url())
  if (!/^https?:$/.test(protocol)) throw new Error('it is at no address')
  if (stopped.has(page)) throw new Error('no time passes in it any more')
  const session = await page.createCDPSession()
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders }).catch(() => undefined)
  })
  try {
    await together(
      () => session.send('Runtime.evaluate', { expression: silencing }),
      () => session.send('Page.stopLoading'),
      // Whatever is asked for from now on: nothing of it leaves the browser.
      () => session.send('Fetch.enable'),
    )
    await page.goto(`${origin}/`, { waitUntil: 'domcontentloaded' })
    await together(
      () => session.send('Runtime.evaluate', { expression: "window.name = ''" }),
      () => session.send('Page.resetNavigationHistory'),
      () => session.send('Storage.clearDataForOrigin', { origin: everybody, storageTypes: 'all' }),
      () => session.send('Network.clearBrowserCookies'),
      () => session.send('Network.clearBrowserCache'),
    )
  } finally {
    await session.detach()
  }
}

/** Asked in one go. One that cannot even be sent, since its browser is going, is a failure like any other, and hides none. */
const together = (...asks: (() => Promise<unknown>)[]) => Promise.all(asks.map(async (ask) => ask()))

const responseHeaders = [
  { name: 'content-type', value: 'text/html' },
  { name: 'cache-control', value: 'no-store' },
]
