/** Wall clocks and the grains that dates are said in: arithmetic without a zone. */
import type { DateExpression } from '#db/documents/meaning'

export type Grain = DateExpression['grain']

/** What a clock on the wall of the caller's zone shows, in milliseconds, counted as if that zone were UTC. */
export type Wall = number

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const order: readonly Grain[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']
const fixedMs: Partial<Record<Grain, number>> = {
  second: 1000,
  minute: minuteMs,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
}
/** 1 January 1970 was a Thursday, weeks begin on Monday. */
const mondayOffsetMs = 3 * dayMs

export const fineness = (grain: Grain): number => order.indexOf(grain)

/** One grain finer, as "in 3 days" is exact to the hour; weeks count in days, months and quarters too. */
export function finerThan(grain: Grain): Grain {
  if (grain === 'quarter') return 'month'
  if (grain === 'month' || grain === 'week') return 'day'
  if (grain === 'year') return 'month'
  return order[Math.max(0, order.indexOf(grain) - 1)] ?? 'second'
}

/** Months are 1 to 12; one that is past the end of its year or day of its month runs over. */
export function wall(year: number, month: number, day = 1, hour = 0, minute = 0, second = 0): Wall {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime() + hour * hourMs + minute * minuteMs + second * 1000
}

export const yearOf = (at: Wall): number => new Date(at).getUTCFullYear()
export const monthOf = (at: Wall): number => new Date(at).getUTCMonth() + 1
export const dayOf = (at: Wall): number => new Date(at).getUTCDate()
/** Monday is 1, Sunday 7. */
export const weekdayOf = (at: Wall): number => new Date(at).getUTCDay() || 7
export const daysInMonth = (year: number, month: number): number => dayOf(wall(year, month + 1, 0))

/** Where the grain that a moment lies in begins. */
export function floorTo(at: Wall, grain: Grain): Wall {
  if (grain === 'week') return Math.floor((at + mondayOffsetMs) / (7 * dayMs)) * 7 * dayMs - mondayOffsetMs
  const fixed = fixedMs[grain]
  if (fixed !== undefined) return Math.floor(at / fixed) * fixed
  const month = monthOf(at)
  if (grain === 'month') return wall(yearOf(at), month)
  if (grain === 'quarter') return wall(yearOf(at), month - ((month - 1) % 3))
  return wall(yearOf(at), 1)
}

/** So many grains later; the 31st of a month without one becomes its last day. */
export function plus(at: Wall, count: number, grain: Grain): Wall {
  const fixed = fixedMs[grain]
  if (fixed !== undefined) return at + count * fixed
  const months = Math.round(count * (grain === 'year' ? 12 : grain === 'quarter' ? 3 : 1))
  const first = wall(yearOf(at), monthOf(at) + months)
  const day = Math.min(dayOf(at), daysInMonth(yearOf(first), monthOf(first)))
  return first + (day - 1) * dayMs + (at - floorTo(at, 'day'))
}
