/** Rules of intervals: from one time to another, until, since, before, after, by, within, for so long. */
import {
  type DateRule,
  maybe,
  nodes,
  type RulePart,
  type RulePlace,
  rule,
  times,
  words,
} from '#shared/language/dates/chart'
import { rangeOfClocks } from '#shared/language/dates/clocks'
import { daysOfMonth } from '#shared/language/dates/formats'
import { fineness, finerThan, floorTo, type Grain, plus, type Wall } from '#shared/language/dates/grains'
import { plainFollowers } from '#shared/language/dates/lexicon'
import {
  type DateReading,
  type DurationNode,
  dateNode,
  grainOf,
  isClock,
  isDate,
  isForm,
  isPlain,
  late,
  momentsOf,
  type NumberNode,
  type OrdinalNode,
  type TimeNode,
  todNode,
} from '#shared/language/dates/nodes'
import { workdays } from '#shared/language/dates/relative-rules'
import { type Moment, previous, range, resolved, type Series } from '#shared/language/dates/series'

/** What a phrase means when nothing else is said: the first that has not passed. */
export function meaningOf(node: TimeNode, reading: DateReading): Moment | undefined {
  const isTimeAlone = !node.date && node.timeOfDay !== undefined
  // A time of the hour that runs is of today still.
  const from = isTimeAlone && node.timeOfDay?.kind !== 'part' ? floorTo(reading.now, 'hour') : reading.now
  return resolved(momentsOf(node, reading), from, !node.timeOfDay && node.date?.skipsCurrent === true)
}

/** A clock time is a point that others end at; a day and longer are ended when they are over. */
const endsWhole = (node: TimeNode): boolean =>
  node.timeOfDay ? node.timeOfDay.kind !== 'clock' : fineness(node.date?.grain ?? 'day') >= fineness('day')
const endOf = (node: TimeNode, moment: Moment): Wall => (endsWhole(node) || moment.isRange ? moment.end : moment.start)

/** A year that is said belongs to both ends: "May to July 2027". */
const hasYear = ({ date }: TimeNode) => date?.hasYear === true || date?.form === 'year' || date?.form === 'fullDate'

function span(from: TimeNode, to: TimeNode, place: RulePlace): TimeNode | undefined {
  const { reading, run } = place
  if (from.isBare || to.isBare || (from.date?.form === 'instant') !== (to.date?.form === 'instant')) return undefined
  if (!from.date && !to.date) return undefined
  const [one, other] = [grainOf(from), grainOf(to)]
  const grain = fineness(one) < fineness(other) ? one : other
  const find = (): Moment | undefined => {
    const first = meaningOf(from, reading)
    if (!first) return undefined
    if (hasYear(to) && !hasYear(from)) {
      const last = meaningOf(to, reading)
      const start = last && previous(momentsOf(from, reading), last.start, 1)
      return last && start && range(start.start, endOf(to, last), grain)
    }
    for (const last of momentsOf(to, reading)(first.start, 1))
      if (last.start >= first.start)
        return endOf(to, last) > first.start ? range(first.start, endOf(to, last), grain) : undefined
    return undefined
  }
  // "1000 to 2000 users" are no years.
  const areFigures = from.date?.form === 'year' && to.date?.form === 'year' && from.isWeak && to.isWeak
  const after = run.pieces[place.to]?.word ?? run.after
  const isWeak = areFigures && /^\p{L}/u.test(after) && !plainFollowers.has(after)
  return dateNode('range', grain, late(find), { isWeak, isRelative: from.isRelative || to.isRelative })
}

const tos = '- – — to till til until untill thru through'
const joins = `${tos} and &`
const dated = times((node) => isPlain(node) && node.date !== undefined && node.date.form !== 'range')
const namedMonth = times((node) => isForm('month')(node) && node.date?.number !== undefined)
const clockish = times(isClock)
const ordinal = nodes('ordinal', ({ value }) => value >= 1 && value <= 31)
const figure = nodes('number', ({ value, figures }) => figures >= 1 && figures <= 2 && value >= 1 && value <= 31)
type DayNumber = OrdinalNode | NumberNode

