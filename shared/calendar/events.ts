/** Events as a briefing keeps them, out of calendars: who, where, when it comes in a while, and how whose calendar it is stands to it. */
import type { Attendee, EventFacts, Occurrence, SourcePerson } from '#db/documents/item'
import { readClock } from '#shared/calendar/clock'
import { type CalendarOccurrence, calendarBudget, type ExpandedSeries, expand } from '#shared/calendar/expand'
import {
  type CalendarPart,
  type CalendarProperty,
  propertiesNamed,
  propertyNamed,
  textOf,
} from '#shared/calendar/lines'
import { conferenceUrlOf } from '#shared/calendar/meeting'
import { type CalendarEntry, type CalendarSeries, readCalendar } from '#shared/calendar/read'

/** What a calendar says of one UID. `text` is what a person reads of its description, `hiddenText` what only a machine does. */
export type CalendarEvent = {
  title: string
  text: string
  hiddenText: string
  url: string | null
  at: Date
} & Pick<
  EventFacts,
  | 'uid'
  | 'calendar'
  | 'sequence'
  | 'location'
  | 'timezone'
  | 'organizer'
  | 'attendees'
  | 'conference_url'
  | 'rule_text'
  | 'occurrences'
  | 'expanded'
>

export type AboutCalendar = {
  /** What it is called. */
  calendar: string
  from: Date
  to: Date
  /** Where there are too many occurrences, those after it come first. */
  at?: Date
  /** Addresses of whose calendar it is, in lower case. */
  me: readonly string[]
  /** Of one event; 500 where nothing is said. */
  limit?: number
  /** For descriptions that are HTML; they stand as they are where nobody reads it. */
  readable?: (html: string) => { text: string; hidden: string }
}

export class CalendarUnreadable extends Error {
  constructor() {
    super('this is no calendar: it has no BEGIN:VCALENDAR')
    this.name = 'CalendarUnreadable'
  }
}

const occurrencesAtMost = 500
const attendeesAtMost = 500
const missingAtMost = 50
const titleAtMost = 500
const textAtMost = 20_000

/**
 * Events that come in the time that is asked for, those that were called off as well, in the order of the calendar.
 * `missing` says what could not be read, `isWhole` that nothing was cut off. @throws CalendarUnreadable
 */
export function calendarEvents(
  text: string,
  about: AboutCalendar,
): { events: CalendarEvent[]; missing: string[]; isWhole: boolean } {
  const read = readCalendar(text)
  if (!read) throw new CalendarUnreadable()
  const missing = [...read.malformed]
  const events: CalendarEvent[] = []
  const budget = calendarBudget()
  for (const series of read.series) {
    const expanded = expandedAround(series, about, budget)
    if (expanded.isTruncated)
      missing.push(`an event comes more often than can be shown: ${expanded.occurrences.length} of its times are`)
    if (expanded.occurrences.length > 0) events.push(eventOf(series, expanded.occurrences, about))
  }
  return { events, missing: shownOf(missing), isWhole: read.isWhole }
}

/** A calendar that is wrong throughout says so some times, and then how often. */
export function shownOf(missing: readonly string[]): string[] {
  const all = [...new Set(missing)]
  const more = all.length - missingAtMost
  return more > 0 ? [...all.slice(0, missingAtMost), `${more} more could not be read`] : all
}

/** By this name an event is the same wherever it comes from: in a calendar, in an invitation by mail. */
export const aboutEvent = (uid: string): string => `ical:${uid}`

function expandedAround(
  series: CalendarSeries,
  { from, to, at, limit = occurrencesAtMost }: AboutCalendar,
  budget: ReturnType<typeof calendarBudget>,
): ExpandedSeries {
  const whole = expand(series, { from, to }, limit, budget)
  if (!whole.isTruncated || at === undefined || at <= from) return whole
  const { occurrences } = expand(series, { from: at, to }, limit, budget)
  return occurrences.length > 0 ? { occurrences, isTruncated: true } : whole
}

/** One event of its series. @param occurrences at least one. */
export function eventOf(
  series: CalendarSeries,
  occurrences: readonly CalendarOccurrence[],
  about: AboutCalendar,
): CalendarEvent {
  const { first, others, uid } = series
  const entry = first ?? others[0] ?? occurrences[0]?.entry
  if (!entry) throw new Error('a series has at least one event')
  const entries = [...(first ? [first] : []), ...others]
  const { part } = entry
  const me = new Set(about.me)
  const answerOf = answersFor(me)
  const { text, hiddenText } = describedBy(part, about)
  const location = textOf(propertyNamed(part, 'LOCATION')).slice(0, titleAtMost) || null
  const title = titleOf(part)
  const url = webAddress(propertyNamed(part, 'URL')?.value)
  const [rule] = first?.rules ?? []
  return {
    title,
    text,
    hiddenText,
    url,
    at: new Date(entries.reduce((latest, one) => Math.max(latest, changedAt(one)), 0)),
    uid,
    calendar: about.calendar,
    sequence: entries.reduce((latest, one) => Math.max(latest, one.sequence), 0),
    location,
    timezone: entry.start.kind === 'local' ? (entry.start.zone?.name ?? null) : null,
    organizer: organizerOf(part),
    attendees: attendeesOf(part, me),
    conference_url: conferenceUrlOf({ properties: part.properties, location, text }),
    rule_text: rule?.text ?? null,
    occurrences: occurrences.map((one) => occurrenceOf(one, entry, answerOf)),
    expanded: { from: about.from.toISOString(), to: about.to.toISOString() },
  }
}

