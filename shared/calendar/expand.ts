/** Expands series of events: which occurrences they have in a while, each as it is where it says otherwise. Bounded, whatever the rules say. */
import {
  type CalendarEntry,
  type CalendarLength,
  type CalendarSeries,
  type CalendarTime,
  midnightOf,
} from '#shared/calendar/read'
import { type RecurrenceRule, ruleClocks, type StepBudget } from '#shared/calendar/rule'
import { type CalendarZone, clockAt, instantOn } from '#shared/calendar/zones'

/**
 * One occurrence. `start`, `end` and `recurrence` are instants in milliseconds, or, where it floats or lasts whole days,
 * clocks: milliseconds as if they were UTC.
 */
export type CalendarOccurrence = {
  /** When it would be if nothing had moved it: by this it is known. */
  recurrence: number
  start: number
  end: number
  kind: 'date' | 'floating' | 'zoned'
  isCancelled: boolean
  /** What speaks of it: the series' first, or what says otherwise of it. */
  entry: CalendarEntry
}

export type ExpandedSeries = {
  /** By start, then by recurrence. */
  occurrences: CalendarOccurrence[]
  /** There are more than the limit, or than could be looked at. */
  isTruncated: boolean
}

/** A rule is followed so many steps at most: a day is a step, for 54 years. */
const stepsAtMost = 20_000
/** No more changes of all that follow are looked at, of one series. */
const followersAtMost = 200
/** All rules of a calendar together. */
const stepsOfAll = 500_000
const hourMs = 3_600_000
const dayMs = 86_400_000
/** Floating times and whole days begin up to so much earlier or later, by where they are read. */
const floatMs = 14 * hourMs
/** What lasts longer, or is moved further, is found only where it begins within that of the window. */
const reachAtMostMs = 400 * dayMs

type Window = { from: Date; to: Date }

/** Handed to each series of a calendar in turn: the last ones cannot take more time than the first ones left. */
export const calendarBudget = (): StepBudget => ({ left: stepsOfAll, isOver: false })

/** Occurrences that overlap a while. Those that were called off are among them; those that a rule leaves out are not. */
export function expand(
  series: CalendarSeries,
  window: Window,
  limit: number,
  all: StepBudget = calendarBudget(),
): ExpandedSeries {
  const { first, others } = series
  const found = new Map<number, CalendarOccurrence>()
  const alone = others.filter(({ isFollowed }) => !isFollowed)
  const follow = first ? followersOf(others, first) : []
  const spoken = new Map(
    others.map((entry) => [first ? keyOf(entry, first) : startOf(entry.recurrence ?? entry.start), entry]),
  )
  let isTruncated = false

  if (first) {
    const reach = Math.min(
      reachAtMostMs,
      Math.max(spanOf(first), ...follow.map(({ entry }) => spanOf(entry))) +
        Math.max(0, ...follow.map(({ shift }) => Math.abs(shift))),
    )
    const steps = Math.max(0, Math.min(stepsAtMost, all.left))
    const budget: StepBudget = { left: steps, isOver: false }
    const spokenDays = daysSpokenOf(alone)
    for (const { key, clock, length } of occurrencesOf(first, window, reach, budget)) {
      if (spoken.has(key) || spokenDays.has(midnightOf(clock)) || found.has(key)) continue
      const occurrence = followed({ first, follow, key, clock, length })
      if (!overlaps(occurrence, window)) continue
      // One more than are given: whether there are more is said.
      if (found.size > limit) {
        isTruncated = true
        break
      }
      found.set(key, occurrence)
    }
    isTruncated ||= budget.isOver || follow.length === followersAtMost
    all.left -= steps - budget.left
  }
  for (const [key, entry] of spoken) {
    const start = startOf(entry.start)
    const made = madeOf(entry, start, endOf(entry.start, entry.length))
    // A series that was called off takes along what was said of its occurrences before that.
    const isCancelled = made.isCancelled || (first?.isCancelled === true && entry.sequence <= first.sequence)
    const occurrence = { ...made, isCancelled, recurrence: key }
    if (overlaps(occurrence, window)) found.set(key, occurrence)
  }
  const occurrences = [...found.values()].sort((a, b) => a.start - b.start || a.recurrence - b.recurrence)
  return { occurrences: occurrences.slice(0, limit), isTruncated: isTruncated || occurrences.length > limit }
}

