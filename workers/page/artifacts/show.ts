/**
 * Shows markup in a tab, with scripts and network off.
 *
 * Four walls, each of which would do alone: scripts are switched off in the tab; the document stands under a policy that
 * sandboxes it, so that it may not refresh, submit, open or start anything; whatever it asks for is answered here, from what
 * came along or not at all; and the way out of the visit lets no request through.
 */
import type { CDPSession, Page } from 'puppeteer'
import type { ArtifactNote } from '#db/documents/page-artifact'
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'
import type { MarkupPart, SnapshotMarkup } from '#workers/page/artifacts/markup'
import { frameIdOf } from '#workers/page/documents'
import type { Visit, VisitOptions } from '#workers/page/visit'

/** Where it is shown: a name that leads nowhere (RFC 6761), always the same, so that a tab need not change its process. */
const origin = 'http://snapshot.invalid'
export const markupAddress = `${origin}/`

/** Of a visit that shows markup: nothing passes, so nothing is left behind either. */
export const inert = { limits: { requests: 0 }, isInert: true } as const satisfies Partial<VisitOptions>

/** Pages at an empty document of ours, or at markup that left nothing in its document: it is written over. */
const ready = new WeakSet<Page>()

/** `http-equiv` may set what stays with the document: preferred style sheets, policies. */
const mayStay = (html: string) => /http-equiv/i.test(html)

type Missing = { kind: string; url: string }

/**
 * @param session of the visit's page; as long as it lives, the walls stand.
 * @returns what tells what the markup asked for and does not have, in an order of its own.
 */
export async function showMarkup(
  { page, within }: Pick<Visit, 'page' | 'within'>,
  session: CDPSession,
  markup: SnapshotMarkup,
): Promise<() => ArtifactNote[]> {
  const missing = new Map<string, Missing>()
  session.on('Fetch.requestPaused', ({ requestId, request: { url }, resourceType }) => {
    const isFrame = resourceType === 'Document'
    const part = url === markupAddress ? blank : partFor(markup, url)
    if (!part && !isInline(url)) missing.set(url, { kind: resourceType, url })
    answer(session, { requestId, isFrame, isInline: isInline(url), part }).catch(
      // The tab is gone, or no longer wants it: there is nobody to tell.
      () => undefined,
    )
  })
  const load = () => new Promise<void>((resolve) => session.once('Page.loadEventFired', () => resolve()))
  await within(
    Promise.all([
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Emulation.setScriptExecutionDisabled', { value: true }),
      session.send('Page.enable'),
    ]),
  )
  // Its load is waited for here too: heard later, it would be taken for that of the markup.
  if (!ready.has(page) || page.url() !== markupAddress)
    await within(Promise.all([load(), page.goto(markupAddress, { waitUntil: 'load', timeout: 0 })]))
  if (mayStay(markup.html)) ready.delete(page)
  else ready.add(page)
  await within(
    Promise.all([
      load(),
      // What a page allowed itself where it stood says nothing of what it looks like here. Not before: our own policy would
      // be passed by as well.
      session.send('Page.setBypassCSP', { enabled: true }),
      session.send('Page.setDocumentContent', { frameId: frameIdOf(page), html: markup.html }),
    ]),
  )
  return () => notesOf(missing)
}

const blank: MarkupPart = { type: 'text/html; charset=utf-8', bytes: Buffer.from('<!doctype html>') }

const isInline = (url: string) => /^(?:data|blob|about):/i.test(url)

async function answer(
  session: CDPSession,
  {
    requestId,
    isFrame,
    isInline,
    part,
  }: { requestId: string; isFrame: boolean; isInline: boolean; part?: MarkupPart | undefined },
): Promise<void> {
  if (part)
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: headersOf(part),
      body: Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength).toString('base64'),
    })
  else if (isInline) await session.send('Fetch.continueRequest', { requestId })
  // A frame without an answer stays empty; one that failed would show the browser's own words.
  else if (isFrame) await session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 })
  else await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
}

const headersOf = ({ type }: MarkupPart) => [
  { name: 'content-type', value: type },
  { name: 'content-security-policy', value: 'sandbox' },
  { name: 'access-control-allow-origin', value: '*' },
  { name: 'cache-control', value: 'no-store' },
  { name: 'x-content-type-options', value: 'nosniff' },
]

/** By its address; one that was relative to nothing is taken as relative to where the markup was found. */
function partFor({ parts, url: found }: SnapshotMarkup, url: string): MarkupPart | undefined {
  const [bare = ''] = url.split('#', 1)
  const known = parts.get(bare)
  if (known || found === null || !bare.startsWith(`${origin}/`)) return known
  const there = URL.parse(bare.slice(origin.length), found)?.href
  return there === undefined ? undefined : parts.get(there)
}

const toldAtMost = 100
const longestUrl = 200

function notesOf(missing: ReadonlyMap<string, Missing>): ArtifactNote[] {
  const all = [...missing.values()].sort((one, other) => (one.url < other.url ? -1 : 1))
  const notes = all.slice(0, toldAtMost).map(({ kind, url }) => ({
    code: 'missing-resource',
    message: `${kind} ${shownUrl(url)} is not part of the snapshot.`,
  }))
  const more = all.length - notes.length
  return more > 0 ? [...notes, { code: 'missing-resource', message: `So are ${more} more.` }] : notes
}

/** Without what a login may have put behind it. */
function shownUrl(url: string): string {
  const { origin: from = '', pathname = '' } = URL.parse(url) ?? {}
  const shown = from === origin ? pathname : `${from}${pathname}`
  return shown.length > longestUrl ? `${shown.slice(0, longestUrl)}…` : shown
}

export const cannotBeRendered = (why: string) =>
  unsupportedSnapshot({
    path: '/snapshot',
    message: `cannot be rendered: ${why}`,
    expected: 'markup a browser can show',
  })
