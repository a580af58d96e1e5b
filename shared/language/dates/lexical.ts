/** What single words and figures mean by themselves: numerals, units, days, months, parts of the day, holidays. */
import type { Lexical } from '#shared/language/dates/chart'
import { clock } from '#shared/language/dates/clocks'
import { beginsFreely, endsFreely, fullYear, writtenAt } from '#shared/language/dates/formats'
import { dayMs, floorTo, hourMs, plus, wall, weekdayOf } from '#shared/language/dates/grains'
import { type HolidayPhrase, holidayPhrases, inFull } from '#shared/language/dates/holidays'
import {
  abbreviations,
  monthNumbers,
  ordinalNumbers,
  smallNumbers,
  tensNumbers,
  units,
  weakNames,
  weekdayNumbers,
} from '#shared/language/dates/lexicon'
import { clockNode, type DateReading, dateNode, type Node, partNode, type TimeNode } from '#shared/language/dates/nodes'
import { each, mapped, once, point, range, type Series, where, yearly } from '#shared/language/dates/series'
import type { DateRun, Piece } from '#shared/language/dates/tokens'

export const monthSeries = (month: number): Series => yearly((year) => point(wall(year, month), 'month'))
export const weekdaySeries = (weekday: number): Series =>
  where(each('day'), ({ start }) => weekdayOf(start) === weekday)
/** Months without such a day are passed over. */
export const dayOfMonthSeries = (day: number): Series =>
  mapped(
    each('month'),
    (month) => {
      const start = month.start + (day - 1) * dayMs
      return start < month.end ? point(start, 'day') : undefined
    },
    32 * dayMs,
  )
/** From Friday at six in the evening. */
export const weekendSeries: Series = mapped(
  each('week'),
  ({ start, end }) => range(start + 4 * dayMs + 18 * hourMs, end, 'hour'),
  8 * dayMs,
)

/** By their usual first days in the north, as calendars of the United States print them. */
type Season = readonly [month: number, day: number, endMonth: number, endDay: number]
const seasons = new Map<string, Season>([
  ['spring', [3, 20, 6, 22]],
  ['summer', [6, 21, 9, 24]],
  ['autumn', [9, 23, 12, 22]],
  ['fall', [9, 23, 12, 22]],
  ['winter', [12, 21, 3, 21]],
])
const seasonSeries = ([month, day, endMonth, endDay]: Season): Series =>
  yearly((year) => range(wall(year, month, day), wall(endMonth < month ? year + 1 : year, endMonth, endDay), 'day'))

/** Hours of the parts of a day; those of `weakParts` are no date by themselves. */
const parts = new Map<string, () => TimeNode>(
  Object.entries({
    morning: () => partNode(0, 12, 'am'),
    mornings: () => partNode(0, 12, 'am'),
    afternoon: () => partNode(12, 19, 'pm'),
    evening: () => partNode(18, 24, 'pm'),
    night: () => partNode(18, 24, 'night'),
    lunch: () => partNode(12, 14, 'pm'),
    lunchtime: () => partNode(12, 14, 'pm'),
    noon: () => clockNode(clock(12)),
    midday: () => clockNode(clock(12)),
    midnight: () => clockNode(clock(24)),
    eod: () => partNode(17, 24, 'pm', false),
    cob: () => clockNode(clock(17)),
    eob: () => clockNode(clock(17)),
  }),
)

const relativeDays = new Map(
  Object.entries({
    today: 0,
    tomorrow: 1,
    tomorrows: 1,
    tommorow: 1,
    tommorrow: 1,
    tomorow: 1,
    tmrw: 1,
    tmr: 1,
    yesterday: -1,
  }),
)
export const dayFromNow = ({ now }: DateReading, days: number): TimeNode =>
  dateNode('relativeDay', 'day', once(point(plus(floorTo(now, 'day'), days, 'day'), 'day')), { isRelative: true })
