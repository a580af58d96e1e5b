/** Reads calendars at Google: all that comes near today at first, then what its sync token says has changed. */
import { calendar, type calendar_v3 } from '@googleapis/calendar'
import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { shownOf } from '#shared/calendar/events'
import {
  type Adapter,
  type AdapterContext,
  AdapterError,
  type OpenConnection,
  type SyncDelta,
  type SyncState,
} from '#workers/sync-connection/adapters/adapter'
import { type GoogleEvent, icsOfGoogle } from '#workers/sync-connection/adapters/calendar/google-events'
import { Horizon, horizonAt, isHorizonNear } from '#workers/sync-connection/adapters/calendar/horizon'
import { ownAddresses, readEvents, sourceEvent } from '#workers/sync-connection/adapters/calendar/source-events'
import { type GoogleSites, googleAccess, googleFailure } from '#workers/sync-connection/adapters/google'
import type { SourceEvent } from '#workers/sync-connection/adapters/source-item'

const nullableString = t.Union([t.String(), t.Null()])
const GoogleState = t.Object({
  horizon: Horizon,
  isFull: t.Boolean(),
  calendars: t.Array(
    t.Object({
      id: t.String(),
      name: t.String(),
      /** By which what changed since is asked for. */
      token: nullableString,
      page: nullableString,
      /** All of its pages of this round were read. */
      isListed: t.Boolean(),
    }),
  ),
  /** Series of which something was listed: each is fetched with all that is said of it. */
  series: t.Array(t.Object({ calendar: t.Integer(), id: t.String() })),
  /** What of an event could not be read, by its key: said until it can be, or is gone. */
  unread: t.Record(t.String(), t.Array(t.String())),
})
type GoogleState = Static<typeof GoogleState>

const pageSize = 250
const calendarsAtMost = 100

type Asking = { api: calendar_v3.Calendar; context: AdapterContext; connection: OpenConnection<'google_calendar'> }
type Brought = { items: SourceEvent[]; gone: string[] }

export function openGoogleCalendarAdapter(sites: GoogleSites): Adapter<'google_calendar'> {
  const asking = (connection: OpenConnection<'google_calendar'>, context: AdapterContext): Asking => ({
    api: calendar({ version: 'v3', ...googleAccess(connection.secret, context, sites) }),
    context,
    connection,
  })
  const guarded = async <Result>(context: AdapterContext, ask: () => Promise<Result>): Promise<Result> => {
    try {
      return await ask()
    } catch (error) {
      throw googleFailure(error, context.at)
    }
  }
  return {
    kind: 'google_calendar',
    test: (connection, context) =>
      guarded(context, async () => {
        await asking(connection, context).api.calendarList.list({ maxResults: 1 })
      }),
    sync: (connection, state, context) => guarded(context, () => syncGoogle(asking(connection, context), state)),
  }
}

export const googleCalendarAdapter = openGoogleCalendarAdapter({})

async function syncGoogle(asking: Asking, stored: SyncState): Promise<SyncDelta> {
  const { at, limit } = asking.context
  const known = Value.Check(GoogleState, stored) ? structuredClone(stored) : undefined
  const isUnderWay =
    known !== undefined && (known.series.length > 0 || known.calendars.some(({ isListed }) => !isListed))
  const state =
    known && isUnderWay
      ? known
      : await beginRound(asking, known && !isHorizonNear(known.horizon, at) ? known : undefined)
  const brought: Brought = { items: [], gone: [] }
  if ((await listPages(asking, state, brought)) === 'forgotten') return syncGoogle(asking, null)

  while (state.series.length > 0 && brought.items.length + brought.gone.length < limit) {
    const next = state.series.shift()
    if (next) await fetchSeries(asking, state, next, brought)
  }
  const hasMore = state.series.length > 0 || state.calendars.some(({ isListed }) => !isListed)
  const { isFull } = state
  return {
    state: { ...state, isFull: isFull && hasMore },
    items: brought.items,
    gone: isFull ? [] : brought.gone,
    isReset: isFull,
    hasMore,
    missing: shownOf(Object.values(state.unread).flat()),
  }
}

/** What changed, where every calendar has a token and they are the same; else everything. */
async function beginRound({ api, context }: Asking, known: GoogleState | undefined): Promise<GoogleState> {
  const { data } = await api.calendarList.list({ maxResults: calendarsAtMost })
  const calendars = (data.items ?? []).flatMap(({ id, summary, summaryOverride, selected, hidden, deleted }) =>
    id && selected !== false && !hidden && !deleted ? { id, name: summaryOverride ?? summary ?? id } : [],
  )
  if (calendars.length === 0) throw new AdapterError('NOT_FOUND', 'The account has no calendar that is shown.')
  const tokens = new Map(known?.calendars.map(({ id, token }) => [id, token]))
  const isFull = !known || tokens.size !== calendars.length || calendars.some(({ id }) => !tokens.get(id))
  return {
    horizon: known && !isFull ? known.horizon : horizonAt(context.at),
    isFull,
    calendars: calendars.map((one) => ({
      ...one,
      token: isFull ? null : (tokens.get(one.id) ?? null),
      page: null,
      isListed: false,
    })),
    series: [],
    unread: known && !isFull ? known.unread : {},
  }
}

