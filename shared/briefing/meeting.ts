/** Prepares a meeting of its inputs alone: who comes, what has to do with it, what is open between them. Pure. */
import type { MeetingPrep, MeetingReference } from '#db/documents/briefing'
import type { ItemDocument } from '#db/documents/item'
import { agendaOf } from '#shared/briefing/agenda'
import { commitmentOf, leastConfidence, openCommitments } from '#shared/briefing/commitments'
import { completenessOf } from '#shared/briefing/completeness'
import { evidenceOf } from '#shared/briefing/compose'
import { findEvent } from '#shared/briefing/find-event'
import { guestFinder, guestsOf, isExternal, isSamePerson, noPersonHistory, personName } from '#shared/briefing/guests'
import type { MeetingInput } from '#shared/briefing/input'
import { instantOf } from '#shared/briefing/instants'
import { briefedEvent, type TimedOccurrence } from '#shared/briefing/occurrences'
import { inWordOrder, type Meeting, referenceOf } from '#shared/briefing/relations'
import { daysBack } from '#shared/briefing/select-meeting'
import { type RelatedThread, relatedThreads, type ThreadKind } from '#shared/briefing/threads'
import { trustedActs } from '#shared/briefing/trusted'

/** So many of each are told. */
const limits = { full: 10, short: 3 } as const
const listLimit = 20
const previousLimit = 3
const flaggedLimit = 50
const minuteMs = 60_000

type Prepared = { input: MeetingInput; timed: TimedOccurrence; meeting: Meeting; threads: readonly RelatedThread[] }

/** @throws Error where the event is not among the items: no selection gives that. */
export function prepareMeeting(input: MeetingInput): MeetingPrep {
  const { request } = input
  const prepared = preparedOf(input)
  const { timed, threads } = prepared
  const { event } = timed
  const related = relatedOf(prepared)
  const documents = new Map(input.items.map(({ item }) => [item.id, item]))
  const openQuestions = questionsOf(threads)
  const commitments = promisesOf(prepared, documents)
  const decisions = decisionsOf(threads)
  const adapters = [...input.adapters]
  const attendees = attendeesOf(prepared)
  const shown = [
    ...Object.values(related).flatMap((references) => references.map(({ id }) => id)),
    ...[...openQuestions, ...decisions].map(({ ref }) => ref),
    ...commitments.map(({ signal_id: id }) => id),
  ]
  return {
    id: request.id,
    generated_at: request.at,
    event: { ...briefedEvent(timed), series: seriesOf(timed, request.timezone) },
    attendees,
    related,
    open_questions: openQuestions,
    commitments,
    decisions,
    changed_since_scheduled: event.changes.map(({ field, from, to, at }) => ({ field, from, to, at })),
    suggested_agenda: agendaOf(
      {
        commitments,
        open_questions: openQuestions,
        pull_requests: stillOpen(related.pull_requests, documents),
        issues: stillOpen(related.issues, documents),
      },
      Math.floor((timed.endMs - timed.startMs) / minuteMs),
    ),
    gaps: gapsOf(prepared, attendees),
    safety: { untrusted_instructions: flaggedIn([event.id, ...shown], documents) },
    adapters,
    completeness: completenessOf(adapters),
    evidence: evidenceOf(input),
  }
}

function preparedOf(input: MeetingInput): Prepared {
  const { request } = input
  const documents = input.items.map(({ item }) => item)
  const atMs = Date.parse(request.at)
  const found = findEvent(documents, { event_id: request.event_id }, { at: atMs, timezone: request.timezone })
  if (found.kind !== 'found') throw new Error('the event is not among the inputs')
  const { timed } = found
  const guests = guestsOf(timed.event, request.me)
  const meeting: Meeting = {
    event: timed.event,
    title: timed.occurrence.title ?? timed.event.title,
    guests,
    find: guestFinder(guests),
    words: inWordOrder(Object.entries(input.words)),
    total: input.considered.count,
    atMs,
    lookbackDays: daysBack(request),
  }
  return { input, timed, meeting, threads: relatedThreads(documents, meeting) }
}

function seriesOf({ event, startMs }: TimedOccurrence, timezone: string): MeetingPrep['event']['series'] {
  if (event.rule_text === null) return null
  const before = event.occurrences
    .filter(({ start, status }) => status !== 'cancelled' && instantOf(start, timezone) < startMs)
    .slice(-previousLimit)
  return {
    rule_text: event.rule_text,
    // Only what was expanded is known: which one it is of all is not.
    instance_no: null,
    previous: before.map(({ start, title }) => ({ start, summary: title ?? event.title, url: event.url })),
  }
}

const attendeesOf = ({ input, meeting }: Prepared): MeetingPrep['attendees'] =>
  meeting.guests.map(({ person, role, partstat }, place) => {
    const { mails, last_contact, meetings, open_threads, shared_prs } = input.attendees[place] ?? noPersonHistory
    return {
      name: person.name,
      address: person.address,
      handle: person.handle,
      role,
      partstat,
      history: { mails_90d: mails, last_contact, meetings_together: meetings, open_threads, shared_prs },
      unknown: mails === 0 && meetings === 0 && shared_prs === 0,
      external: isExternal(person, input.request.me),
    }
  })

function relatedOf({ input, timed, threads }: Prepared): MeetingPrep['related'] {
  const of = (kind: ThreadKind): MeetingReference[] =>
    threads
      .filter((thread) => thread.kind === kind && thread.relation.isRelated)
      .slice(0, limits[input.request.depth])
      .flatMap((thread) => referenceOf(thread, thread.relation) ?? [])
  return {
    mail_threads: of('mail_threads'),
    issues: of('issues'),
    pull_requests: of('pull_requests'),
    documents: documentsIn(timed, threads).slice(0, limits[input.request.depth]),
  }
}