function clockSpan(from: TimeNode, to: TimeNode): TimeNode | undefined {
  if (from.timeOfDay?.kind !== 'clock' || to.timeOfDay?.kind !== 'clock') return undefined
  const made = rangeOfClocks(from.timeOfDay.at, to.timeOfDay.at, to.timeOfDay.zone ?? from.timeOfDay.zone)
  const isBare = from.isBare === true && to.isBare === true
  return todNode(made, { isWeak: isBare })
}

/** Days of one month: the 13th to the 15th of July, July 13-15, 7 and 8 April. */
function daysRules(): DateRule[] {
  const made: DateRule[] = []
  const kinds: readonly RulePart<never>[] = [ordinal, figure]
  for (const first of kinds)
    for (const last of kinds) {
      const [one, other] = [first as RulePart<DayNumber>, last as RulePart<DayNumber>]
      made.push(
        rule([one, words(joins), maybe('the'), other, maybe('of'), namedMonth], ([a, , , b, , month]) =>
          daysOf(month, a, b),
        ),
        rule(
          [words('from between'), maybe('the'), one, words(joins), maybe('the'), other, maybe('of'), namedMonth],
          ([, , a, , , b, , month]) => daysOf(month, a, b),
        ),
        rule([namedMonth, maybe('the'), one, words(joins), maybe('the'), other], ([month, , a, , , b]) =>
          daysOf(month, a, b),
        ),
        rule(
          [words('from between'), namedMonth, maybe('the'), one, words(joins), maybe('the'), other],
          ([, month, , a, , , b]) => daysOf(month, a, b),
        ),
      )
    }
  return made
}
const daysOf = (month: TimeNode, first: DayNumber, last: DayNumber) =>
  daysOfMonth(month.date?.number ?? 0, first.value, last.value)

const ranges: DateRule[] = [
  rule([clockish, words(tos), clockish], ([from, , to]) =>
    from.isBare && to.isBare ? undefined : clockSpan(from, to),
  ),
  rule(
    [words('from between'), maybe('about around'), clockish, words(joins), maybe('about around'), clockish],
    ([, , from, , , to]) => clockSpan(from, to),
  ),
  rule([words('in'), words('between'), clockish, words(joins), clockish], ([, , from, , to]) => clockSpan(from, to)),
  rule([words('later'), words('than'), clockish, words('but'), words('before'), clockish], ([, , from, , , to]) =>
    clockSpan(from, to),
  ),
  rule([words('after'), clockish, words('but'), words('before'), clockish], ([, from, , , to]) => clockSpan(from, to)),
  rule([dated, words(`${tos} /`), maybe('the'), dated], ([from, , , to], place) => span(from, to, place)),
  rule([words('from between'), maybe('the'), dated, words(joins), maybe('the'), dated], ([, , from, , , to], place) =>
    span(from, to, place),
  ),
  rule([times(isForm('weekday')), words('and'), times(isForm('weekday'))], ([from, , to], place) =>
    adjacent(from, to, place),
  ),
]
const adjacent = (from: TimeNode, to: TimeNode, place: RulePlace) =>
  to.date?.number === (from.date?.number ?? 0) + 1 ? span(from, to, place) : undefined

