/** A sentence cut into noun phrases, verb groups and the words between them: one pass, each word looked at a bounded number of times. */

import { type TaggedWord, verbForm } from '#shared/language/relations/forms'
import {
  articles,
  clausePrepositions,
  negativeWords,
  objectPronouns,
  possessives,
  quantifiers,
  subjectPronouns,
  subordinators,
  timeAlone,
  timeNouns,
  wholeWords,
} from '#shared/language/relations/lexicon'
import type { NounPhrase, OtherItem, SentencePart } from '#shared/language/relations/parts'
import { nextVerbal, verbGroupAt } from '#shared/language/relations/verb-groups'

/** At most so many words make one phrase: what is longer is no phrase that anybody wrote. */
const longestPhrase = 24

export function itemsOf(words: readonly TaggedWord[]): SentencePart[] {
  const items: SentencePart[] = []
  let at = 0
  while (at < words.length) {
    const item = verbGroupAt(words, at) ?? nounPhraseAt(words, at, items.at(-1)) ?? otherAt(words, at, items.at(-1))
    items.push(item)
    at = Math.max(at, item.last) + 1
  }
  return items
}

const isNominal = (word: TaggedWord | undefined) => word !== undefined && (word.tag === 'NOUN' || word.tag === 'PROPN')
const signs = new Set(['$', '€', '£', '%', '#'])
const isSign = (word: TaggedWord | undefined) => word !== undefined && signs.has(word.norm)
const joins = (word: TaggedWord | undefined) =>
  word !== undefined && (word.norm === '-' || word.norm === '/' || word.norm === '–')
const isContent = (word: TaggedWord | undefined) =>
  word !== undefined &&
  (word.tag === 'NOUN' || word.tag === 'PROPN' || word.tag === 'ADJ' || word.tag === 'NUM' || isSign(word))

/** Whether an adverb at this place belongs to an adjective of the phrase: "a very strong hand". */
const modifiesAdjective = (words: readonly TaggedWord[], at: number) => {
  const next = words[at + 1]
  return words[at]?.tag === 'ADV' && (next?.tag === 'ADJ' || (next?.tag === 'ADV' && words[at + 2]?.tag === 'ADJ'))
}

function determinersFrom(words: readonly TaggedWord[], start: number): number {
  let at = start
  while (at < start + 5) {
    const word = words[at]
    if (word === undefined) break
    const next = words[at + 1]
    const isPossessive =
      possessives.has(word.norm) && (isContent(next) || next?.tag === 'VERB' || modifiesAdjective(words, at + 1))
    if (isPossessive || word.tag === 'DET') at += 1
    else if (quantifiers.has(word.norm) && word.tag !== 'ADV' && (isContent(next) || next?.tag === 'DET')) at += 1
    else break
  }
  return at
}

/** `depth`: how many owners ("Rod's office's door") stand before. */
export function nounPhraseAt(
  words: readonly TaggedWord[],
  start: number,
  previous: SentencePart | undefined,
  depth = 0,
): NounPhrase | undefined {
  const opening = words[start]
  if (opening === undefined || depth > 3) return undefined
  if (questionWords.has(opening.norm) || opening.norm === 'how') return questionPhraseAt(words, start, previous, depth)
  if (opening.norm === 'that') {
    if (clauseFollows(words, start, previous)) return undefined
    if (!isContent(words[start + 1])) return possessed(words, phrase(words, start, start, start), start, depth)
    opening.tag = 'DET'
  } else if (opening.tag === 'PRON' && !possessives.has(opening.norm))
    return possessed(words, phrase(words, start, start, start), start, depth)
  else if (opening.norm === 'her' && !possessiveBefore(words, start)) return phrase(words, start, start, start)
  if (isAmount(words, start, previous)) return phrase(words, start, start, start)
  const body = determinersFrom(words, start)
  let at = body
  let head = -1
  while (at < words.length && at - start < longestPhrase) {
    const step = nounStep(words, at, head, body > start)
    if (step === 0) break
    const word = words[at] as TaggedWord
    if (isNominal(word) || isSign(word) || (word.tag === 'NUM' && (head < 0 || !isNominal(words[head]))))
      head = isSign(words[head]) && word.tag === 'NUM' ? head : at
    else if (head < 0 || !isNominal(words[head])) head = at
    at += step
  }
  if (at === body) {
    if (body === start) return undefined
    return possessed(words, phrase(words, start, body - 1, body - 1), start, depth)
  }
  const headWord = words[head]
  if (headWord?.tag === 'ADJ' && body === start) return undefined
  const made = phrase(words, start, at - 1, head)
  return possessed(words, made, start, depth)
}

