/** Reads calendars: iCalendar text to series of events, and what of it could not be read. What a series comes to is for expand.ts. */
import { createHash } from 'node:crypto'
import { readClock, readDuration, type WrittenDuration, type WrittenTime } from '#shared/calendar/clock'
import {
  type CalendarPart,
  type CalendarProperty,
  calendarParts,
  propertiesNamed,
  propertyNamed,
  textOf,
} from '#shared/calendar/lines'
import { type RecurrenceRule, readRule, shownWord } from '#shared/calendar/rule'
import { type CalendarZone, utc, zonesNamed } from '#shared/calendar/zones'

/** A time with the zone that it is meant in: null where it floats or is a whole day. */
export type CalendarTime = WrittenTime & { zone: CalendarZone | null }

/** How long it lasts: until a time, for a while, or as long as such things do where nothing is said. */
export type CalendarLength = { until: CalendarTime } | { lasts: WrittenDuration } | null

/** One VEVENT: a series' first, or what one of its occurrences says otherwise. */
export type CalendarEntry = {
  part: CalendarPart
  start: CalendarTime
  length: CalendarLength
  rules: readonly RecurrenceRule[]
  /** In the zone of each, many: read when they are wanted. */
  added: readonly { time: CalendarTime; length: CalendarLength }[]
  excluded: readonly CalendarTime[]
  /** Which occurrence it speaks of; null: of the series. */
  recurrence: CalendarTime | null
  /** It speaks of all that follow as well. */
  isFollowed: boolean
  isCancelled: boolean
  isTentative: boolean
  isTransparent: boolean
  sequence: number
}

/** Everything that is said of one UID. Without a first where an invitation is to one occurrence alone. */
export type CalendarSeries = { uid: string; first: CalendarEntry | null; others: readonly CalendarEntry[] }

export type ReadCalendar = {
  series: CalendarSeries[]
  /** What could not be read, in words that repeat no text of the calendar but its names of zones and rules. */
  malformed: string[]
  /** Its end was there: nothing of it was cut off. */
  isWhole: boolean
}

/** More dates than these are not looked at, of one event. */
const datesAtMost = 200_000
const entriesAtMost = 100_000
const zonesAtMost = 1000
/** Of those that the calendar brings rules for. */
const ownZonesAtMost = 20

/** Undefined for what is no calendar. An event that cannot be read is named, and the others are there. */
export function readCalendar(text: string): ReadCalendar | undefined {
  const calendars = calendarParts(text.replaceAll('\0', '').toWellFormed()).filter(({ name }) => name === 'VCALENDAR')
  if (calendars.length === 0) return undefined
  const series = new Map<string, CalendarEntry[]>()
  const malformed: string[] = []
  const ownZones = { left: ownZonesAtMost }
  let count = 0
  for (const calendar of calendars) {
    const events = calendar.parts.filter(({ name }) => name === 'VEVENT')
    const reading = readingOf(calendar, events, { malformed, ownZones })
    for (const event of events) {
      count += 1
      if (count > entriesAtMost) continue
      const entry = entryOf(event, reading)
      if (!entry) continue
      const uid = uidOf(event)
      const kept = series.get(uid)
      if (kept) kept.push(entry)
      else series.set(uid, [entry])
    }
  }
  if (count > entriesAtMost)
    malformed.push(`${count - entriesAtMost} events more than the ${entriesAtMost} that are read`)
  return {
    series: [...series].map(([uid, entries]) => seriesOf(uid, entries)),
    malformed: [...new Set(malformed)],
    isWhole: calendars.every(({ isWhole }) => isWhole),
  }
}

type Reading = {
  zones: ReadonlyMap<string, CalendarZone>
  own: CalendarZone | null
  isCancel: boolean
  note: (what: string) => void
}

function readingOf(
  calendar: CalendarPart,
  events: readonly CalendarPart[],
  { malformed, ownZones }: { malformed: string[]; ownZones: { left: number } },
): Reading {
  const own = propertyNamed(calendar, 'X-WR-TIMEZONE')?.value.trim()
  const used = new Set(own ? [own] : [])
  for (const { properties } of events)
    for (const { parameters } of properties) {
      const { ['TZID']: name } = parameters
      if (name !== undefined && used.size < zonesAtMost) used.add(name)
    }
  const timezones = calendar.parts.filter(({ name }) => name === 'VTIMEZONE')
  const zones = zonesNamed(used, timezones, ownZones)
  for (const name of used)
    if (!zones.has(name)) malformed.push(`time zone ${shownWord(name)} is not known: its times are taken as they stand`)
  return {
    zones,
    own: (own ? zones.get(own) : undefined) ?? null,
    isCancel: propertyNamed(calendar, 'METHOD')?.value.trim().toUpperCase() === 'CANCEL',
    note: (what) => malformed.push(what),
  }
}

