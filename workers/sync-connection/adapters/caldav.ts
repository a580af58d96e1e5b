/** Reads calendars of CalDAV servers: all that comes near today at first, then what changed since the token that was given. */
import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CalendarUnreadable, shownOf } from '#shared/calendar/events'
import {
  type Adapter,
  type AdapterContext,
  AdapterError,
  type OpenConnection,
  type SyncDelta,
  type SyncState,
} from '#workers/sync-connection/adapters/adapter'
import {
  changesSince,
  type Dav,
  type DavCalendar,
  fetchObjects,
  findHome,
  listCalendars,
  listObjects,
  openDav,
} from '#workers/sync-connection/adapters/calendar/dav'
import { Horizon, horizonAt, isHorizonNear } from '#workers/sync-connection/adapters/calendar/horizon'
import { ownAddresses, readEvents, sourceEvent } from '#workers/sync-connection/adapters/calendar/source-events'
import { adapterErrorOf } from '#workers/sync-connection/adapters/http-errors'
import type { SourceEvent } from '#workers/sync-connection/adapters/source-item'

const nullableString = t.Union([t.String(), t.Null()])
const KnownCalendar = t.Object({
  url: t.String(),
  name: t.String(),
  token: nullableString,
  ctag: nullableString,
  /** Of its objects by their address, where the server gives no token. */
  etags: t.Union([t.Record(t.String(), t.String()), t.Null()]),
})
type KnownCalendar = Static<typeof KnownCalendar>

const CaldavState = t.Object({
  home: t.String(),
  addresses: t.Array(t.String()),
  horizon: Horizon,
  calendars: t.Array(KnownCalendar),
  /** What is still to be fetched in this round, by the place of its calendar. */
  queue: t.Array(t.Object({ calendar: t.Integer(), href: t.String() })),
  isFull: t.Boolean(),
  /** What was asked for and is not there, in words. */
  absent: t.Array(t.String()),
  /** What of an object could not be read, by its address: said until it can be, or is gone. */
  unread: t.Record(t.String(), t.Array(t.String())),
})
type CaldavState = Static<typeof CaldavState>

/** A round as it begins: what is to be fetched, and what is known to be gone. */
type Round = { state: CaldavState; gone: string[]; hasMore: boolean }

/** The calendars that are read, and what is said of those that are not there. */
type Wanted = { calendars: DavCalendar[]; absent: string[] }

export const caldavAdapter = {
  kind: 'caldav',
  test: async (connection, context) => {
    try {
      const dav = openDav(connection, context)
      const { home } = await findHome(dav, connection.config.url)
      const { absent } = wanted(await listCalendars(dav, home), connection)
      if (absent.length > 0) throw new AdapterError('NOT_FOUND', absent.join('; '))
    } catch (error) {
      throw adapterErrorOf(error, context.at)
    }
  },
  sync: async (connection, state, context) => {
    try {
      return await syncCaldav(connection, state, context)
    } catch (error) {
      throw adapterErrorOf(error, context.at)
    }
  },
} as const satisfies Adapter<'caldav'>

async function syncCaldav(
  connection: OpenConnection<'caldav'>,
  state: SyncState,
  context: AdapterContext,
): Promise<SyncDelta> {
  const dav = openDav(connection, context)
  const known = Value.Check(CaldavState, state) ? state : null
  if (known && known.queue.length > 0)
    return deliver(dav, connection, context, { state: known, gone: [], hasMore: false })

  const place = known ?? (await findHome(dav, connection.config.url))
  const found = wanted(await listCalendars(dav, place.home), connection)
  const round =
    (known && !isHorizonNear(known.horizon, context.at) ? await changedRound(dav, known, found) : undefined) ??
    (await fullRound(dav, place, found, context))
  return deliver(dav, connection, context, round)
}