/** "has more on it", "need less". */
function isAmount(words: readonly TaggedWord[], at: number, previous: SentencePart | undefined): boolean {
  const next = words[at + 1]
  if (previous?.kind !== 'verb' || !/^(more|less|enough|most|much|little)$/.test(words[at]?.norm ?? '')) return false
  return next === undefined || next.tag === 'PUNCT' || next.tag === 'ADP'
}

const possessiveBefore = (words: readonly TaggedWord[], at: number) =>
  possessives.has(words[at]?.norm ?? '') &&
  (isContent(words[at + 1]) || words[at + 1]?.tag === 'VERB' || modifiesAdjective(words, at + 1))

/** How many words the phrase goes on by; 0 where it ends. */
function nounStep(words: readonly TaggedWord[], at: number, head: number, isDetermined: boolean): number {
  const word = words[at] as TaggedWord
  const next = words[at + 1]
  const headWord = words[head]
  if (isNominal(headWord) && timeAlone.has(word.norm)) return 0
  if (isNominal(headWord) && /^(last|next)$/.test(word.norm) && timeNouns.has(next?.norm ?? '')) return 0
  if (word.tag === 'NUM' || isSign(word)) return 1
  if (isNominal(word)) return 1
  if (word.tag === 'ADJ') return isNominal(headWord) && !isContent(next) ? 0 : 1
  if (joins(word)) return head >= 0 && isContent(next) ? 1 : 0
  if (word.tag === 'ADV')
    return !isNominal(headWord) && modifiesAdjective(words, at) && (isDetermined || head >= 0) ? 1 : 0
  if (word.tag === 'VERB') {
    const form = verbForm(word)
    if (!isDetermined || isNominal(headWord)) return 0
    return (form === 'gerund' || form.toLowerCase().includes('participle')) && isContent(next) ? 1 : 0
  }
  if (word.norm === '&') return head >= 0 && isNominal(next) ? 1 : 0
  const before = words[at - 1]
  if (word.norm === 'and' || word.norm === 'or' || word.norm === 'but' || word.norm === ',') {
    const isPair =
      before?.tag === 'ADJ' && !isNominal(headWord) && (next?.tag === 'ADJ' || modifiesAdjective(words, at + 1))
    return isPair && (isContent(words[at + 2]) || isContent(words[at + 3])) ? 1 : 0
  }
  if (word.norm === '"') return isDetermined && head < 0 && isContent(next) ? 1 : 0
  return 0
}

/** "Rod's office": the phrase goes on behind the possessive, and its head is the last one's. */
function possessed(words: readonly TaggedWord[], owner: NounPhrase, start: number, depth: number): NounPhrase {
  const sign = words[owner.last + 1]
  const isPossessive =
    sign !== undefined && sign.tag !== 'AUX' && sign.tag !== 'VERB' && (sign.norm === "'s" || sign.norm === "'")
  if (!isPossessive) return owner
  const at = owner.last + 2
  if (!isContent(words[at]) && !modifiesAdjective(words, at))
    return { ...owner, last: owner.last + 1, tail: owner.last + 1 }
  const owned = nounPhraseAt(words, at, undefined, depth + 1)
  return owned ? { ...owned, first: start, also: [], isNegative: owner.isNegative } : owner
}

function phrase(words: readonly TaggedWord[], first: number, last: number, head: number): NounPhrase {
  const opening = words[first]?.norm ?? ''
  const norm = words[head]?.norm ?? ''
  const isTime =
    timeNouns.has(norm) &&
    (last === first ||
      timeAlone.has(norm) ||
      wholeWords.has(opening) ||
      words[first]?.tag === 'NUM' ||
      /^(a|an|the)$/.test(opening))
  return {
    kind: 'noun',
    first,
    last,
    head,
    also: [],
    tail: last,
    owner: null,
    isTime: isTime || timeNouns.has(norm),
    isNegative: negativeWords.has(opening) || negativeWords.has(norm),
    isQuestion: false,
    isNominative: subjectPronouns.has(norm) && first === last,
  }
}

const questionWords = new Set(['who', 'whom', 'which', 'what', 'whose', 'whoever', 'whatever', 'whichever'])
const relativePronouns = new Set(['who', 'whom', 'which', 'whose'])

