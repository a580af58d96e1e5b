/** A briefing as a calendar: its events, and what was promised on the day that it is due. Pure. */
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { BriefedEvent, Briefing, Commitment } from '#db/documents/briefing'
import { dueEnd } from '#shared/briefing/due'
import { instantOf } from '#shared/briefing/instants'
import { dateText } from '#shared/briefing/moments'
import { eventTime, linkOf } from '#shared/briefing/wording'
import { sha256Hex } from '#shared/kernel/canonical'

const product = { company: 'Assay', product: 'Briefing', language: 'EN' }

/**
 * RFC 5545. The events under UIDs of the briefing's own, so that taking it in changes no event of any calendar; promises as
 * events that take no time from anybody. Same briefing, same bytes.
 */
export function briefingIcs(briefing: Briefing): string {
  const calendar = ical({
    prodId: product,
    name: `Briefing ${dateText(Date.parse(briefing.window.from), briefing.timezone)}`,
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const event of briefing.schedule.events) calendar.createEvent(ofEvent(event, briefing))
  const { mine, theirs } = briefing.commitments
  for (const commitment of [...mine, ...theirs])
    if (commitment.due !== null) {
      const made = ofPromise(commitment, commitment.due, briefing)
      if (made !== undefined) calendar.createEvent(made)
    }
  return ended(calendar.toString())
}

/** RFC 5545, 3.1: every line ends so, the last too. */
const ended = (text: string): string => (text.endsWith('\r\n') ? text : `${text}\r\n`)

function ofEvent(event: BriefedEvent, briefing: Briefing) {
  const { occurrence, location, conference_url: conference } = event
  const link = linkOf(conference)
  return {
    id: `${sha256Hex(event.event_id).slice(0, 40)}@briefing.assay`,
    stamp: new Date(briefing.generated_at),
    ...timesOf(event, briefing.timezone),
    summary: lineOf(event.title),
    description: lineOf(`${eventTime(event, briefing)}, from ${event.calendar}`),
    ...(location === null ? {} : { location: lineOf(location) }),
    ...(link === undefined ? {} : { url: link }),
    status: occurrence.status === 'tentative' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    transparency: occurrence.is_busy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
  }
}

/** Days are days everywhere; what floats is meant in the reader's zone, as the briefing has it. */
function timesOf({ occurrence }: BriefedEvent, timezone: string) {
  const [start, end] = [instantOf(occurrence.start, timezone), instantOf(occurrence.end, timezone)]
  if (!occurrence.all_day) return { start: new Date(start), end: new Date(end) }
  return { start: dateOf(start, timezone), end: dateOf(end, timezone), allDay: true }
}

const dateOf = (ms: number, timezone: string): Date => new Date(`${dateText(ms, timezone)}T00:00:00Z`)

function ofPromise(commitment: Commitment, due: NonNullable<Commitment['due']>, briefing: Briefing) {
  const { signal_id: id, span, text, who } = commitment
  const [start, end] = [instantOf(due.at, briefing.timezone), dueEnd(due)]
  if (Number.isNaN(start) || Number.isNaN(end)) return undefined
  const isTime = end - start < 86_340_000
  const day = dateOf(end, briefing.timezone)
  return {
    id: `${sha256Hex(`${id} ${span.field} ${span.start}`).slice(0, 40)}@briefing.assay`,
    stamp: new Date(briefing.generated_at),
    ...(isTime ? { start: new Date(start), end: new Date(start) } : { start: day, end: dayAfter(day), allDay: true }),
    summary: lineOf(`${who === null ? 'Promised by me' : `Promised by ${who}`}: ${text}`),
    description: lineOf(`said ${commitment.said_at}, confidence ${commitment.confidence}`),
    status: ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
  }
}

const dayAfter = (day: Date): Date => new Date(day.getTime() + 86_400_000)

/** On one line; what a calendar would take for a line of its own is a space. */
const lineOf = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
