/** What is known of a sentence while it is read from left to right: phrases that wait for their verb, clauses, what fills which place. */

import type { TaggedWord } from '#shared/language/relations/forms'
import type { NounPhrase, OtherItem, SentencePart, VerbGroup } from '#shared/language/relations/parts'

/**
 * How the subject was found: stands with its verb, is that of the verb before ("came and saw"), is one part of a verb that
 * governs this one ("asked him to come"), or there is none (an order, a fragment).
 */
export type SubjectBy = 'own' | 'shared' | 'controlled' | 'none'
/** How the object was found: behind the verb (or there as who is told, not what), as what a relative clause or a question leaves out, after a preposition, or as what somebody is. */
export type ObjectBy = 'direct' | 'recipient' | 'gap' | 'prepositional' | 'complement' | 'none'

export type VerbClause = {
  verb: VerbGroup
  /** The first verb of a predicate of several ("want to go"), with its tense; the same as `verb` where it is one. */
  matrix: VerbGroup
  /** Where `matrix` was reached over an adjective: "are able to". */
  adjective: OtherItem | null
  subject: NounPhrase | VerbGroup | null
  subjectBy: SubjectBy
  /** The pronoun of a relative clause where it is the subject; `subject` is what it stands for. */
  relative: OtherItem | NounPhrase | null
  object: NounPhrase | OtherItem | VerbGroup | null
  objectBy: ObjectBy
  /** The pronoun of a relative clause where it is the object; `object` is what it stands for. */
  gap: Gap | null
  preposition: OtherItem | null
  prepositional: NounPhrase | null
  agent: NounPhrase | null
  isImperative: boolean
  isQuestion: boolean
  isConditional: boolean
  isExistential: boolean
  /** Whether it says something of somebody; else it only holds its objects together. */
  isStated: boolean
  /** The clause that this one goes on from, which it has its subject, its modal and its tense from. */
  from: VerbClause | null
  /** The clause before whose verb stands directly before this one's: "find and delete it" has one object. */
  sharesObject: boolean
}

/** What stands in front of its verb: a pronoun (or none: "the man I saw") and what it stands for, or the phrase that is asked for. */
export type Gap = { pronoun: OtherItem | NounPhrase | null; antecedent: NounPhrase | null }

export type NounRole = 'free' | 'governed' | 'object' | 'complement' | 'time' | 'also' | 'subject' | 'apposition'

export type SentenceReading = {
  words: readonly TaggedWord[]
  items: SentencePart[]
  /** Index of the item before and after each, over adverbs; -1 and the length at the ends. */
  before: number[]
  after: number[]
  /** Phrases that wait for their verb, the last one first to get it. */
  open: NounPhrase[]
  roles: Map<SentencePart, NounRole>
  /** The clause that a verb or an object belongs to. */
  clauseOf: Map<SentencePart, VerbClause>
  clauses: VerbClause[]
  gap: Gap | null
  /** Whether a condition was opened that no verb has closed yet. */
  isConditional: boolean
  /** How many phrases waited when a bracket opened. */
  bracket: number | null
}

export const itemBefore = (reading: SentenceReading, index: number): SentencePart | undefined =>
  reading.items[reading.before[index] ?? -1]
export const itemAfter = (reading: SentenceReading, index: number): SentencePart | undefined =>
  reading.items[reading.after[index] ?? -1]
export const normOf = (reading: SentenceReading, item: SentencePart | undefined) =>
  item ? (reading.words[item.head]?.norm ?? '') : ''

/** At most so many phrases wait at once; the oldest is given up. */
export function awaitVerb(reading: SentenceReading, phrase: NounPhrase) {
  reading.open.push(phrase)
  if (reading.open.length > 16) reading.open.shift()
}
