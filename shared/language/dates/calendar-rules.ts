/** Rules of calendar dates: days of months, weekdays, years, parts of months and years, the nth of something. */
import { type DateRule, maybe, nodes, type RulePlace, rule, times, words } from '#shared/language/dates/chart'
import { lastYear, monthDay } from '#shared/language/dates/formats'
import { dayMs, fineness, floorTo, type Grain, plus, wall } from '#shared/language/dates/grains'
import { dayOfMonthSeries, lastPlainYear, namedQuarter } from '#shared/language/dates/lexical'
import { plainFollowers } from '#shared/language/dates/lexicon'
import {
  dateNode,
  isDate,
  isForm,
  isPart,
  isPlain,
  late,
  meet,
  strong,
  type TimeNode,
} from '#shared/language/dates/nodes'
import {
  closest,
  each,
  following,
  type Moment,
  mapped,
  never,
  nthWithin,
  once,
  point,
  previous,
  range,
  resolved,
} from '#shared/language/dates/series'

const ordinal = nodes('ordinal', ({ value }) => value >= 1 && value <= 31)
const day = nodes('number', ({ value, figures }) => figures >= 1 && figures <= 2 && value >= 1 && value <= 31)
const unit = nodes('unit', ({ isMark }) => !isMark)
const isMonth = (node: TimeNode): boolean => isForm('month')(node) && node.date?.number !== undefined
const month = times(isMonth)
const weekday = times(isForm('weekday'))
const wholeDays = times((node) => isDate(node) && node.date?.grain === 'day')
/** What holds days, weeks or weekdays: months, quarters, years, and what is said of one. */
const longer = times((node) => isDate(node) && node.date !== undefined && fineness(node.date.grain) >= fineness('week'))

const dayOfMonth = (value: number, isWeak: boolean): TimeNode =>
  dateNode('dayOfMonth', 'day', dayOfMonthSeries(value), { isWeak })

/** Whether what follows lets a bare ordinal be a day: "on the 25th we ship", not "on the 3rd floor". */
export function isFollowedPlainly({ run, to }: RulePlace): boolean {
  const next = run.pieces[to]?.word ?? run.after
  return next === '' || !/^\p{L}/u.test(next) || plainFollowers.has(next)
}

function dated({ date }: TimeNode, value: number): TimeNode | undefined {
  return monthDay(date?.number ?? 0, value)
}

