/** A rule of speech acts: what is said by which words, and what that does to the log-odds of which act. */
import type { Act } from '#db/documents/meaning'

export type ActName = Act['act']
export type ActWeights = Partial<Record<ActName, number>>

export type ActRule = {
  id: string
  /** What it is for whoever reads the factor. */
  because: string
  weights: ActWeights
  /** 0..1: how binding the act is where this rule says it; the strongest counts. */
  strength?: number
  /** Holds of the whole sentence though it was found in one of its clauses. */
  holdsOfAll?: boolean
  /** The model of intent is not told of it: its training set has no dates. */
  isUnlearned?: boolean
  patterns: readonly string[]
}

/** Of every act but information: for what is politeness, a report or a rhetorical question. */
export const allButInformation = (value: number): ActWeights => ({
  request: value,
  commitment: value,
  question: value,
  decision: value,
  proposal: value,
  approval: value,
  refusal: value,
  deadline: value,
})
