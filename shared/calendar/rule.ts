/** Recurrence rules (RFC 5545, 3.3.10) on a clock that knows no zone: what does not exist there is for whoever knows the zone to leave out. */
import { type Freq, RRuleTemporal } from 'rrule-temporal'
import { readClock, type WrittenTime } from '#shared/calendar/clock'

export type RecurrenceRule = {
  /** As it is served. */
  text: string
  frequency: Freq
  count: number | null
  until: WrittenTime | null
  /** Knows neither COUNT nor UNTIL. */
  engine: RRuleTemporal
  /** At most so many a day. */
  perDay: number
}

/** What may still be looked at. What went over it is not looked at, and `isOver` says so. */
export type StepBudget = { left: number; isOver: boolean }

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const perDayOf: Partial<Record<Freq, number>> = { SECONDLY: 86_400, MINUTELY: 1440, HOURLY: 24 }
const dayMs = 86_400_000

/** Greatest number of each list, and whether it may count from the end. */
const lists: Record<string, { from: number; to: number; isSigned: boolean }> = {
  BYSECOND: { from: 0, to: 60, isSigned: false },
  BYMINUTE: { from: 0, to: 59, isSigned: false },
  BYHOUR: { from: 0, to: 23, isSigned: false },
  BYMONTHDAY: { from: 1, to: 31, isSigned: true },
  BYYEARDAY: { from: 1, to: 366, isSigned: true },
  BYWEEKNO: { from: 1, to: 53, isSigned: true },
  BYSETPOS: { from: 1, to: 366, isSigned: true },
}
const listAtMost = 800

/** Gives the rule, or why there is none. What it says that nobody knows is passed over. */
export function readRule(
  text: string,
  start: WrittenTime,
): { ok: true; rule: RecurrenceRule } | { ok: false; why: string } {
  const parts = new Map(
    text
      .trim()
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2))
      .map(([name = '', value = '']) => [name.trim(), value.replaceAll(' ', '')] as const),
  )
  const frequency = frequencies.find((one) => one === parts.get('FREQ'))
  if (!frequency) return { ok: false, why: `FREQ=${shownWord(parts.get('FREQ'))}` }
  if (start.kind === 'date') {
    if (perDayOf[frequency] !== undefined) return { ok: false, why: `FREQ=${frequency} of whole days` }
    // RFC 5545: they must be ignored there.
    for (const name of ['BYHOUR', 'BYMINUTE', 'BYSECOND']) parts.delete(name)
  }
  for (const name of ['INTERVAL', 'COUNT']) {
    const value = parts.get(name)
    if (value !== undefined && !/^0*[1-9]\d{0,8}$|^10{9}$/.test(value))
      return { ok: false, why: `${name}=${shownWord(value)}` }
  }
  const until = parts.has('UNTIL') ? readClock(parts.get('UNTIL') ?? '') : null
  if (until === undefined) return { ok: false, why: `UNTIL=${shownWord(parts.get('UNTIL'))}` }
  const said = listsOf(parts, frequency)
  if ('why' in said) return { ok: false, why: said.why }

  const interval = parts.get('INTERVAL')
  const kept = [`FREQ=${frequency}`, ...(interval === undefined ? [] : [`INTERVAL=${interval}`]), ...said.texts]
  const times = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((name) => parts.get(name)?.split(',').length ?? 1)
  const perDay = Math.min(
    86_400,
    times.reduce((product, count) => product * count, perDayOf[frequency] ?? 1),
  )
  try {
    const engine = new RRuleTemporal({
      rruleString: `RRULE:${kept.join(';')}`,
      dtstart: Temporal.Instant.fromEpochMilliseconds(start.clock).toZonedDateTimeISO('UTC'),
      cache: false,
    })
    const count = parts.get('COUNT')
    return {
      ok: true,
      rule: { text: text.trim(), frequency, count: count === undefined ? null : Number(count), until, engine, perDay },
    }
  } catch {
    return { ok: false, why: shownWord(text) }
  }
}

