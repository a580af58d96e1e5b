/** Rules of what is counted from now: this, next and last, durations ago and hence, so many of a unit. */

import { formOfUnit, isFollowedPlainly } from '#shared/language/dates/calendar-rules'
import { type DateRule, maybe, nodes, type RulePlace, rule, times, words } from '#shared/language/dates/chart'
import { fineness, finerThan, floorTo, type Grain, plus, weekdayOf } from '#shared/language/dates/grains'
import { dayFromNow, nowNode, tonight, weekendSeries } from '#shared/language/dates/lexical'
import {
  type DateReading,
  type DurationNode,
  dateNode,
  isDate,
  isForm,
  isPart,
  late,
  meet,
  type Node,
  strong,
  type TimeNode,
} from '#shared/language/dates/nodes'
import { type each, following, once, point, previous, range, resolved, shifted } from '#shared/language/dates/series'
import { wallAt } from '#shared/language/dates/zones'

const unit = nodes('unit', ({ isMark }) => !isMark)
/** What is called this or next: a "last minute" and a "last day" are something else. */
const cycle = nodes('unit', ({ grain, count, isMark }) => !isMark && count === 1 && fineness(grain) >= fineness('week'))
const count = nodes('number', ({ value }) => value > 0 && value < 10_000)
const named = times(isForm('weekday', 'month', 'quarter', 'season', 'holiday', 'monthDay', 'weekend', 'range'))
const lasts = 'last past previous'
const nexts = 'next coming upcoming following'

const cycleAt = (grain: Grain, offset: number, { reading }: RulePlace): TimeNode =>
  dateNode(formOfUnit(grain), grain, once(point(plus(floorTo(reading.now, grain), offset, grain), grain)), {
    isRelative: true,
  })

const dated = (
  node: TimeNode,
  find: (series: ReturnType<typeof each>, now: number) => ReturnType<typeof resolved>,
  { reading }: RulePlace,
): TimeNode | undefined => {
  const { date } = node
  if (!date) return undefined
  const series = late(() => find(date.series, reading.now))
  return dateNode(date.form === 'weekday' ? 'fullDate' : date.form, date.grain, series, { isRelative: true })
}

/** "Next Friday" is that of next week; "next March" and "next Christmas" are the first to begin. */
function next(node: TimeNode, place: RulePlace): TimeNode | undefined {
  const { date } = node
  if (date?.form !== 'weekday' && date?.form !== 'weekend')
    return dated(node, (series, now) => following(series, now, 1), place)
  const week = cycleAt('week', 1, place)
  if (date.form === 'weekend')
    return dated(node, () => resolved(weekendSeries, plus(floorTo(place.reading.now, 'week'), 1, 'week'), false), place)
  const made = meet(node, week, place.reading)
  return made && { ...made, isRelative: true }
}

const seasonNow = ({ reading }: RulePlace, offset: number): TimeNode => {
  const starts = [12, 3, 6, 9].map((month, at) => ({ month, day: [21, 20, 21, 23][at] ?? 21 }))
  const series = (from: number) => {
    const year = new Date(from).getUTCFullYear()
    return [year - 1, year, year + 1]
      .flatMap((each) => starts.map(({ month, day }) => Date.UTC(each, month - 1, day)))
      .sort((a, b) => a - b)
  }
  const all = series(reading.now)
  const current = all.findLastIndex((start) => start <= reading.now)
  const [start = reading.now, end = reading.now] = [all[current + offset], all[current + offset + 1]]
  return dateNode('range', 'day', once(range(start, end - 86_400_000, 'day')), { isRelative: true })
}

/** "This in January" is not this January. */
const isDirect = ({ run, from }: RulePlace) =>
  !/^(?:in|on|at|during|over|by|the)$/.test(run.pieces[from + 1]?.word ?? '')

const upcoming = (node: TimeNode, place: RulePlace): TimeNode | undefined =>
  isDirect(place) ? { ...strong(node), isRelative: true } : undefined