/** Those that are asked for by name or path; all, where none is. @throws AdapterError where there is none. */
function wanted(calendars: readonly DavCalendar[], { config }: OpenConnection<'caldav'>): Wanted {
  const nothing = 'there is no calendar at this address'
  if (config.calendars === undefined) {
    if (calendars.length === 0) throw new AdapterError('NOT_FOUND', nothing)
    return { calendars: [...calendars], absent: [] }
  }
  const plain = (path: string) => unescaped(path).replace(/\/$/, '')
  const is = ({ name, url }: DavCalendar, asked: string) =>
    name === asked || plain(new URL(url).pathname) === plain(asked)
  const absent = config.calendars
    .filter((asked) => !calendars.some((one) => is(one, asked)))
    .map((asked) => `there is no calendar "${asked}"`)
  const found = calendars.filter((one) => config.calendars?.some((asked) => is(one, asked)))
  if (found.length === 0) throw new AdapterError('NOT_FOUND', absent.join('; '))
  return { calendars: found, absent }
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Everything anew. The tokens are those of before: what changes meanwhile comes with the next round. */
async function fullRound(
  dav: Dav,
  { home, addresses }: { home: string; addresses: string[] },
  { calendars, absent }: Wanted,
  { at }: AdapterContext,
): Promise<Round> {
  const horizon = horizonAt(at)
  const queue: CaldavState['queue'] = []
  const listed: KnownCalendar[] = []
  for (const [calendar, one] of calendars.entries()) {
    const entries = await listObjects(dav, one.url, horizon)
    queue.push(...entries.map(({ href }) => ({ calendar, href })))
    listed.push({ ...one, etags: one.token === null ? etagsOf(entries) : null })
  }
  const state = { home, addresses, horizon, calendars: listed, queue, isFull: true, absent, unread: {} }
  return { state, gone: [], hasMore: false }
}

const etagsOf = (entries: readonly { href: string; etag: string }[]) =>
  Object.fromEntries(entries.map(({ href, etag }) => [href, etag]))

/** What changed. Undefined where that cannot be told: other calendars, a token that is forgotten. */
async function changedRound(dav: Dav, known: CaldavState, { calendars, absent }: Wanted): Promise<Round | undefined> {
  if (known.calendars.length !== calendars.length) return undefined
  const state: CaldavState = { ...known, calendars: [], queue: [], isFull: false, absent }
  const round: Round = { state, gone: [], hasMore: false }
  for (const [calendar, now] of calendars.entries()) {
    const before = known.calendars[calendar]
    if (!before || before.url !== now.url || (before.token === null) !== (now.token === null)) return undefined
    const changes = await changesOf(dav, before, now, known.horizon)
    if (!changes) return undefined
    round.state.queue.push(...changes.changed.map((href) => ({ calendar, href })))
    round.gone.push(...changes.gone)
    round.state.calendars.push({ ...now, token: changes.token, etags: changes.etags })
    round.hasMore ||= changes.hasMore
  }
  return round
}

type Changes = { changed: string[]; gone: string[]; hasMore: boolean } & Pick<KnownCalendar, 'token' | 'etags'>

async function changesOf(
  dav: Dav,
  before: KnownCalendar,
  now: DavCalendar,
  horizon: Horizon,
): Promise<Changes | undefined> {
  if (before.token !== null) {
    if (before.token === now.token) return { changed: [], gone: [], hasMore: false, token: before.token, etags: null }
    const changes = await changesSince(dav, before.url, before.token)
    return changes && { ...changes, etags: null }
  }
  const etags = before.etags ?? {}
  if (now.ctag !== null && now.ctag === before.ctag)
    return { changed: [], gone: [], hasMore: false, token: null, etags }
  const entries = await listObjects(dav, before.url, horizon)
  const current = etagsOf(entries)
  return {
    changed: entries.filter(({ href, etag }) => etag === '' || etags[href] !== etag).map(({ href }) => href),
    gone: Object.keys(etags).filter((href) => !(href in current)),
    hasMore: false,
    token: null,
    etags: current,
  }
}

/** The next of the queue, as many as are wanted. */
async function deliver(
  dav: Dav,
  { config }: OpenConnection<'caldav'>,
  { limit, at }: AdapterContext,
  { state, gone, hasMore }: Round,
): Promise<SyncDelta> {
  const { calendars, queue, horizon, isFull } = state
  const me = ownAddresses(config.user, config.aliases, state.addresses)
  const now = queue.slice(0, limit)
  const items: SourceEvent[] = []
  const goneKeys = gone.map(keyOf)
  const unread = { ...state.unread }
  for (const href of gone) delete unread[href]
  for (const [place, calendar] of calendars.entries()) {
    const hrefs = now.filter((one) => one.calendar === place).map(({ href }) => href)
    for (const { href, text } of await fetchObjects(dav, calendar.url, hrefs)) {
      delete unread[href]
      const read = text === null ? undefined : readObject(text, { calendar: calendar.name, horizon, at, me })
      if (read && read.missing.length > 0)
        unread[href] = read.missing.map((one) => `calendar "${calendar.name}": ${one}`)
      const [event] = read?.events ?? []
      if (event) items.push(sourceEvent(keyOf(href), event))
      // It comes no more in this time, or cannot be read as it is now: what was known of it does not hold any longer.
      else goneKeys.push(keyOf(href))
    }
  }
  const rest = queue.slice(limit)
  const said = Object.values(unread).flat()
  return {
    state: { ...state, queue: rest, isFull: isFull && rest.length > 0, unread },
    items,
    gone: isFull ? [] : goneKeys,
    isReset: isFull,
    hasMore: hasMore || rest.length > 0,
    missing: shownOf([...state.absent, ...said]),
  }
}

/** An object holds one event with all that is said of it (RFC 4791, 4.1): its address is its name. */
const keyOf = (href: string): string => `caldav:${new URL(href).pathname}`

function readObject(text: string, about: Parameters<typeof readEvents>[1]): ReturnType<typeof readEvents> {
  try {
    return readEvents(text, about)
  } catch (error) {
    if (!(error instanceof CalendarUnreadable)) throw error
    return { events: [], missing: ['an event could not be read: it is no calendar'], isWhole: false }
  }
}
