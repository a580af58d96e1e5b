/** What may want attention, how much, and which kind of thing it is: in numbers, for thousands of items at once. Pure. */
import type { EventFacts, HostingFacts, ItemDocument, MailFacts, Occurrence } from '#db/documents/item'
import type { Signal, SignalKind } from '#db/documents/signal'
import type { RankContext } from '#shared/briefing/context'
import { firstDue } from '#shared/briefing/due'
import { freshChanges, lacksAgenda, overlapsWith, wantsResponse } from '#shared/briefing/factors/event'
import { isClosed } from '#shared/briefing/factors/hosting'
import { askedIn, awaited, isAnswered, promiseOf } from '#shared/briefing/factors/mail'
import { mine, surest } from '#shared/briefing/factors/of-all'
import { instantOf } from '#shared/briefing/instants'
import { compareSignals } from '#shared/briefing/order'
import { type RankedThing, rankedItem, sumOf } from '#shared/briefing/points'
import { sha256Hex } from '#shared/kernel/canonical'

type Verb = Signal['action']['verb']
type Owner = Signal['action']['owner']

export type Scored = {
  /** Of the signal. */
  id: string
  item: ItemDocument
  /** Of an event: which one of it. */
  occurrence: Occurrence | null
  score: number
  kind: SignalKind
  /** ISO 8601 in UTC. */
  due: string | null
  when: string
  verb: Verb
  owner: Owner
}

export type RankWindow = { from: Date; to: Date }

/** No score is less or more. */
export const scoreWithin = (sum: number): number => Math.max(0, Math.min(100, sum))

/** The signals of all items, in the one order. */
export const rankItems = (items: Iterable<ItemDocument>, context: RankContext, window: RankWindow): Scored[] => {
  const scored: Scored[] = []
  for (const item of items) for (const each of scoreItem(item, context, window)) scored.push(each)
  return scored.sort(compareSignals)
}

/**
 * The signals of an item: none where it wants nothing of anybody, was done, or sleeps; one of a mail or of a thing of source
 * hosting; one of each occurrence of an event that touches the window.
 */
export function scoreItem(item: ItemDocument, context: RankContext, window: RankWindow): Scored[] {
  if (item.source !== 'calendar') {
    const scored = scoreOf(item, context)
    return scored === null ? [] : [scored]
  }
  const [from, to] = [window.from.getTime(), window.to.getTime()]
  const found: Scored[] = []
  for (const occurrence of item.occurrences) {
    const start = instantOf(occurrence.start, context.timezone)
    if (!(start < to)) continue
    const end = instantOf(occurrence.end, context.timezone)
    if (end > from || (end === start && start >= from)) {
      const scored = scoreOccurrence(item, occurrence, context)
      if (scored !== null) found.push(scored)
    }
  }
  return found
}

/** Of a mail or a thing of source hosting; null where it is no signal. */
export function scoreOf(item: MailFacts | HostingFacts, context: RankContext): Scored | null {
  if (isPut(item.id, context)) return null
  const meant = item.source === 'mail' ? meaningOfMail(item, context) : meaningOfHosting(item)
  if (meant === null) return null
  return {
    id: item.id,
    item,
    occurrence: null,
    score: scoreWithin(sumOf(rankedItem(item), context)),
    kind: meant.kind,
    due: meant.due,
    when: item.at,
    verb: meant.verb,
    owner: meant.owner,
  }
}

/** Null where the occurrence is cancelled, over, or was put aside. */
export function scoreOccurrence(event: EventFacts, occurrence: Occurrence, context: RankContext): Scored | null {
  if (occurrence.status === 'cancelled') return null
  const id = occurrenceSignalId(event, occurrence)
  if (isPut(id, context)) return null
  const [start, end] = [instantOf(occurrence.start, context.timezone), instantOf(occurrence.end, context.timezone)]
  if (Number.isNaN(start) || Math.max(start, end) <= context.at.getTime()) return null
  const ranked: RankedThing = { item: event, occurrence }
  const when = new Date(start).toISOString()
  const score = scoreWithin(sumOf(ranked, context))
  return { id, item: event, occurrence, score, ...meaningOfOccurrence(event, occurrence, context), due: when, when }
}

/** Of an event that does not recur, the item's own; else of item and occurrence, in hex. */
export const occurrenceSignalId = (event: EventFacts, { id }: Occurrence): string =>
  event.rule_text === null && event.occurrences.length <= 1 ? event.id : sha256Hex(`${event.id}\n${id}`)