const days: DateRule[] = [
  rule([ordinal, month], ([{ value }, named]) => dated(named, value)),
  rule([ordinal, words('of - /'), month], ([{ value }, , named]) => dated(named, value)),
  rule([day, month], ([{ value }, named]) => dated(named, value)),
  rule([day, words('of'), month], ([{ value }, , named]) => dated(named, value)),
  rule([month, maybe('the'), ordinal], ([named, , { value }]) => dated(named, value)),
  rule([month, day], ([named, { value }]) => dated(named, value)),
  // "Jun-01-2026".
  rule([month, words('-'), day, words('-'), times(isForm('year'))], ([named, , { value }, , year], { reading }) => {
    const made = dated(named, value)
    return made && meet(made, year, reading)
  }),
  rule(
    [
      times(isForm('monthDay')),
      maybe(','),
      nodes('number', ({ value, figures }) => figures === 4 && value > lastPlainYear),
    ],
    ([node, , { value }], place) => (isFollowedPlainly(place) ? farOff(node, value, place) : undefined),
  ),
  rule([words('the'), ordinal], ([, { value }], place) =>
    isFollowedPlainly(place)
      ? dayOfMonth(value, !place.run.pieces[place.to - 1]?.word.match(/^(?:st|nd|rd|th)$/))
      : undefined,
  ),
  rule([weekday, maybe(','), maybe('the'), ordinal], ([named, , , { value }], { reading }) =>
    meet(named, dayOfMonth(value, false), reading),
  ),
  rule(
    [
      ordinal,
      maybe('day'),
      words('of'),
      maybe('the'),
      times((node) => isDate(node) && node.date?.grain === 'month' && node.date.number === undefined),
    ],
    ([{ value }, , , , of], { reading }) => meet(dayOfMonth(value, false), of, reading),
  ),
  rule(
    [day, words('of'), times((node) => isDate(node) && node.date?.grain === 'month' && node.date.number === undefined)],
    ([{ value }, , of], { reading }) => meet(dayOfMonth(value, false), of, reading),
  ),
  // "The 15th" counts where something says that it is a day.
  rule([words('on'), times(isForm('dayOfMonth'))], ([, node]) => strong(node)),
  rule([words('on'), wholeDays], ([, node]) => strong(node)),
  rule([words('due'), maybe('on'), wholeDays], ([, , node]) => strong(node)),
  rule([words('on'), times(isPart)], ([, node]) => node),
  rule(
    [words('in during throughout'), maybe('the'), times(isForm('year', 'month', 'quarter', 'season', 'week'))],
    // "In the 2000 users" counts users.
    ([, the, node]) => (the !== '' && node.date?.form === 'year' ? undefined : strong(node)),
  ),
  rule([words('during over'), maybe('the'), times(isForm('weekend', 'holiday', 'range'))], ([, , node]) =>
    strong(node),
  ),
  rule([words('on at over'), maybe('the'), times(isForm('weekend'))], ([, , node]) => strong(node)),
  rule([words('the'), times((node) => isPlain(node) && node.date?.form !== 'year')], ([, node]) => node),
  rule(
    [
      words('around about approximately roughly circa sometime sometimes anytime'),
      maybe('in'),
      times((node) => isPlain(node) && !node.isBare),
    ],
    ([, , node]) => node,
  ),
  rule([words('at'), times(isForm('range', 'instant'))], ([, node]) => node),
  rule([words('in'), times(isForm('year')), maybe('a'), maybe('.'), words('d ad ce'), maybe('.')], ([, node]) =>
    strong(node),
  ),
  rule(
    [
      words('in'),
      nodes('number', ({ value, figures }) => figures > 0 && value > 0),
      words('a'),
      maybe('.'),
      words('d'),
      maybe('.'),
    ],
    ([, { value }]) => yearNode(value),
  ),
  rule(
    [words('in'), nodes('number', ({ value, figures }) => figures > 0 && value > 0), words('ad ce')],
    ([, { value }]) => yearNode(value),
  ),
]
/** Behind a day, figures that say no year by themselves do: the day is of that year and no other. */
const farOff = (node: TimeNode, year: number, { reading }: RulePlace): TimeNode | undefined =>
  year > lastYear ? dateNode('fullDate', 'day', never) : meet(node, yearNode(year), reading)
const yearNode = (value: number) => dateNode('year', 'year', once(point(wall(value, 1), 'year')))

/** "You may on Monday", "they march Friday": nobody says a month and then a weekday. */
const beside = (one: TimeNode, other: TimeNode, { reading }: RulePlace): TimeNode | undefined =>
  isMonth(one) && isForm('weekday')(other) ? undefined : meet(one, other, reading)

/** A season or a weekday beside a year, a day beside a weekday: both together. */
const together: DateRule[] = [
  rule(
    [times((node) => isPlain(node) && !node.isBare), times((node) => isPlain(node) && !node.isBare)],
    ([one, other], place) => beside(one, other, place),
  ),
  rule(
    [times((node) => isPlain(node) && !node.isBare), words(', @'), times((node) => isPlain(node) && !node.isBare)],
    ([one, , other], place) => beside(one, other, place),
  ),
  rule([times(isPart), words('of on'), maybe('the'), wholeDays], ([part, , , date], { reading }) =>
    meet(part, date, reading),
  ),
  rule(
    [
      times((node) => isDate(node) && node.date?.form !== 'year' && node.date?.form !== 'range'),
      words('of in'),
      maybe('the'),
      longer,
    ],
    ([one, , , other], { reading }) => meet(one, other, reading),
  ),
  rule([times(isForm('range')), words('of in'), times(isForm('year'))], ([one, , other], { reading }) =>
    meet(one, other, reading),
  ),
  rule([times(isForm('weekday')), words('from'), times(isForm('week'))], ([one, , other], { reading }) =>
    meet(one, other, reading),
  ),
]

const fine = (node: TimeNode, from: (moment: Moment) => Moment): TimeNode => {
  const { date } = node
  return date
    ? { ...node, isWeak: false, date: { series: mapped(date.series, from, 400 * dayMs), grain: 'day', form: 'range' } }
    : node
}

