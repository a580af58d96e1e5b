/** The points of an item by factor: what a score is summed from, and what explains it. Pure. */
import type { EventFacts, HostingFacts, ItemDocument, MailFacts, Occurrence } from '#db/documents/item'
import type { SignalFactor } from '#db/documents/signal'
import type { History, RankContext } from '#shared/briefing/context'
import { eventFactors } from '#shared/briefing/factors/event'
import type { RankingFactor } from '#shared/briefing/factors/factor'
import { hostingFactors } from '#shared/briefing/factors/hosting'
import { incomingFactors, outgoingFactors } from '#shared/briefing/factors/mail'
import { type FactorName, learnedRange, type Weights } from '#shared/briefing/weights'

/** What is ranked: an item, and of an event which of its occurrences. */
export type RankedThing =
  | { item: MailFacts; occurrence: null }
  | { item: HostingFacts; occurrence: null }
  | { item: EventFacts; occurrence: Occurrence }

export const rankedItem = (item: MailFacts | HostingFacts): RankedThing =>
  item.source === 'mail' ? { item, occurrence: null } : { item, occurrence: null }

/** Calls back for each factor of what is ranked, in their order. */
type FactorReader<Result> = <Subject>(factors: readonly RankingFactor<Subject>[], subject: Subject) => Result

function withFactors<Result>(ranked: RankedThing, read: FactorReader<Result>): Result {
  const { item, occurrence } = ranked
  if (item.source === 'mail') return read(item.is_outgoing ? outgoingFactors : incomingFactors, item)
  if (item.source === 'source_hosting') return read(hostingFactors, item)
  // Sound: an event is ranked by an occurrence of it, always.
  return read(eventFactors, { event: item, occurrence: occurrence as Occurrence })
}

/** Never -0, which JSON does not know. */
const whole = (points: number): number => Math.round(points) || 0

/** Factors of one kind of item: those that time moves, and those that stay what they are. */
type FactorLists<Subject> = Record<'timed' | 'lasting', readonly RankingFactor<Subject>[]>

const listsOf = <Subject>(factors: readonly RankingFactor<Subject>[]): FactorLists<Subject> => ({
  timed: factors.filter(({ isTimed }) => isTimed === true),
  lasting: factors.filter(({ isTimed }) => isTimed !== true),
})
const incoming = listsOf(incomingFactors)
const outgoing = listsOf(outgoingFactors)
const hosting = listsOf(hostingFactors)

/** What of weights is looked up for each of thousands of items: by a factor's place, and by key. */
type ReadyWeights = {
  points: Map<readonly RankingFactor<never>[], Float64Array>
  /** Null: nothing was learned. */
  learned: ReadonlyMap<string, number> | null
}
/** Weights, histories and items are never changed in place. */
const ready = new WeakMap<Weights, ReadyWeights>()

function readyOf(weights: Weights): ReadyWeights {
  const known = ready.get(weights)
  if (known !== undefined) return known
  const learned = Object.entries(weights.learned)
  const made: ReadyWeights = { points: new Map(), learned: learned.length === 0 ? null : new Map(learned) }
  const lists: readonly (readonly RankingFactor<never>[])[] = [
    ...[incoming, outgoing, hosting].flatMap(({ timed, lasting: others }) => [timed, others]),
    eventFactors,
  ]
  for (const factors of lists) {
    const points = Float64Array.from(factors, ({ name }) => weights.points[name])
    made.points.set(factors, points)
  }
  ready.set(weights, made)
  return made
}

/** Of the last weights that were asked for: what of an item's sum no clock changes. */
type Lasting = { weights: Weights; sums: WeakMap<ItemDocument, number> }
const lasting = new WeakMap<History, Lasting>()

function lastingOf({ history, weights }: RankContext): Lasting {
  const known = lasting.get(history)
  if (known?.weights === weights) return known
  const made = { weights, sums: new WeakMap<ItemDocument, number>() }
  lasting.set(history, made)
  return made
}

