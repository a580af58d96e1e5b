/** Finds the event that somebody means: by its id, or by its UID and which of its times. Pure. */
import type { EventFacts, ItemDocument } from '#db/documents/item'
import { eventIdOf, readEventId } from '#shared/briefing/event-id'
import { instantOf } from '#shared/briefing/instants'
import { type TimedOccurrence, timedOf } from '#shared/briefing/occurrences'

/** @param recurrence_id ISO 8601; null: whichever it is, if it is one alone */
export type EventQuery = { event_id: string } | { uid: string; recurrence_id: string | null }

export type EventCandidate = { event_id: string; title: string; start: string }

export type FoundEvent =
  | { kind: 'found'; timed: TimedOccurrence }
  | { kind: 'ambiguous'; candidates: EventCandidate[] }
  | { kind: 'unknown' }

const candidatesLimit = 20

/**
 * Without an occurrence's name, the next that is not over, or else the last, is meant by an id. A UID that more than one
 * calendar has, or that has more than one time to come, is ambiguous unless the times are the same.
 */
export function findEvent(
  items: readonly ItemDocument[],
  query: EventQuery,
  { at, timezone }: { at: number; timezone: string },
): FoundEvent {
  const events = items.filter((item): item is EventFacts => item.source === 'calendar')
  return 'event_id' in query ? byId(events, query.event_id, at, timezone) : byUid(events, query, at, timezone)
}

function byId(events: readonly EventFacts[], text: string, at: number, timezone: string): FoundEvent {
  const read = readEventId(text)
  const event = events.find(({ id }) => id === read?.itemId)
  if (event === undefined || read === undefined) return { kind: 'unknown' }
  const times = timesOf(event, timezone)
  const timed =
    read.occurrenceId === null
      ? (times.find(({ endMs }) => endMs > at) ?? times.at(-1))
      : times.find(({ occurrence }) => occurrence.id === read.occurrenceId)
  return timed === undefined ? { kind: 'unknown' } : { kind: 'found', timed }
}

function byUid(
  events: readonly EventFacts[],
  { uid, recurrence_id: recurrenceId }: Extract<EventQuery, { uid: string }>,
  at: number,
  timezone: string,
): FoundEvent {
  const times = events.filter((event) => event.uid === uid).flatMap((event) => timesOf(event, timezone))
  const meant =
    recurrenceId === null ? comingOf(times, at) : times.filter((timed) => isNamed(timed, recurrenceId, timezone))
  const [first] = meant
  if (first === undefined) return { kind: 'unknown' }
  // The same time in two calendars is the same event: the one that knows who I am there.
  if (meant.every(({ startMs }) => startMs === first.startMs))
    return { kind: 'found', timed: meant.find(({ occurrence }) => occurrence.my_partstat !== 'unknown') ?? first }
  return { kind: 'ambiguous', candidates: meant.slice(0, candidatesLimit).map(candidateOf) }
}

/** In order of start and id. */
function timesOf(event: EventFacts, timezone: string): TimedOccurrence[] {
  return event.occurrences
    .flatMap((occurrence) => timedOf(event, occurrence, timezone) ?? [])
    .sort((a, b) => a.startMs - b.startMs)
}

function comingOf(times: readonly TimedOccurrence[], at: number): TimedOccurrence[] {
  const coming = times.filter(({ endMs }) => endMs > at)
  return (coming.length > 0 ? coming : times.slice(-1)).toSorted((a, b) => a.startMs - b.startMs)
}

function isNamed({ occurrence, startMs }: TimedOccurrence, recurrenceId: string, timezone: string): boolean {
  const named = instantOf(recurrenceId, timezone)
  return occurrence.id === recurrenceId || named === instantOf(occurrence.id, timezone) || named === startMs
}

const candidateOf = ({ event, occurrence }: TimedOccurrence): EventCandidate => ({
  event_id: eventIdOf(event.id, occurrence.id),
  title: occurrence.title ?? event.title,
  start: occurrence.start,
})
