/**
 * Learns from what people say of signals: an online logistic regression over the factors and the salted keys of senders, lists
 * and words, one correction after another. Taking one back is learning without it. Pure, and the same for the same corrections
 * in the same order.
 */
import { type Static, Type as t } from '@sinclair/typebox'
import type { ItemDocument, Occurrence } from '#db/documents/item'
import type { FeedbackVerdict } from '#db/documents/states'
import { noHistory, type RankContext } from '#shared/briefing/context'
import { within } from '#shared/briefing/factors/factor'
import { type RankedThing, rankedItem, shareOfKey, valuesOf } from '#shared/briefing/points'
import {
  defaultWeights,
  type FactorName,
  factorNames,
  learnedRange,
  rangeOf,
  type WeightRange,
  type Weights,
} from '#shared/briefing/weights'

/** What of an item is learned from: how much there was of each factor, and its salted keys. No text, no address. */
export const RankFeatures = t.Object({
  factors: t.Record(t.String(), t.Number()),
  keys: t.Array(t.String()),
})
export type RankFeatures = Static<typeof RankFeatures>

export type Feedback = {
  /** ISO 8601 in UTC. */
  at: string
  verdict: FeedbackVerdict
  features: RankFeatures
}

/** @param context what it was ranked by; without it, what the item alone says when it came */
export function featuresOf(item: ItemDocument, context?: RankContext, occurrence?: Occurrence): RankFeatures {
  const told: RankContext = context ?? {
    at: new Date(item.at),
    timezone: 'UTC',
    weights: defaultWeights,
    history: noHistory,
    states: new Map(),
  }
  const ranked = rankedOf(item, occurrence)
  const values = ranked === null ? {} : valuesOf(ranked, told)
  return {
    factors: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)])),
    keys: [...item.learning_keys],
  }
}

function rankedOf(item: ItemDocument, occurrence: Occurrence | undefined): RankedThing | null {
  if (item.source !== 'calendar') return rankedItem(item)
  const first = occurrence ?? item.occurrences[0]
  return first === undefined ? null : { item, occurrence: first }
}

/** The sum that is as likely important as not, and how many points make the odds e times as high. */
const middle = 45
const pointsOfLogOdds = 10
/** How far one correction moves: what is said of one sender says little of all. */
const rates = { factor: 0.12, p: 0.7, l: 0.25, w: 0.25 }
/** A first correction moves far, each further one less. Source: AdaGrad; Duchi, Hazan and Singer, JMLR 12 (2011). */
const restraint = 0.1
/** A weight moves at most this part of its range on one day. */
const dailyShare = 0.1
const mostLearned = 20_000

type Learning = {
  points: Record<FactorName, number>
  learned: Map<string, number>
  /** Squares of what each weight was moved by so far: what was moved often moves less. */
  spent: Map<string, number>
  /** What each weight stood at when the day began. */
  day: string
  morning: Map<string, number>
}

/** A fold over the corrections, in their order. */
export function learn(defaults: Weights, feedback: Iterable<Feedback>): Weights {
  const state: Learning = {
    points: { ...defaults.points },
    learned: new Map(Object.entries(defaults.learned)),
    spent: new Map(),
    day: '',
    morning: new Map(),
  }
  for (const each of feedback) learnOne(state, each)
  return {
    ...defaults,
    points: state.points,
    learned: Object.fromEntries([...state.learned].filter(([, points]) => points !== 0).sort(byName)),
  }
}

const byName = ([a]: readonly [string, number], [b]: readonly [string, number]) => (a < b ? -1 : a > b ? 1 : 0)

function learnOne(state: Learning, { at, verdict, features }: Feedback): void {
  if (verdict !== 'important' && verdict !== 'not_important') return
  const day = at.slice(0, 10)
  if (day !== state.day) {
    state.day = day
    state.morning.clear()
  }
  const present = factorNames.flatMap((name) => {
    const value = features.factors[name] ?? 0
    return value === 0 ? [] : [{ name, value }]
  })
  const keys = keysOf(features)
  let sum = 0
  for (const { name, value } of present) sum += state.points[name] * value
  for (const { key, share } of keys) sum += (state.learned.get(key) ?? 0) * share
  const likely = 1 / (1 + Math.exp((middle - sum) / pointsOfLogOdds))
  const missed = (verdict === 'important' ? 1 : 0) - likely
  for (const { name, value } of present) {
    const range = rangeOf(name)
    state.points[name] = moved(state, name, state.points[name], missed * value, rates.factor, range)
  }
  for (const { key, share, rate } of keys) {
    const before = state.learned.get(key) ?? 0
    const after = moved(state, key, before, missed * share, rate, learnedRange)
    if (before !== 0 || state.learned.size < mostLearned) state.learned.set(key, after)
  }
}

type LearningKey = { key: string; share: number; rate: number }

function keysOf({ keys }: RankFeatures): LearningKey[] {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key.slice(0, 1), (counts.get(key.slice(0, 1)) ?? 0) + 1)
  return keys.flatMap((key) => {
    const letter = key.slice(0, 1)
    if (letter !== 'p' && letter !== 'l' && letter !== 'w') return []
    return [{ key, share: shareOfKey(counts.get(letter) ?? 1), rate: rates[letter] }]
  })
}

/** A weight after one step: within its range, and within a tenth of that around where it stood when the day began. */
function moved(
  state: Learning,
  name: string,
  before: number,
  gradient: number,
  rate: number,
  { least, most }: WeightRange,
): number {
  const spent = (state.spent.get(name) ?? 0) + gradient * gradient
  state.spent.set(name, spent)
  const morning = state.morning.get(name) ?? before
  state.morning.set(name, morning)
  const daily = (most - least) * dailyShare
  const step = (rate * pointsOfLogOdds * gradient) / Math.sqrt(restraint + spent)
  return rounded(within(within(before + step, morning - daily, morning + daily), least, most))
}

/** To a thousandth, so that they are short where they are told. Never -0. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000 || 0

/** Every weight that a correction may move, by a name with dots: `points.request`, `learned.p0123456789ab`. */
export const weightEntries = ({ points, learned }: Weights): [name: string, value: number][] => [
  ...factorNames.map((name): [string, number] => [`points.${name}`, points[name]]),
  ...Object.entries(learned).map(([key, value]): [string, number] => [`learned.${key}`, value]),
]

export type WeightChange = { weight: string; before: number; after: number }

/** What stands otherwise in the one than in the other, by name; what is not there is 0. */
export function weightChanges(before: Weights, after: Weights): WeightChange[] {
  const [old, now] = [new Map(weightEntries(before)), new Map(weightEntries(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((weight) => ({ weight, before: old.get(weight) ?? 0, after: now.get(weight) ?? 0 }))
    .filter(({ before: from, after: to }) => from !== to)
}