const cycles: DateRule[] = [
  rule([words('this current'), cycle], ([, { grain }], place) => cycleAt(grain, 0, place)),
  rule([words('all'), maybe('this'), cycle], ([, , { grain }], place) => cycleAt(grain, 0, place)),
  rule([words(nexts), cycle], ([, { grain }], place) => cycleAt(grain, 1, place)),
  rule([words(lasts), cycle], ([, { grain }], place) => cycleAt(grain, -1, place)),
  rule(
    [nodes('unit', ({ grain }) => fineness(grain) >= fineness('week')), words('after'), words('next')],
    ([{ grain }], place) => cycleAt(grain, 2, place),
  ),
  rule(
    [nodes('unit', ({ grain }) => fineness(grain) >= fineness('week')), words('before'), words('last')],
    ([{ grain }], place) => cycleAt(grain, -2, place),
  ),
  rule([words('this current'), words('season seasons')], (_, place) => seasonNow(place, 0)),
  rule([words(nexts), words('season seasons')], (_, place) => seasonNow(place, 1)),
  rule([words(lasts), words('season seasons')], (_, place) => seasonNow(place, -1)),
  rule([words('this'), words(lasts), named], ([, , node], place) =>
    dated(node, (series, now) => previous(series, now, 1), place),
  ),
  rule([words('this'), words(nexts), named], ([, , node]) => strong(node)),
  rule([words('this current'), named], ([, node], place) => upcoming(node, place)),
  rule([words('next'), named], ([, node], place) => (isDirect(place) ? next(node, place) : undefined)),
  rule([words('coming upcoming following'), named], ([, node], place) => upcoming(node, place)),
  rule([words(lasts), named], ([, node], place) =>
    isDirect(place) ? dated(node, (series, now) => previous(series, now, 1), place) : undefined,
  ),
  rule([times(isForm('weekday', 'weekend', 'month')), words('after'), words('next')], ([node], place) =>
    dated(node, (series, now) => following(series, now, 2), place),
  ),
  rule([times(isForm('weekday', 'month')), words('before'), words('last')], ([node], place) =>
    dated(node, (series, now) => previous(series, now, 2), place),
  ),
]

const days: DateRule[] = [
  rule([words('day'), words('after'), words('tomorrow tommorow tmrw tmr')], (_, { reading }) => dayFromNow(reading, 2)),
  rule([words('day'), words('before'), words('yesterday')], (_, { reading }) => dayFromNow(reading, -2)),
  rule([words('right just'), words('now')], (_, { reading }) => nowNode(reading, false)),
  rule([words('as'), words('of'), words('now')], (_, { reading }) => nowNode(reading, false)),
  rule([words('at'), words('the'), words('moment')], (_, { reading }) => nowNode(reading, false)),
  rule([words('at'), words('this'), words('time')], (_, { reading }) => dayFromNow(reading, 0)),
  rule([words('this'), times(isPart)], ([, part], { reading }) => meet(dayFromNow(reading, 0), part, reading)),
  rule([words('last'), words('night')], (_, { reading }) => ({
    ...tonight(reading),
    ...pick(dayFromNow(reading, -1)),
  })),
  rule([words('late'), times((node) => node.timeOfDay?.kind === 'part' && !node.open)], ([, node]) => lateIn(node)),
  rule(
    [words('early'), times((node) => node.timeOfDay?.kind === 'part' && node.timeOfDay.half === 'am' && !node.open)],
    ([, node]) => earlyIn(node),
  ),
  rule([words('early'), words('hours'), words('of'), maybe('the'), times(isPart)], ([, , , , node]) => earlyIn(node)),
  rule([times(isPart), words('ish')], ([node]) => node),
]
const pick = ({ date }: TimeNode) => (date ? { date } : {})
const lateIn = (node: TimeNode): TimeNode | undefined =>
  node.timeOfDay?.kind === 'part'
    ? { ...node, timeOfDay: { ...node.timeOfDay, from: node.timeOfDay.to - 3 } }
    : undefined
const earlyIn = (node: TimeNode): TimeNode | undefined =>
  node.timeOfDay?.kind === 'part'
    ? { ...node, timeOfDay: { ...node.timeOfDay, to: Math.min(node.timeOfDay.to, 9) } }
    : undefined