function entryOf(part: CalendarPart, reading: Reading): CalendarEntry | undefined {
  const lost = (why: string) => {
    reading.note(`an event could not be read: ${why}`)
    return undefined
  }
  if (!part.isWhole) return lost('it is cut off')
  const begins = propertyNamed(part, 'DTSTART')
  if (!begins) return lost('it has no DTSTART')
  const start = timeOf(begins, reading)
  if (!start) return lost(`DTSTART ${shownWord(begins.value)}`)
  const spoken = propertyNamed(part, 'RECURRENCE-ID')
  const recurrence = spoken ? timeOf(spoken, reading) : null
  if (recurrence === undefined) return lost(`RECURRENCE-ID ${shownWord(spoken?.value ?? '')}`)
  const status = propertyNamed(part, 'STATUS')?.value.trim().toUpperCase()
  const { ['RANGE']: range } = spoken?.parameters ?? {}
  return {
    part,
    start,
    length: lengthOf(part, start, reading),
    // What speaks of one occurrence has no rule of its own.
    rules: recurrence ? [] : rulesOf(part, start, reading),
    added: recurrence ? [] : datesNamed(part, 'RDATE', reading),
    excluded: recurrence ? [] : datesNamed(part, 'EXDATE', reading).map(({ time }) => time),
    recurrence,
    isFollowed: range?.toUpperCase() === 'THISANDFUTURE',
    isCancelled: reading.isCancel || status === 'CANCELLED',
    isTentative: status === 'TENTATIVE',
    isTransparent:
      propertyNamed(part, 'TRANSP')?.value.trim().toUpperCase() === 'TRANSPARENT' ||
      propertyNamed(part, 'X-MICROSOFT-CDO-BUSYSTATUS')?.value.trim().toUpperCase() === 'FREE',
    sequence: Math.max(0, Math.trunc(Number(propertyNamed(part, 'SEQUENCE')?.value) || 0)),
  }
}

/** A time as the property says it. Undefined where it is none. */
function timeOf({ value, parameters }: CalendarProperty, reading: Reading): CalendarTime | undefined {
  const written = readClock(value)
  return written && inZone(written, parameters, reading)
}

function inZone(
  written: WrittenTime,
  parameters: Readonly<Record<string, string>>,
  { zones, own }: Reading,
): CalendarTime {
  if (written.kind === 'date') return { ...written, zone: null }
  if (written.kind === 'utc') return { ...written, zone: utc }
  const { ['TZID']: name } = parameters
  return { ...written, zone: (name === undefined ? undefined : zones.get(name)) ?? own }
}

function lengthOf(part: CalendarPart, start: CalendarTime, reading: Reading): CalendarLength {
  const end = propertyNamed(part, 'DTEND')
  const until = end && timeOf(end, reading)
  if (until)
    return { until: start.kind === 'date' ? { ...until, kind: 'date', clock: midnightOf(until.clock) } : until }
  const duration = propertyNamed(part, 'DURATION')
  const lasts = duration && readDuration(duration.value)
  return lasts ? { lasts } : null
}

const dayMs = 86_400_000
/** The midnight that a clock's day begins with. */
export const midnightOf = (clock: number): number => Math.floor(clock / dayMs) * dayMs

function rulesOf(part: CalendarPart, start: CalendarTime, reading: Reading): RecurrenceRule[] {
  // RFC 5545 has one at most; a second one is read as well, as older calendars have it.
  return propertiesNamed(part, 'RRULE')
    .slice(0, 4)
    .flatMap(({ value }) => {
      const read = readRule(value, start)
      if (read.ok) return read.rule
      reading.note(`a rule of recurrence could not be read, its event stands alone: ${read.why}`)
      return []
    })
}

/** Lists of dates, times and periods, a property or many, a value or many. */
function datesNamed(
  part: CalendarPart,
  name: string,
  reading: Reading,
): { time: CalendarTime; length: CalendarLength }[] {
  const dates: { time: CalendarTime; length: CalendarLength }[] = []
  for (const { value, parameters } of propertiesNamed(part, name))
    for (const text of value.split(',')) {
      if (dates.length >= datesAtMost) {
        reading.note(`more than ${datesAtMost} dates of one event: the rest is not read`)
        return dates
      }
      const [begin = '', end] = text.split('/', 2)
      const written = readClock(begin)
      if (!written) {
        if (text.trim() !== '') reading.note(`${name} ${shownWord(text)} could not be read`)
        continue
      }
      dates.push({ time: inZone(written, parameters, reading), length: periodEnd(end, parameters, reading) })
    }
  return dates
}

function periodEnd(
  text: string | undefined,
  parameters: Readonly<Record<string, string>>,
  reading: Reading,
): CalendarLength {
  if (text === undefined) return null
  const lasts = readDuration(text)
  if (lasts) return { lasts }
  const until = readClock(text)
  return until ? { until: inZone(until, parameters, reading) } : null
}

/** What has none gets one of what it says, the same each time it is read. */
function uidOf(part: CalendarPart): string {
  const uid = propertyNamed(part, 'UID')?.value.trim()
  if (uid) return uid.slice(0, 500)
  const said = ['DTSTART', 'SUMMARY', 'RRULE'].map((name) => textOf(propertyNamed(part, name)))
  return `without-uid-${createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 32)}`
}

/** Of two that speak of the same, the later version counts, then the later stamp, then the later line. */
function seriesOf(uid: string, entries: readonly CalendarEntry[]): CalendarSeries {
  const latest = new Map<string, CalendarEntry>()
  for (const entry of entries) {
    const { recurrence } = entry
    const key = recurrence ? `${recurrence.clock} ${recurrence.kind} ${recurrence.zone?.name}` : ''
    const other = latest.get(key)
    if (!other || isNewer(entry, other)) latest.set(key, entry)
  }
  const kept = [...latest.values()]
  return {
    uid,
    first: kept.find(({ recurrence }) => recurrence === null) ?? null,
    others: kept.filter(({ recurrence }) => recurrence !== null),
  }
}

function isNewer(one: CalendarEntry, other: CalendarEntry): boolean {
  if (one.sequence !== other.sequence) return one.sequence > other.sequence
  const stampOf = ({ part }: CalendarEntry) => readClock(propertyNamed(part, 'DTSTAMP')?.value ?? '')?.clock ?? 0
  return stampOf(one) >= stampOf(other)
}
