/** What tests of calendars hand to adapters: a context that may reach this machine, and events near a day. */
import { openPolicy } from '#shared/egress/resolve'
import { readEgressAllow } from '#shared/kernel/addresses'
import { calendarOf } from '#test/shared/calendar/vectors'
import type { AdapterContext, SyncDelta } from '#workers/sync-connection/adapters/adapter'

export const today = new Date('2026-11-22T08:00:00Z')

export const contextAt = (at: Date = today, further: Partial<AdapterContext> = {}): AdapterContext => ({
  policy: openPolicy({ allow: readEgressAllow('127.0.0.1/32:*') }),
  signal: AbortSignal.timeout(20_000),
  at,
  backDays: 30,
  limit: 200,
  ...further,
})

/** One event as a calendar of its own, as servers keep them. */
export const eventText = (uid: string, ...lines: string[]): string =>
  calendarOf(['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', `SUMMARY:${uid}`, ...lines, 'END:VEVENT'])

/** Names of what was brought and what is gone, for comparison. */
export const named = ({ items, gone, isReset, hasMore, missing }: SyncDelta) => ({
  items: items.map((item) => ('uid' in item ? item.uid : item.key)).sort(),
  gone: gone.map((key) => key.split('/').at(-1)).sort(),
  isReset,
  hasMore,
  missing,
})