/** A share of a unit is counted in the next finer one: half an hour is thirty minutes. */
const finer: Partial<Record<Grain, readonly [Grain, number]>> = {
  minute: ['second', 60],
  hour: ['minute', 60],
  day: ['hour', 24],
  week: ['day', 7],
  year: ['month', 12],
}
function durationOf(value: number, { grain, count: each }: { grain: Grain; count: number }): DurationNode | undefined {
  const whole = value * each
  if (Number.isInteger(whole)) return { kind: 'duration', count: whole, grain }
  const [smaller, parts] = finer[grain] ?? []
  return smaller && parts && Number.isInteger(whole * parts)
    ? { kind: 'duration', count: whole * parts, grain: smaller }
    : undefined
}
const someUnit = nodes('unit')
const durations: DateRule[] = [
  rule([count, someUnit], ([{ value }, { grain, count: each }]) => durationOf(value, { grain, count: each })),
  rule([count, words('more additional'), unit], ([{ value }, , of]) => durationOf(value, of)),
  rule([words('a an'), unit], ([, of]) => durationOf(1, of)),
  rule([words('half'), words('a an'), unit], ([, , of]) => durationOf(0.5, of)),
  rule([words('half'), unit], ([, of]) => durationOf(0.5, of)),
  rule([words('a'), words('half'), unit], ([, , of]) => durationOf(0.5, of)),
  rule([words('a'), words('quarter'), words('of'), words('a an'), unit], ([, , , , of]) => durationOf(0.25, of)),
  rule([words('quarter'), words('of'), words('a an'), unit], ([, , , of]) => durationOf(0.25, of)),
  rule([words('three'), maybe('-'), words('quarters quarter'), words('of'), words('a an'), unit], ([, , , , , of]) =>
    durationOf(0.75, of),
  ),
  rule([count, words('and'), words('a an'), words('half'), unit], ([{ value }, , , , of]) =>
    durationOf(value + 0.5, of),
  ),
  rule([words('a an one'), unit, words('and'), words('a'), words('half')], ([, of]) => durationOf(1.5, of)),
  rule([nodes('duration'), words('or'), words('so')], ([node]) => node),
]

/** So much later or earlier, as exact as one grain below what it was counted in; hours and less by the clock that runs. */
export function counted(
  { count: many, grain }: DurationNode,
  { now, instant, zone }: DateReading,
  sign: 1 | -1,
): TimeNode {
  const exact = finerThan(grain)
  if (fineness(grain) <= fineness('hour')) {
    const at = Math.floor(plus(instant, sign * many, grain) / 1000) * 1000
    const start = floorTo(wallAt(at, zone), exact)
    const moment = { ...point(start, exact), instant: at - (wallAt(at, zone) - start) }
    return dateNode('instant', exact, once(moment), { isRelative: true })
  }
  return dateNode('instant', exact, once(point(floorTo(plus(now, sign * many, grain), exact), exact)), {
    isRelative: true,
  })
}

const moved = (
  node: TimeNode,
  { count: many, grain }: DurationNode,
  sign: 1 | -1,
  { reading }: RulePlace,
): TimeNode | undefined => {
  const { date } = node
  if (!date || node.timeOfDay) return undefined
  const { series, skipsCurrent = false } = date
  // A week from Friday is counted from the Friday that is meant; each Friday is a week after another.
  const from = date.form === 'weekday' ? late(() => resolved(series, reading.now, skipsCurrent)) : series
  return { ...dateNode('fullDate', date.grain, shifted(from, sign * many, grain)), isRelative: node.isRelative }
}
const base = times((node) => isDate(node) && node.date?.form !== 'range' && node.date?.form !== 'year')
const about = maybe('about around approximately roughly just exactly only')
const duration = nodes('duration', ({ count: many }) => many < 100_000)
const oneOf = (grain: string): DurationNode => ({ kind: 'duration', count: 1, grain: grain === 'day' ? 'day' : 'week' })