/** Page by page, until there is enough. What stands alone is brought, series are put down. */
async function listPages(
  { api, context, connection }: Asking,
  state: GoogleState,
  brought: Brought,
): Promise<'forgotten' | 'listed'> {
  const seen = new Set(state.series.map(({ calendar, id }) => `${calendar} ${id}`))
  for (const [place, one] of state.calendars.entries()) {
    while (!one.isListed) {
      if (brought.items.length + brought.gone.length >= context.limit) return 'listed'
      const page = await pageOf(api, one, state)
      if (page === 'forgotten') return page
      for (const event of page.items ?? []) {
        const id = event.recurringEventId ?? event.id
        if (!id || event.eventType === 'workingLocation') continue
        if (event.recurringEventId || event.recurrence) {
          if (!seen.has(`${place} ${id}`)) state.series.push({ calendar: place, id })
          seen.add(`${place} ${id}`)
        } else bring(connection, state, { place, id, events: [event], at: context.at }, brought)
      }
      one.page = page.nextPageToken ?? null
      one.isListed = one.page === null
      if (one.isListed) one.token = page.nextSyncToken ?? null
    }
  }
  return 'listed'
}

async function pageOf(
  api: calendar_v3.Calendar,
  { id, token, page }: GoogleState['calendars'][number],
  { horizon }: GoogleState,
): Promise<calendar_v3.Schema$Events | 'forgotten'> {
  try {
    const { data } = await api.events.list({
      calendarId: id,
      maxResults: pageSize,
      ...(token === null ? { timeMin: horizon.from, timeMax: horizon.to } : { syncToken: token }),
      ...(page === null ? {} : { pageToken: page }),
    })
    return data
  } catch (error) {
    // A token that is too old: Google asks for everything to be read anew.
    if (token !== null && statusOf(error) === 410) return 'forgotten'
    throw error
  }
}

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined

/** All that is said of a series: of what is called off of it, only that it was. */
async function fetchSeries(
  { api, context, connection }: Asking,
  state: GoogleState,
  { calendar: place, id }: { calendar: number; id: string },
  brought: Brought,
): Promise<void> {
  const calendarId = state.calendars[place]?.id ?? ''
  const first = await api.events.get({ calendarId, eventId: id }).catch((error: unknown) => {
    if ([404, 410].includes(Number(statusOf(error)))) return undefined
    throw error
  })
  const events: GoogleEvent[] = []
  if (first && first.data.status !== 'cancelled') {
    events.push(first.data)
    let pageToken: string | undefined
    do {
      const { data }: { data: calendar_v3.Schema$Events } = await api.events.list({
        calendarId,
        maxResults: pageSize,
        ...(first.data.iCalUID ? { iCalUID: first.data.iCalUID } : {}),
        ...(pageToken === undefined ? {} : { pageToken }),
      })
      events.push(...(data.items ?? []).filter(({ recurringEventId }) => recurringEventId === id))
      pageToken = data.nextPageToken ?? undefined
    } while (pageToken !== undefined && events.length < 2500)
  }
  const uid = first?.data.iCalUID
  bring(
    connection,
    state,
    { place, id, events: events.map((event) => (uid ? { ...event, iCalUID: uid } : event)), at: context.at },
    brought,
  )
}

type Found = { place: number; id: string; events: readonly GoogleEvent[]; at: Date }

function bring(
  { config }: OpenConnection<'google_calendar'>,
  { calendars, horizon, unread }: GoogleState,
  { place, id, events, at }: Found,
  { items, gone }: Brought,
): void {
  const { id: calendarId = '', name = '' } = calendars[place] ?? {}
  const key = `google:${calendarId}:${id}`
  delete unread[key]
  const self = events.flatMap(({ attendees = [] }) =>
    attendees.flatMap((one) => (one.self && one.email ? one.email : [])),
  )
  const me = ownAddresses(config.user, config.aliases, self)
  // What is called off altogether is told of by its name alone.
  const told = events.filter(({ status, originalStartTime }) => status !== 'cancelled' || originalStartTime)
  const read = told.length === 0 ? undefined : readEvents(icsOfGoogle(told), { calendar: name, horizon, at, me })
  if (read && read.missing.length > 0) unread[key] = read.missing.map((one) => `calendar "${name}": ${one}`)
  const [event] = read?.events ?? []
  if (event) items.push(sourceEvent(key, event))
  else gone.push(key)
}
