/** What parts of a phrase mean while it is put together: numbers, units, durations, times. */
import {
  type ClockTime,
  grainOfClock,
  halvesOf,
  inPart,
  likelyHalf,
  onDay,
  rangeOfClocks,
  type TimeOfDay,
} from '#shared/language/dates/clocks'
import { dayMs, fineness, floorTo, type Grain, type Wall } from '#shared/language/dates/grains'
import {
  both,
  closest,
  each,
  inside,
  type Moment,
  mapped,
  once,
  point,
  range,
  type Series,
  where,
} from '#shared/language/dates/series'
import { instantIn, type NamedZone, wallAt } from '#shared/language/dates/zones'

/** What is counted from: the reference time in the caller's zone. */
export type DateReading = { now: Wall; instant: number; zone: string }

export type DateForm =
  | 'year'
  | 'quarter'
  | 'season'
  | 'month'
  | 'week'
  | 'weekend'
  | 'weekday'
  | 'dayOfMonth'
  | 'monthDay'
  | 'fullDate'
  | 'relativeDay'
  | 'holiday'
  | 'instant'
  | 'range'

export type DatePart = {
  series: Series
  grain: Grain
  form: DateForm
  /** On its own day it means the next. */
  skipsCurrent?: boolean
  /** The year is said. */
  hasYear?: boolean
  /** 1 to 12, of a named month; 1 to 7 of a weekday. */
  number?: number
  /** Said as the end of something: whatever is before it may be as late as that. */
  isEnd?: boolean
}
export type Repetition = {
  freq: 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  by: readonly string[]
  until?: TimeNode
}

export type TimeNode = {
  kind: 'time'
  date?: DatePart
  timeOfDay?: TimeOfDay
  open?: 'after' | 'before'
  repetition?: Repetition
  /** A word that mostly means something else: counts only beside something that makes a date of it. */
  isWeak: boolean
  /** An hour said as a number alone. */
  isBare?: boolean
  isRelative: boolean
}
export type NumberNode = {
  kind: 'number'
  value: number /** How many figures it is written with; 0 in words. */
  figures: number
}
export type OrdinalNode = { kind: 'ordinal'; value: number; isFigure: boolean }
export type UnitNode = { kind: 'unit'; grain: Grain; count: number /** Written as ' or ". */; isMark: boolean }
export type DurationNode = { kind: 'duration'; count: number; grain: Grain }
export type Node = TimeNode | NumberNode | OrdinalNode | UnitNode | DurationNode

export const dateNode = (form: DateForm, grain: Grain, series: Series, more: Partial<TimeNode> = {}): TimeNode => ({
  kind: 'time',
  date: { series, grain, form },
  isWeak: false,
  isRelative: false,
  ...more,
})
export const clockNode = (at: ClockTime, isWeak = false): TimeNode => todNode({ kind: 'clock', at }, { isWeak })
export const todNode = (timeOfDay: TimeOfDay, more: Partial<TimeNode> = {}): TimeNode => ({
  kind: 'time',
  timeOfDay,
  isWeak: false,
  isRelative: false,
  ...more,
})
export const partNode = (from: number, to: number, half: 'am' | 'pm' | 'night', isWeak = true): TimeNode =>
  todNode({ kind: 'part', from, to, half }, { isWeak })

/** A series of one moment that is looked for when it is needed. */
export const late =
  (find: () => Moment | undefined): Series =>
  (from, direction) => {
    const found = find()
    return found ? once(found)(from, direction) : []
  }

export function grainOf({ date, timeOfDay }: TimeNode): Grain {
  if (!timeOfDay) return date?.grain ?? 'day'
  if (timeOfDay.kind === 'part') return 'hour'
  const grain =
    timeOfDay.kind === 'clock'
      ? grainOfClock(timeOfDay.at)
      : fineness(grainOfClock(timeOfDay.from)) < fineness(grainOfClock(timeOfDay.to))
        ? grainOfClock(timeOfDay.from)
        : grainOfClock(timeOfDay.to)
  return timeOfDay.zone !== undefined && grain === 'hour' ? 'minute' : grain
}