const kindOf = (time: CalendarTime): CalendarOccurrence['kind'] =>
  time.kind === 'date' ? 'date' : time.zone ? 'zoned' : 'floating'

/** An instant, or a clock where it floats or is a day. */
const startOf = (time: CalendarTime): number => (time.zone ? instantOn(time.zone, time.clock).instant : time.clock)

const madeOf = (entry: CalendarEntry, start: number, end: number): Omit<CalendarOccurrence, 'recurrence'> => ({
  start,
  end: Math.max(start, end),
  kind: kindOf(entry.start),
  isCancelled: entry.isCancelled,
  entry,
})

/** When something ends that begins at a time: as it says; else a day where it is days, and nothing where it is a time. */
function endOf(start: CalendarTime, length: CalendarLength): number {
  const begin = startOf(start)
  if (length === null) return start.kind === 'date' ? begin + dayMs : begin
  if ('until' in length) {
    const end = sameKind(length.until, start)
    return start.kind === 'date' && end <= begin ? begin + dayMs : end
  }
  const { days, ms } = length.lasts
  if (start.kind === 'date') return begin + Math.max(1, days + Math.ceil(ms / dayMs)) * dayMs
  const later = start.zone ? instantOn(start.zone, start.clock + days * dayMs).instant : start.clock + days * dayMs
  return (days > 0 ? later : begin) + ms
}

/** A time as a number beside another: a clock beside clocks, an instant beside instants. */
function sameKind(time: CalendarTime, beside: CalendarTime): number {
  if (beside.kind === 'date') return midnightOf(time.clock)
  if (beside.zone) return time.zone ? startOf(time) : instantOn(beside.zone, time.clock).instant
  return time.clock
}

/** Which occurrence of a series it speaks of. A day alone speaks of that day's, at the hour of the series. */
function keyOf({ recurrence, start }: CalendarEntry, first: CalendarEntry): number {
  return keyIn(recurrence ?? start, first.start)
}

function keyIn(time: CalendarTime, series: CalendarTime): number {
  if (series.kind === 'date') {
    // An instant of another zone is the day that it is there.
    return midnightOf(time.clock)
  }
  if (time.kind === 'date') {
    const clock = time.clock + (series.clock - midnightOf(series.clock))
    return series.zone ? instantOn(series.zone, clock).instant : clock
  }
  return sameKind(time, series)
}

/** Days of which something is said by their date alone are told by it, too. */
function daysSpokenOf(entries: readonly CalendarEntry[]): Set<number> {
  return new Set(entries.flatMap(({ recurrence }) => (recurrence?.kind === 'date' ? recurrence.clock : [])))
}

const spanOf = ({ start, length }: CalendarEntry): number => Math.max(0, endOf(start, length) - startOf(start))

/** By how much it moves what follows, on the clock. */
function shiftOf({ start, recurrence }: CalendarEntry): number {
  if (!recurrence) return 0
  if (start.zone && recurrence.zone)
    return clockAt(start.zone, startOf(start)) - clockAt(start.zone, startOf(recurrence))
  return start.clock - recurrence.clock
}

/** What speaks of all from some occurrence on, and by how much it moves them. */
type Follower = { key: number; shift: number; entry: CalendarEntry }

function followersOf(others: readonly CalendarEntry[], first: CalendarEntry): Follower[] {
  return others
    .filter(({ isFollowed }) => isFollowed)
    .slice(0, followersAtMost)
    .map((entry) => ({ key: keyOf(entry, first), shift: shiftOf(entry), entry }))
    .sort((a, b) => a.key - b.key)
}

type Made = { key: number; clock: number; length: CalendarLength }

function overlaps({ start, end, kind }: Omit<CalendarOccurrence, 'recurrence'>, { from, to }: Window): boolean {
  const slack = kind === 'zoned' ? 0 : floatMs
  const ends = end > start ? end : start + 1
  return ends > from.getTime() - slack && start < to.getTime() + slack
}

