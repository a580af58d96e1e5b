/** The one order of signals: what weighs most first, then what is due first, then what is newest. Total, so that pages of it are stable. */

export type Ordered = {
  id: string
  score: number
  /** ISO 8601. */
  due: string | null
  /** ISO 8601, in UTC. */
  when: string
}

/** Negative where `a` comes first; 0 only for the same id. Moments that cannot be read come last. */
export function compareSignals(a: Ordered, b: Ordered): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.due !== b.due) {
    const difference = dueMs(a.due) - dueMs(b.due)
    if (difference !== 0) return difference
  }
  if (a.when !== b.when) {
    if (isWritten(a.when) && isWritten(b.when)) return a.when < b.when ? 1 : -1
    const difference = whenMs(b.when) - whenMs(a.when)
    if (difference !== 0) return difference
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

const written = '2026-11-23T07:00:00.000Z'.length
/** As Date writes it, moments are in the order of their characters: reading ten thousand of them takes longer than ranking them. */
const isWritten = (moment: string): boolean => moment.length === written && moment.endsWith('Z')

/** Later than any moment, yet a number that can be taken from itself. */
const never = Number.MAX_SAFE_INTEGER

function dueMs(due: string | null): number {
  const at = due === null ? Number.NaN : Date.parse(due)
  return Number.isNaN(at) ? never : at
}

function whenMs(when: string): number {
  const at = Date.parse(when)
  return Number.isNaN(at) ? -never : at
}