export const tonight = (reading: DateReading): TimeNode => ({
  ...dayFromNow(reading, 0),
  timeOfDay: { kind: 'part', from: 18, to: 24, half: 'night' },
})
export const nowNode = ({ now, instant }: DateReading, isWeak: boolean): TimeNode =>
  dateNode('relativeDay', 'second', once({ ...point(floorTo(now, 'second'), 'second'), instant }), {
    isWeak,
    isRelative: true,
  })

const phrasesByWord = new Map<string, HolidayPhrase[]>()
for (const phrase of holidayPhrases) {
  const [first = ''] = phrase.words
  phrasesByWord.set(first, [...(phrasesByWord.get(first) ?? []), phrase])
}

/** Words that mean something by themselves; what else a date may hold, rules name. */
export const ownWords: ReadonlySet<string> = new Set([
  ...weekdayNumbers.keys(),
  ...monthNumbers.keys(),
  ...units.keys(),
  ...smallNumbers.keys(),
  ...tensNumbers.keys(),
  ...ordinalNumbers.keys(),
  ...seasons.keys(),
  ...parts.keys(),
  ...relativeDays.keys(),
  ...holidayPhrases.flatMap(({ words }) => words),
  ...[
    'now',
    'tonight',
    'tonite',
    'q',
    'few',
    'couple',
    'pair',
    'of',
    'a',
    'an',
    'thousand',
    'and',
    'hundred',
    'st',
    'nd',
    'rd',
    'th',
    'half',
    'am',
    'pm',
    'p',
    'm',
    'weekend',
    'weekends',
    'wkend',
    'end',
    't',
    'w',
    'z',
  ],
])
/** Those without which there is no date. Numerals and articles alone are none. */
export const ownStarters: ReadonlySet<string> = new Set([
  ...weekdayNumbers.keys(),
  ...monthNumbers.keys(),
  ...[...units].flatMap(([word, { isMark }]) => (isMark ? [] : [word])),
  ...ordinalNumbers.keys(),
  ...seasons.keys(),
  ...parts.keys(),
  ...relativeDays.keys(),
  ...holidayPhrases.map(({ words: [first = ''] }) => first),
  ...['now', 'tonight', 'tonite', 'q', 'am', 'pm', 'weekend', 'weekends', 'wkend'],
])

/** What begins at a piece, without rules. */
export function lexicalAt(run: DateRun, at: number, reading: DateReading): Lexical[] {
  const piece = run.pieces[at]
  if (!piece) return []
  return piece.isFigure ? figuresAt(run, at, piece, reading) : wordsAt(run, at, piece, reading)
}

function figuresAt(run: DateRun, at: number, piece: Piece, reading: DateReading): Lexical[] {
  const { pieces, text } = run
  const found: Lexical[] = []
  for (const { node, end } of writtenAt(text, piece.start, reading)) {
    const to = pieceEndingAt(pieces, at, end)
    if (to > 0) found.push({ node, end: to })
  }
  const hyphen = pieces[at - 1]?.word === '-' && pieces[at - 1]?.isGlued ? 1 : 0
  const isOfMonth = piece.isGlued && monthNumbers.has(pieces[at - 1 - hyphen]?.word ?? '')
  if (!(isOfMonth || beginsFreely(text, piece.start)) || piece.word.length > 4) return found
  const value = Number(piece.word)
  const next = pieces[at + 1]
  if (
    next?.isGlued &&
    /^(?:st|nd|rd|th)$/.test(next.word) &&
    value >= 1 &&
    value <= 60 &&
    endsFreely(text, next.end, true)
  )
    return [...found, { node: { kind: 'ordinal', value, isFigure: true }, end: at + 2 }]
  const [mark, last] = [next, pieces[at + 2]]
  if (mark?.isGlued && last?.isGlued && last.isFigure) {
    const fraction = mark.word === '/' && Number(last.word) > value ? value / Number(last.word) : undefined
    const decimal = mark.word === '.' ? Number(`${piece.word}.${last.word}`) : undefined
    const made = fraction ?? decimal
    if (made !== undefined && !pieces[at + 3]?.isGlued) found.push({ node: numberNode(made, 0), end: at + 3 })
    else if (made !== undefined && units.has(pieces[at + 3]?.word ?? ''))
      found.push({ node: numberNode(made, 0), end: at + 3 })
  }
  const isUnit = next?.isGlued === true && (units.has(next.word) || monthNumbers.has(next.word) || next.word === 'ish')
  if (isUnit || endsFreely(text, piece.end, true)) found.push(...readingsOfNumber(value, piece.word.length, at + 1))
  return found
}