/** What a rule, or a date that was added, makes: as the series says it, or as what speaks of all from some occurrence on. */
function followed({
  first,
  follow,
  key,
  clock,
  length,
}: Made & { first: CalendarEntry; follow: readonly Follower[] }): CalendarOccurrence {
  const follower = follow.findLast((one) => one.key <= key)
  const { zone, kind } = first.start
  if (!follower) {
    const start = { clock, zone, kind }
    return { ...madeOf(first, startOf(start), endAfter(start, first, length)), recurrence: key }
  }
  const { entry, shift } = follower
  const start = { clock: clock + shift, zone: entry.start.zone, kind: entry.start.kind }
  return { ...madeOf(entry, startOf(start), endAfter(start, entry, null)), recurrence: key }
}

/** RFC 5545, 3.8.5.3: an end that was written makes all last exactly as long, a duration as long as the clock has it. */
function endAfter(start: CalendarTime, { start: begin, length: own }: CalendarEntry, length: CalendarLength): number {
  if (length) return endOf(start, length)
  if (own && 'until' in own) return startOf(start) + Math.max(0, endOf(begin, own) - startOf(begin))
  return endOf(start, own)
}

/** All that a series comes to near a window, in no order: its first, by rules, by dates; without what is left out. */
function* occurrencesOf(
  first: CalendarEntry,
  { from, to }: Window,
  reach: number,
  budget: StepBudget,
): Generator<Made> {
  const { start } = first
  const near = { from: from.getTime() - reach - floatMs, to: to.getTime() + reach + floatMs }
  const isNear = (time: CalendarTime) => near.from - dayMs <= time.clock && time.clock <= near.to + dayMs
  const left = first.excluded.filter(isNear)
  const leftOut = new Set(left.map((time) => keyIn(time, start)))
  const daysLeftOut = new Set(left.flatMap((time) => (time.kind === 'date' ? time.clock : [])))
  const isIn = ({ key, clock }: Made) => !leftOut.has(key) && !daysLeftOut.has(midnightOf(clock))

  const begins: Made = { key: startOf(start), clock: start.clock, length: null }
  if (isIn(begins)) yield begins
  for (const { time, length } of first.added) {
    if (!isNear(time)) continue
    const made: Made = { key: keyIn(time, start), clock: clockIn(time, start), length }
    if (isIn(made)) yield made
  }
  for (const rule of first.rules)
    for (const made of ruleOccurrences(rule, start, near, budget)) if (isIn(made)) yield made
}

/** A time on the clock of a series. */
function clockIn(time: CalendarTime, series: CalendarTime): number {
  if (series.kind === 'date') return midnightOf(time.clock)
  const key = keyIn(time, series)
  return series.zone ? clockAt(series.zone, key) : key
}

/** From the first on where it counts, else from the window on. What the clock skips is left out, and not counted. */
function* ruleOccurrences(
  rule: RecurrenceRule,
  start: CalendarTime,
  near: { from: number; to: number },
  budget: StepBudget,
): Generator<Made> {
  const { zone } = start
  const isBeyond = isAfter(rule, zone)
  // The series' first is the first that counts, whether the rule has it or not.
  let counted = 1
  const from = rule.count === null ? Math.max(start.clock, near.from) : start.clock
  for (const clock of ruleClocks(rule, from, near.to, budget)) {
    if (clock === start.clock) continue
    if (rule.count !== null && counted >= rule.count) return
    const at = zone ? instantOn(zone, clock) : { instant: clock, isSkipped: false }
    if (at.isSkipped) continue
    if (isBeyond(clock, at.instant)) return
    counted += 1
    if (clock >= near.from) yield { key: at.instant, clock, length: null }
  }
}

/** Whether UNTIL is over. A day alone is over at its end, wherever the series is. */
function isAfter({ until }: RecurrenceRule, zone: CalendarZone | null): (clock: number, instant: number) => boolean {
  if (!until) return () => false
  if (until.kind === 'date') return (clock) => midnightOf(clock) > until.clock
  if (until.kind === 'utc' && zone) return (_, instant) => instant > until.clock
  return (clock) => clock > until.clock
}