function occurrenceOf(one: CalendarOccurrence, series: CalendarEntry, answerOf: AnswerOf): Occurrence {
  const { entry, kind, isCancelled } = one
  const written = (ms: number): string => {
    const text = new Date(ms).toISOString()
    if (kind === 'date') return text.slice(0, 10)
    return kind === 'floating' ? text.slice(0, 19) : text
  }
  const mine = answerOf(entry)
  const status = isCancelled ? 'cancelled' : entry.isTentative ? 'tentative' : 'confirmed'
  const title = titleOf(entry.part)
  const location = textOf(propertyNamed(entry.part, 'LOCATION')).slice(0, titleAtMost) || null
  const isOther = entry !== series
  return {
    id: written(one.recurrence),
    start: written(one.start),
    end: written(one.end),
    all_day: kind === 'date',
    floating: kind === 'floating',
    status,
    is_busy: !entry.isTransparent && !isCancelled && mine !== 'declined',
    ...(isOther && title !== titleOf(series.part) ? { title } : {}),
    ...(isOther && location !== (textOf(propertyNamed(series.part, 'LOCATION')).slice(0, titleAtMost) || null)
      ? { location }
      : {}),
    my_partstat: mine,
  }
}

const titleOf = (part: CalendarPart): string => textOf(propertyNamed(part, 'SUMMARY')).trim().slice(0, titleAtMost)

function describedBy(part: CalendarPart, { readable }: AboutCalendar): { text: string; hiddenText: string } {
  const description = textOf(propertyNamed(part, 'DESCRIPTION'))
  const markup = textOf(propertyNamed(part, 'X-ALT-DESC'))
  const said = description.trim() === '' ? markup : description
  if (!readable || !/<\/?(?:html|body|p|br|div|span|a|ul|ol|li|b|i|u|table)\b[^>]*>/i.test(said))
    return { text: said.slice(0, textAtMost), hiddenText: '' }
  const { text, hidden } = readable(said.slice(0, 10 * textAtMost))
  return { text: text.slice(0, textAtMost), hiddenText: hidden.slice(0, textAtMost) }
}

/** When it last changed at its source, as far as it says so. */
function changedAt({ part, start }: CalendarEntry): number {
  for (const name of ['LAST-MODIFIED', 'CREATED', 'DTSTAMP']) {
    const clock = readClock(propertyNamed(part, name)?.value ?? '')?.clock
    if (clock !== undefined) return clock
  }
  return start.clock
}

function webAddress(text: string | undefined): string | null {
  const url = URL.parse(text?.trim() ?? '')
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url.href : null
}

function personOf({ value, parameters }: CalendarProperty): SourcePerson {
  const { ['CN']: name, ['EMAIL']: email } = parameters
  const address = (/^mailto:(.+)$/i.exec(value.trim())?.[1] ?? email ?? '').trim().toLowerCase()
  return {
    name: name?.trim().slice(0, 200) || null,
    address: address.includes('@') ? decoded(address).slice(0, 320) : null,
    handle: null,
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

function organizerOf(part: CalendarPart): SourcePerson | null {
  const organizer = propertyNamed(part, 'ORGANIZER')
  return organizer ? personOf(organizer) : null
}

const partstats: Record<string, Attendee['partstat']> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
  'NEEDS-ACTION': 'needs_action',
  DELEGATED: 'delegated',
}

/** RFC 5545: who says nothing has not answered yet. */
const partstatSaid = ({
  parameters: { ['PARTSTAT']: said = 'NEEDS-ACTION' },
}: CalendarProperty): Attendee['partstat'] => partstats[said.toUpperCase()] ?? 'unknown'

function attendeesOf(part: CalendarPart, me: ReadonlySet<string>): Attendee[] {
  const organizer = organizerOf(part)?.address ?? null
  return propertiesNamed(part, 'ATTENDEE')
    .slice(0, attendeesAtMost)
    .map((property) => {
      const person = personOf(property)
      return {
        person,
        role: roleOf(property, person.address !== null && person.address === organizer),
        partstat: partstatSaid(property),
        is_me: person.address !== null && me.has(person.address),
      }
    })
}

function roleOf({ parameters }: CalendarProperty, isOrganizer: boolean): Attendee['role'] {
  const { ['CUTYPE']: type = '', ['ROLE']: role = '' } = parameters
  if (/^(RESOURCE|ROOM)$/i.test(type)) return 'resource'
  if (isOrganizer) return 'organizer'
  if (/^CHAIR$/i.test(role)) return 'chair'
  return /^(OPT|NON)-PARTICIPANT$/i.test(role) ? 'optional' : 'required'
}

type AnswerOf = (entry: CalendarEntry) => Attendee['partstat']

/** Looks through who is invited once an entry, however often it comes. */
function answersFor(me: ReadonlySet<string>): AnswerOf {
  const known = new Map<CalendarEntry, Attendee['partstat']>()
  return (entry) => {
    const answer = known.get(entry) ?? partstatOf(entry.part, me)
    known.set(entry, answer)
    return answer
  }
}

/** What is one's own, or called by oneself, is accepted. */
function partstatOf(part: CalendarPart, me: ReadonlySet<string>): Attendee['partstat'] {
  const attendees = propertiesNamed(part, 'ATTENDEE').slice(0, attendeesAtMost)
  const isMe = (property: CalendarProperty) => me.has(personOf(property).address ?? '')
  const mine = attendees.find(isMe)
  if (mine) return partstatSaid(mine)
  const organizer = propertyNamed(part, 'ORGANIZER')
  return attendees.length === 0 || (organizer && isMe(organizer)) ? 'accepted' : 'unknown'
}