const weakYear = (year: number): TimeNode =>
  dateNode('year', 'year', once(point(wall(year, 1), 'year')), { isWeak: true })

const numberNode = (value: number, figures: number): Node => ({ kind: 'number', value, figures })

/** Figures up to it are a year by themselves, where something makes a date of them. */
export const lastPlainYear = 2200

/** A number may be an hour or a year as well. */
function readingsOfNumber(value: number, figures: number, end: number): Lexical[] {
  const found: Lexical[] = [{ node: numberNode(value, figures), end }]
  if (figures <= 2 && value <= 24)
    found.push({ node: { ...clockNode(clock(value, undefined, undefined, true), true), isBare: true }, end })
  if ((figures === 4 || figures === 0) && value >= 1000 && value <= lastPlainYear)
    found.push({ node: weakYear(value), end })
  return found
}

function pieceEndingAt(pieces: readonly Piece[], from: number, end: number): number {
  for (let at = from; at < pieces.length; at += 1) {
    const piece = pieces[at]
    if (!piece || piece.end > end) return 0
    if (piece.end === end) return at + 1
  }
  return 0
}

function wordsAt(run: DateRun, at: number, piece: Piece, reading: DateReading): Lexical[] {
  const { pieces } = run
  const { word } = piece
  const found: Lexical[] = []
  const add = (node: Node, length = 1) => found.push({ node, end: at + length })
  const weekday = weekdayNumbers.get(word)
  const month = monthNumbers.get(word)
  const dot = abbreviations.has(word) && pieces[at + 1]?.word === '.' && pieces[at + 1]?.isGlued ? 1 : 0
  if (weekday !== undefined) {
    const node = dateNode('weekday', 'day', weekdaySeries(weekday), { isWeak: weakNames.has(word) && dot === 0 })
    add(
      {
        ...node,
        date: { series: weekdaySeries(weekday), grain: 'day', form: 'weekday', skipsCurrent: true, number: weekday },
      },
      1 + dot,
    )
  }
  if (month !== undefined) {
    const date = { series: monthSeries(month), grain: 'month' as const, form: 'month' as const, number: month }
    add({ ...dateNode('month', 'month', date.series, { isWeak: weakNames.has(word) && dot === 0 }), date }, 1 + dot)
  }
  const season = seasons.get(word)
  if (season) add(dateNode('season', 'day', seasonSeries(season), { isWeak: true }))
  const part = parts.get(word)
  if (part) add(part())
  const offset = relativeDays.get(word)
  if (offset !== undefined) add(dayFromNow(reading, offset))
  const short = pieces[at + 1]
  // "May '26": the century is left out.
  if (word === "'" && !piece.isGlued && short?.isGlued && short.word.length === 2 && endsFreely(run.text, short.end))
    if (short.isFigure) add(weakYear(fullYear(short.word)), 2)
  if (word === 'now') add(nowNode(reading, true))
  if (word === 'tonight' || word === 'tonite') add(tonight(reading))
  if (/^(?:weekends?|wkend)$/.test(word)) add(dateNode('weekend', 'hour', weekendSeries, { isWeak: true }))
  if (word === 'week' && pieces[at + 1]?.word === 'end')
    add(dateNode('weekend', 'hour', weekendSeries, { isWeak: true }), 2)
  if (word === 'week' && pieces[at + 1]?.word === '-' && pieces[at + 2]?.word === 'end')
    add(dateNode('weekend', 'hour', weekendSeries, { isWeak: true }), 3)
  if (word === 'q') {
    const quarter = pieces[at + 1]
    if (quarter?.isGlued && /^[1-4]$/.test(quarter.word) && !pieces[at + 2]?.isGlued)
      add(namedQuarter(Number(quarter.word)), 2)
  }
  if (word === 'h') {
    const half = pieces[at + 1]
    if (half?.isGlued && /^[12]$/.test(half.word) && !pieces[at + 2]?.isGlued) add(namedHalf(Number(half.word)), 2)
  }
  const unit = units.get(word)
  if (unit) add({ kind: 'unit', grain: unit.grain, count: unit.count, isMark: unit.isMark === true }, 1 + dot)
  found.push(...numeralsAt(pieces, at, word))
  for (const phrase of phrasesByWord.get(inFull(word)) ?? [])
    if (phrase.words.every((each, index) => inFull(pieces[at + index]?.word ?? '') === each))
      add(
        dateNode(phrase.isRange ? 'range' : 'holiday', phrase.grain, phrase.series, {
          isWeak: phrase.words[0] === 'lent',
        }),
        phrase.words.length,
      )
  return found
}

