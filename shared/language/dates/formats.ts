/** Dates and times written in figures: 2026-03-14, 3/14/2026, 14.03.2026, 31-Oct-74, 15:30, 3:15pm, 15h20, 2018Q4. */
import { type ClockTime, clock, inHalf } from '#shared/language/dates/clocks'
import { daysInMonth, floorTo, type Grain, plus, wall } from '#shared/language/dates/grains'
import { monthNumbers } from '#shared/language/dates/lexicon'
import { clockNode, type DateReading, dateNode, type TimeNode } from '#shared/language/dates/nodes'
import { never, once, point, range, yearly } from '#shared/language/dates/series'
import { instantIn, isMonthFirst, wallAt } from '#shared/language/dates/zones'

/** What is written from a figure on, and where it ends. */
export type WrittenDate = { node: TimeNode; end: number }

type Found =
  | { node: TimeNode /** Whether more figures or letters may follow at once, as in a range. */; isOpen?: boolean }
  | undefined
type Format = { pattern: RegExp; read: (groups: readonly (string | undefined)[], reading: DateReading) => Found }

const number = (digits: string | undefined) => Number(digits)
export const fullYear = (digits: string | undefined) => {
  const year = Number(digits)
  return digits?.length === 2 ? year + (year < 50 ? 2000 : 1900) : year
}

const isDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)

/** Behind it figures are something else, or mean that there is no end. */
export const lastYear = 2500

function fullDate(year: number, month: number, day: number): TimeNode | undefined {
  if (year < 1000 || year > lastYear) return undefined
  return dateNode('fullDate', 'day', isDay(year, month, day) ? once(point(wall(year, month, day), 'day')) : never)
}

export function monthDay(month: number, day: number): TimeNode | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const series = yearly((year) => (day > daysInMonth(year, month) ? undefined : point(wall(year, month, day), 'day')))
  return dateNode('monthDay', 'day', isDay(2000, month, day) ? series : never)
}

const inOrder = (first: number, second: number, isMonthThere: boolean): [month: number, day: number] =>
  second > 12 || (isMonthThere && first <= 12) ? [first, second] : [second, first]

const monthNames = [...monthNumbers.keys()].sort((a, b) => b.length - a.length).join('|')

/** Longest first; each is tried where a number begins, and is anchored there. */
const formats: readonly Format[] = [
  {
    pattern: /(\d{4})-(\d\d)-(\d\d)(?:T|t| )(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?: ?(Z|z|[+-]\d\d:?\d\d))?/y,
    read: ([year, month, day, hour, minute, second, offset], reading) => {
      const at = clockOf(hour, minute, second)
      if (!at || number(year) < 1000 || number(year) > lastYear) return undefined
      const grain: Grain = second === undefined ? 'minute' : 'second'
      if (!isDay(number(year), number(month), number(day))) return { node: dateNode('instant', grain, never) }
      const said = wall(number(year), number(month), number(day), at.hour, at.minute, at.second)
      if (offset === undefined) return { node: dateNode('instant', grain, once(point(said, grain))), isOpen: true }
      const instant = instantIn(minutesOf(offset), said)
      return { node: dateNode('instant', grain, once({ ...point(wallAt(instant, reading.zone), grain), instant })) }
    },
  },
  {
    pattern: /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})/y,
    read: ([year, , month, day]) => {
      const node = fullDate(number(year), number(month), number(day))
      return node && { node }
    },
  },
  {
    pattern: /(\d{1,2})( ?[-/.] ?)(\d{1,2})\2(\d{4}|\d\d)/y,
    read: ([first, mark, second, year], { zone }) => {
      // "2.4.10" is a version; "14.03.26" may be one, and is a date in most mails.
      const isShort = year?.length === 2 && (first?.length === 1 || second?.length === 1)
      if (isShort && mark?.trim() === '.') return undefined
      const [month, day] = inOrder(number(first), number(second), isMonthFirst(zone))
      const node = fullDate(fullYear(year), month, day)
      return node && { node }
    },
  },
  {
    pattern: new RegExp(`(\\d{1,2})([-/ ]?)(${monthNames})\\2(\\d{4}|\\d\\d)`, 'iy'),
    read: ([day, mark, month, year]) => {
      if (mark === ' ' || mark === '') return undefined
      const node = fullDate(fullYear(year), monthNumbers.get(month?.toLowerCase() ?? '') ?? 0, number(day))
      return node && { node }
    },
  },
  {
    pattern: /(\d{4}|\d\d) ?[qQ]([1-4])/y,
    read: ([year, quarter]) => ({ node: quarterOf(fullYear(year), number(quarter)) }),
  },
  {
    pattern: /(\d{4})-?W(\d\d)/y,
    read: ([year, week]) => {
      // The first week of a year is the one that has 4 January in it (ISO 8601).
      const start = plus(floorTo(wall(number(year), 1, 4), 'week'), number(week) - 1, 'week')
      const isThere = number(week) >= 1 && number(week) <= 53 && number(year) >= 1000
      return isThere ? { node: dateNode('week', 'week', once(point(start, 'week'))) } : undefined
    },
  },
  {
    pattern: /(\d{4})[-/](\d\d)/y,
    read: ([year, month]) => {
      const [y, m] = [number(year), number(month)]
      if (m < 1 || m > 12 || y < 1900 || y > 2100) return undefined
      return { node: dateNode('month', 'month', once(point(wall(y, m), 'month')), { isWeak: true }) }
    },
  },
  {
    pattern: /(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:(?: ?([ap])\.? ?m\.?|([ap]))(?![\p{L}\d]))?/iuy,
    read: ([hour, minute, second, half, letter]) => {
      const at = clockOf(hour, minute, second, half ?? letter)
      return at && { node: clockNode(at), isOpen: true }
    },
  },
  {
    pattern: /(\d{1,2})[hH](\d\d)?(?![\p{L}\d])/uy,
    read: ([hour, minute]) => {
      const at = clockOf(hour, minute ?? '00', undefined)
      // Hours alone may be counted: "a 3h meeting".
      return at && { node: clockNode({ ...at, isHalf: false }, minute === undefined), isOpen: true }
    },
  },
  {
    pattern: /(\d{1,2})(?: ?([ap])\.? ?m\.?|([ap]))(?![\p{L}\d])/iuy,
    read: ([hour, half, letter]) => {
      const at = number(hour) > 0 ? clockOf(hour, undefined, undefined, half ?? letter) : undefined
      return at && { node: clockNode(at, half === undefined), isOpen: true }
    },
  },
  {
    pattern: /(\d{1,2})(\d\d) ?([ap])\.? ?m\.?(?![\p{L}\d])/iuy,
    read: ([hour, minute, half]) => {
      const at = clockOf(hour, minute, undefined, half)
      return at && number(hour) <= 12 ? { node: clockNode(at), isOpen: true } : undefined
    },
  },
  {
    pattern: /(\d{1,2})( ?[-/] ?)(\d{1,2})/y,
    read: ([first, mark, second], { zone }) => {
      // "Nine to five".
      if (mark?.trim() === '-' && second?.length === 1) return undefined
      const [month, day] = inOrder(number(first), number(second), isMonthFirst(zone))
      const node = monthDay(month, day)
      return node && { node: { ...node, isWeak: true } }
    },
  },
]

