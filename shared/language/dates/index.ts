/** Finds what a text says of times and resolves it: points, intervals, open ends, what comes again. */
import type { DateExpression } from '#db/documents/meaning'
import { calendarRules } from '#shared/language/dates/calendar-rules'
import { type ChartEdge, grammarOf, readingsOf } from '#shared/language/dates/chart'
import { clockRules } from '#shared/language/dates/clock-rules'
import { dayMs, dayOf, fineness, type Grain, monthOf, yearOf } from '#shared/language/dates/grains'
import { intervalRules, meaningOf } from '#shared/language/dates/interval-rules'
import { lexicalAt, ownStarters, ownWords } from '#shared/language/dates/lexical'
import { type DateReading, grainOf, momentsOf, type TimeNode } from '#shared/language/dates/nodes'
import { datesOfLanguage, type LanguageOfDates } from '#shared/language/dates/other-languages'
import { relativeRules } from '#shared/language/dates/relative-rules'
import { repeatRules } from '#shared/language/dates/repeat-rules'
import { type Moment, never, previous } from '#shared/language/dates/series'
import { isToldOfThePast } from '#shared/language/dates/tense'
import { type DateRun, runsOf } from '#shared/language/dates/tokens'
import { instantAt, isoAt, wallAt } from '#shared/language/dates/zones'
import { spanOf } from '#shared/language/span'
import type { ReadingContext, ReadText, SegmentType } from '#shared/language/text'

/** What is read of a text that is not English. */
export const datesBesideEnglish =
  'German and French: days, months, weekdays and clock times; else what is written in figures'

/** What comes after this many is left out: a text that says more dates than that is a table. */
export const mostDates = 10_000
/** Not said by anyone: a program, a tag, the lines that a mail travels by. */
const unread = new Set<SegmentType>(['code', 'markup', 'header'])

const grammar = grammarOf([...calendarRules, ...relativeRules, ...clockRules, ...intervalRules, ...repeatRules])
const known: ReadonlySet<string> = new Set([...ownWords, ...grammar.words])
const starters: ReadonlySet<string> = new Set([
  ...ownStarters,
  ...[
    'asap',
    'school',
    'past',
    'half',
    "o'clock",
    'oclock',
    'p',
    'soon',
    'eow',
    'eom',
    'eoq',
    'eoy',
    'bom',
    'boy',
    'cob',
    'daily',
    'nightly',
    'hourly',
    'weekly',
    'monthly',
    'quarterly',
  ],
  ...[
    'yearly',
    'annually',
    'biweekly',
    'fortnightly',
    'moment',
    'season',
    'seasons',
    'business',
    'weekday',
    'weekdays',
    'workday',
    'workdays',
  ],
])
const english: LanguageOfDates = { grammar, words: { known, starters, afterDot: new Set() }, lexicalAt }

/**
 * The dates of a text in their order, none within another. Times without a zone are of `context.timezone`, and so is every
 * offset; a day that is named without a year is the next one to come, or the last where a verb says that it has been.
 */
export function datesIn(text: ReadText, context: ReadingContext): DateExpression[] {
  const instant = context.referenceTime.getTime()
  const reading: DateReading = { now: wallAt(instant, context.timezone), instant, zone: context.timezone }
  const people = new Set(context.knownPeople.map((name) => name.toLowerCase()))
  const language = text.isEnglish ? english : datesOfLanguage(text.language.code)
  const found: DateExpression[] = []
  for (const segment of text.segments) {
    if (unread.has(segment.type)) continue
    for (const run of runsOf(text.plain, segment.start, segment.end, language.words))
      for (const { node, moment, start, end } of saidIn(run, reading, language)) {
        if (people.has(text.plain.slice(start, end).toLowerCase())) continue
        const meant = asTold(text, { node, moment, start, end }, reading)
        found.push({ span: spanOf(text, { start, end }), ...presented(node, meant, reading) })
        if (found.length === mostDates) return found
      }
  }
  return found
}

type Said = { node: TimeNode; moment: Moment; start: number; end: number }

/** Days and longer ones of no year, which a verb may put into the past. */
const comeAgain = new Set(['weekday', 'dayOfMonth', 'monthDay', 'month', 'quarter', 'season', 'holiday'])
/** "We decided on Tuesday": the one before, where what is told has happened. */
function asTold(text: ReadText, { node, moment, start, end }: Said, reading: DateReading): Moment {
  const { date, open, repetition, isRelative: isCounted } = node
  const mayHaveBeen =
    date !== undefined && comeAgain.has(date.form) && !date.hasYear && !open && !repetition && !isCounted
  if (!mayHaveBeen || moment.start <= reading.now || !isToldOfThePast(text, { start, end })) return moment
  return previous(momentsOf(node, reading), reading.now, 1) ?? moment
}