/** All that a phrase can mean, in order. */
export function momentsOf(node: TimeNode, reading: DateReading): Series {
  const { date, timeOfDay } = node
  if (!timeOfDay) return date?.series ?? (() => [])
  const grain = grainOf(node)
  const dated = date?.skipsCurrent
    ? where(date.series, (moment) => moment.start > reading.now || moment.end <= reading.now)
    : date?.series
  const days = dated && date ? daysOf(dated, date.grain) : each('day')
  return function* (from, direction) {
    // A range in another zone, or one over midnight, may be of the day before.
    for (const day of days(from - direction * 2 * dayMs, direction)) {
      const made = timesOn(day.start, timeOfDay, grain, date !== undefined, reading)
      if (direction === -1) made.reverse()
      for (const moment of made) if (direction === 1 ? moment.end > from : moment.end <= from) yield moment
    }
  }
}

function* flat(series: Series, from: Wall, direction: 1 | -1): Iterable<Moment> {
  for (const outer of series(from, direction)) {
    const days = inside(each('day'), outer)
    if (direction === -1) days.reverse()
    yield* days
  }
}
const daysOf = (series: Series, grain: Grain): Series =>
  fineness(grain) <= fineness('day')
    ? mapped(series, (moment) => point(floorTo(moment.start, 'day'), 'day'))
    : (from, direction) => flat(series, from, direction)

function timesOn(day: Wall, tod: TimeOfDay, grain: Grain, isDated: boolean, { zone }: DateReading): Moment[] {
  const at = (clock: ClockTime, named: NamedZone | undefined) => {
    const said = onDay(day, clock)
    if (named === undefined) return { start: said }
    const instant = instantIn(named, said)
    return { start: wallAt(instant, zone), instant }
  }
  if (tod.kind === 'part') return [range(day + tod.from * 3_600_000, day + tod.to * 3_600_000, 'hour')]
  if (tod.kind === 'clock') {
    const clocks = isDated || tod.zone !== undefined ? [likelyHalf(tod.at)] : halvesOf(tod.at)
    return clocks.map((clock) => {
      const { start, instant } = at(clock, tod.zone)
      return { ...point(start, grain), ...(instant === undefined ? {} : { instant }) }
    })
  }
  const [from, to] = [at(tod.from, tod.zone), at(tod.to, tod.zone)]
  return [range(from.start, to.start > from.start ? to.start : to.start + dayMs, grain)]
}

/** A part of the day and a clock time in it, or the same said more exactly. */
function refined(one: TimeOfDay, other: TimeOfDay): TimeOfDay | undefined {
  if (one.kind !== 'part' && other.kind === 'part') return refined(other, one)
  if (one.kind !== 'part' || other.kind === 'part') return undefined
  if (other.kind === 'clock') return { ...other, at: inPart(other.at, one.half) }
  return { ...other, ...rangeOfClocks(inPart(other.from, one.half), inPart(other.to, one.half), other.zone) }
}

/** Forms that say a whole day or more by themselves: only a weekday stands beside one. */
const closedForms = new Set<DateForm>(['fullDate', 'range', 'instant'])

/** What two phrases mean together: "Friday" and "the 13th", "tomorrow" and "at 9"; nothing where they contradict. */
export function meet(one: TimeNode, other: TimeNode, reading: DateReading): TimeNode | undefined {
  if (one.open || other.open || one.repetition || other.repetition) return undefined
  const timeOfDay =
    one.timeOfDay && other.timeOfDay ? refined(one.timeOfDay, other.timeOfDay) : (one.timeOfDay ?? other.timeOfDay)
  if (one.timeOfDay && other.timeOfDay && !timeOfDay) return undefined
  const date = one.date && other.date ? meetDates(one.date, other.date, reading) : (one.date ?? other.date)
  if (one.date && other.date && !date) return undefined
  if (timeOfDay && date && (date.form === 'range' || !hasDays(date))) return undefined
  return {
    kind: 'time',
    ...(date ? { date } : {}),
    ...(timeOfDay ? { timeOfDay } : {}),
    isWeak: false,
    isRelative: one.isRelative || other.isRelative,
  }
}

