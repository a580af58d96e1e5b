/** What a noun phrase is to the words before it: an object, governed by a preposition, one of a list, or waiting for its verb. */

import {
  clauseNouns,
  clausePrepositions,
  ditransitives,
  intransitives,
  means,
  nominalCopulas,
  recipientVerbs,
  verbsOfTime,
} from '#shared/language/relations/lexicon'
import type { NounPhrase, SentencePart, VerbGroup } from '#shared/language/relations/parts'
import {
  awaitVerb,
  itemAfter,
  itemBefore,
  type NounRole,
  normOf,
  type SentenceReading,
  type VerbClause,
} from '#shared/language/relations/reading'

export function readNoun(reading: SentenceReading, phrase: NounPhrase, index: number) {
  const role = roleOf(reading, phrase, index)
  reading.roles.set(phrase, role)
  if (role === 'free') awaitVerb(reading, phrase)
}

function roleOf(reading: SentenceReading, phrase: NounPhrase, index: number): NounRole {
  const previous = itemBefore(reading, index)
  const next = itemAfter(reading, index)
  const isBeforeVerb = next?.kind === 'verb' && next.finiteness !== 'infinitive' && next.finiteness !== 'gerund'
  if (phrase.isQuestion)
    return previous?.kind === 'preposition' && next?.kind !== 'noun' && !isBeforeVerb ? 'governed' : 'free'
  if (previous?.kind === 'preposition') return governed(reading, phrase, index, previous, isBeforeVerb)
  if (phrase.isTime && !isBeforeVerb && previous?.kind !== 'verb') return 'time'
  if (previous?.kind === 'coordinator' || previous?.kind === 'comma') {
    const role = coordinated(reading, phrase, index, previous, isBeforeVerb)
    if (role) return role
  }
  if (previous?.kind === 'verb') return behindVerb(reading, phrase, previous)
  if (previous?.kind === 'noun') return behindNoun(reading, phrase, previous, isBeforeVerb)
  return 'free'
}

function governed(
  reading: SentenceReading,
  phrase: NounPhrase,
  index: number,
  preposition: SentencePart,
  isBeforeVerb: boolean,
): NounRole {
  const norm = normOf(reading, preposition)
  if (clausePrepositions.has(norm) && (phrase.isNominative || (isBeforeVerb && reading.open.length === 0)))
    return 'free'
  if (phrase.isNominative && isBeforeVerb) return 'free'
  const at = reading.before[index] ?? -1
  const governor = itemBefore(reading, at)
  if (norm === 'of' && governor?.kind === 'noun') {
    phrase.owner = governor.owner ?? governor
    phrase.owner.tail = Math.max(phrase.owner.tail, phrase.last)
  }
  const clause = reading.clauses.at(-1)
  if (!clause || preposition.kind !== 'preposition') return 'governed'
  if (norm === 'by' && clause.verb.isPassive && clause.agent === null && isAgent(reading, phrase)) clause.agent = phrase
  else if (governor === clause.verb && clause.prepositional === null) {
    clause.preposition = preposition
    clause.prepositional = phrase
  }
  return 'governed'
}

function isAgent(reading: SentenceReading, phrase: NounPhrase): boolean {
  return !phrase.isTime && !(phrase.first === phrase.last && means.has(normOf(reading, phrase)))
}

/** "A and B", "A, B and C", or the subject of the clause that comes next. */
function coordinated(
  reading: SentenceReading,
  phrase: NounPhrase,
  index: number,
  separator: SentencePart,
  isBeforeVerb: boolean,
): NounRole | undefined {
  let at = reading.before[reading.before[index] ?? -1] ?? -1
  if (separator.kind === 'coordinator' && reading.items[at]?.kind === 'comma') at = reading.before[at] ?? -1
  const first = reading.items[at]
  if (first?.kind !== 'noun' || first.isQuestion) return undefined
  const role = reading.roles.get(first)
  const leader = role === 'also' ? leaderOf(reading, at) : first
  const isWaiting = leader !== undefined && reading.open.includes(leader)
  if (separator.kind === 'coordinator') {
    const isInside = role === 'governed' && reading.open.length > 0
    if (!isWaiting && !isInside && (isBeforeVerb || verbFollows(reading, index) === 'verb')) return undefined
  } else if (!listGoesOn(reading, index)) {
    const isBehindWaiting = isWaiting || (role === 'governed' && reading.open.length > 0)
    return isBehindWaiting && verbFollows(reading, index) === 'comma' && !leader?.isTime ? 'apposition' : undefined
  }
  if (leader && leader.also.length < 50) leader.also.push(phrase)
  return 'also'
}

