/** Rules of what comes again and again, as RFC 5545 says it: every Monday at nine, the last Friday of each month, daily. */
import { type DateRule, maybe, nodes, type RulePlace, rule, times, words } from '#shared/language/dates/chart'
import { likelyHalf } from '#shared/language/dates/clocks'
import { dayOf, floorTo, type Grain, monthOf, weekdayOf } from '#shared/language/dates/grains'
import { dayOfMonthSeries, weekdaySeries } from '#shared/language/dates/lexical'
import { isForm, isPlain, meet, type Repetition, type TimeNode } from '#shared/language/dates/nodes'
import { each, nthWithin, once, point, resolved, type Series, where } from '#shared/language/dates/series'

const codes = ['', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const frequencies: Partial<Record<Grain, Repetition['freq']>> = {
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
}

const repeated = (
  date: NonNullable<TimeNode['date']>,
  freq: Repetition['freq'],
  interval: number,
  by: readonly string[],
): TimeNode => ({
  kind: 'time',
  date,
  repetition: { freq, interval, by },
  isWeak: false,
  isRelative: true,
})
const onWeekdays = (numbers: readonly number[], interval = 1): TimeNode => {
  const series: Series =
    numbers.length === 1 && numbers[0] !== undefined
      ? weekdaySeries(numbers[0])
      : where(each('day'), ({ start }) => numbers.includes(weekdayOf(start)))
  const by = numbers.map((number) => codes[number]).join(',')
  return repeated({ series, grain: 'day', form: 'weekday', skipsCurrent: numbers.length === 1 }, 'WEEKLY', interval, [
    `BYDAY=${by}`,
  ])
}
function everyUnit(grain: Grain, interval: number, { reading }: RulePlace): TimeNode | undefined {
  const isQuarter = grain === 'quarter'
  const freq = isQuarter ? 'MONTHLY' : frequencies[grain]
  if (!freq || interval < 1 || interval > 1000 || !Number.isInteger(interval)) return undefined
  const start = floorTo(reading.now, grain)
  const series = grain === 'day' && interval === 1 ? each('day') : once(point(start, grain))
  return repeated({ series, grain, form: 'relativeDay' }, freq, isQuarter ? interval * 3 : interval, [])
}
const ofMonth = (series: Series, by: string): TimeNode =>
  repeated({ series, grain: 'day', form: 'dayOfMonth' }, 'MONTHLY', 1, [by])
const nthWeekday = (number: number, count: number): TimeNode =>
  ofMonth(nthWithin(weekdaySeries(number), each('month'), count), `BYDAY=${count}${codes[number]}`)
const onDayOfMonth = (day: number): TimeNode => ofMonth(dayOfMonthSeries(day), `BYMONTHDAY=${day}`)

const weekday = times((node) => isForm('weekday')(node) && node.date?.number !== undefined)
const number = (node: TimeNode) => node.date?.number ?? 0
const ordinal = nodes('ordinal', ({ value }) => value >= 1 && value <= 31)
const unit = nodes('unit', ({ isMark }) => !isMark)
const month = nodes('unit', ({ grain, count }) => grain === 'month' && count === 1)
const every = words('every each')
const plurals = ['mondays', 'tuesdays', 'wednesdays', 'thursdays', 'fridays', 'saturdays', 'sundays']
const pluralWord = words(plurals.join(' '))
const yearlyDay = times(isForm('monthDay', 'holiday'))
const adverbs: Record<string, readonly [Grain, number]> = {
  hourly: ['hour', 1],
  daily: ['day', 1],
  nightly: ['day', 1],
  weekly: ['week', 1],
  biweekly: ['week', 2],
  fortnightly: ['week', 2],
  monthly: ['month', 1],
  quarterly: ['quarter', 1],
  yearly: ['year', 1],
  annually: ['year', 1],
}
const workdays = [1, 2, 3, 4, 5]

const simple: DateRule[] = [
  rule([every, weekday], ([, node]) => onWeekdays([number(node)])),
  rule([every, weekday, words('and , /'), weekday], ([, one, , other]) => onWeekdays([number(one), number(other)])),
  rule([every, weekday, words(','), weekday, maybe(','), words('and'), weekday], ([, one, , two, , , three]) =>
    onWeekdays([number(one), number(two), number(three)]),
  ),
  rule([every, words('other second'), weekday], ([, , node]) => onWeekdays([number(node)], 2)),
  rule([every, words('weekday workday')], () => onWeekdays(workdays)),
  rule([every, words('working business'), words('day')], () => onWeekdays(workdays)),
  rule([words('on'), words('weekdays workdays')], () => onWeekdays(workdays)),
  rule([every, words('weekend')], () => onWeekdays([6, 7])),
  rule([words('on'), words('weekends')], () => onWeekdays([6, 7])),
  rule([words('on'), pluralWord], ([, word]) => onWeekdays([plurals.indexOf(word) + 1])),
  rule([every, unit], ([, { grain, count }], place) => everyUnit(grain, count, place)),
  rule([every, words('other second'), unit], ([, , { grain }], place) => everyUnit(grain, 2, place)),
  rule(
    [every, nodes('number', ({ value }) => value >= 2 && value <= 1000), unit],
    ([, { value }, { grain, count }], place) => everyUnit(grain, value * count, place),
  ),
  rule([words(Object.keys(adverbs).join(' '))], ([word], place) => adverb(word, place)),
  rule([every, words('morning evening night afternoon')], (_, place) => everyUnit('day', 1, place)),
  rule([words('once twice'), words('a per'), unit], ([, , { grain, count }], place) => everyUnit(grain, count, place)),
  rule([every, yearlyDay], ([, node], { reading }) => eachYear(node, reading.now)),
  rule(
    [every, nodes('unit', ({ grain, count }) => grain === 'year' && count === 1), yearlyDay],
    ([, , node], { reading }) => eachYear(node, reading.now),
  ),
  rule([words('yearly annually'), yearlyDay], ([, node], { reading }) => eachYear(node, reading.now)),
]
/** "Daily business" is none: weak, unless a time of day stands beside it. */
function adverb(word: string, place: RulePlace): TimeNode | undefined {
  const [grain, interval] = adverbs[word] ?? []
  const made = grain && interval ? everyUnit(grain, interval, place) : undefined
  return made && { ...made, isWeak: true }
}
function eachYear(node: TimeNode, now: number): TimeNode | undefined {
  const { date } = node
  const first = date && resolved(date.series, now, false)
  if (!date || !first) return undefined
  const by = date.form === 'holiday' ? [] : [`BYMONTH=${monthOf(first.start)}`, `BYMONTHDAY=${dayOf(first.start)}`]
  return repeated(date, 'YEARLY', 1, by)
}

const monthly: DateRule[] = [
  rule([ordinal, weekday, words('of in'), every, month], ([{ value }, node]) =>
    value <= 5 ? nthWeekday(number(node), value) : undefined,
  ),
  rule([words('last'), weekday, words('of in'), every, month], ([, node]) => nthWeekday(number(node), -1)),
  rule([every, ordinal, weekday, words('of in'), maybe('the each every'), month], ([, { value }, node]) =>
    value <= 5 ? nthWeekday(number(node), value) : undefined,
  ),
  rule([every, words('last'), weekday, words('of in'), maybe('the each every'), month], ([, , node]) =>
    nthWeekday(number(node), -1),
  ),
  rule([ordinal, maybe('day'), words('of'), every, month], ([{ value }]) => onDayOfMonth(value)),
  rule([words('last'), words('day'), words('of'), every, month], () =>
    ofMonth(nthWithin(each('day'), each('month'), -1), 'BYMONTHDAY=-1'),
  ),
  rule([every, month, words('on'), maybe('the'), ordinal], ([, , , , { value }]) => onDayOfMonth(value)),
  rule([words('monthly'), words('on'), maybe('the'), ordinal], ([, , , { value }]) => onDayOfMonth(value)),
  rule([words('weekly'), words('on'), weekday], ([, , node]) => onWeekdays([number(node)])),
]

/** At a time of day: the rule says it as well as the first time. */
function at(node: TimeNode, clocked: TimeNode, { reading }: RulePlace): TimeNode | undefined {
  const { repetition, date } = node
  if (!repetition || !date || node.timeOfDay || !clocked.timeOfDay) return undefined
  const { timeOfDay } = clocked
  const plain: TimeNode = {
    kind: 'time',
    date: date.grain === 'day' ? date : { series: each('day'), grain: 'day', form: 'relativeDay' },
    isWeak: false,
    isRelative: true,
  }
  const made = meet(plain, clocked, reading)
  if (!made || timeOfDay.kind === 'part') return made && { ...made, repetition }
  const clock = likelyHalf(timeOfDay.kind === 'clock' ? timeOfDay.at : timeOfDay.from)
  const by = [...repetition.by, `BYHOUR=${clock.hour % 24}`, `BYMINUTE=${clock.minute ?? 0}`]
  return { ...made, repetition: { ...repetition, by }, isRelative: true }
}
const repeats = times(({ repetition, open }) => repetition !== undefined && !open)
const clocks = times((node) => isPlain(node) && !node.date && node.timeOfDay !== undefined)
const timed: DateRule[] = [
  rule([repeats, clocks], ([node, clock], place) => (clock.isBare ? undefined : at(node, clock, place))),
  // Said at once, it is no single Monday.
  rule([words('on'), pluralWord, clocks], ([, word, clock], place) =>
    clock.isBare ? undefined : at(onWeekdays([plurals.indexOf(word) + 1]), clock, place),
  ),
  rule([repeats, words(','), clocks], ([node, , clock], place) => (clock.isBare ? undefined : at(node, clock, place))),
  rule([clocks, repeats], ([clock, node], place) => (clock.isBare ? undefined : at(node, clock, place))),
  rule([words('the'), repeats], ([, node]) => node),
  rule([words('on at'), maybe('the'), repeats], ([, , node]) => node),
  rule(
    [repeats, words('until till through'), times((node) => isPlain(node) && node.date?.grain === 'day')],
    ([node, , until]) =>
      node.repetition ? { ...node, isWeak: false, repetition: { ...node.repetition, until } } : undefined,
  ),
]

export const repeatRules: readonly DateRule[] = [...simple, ...monthly, ...timed]
