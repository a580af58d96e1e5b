/** What stands in a calendar as date, time, duration or period: read as clocks, which know no zone. */

/** `clock`: milliseconds as if it were UTC. A date is its midnight. */
export type WrittenTime = { clock: number; kind: 'date' | 'local' | 'utc' }

/** Days last as long as the clock says, the rest as long as it says itself. */
export type WrittenDuration = { days: number; ms: number }

/** Undefined for what is no date and no time there ever is. */
export function readClock(text: string): WrittenTime | undefined {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/i.exec(text.trim())
  if (!found) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  // A leap second is the one before it; years below a thousand are slips of the pen, and mean others to Date.
  if (year < 1000 || hour > 23 || minute > 59 || second > 60) return undefined
  const date = Date.UTC(year, month - 1, day)
  const read = new Date(date)
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return undefined
  if (found[4] === undefined) return { clock: date, kind: 'date' }
  const clock = date + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000
  return { clock, kind: found[7] ? 'utc' : 'local' }
}

/** The clocks of a list of dates or times; those that cannot be read are left out. */
export const clocksOfDates = (value: string): number[] =>
  value.split(',').flatMap((text) => readClock(text)?.clock ?? [])

/** Undefined for what is none, and for what goes backwards. */
export function readDuration(text: string): WrittenDuration | undefined {
  const found = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i.exec(
    text.trim(),
  )
  if (!found) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}