const startedBy = new Set([
  '',
  'is',
  'are',
  'was',
  'were',
  'runs',
  'starts',
  'starting',
  'start',
  'available',
  'valid',
  'effective',
  'open',
  'holds',
  'applies',
  'apply',
  'works',
  'working',
  'out',
  'away',
  'off',
  'free',
  'begins',
  'leave',
  'closed',
  'and',
])
/** "Open from 9 am", not "the mail from 9 am", which is that time itself. */
function startsHere({ run, from, to }: RulePlace): boolean {
  const [before, after] = [run.pieces[from - 1]?.word ?? run.before, run.pieces[to]?.word ?? '']
  if (/^(?:to|and|until|-)$/.test(after)) return false
  return startedBy.has(before) || plainFollowers.has(before) || before === ','
}
/** Figures that may count something else are no time: "before the 1967 border", "from 1000 to 2000 users". */
function isSpoken(node: TimeNode, { run, to }: RulePlace): boolean {
  if (node.isBare || node.open || node.repetition) return false
  if (!node.isWeak) return true
  return node.date?.form !== 'range' && !(node.date?.form === 'year' && run.pieces[to - 2]?.word === 'the')
}
/** What a time that is open begins with: itself, or what comes after it. */
function open(node: TimeNode, side: 'after' | 'before', isInclusive: boolean, place: RulePlace): TimeNode | undefined {
  if (!isSpoken(node, place)) return undefined
  const { reading } = place
  const find = (): Moment | undefined => {
    const moment = meaningOf(node, reading)
    if (!moment) return undefined
    const isWhole = endsWhole(node) || moment.isRange
    if (side === 'after')
      return isInclusive || !isWhole ? moment : { ...moment, start: moment.end, end: plus(moment.end, 1, moment.grain) }
    return (isInclusive && isWhole) || node.date?.isEnd ? { ...moment, start: moment.end } : moment
  }
  return { ...dateNode('range', grainOf(node), late(find), { isRelative: node.isRelative }), open: side }
}

/** From now until something is due: the end of a day that is said, a clock time itself. */
function due(node: TimeNode, place: RulePlace): TimeNode | undefined {
  if (!isSpoken(node, place)) return undefined
  const { reading } = place
  const find = (): Moment | undefined => {
    const moment = meaningOf(node, reading)
    const end = moment && endOf(node, moment)
    return end !== undefined && end > reading.now
      ? { ...range(floorTo(reading.now, 'second'), end, 'second'), instant: reading.instant }
      : undefined
  }
  return dateNode('range', 'second', late(find), { isRelative: true })
}
/** What is within the next days. */
const within = ({ count, grain }: DurationNode, { reading }: RulePlace): TimeNode =>
  dateNode(
    'range',
    'second',
    late(() => {
      const end = floorTo(plus(reading.now, count, grain), finerThan(grain))
      return { ...range(floorTo(reading.now, 'second'), end, 'second'), instant: reading.instant }
    }),
    { isRelative: true },
  )

