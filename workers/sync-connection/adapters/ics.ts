/** Reads calendars that are published as a file: fetched again where it changed, and whole each time, since it says nothing of what is gone. */
import { createHash } from 'node:crypto'
import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CalendarUnreadable } from '#shared/calendar/events'
import { adapterFetch } from '#shared/egress/adapter-fetch'
import {
  type Adapter,
  type AdapterContext,
  AdapterError,
  type OpenConnection,
  type SyncDelta,
  type SyncState,
} from '#workers/sync-connection/adapters/adapter'
import { Horizon, horizonAt, isHorizonNear } from '#workers/sync-connection/adapters/calendar/horizon'
import { readEvents, sourceEvent } from '#workers/sync-connection/adapters/calendar/source-events'
import { adapterErrorOf, malformed, statusFailure } from '#workers/sync-connection/adapters/http-errors'

const nullableString = t.Union([t.String(), t.Null()])
const FeedState = t.Object({
  etag: nullableString,
  modified: nullableString,
  horizon: Horizon,
  /** Of the file, and how many of its events were brought: the rest is of the same file. */
  digest: t.String(),
  brought: t.Integer({ minimum: 0 }),
  isOver: t.Boolean(),
  missing: t.Array(t.String()),
})
type FeedState = Static<typeof FeedState>

// Some thirty thousand events: read in a second, in 400 MB.
const feedBytes = 10 * 1_048_576
const timeoutMs = 30_000

export const icsAdapter = {
  kind: 'ics',
  test: async (connection, context) => {
    try {
      eventsOf(await fetched(connection, context, {}), connection, context, horizonAt(context.at))
    } catch (error) {
      throw adapterErrorOf(error, context.at)
    }
  },
  sync: async (connection, state, context) => {
    try {
      return await syncFeed(connection, state, context)
    } catch (error) {
      throw adapterErrorOf(error, context.at)
    }
  },
} as const satisfies Adapter<'ics'>

type Feed = { text: string; digest: string; etag: string | null; modified: string | null } | 'unchanged'

async function syncFeed(
  connection: OpenConnection<'ics'>,
  state: SyncState,
  context: AdapterContext,
): Promise<SyncDelta> {
  const stored = Value.Check(FeedState, state) ? state : null
  const known = stored && !isHorizonNear(stored.horizon, context.at) ? stored : null
  const feed = await fetched(connection, context, known?.isOver ? conditions(known) : {})
  const nothing = { items: [], gone: [], isReset: false, hasMore: false }
  if (known && (feed === 'unchanged' || (known.isOver && feed.digest === known.digest)))
    return { ...nothing, state: known, missing: known.missing }
  if (feed === 'unchanged') throw malformed('The server says that nothing changed, and was not asked that.')

  const horizon = known?.horizon ?? horizonAt(context.at)
  const { events, missing } = eventsOf(feed, connection, context, horizon)
  // Of another file than the one that was begun, everything is brought again.
  const from = known && !known.isOver && known.digest === feed.digest ? known.brought : 0
  const brought = Math.min(events.length, from + context.limit)
  const isOver = brought === events.length
  const { digest, etag, modified } = feed
  const next: FeedState = { etag, modified, horizon, digest, brought, isOver, missing }
  return {
    state: next,
    items: events.slice(from, brought).map((event) => sourceEvent(`ics:${event.uid}`, event)),
    gone: [],
    isReset: true,
    hasMore: !isOver,
    missing,
  }
}

const conditions = ({ etag, modified }: FeedState): Record<string, string> => ({
  ...(etag === null ? {} : { 'if-none-match': etag }),
  ...(modified === null ? {} : { 'if-modified-since': modified }),
})

async function fetched(
  { config }: OpenConnection<'ics'>,
  { policy, signal, at }: AdapterContext,
  headers: Record<string, string>,
): Promise<Feed> {
  const ask = adapterFetch({
    policy,
    signal,
    maxBytes: feedBytes,
    timeoutMs,
    methods: ['GET'],
    ...(config.ca === undefined ? {} : { ca: config.ca }),
  })
  const response = await ask(config.url.replace(/^webcals?:/i, 'https:'), {
    headers: { accept: 'text/calendar, */*;q=0.5', ...headers },
  })
  if (response.status === 304) return 'unchanged'
  const failure = statusFailure(response.status, response.headers, at)
  if (failure) throw failure
  if (response.status !== 200) throw malformed('The server answered no file.')
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    // Lines may be folded within a character, which is whole only when they are not.
    text: Buffer.from(bytes.toString('latin1').replace(/\r?\n[ \t]/g, ''), 'latin1').toString('utf8'),
    digest: createHash('sha256').update(bytes).digest('hex'),
    etag: response.headers.get('etag'),
    modified: response.headers.get('last-modified'),
  }
}

/** @throws AdapterError where it is no calendar, or not all of one: what is not in it would be taken for gone. */
function eventsOf(feed: Feed, { config }: OpenConnection<'ics'>, { at }: AdapterContext, horizon: Horizon) {
  if (feed === 'unchanged') throw malformed('The server answered no file.')
  try {
    const read = readEvents(feed.text, { calendar: calendarName(config.url), horizon, at, me: [] })
    if (!read.isWhole) throw new AdapterError('TRUNCATED', 'The calendar is cut off.')
    return read
  } catch (error) {
    throw error instanceof CalendarUnreadable ? malformed('The file is no calendar.') : error
  }
}

/** A feed's address is a secret often enough: its host alone is shown. */
const calendarName = (url: string): string => URL.parse(url)?.hostname ?? ''
