/** Words that hardly ever are anything but one part of speech: pronouns, auxiliaries, prepositions, amounts. */

import type { TaggedWord } from '#shared/language/relations/forms'
import {
  articles,
  formsOfBe,
  formsOfDo,
  formsOfHave,
  modals,
  possessives,
  prepositions,
  pronouns,
  quantifiers,
} from '#shared/language/relations/lexicon'
import type { PartOfSpeech } from '#shared/language/text'

const contentTags: ReadonlySet<PartOfSpeech> = new Set(['NOUN', 'PROPN', 'ADJ', 'NUM'])
const isNumberNext = (word: TaggedWord | undefined) =>
  word !== undefined && (word.tag === 'NUM' || /^[$€£]$/.test(word.norm))
const isVerbal = (word: TaggedWord | undefined) => word !== undefined && (word.tag === 'VERB' || word.tag === 'AUX')
const isContentNext = (word: TaggedWord | undefined) =>
  word !== undefined && (contentTags.has(word.tag) || word.norm === 'same')

/** What becomes of a word that hardly ever is anything but one part of speech; looks at its neighbours. */
type Closing = (word: TaggedWord, list: readonly TaggedWord[], at: number) => void

const tagged =
  (tag: PartOfSpeech): Closing =>
  (word) => {
    word.tag = tag
  }

const taggedWhere =
  (
    tag: PartOfSpeech,
    holds: (word: TaggedWord, before: TaggedWord | undefined, next: TaggedWord | undefined) => boolean,
  ): Closing =>
  (word, list, at) => {
    if (holds(word, list[at - 1], list[at + 1])) word.tag = tag
  }

const auxiliary =
  (lemma: string): Closing =>
  (word) => {
    if (word.norm !== 'being' || word.tag !== 'NOUN') word.tag = 'AUX'
    word.lemma = lemma
  }

const beforePossessive = new Set([
  'he',
  'she',
  'it',
  'that',
  'there',
  'here',
  'what',
  'who',
  'where',
  'how',
  'this',
  'let',
])

/** "'s" is a verb behind a pronoun, else as it was tagged. */
const possessiveOrVerb: Closing = (word, list, at) => {
  if (word.tag === 'VERB' || beforePossessive.has(list[at - 1]?.norm ?? '')) word.tag = 'AUX'
  if (word.tag === 'AUX') word.lemma = 'be'
}

const existential: Closing = (word, list, at) => {
  const next = list[at + 1]?.norm ?? ''
  if (formsOfBe.has(next) || next === "'s" || modals.has(next)) word.tag = 'PRON'
  else if (word.tag === 'PRON' && !formsOfHave.has(next)) word.tag = 'ADV'
}

const demonstrative: Closing = (word, list, at) => {
  word.tag = isContentNext(list[at + 1]) ? 'DET' : 'PRON'
}

const pronoun: Closing = (word) => {
  if (word.tag !== 'DET' && word.tag !== 'SCONJ') word.tag = 'PRON'
}

const quantity: Closing = (word, list, at) => {
  const { norm } = word
  const next = list[at + 1]
  if (norm === 'no' && next?.norm === 'longer') word.tag = 'ADV'
  else if ((norm === 'more' || norm === 'less') && next?.norm === 'than' && isNumberNext(list[at + 2])) word.tag = 'ADV'
  else if (word.tag !== 'ADJ' || isVerbal(next)) word.tag = 'DET'
}

const preposition: Closing = (word, list, at) => {
  const { norm } = word
  const next = list[at + 1]
  const isBeforeNumber = isNumberNext(next)
  if ((norm === 'over' || norm === 'about' || norm === 'around') && isBeforeNumber) word.tag = 'ADV'
  else if (norm === 'at' && (next?.norm === 'least' || next?.norm === 'most')) word.tag = 'ADV'
  else if ((norm === 'inside' || norm === 'outside') && list[at - 1]?.tag === 'DET') word.tag = 'ADJ'
  else if (word.tag !== 'ADV' && word.tag !== 'SCONJ' && !mixed.has(norm)) word.tag = 'ADP'
}
const mixed = new Set(['like', 'past', 'outside', 'inside'])

const comparison: Closing = (word, list, at) => {
  const before = list[at - 1]?.norm
  if ((before === 'more' || before === 'less') && isNumberNext(list[at + 1])) word.tag = 'ADV'
}

/** By norm; where a word is in several lists the last here holds. */
export const closings: ReadonlyMap<string, Closing> = new Map<string, Closing>(
  (
    [
      [prepositions, preposition],
      [quantifiers, quantity],
      [['lots', 'tons', 'plenty'], taggedWhere('NOUN', (_word, _before, next) => next?.norm === 'of')],
      [['longer'], taggedWhere('ADV', (_word, before) => before?.norm === 'no')],
      [['than'], comparison],
      [['to'], taggedWhere('ADP', (word) => word.tag !== 'PART')],
      [['please'], taggedWhere('INTJ', (word, _before, next) => word.tag !== 'VERB' || next?.tag === 'VERB')],
      [['and', 'or', 'but', '&'], tagged('CCONJ')],
      [possessives, pronoun],
      [pronouns, pronoun],
      [['this', 'these', 'those'], demonstrative],
      [["n't", 'not'], tagged('PART')],
      [formsOfBe, auxiliary('be')],
      [formsOfHave, auxiliary('have')],
      [formsOfDo, auxiliary('do')],
      [modals, tagged('AUX')],
      [['may'], taggedWhere('AUX', (word) => word.tag !== 'PROPN')],
      [['can'], taggedWhere('AUX', (_word, before) => before?.tag !== 'DET')],
      [["'d"], tagged('AUX')],
      [["'s"], possessiveOrVerb],
      [['there'], existential],
      [articles, tagged('DET')],
    ] satisfies readonly [Iterable<string>, Closing][]
  ).flatMap(([norms, closing]) => [...norms].map((norm) => [norm, closing] as const)),
)