const namedHalf = (half: number): TimeNode =>
  dateNode(
    'range',
    'month',
    yearly((year) => range(wall(year, half * 6 - 5), wall(year, half * 6 + 1), 'month')),
  )
export const namedQuarter = (quarter: number): TimeNode =>
  dateNode(
    'quarter',
    'quarter',
    yearly((year) => point(wall(year, quarter * 3 - 2), 'quarter')),
  )

/** Numerals in words: cardinals below a hundred, ordinals, years, "a couple of", "a few". */
function numeralsAt(pieces: readonly Piece[], at: number, word: string): Lexical[] {
  const wordAt = (offset: number) => pieces[at + offset]?.word ?? ''
  const found: Lexical[] = []
  const ordinal = ordinalNumbers.get(word)
  if (ordinal !== undefined) found.push({ node: { kind: 'ordinal', value: ordinal, isFigure: false }, end: at + 1 })
  const tens = tensNumbers.get(word)
  const hyphen = wordAt(1) === '-' ? 1 : 0
  if (tens !== undefined) {
    const ones = ordinalNumbers.get(wordAt(1 + hyphen))
    if (ones !== undefined && ones < 10)
      found.push({ node: { kind: 'ordinal', value: tens + ones, isFigure: false }, end: at + 2 + hyphen })
    if (word === 'twenty') {
      const [year, length] = belowHundred(pieces, at + 1)
      if (length > 0 && year >= 10) found.push(...readingsOfNumber(2000 + year, 0, at + 1 + length))
    }
  }
  const [value, length] = belowHundred(pieces, at)
  if (length > 0) {
    found.push(...readingsOfNumber(value, 0, at + length))
    if (wordAt(length) === 'thousand' && value < 10) {
      const and = wordAt(length + 1) === 'and' ? 1 : 0
      const [rest, restLength] = belowHundred(pieces, at + length + 1 + and)
      found.push(...readingsOfNumber(value * 1000 + rest, 0, at + length + 1 + (restLength > 0 ? and + restLength : 0)))
    }
    if (word === 'nineteen') {
      const [year, yearLength] = belowHundred(pieces, at + 1)
      if (yearLength > 0 && year >= 10) found.push(...readingsOfNumber(1900 + year, 0, at + 1 + yearLength))
    }
  }
  const article = word === 'a' ? 1 : 0
  const counted = wordAt(article)
  if (counted === 'couple' || counted === 'pair')
    found.push({ node: numberNode(2, 0), end: at + article + (wordAt(article + 1) === 'of' ? 2 : 1) })
  if (counted === 'few') found.push({ node: numberNode(3, 0), end: at + article + 1 })
  return found
}

function belowHundred(pieces: readonly Piece[], at: number): [value: number, length: number] {
  const word = pieces[at]?.word ?? ''
  const tens = tensNumbers.get(word)
  if (tens === undefined) {
    const value = smallNumbers.get(word)
    return value === undefined ? [0, 0] : [value, 1]
  }
  const hyphen = pieces[at + 1]?.word === '-' ? 1 : 0
  const ones = smallNumbers.get(pieces[at + 1 + hyphen]?.word ?? '')
  return ones !== undefined && ones > 0 && ones < 10 ? [tens + ones, 2 + hyphen] : [tens, 1]
}