/** What comes behind a phrase and the prepositions that lengthen it. */
function verbFollows(reading: SentenceReading, index: number): 'verb' | 'comma' | 'other' {
  let at = index
  for (let steps = 0; steps < 5; steps += 1) {
    at = reading.after[at] ?? -1
    const item = reading.items[at]
    if (item?.kind === 'verb')
      return item.finiteness === 'infinitive' || item.finiteness === 'gerund' ? 'other' : 'verb'
    if (item?.kind === 'comma') return 'comma'
    if (item?.kind !== 'preposition') return 'other'
    at = reading.after[at] ?? -1
    if (reading.items[at]?.kind !== 'noun') return 'other'
  }
  return 'other'
}

/** The phrase at the head of a list, looked for over at most twenty items. */
function leaderOf(reading: SentenceReading, from: number): NounPhrase | undefined {
  for (let at = from; at >= 0 && from - at < 40; at -= 1) {
    const item = reading.items[at]
    if (item?.kind === 'noun' && reading.roles.get(item) !== 'also') return item
  }
  return undefined
}

/** Whether after a comma and a phrase more commas and phrases lead to an "and". */
function listGoesOn(reading: SentenceReading, from: number): boolean {
  let at = from
  for (let steps = 0; steps < 12; steps += 1) {
    const next = reading.after[at] ?? -1
    const item = reading.items[next]
    if (item?.kind === 'coordinator') return reading.items[reading.after[next] ?? -1]?.kind === 'noun'
    if (item?.kind !== 'comma') return false
    const following = reading.after[next] ?? -1
    const second = reading.items[following]
    if (second?.kind === 'coordinator') return reading.items[reading.after[following] ?? -1]?.kind === 'noun'
    if (second?.kind !== 'noun') return false
    at = following
  }
  return false
}

function behindVerb(reading: SentenceReading, phrase: NounPhrase, verb: VerbGroup): NounRole {
  const clause = reading.clauseOf.get(verb)
  if (phrase.isNominative || clause === undefined) return 'free'
  if (verb.isBare && verb.lemma === 'be') return behindBe(reading, phrase, clause)
  if (phrase.isTime && !verbsOfTime.has(verb.lemma)) return 'time'
  if (verb.isPassive) return 'time'
  if (clause.object !== null) return 'free'
  if (intransitives.has(verb.lemma)) return 'free'
  clause.object = phrase
  clause.objectBy = nominalCopulas.has(verb.lemma)
    ? 'complement'
    : recipientVerbs.has(verb.lemma) && isSomebody(reading, phrase)
      ? 'recipient'
      : 'direct'
  reading.clauseOf.set(phrase, clause)
  return clause.objectBy === 'complement' ? 'complement' : 'object'
}

/** "ask her", not "ask this", "ask a question". */
function isSomebody(reading: SentenceReading, phrase: NounPhrase): boolean {
  const word = reading.words[phrase.head]
  if (word?.tag === 'PRON') return !/^(it|this|that|these|those|something|nothing|anything|everything)$/.test(word.norm)
  return !/^(question|story|truth|lie|joke|name|price|favor|favour|time|difference|thing|lesson)s?$/.test(
    word?.norm ?? '',
  )
}

function behindBe(reading: SentenceReading, phrase: NounPhrase, clause: VerbClause): NounRole {
  reading.clauseOf.set(phrase, clause)
  if (clause.subject === null && clause.subjectBy === 'none' && clause.from === null) {
    clause.subject = phrase
    clause.subjectBy = 'own'
    clause.isQuestion = true
    clause.isStated = true
    clause.isImperative = false
    return 'subject'
  }
  if (clause.object === null) {
    clause.object = phrase
    clause.objectBy = 'complement'
  }
  return 'complement'
}

function behindNoun(
  reading: SentenceReading,
  phrase: NounPhrase,
  previous: NounPhrase,
  isBeforeVerb: boolean,
): NounRole {
  const clause = reading.clauseOf.get(previous)
  if (phrase.isNominative || clause === undefined) {
    if (isBeforeVerb && !previous.isTime && !previous.isQuestion && !clauseNouns.has(normOf(reading, previous)))
      reading.gap ??= { pronoun: null, antecedent: previous }
    return 'free'
  }
  if (clause.subject === previous && clause.isQuestion && clause.object === null) {
    clause.object = phrase
    clause.objectBy = 'complement'
    return 'complement'
  }
  if (isBeforeVerb && !previous.isTime && !clauseNouns.has(normOf(reading, previous)))
    reading.gap ??= { pronoun: null, antecedent: previous }
  if (reading.roles.get(previous) !== 'object' || isBeforeVerb) return phrase.isTime ? 'time' : 'free'
  if (phrase.isTime && !verbsOfTime.has(clause.verb.lemma)) return 'time'
  if (ditransitives.has(clause.verb.lemma) && clause.object === previous) {
    clause.object = phrase
    clause.objectBy = 'direct'
    reading.clauseOf.set(phrase, clause)
    return 'object'
  }
  return phrase.isTime ? 'time' : 'free'
}