function questionPhraseAt(
  words: readonly TaggedWord[],
  start: number,
  previous: SentencePart | undefined,
  depth: number,
): NounPhrase | undefined {
  const opening = words[start] as TaggedWord
  const next = words[start + 1]
  if (questionWords.has(opening.norm)) {
    const takesNoun = opening.norm !== 'who' && opening.norm !== 'whom' && isContent(next)
    const isBehind = previous?.kind === 'noun' || previous?.kind === 'comma' || previous?.kind === 'preposition'
    const isPhrase = takesNoun && (opening.norm === 'whose' || !isBehind)
    if (isBehind && !opening.norm.startsWith('what') && !isPhrase) return undefined
    const owned = takesNoun ? nounPhraseAt(words, start + 1, undefined, depth + 1) : undefined
    if (owned) return { ...owned, first: start, isQuestion: true, isTime: false }
    return { ...phrase(words, start, start, start), isQuestion: true, isNominative: false }
  }
  if (opening.norm === 'how' && /^(much|many)$/.test(next?.norm ?? '')) {
    const counted = nounPhraseAt(words, start + 2, undefined, depth + 1)
    const plain = phrase(words, start, start + 1, start + 1)
    return { ...(counted ? { ...counted, first: start } : plain), isQuestion: true, isTime: false }
  }
  return undefined
}

/** Whether "that" opens a clause here, instead of standing for a thing or before a noun. */
function clauseFollows(words: readonly TaggedWord[], at: number, previous: SentencePart | undefined): boolean {
  const word = words[at] as TaggedWord
  const next = words[at + 1]
  if (next === undefined || next.tag === 'PUNCT' || next.tag === 'ADP' || next.tag === 'CCONJ') return false
  const isVerbal = next.tag === 'VERB' || next.tag === 'AUX'
  if (previous?.kind === 'noun') return !previous.isNominative && !previous.isQuestion
  if (previous?.kind === 'comma' && isVerbal) return true
  if (isVerbal) return false
  if (word.tag === 'SCONJ') return true
  if (next.tag === 'PRON' || next.tag === 'DET' || next.tag === 'PROPN' || next.tag === 'NUM') return true
  if (next.tag === 'ADV') return nextVerbal(words, at + 1) < 0
  if (previous?.kind !== 'verb' && previous?.kind !== 'adjective') return false
  return next.tag === 'NOUN'
    ? next.norm.endsWith('s') && !next.norm.endsWith('ss')
    : next.tag === 'ADJ' && word.tag !== 'DET'
}

const isPersonal = (word: TaggedWord | undefined) =>
  word !== undefined && (objectPronouns.has(word.norm) || /^(you|it)$/.test(word.norm))

const stops = /^(?:[.!?;:()[\]{}<>|…]+|-{1,3}|–|—|\.{2,}|\*+|•)$/

function otherAt(words: readonly TaggedWord[], at: number, previous: SentencePart | undefined): OtherItem {
  const word = words[at] as TaggedWord
  return { kind: otherKind(words, at, word, previous), first: at, last: at, head: at }
}

function otherKind(
  words: readonly TaggedWord[],
  at: number,
  word: TaggedWord,
  previous: SentencePart | undefined,
): OtherItem['kind'] {
  const { norm, tag } = word
  if (norm === ',') return 'comma'
  if (norm === '"' || norm === "'" || norm === '``' || norm === "''") return 'adverb'
  if (tag === 'PUNCT' || tag === 'SYM') return stops.test(norm) ? 'stop' : 'other'
  if (norm === 'that')
    return (previous?.kind === 'noun' && !isPersonal(words[previous.head])) || previous?.kind === 'comma'
      ? 'relative'
      : 'subordinator'
  if (relativePronouns.has(norm)) return 'relative'
  if (tag === 'CCONJ' || norm === 'nor')
    return norm === 'either' || norm === 'neither' || norm === 'both' ? 'adverb' : 'coordinator'
  if (clausePrepositions.has(norm)) return 'preposition'
  if (subordinators.has(norm) && !(norm === 'so' && words[at + 1]?.tag === 'ADJ'))
    return norm === 'so' ? 'coordinator' : 'subordinator'
  if (tag === 'ADP' || tag === 'SCONJ' || norm === 'to') return 'preposition'
  if (tag === 'ADJ') return 'adjective'
  if (tag === 'ADV' || tag === 'PART' || tag === 'INTJ' || objectPronouns.has(norm) || articles.has(norm))
    return 'adverb'
  return 'other'
}
