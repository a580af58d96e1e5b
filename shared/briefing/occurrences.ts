/** Which occurrences of events fall into some time, each once, however many calendars have it. Pure. */
import type { BriefedEvent } from '#db/documents/briefing'
import type { EventFacts, Occurrence } from '#db/documents/item'
import { eventIdOf } from '#shared/briefing/event-id'
import { instantOf } from '#shared/briefing/instants'
import { occurrenceSignalId } from '#shared/briefing/score'

export type TimedOccurrence = { event: EventFacts; occurrence: Occurrence; startMs: number; endMs: number }

/** Of more events than this in one time nobody makes a day. */
export const eventsLimit = 200

/** Undefined where its times are none, or it ends before it starts. */
export function timedOf(event: EventFacts, occurrence: Occurrence, timezone: string): TimedOccurrence | undefined {
  const startMs = instantOf(occurrence.start, timezone)
  const endMs = instantOf(occurrence.end, timezone)
  return startMs <= endMs ? { event, occurrence, startMs, endMs } : undefined
}

/**
 * What is in the time, without what was cancelled: in order of start, end and id, at most `eventsLimit`. What several calendars
 * have under one UID and one start is there once, from the one that knows most about me, then by id.
 * @param window half open; what takes no time counts where it starts
 */
export function occurrencesIn(
  events: Iterable<EventFacts>,
  window: { fromMs: number; toMs: number },
  timezone: string,
): TimedOccurrence[] {
  const found = new Map<string, TimedOccurrence>()
  for (const event of events)
    for (const occurrence of event.occurrences) {
      if (occurrence.status === 'cancelled') continue
      const timed = timedOf(event, occurrence, timezone)
      if (timed === undefined || timed.startMs >= window.toMs) continue
      if (timed.endMs <= window.fromMs && timed.startMs < window.fromMs) continue
      const name = `${event.uid}\n${timed.startMs}`
      const other = found.get(name)
      if (other === undefined || isBetter(timed, other)) found.set(name, timed)
    }
  return [...found.values()].sort(byStart).slice(0, eventsLimit)
}

const byStart = (a: TimedOccurrence, b: TimedOccurrence): number =>
  a.startMs - b.startMs || a.endMs - b.endMs || (a.event.id < b.event.id ? -1 : a.event.id > b.event.id ? 1 : 0)

function isBetter(a: TimedOccurrence, b: TimedOccurrence): boolean {
  const known = ({ occurrence }: TimedOccurrence) => (occurrence.my_partstat === 'unknown' ? 0 : 1)
  return known(a) === known(b) ? a.event.id < b.event.id : known(a) > known(b)
}

export const briefedEvent = ({ event, occurrence }: TimedOccurrence): BriefedEvent => ({
  signal_id: occurrenceSignalId(event, occurrence),
  event_id: eventIdOf(event.id, occurrence.id),
  uid: event.uid,
  occurrence,
  title: occurrence.title ?? event.title,
  location: occurrence.location === undefined ? event.location : occurrence.location,
  calendar: event.calendar,
  connection_id: event.connection_id,
  attendees: event.attendees.length,
  conference_url: event.conference_url,
})
