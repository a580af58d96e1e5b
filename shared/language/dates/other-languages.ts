/** Dates in German and French: days of months by name or number, weekdays, yesterday to tomorrow, clock times. No more than that. */
import { type Grammar, grammarOf, type Lexical, maybe, nodes, rule, times, words } from '#shared/language/dates/chart'
import { clock } from '#shared/language/dates/clocks'
import { beginsFreely, endsFreely, monthDay, writtenAt } from '#shared/language/dates/formats'
import { wall } from '#shared/language/dates/grains'
import { dayFromNow, monthSeries, weekdaySeries } from '#shared/language/dates/lexical'
import {
  clockNode,
  type DateReading,
  dateNode,
  isClock,
  isForm,
  isPlain,
  meet,
  strong,
} from '#shared/language/dates/nodes'
import { once, point } from '#shared/language/dates/series'
import type { DateRun, DateWords } from '#shared/language/dates/tokens'

type Vocabulary = {
  months: readonly string[]
  weekdays: readonly string[]
  days: Record<string, number>
  /** Before a day or a time. */
  before: string
  between: string
  /** After an hour said as a number: "um 14 Uhr", "à 14 heures". */
  hours: string
}
const vocabularies: Record<string, Vocabulary> = {
  de: {
    months: [
      'januar jänner jan',
      'februar feb',
      'märz mrz',
      'april apr',
      'mai',
      'juni jun',
      'juli jul',
      'august aug',
      'september sep sept',
      'oktober okt',
      'november nov',
      'dezember dez',
    ],
    weekdays: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag sonnabend', 'sonntag'],
    days: { heute: 0, morgen: 1, übermorgen: 2, gestern: -1, vorgestern: -2 },
    before: 'am den dem der vom zum im ab bis um',
    between: ', um den am',
    hours: 'uhr',
  },
  fr: {
    months: [
      'janvier janv',
      'février févr fevrier',
      'mars',
      'avril avr',
      'mai',
      'juin',
      'juillet juil',
      'août aout',
      'septembre sept',
      'octobre oct',
      'novembre nov',
      'décembre déc decembre',
    ],
    weekdays: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
    days: { "aujourd'hui": 0, demain: 1, hier: -1 },
    before: 'le du au en dès à',
    between: ', à le',
    hours: 'heures heure h',
  },
}

export type LanguageOfDates = {
  grammar: Grammar
  words: DateWords
  lexicalAt: (run: DateRun, at: number, reading: DateReading) => Lexical[]
}

const day = nodes('number', ({ value, figures }) => figures >= 1 && figures <= 2 && value >= 1 && value <= 31)
const hour = nodes('number', ({ value, figures }) => figures >= 1 && figures <= 2 && value <= 24)
const month = times((node) => isForm('month')(node) && node.date?.number !== undefined)
const plain = times((node) => isPlain(node))

function languageOf({ months, weekdays, days, before, between, hours }: Vocabulary): LanguageOfDates {
  const numbered = (lists: readonly string[]) =>
    new Map(lists.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)))
  const monthNumbers = numbered(months)
  const weekdayNumbers = numbered(weekdays)
  const relative = new Map(Object.entries(days))
  const grammar = grammarOf([
    rule([day, maybe('. er'), month], ([{ value }, , named]) => monthDay(named.date?.number ?? 0, value)),
    rule([plain, plain], ([one, other], { reading }) => meet(one, other, reading)),
    rule([plain, words(between), plain], ([one, , other], { reading }) => meet(one, other, reading)),
    rule([words(before), times((node) => isForm('month', 'year', 'monthDay', 'fullDate')(node))], ([, node]) =>
      strong(node),
    ),
    rule([hour, words(hours)], ([{ value }]) => clockNode(clock(value))),
    rule([times(isClock), words(hours)], ([node]) => node),
  ])
  const known = new Set([
    ...grammar.words,
    ...monthNumbers.keys(),
    ...weekdayNumbers.keys(),
    ...relative.keys(),
    't',
    'z',
  ])
  const starters = new Set([...monthNumbers.keys(), ...weekdayNumbers.keys(), ...relative.keys()])
  const lexicalAt = (run: DateRun, at: number, reading: DateReading): Lexical[] => {
    const piece = run.pieces[at]
    if (!piece) return []
    if (piece.isFigure) return figuresAt(run, at, reading)
    const found: Lexical[] = []
    const named = monthNumbers.get(piece.word)
    const weekday = weekdayNumbers.get(piece.word)
    const offset = relative.get(piece.word)
    if (named !== undefined) {
      const date = { series: monthSeries(named), grain: 'month' as const, form: 'month' as const, number: named }
      found.push({ node: { ...dateNode('month', 'month', date.series, { isWeak: true }), date }, end: at + 1 })
    }
    if (weekday !== undefined) {
      const date = {
        series: weekdaySeries(weekday),
        grain: 'day' as const,
        form: 'weekday' as const,
        skipsCurrent: true,
      }
      found.push({ node: { ...dateNode('weekday', 'day', date.series), date }, end: at + 1 })
    }
    if (offset !== undefined) found.push({ node: dayFromNow(reading, offset), end: at + 1 })
    return found
  }
  return { grammar, words: { known, starters, afterDot: new Set(monthNumbers.keys()) }, lexicalAt }
}

/** Figures as they are written anywhere, and numbers of days, hours and years. */
export function figuresAt(run: DateRun, at: number, reading: DateReading): Lexical[] {
  const { pieces, text } = run
  const piece = pieces[at]
  if (!piece?.isFigure) return []
  const found = writtenAt(text, piece.start, reading).flatMap(({ node, end }): Lexical[] => {
    for (let last = at; last < pieces.length; last += 1) if (pieces[last]?.end === end) return [{ node, end: last + 1 }]
    return []
  })
  const value = Number(piece.word)
  const next = pieces[at + 1]
  if (piece.word.length > 4 || !beginsFreely(text, piece.start)) return found
  if (!endsFreely(text, piece.end) && !(next?.isGlued && /^(?:er|h)$/.test(next.word))) return found
  found.push({ node: { kind: 'number', value, figures: piece.word.length }, end: at + 1 })
  if (value >= 1900 && value <= 2200)
    found.push({ node: dateNode('year', 'year', once(point(wall(value, 1), 'year')), { isWeak: true }), end: at + 1 })
  return found
}

const figuresAlone: LanguageOfDates = {
  grammar: grammarOf([]),
  // Of 2026-03-14T22:30:00Z.
  words: { known: new Set(['t', 'w', 'z']), starters: new Set(), afterDot: new Set() },
  lexicalAt: figuresAt,
}
const languages = new Map(Object.entries(vocabularies).map(([code, vocabulary]) => [code, languageOf(vocabulary)]))

/** Of a language that is none of these, what is written in figures. */
export const datesOfLanguage = (code: string): LanguageOfDates => languages.get(code) ?? figuresAlone
