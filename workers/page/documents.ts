/** Which document a page shows, and what was served for it: scripts, forms and steps may lead from one to the next. */
import type { CDPEvents, CDPSession, Page } from 'puppeteer'

/** What a server answered with; a redirect is none. */
export type Served = {
  requestId: string
  url: string
  status: number
  /** As the server named it; as the browser sees it where the server named none. */
  contentType: string
  isOfProxy: boolean
  /** Of the document itself, unpacked; grows while it is loaded. */
  bytes: number
}

export type Documents = {
  /** Tells one document from the next. */
  shown: () => string
  /** What was served for the document that is shown; undefined for one that no server was asked for. */
  served: () => Served | undefined
  /** The last answer that became the page's document, shown still or not. */
  lastServed: () => Served | undefined
  /** The address that the page wanted last, wherever that led. */
  asked: () => string | undefined
  /** Why the page shows the browser's own words in place of a document. */
  failure: () => { url: string; error: string } | undefined
  isMoving: () => boolean
  /** Whether a script waits for what it asked a server for since `since`, in milliseconds of `performance.now()`. */
  isAsking: (since: number) => boolean
  /** The source as it was served, decoded as the browser did. */
  read: (served: Served, charset: string) => Promise<string>
  stop: () => void
}

/** A script that wants to go elsewhere and never does is not waited for any longer. */
const wishMs = 500
const aborted = 'net::ERR_ABORTED'

/** Puppeteer's own session for the page: it hears everything already, a second one would have everything sent twice. */
const clientOf = (page: Page): CDPSession =>
  // Left out of its published types; its version is pinned.
  (page as unknown as { _client: () => CDPSession })._client()

/** It stays the same wherever the page goes. */
export const frameIdOf = (page: Page): string =>
  // As above.
  (page.mainFrame() as unknown as { _id: string })._id

/** Watches from now on, until it is stopped. */
export function watchDocuments(page: Page): Documents {
  const client = clientOf(page)
  const answers = new Map<string, Served>()
  const calls = new Map<string, number>()
  const mainFrame = frameIdOf(page)
  let shown = ''
  let last: Served | undefined
  let failure: { url: string; error: string } | undefined
  let moving: { requestId: string; url: string } | undefined
  let asked: string | undefined
  let wishedAt = Number.NEGATIVE_INFINITY
  let lastError = 'net::ERR_FAILED'

  const isMain = (frameId: string | undefined) => frameId === mainFrame
  const deaf: (() => void)[] = []
  function hear<Event extends keyof CDPEvents>(event: Event, heard: (what: CDPEvents[Event]) => void): void {
    client.on(event, heard)
    deaf.push(() => client.off(event, heard))
  }
  hear('Network.requestWillBeSent', ({ requestId, type, frameId, request, loaderId }) => {
    if (type === 'XHR' || type === 'Fetch') calls.set(requestId, performance.now())
    if (type !== 'Document' || requestId !== loaderId || !isMain(frameId)) return
    moving = { requestId, url: request.url }
    asked = request.url
    wishedAt = Number.NEGATIVE_INFINITY
  })
  hear('Network.responseReceived', ({ requestId, type, frameId, response }) => {
    if (type !== 'Document' || !isMain(frameId)) return
    const headers = new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]))
    answers.set(requestId, {
      requestId,
      url: response.url,
      status: response.status,
      contentType: headers.get('content-type') ?? response.mimeType,
      isOfProxy: headers.has('x-assay-egress'),
      bytes: 0,
    })
  })
  hear('Network.dataReceived', ({ requestId, dataLength }) => {
    const answer = answers.get(requestId)
    if (answer) answer.bytes += dataLength
  })
  hear('Network.loadingFinished', ({ requestId }) => {
    calls.delete(requestId)
  })
  hear('Network.loadingFailed', ({ requestId, errorText }) => {
    calls.delete(requestId)
    if (moving?.requestId !== requestId) return
    moving = undefined
    lastError = errorText
    // A download and an empty answer leave the page where it is; for anything else the browser's own words come next.
    if (errorText !== aborted) wishedAt = performance.now()
  })
  hear('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (isMain(frameId) && disposition === 'currentTab') wishedAt = performance.now()
  })
  hear('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return
    if (moving?.requestId === frame.loaderId) moving = undefined
    wishedAt = Number.NEGATIVE_INFINITY
    calls.clear()
    shown = frame.loaderId
    last = answers.get(shown) ?? last
    failure = frame.unreachableUrl === undefined ? undefined : { url: frame.unreachableUrl, error: lastError }
  })

  return {
    shown: () => shown,
    served: () => answers.get(shown),
    lastServed: () => last,
    asked: () => asked,
    failure: () => failure,
    isMoving: () => moving !== undefined || performance.now() - wishedAt < wishMs,
    isAsking: (since) => [...calls.values()].some((at) => at >= since),
    async read({ requestId }, charset) {
      const { body, base64Encoded } = await client.send('Network.getResponseBody', { requestId })
      // Text comes decoded; what the browser had to guess the charset of comes as it was.
      return base64Encoded ? decode(Buffer.from(body, 'base64'), charset) : body
    },
    stop() {
      for (const stop of deaf) stop()
    },
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
