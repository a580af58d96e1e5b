/** Chooses of everything that is kept what a meeting is prepared from. Pure. */
import type { AdapterState } from '#db/documents/briefing'
import type { RankContext } from '#shared/briefing/context'
import { guestFinder, guestsOf, historiesOf } from '#shared/briefing/guests'
import {
  inCanonicalOrder,
  type KeptItem,
  type MeetingInput,
  type MeetingRequest,
  rulesVersion,
} from '#shared/briefing/input'
import type { TimedOccurrence } from '#shared/briefing/occurrences'
import { type Meeting, occurrencesOfWords, wordsOfInvitation } from '#shared/briefing/relations'
import { chosenOf, consideredOf, historyOfChosen, keptStates } from '#shared/briefing/select'
import { relatedThreads } from '#shared/briefing/threads'

const dayMs = 86_400_000

/** How far back is looked: as far as was asked for, and never further than items are kept. */
export const daysBack = ({ lookback_days: asked, kept_days: kept }: MeetingRequest): number =>
  Math.max(1, Math.min(asked, kept))

/** @param timed as `findEvent` found it among the items */
export function selectMeeting(
  items: readonly KeptItem[],
  timed: TimedOccurrence,
  request: MeetingRequest,
  context: RankContext,
  adapters: readonly AdapterState[],
): MeetingInput {
  const documents = items.map(({ item }) => item)
  const { event, occurrence, startMs, endMs } = timed
  const guests = guestsOf(event, request.me)
  const title = occurrence.title ?? event.title
  const words = occurrencesOfWords(wordsOfInvitation({ title, excerpt: event.excerpt }), documents)
  const lookbackDays = daysBack(request)
  const atMs = Date.parse(request.at)
  const meeting: Meeting = {
    event,
    title,
    guests,
    find: guestFinder(guests),
    words,
    total: documents.length,
    atMs,
    lookbackDays,
  }
  const threads = relatedThreads(documents, meeting)
  const chosen = chosenOf(items, new Set([event.id, ...threads.flatMap((thread) => thread.items.map(({ id }) => id))]))
  return inCanonicalOrder({
    adapters,
    attendees: historiesOf(guests, documents, {
      atIso: new Date(atMs).toISOString(),
      sinceIso: new Date(atMs - lookbackDays * dayMs).toISOString(),
      eventId: event.id,
    }),
    considered: consideredOf(items),
    history: historyOfChosen(chosen, context),
    items: chosen,
    operation: 'meeting',
    request,
    rules_version: rulesVersion,
    states: keptStates(chosen, context, { from: new Date(startMs), to: new Date(endMs) }),
    weights: context.weights,
    words: Object.fromEntries(words),
  })
}