const any = times((node) => isPlain(node) && !node.isBare)
const opened: DateRule[] = [
  rule([words('before'), maybe('the'), any], ([, , node], place) => open(node, 'before', false, place)),
  rule([words('prior'), words('to'), maybe('the'), any], ([, , , node], place) => open(node, 'before', false, place)),
  rule([words('ahead'), words('of'), maybe('the'), any], ([, , , node], place) => open(node, 'before', false, place)),
  rule([words('sometime sometimes anytime'), words('before'), any], ([, , node], place) =>
    open(node, 'before', false, place),
  ),
  rule([words('until till til untill through thru'), maybe('the'), any], ([, , node], place) =>
    open(node, 'before', true, place),
  ),
  rule([words('up'), words('to until'), maybe('the'), any], ([, , , node], place) => open(node, 'before', true, place)),
  rule([words('no not'), words('later'), words('than'), maybe('the'), any], ([, , , , node], place) =>
    open(node, 'before', true, place),
  ),
  rule([any, words('at'), words('the'), words('latest')], ([node], place) => due(node, place)),
  rule([words('on'), words('or'), words('before'), maybe('the'), any], ([, , , , node], place) =>
    open(node, 'before', true, place),
  ),
  rule([words('on'), words('or'), words('after'), maybe('the'), any], ([, , , , node], place) =>
    open(node, 'after', true, place),
  ),
  rule([words('after'), maybe('the'), any], ([, , node], place) => open(node, 'after', false, place)),
  rule([words('later'), words('than'), any], ([, , node], place) => open(node, 'after', false, place)),
  rule([words('anytime sometime'), words('after'), any], ([, , node], place) => open(node, 'after', false, place)),
  rule([words('since'), maybe('the'), any], ([, , node], place) => since(node, place)),
  rule([words('starting beginning effective'), maybe('on from in at'), any], ([, , node], place) =>
    open(node, 'after', true, place),
  ),
  rule([words('as'), words('of from'), any], ([, , node], place) => open(node, 'after', true, place)),
  rule([any, words('onwards onward')], ([node], place) => open(node, 'after', true, place)),
  rule([words('from'), any, words('onwards onward on')], ([, node], place) => open(node, 'after', true, place)),
  rule([words('from'), maybe('the'), any], ([, , node], place) =>
    startsHere(place) ? open(node, 'after', true, place) : node,
  ),
  // "Come by on Friday" sets no limit.
  rule([words('by'), maybe('the'), any], ([, , node], place) =>
    /^(?:on|in|at|for|around|about)$/.test(place.run.pieces[place.from + 1]?.word ?? '') ? undefined : due(node, place),
  ),
  rule([words('by'), words('at'), words('the'), words('latest'), any], ([, , , , node], place) => due(node, place)),
  rule(
    [words('within in'), maybe('the next'), maybe('next coming following'), nodes('duration')],
    ([word, , , node], place) => (word === 'within' ? within(node, place) : undefined),
  ),
  rule([words('in within during over'), maybe('the'), times(isForm('range'))], ([, , node]) => node),
  rule(
    [words('within'), nodes('number', ({ value }) => value > 0), words('business working'), words('day days')],
    ([, { value }], place) => {
      const last = workdays(value, 1, place)
      return last && due(last, place)
    },
  ),
  rule([words('asap')], (_, place) => asap(place)),
  rule([words('as'), words('soon'), words('as'), words('possible')], (_, place) => asap(place)),
]
/** What goes on since a time began in the past, not at its next return. */
function since(node: TimeNode, place: RulePlace): TimeNode | undefined {
  const { reading } = place
  const { date } = node
  if (!date || date.form === 'fullDate' || date.form === 'year') return open(node, 'after', true, place)
  const last: Series = late(() => {
    const moment = meaningOf(node, reading)
    return moment && moment.start <= reading.now ? moment : previous(momentsOf(node, reading), reading.now, 1)
  })
  return open(dateNode('fullDate', grainOf(node), last, { isRelative: node.isRelative }), 'after', true, place)
}
const asap = ({ reading }: RulePlace): TimeNode => ({
  ...dateNode(
    'range',
    'second',
    late(() => ({ ...range(floorTo(reading.now, 'second'), reading.now + 1000, 'second'), instant: reading.instant })),
    { isRelative: true },
  ),
  open: 'after',
})

/** From a time on for so long. */
function lasting(node: TimeNode, { count, grain }: DurationNode, { reading }: RulePlace): TimeNode | undefined {
  if (node.isBare || node.open || node.repetition) return undefined
  const own = grainOf(node)
  const shown: Grain = fineness(own) <= fineness(grain) ? own : grain
  const withClock: Grain = node.timeOfDay && shown === 'hour' && fineness(grain) < fineness('hour') ? grain : shown
  const find = (): Moment | undefined => {
    const moment = meaningOf(node, reading)
    return moment && range(moment.start, plus(moment.start, count, grain), withClock)
  }
  return dateNode('range', withClock, late(find), { isRelative: node.isRelative })
}
const starts = times(
  (node) =>
    isPlain(node) && !node.isBare && (isDate(node) ? node.date?.grain === 'day' : node.timeOfDay?.kind === 'clock'),
)
const duration = nodes('duration', ({ count }) => count < 100_000)
const lengths: DateRule[] = [
  rule([starts, words('for'), duration], ([node, , length], place) => lasting(node, length, place)),
  rule([words('from'), starts, words('for'), duration], ([, node, , length], place) => lasting(node, length, place)),
  rule([words('for'), duration, words('from'), starts], ([, length, , node], place) => lasting(node, length, place)),
  rule(
    [words('for'), duration, words('starting beginning'), maybe('on from at'), starts],
    ([, length, , , node], place) => lasting(node, length, place),
  ),
]

export const intervalRules: readonly DateRule[] = [...daysRules(), ...ranges, ...opened, ...lengths]
