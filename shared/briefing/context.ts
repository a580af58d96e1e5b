/** What a ranking depends on beside the items: the clock, the weights, what people did with signals, and what the items say of the past. Pure. */
import type { EventFacts, ItemDocument, MailFacts, Occurrence } from '#db/documents/item'
import type { SignalState } from '#db/documents/signal'
import { instantOf } from '#shared/briefing/instants'
import type { Weights } from '#shared/briefing/weights'

export type RankContext = {
  at: Date
  /** IANA. */
  timezone: string
  weights: Weights
  history: History
  /** By the id of a signal. Until then it is snoozed. */
  states: ReadonlyMap<string, { state: SignalState; until: string | null }>
}

/** Of mails that came in by one learning key: those answered, and those that were left for longer than `replyDays`. */
export type Correspondence = { received: number; answered: number; last: string }

/** What of a thread is known from the mails that are kept. */
export type ThreadPast = {
  begun: 'me' | 'them' | 'unknown'
  mails: number
  /** Mails in it that came in and are settled, and how many of these were answered. */
  received: number
  answered: number
  last: string
  /** When the owner wrote in it last, and when somebody else did. */
  mine: string | null
  theirs: string | null
}

export type History = {
  keys: ReadonlyMap<string, Correspondence>
  threads: ReadonlyMap<string, ThreadPast>
  /** By `overlapKey`: how many other events are busy at the same time. */
  overlaps: ReadonlyMap<string, number>
}

/** The clock that is ranked by: scores are as of the minute, so that what is asked for twice within it is not ranked twice. */
export const rankedAt = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

/** A mail that nobody answered for so long was not answered. */
export const replyDays = 3
const dayMs = 86_400_000

export const noHistory: History = { keys: new Map(), threads: new Map(), overlaps: new Map() }

type Told = { keys: Map<string, Correspondence>; threads: Map<string, ThreadPast> }

/**
 * What the items say of the past at a time: what comes of it does not depend on their order.
 * @param timezone for events that have none
 */
export function historyOf(items: Iterable<ItemDocument>, at: Date, timezone: string): History {
  const settled = new Date(at.getTime() - replyDays * dayMs).toISOString()
  const told: Told = { keys: new Map(), threads: new Map() }
  const events: EventFacts[] = []
  const first = new Map<string, string>()
  for (const item of items) {
    if (item.source === 'calendar') events.push(item)
    if (item.source !== 'mail') continue
    tellThread(told, item, settled, first)
    if (!item.is_outgoing && (item.is_answered || item.at < settled)) tellReceived(told, item)
  }
  return { ...told, overlaps: overlapsOf(events, at.getTime(), timezone) }
}

function tellReceived(told: Told, item: MailFacts): void {
  const answered = item.is_answered ? 1 : 0
  for (const key of item.learning_keys) {
    const known = told.keys.get(key)
    if (known === undefined) told.keys.set(key, { received: 1, answered, last: item.at })
    else {
      known.received += 1
      known.answered += answered
      if (item.at > known.last) known.last = item.at
    }
  }
}

/** @param first by thread, when its first mail was */
function tellThread({ threads }: Told, item: MailFacts, settled: string, first: Map<string, string>): void {
  const counts = !item.is_outgoing && (item.is_answered || item.at < settled)
  const [received, answered] = [counts ? 1 : 0, counts && item.is_answered ? 1 : 0]
  const [mine, theirs] = item.is_outgoing ? [item.at, null] : [null, item.at]
  const begun = item.is_reply ? 'unknown' : item.is_outgoing ? 'me' : 'them'
  const known = threads.get(item.thread_key)
  if (known === undefined) {
    threads.set(item.thread_key, { begun, mails: 1, received, answered, last: item.at, mine, theirs })
    first.set(item.thread_key, item.at)
    return
  }
  known.mails += 1
  known.received += received
  known.answered += answered
  if (item.at > known.last) known.last = item.at
  if (mine !== null && (known.mine === null || mine > known.mine)) known.mine = mine
  if (theirs !== null && (known.theirs === null || theirs > known.theirs)) known.theirs = theirs
  const before = first.get(item.thread_key) ?? item.at
  if (item.at > before) return
  // Two mails of one second: whoever began it is not told by which was seen first.
  known.begun = item.at < before || known.begun === begun ? begun : 'unknown'
  first.set(item.thread_key, item.at)
}

export const overlapKey = (itemId: string, occurrenceId: string): string => `${itemId} ${occurrenceId}`

type Busy = { key: string; uid: string; start: number; end: number }
/** More at once are not counted one against another. */
const mostOverlaps = 20

/** Busy times of occurrences that are not over and last no whole day, of one sweep over their starts. */
function overlapsOf(events: readonly EventFacts[], at: number, timezone: string): Map<string, number> {
  const busy = events
    .flatMap((event) => event.occurrences.flatMap((each) => busyTime(event, each, timezone)))
    .filter(({ end }) => end > at)
    .sort((a, b) => a.start - b.start || a.end - b.end || (a.key < b.key ? -1 : 1))
  const found = new Map<string, number>()
  const count = ({ key }: Busy) => found.set(key, (found.get(key) ?? 0) + 1)
  let open: Busy[] = []
  for (const each of busy) {
    open = open.filter(({ end }) => end > each.start)
    for (const other of open.slice(-mostOverlaps)) {
      // The same event, as another calendar has it.
      if (other.uid === each.uid) continue
      count(each)
      count(other)
    }
    open.push(each)
  }
  return found
}

function busyTime(event: EventFacts, occurrence: Occurrence, timezone: string): Busy[] {
  const { id, all_day: isAllDay, is_busy: isBusy, status, my_partstat: mine } = occurrence
  if (isAllDay || !isBusy || status === 'cancelled' || mine === 'declined') return []
  const [start, end] = [instantOf(occurrence.start, timezone), instantOf(occurrence.end, timezone)]
  if (!(end > start)) return []
  return [{ key: overlapKey(event.id, id), uid: event.uid, start, end }]
}

/** JSON of a history, with nothing in it but what the given items' signals go by. */
export type StoredHistory = {
  keys: Record<string, Correspondence>
  threads: Record<string, ThreadPast>
  overlaps: Record<string, number>
}

export function historyFor(history: History, items: Iterable<ItemDocument>): StoredHistory {
  const stored: StoredHistory = { keys: {}, threads: {}, overlaps: {} }
  for (const item of items) {
    for (const key of item.learning_keys) keep(stored.keys, key, history.keys.get(key))
    if (item.source === 'mail') keep(stored.threads, item.thread_key, history.threads.get(item.thread_key))
    if (item.source !== 'calendar') continue
    for (const { id } of item.occurrences) {
      const key = overlapKey(item.id, id)
      keep(stored.overlaps, key, history.overlaps.get(key))
    }
  }
  return stored
}

function keep<Value>(kept: Record<string, Value>, key: string, value: Value | undefined): void {
  // What a source calls a thread may be `__proto__`.
  if (value !== undefined)
    Object.defineProperty(kept, key, { value, enumerable: true, configurable: true, writable: true })
}

export function historyFrom({ keys, threads, overlaps }: StoredHistory): History {
  return {
    keys: new Map(Object.entries(keys)),
    threads: new Map(Object.entries(threads)),
    overlaps: new Map(Object.entries(overlaps)),
  }
}