/** The first days, those in the middle and the last of a week, a month or a year. */
function partOf(node: TimeNode, which: 'early' | 'mid' | 'late'): TimeNode | undefined {
  const grain = node.date?.grain
  const cut = (moment: Moment): Moment => {
    const { start, end } = moment
    if (grain === 'week') {
      const day = (count: number) => start + count * dayMs
      return which === 'early'
        ? range(start, day(3), 'day')
        : which === 'mid'
          ? range(day(2), day(4), 'day')
          : range(day(4), end, 'day')
    }
    if (grain === 'year') {
      const at = (count: number) => plus(start, count, 'month')
      return which === 'early'
        ? range(start, at(3), 'month')
        : which === 'mid'
          ? range(at(5), at(7), 'month')
          : range(at(8), end, 'month')
    }
    const last = grain === 'month' ? start + 20 * dayMs : plus(end, -1, 'month') + 20 * dayMs
    const middle = start + Math.floor((end - start) / 2 / dayMs) * dayMs
    if (which === 'mid')
      return grain === 'month'
        ? range(start + 10 * dayMs, last, 'day')
        : range(middle - 5 * dayMs, middle + 5 * dayMs, 'day')
    return which === 'early' ? range(start, start + 10 * dayMs, 'day') : range(last, end, 'day')
  }
  if (grain === undefined || fineness(grain) < fineness('week') || node.date?.form === 'instant') return undefined
  const made = fine(node, cut)
  return grain === 'year' && made.date ? { ...made, date: { ...made.date, grain: 'month' } } : made
}

/** As it is said: "the end of March" ends where March does, "late March" only lies there. */
function saidPart(node: TimeNode, word: string): TimeNode | undefined {
  const part = partOf(node, ends[word] ?? 'mid')
  return part?.date && (word === 'end' || word === 'close') ? { ...part, date: { ...part.date, isEnd: true } } : part
}

const current = (grain: Grain, { reading }: RulePlace, offset = 0): TimeNode => {
  const start = plus(floorTo(reading.now, grain), offset, grain)
  return dateNode(formOfUnit(grain), grain, once(point(start, grain)), { isRelative: true })
}
export const formOfUnit = (grain: Grain): 'year' | 'quarter' | 'month' | 'week' | 'fullDate' =>
  grain === 'year' || grain === 'quarter' || grain === 'month' || grain === 'week' ? grain : 'fullDate'

const ends: Record<string, 'early' | 'mid' | 'late'> = {
  early: 'early',
  beginning: 'early',
  start: 'early',
  mid: 'mid',
  middle: 'mid',
  late: 'late',
  end: 'late',
  close: 'late',
}
const letterEnds: Record<string, readonly ['beginning' | 'end', Grain]> = {
  eow: ['end', 'week'],
  eom: ['end', 'month'],
  eoq: ['end', 'quarter'],
  eoy: ['end', 'year'],
  bom: ['beginning', 'month'],
  boy: ['beginning', 'year'],
}
const parts: DateRule[] = [
  rule([words('early mid late'), maybe('-'), maybe('in'), longer], ([which, , , node]) =>
    partOf(node, ends[which] ?? 'mid'),
  ),
  rule([words('beginning start middle end close'), words('of'), maybe('the'), longer], ([which, , , node]) =>
    saidPart(node, which),
  ),
  rule(
    [
      words('beginning start middle end close'),
      words('of'),
      maybe('the'),
      nodes('unit', ({ grain, isMark }) => !isMark && fineness(grain) >= fineness('week')),
    ],
    ([which, , , { grain }], place) => saidPart(current(grain, place), which),
  ),
  rule(
    [nodes('unit', ({ grain }) => grain === 'month' || grain === 'year' || grain === 'week'), maybe('-'), words('end')],
    ([{ grain }, ,], place) => (grain === 'week' ? undefined : saidPart(current(grain, place), 'end')),
  ),
  rule([words('eow eom eoq eoy bom')], ([which], place) => letters(which, place)),
  rule([words('the'), words('boy')], ([, which], place) =>
    place.run.pieces[place.to - 1]?.isCapital ? letters(which, place) : undefined,
  ),
  rule([words('last final'), words('of'), month], ([, , node]) => partOf(node, 'late')),
]
const letters = (word: string, place: RulePlace) => {
  const found = letterEnds[word]
  return found && saidPart(current(found[1], place), found[0])
}

