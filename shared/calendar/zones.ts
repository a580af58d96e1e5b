/** Zones of calendars: IANA's, Windows' names for them, and those that a calendar brings along under a name that nobody else knows. */
import { findIana } from 'windows-iana'
import { clocksOfDates, readClock } from '#shared/calendar/clock'
import { type CalendarPart, propertiesNamed, propertyNamed } from '#shared/calendar/lines'
import { clocksBetween, isYearly, readRule } from '#shared/calendar/rule'

export type CalendarZone = {
  /** IANA's; null where there is none for it. */
  name: string | null
  /** Milliseconds east of Greenwich at an instant. */
  offsetAt: (instantMs: number) => number
}

export const utc: CalendarZone = { name: 'UTC', offsetAt: () => 0 }

/** What a zone's clock shows at an instant, in milliseconds as if it were UTC. */
export const clockAt = (zone: CalendarZone, instantMs: number): number => instantMs + zone.offsetAt(instantMs)

const dayMs = 86_400_000

/**
 * When a zone's clock shows this. What it shows twice is the first of them; what it skips is as much later as it skips,
 * with `isSkipped` said of it (RFC 5545, 3.3.5).
 */
export function instantOn(zone: CalendarZone, clock: number): { instant: number; isSkipped: boolean } {
  const before = zone.offsetAt(clock - dayMs)
  const after = zone.offsetAt(clock + dayMs)
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    const instant = clock - offset
    if (zone.offsetAt(instant) === offset) return { instant, isSkipped: false }
  }
  return { instant: clock - before, isSkipped: true }
}

type Span = { from: number; to: number; offset: number }

/** Asks for spans between two changes of the clock, each once. */
function remembering(spanAt: (instantMs: number) => Span): (instantMs: number) => number {
  const spans: Span[] = []
  let latest: Span | undefined
  return (instantMs) => {
    const has = (span: Span | undefined) => span !== undefined && span.from <= instantMs && instantMs < span.to
    if (!has(latest)) {
      latest = spans.find(has)
      if (!latest) {
        latest = spanAt(instantMs)
        spans.push(latest)
      }
    }
    return latest?.offset ?? 0
  }
}

/** Undefined where there is none of that name. */
function ianaZone(name: string): CalendarZone | undefined {
  const at = (instantMs: number) => Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(name)
  try {
    at(0)
  } catch {
    return undefined
  }
  const spanAt = (instantMs: number): Span => {
    const here = at(instantMs)
    // The one before a change of the clock is not the change itself.
    const last = at(instantMs + 1).getTimeZoneTransition('previous')
    const next = here.getTimeZoneTransition('next')
    return {
      from: last?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      to: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offset: here.offsetNanoseconds / 1_000_000,
    }
  }
  return { name: at(0).timeZoneId, offsetAt: remembering(spanAt) }
}

/** By its IANA name, alone or at the end of a path (`/mozilla.org/20250101/Europe/Berlin`), or by what Windows calls it. */
export function zoneCalled(name: string): CalendarZone | undefined {
  const plain = name.trim().replace(/^"|"$/g, '')
  if (plain === '' || plain.length > 200) return undefined
  const parts = plain.split('/').filter((part) => part !== '')
  const ends = plain.startsWith('/') ? [3, 2, 1].map((count) => parts.slice(-count).join('/')) : [plain]
  for (const end of ends) {
    // A number alone is an offset to Temporal, but a name to whoever wrote it.
    const zone = /^[A-Za-z]/.test(end) ? ianaZone(end) : undefined
    if (zone) return zone
  }
  const [known] = findIana(plain)
  return known === undefined ? undefined : ianaZone(known)
}

/**
 * The zones that a calendar names, as far as they are known: to the world, or by what the calendar itself says of them.
 * @param own how many may still be had by the calendar's own rules, which take time: counted down.
 */
export function zonesNamed(
  names: Iterable<string>,
  timezones: readonly CalendarPart[],
  own: { left: number },
): Map<string, CalendarZone> {
  const brought = new Map(timezones.map((part) => [propertyNamed(part, 'TZID')?.value.trim(), part]))
  const zones = new Map<string, CalendarZone>()
  for (const name of names) {
    const part = brought.get(name.trim())
    const location = part && propertyNamed(part, 'X-LIC-LOCATION')?.value
    const zone =
      zoneCalled(name) ??
      (location === undefined ? undefined : zoneCalled(location)) ??
      (part && own.left-- > 0 ? zoneOfPart(part) : undefined) ??
      fixedZone(name)
    if (zone) zones.set(name, zone)
  }
  return zones
}

