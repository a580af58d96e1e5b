/** Who does what to whom in one sentence: its phrases are read from left to right, each finds its verb or its verb it. */
import { itemsOf } from '#shared/language/relations/chunks'
import type { TaggedWord } from '#shared/language/relations/forms'
import { argumentPrepositions, clauseNouns, conditions, copulas } from '#shared/language/relations/lexicon'
import { readNoun } from '#shared/language/relations/nouns'
import type { OtherItem, SentencePart } from '#shared/language/relations/parts'
import { mergeQuestions } from '#shared/language/relations/questions'
import { type Gap, itemBefore, normOf, type SentenceReading, type VerbClause } from '#shared/language/relations/reading'
import { readVerb } from '#shared/language/relations/subjects'

/** The clauses of one sentence in the order of their verbs. Linear in its words. */
export function verbClausesOf(words: readonly TaggedWord[]): VerbClause[] {
  const items = mergeQuestions(itemsOf(words), words)
  const { before, after } = neighbours(items)
  const reading: SentenceReading = {
    words,
    items,
    before,
    after,
    open: [],
    roles: new Map(),
    clauseOf: new Map(),
    clauses: [],
    gap: null,
    isConditional: false,
    bracket: null,
  }
  items.forEach((item, index) => {
    if (item.kind === 'noun') readNoun(reading, item, index)
    else if (item.kind === 'verb') readVerb(reading, item, index)
    else readOther(reading, item, index)
  })
  for (const clause of reading.clauses) {
    finish(clause, words)
    const { from, object, objectBy } = clause
    if (
      clause.sharesObject &&
      from?.object === null &&
      objectBy === 'direct' &&
      !from.verb.isPassive &&
      !from.verb.isBare
    ) {
      from.object = object
      from.objectBy = 'direct'
    }
  }
  return reading.clauses
}

function neighbours(items: readonly SentencePart[]) {
  const before: number[] = []
  const after: number[] = new Array(items.length).fill(items.length)
  let last = -1
  items.forEach((item, index) => {
    before.push(last)
    if (item.kind !== 'adverb') last = index
  })
  let next = items.length
  for (let index = items.length - 1; index >= 0; index -= 1) {
    after[index] = next
    if (items[index]?.kind !== 'adverb') next = index
  }
  return { before, after }
}

function readOther(reading: SentenceReading, item: OtherItem, index: number) {
  const previous = itemBefore(reading, index)
  const norm = normOf(reading, item)
  if (item.kind === 'relative') reading.gap = relativeGap(reading, item, index)
  else if (item.kind === 'subordinator') {
    if (conditions.has(norm)) reading.isConditional = true
  } else if (item.kind === 'stop') {
    if (norm === '(' || norm === '[') reading.bracket = reading.open.length
    else if ((norm === ')' || norm === ']') && reading.bracket !== null) {
      reading.open.length = Math.min(reading.open.length, reading.bracket)
      reading.bracket = null
    } else if (!/^(-{1,3}|–|—)$/.test(norm)) {
      reading.open.length = 0
      reading.gap = null
    }
  } else if (item.kind === 'adjective' && previous?.kind === 'verb') {
    const clause = reading.clauseOf.get(previous)
    if (clause && clause.object === null && copulas.has(previous.lemma)) {
      clause.object = item
      clause.objectBy = 'complement'
      reading.clauseOf.set(item, clause)
    }
  } else if (item.kind === 'adjective' && previous?.kind === 'noun') {
    const clause = reading.clauseOf.get(previous)
    // "Is the report ready": the subject stands between.
    if (clause?.isQuestion && clause.object === null && clause.subject === previous) {
      clause.object = item
      clause.objectBy = 'complement'
      reading.clauseOf.set(item, clause)
    }
  }
}

function relativeGap(reading: SentenceReading, item: OtherItem, index: number): Gap | null {
  let at = reading.before[index] ?? -1
  if (reading.items[at]?.kind === 'preposition') return null
  if (reading.items[at]?.kind === 'comma') at = reading.before[at] ?? -1
  const antecedent = reading.items[at]
  if (antecedent?.kind !== 'noun') return { pronoun: item, antecedent: null }
  const isWhole = normOf(reading, item) === 'that' && clauseNouns.has(normOf(reading, antecedent))
  if (isWhole && reading.items[reading.after[index] ?? -1]?.kind !== 'verb') return null
  return { pronoun: item, antecedent }
}

/** What stays open until the whole clause is read: gaps, prepositional objects, "there is". */
function finish(clause: VerbClause, words: readonly TaggedWord[]) {
  const { verb } = clause
  if (clause.isExistential) {
    if (clause.object?.kind === 'noun') clause.subject = clause.object
    clause.object = null
    clause.objectBy = 'none'
    return
  }
  const isOpen = clause.object === null || (clause.objectBy === 'recipient' && clause.gap?.pronoun !== null)
  if (isOpen && clause.gap !== null && !verb.isPassive && !(verb.isBare && verb.lemma !== 'have')) {
    const isStranded = clause.preposition === null && isPreposition(words, verb.last + 1)
    if (!isStranded) {
      clause.object = clause.gap.antecedent
      clause.objectBy = 'gap'
      return
    }
  }
  if (clause.object === null && clause.prepositional && clause.preposition && !verb.isPassive) {
    const norm = words[clause.preposition.head]?.norm ?? ''
    if (argumentPrepositions.has(norm) && !clause.prepositional.isTime && verb.lemma !== 'be') {
      clause.object = clause.prepositional
      clause.objectBy = 'prepositional'
    }
  }
}

/** A preposition with nothing behind it: "the man you spoke with." */
function isPreposition(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at]
  const next = words[at + 1]
  return word?.tag === 'ADP' && (next === undefined || next.tag === 'PUNCT')
}
