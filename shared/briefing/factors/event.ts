/** The factors of the priority of one occurrence of an event. Pure. */
import type { EventFacts, Occurrence } from '#db/documents/item'
import { overlapKey, type RankContext } from '#shared/briefing/context'
import { claim, dayMs, hourMs, lengthOf, type RankingFactor } from '#shared/briefing/factors/factor'
import { instantOf } from '#shared/briefing/instants'

export type EventOccurrence = { event: EventFacts; occurrence: Occurrence }
type EventFactor = RankingFactor<EventOccurrence>

export const overlapsWith = ({ event, occurrence }: EventOccurrence, { history }: RankContext): number =>
  history.overlaps.get(overlapKey(event.id, occurrence.id)) ?? 0

/** That it was changed in the last three days, after it was first brought. */
const freshMs = 3 * dayMs

export const freshChanges = ({ event }: EventOccurrence, { at }: RankContext): EventFacts['changes'] => {
  if (event.changes.length === 0) return event.changes
  return event.changes.filter((change) => at.getTime() - Date.parse(change.at) <= freshMs)
}

export const wantsResponse = ({ occurrence }: EventOccurrence): boolean => occurrence.my_partstat === 'needs_action'

const minutesAgendaIsFor = 30
export const lacksAgenda = ({ event, occurrence }: EventOccurrence, { timezone }: RankContext): boolean =>
  !event.has_agenda &&
  event.attendees.length >= 2 &&
  !occurrence.all_day &&
  instantOf(occurrence.end, timezone) - instantOf(occurrence.start, timezone) >= minutesAgendaIsFor * 60_000

/** 1 within two hours, less on the same day, a little the day after. */
function soonness(left: number): number {
  if (left <= 2 * hourMs) return 1
  if (left <= 6 * hourMs) return 0.6
  if (left <= dayMs) return 0.4
  return left <= 2 * dayMs ? 0.2 : 0
}

const untilStart = ({ occurrence }: EventOccurrence, { at, timezone }: RankContext): number =>
  instantOf(occurrence.start, timezone) - at.getTime()

const soon: EventFactor = {
  name: 'soon',
  valueOf: (of, context) => (of.occurrence.all_day ? 0 : soonness(untilStart(of, context))),
  reasonOf: (of, context) => {
    const left = untilStart(of, context)
    return {
      value: Math.round(left / 60_000),
      because: left <= 0 ? 'it has begun' : `it begins in ${lengthOf(left)}`,
    }
  },
}

const conflict: EventFactor = {
  name: 'conflict',
  valueOf: (of, context) => (overlapsWith(of, context) > 0 ? 1 : 0),
  reasonOf: (of, context) => {
    const others = overlapsWith(of, context)
    return {
      value: others,
      because: `it is at the same time as ${others === 1 ? 'another event' : `${others} others`}`,
    }
  },
}

const changed: EventFactor = {
  name: 'changed',
  valueOf: (of, context) => (freshChanges(of, context).length > 0 ? 1 : 0),
  reasonOf: (of, context) => {
    const fields = [...new Set(freshChanges(of, context).map(({ field }) => field))]
    return { value: fields.length, because: `its ${fields.join(', ')} changed lately` }
  },
}

export const eventFactors: readonly EventFactor[] = [
  claim('event', () => true, 'it stands in your calendar'),
  soon,
  claim('needs_response', wantsResponse, 'you have not said whether you come'),
  conflict,
  changed,
  claim('no_agenda', lacksAgenda, 'it says nothing of what it is about'),
  claim('organised', isOrganisedByMe, 'you organise it'),
  claim('declined', ({ occurrence }) => occurrence.my_partstat === 'declined', 'you declined it'),
]

function isOrganisedByMe({ event: { organizer, attendees } }: EventOccurrence): boolean {
  if (organizer?.address === undefined || organizer.address === null) return false
  return attendees.some(({ is_me: isMe, person }) => isMe && person.address === organizer.address)
}