/** The sum of all points, before it is held within 0 and 100. */
export function sumOf({ item, occurrence }: RankedThing, context: RankContext): number {
  if (item.source === 'mail') return itemSum(item.is_outgoing ? outgoing : incoming, item, context)
  if (item.source === 'source_hosting') return itemSum(hosting, item, context)
  const weights = readyOf(context.weights)
  // Sound: an event is ranked by an occurrence of it, always.
  const subject = { event: item, occurrence: occurrence as Occurrence }
  return learnedSum(item, weights) + factorSum(eventFactors, subject, context, weights)
}

function itemSum<Item extends ItemDocument>(
  { timed, lasting: others }: FactorLists<Item>,
  item: Item,
  context: RankContext,
): number {
  const { sums } = lastingOf(context)
  const weights = readyOf(context.weights)
  let sum = sums.get(item)
  if (sum === undefined) {
    sum = learnedSum(item, weights) + factorSum(others, item, context, weights)
    sums.set(item, sum)
  }
  return sum + factorSum(timed, item, context, weights)
}

function factorSum<Subject>(
  factors: readonly RankingFactor<Subject>[],
  subject: Subject,
  context: RankContext,
  weights: ReadyWeights,
): number {
  const points = weights.points.get(factors)
  let sum = 0
  for (let at = 0; at < factors.length; at++) {
    const factor = factors[at]
    const value = factor?.valueOf(subject, context) ?? 0
    if (value !== 0) sum += whole((points?.[at] ?? 0) * value)
  }
  return sum
}

/** The values of all factors that are there. */
export function valuesOf(ranked: RankedThing, context: RankContext): Partial<Record<FactorName, number>> {
  return withFactors(ranked, (factors, subject) => {
    const values: Partial<Record<FactorName, number>> = {}
    for (const factor of factors) {
      const value = factor.valueOf(subject, context)
      if (value !== 0) values[factor.name] = value
    }
    return values
  })
}

/** Every factor that gives points, and what was learned; without what is cut off at 0 or 100. */
export function factorsOf(ranked: RankedThing, context: RankContext): SignalFactor[] {
  const { points } = context.weights
  const found = withFactors(ranked, (factors, subject) =>
    factors.flatMap((factor): SignalFactor[] => {
      const value = factor.valueOf(subject, context)
      const given = value === 0 ? 0 : whole(points[factor.name] * value)
      if (given === 0) return []
      const { evidence, ...reason } = factor.reasonOf(subject, context)
      return [{ name: factor.name, points: given, ...reason, ...(evidence?.length ? { evidence: [...evidence] } : {}) }]
    }),
  )
  return [...found, ...learnedFactors(ranked.item, context.weights)]
}

type LearnedOf = { letter: string; name: string; because: string }
const learnedOf: readonly LearnedOf[] = [
  { letter: 'p', name: 'learned_sender', because: 'you corrected what came from the same sender' },
  { letter: 'l', name: 'learned_list', because: 'you corrected what came from the same place' },
  { letter: 'w', name: 'learned_words', because: 'you corrected what had words of this title' },
]

/** What one letter's keys come to together: a subject of many words has no more to say than one of few. */
function learnedPoints(
  { learning_keys: keys }: ItemDocument,
  learned: ReadonlyMap<string, number>,
  letter: string,
): number {
  let [sum, count] = [0, 0]
  for (const key of keys) {
    if (!key.startsWith(letter)) continue
    count += 1
    sum += learned.get(key) ?? 0
  }
  if (sum === 0) return 0
  return whole(Math.max(learnedRange.least, Math.min(learnedRange.most, sum * shareOfKey(count))))
}

/** By how much each of so many keys counts. */
export const shareOfKey = (count: number): number => 1 / Math.sqrt(Math.max(1, count))

function learnedSum(item: ItemDocument, { learned }: ReadyWeights): number {
  if (learned === null) return 0
  let sum = 0
  for (const { letter } of learnedOf) sum += learnedPoints(item, learned, letter)
  return sum
}

function learnedFactors(item: ItemDocument, weights: Weights): SignalFactor[] {
  const { learned } = readyOf(weights)
  if (learned === null) return []
  return learnedOf.flatMap(({ letter, name, because }) => {
    const points = learnedPoints(item, learned, letter)
    return points === 0 ? [] : [{ name, points, value: points, because }]
  })
}