/** What the invitation itself links to, and is not told elsewhere. One that tells a machine what to do may link to anything. */
function documentsIn({ event }: TimedOccurrence, threads: readonly RelatedThread[]): MeetingReference[] {
  if (event.untrusted_instructions.length > 0) return []
  const told = new Set([
    event.url,
    event.conference_url,
    ...threads.flatMap(({ items }) => items.map(({ url }) => url)),
  ])
  const links = new Set(event.excerpt.match(/https?:\/\/[^\s<>"')\]]+/g)?.map((url) => url.replace(/[.,;:!?]+$/, '')))
  return [...links]
    .filter((url) => URL.canParse(url) && !told.has(url))
    .map((url) => ({
      id: event.id,
      title: url,
      url,
      score: 40,
      why: [{ name: 'named_link', points: 40, value: url, because: 'the invitation names it' }],
      last_activity: event.at,
    }))
}

type Question = MeetingPrep['open_questions'][number]

/** Those to which nobody else said anything in their thread later; the newest first. */
function questionsOf(threads: readonly RelatedThread[]): Question[] {
  const found = threads.flatMap(({ items }) =>
    items.flatMap((item): Question[] => {
      if (item.source === 'calendar' || isMass(item)) return []
      const later = items.filter(({ at }) => at > item.at)
      if (later.some((other) => !isBySame(other, item))) return []
      return trustedActs(item)
        .filter(({ act }) => act.act === 'question' && act.confidence >= leastConfidence)
        .map(({ act: { span } }) => ({
          text: span.text,
          asked_by: personName(item.from),
          asked_at: item.at,
          answered: false as const,
          span,
          ref: item.id,
        }))
    }),
  )
  return found
    .sort((a, b) => newestFirst(a.asked_at, b.asked_at, a.ref, b.ref, a.span.start - b.span.start))
    .slice(0, listLimit)
}

const isMass = (item: ItemDocument): boolean => item.source === 'mail' && (item.is_bulk || item.is_automatic)

const isBySame = (a: ItemDocument, b: ItemDocument): boolean =>
  a.from !== null && b.from !== null && isSamePerson(a.from, b.from)

const newestFirst = (a: string, b: string, idA: string, idB: string, rest: number): number =>
  a === b ? (idA === idB ? rest : idA < idB ? -1 : 1) : a < b ? 1 : -1

/** Between those who come and me. */
function promisesOf({ input, threads, meeting }: Prepared, documents: ReadonlyMap<string, ItemDocument>) {
  const items = threads.flatMap((thread) => thread.items)
  const { mine, theirs } = openCommitments(items, (id) => input.states[id]?.state === 'done')
  return [...mine, ...theirs]
    .flatMap((reference) => {
      const item = documents.get(reference.id)
      if (item === undefined || meeting.find(item).size === 0) return []
      return commitmentOf(reference, item, meeting.atMs) ?? []
    })
    .slice(0, listLimit)
}

type Decision = MeetingPrep['decisions'][number]

function decisionsOf(threads: readonly RelatedThread[]): Decision[] {
  const found = threads.flatMap(({ items }) =>
    items.flatMap((item): Decision[] =>
      isMass(item)
        ? []
        : trustedActs(item)
            .filter(({ act }) => act.act === 'decision' && act.confidence >= leastConfidence)
            .map(({ act: { span } }) => ({ text: span.text, at: item.at, span, ref: item.id })),
    ),
  )
  return found.sort((a, b) => newestFirst(a.at, b.at, a.ref, b.ref, a.span.start - b.span.start)).slice(0, listLimit)
}

const stillOpen = (references: readonly MeetingReference[], documents: ReadonlyMap<string, ItemDocument>) =>
  references.filter(({ id }) => {
    const item = documents.get(id)
    return item?.source === 'source_hosting' && item.state !== 'closed' && item.state !== 'merged'
  })

/** What the answer does not know, in words: nobody should take its silence for a no. */
function gapsOf({ input, timed }: Prepared, attendees: MeetingPrep['attendees']): string[] {
  const { request } = input
  const { event, occurrence } = timed
  const unknown = attendees.filter((each) => each.unknown).length
  const { location } = briefedEvent(timed)
  return [
    ...(event.has_agenda ? [] : ['no agenda in invite']),
    ...(event.conference_url === null && (location ?? '').trim() === '' ? ['no place and no link in invite'] : []),
    ...(unknown === 0 ? [] : [`${unknown} ${unknown === 1 ? 'attendee' : 'attendees'} unknown`]),
    ...(attendees.length === 0 ? ['nobody else is named in invite'] : []),
    ...(request.me.length === 0 ? ['who you are is not known, so nobody counts as external'] : []),
    ...(occurrence.my_partstat === 'needs_action' ? ['you have not answered the invite'] : []),
    ...(occurrence.status === 'cancelled' ? ['the event is cancelled'] : []),
    ...(request.lookback_days > request.kept_days
      ? [`${request.lookback_days} days asked for, items are kept for ${request.kept_days}`]
      : []),
    ...completenessOf(input.adapters).missing,
  ]
}

function flaggedIn(ids: readonly string[], documents: ReadonlyMap<string, ItemDocument>) {
  const items = [...new Set(ids)].flatMap((id) => documents.get(id) ?? [])
  return items.flatMap((item) => item.untrusted_instructions).slice(0, flaggedLimit)
}
