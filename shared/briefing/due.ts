/** When something that is due is over: a day's deadline holds until the day is. Pure. */
import type { ItemAct } from '#db/documents/item'

const minuteMs = 60_000
const dayMs = 86_400_000
/** How long after its start a time of this grain is over. */
const grainMs: Readonly<Record<string, number>> = {
  second: 0,
  minute: 0,
  hour: 0,
  day: dayMs - minuteMs,
  week: 7 * dayMs - minuteMs,
  month: 30 * dayMs,
  quarter: 91 * dayMs,
  year: 365 * dayMs,
}

export type Due = NonNullable<ItemAct['due']>

/** From when on it is overdue, in ms since 1970. */
export const dueEnd = ({ at, grain }: Pick<Due, 'at' | 'grain'>): number => Date.parse(at) + (grainMs[grain] ?? 0)

/** The act of the given ones that is due first. */
export function firstDue(acts: readonly ItemAct[]): { act: ItemAct; due: Due; end: number } | null {
  let first: { act: ItemAct; due: Due; end: number } | null = null
  for (const act of acts) {
    if (act.due === null) continue
    const end = dueEnd(act.due)
    if (first === null || end < first.end) first = { act, due: act.due, end }
  }
  return first
}
