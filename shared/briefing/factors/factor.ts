/** What a factor of a priority is: how much of it there is of an item, and why, in plain words. */
import type { SourceSpan } from '#db/documents/item'
import type { SignalFactor } from '#db/documents/signal'
import type { RankContext } from '#shared/briefing/context'
import type { FactorName } from '#shared/briefing/weights'

export type FactorReason = { value: SignalFactor['value']; because: string; evidence?: readonly SourceSpan[] }

/** Each looks at its own cause alone: where that goes, its points go, and no others. */
export type RankingFactor<Subject> = {
  name: FactorName
  /** Its value changes as time goes by, all else being equal. */
  isTimed?: true
  /** -1 to 1; 0 where it is not there. */
  valueOf: (subject: Subject, context: RankContext) => number
  /** Asked only where the value is another than 0. */
  reasonOf: (subject: Subject, context: RankContext) => FactorReason
}

/** A factor that is there or is not. */
export const claim = <Subject>(
  name: FactorName,
  holds: (subject: Subject, context: RankContext) => boolean,
  because: string,
): RankingFactor<Subject> => ({
  name,
  valueOf: (subject, context) => (holds(subject, context) ? 1 : 0),
  reasonOf: () => ({ value: true, because }),
})

export const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** "3 h", "2 days": how long, for people. */
export function lengthOf(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return `${hours} h`
  return `${Math.round(hours / 24)} days`
}

/**
 * How near a deadline is: 1 from two hours before it until a day after, less the further away, little once it is long over.
 * @param left ms until it is over; negative: since when
 */
export function nearness(left: number): number {
  if (left < -14 * dayMs) return 0.1
  if (left < -dayMs) return 0.6
  if (left <= 2 * hourMs) return 1
  if (left <= dayMs) return 0.9
  if (left <= 2 * dayMs) return 0.7
  if (left <= 7 * dayMs) return 0.4
  return left <= 31 * dayMs ? 0.15 : 0
}