/** Weekdays and weekends as well as units can be counted in a month or a year. */
const countable = (node: TimeNode) => isForm('weekday', 'weekend')(node)
const seriesOf = (node: TimeNode) => node.date?.series ?? each('day')
function nthIn(what: { series: ReturnType<typeof each>; grain: Grain }, of: TimeNode, count: number): TimeNode {
  const whole = of.date?.form === 'month' && of.date.number !== undefined ? of.date.series : seriesOf(of)
  return dateNode(what.grain === 'week' ? 'week' : 'fullDate', what.grain, nthWithin(what.series, whole, count), {
    isRelative: of.isRelative,
  })
}
const finalWords = 'last final'
const nth: DateRule[] = [
  rule([ordinal, unit, words('of in'), longer], ([{ value }, { grain }, , of]) =>
    fineness(grain) < fineness(of.date?.grain ?? 'day') ? nthIn({ series: each(grain), grain }, of, value) : undefined,
  ),
  rule([words(finalWords), unit, words('of in'), longer], ([, { grain }, , of]) =>
    fineness(grain) < fineness(of.date?.grain ?? 'day') ? nthIn({ series: each(grain), grain }, of, -1) : undefined,
  ),
  rule([ordinal, words(finalWords), unit, words('of in'), longer], ([{ value }, , { grain }, , of]) =>
    nthIn({ series: each(grain), grain }, of, -value),
  ),
  rule([ordinal, times(countable), words('of in'), longer], ([{ value }, node, , of]) =>
    nthIn({ series: seriesOf(node), grain: node.date?.grain ?? 'day' }, of, value),
  ),
  rule([words(finalWords), times(countable), words('of in'), longer], ([, node, , of]) =>
    nthIn({ series: seriesOf(node), grain: node.date?.grain ?? 'day' }, of, -1),
  ),
  rule([ordinal, words(finalWords), times(countable), words('of in'), longer], ([{ value }, , node, , of]) =>
    nthIn({ series: seriesOf(node), grain: node.date?.grain ?? 'day' }, of, -value),
  ),
  rule([words('the'), unit], ([, { grain, count }], place) =>
    count === 1 && fineness(grain) >= fineness('week') ? { ...current(grain, place), isWeak: true } : undefined,
  ),
  rule([ordinal, times(isForm('weekday')), words('after'), wholeDays], ([{ value }, node, , from]) =>
    after(node, from, value),
  ),
  rule([ordinal, times(isForm('weekday')), words('before'), wholeDays], ([{ value }, node, , from]) =>
    after(node, from, -value),
  ),
  rule([times(isForm('weekday')), words('after'), times(isForm('holiday', 'monthDay', 'fullDate'))], ([node, , from]) =>
    after(node, from, 1),
  ),
  rule(
    [times(isForm('weekday')), words('before'), times(isForm('holiday', 'monthDay', 'fullDate'))],
    ([node, , from]) => after(node, from, -1),
  ),
  rule([words('week'), words('of'), maybe('the'), wholeDays], ([, , , of]) => ({
    ...of,
    isWeak: false,
    date: {
      series: mapped(seriesOf(of), ({ start }) => point(floorTo(start, 'week'), 'week'), 8 * dayMs),
      grain: 'week',
      form: 'week',
    },
  })),
  rule([words('closest nearest'), wholeDays, words('to'), wholeDays], ([, node, , to], place) =>
    near(node, to, 1, place),
  ),
  rule([ordinal, words('closest nearest'), wholeDays, words('to'), wholeDays], ([{ value }, , node, , to], place) =>
    near(node, to, value, place),
  ),
  rule(
    [nodes('ordinal', ({ value }) => value <= 4), nodes('unit', ({ grain }) => grain === 'quarter')],
    ([{ value }]) => namedQuarter(value),
  ),
]
const after = (node: TimeNode, from: TimeNode, count: number): TimeNode =>
  dateNode(
    'fullDate',
    'day',
    mapped(
      seriesOf(from),
      (moment) =>
        count > 0 ? following(seriesOf(node), moment.start, count) : previous(seriesOf(node), moment.start, -count),
      400 * dayMs,
    ),
    { isRelative: from.isRelative },
  )
const near = (node: TimeNode, to: TimeNode, count: number, { reading }: RulePlace): TimeNode =>
  dateNode(
    'fullDate',
    'day',
    late(() => {
      const moment = resolved(seriesOf(to), reading.now, false)
      return moment && closest(seriesOf(node), moment, count)
    }),
    { isRelative: to.isRelative },
  )

export const calendarRules: readonly DateRule[] = [...days, ...together, ...parts, ...nth]
