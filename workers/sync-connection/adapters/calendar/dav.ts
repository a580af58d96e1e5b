/** What a CalDAV server (RFC 4791, RFC 6578) is asked: who one is there, which calendars there are, what changed in them, and what they hold. */
import { getDomain } from 'tldts'
import {
  createAccount,
  type DAVResponse,
  davRequest,
  fetchCalendarUserAddresses,
  propfind,
  syncCollection,
} from 'tsdav'
import { adapterFetch } from '#shared/egress/adapter-fetch'
import { type AdapterContext, AdapterError, type OpenConnection } from '#workers/sync-connection/adapters/adapter'
import { malformed, statusFailure } from '#workers/sync-connection/adapters/http-errors'

/** Where one asks, and how the last question was answered. */
export type Dav = {
  fetch: typeof fetch
  headers: Record<string, string>
  at: Date
  last: { status: number; headers: Headers }
}

export type DavCalendar = { url: string; name: string; token: string | null; ctag: string | null }
export type DavEntry = { href: string; etag: string }
export type DavObject = { href: string; text: string | null }
/** Undefined where the server does not know the token any more. */
export type DavChanges = { changed: string[]; gone: string[]; token: string; hasMore: boolean } | undefined

const answerBytes = 16 * 1_048_576
const timeoutMs = 20_000
const multigetAtOnce = 50

export function openDav({ config, secret }: OpenConnection<'caldav'>, context: AdapterContext): Dav {
  const { policy, signal, at } = context
  const ask = adapterFetch({
    policy,
    signal,
    maxBytes: answerBytes,
    timeoutMs,
    methods: ['GET', 'PROPFIND', 'REPORT'],
    ...(config.ca === undefined ? {} : { ca: config.ca }),
  })
  const first = new URL(config.url)
  const dav: Dav = {
    fetch: ask,
    headers: { authorization: `Basic ${Buffer.from(`${config.user}:${secret.password}`).toString('base64')}` },
    at,
    last: { status: 0, headers: new Headers() },
  }
  let failure: unknown
  const once = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    // Who could not be reached is not asked five times by five ways of discovery.
    if (failure) throw failure
    try {
      // The password goes along: to other servers of the same house, as iCloud's are, and never in clear where it was not.
      if (!isSameHouse(new URL(input instanceof Request ? input.url : input), first))
        throw new AdapterError('ADDRESS_REFUSED', 'The server sends one on to another server.')
      const response = await ask(input, init)
      dav.last = { status: response.status, headers: response.headers }
      // The library takes what breaks off for a list that is shorter.
      if (response.status === 207 && !/<\/(?:[\w.-]+:)?multistatus\s*>\s*$/.test(await response.clone().text()))
        throw malformed('The server’s answer breaks off.')
      return response
    } catch (error) {
      failure = error
      throw error
    }
  }
  dav.fetch = Object.assign(once, { preconnect: () => undefined })
  return dav
}

function isSameHouse(url: URL, first: URL): boolean {
  if (first.protocol === 'https:' && url.protocol !== 'https:') return false
  if (url.hostname === first.hostname) return true
  const domain = getDomain(first.hostname, { allowPrivateDomains: true })
  return domain !== null && getDomain(url.hostname, { allowPrivateDomains: true }) === domain
}

/** By `.well-known`, or at the address itself; and the addresses that the server knows one by. @throws AdapterError, EgressFailure */
export async function findHome(dav: Dav, url: string): Promise<{ home: string; addresses: string[] }> {
  const { headers, fetch } = dav
  try {
    const account = await createAccount({ account: { serverUrl: url, accountType: 'caldav' }, headers, fetch })
    const addresses = await fetchCalendarUserAddresses({ account, headers, fetch }).catch(() => [])
    return {
      home: account.homeUrl ?? url,
      addresses: addresses.flatMap((one) => /^mailto:(.+)$/i.exec(one)?.[1]?.toLowerCase() ?? []),
    }
  } catch (error) {
    if (dav.last.status === 0 || [401, 429].includes(dav.last.status) || dav.last.status >= 500)
      throw failureOf(dav, error)
    // The address may be that of a calendar, on a server that says no more.
    return { home: url, addresses: [] }
  }
}

/** What the server said, or why it could not be asked. */
const failureOf = (dav: Dav, error?: unknown): unknown =>
  (dav.last.status === 0 ? undefined : statusFailure(dav.last.status, dav.last.headers, dav.at)) ??
  error ??
  malformed('The server answered something else than it was asked for.')

/** The calendars with events below a home, or at it. @throws AdapterError, EgressFailure */
export async function listCalendars(dav: Dav, home: string): Promise<DavCalendar[]> {
  const { headers, fetch } = dav
  const names = ['d:displayname', 'cs:getctag', 'd:resourcetype', 'c:supported-calendar-component-set', 'd:sync-token']
  const props = Object.fromEntries(names.map((name) => [name, {}]))
  const rows = answered(dav, await propfind({ url: home, props, depth: '1', headers, fetch }))
  return rows.flatMap(({ href, props }) => {
    if (href === undefined || !('calendar' in recordOf(props['resourcetype']))) return []
    const components = [recordOf(props['supportedCalendarComponentSet'])['comp']].flat().map(recordOf)
    const kinds = components.flatMap((one) => stringOf(recordOf(one['_attributes'])['name']) ?? [])
    if (kinds.length > 0 && !kinds.includes('VEVENT')) return []
    const url = new URL(href, home).href
    return {
      url,
      name: stringOf(props['displayname']) ?? lastOf(url),
      token: stringOf(props['syncToken']) ?? null,
      ctag: stringOf(props['getctag']) ?? null,
    }
  })
}

