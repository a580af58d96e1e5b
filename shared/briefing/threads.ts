/** Threads that a meeting is prepared from: mails by their thread, things of source hosting by what they are about. Pure. */
import type { EventFacts, ItemDocument } from '#db/documents/item'
import { type Meeting, type MeetingRelation, relationOf, type Thread } from '#shared/briefing/relations'

export const threadKinds = ['mail_threads', 'issues', 'pull_requests'] as const
export type ThreadKind = (typeof threadKinds)[number]

export type RelatedThread = Thread & { kind: ThreadKind; relation: MeetingRelation }

/** So many threads of each kind are looked into, and of each so many of the newest items. */
const threadsLimit = 40
const perThreadLimit = 30

/**
 * What has to do with the meeting, and every thread of mail that somebody who comes is in: what weighs most first, then the
 * newest, then by id. The invitation itself is left out, and so is what was sent to many and is not related.
 */
export function relatedThreads(items: readonly ItemDocument[], meeting: Meeting): RelatedThread[] {
  const since = meeting.atMs - meeting.lookbackDays * 86_400_000
  const near = items.filter((item) => {
    const at = Date.parse(item.at)
    return at >= since && at <= meeting.atMs && !isInvitation(item, meeting.event)
  })
  const threads = [...Map.groupBy(near.toSorted(byTime), keyOf).values()].flatMap((group) => {
    const kept = group.slice(-perThreadLimit)
    const last = kept.at(-1)
    if (last === undefined || last.source === 'calendar') return []
    const relation = relationOf({ items: kept }, meeting)
    return isWorthIt(kept, relation) ? [{ kind: kindOf(last), items: kept, relation }] : []
  })
  return threadKinds.flatMap((kind) =>
    threads
      .filter((thread) => thread.kind === kind)
      .sort(byWeight)
      .slice(0, threadsLimit),
  )
}

/** The mail that brought the event, and the event. */
const isInvitation = (item: ItemDocument, event: EventFacts): boolean =>
  item.source === 'calendar' || (item.source === 'mail' && item.about.some((name) => event.about.includes(name)))

const byTime = (a: ItemDocument, b: ItemDocument): number =>
  a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1

/** Of one connection: another's thread may be called the same. What is about one thing at several of them is one. */
const keyOf = (item: ItemDocument): string =>
  item.source === 'source_hosting' && item.about[0] !== undefined
    ? `about ${item.about[0]}`
    : `${item.connection_id} ${item.thread_key}`

const kindOf = (item: ItemDocument): ThreadKind => {
  if (item.source !== 'source_hosting') return 'mail_threads'
  return item.what === 'pull_request' ? 'pull_requests' : 'issues'
}

function isWorthIt(items: readonly ItemDocument[], { isRelated, people }: MeetingRelation): boolean {
  const isMass = items.every((item) => item.source === 'mail' && (item.is_bulk || item.is_automatic))
  if (isMass) return false
  return isRelated || (people.size > 0 && items.some(({ source }) => source === 'mail'))
}

function byWeight(a: RelatedThread, b: RelatedThread): number {
  if (a.relation.score !== b.relation.score) return b.relation.score - a.relation.score
  const [first, second] = [a.items.at(-1), b.items.at(-1)]
  return first === undefined || second === undefined ? 0 : byTime(second, first)
}