const offsets: DateRule[] = [
  rule([words('in'), about, maybe('the'), duration], ([, , , node], { reading }) => counted(node, reading, 1)),
  rule([words('after'), duration], ([, node], { reading }) => counted(node, reading, 1)),
  rule([duration, words('ago back earlier')], ([node], { reading }) => counted(node, reading, -1)),
  // "A year ago today", to the day.
  rule([duration, words('ago'), times(isForm('relativeDay'))], ([node, , from], place) => moved(from, node, -1, place)),
  rule([duration, words('hence later')], ([node], { reading }) => counted(node, reading, 1)),
  rule([duration, words('from'), words('now')], ([node], { reading }) => counted(node, reading, 1)),
  rule([duration, words('from'), words('this'), words('moment')], ([node], { reading }) => counted(node, reading, 1)),
  rule([duration, words('after from following'), maybe('the'), base], ([node, , , from], place) =>
    moved(from, node, 1, place),
  ),
  rule([duration, words('before prior'), maybe('to the'), base], ([node, , , from], place) =>
    moved(from, node, -1, place),
  ),
  rule(
    [words('the'), words('day week'), words('after'), times(isForm('holiday', 'monthDay', 'fullDate'))],
    ([, grain, , from], place) => moved(from, oneOf(grain), 1, place),
  ),
  rule(
    [words('the'), words('day week'), words('before'), times(isForm('holiday', 'monthDay', 'fullDate'))],
    ([, grain, , from], place) => moved(from, oneOf(grain), -1, place),
  ),
  // "Friday week", as the British say it, not "a Friday week report".
  rule([times(isForm('weekday')), words('week')], ([node], place) =>
    isFollowedPlainly(place) ? moved(node, oneOf('week'), 1, place) : undefined,
  ),
  rule([count, times(isForm('weekday')), words('from'), words('now')], ([{ value }, node], place) =>
    dated(node, (series, now) => following(series, now, value), place),
  ),
  rule([count, times(isForm('weekday')), words('ago back')], ([{ value }, node], place) =>
    dated(node, (series, now) => previous(series, now, value), place),
  ),
  // A named month or day, counted: "March in a year", "Christmas two years ago".
  rule(
    [times(isForm('month', 'holiday', 'weekday', 'season')), times(isForm('instant'))],
    ([node, from], { reading }) => meet(node, from, reading),
  ),
]

/** So many days from Monday to Friday after or before today; holidays are the caller's to know. */
export function workdays(many: number, sign: 1 | -1, { reading }: RulePlace): TimeNode | undefined {
  if (!Number.isInteger(many) || many > 1000) return undefined
  let at = floorTo(reading.now, 'day')
  for (let left = many; left > 0; ) {
    at = plus(at, sign, 'day')
    if (weekdayOf(at) <= 5) left -= 1
  }
  return dateNode('relativeDay', 'day', once(point(at, 'day')), { isRelative: true })
}
const business = words('business working')
const workingDays: DateRule[] = [
  rule([words('in'), count, business, words('day days')], ([, { value }], place) => workdays(value, 1, place)),
  rule([count, business, words('day days'), words('from'), words('now today')], ([{ value }], place) =>
    workdays(value, 1, place),
  ),
  rule([count, business, words('day days'), words('later')], ([{ value }], place) => workdays(value, 1, place)),
  rule([count, business, words('day days'), words('ago')], ([{ value }], place) => workdays(value, -1, place)),
]

const spans: DateRule[] = [
  rule([words(lasts), count, unit], ([, { value }, of], place) => several(of.grain, -value * of.count, place)),
  rule([words('next following coming'), count, unit], ([, { value }, of], place) =>
    several(of.grain, value * of.count, place),
  ),
  rule([words('upcoming'), count, unit], ([, { value }, { grain }], place) => cycleAt(grain, value, place)),
  rule([count, words('upcoming'), unit], ([{ value }, , { grain }], place) => cycleAt(grain, value, place)),
]
function several(grain: Grain, many: number, { reading }: RulePlace): Node | undefined {
  if (Math.abs(many) > 10_000) return undefined
  const here = floorTo(reading.now, grain)
  const [start, end] = many < 0 ? [plus(here, many, grain), here] : [plus(here, 1, grain), plus(here, many + 1, grain)]
  return dateNode('range', grain, once(range(start, end, grain)), { isRelative: true })
}

export const relativeRules: readonly DateRule[] = [
  ...cycles,
  ...days,
  ...durations,
  ...offsets,
  ...workingDays,
  ...spans,
]