/** Done, or asleep for longer. */
function isPut(id: string, { states, at }: RankContext): boolean {
  const known = states.get(id)
  if (known === undefined) return false
  if (known.state === 'done') return true
  return known.state === 'snoozed' && (known.until === null || Date.parse(known.until) > at.getTime())
}

type Meant = { kind: SignalKind; verb: Verb; owner: Owner }

function meaningOfMail(item: MailFacts, context: RankContext): (Meant & { due: string | null }) | null {
  if (item.is_outgoing) {
    // What its owner wrote there since took its place.
    if ((context.history.threads.get(item.thread_key)?.mine ?? '') > item.at) return null
    const promise = promiseOf(item)
    if (promise !== null)
      return { kind: 'mail.commitment_due', verb: 'fix', owner: 'me', due: isoOf(firstDue([promise])?.end) }
    if (awaited(item, context) === null) return null
    return { kind: 'mail.reply_awaited', verb: 'none', owner: 'them', due: isoOf(firstDue(askedOf(item))?.end) }
  }
  const due = item.acts.length === 0 ? null : isoOf(firstDue(mine(item.acts))?.end)
  if (isAnswered(item, context)) return { kind: 'mail.thread_update', verb: 'none', owner: 'them', due }
  const request = surest(item.acts, 'request', 'me')
  const question = surest(item.acts, 'question', 'me')
  if (request !== null || question !== null) return { kind: 'mail.request', verb: 'reply', owner: 'me', due }
  const promised = item.addressed === 'to_alone' && !item.is_bulk ? promiseOf(item, 'them') : null
  if (promised !== null)
    return { kind: 'mail.commitment_due', verb: 'none', owner: 'them', due: isoOf(firstDue([promised])?.end) }
  if (item.is_bulk) return { kind: 'mail.bulk', verb: 'read', owner: 'unknown', due }
  return { kind: 'mail.thread_update', verb: 'read', owner: 'unknown', due }
}

function askedOf(item: MailFacts) {
  const asked = askedIn(item)
  return asked === null ? [] : [asked]
}

const isoOf = (ms: number | undefined): string | null =>
  ms === undefined || Number.isNaN(ms) ? null : new Date(ms).toISOString()

/** The first reason that is there says what it is. */
const hostingKinds: readonly [HostingFacts['reasons'][number], Meant][] = [
  ['security', { kind: 'security.alert', verb: 'fix', owner: 'me' }],
  ['ci_failed_mine', { kind: 'ci.failed_mine', verb: 'fix', owner: 'me' }],
  ['changes_requested', { kind: 'review.changes_requested', verb: 'fix', owner: 'me' }],
  ['review_requested', { kind: 'review.requested', verb: 'review', owner: 'me' }],
  ['assigned', { kind: 'issue.assigned', verb: 'fix', owner: 'me' }],
  ['mentioned', { kind: 'mention', verb: 'reply', owner: 'me' }],
  ['stale', { kind: 'pr.stale', verb: 'decide', owner: 'me' }],
  ['comment', { kind: 'mention', verb: 'read', owner: 'unknown' }],
  ['author', { kind: 'mention', verb: 'read', owner: 'them' }],
  ['subscribed', { kind: 'mention', verb: 'read', owner: 'unknown' }],
]

function meaningOfHosting(item: HostingFacts): (Meant & { due: string | null }) | null {
  const found = hostingKinds.find(([reason]) => item.reasons.includes(reason))
  if (found === undefined) return null
  if (isClosed(item)) {
    // Nothing is left to do; what somebody says to you about it may still be news.
    const isNews = item.is_unread && (item.reasons.includes('mentioned') || item.reasons.includes('comment'))
    return isNews ? { kind: 'mention', verb: 'read', owner: 'unknown', due: null } : null
  }
  return { ...found[1], due: item.acts.length === 0 ? null : isoOf(firstDue(mine(item.acts))?.end) }
}

function meaningOfOccurrence(event: EventFacts, occurrence: Occurrence, context: RankContext): Meant {
  const of = { event, occurrence }
  if (wantsResponse(of)) return { kind: 'event.needs_response', verb: 'decide', owner: 'me' }
  if (overlapsWith(of, context) > 0) return { kind: 'event.conflict', verb: 'decide', owner: 'me' }
  if (freshChanges(of, context).length > 0) return { kind: 'event.changed', verb: 'attend', owner: 'me' }
  if (lacksAgenda(of, context)) return { kind: 'event.no_agenda', verb: 'prepare', owner: 'me' }
  return { kind: 'event.upcoming', verb: 'attend', owner: 'me' }
}
