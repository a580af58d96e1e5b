/** Series of moments: every Monday, each 3 March, all Christmases, from a time on and back from it, found one by one. */
import { dayMs, fineness, floorTo, type Grain, plus, type Wall, wall, yearOf } from '#shared/language/dates/grains'

/** From `start` up to but without `end`; a point in its grain unless `isRange`. */
export type Moment = {
  start: Wall
  end: Wall
  grain: Grain
  isRange: boolean
  /** When its start is, in milliseconds since 1970, where the wall clock alone does not say it (an hour that is there twice). */
  instant?: number
}

/** 1: those that end after `from`, in their order. -1: those that end by then, the last first. */
export type Direction = 1 | -1
export type Series = (from: Wall, direction: Direction) => Iterable<Moment>

/** How many moments are looked at before a search is given up: 29 February is at most eight years off. */
const patience = 80
/** Days of a leap year, and no more, are counted within another moment. */
const mostWithin = 366
/** What is moved may pass by many that end up outside of what is asked for. */
const mostMissed = 500
const lastYear = 9999

export const point = (start: Wall, grain: Grain): Moment => ({
  start,
  end: plus(start, 1, grain),
  grain,
  isRange: false,
})
export const range = (start: Wall, end: Wall, grain: Grain): Moment => ({ start, end, grain, isRange: true })

/** One moment and no other. */
export const once =
  (moment: Moment): Series =>
  (from, direction) =>
    (direction === 1 ? moment.end > from : moment.end <= from) ? [moment] : []

/** Of a day that no calendar has: 30 February. What it is part of has no moment either. */
export const never: Series = () => []

/** Each day, each week … */
export const each = (grain: Grain): Series =>
  function* (from, direction) {
    let at = floorTo(from, grain)
    if (direction === -1) at = plus(at, -1, grain)
    for (;;) {
      yield point(at, grain)
      at = plus(at, direction, grain)
    }
  }

/** What a year has one of, or none. */
export const yearly = (find: (year: number) => Moment | undefined): Series =>
  function* (from, direction) {
    // What begins in one year may end in the next.
    let year = yearOf(from) - direction
    for (let tried = 0; tried < 200 && year >= 1 && year <= lastYear; tried += 1, year += direction) {
      const found = find(year)
      if (found && (direction === 1 ? found.end > from : found.end <= from)) yield found
    }
  }

/** Those of a series that hold something. */
export const where = (series: Series, holds: (moment: Moment) => boolean): Series =>
  function* (from, direction) {
    let missed = 0
    for (const moment of series(from, direction)) {
      if (holds(moment)) {
        missed = 0
        yield moment
      } else if (++missed > mostWithin) return
    }
  }

/** Each moment made into another; the order stays as long as they move alike. */
export const mapped = (series: Series, change: (moment: Moment) => Moment | undefined, reachMs = 0): Series =>
  function* (from, direction) {
    let missed = 0
    for (const moment of series(from - direction * reachMs, direction)) {
      const changed = change(moment)
      if (changed && (direction === 1 ? changed.end > from : changed.end <= from)) {
        missed = 0
        yield changed
      } else if (++missed > mostMissed) return
    }
  }

/** Those of the finer series that lie in a moment, in their order. */
export function inside(fine: Series, moment: Moment): Moment[] {
  const found: Moment[] = []
  for (const each of fine(moment.start, 1)) {
    if (each.start >= moment.end || found.length >= mostWithin) break
    if (each.start >= moment.start && each.end <= moment.end) found.push(each)
  }
  return found
}

/** What both say: "Friday" and "the 13th", "10 May" and "2024". The finer moments that lie in coarser ones. */
export function both(one: Series, oneGrain: Grain, other: Series, otherGrain: Grain): Series {
  const [coarse, fine] = fineness(oneGrain) >= fineness(otherGrain) ? [one, other] : [other, one]
  return function* (from, direction) {
    let tried = 0
    for (const outer of around(coarse, from, direction)) {
      if (++tried > patience) return
      const found = inside(fine, outer)
      if (direction === -1) found.reverse()
      for (const moment of found)
        if (direction === 1 ? moment.end > from : moment.end <= from) {
          tried = 0
          yield moment
        }
    }
  }
}

/** As a series goes, but backwards from the one that `from` lies in, which has begun and not ended. */
function* around(series: Series, from: Wall, direction: Direction): Iterable<Moment> {
  if (direction === -1)
    for (const current of series(from, 1)) {
      if (current.start < from) yield current
      break
    }
  yield* series(from, direction)
}

/** The `count`th from the start of each coarser moment, or from its end where it is negative. */
export const nthWithin = (fine: Series, coarse: Series, count: number): Series =>
  mapped(coarse, (outer) => inside(fine, outer).at(count > 0 ? count - 1 : count), 400 * dayMs)

/** Each moment so much later, in another grain where one is given. */
export const shifted = (series: Series, count: number, grain: Grain, asGrain?: Grain): Series =>
  mapped(
    series,
    (moment) => {
      const start = plus(asGrain ? floorTo(moment.start, asGrain) : moment.start, count, grain)
      if (asGrain) return point(start, asGrain)
      return { start, end: plus(moment.end, count, grain), grain: moment.grain, isRange: moment.isRange }
    },
    Math.abs(count) * approximateMs(grain) + 32 * dayMs,
  )

const approximateMs = (grain: Grain) => plus(wall(2001, 1), 1, grain) - wall(2001, 1)

/** The first after `from`, else the last before it. `skipsCurrent`: on a Tuesday, "Tuesday" is the next one. */
export function resolved(series: Series, from: Wall, skipsCurrent: boolean): Moment | undefined {
  for (const moment of series(from, 1)) if (!skipsCurrent || moment.start > from) return moment
  return previous(series, from, 1)
}

/** The `count`th that begins after `from`. */
export function following(series: Series, from: Wall, count: number): Moment | undefined {
  let left = count
  for (const moment of series(from, 1)) if (moment.start > from && --left === 0) return moment
  return undefined
}

/** The `count`th that had ended by `from`. */
export function previous(series: Series, from: Wall, count: number): Moment | undefined {
  let left = count
  for (const moment of series(from, -1)) if (--left === 0) return moment
  return undefined
}

/** By how far they are from a moment, before it or after it. */
export function closest(series: Series, to: Moment, count: number): Moment | undefined {
  const distance = (moment: Moment) => Math.max(0, moment.start - to.end, to.start - moment.end)
  const near: Moment[] = []
  for (const direction of [1, -1] as const) {
    let taken = 0
    for (const moment of series(to.start, direction)) {
      if (++taken > count + 1) break
      near.push(moment)
    }
  }
  return near.sort((a, b) => distance(a) - distance(b))[count - 1]
}