/** What is wrong, for people: as much of it as can be no sentence. */
export const shownWord = (value: string | undefined): string => (value ?? '').replace(/[^\w=;,:+/.-]/g, '').slice(0, 40)

function listsOf(parts: ReadonlyMap<string, string>, frequency: Freq): { texts: string[] } | { why: string } {
  const texts: string[] = []
  for (const [name, value] of parts) {
    const items = value.split(',')
    const wrong = { why: `${name}=${shownWord(value)}` }
    if (items.length > listAtMost) return wrong
    const range = lists[name]
    if (range) {
      if (!items.every((item) => isWithin(item, range))) return wrong
      texts.push(`${name}=${items.map(Number).join(',')}`)
    } else if (name === 'BYDAY') {
      const days = items.map((item) => /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(item))
      if (days.some((day) => !day || (day[1] !== undefined && !isWithin(day[1], { from: 1, to: 53, isSigned: true }))))
        return wrong
      // A number has a meaning within months and years alone.
      const isNumbered = (frequency === 'MONTHLY' || frequency === 'YEARLY') && !parts.has('BYWEEKNO')
      texts.push(`BYDAY=${days.map((day) => `${isNumbered && day?.[1] ? Number(day[1]) : ''}${day?.[2]}`).join(',')}`)
    } else if (name === 'BYMONTH') {
      if (!items.every((item) => /^(0?[1-9]|1[0-3])L?$/.test(item))) return wrong
      texts.push(`BYMONTH=${items.join(',')}`)
    } else if (name === 'WKST') {
      if (!/^(MO|TU|WE|TH|FR|SA|SU)$/.test(value)) return wrong
      texts.push(`WKST=${value}`)
    } else if (name === 'RSCALE' || name === 'SKIP') texts.push(`${name}=${value}`)
  }
  return { texts }
}

function isWithin(text: string, { from, to, isSigned }: { from: number; to: number; isSigned: boolean }): boolean {
  const found = /^([+-]?)(\d{1,3})$/.exec(text)
  if (!found || (found[1] !== '' && !isSigned)) return false
  const size = Number(found[2])
  return from <= size && size <= to
}

/** Whether it comes some times a year, as changes of the clock do. */
export const isYearly = ({ frequency, perDay }: RecurrenceRule): boolean => frequency === 'YEARLY' && perDay === 1

/** For rules that come at most some times a day. Ascending; both ends may be among them. None where the rule has none that can be found. */
export function clocksBetween({ engine }: RecurrenceRule, from: number, to: number): number[] {
  if (to < from) return []
  try {
    return engine.between(new Date(from), new Date(to), true).map((at) => at.epochMilliseconds)
  } catch {
    return []
  }
}

const engineGivesUpAfter = 10_000
const firstCosts = 10

/** How many the engine is asked for at once, at most. */
const pieceAtMost = 2000

/** What the rule says from a clock on, ascending, one after the other, until it is over `to`, the budget or what the engine finds. */
export function* ruleClocks(rule: RecurrenceRule, from: number, to: number, budget: StepBudget): Generator<number> {
  const isSpent = (steps = 1) => {
    budget.left -= steps
    if (budget.left >= 0) return false
    budget.isOver = true
    return true
  }
  // To look for the first costs as much as to look for any.
  if (isSpent(firstCosts)) return
  try {
    if (rule.perDay > 1) {
      for (let at = rule.engine.next(new Date(from), true); at; at = rule.engine.next(at, false)) {
        if (at.epochMilliseconds > to || isSpent()) return
        yield at.epochMilliseconds
      }
      return
    }
    const pieceMs = pieceAtMost * dayMs
    for (let begin = from; begin <= to; begin += pieceMs) {
      for (const at of rule.engine.between(new Date(begin), new Date(Math.min(begin + pieceMs - 1, to)), true)) {
        if (isSpent()) return
        yield at.epochMilliseconds
      }
      // A stretch without any costs as well.
      if (isSpent()) return
    }
  } catch {
    // The engine gave up, as it does for rules that nothing fits: it has looked at as much.
    budget.left -= engineGivesUpAfter
    budget.isOver = true
  }
}