/** What comes in a while, whether it recurs or not: the server looks, and sends names alone. @throws AdapterError, EgressFailure */
export async function listObjects(
  dav: Dav,
  url: string,
  { from, to }: { from: string; to: string },
): Promise<DavEntry[]> {
  const when = (iso: string) => iso.replace(/[-:]|\.\d+/g, '')
  const events = {
    _attributes: { name: 'VEVENT' },
    'time-range': { _attributes: { start: when(from), end: when(to) } },
  }
  const rows = await report(dav, url, {
    'calendar-query': {
      _attributes: spaces,
      'd:prop': { 'd:getetag': {} },
      filter: { 'comp-filter': { _attributes: { name: 'VCALENDAR' }, 'comp-filter': events } },
    },
  })
  return rows.flatMap(({ href, status, props }) =>
    href === undefined || status >= 300
      ? []
      : { href: new URL(href, url).href, etag: stringOf(props['getetag']) ?? '' },
  )
}

/** What changed since a token was given. @throws AdapterError, EgressFailure */
export async function changesSince(dav: Dav, url: string, token: string): Promise<DavChanges> {
  const { headers, fetch } = dav
  const asked = { url, props: { 'd:getetag': {} }, syncLevel: 1, syncToken: token, headers, fetch }
  const rows = rowsOf(await syncCollection(asked))
  const { status } = dav.last
  if (status === 401 || status === 429 || (status >= 500 && status !== 501 && status !== 507)) throw failureOf(dav)
  const [first] = rows
  const next = stringOf(recordOf(recordOf(first?.raw)['multistatus'])['syncToken'])
  // 403 with valid-sync-token, as RFC 6578 has it, and whatever else servers say of tokens that they have forgotten.
  if (status !== 207 || next === undefined) return undefined
  const changes: Exclude<DavChanges, undefined> = { changed: [], gone: [], token: next, hasMore: false }
  for (const row of rows) {
    if (row.href === undefined) continue
    const href = new URL(row.href, url).href
    if (row.status === 507) changes.hasMore = next !== token
    else if (href === url || `${href}/` === url) continue
    else if (row.status === 404 || row.status === 410) changes.gone.push(href)
    else if (row.status < 300) changes.changed.push(href)
    else return undefined
  }
  return changes
}

/** What objects hold; null for one that is not there any more. @throws AdapterError, EgressFailure */
export async function fetchObjects(dav: Dav, url: string, hrefs: readonly string[]): Promise<DavObject[]> {
  const objects: DavObject[] = []
  for (let at = 0; at < hrefs.length; at += multigetAtOnce) {
    const wanted = hrefs.slice(at, at + multigetAtOnce)
    const rows = await report(dav, url, {
      'calendar-multiget': {
        _attributes: spaces,
        'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} },
        'd:href': wanted.map((href) => new URL(href).pathname),
      },
    })
    const texts = new Map<string, string | null>()
    for (const { href, status, props } of rows)
      if (href !== undefined)
        texts.set(new URL(href, url).href, status >= 300 ? null : (stringOf(props['calendarData']) ?? ''))
    for (const href of wanted) {
      const text = texts.get(href)
      // What is large comes in pieces that the reader of the XML does not put together; what is left out was forgotten.
      const isWhole = text === null || (text !== undefined && /END:VCALENDAR\s*$/i.test(text))
      objects.push({ href, text: isWhole ? text : await fetchObject(dav, href) })
    }
  }
  return objects
}

async function fetchObject(dav: Dav, href: string): Promise<string | null> {
  const response = await dav.fetch(href, { headers: dav.headers })
  if (response.status === 404 || response.status === 410) return null
  const failure = statusFailure(response.status, response.headers, dav.at)
  if (failure) throw failure
  return response.text()
}

const spaces = { 'xmlns:c': 'urn:ietf:params:xml:ns:caldav', 'xmlns:d': 'DAV:' }

async function report(dav: Dav, url: string, body: Record<string, unknown>): Promise<Row[]> {
  const { headers, fetch } = dav
  const init = { method: 'REPORT' as const, namespace: 'c', headers: { depth: '1', ...headers }, body }
  return answered(dav, await davRequest({ url, init, fetch }))
}

type Row = { href: string | undefined; status: number; props: Record<string, unknown>; raw: unknown }

const rowsOf = (responses: readonly DAVResponse[]): Row[] =>
  responses.map(({ href, status, props, raw }) => ({ href: stringOf(href), status, props: recordOf(props), raw }))

/** Rows of a multistatus. @throws AdapterError where it is none. */
function answered(dav: Dav, responses: readonly DAVResponse[]): Row[] {
  const rows = rowsOf(responses)
  if (dav.last.status !== 207 || !('multistatus' in recordOf(rows[0]?.raw))) throw failureOf(dav)
  return rows.filter(({ href }) => href !== undefined)
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** What stands in an element, which the library gives as a text, a number, or an object around CDATA. */
function stringOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'object' && value !== null && '_cdata' in value ? stringOf(value._cdata) : undefined
}

function lastOf(url: string): string {
  const name = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