/** `GMT+2`, `UTC-05:30`: hours east of Greenwich, as people write them. */
function fixedZone(name: string): CalendarZone | undefined {
  const [, sign, hours = '', minutes = '0'] = /^(?:GMT|UTC)? ?([+-])(\d{1,2}):?(\d{2})?$/i.exec(name.trim()) ?? []
  const size = Number(hours) * 3_600_000 + Number(minutes) * 60_000
  if (sign === undefined || size >= dayMs) return undefined
  return { name: null, offsetAt: () => (sign === '-' ? -size : size) }
}

/** A change of the clock, at `instant`. */
type Onset = { instant: number; offset: number }
type Observance = { from: number; to: number; firstClock: number; inYear: (year: number) => number[] }

const observancesAtMost = 100
const datesAtMost = 1000
const yearsBackAtMost = 150

/** A VTIMEZONE by its own rules. Undefined where it has none that can be read. */
function zoneOfPart(part: CalendarPart): CalendarZone | undefined {
  const observances = part.parts.slice(0, observancesAtMost).flatMap((one) => observanceOf(one) ?? [])
  const [first] = observances.toSorted((a, b) => a.firstClock - b.firstClock)
  if (!first) return undefined
  const firstYear = new Date(first.firstClock).getUTCFullYear()
  const years = new Map<number, Onset[]>()
  const onsetsIn = (year: number): Onset[] => {
    const known = years.get(year)
    if (known) return known
    const onsets = observances
      .flatMap(({ from, to, inYear }) => inYear(year).map((clock) => ({ instant: clock - from, offset: to })))
      .sort((a, b) => a.instant - b.instant)
    years.set(year, onsets)
    return onsets
  }
  const spanAt = (instantMs: number): Span => {
    const year = new Date(instantMs).getUTCFullYear()
    const next = [...onsetsIn(year), ...onsetsIn(year + 1)].find(({ instant }) => instant > instantMs)
    const to = Math.min(next?.instant ?? Number.POSITIVE_INFINITY, Date.UTC(year + 1, 0, 1))
    for (let back = year; back >= firstYear - 1 && back > year - yearsBackAtMost; back -= 1) {
      const last = onsetsIn(back).findLast(({ instant }) => instant <= instantMs)
      if (last) return { from: Math.max(last.instant, Date.UTC(year, 0, 1)), to, offset: last.offset }
    }
    return { from: Math.min(instantMs, Date.UTC(year, 0, 1)), to, offset: first.from }
  }
  return { name: null, offsetAt: remembering(spanAt) }
}

function observanceOf(part: CalendarPart): Observance | undefined {
  const from = offsetOf(propertyNamed(part, 'TZOFFSETFROM')?.value)
  const to = offsetOf(propertyNamed(part, 'TZOFFSETTO')?.value)
  const start = readClock(propertyNamed(part, 'DTSTART')?.value ?? '')
  if (from === undefined || to === undefined || !start) return undefined
  const dates = propertiesNamed(part, 'RDATE').flatMap(({ value }) => clocksOfDates(value))
  const once = [start.clock, ...dates.slice(0, datesAtMost)].sort((a, b) => a - b)
  const ruleText = propertyNamed(part, 'RRULE')?.value
  const rule = ruleText === undefined ? undefined : readRule(ruleText, start)
  // What changes its clock more often than some times a year is none that anybody lives by.
  const yearly = rule?.ok && isYearly(rule.rule) ? rule.rule : undefined
  const until = yearly?.until ? yearly.until.clock + (yearly.until.kind === 'utc' ? from : 0) : Number.POSITIVE_INFINITY
  const inYear = (year: number): number[] => {
    const begin = Date.UTC(year, 0, 1)
    const end = Date.UTC(year + 1, 0, 1) - 1
    const byRule = yearly
      ? clocksBetween(yearly, Math.max(begin, start.clock), end).filter((clock) => clock <= until)
      : []
    return [...new Set([...byRule, ...once.filter((clock) => begin <= clock && clock <= end)])]
  }
  return { from, to, firstClock: once[0] ?? start.clock, inYear }
}

function offsetOf(text: string | undefined): number | undefined {
  const found = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text?.trim() ?? '')
  if (!found) return undefined
  const [, sign, hours, minutes, seconds = '0'] = found
  const size = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000
  return size >= dayMs ? undefined : sign === '-' ? -size : size
}