function meetDates(one: DatePart, other: DatePart, reading: DateReading): DatePart | undefined {
  if (one.form === other.form && one.form !== 'relativeDay') return undefined
  const forms = [one.form, other.form]
  const has = (form: DateForm) => forms.includes(form)
  if (has('instant') && !has('relativeDay')) return atOrAfter(one, other)
  if (forms.some((form) => closedForms.has(form)) && !has('weekday') && !has('relativeDay') && !has('year'))
    return undefined
  if (has('fullDate') && has('year')) return undefined
  // Where both are days, a weekday is looked for on the days of the other.
  const [first, second] = one.form === 'weekday' ? [other, one] : [one, other]
  const series = both(first.series, first.grain, second.series, second.grain)
  const grain = fineness(one.grain) < fineness(other.grain) ? one.grain : other.grain
  const form: DateForm = has('range')
    ? 'range'
    : has('year')
      ? grain === 'day'
        ? 'fullDate'
        : grain === 'month'
          ? 'month'
          : (forms.find((each) => each !== 'year') ?? 'year')
      : 'fullDate'
  // The year is not said, but the weekday tells which: the nearest in which they go together.
  if (has('weekday') && (has('monthDay') || has('holiday')))
    return { series: late(() => closest(series, point(floorTo(reading.now, 'day'), 'day'), 1)), grain, form }
  return { series, grain, form, ...(has('year') || one.hasYear || other.hasYear ? { hasYear: true } : {}) }
}

/** A clock time goes with a day, or with what was counted in months and years: "at 7 in 3 years". */
const hasDays = ({ grain, form }: DatePart) =>
  fineness(grain) === fineness('day') || (form === 'instant' && fineness(grain) > fineness('day'))

/** "March in a year", "Monday in two weeks": the first that does not begin before. */
function atOrAfter(one: DatePart, other: DatePart): DatePart | undefined {
  const [counted, named] = one.form === 'instant' ? [one, other] : [other, one]
  if (named.form === 'instant' || fineness(counted.grain) < fineness('day')) return undefined
  const find = () => {
    const [from] = [...counted.series(Number.NEGATIVE_INFINITY, 1)]
    if (!from) return undefined
    for (const moment of named.series(from.start, 1)) if (moment.start >= from.start) return moment
    return undefined
  }
  return { series: late(find), grain: named.grain, form: 'fullDate' }
}

/** The same, said so that it counts by itself. */
export const strong = (node: TimeNode): TimeNode => {
  const { isBare: _wasBare, ...rest } = node
  return { ...rest, isWeak: false }
}
export const isForm =
  (...forms: DateForm[]) =>
  ({ date, timeOfDay, open, repetition }: TimeNode): boolean =>
    date !== undefined && !timeOfDay && !open && !repetition && forms.includes(date.form)
/** Dates that are no more than that: neither open, nor again and again, nor with a time of day. */
export const isDate = ({ date, timeOfDay, open, repetition }: TimeNode): boolean =>
  date !== undefined && !timeOfDay && !open && !repetition
export const isClock = ({ date, timeOfDay, open, repetition }: TimeNode): boolean =>
  !date && timeOfDay?.kind === 'clock' && !open && !repetition
export const isPart = ({ date, timeOfDay, open, repetition }: TimeNode): boolean =>
  !date && timeOfDay?.kind === 'part' && !open && !repetition
export const isPlain = ({ open, repetition }: TimeNode): boolean => !open && !repetition
