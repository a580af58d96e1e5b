/** Days, clocks and moments in the zone of whoever reads. Pure. */

const zonedAt = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(zone)

/** RFC 3339 with the offset that the zone has then, to the second. */
export const momentText = (ms: number, zone: string): string =>
  zonedAt(ms, zone).toString({ timeZoneName: 'never', smallestUnit: 'second' })

/** 07:41 */
export const clockText = (ms: number, zone: string): string =>
  zonedAt(ms, zone).toPlainTime().toString({ smallestUnit: 'minute' })

/** The day that it is there, as 2026-11-22. */
export const dateText = (ms: number, zone: string): string => zonedAt(ms, zone).toPlainDate().toString()

/** When a day begins there. @param days after that day; negative: before. */
export const dayStart = (date: string, zone: string, days = 0): number =>
  Temporal.PlainDate.from(date).add({ days }).toZonedDateTime(zone).epochMilliseconds

/** 1 is Monday, 7 Sunday. */
export const dayOfWeekOf = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek

/** When the clocks show this on a day. @param time as 09:00. */
export const clockMoment = (date: string, time: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
    .epochMilliseconds

/**
 * What a briefing is about: the day that is asked for, from its first moment to the next day's, which is 23 or 25 hours where
 * clocks change. With hours: so many from now, or from the beginning of a day that is not today.
 * @param date as 2026-11-22; null: today.
 */
export function windowOf({
  date,
  window_hours: hours,
  timezone,
  at,
}: {
  date: string | null
  window_hours: number | null
  timezone: string
  at: Date
}): { from: Date; to: Date } {
  const today = dateText(at.getTime(), timezone)
  const day = date ?? today
  const from = hours !== null && day === today ? at.getTime() : dayStart(day, timezone)
  const to = hours === null ? dayStart(day, timezone, 1) : from + hours * 3_600_000
  return { from: new Date(from), to: new Date(to) }
}