/** The longest readings from left to right. */
function saidIn(run: DateRun, reading: DateReading, language: LanguageOfDates): Said[] {
  const chart = readingsOf(run, language.grammar, (of, at) => language.lexicalAt(of, at, reading), reading)
  const said: Said[] = []
  for (let at = 0; at < run.pieces.length; at += 1) {
    const best = bestOf(chart, run, at, reading)
    if (!best) continue
    if (best.said) said.push(best.said)
    at = best.end - 1
  }
  return said
}

/** What is said from a piece on: the longest reading that means a moment. Of "3pm on 30 February" nothing is said, and not "3pm" either. */
function bestOf(
  chart: readonly (readonly ChartEdge[])[],
  run: DateRun,
  from: number,
  reading: DateReading,
): { said?: Said; end: number } | undefined {
  const ranked = (chart[from] ?? [])
    .flatMap(({ node, end, cost }) =>
      node.kind === 'time' && isSaid(node, run, from, end) ? [{ node, end, cost }] : [],
    )
    .sort((a, b) => b.end - a.end || a.cost - b.cost)
  for (const { node, end } of ranked) {
    const moment = meaningOf(node, reading)
    const [first, last] = [run.pieces[from], run.pieces[end - 1]]
    if (moment && first && last && isInCalendar(moment))
      return { said: { node, moment, start: first.start, end: last.end }, end }
    if (holdsNoDay(chart, from, end)) return { end }
    // 29 February 2027, and not the one of another year. Of "Monday, 12 March 2026" the weekday is wrong.
    if (node.date?.hasYear) return beginsWithWeekday(chart[from]) ? undefined : { end }
  }
  return undefined
}

const beginsWithWeekday = (edges: readonly ChartEdge[] = []) =>
  edges.some(({ node }) => node.kind === 'time' && node.date?.form === 'weekday')

/** Whether a day that no calendar has stands in a stretch. */
function holdsNoDay(chart: readonly (readonly ChartEdge[])[], from: number, to: number): boolean {
  const isNoDay = ({ node, end }: ChartEdge) => end <= to && node.kind === 'time' && node.date?.series === never
  return chart.slice(from, to).some((edges) => edges.some(isNoDay))
}

const isInCalendar = ({ start, end }: Moment) => yearOf(start) >= 1 && yearOf(end) <= 9999

/** A word that mostly means something else counts where nothing else is said. */
function isSaid(node: TimeNode, run: DateRun, from: number, end: number): boolean {
  if (node.isBare) return false
  if (!node.isWeak) return true
  const isAlone = run.before === '' && run.after === '' && from === 0 && end === run.pieces.length
  const form = node.date?.form
  return (
    isAlone &&
    form !== 'year' &&
    (form === undefined ? node.timeOfDay?.kind === 'clock' : !node.isRelative || form === 'relativeDay')
  )
}

function presented(node: TimeNode, moment: Moment, reading: DateReading): Omit<DateExpression, 'span'> {
  const { zone } = reading
  const start = isoAt(moment.instant ?? instantAt(moment.start, zone), zone)
  const end = () => isoAt(instantAt(moment.end, zone), zone)
  const isOpen = node.open !== undefined
  return {
    start: node.open === 'before' ? null : start,
    end: node.open === 'before' ? start : isOpen || !moment.isRange ? null : end(),
    open: isOpen,
    grain: shownGrain(node, moment),
    recurrence: recurrenceOf(node, reading),
    relative: isRelative(node, moment, reading),
    reference_time: new Date(reading.instant).toISOString(),
  }
}

const shownGrain = (node: TimeNode, moment: Moment): Grain =>
  fineness(moment.grain) < fineness(grainOf(node)) ? moment.grain : grainOf(node)

/** Whether it would be another time if it were said another year. */
function isRelative(node: TimeNode, moment: Moment, reading: DateReading): boolean {
  if (node.isRelative) return true
  const later = meaningOf(node, { ...reading, now: reading.now + 1500 * dayMs })
  return later?.start !== moment.start || later.end !== moment.end
}

function recurrenceOf({ repetition }: TimeNode, reading: DateReading): string | null {
  if (!repetition) return null
  const { freq, interval, by, until } = repetition
  const last = until && meaningOf(until, reading)
  const two = (value: number) => String(value).padStart(2, '0')
  return [
    `FREQ=${freq}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...by,
    ...(last ? [`UNTIL=${yearOf(last.start)}${two(monthOf(last.start))}${two(dayOf(last.start))}`] : []),
  ].join(';')
}
