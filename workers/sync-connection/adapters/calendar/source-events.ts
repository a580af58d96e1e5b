/** From a calendar's text to what adapters bring of it. */
import { type CalendarEvent, calendarEvents } from '#shared/calendar/events'
import type { Horizon } from '#workers/sync-connection/adapters/calendar/horizon'
import { readableHtml } from '#workers/sync-connection/adapters/mail/html-text'
import type { SourceEvent } from '#workers/sync-connection/adapters/source-item'

type About = { calendar: string; horizon: Horizon; at: Date; me: readonly string[] }

/** @throws CalendarUnreadable for what is no calendar. */
export function readEvents(
  text: string,
  { calendar, horizon, at, me }: About,
): { events: CalendarEvent[]; missing: string[]; isWhole: boolean } {
  const { from, to } = horizon
  return calendarEvents(text, { calendar, from: new Date(from), to: new Date(to), at, me, readable: readableHtml })
}

/** @param key stable over full resyncs. */
export const sourceEvent = (key: string, event: CalendarEvent): SourceEvent => ({ source: 'calendar', key, ...event })

/** Addresses of whose connection it is, in lower case: what it logs in with where that is one, and its aliases. */
export function ownAddresses(user: string, aliases: readonly string[] = [], further: readonly string[] = []): string[] {
  const all = [user, ...aliases, ...further].map((one) => one.trim().toLowerCase())
  return [...new Set(all.filter((one) => /^[^\s@]+@[^\s@]+$/.test(one)))]
}
