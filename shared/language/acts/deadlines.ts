/** When what an act says is to be done: the date in its clause that says so, not one that tells apart or lies behind. */
import type { DateExpression } from '#db/documents/meaning'
import type { ActClause, ActReading } from '#shared/language/acts/clauses'
import { WordIs } from '#shared/language/acts/words'

const limiting = new Set(['by', 'before', 'until', 'till', 'due', 'than', 'within', 'latest'])
const describing = new Set(['from', 'of', 'since', 'dated', 'after', 'last', 'past', 'between', 'during'])
const subjects = new Set('i you we he she they who that which'.split(' '))
const behind = /^(?:last|past|previous|yesterday|earlier)\b|\bago$/i

/**
 * The date by or at which it is to be done; null where none in the clause says so.
 * @param dates those that begin within the clause, in order
 */
export function deadlineOf(
  reading: ActReading,
  clause: ActClause,
  dates: readonly DateExpression[],
  referenceTime: Date,
): DateExpression | null {
  let best: DateExpression | null = null
  let most = 0
  for (const date of dates) {
    const value = standing(reading, clause, date, referenceTime)
    if (value > most) {
      best = date
      most = value
    }
  }
  return best
}

/** How well a date may be a deadline: 0 not at all, 3 where it says "by". */
function standing(reading: ActReading, clause: ActClause, date: DateExpression, referenceTime: Date): number {
  const { tokens } = reading.text
  const at = tokenAt(reading, clause, date.span.start)
  const own = tokens[at]?.norm ?? ''
  const before = at > clause.from ? (tokens[at - 1]?.norm ?? '') : ''
  const beforeThat = at - 1 > clause.from ? (tokens[at - 2]?.norm ?? '') : ''
  const said = before === 'the' || before === 'on' ? beforeThat : before
  if (limiting.has(own) || limiting.has(before) || limiting.has(said)) return 3
  if (behind.test(date.span.text) || describing.has(own) || describing.has(before) || describing.has(said)) return 0
  if (date.recurrence !== null) return 0
  if (isPast(date, referenceTime)) return 0
  const after = tokens[tokenAt(reading, clause, date.span.end)]
  if (after?.norm === "'s" && after.start === date.span.end) return 0
  if (before !== 'to' && isTold(reading, clause, at)) return 0
  return 2
}

/** The first token of a clause that ends behind a place. */
function tokenAt(reading: ActReading, clause: ActClause, start: number): number {
  let low = clause.from
  let high = clause.to
  while (low < high) {
    const middle = (low + high) >> 1
    if ((reading.text.tokens[middle]?.end ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return low
}

const day = 86_400_000
/** At least as long as one of a grain lasts, in milliseconds. */
const lengths: Record<DateExpression['grain'], number> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day,
  week: 7 * day,
  month: 31 * day,
  quarter: 92 * day,
  year: 366 * day,
}

/** Counted from the reference time, and over by then. */
function isPast(date: DateExpression, referenceTime: Date): boolean {
  if (!date.relative || (date.end ?? date.start) === null) return false
  const over = date.end === null ? Date.parse(date.start ?? '') + lengths[date.grain] : Date.parse(date.end)
  return over <= referenceTime.getTime()
}

/** "the file you mailed me on Monday": the date is of what was done. */
function isTold(reading: ActReading, clause: ActClause, date: number): boolean {
  for (let at = date - 1; at > clause.core + 1 && date - at <= 8; at -= 1) {
    if (((reading.bits[at] ?? 0) & WordIs.past) === 0) continue
    const before = reading.text.tokens[at - 1]?.norm ?? ''
    if (subjects.has(before)) return true
  }
  return false
}
