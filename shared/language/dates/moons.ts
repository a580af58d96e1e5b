/** Days that other calendars set: the Easters, and days of the Hebrew, Islamic and Chinese calendars. */
import { dayMs, type Wall, wall } from '#shared/language/dates/grains'

/** Easter Sunday of the western churches (the anonymous Gregorian computus, as in Meeus, Astronomical Algorithms, ch. 8). */
export function easterOf(year: number): Wall {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const skipped = Math.floor(century / 4)
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - skipped - correction + 15) % 30
  const rest = year % 100
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * sunday) / 451)
  const sum = epact + sunday - 7 * late + 114
  return wall(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** Easter Sunday of the Orthodox churches: Meeus' Julian computus, in the Gregorian calendar. */
export function orthodoxEasterOf(year: number): Wall {
  const moon = (19 * (year % 19) + 15) % 30
  const sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
  const sum = moon + sunday + 114
  const offset = Math.floor(year / 100) - Math.floor(year / 400) - 2
  return wall(year, Math.floor(sum / 31), (sum % 31) + 1) + offset * dayMs
}

export type MoonCalendar = 'hebrew' | 'islamic-umalqura' | 'chinese'

const firstYear = 1900
const finalYear = 2100
const formats = new Map<MoonCalendar, Intl.DateTimeFormat>()
/** By calendar and year of ours: "Tishri 10" to the days that have it, one or two. */
const years = new Map<string, ReadonlyMap<string, readonly Wall[]>>()

function daysOfYear(calendar: MoonCalendar, year: number): ReadonlyMap<string, readonly Wall[]> {
  const key = `${calendar} ${year}`
  const kept = years.get(key)
  if (kept) return kept
  const month = calendar === 'hebrew' ? 'long' : 'numeric'
  const format =
    formats.get(calendar) ?? new Intl.DateTimeFormat(`en-u-ca-${calendar}`, { month, day: 'numeric', timeZone: 'UTC' })
  formats.set(calendar, format)
  const days = new Map<string, Wall[]>()
  for (let at = wall(year, 1); at < wall(year + 1, 1); at += dayMs) {
    const parts = format.formatToParts(at)
    const name = `${parts.find(({ type }) => type === 'month')?.value} ${parts.find(({ type }) => type === 'day')?.value}`
    days.set(name, [...(days.get(name) ?? []), at])
  }
  years.set(key, days)
  return days
}

/** The days of a year of ours that another calendar calls so, "Nisan 15" or "10 1"; none outside of 1900 to 2100. */
export function daysNamed(calendar: MoonCalendar, year: number, name: string): readonly Wall[] {
  if (year < firstYear || year > finalYear) return []
  return daysOfYear(calendar, year).get(name) ?? []
}
