/** Events as Google's API gives them, written as iCalendar: so that they are read and expanded as all others are. */
import type { calendar_v3 } from '@googleapis/calendar'
import { clockAt, zoneCalled } from '#shared/calendar/zones'

export type GoogleEvent = calendar_v3.Schema$Event

/** One series: its first with what says otherwise of its occurrences, or one event. */
export function icsOfGoogle(events: readonly GoogleEvent[]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap(linesOf), 'END:VCALENDAR', '']
  return lines.join('\r\n')
}

function linesOf(event: GoogleEvent): string[] {
  const { start, end, originalStartTime, attendees = [], organizer, conferenceData } = event
  // What was called off of a series says nothing but when it would have been.
  const begins = start ?? originalStartTime
  const join = conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri
  return [
    'BEGIN:VEVENT',
    line('UID', event.iCalUID ?? event.recurringEventId ?? event.id),
    ...time('DTSTART', begins),
    ...time('DTEND', end),
    ...time('RECURRENCE-ID', originalStartTime),
    ...(event.recurrence ?? []).map((one) => one.replace(/[\r\n]+/g, ' ')),
    `SEQUENCE:${event.sequence ?? 0}`,
    ...stamp('LAST-MODIFIED', event.updated),
    ...stamp('CREATED', event.created),
    ...text('SUMMARY', event.summary),
    ...text('DESCRIPTION', event.description),
    ...text('LOCATION', event.location),
    ...(event.htmlLink ? [line('URL', event.htmlLink)] : []),
    ...(join || event.hangoutLink ? [line('X-GOOGLE-CONFERENCE', join ?? event.hangoutLink)] : []),
    `STATUS:${(event.status ?? 'confirmed').toUpperCase()}`,
    `TRANSP:${event.transparency === 'transparent' ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...(organizer?.email ? [`ORGANIZER${named(organizer.displayName)}:mailto:${plain(organizer.email)}`] : []),
    ...attendees.flatMap(attendee),
    'END:VEVENT',
  ]
}

const plain = (value: string) => value.replace(/[\r\n]+/g, ' ')
const line = (name: string, value: string | null | undefined) => `${name}:${plain(value ?? '')}`
const named = (name: string | null | undefined) => (name ? `;CN="${plain(name).replaceAll('"', "'")}"` : '')

function text(name: string, value: string | null | undefined): string[] {
  if (!value) return []
  return [`${name}:${value.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')}`]
}

const answers: Record<string, string> = {
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
  tentative: 'TENTATIVE',
  needsAction: 'NEEDS-ACTION',
}

function attendee(one: calendar_v3.Schema$EventAttendee): string[] {
  if (!one.email) return []
  const type = one.resource ? ';CUTYPE=RESOURCE' : ''
  const role = one.optional ? ';ROLE=OPT-PARTICIPANT' : ''
  return [
    `ATTENDEE${named(one.displayName)}${type}${role};PARTSTAT=${answers[one.responseStatus ?? ''] ?? 'NEEDS-ACTION'}:mailto:${plain(one.email)}`,
  ]
}

const basic = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+Z$/g, '')

function stamp(name: string, iso: string | null | undefined): string[] {
  const ms = Date.parse(iso ?? '')
  return Number.isNaN(ms) ? [] : [`${name}:${basic(ms)}Z`]
}

/** In its zone where it has one: a series keeps its hour there. */
function time(name: string, at: calendar_v3.Schema$EventDateTime | undefined): string[] {
  if (at?.date) return [`${name};VALUE=DATE:${at.date.replaceAll('-', '')}`]
  const ms = Date.parse(at?.dateTime ?? '')
  if (Number.isNaN(ms)) return []
  const zone = at?.timeZone ? zoneCalled(at.timeZone) : undefined
  return zone ? [`${name};TZID=${at?.timeZone}:${basic(clockAt(zone, ms))}`] : [`${name}:${basic(ms)}Z`]
}