export const quarterOf = (year: number, quarter: number): TimeNode =>
  dateNode('quarter', 'quarter', once(point(wall(year, quarter * 3 - 2), 'quarter')))

/** @returns nothing where there is no such time. */
export function clockOf(
  hour: string | undefined,
  minute?: string,
  second?: string,
  half?: string,
): ClockTime | undefined {
  const [h, m, s] = [
    number(hour),
    minute === undefined ? undefined : number(minute),
    second === undefined ? undefined : number(second),
  ]
  if (h > 24 || (m ?? 0) > 59 || (s ?? 0) > 59) return undefined
  if (half !== undefined)
    return h > 12 ? undefined : inHalf(clock(h, m, s, true), half.toLowerCase() === 'a' ? 'am' : 'pm')
  return clock(h, m, s, !hour?.startsWith('0'))
}

/** Of "+05:30", "-0800". */
function minutesOf(offset: string): number {
  if (offset.toLowerCase() === 'z') return 0
  const digits = offset.replace(/\D/g, '')
  return (offset.startsWith('-') ? -1 : 1) * (number(digits.slice(0, 2)) * 60 + number(digits.slice(2)))
}

const isWordAt = (text: string, at: number) => /[\p{L}\d_]/u.test(text.charAt(at))

/** Marks that make a number something else: a price, a version, a path, a reference. */
export function beginsFreely(text: string, start: number): boolean {
  const before = text.charAt(start - 1)
  if (before === '') return true
  if (/[\p{L}\d_#$€£¥%&=\\*<>~^|]/u.test(before)) return false
  if (!isWordAt(text, start - 2)) return true
  const [back, ahead] = [text.slice(Math.max(0, start - 5), start - 1), text.slice(start, start + 11)]
  if (before === '-' || before === '\u2013') return /(?:\d(?:h|[ap]m?)?|utc|gmt)$/i.test(back)
  if (before === '+') return /(?:utc|gmt)$/i.test(back)
  // "March 3,2015", not "12,500"; "2015-03-28/2015-04-02".
  if (before === ',') return !/\d$/.test(back) || /^\d{4}(?!\d)/.test(ahead)
  if (before === '/') return /\d$/.test(back) && /^\d{4}-\d\d-\d\d/.test(ahead)
  return !/[.:+@'\u2019]/.test(before)
}
export function endsFreely(text: string, end: number, mayGoOn = false): boolean {
  const after = text.charAt(end)
  if (/[\p{L}\d_%$€£°]/u.test(after)) return false
  if (after === '-' || after === '/' || after === '\u2013')
    return mayGoOn || !isWordAt(text, end + 1) || /^\/\d{4}-/.test(text.slice(end, end + 6))
  return !(/[.:,@\\']/.test(after) && isWordAt(text, end + 1))
}

/** What is written in figures from here on; the longest first. */
export function writtenAt(text: string, start: number, reading: DateReading): WrittenDate[] {
  if (!beginsFreely(text, start)) return []
  const found: WrittenDate[] = []
  for (const { pattern, read } of formats) {
    pattern.lastIndex = start
    const match = pattern.exec(text)
    if (!match) continue
    const end = start + match[0].length
    const made = read(match.slice(1), reading)
    if (made && endsFreely(text, end, made.isOpen)) found.push({ node: made.node, end })
  }
  return found
}

/** From one day to another of the same month, the last day counted. */
export const daysOfMonth = (month: number, first: number, last: number): TimeNode | undefined => {
  if (first >= last || last > daysInMonth(2000, month)) return undefined
  const series = yearly((year) => range(wall(year, month, first), wall(year, month, last + 1), 'day'))
  return dateNode('range', 'day', series)
}
