/** What the factors of a priority weigh: points of a whole value, the range in which learning may move them, the borders of the bands. Pure. */
import type { PriorityBand } from '#db/documents/signal'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

/** [points of a value of 1, the least and the most that learning may make of it] */
type FactorRow = readonly [points: number, least: number, most: number]

const factorRows = {
  // Mails.
  mail: [14, 0, 40],
  to_me: [16, 0, 40],
  to_list: [0, -20, 20],
  request: [18, 0, 40],
  question: [14, 0, 40],
  question_to_all: [3, -10, 20],
  request_to_all: [2, -10, 20],
  due: [24, 0, 50],
  promised: [22, 0, 50],
  unanswered: [14, 0, 40],
  sender_history: [16, 0, 50],
  list_history: [6, 0, 40],
  words_history: [6, 0, 40],
  thread_history: [6, -20, 40],
  thread_begun: [10, 0, 40],
  thread_written: [6, 0, 40],
  conversation: [2, -30, 30],
  reply: [1, -20, 20],
  length: [1, -15, 15],
  bulk: [-20, -60, 0],
  automatic: [-12, -50, 10],
  flagged: [20, 0, 50],
  answered: [-60, -100, -20],
  // Of source hosting.
  hosting: [10, 0, 40],
  review_requested: [34, 0, 70],
  changes_requested: [32, 0, 70],
  ci_failed: [38, 0, 70],
  assigned: [22, 0, 60],
  mentioned: [20, 0, 60],
  security: [44, 10, 80],
  stale: [10, -20, 40],
  commented: [8, -20, 40],
  mine: [8, -10, 40],
  blocking: [14, 0, 50],
  waiting: [12, 0, 40],
  bot: [-10, -50, 10],
  closed: [-40, -80, 0],
  // Events.
  event: [20, 0, 40],
  soon: [36, 0, 70],
  needs_response: [20, 0, 60],
  conflict: [20, 0, 60],
  changed: [14, 0, 50],
  no_agenda: [4, 0, 30],
  organised: [6, -10, 30],
  declined: [-50, -100, 0],
  // Of all.
  seen: [-8, -40, 10],
  age: [-20, -60, 0],
} as const satisfies Record<string, FactorRow>

export type FactorName = keyof typeof factorRows
export const factorNames = Object.keys(factorRows) as readonly FactorName[]

export type Weights = {
  /** Of the rules: what the factors are. */
  version: string
  /** Of a value of 1, by factor. */
  points: Readonly<Record<FactorName, number>>
  /** Points by learning key (see ItemDocument): what was learned of people, lists and words. */
  learned: Readonly<Record<string, number>>
  /** The least score of each band; below all of them is noise. */
  bands: Readonly<Record<Exclude<PriorityBand, 'noise'>, number>>
}

export type WeightRange = { least: number; most: number }

/** What one key may come to, and all the words of one subject together. */
export const learnedRange: WeightRange = { least: -40, most: 40 }

export function rangeOf(name: FactorName): WeightRange {
  const [, least, most] = factorRows[name]
  return { least, most }
}

export const rankingRules = { id: 'factors', version: 'factors-1' } as const

export const defaultWeights: Weights = {
  version: rankingRules.version,
  // An object of the same names: entries forget which.
  points: Object.fromEntries(factorNames.map((name) => [name, factorRows[name][0]])) as Record<FactorName, number>,
  learned: {},
  bands: { act_now: 75, today: 55, this_week: 35, fyi: 15 },
}

export function bandOf(score: number, { bands }: Pick<Weights, 'bands'>): PriorityBand {
  if (score >= bands.act_now) return 'act_now'
  if (score >= bands.today) return 'today'
  if (score >= bands.this_week) return 'this_week'
  return score >= bands.fyi ? 'fyi' : 'noise'
}

/** SHA-256 over the canonical JSON of all weights, learned ones too, in hex. */
export const weightsHash = (weights: Weights): string => sha256Hex(canonicalJson(weights))
