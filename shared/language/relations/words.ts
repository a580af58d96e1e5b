/** The words of a sentence with their parts of speech put right where the words around say that the tagger erred. */
import {
  articles,
  baseParticiples,
  commonVerbs,
  formsOfBe,
  formsOfDo,
  formsOfHave,
  invariantVerbs,
  irregularPasts,
  modals,
  objectPronouns,
  participlesOnly,
  pastOnly,
  possessives,
  prepositions,
  pronouns,
  quantifiers,
  stativeParticiples,
  subjectPronouns,
} from '#shared/language/relations/lexicon'
import type { PartOfSpeech, Range, Token } from '#shared/language/text'

/** One word; a contraction that the tokenizer left whole ("I'm") is two words of the same token. */
export type TaggedWord = Range & {
  /** Index of its token. */
  token: number
  norm: string
  lemma: string
  tag: PartOfSpeech
}

/** What a verb's ending allows it to be. */
export type VerbForm = 'base' | 'third' | 'gerund' | 'past' | 'participle' | 'pastOrParticiple'

export function verbForm(word: TaggedWord): VerbForm {
  const { norm, lemma } = word
  if (invariantVerbs.has(norm)) return 'base'
  if (participlesOnly.has(norm)) return 'participle'
  if (pastOnly.has(norm)) return 'past'
  if (irregularPasts.has(norm)) return 'pastOrParticiple'
  if (norm.endsWith('ing') && norm.length > 4 && norm !== lemma) return 'gerund'
  if (norm.endsWith('ed') && norm.length > 3 && (norm !== lemma || !commonVerbs.has(norm))) return 'pastOrParticiple'
  if (norm.endsWith('s') && !norm.endsWith('ss') && norm !== lemma) return 'third'
  return 'base'
}

const contraction = /^(i|you|we|they|he|she|it|that|there|what|who|this)('(?:m|re|ve|ll|s|d))$/

/** Written without their apostrophe. */
const runTogether = new Map<string, readonly [string, string]>([
  ['cant', ['can', 'not']],
  ['dont', ['do', 'not']],
  ['doesnt', ['does', 'not']],
  ['didnt', ['did', 'not']],
  ['wont', ['will', 'not']],
  ['isnt', ['is', 'not']],
  ['arent', ['are', 'not']],
  ['wasnt', ['was', 'not']],
  ['havent', ['have', 'not']],
  ['hasnt', ['has', 'not']],
  ['couldnt', ['could', 'not']],
  ['wouldnt', ['would', 'not']],
  ['shouldnt', ['should', 'not']],
  ['gotta', ['got', 'to']],
  ['wanna', ['want', 'to']],
  ['im', ['i', "'m"]],
  ['ive', ['i', "'ve"]],
  ['theyre', ['they', "'re"]],
  ['youre', ['you', "'re"]],
])

const fullForms = new Map([
  ["'ll", 'will'],
  ["'d", 'would'],
  ["'ve", 'have'],
])

function tagsOf(second: string): readonly [PartOfSpeech, PartOfSpeech] {
  if (second === 'not') return ['AUX', 'PART']
  return second === 'to' ? ['VERB', 'PART'] : ['PRON', 'AUX']
}

/** The two words that are written as one, if they are. */
function partsOf(norm: string): readonly [string, string] | undefined {
  if (norm.length > 8) return undefined
  const split = norm.includes("'") ? contraction.exec(norm) : null
  return split?.[1] && split[2] ? [split[1], split[2]] : runTogether.get(norm)
}

/** The words of the tokens from one index up to but without another. */
export function taggedWords(tokens: readonly Token[], from: number, to: number): TaggedWord[] {
  const list: TaggedWord[] = []
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    const parts = partsOf(token.norm)
    if (parts === undefined) {
      const { start, end, norm, lemma, pos } = token
      list.push({ token: at, start, end, norm, lemma, tag: pos === 'X' ? 'PROPN' : pos })
      continue
    }
    const [first, second] = parts
    // Where an invisible character stands within the token its parts cannot be told from its norm.
    const tail = second === 'not' ? 2 : second.length
    const border = Math.min(token.end, token.start + (token.norm.length - tail))
    const [firstTag, secondTag] = tagsOf(second)
    list.push({ token: at, start: token.start, end: border, norm: first, lemma: first, tag: firstTag })
    const lemma = fullForms.get(second) ?? (second.startsWith("'") ? 'be' : second)
    list.push({ token: at, start: border, end: token.end, norm: second, lemma, tag: secondTag })
  }
  for (const [at, word] of list.entries()) closings.get(word.norm)?.(word, list, at)
  for (let at = 0; at < list.length; at += 1) correct(list, at)
  if (!list.some((word) => word.tag === 'VERB' || word.tag === 'AUX')) findVerb(list)
  return list
}

const contentTags: ReadonlySet<PartOfSpeech> = new Set(['NOUN', 'PROPN', 'ADJ', 'NUM'])
const openTags: ReadonlySet<PartOfSpeech> = new Set(['NOUN', 'PROPN', 'ADJ', 'VERB', 'ADV', 'X', 'INTJ'])
const isNominal = (word: TaggedWord | undefined) => word !== undefined && (word.tag === 'NOUN' || word.tag === 'PROPN')
const startsNoun = (word: TaggedWord | undefined) =>
  word !== undefined &&
  (word.tag === 'DET' || (word.tag === 'PRON' && !subjectPronouns.has(word.norm)) || contentTags.has(word.tag))

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
const closings: ReadonlyMap<string, Closing> = new Map<string, Closing>(
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

const endings = /(?:tion|ness|ment|ity|ance|ence|ship|ism|ist|hood|ology)s?$/

/** Whether a word that is tagged otherwise could be a verb in this form. */
const couldBeVerb = (word: TaggedWord) =>
  openTags.has(word.tag) && !endings.test(word.norm) && (commonVerbs.has(word.norm) || !word.norm.endsWith('ly'))
const isCommonBase = (word: TaggedWord) => commonVerbs.has(word.norm)
const isCommonThird = (word: TaggedWord) => {
  const { norm } = word
  if (!norm.endsWith('s') || norm.endsWith('ss')) return false
  return (
    commonVerbs.has(norm.slice(0, -1)) ||
    (norm.endsWith('es') && commonVerbs.has(norm.slice(0, -2))) ||
    (norm.endsWith('ies') && commonVerbs.has(`${norm.slice(0, -3)}y`))
  )
}
const lemmaOfThird = (norm: string) =>
  commonVerbs.has(norm.slice(0, -1))
    ? norm.slice(0, -1)
    : norm.endsWith('ies')
      ? `${norm.slice(0, -3)}y`
      : norm.slice(0, -2)

function makeVerb(word: TaggedWord) {
  word.tag = 'VERB'
  if (isCommonBase(word)) word.lemma = word.norm
  else if (isCommonThird(word)) word.lemma = lemmaOfThird(word.norm)
}

/** The word before, over adverbs and negations. */
function before(list: readonly TaggedWord[], at: number): TaggedWord | undefined {
  let index = at - 1
  while (index >= 0 && at - index < 4) {
    const word = list[index]
    if (word === undefined || (word.tag !== 'ADV' && word.norm !== "n't" && word.norm !== 'not')) break
    index -= 1
  }
  return list[index]
}

/** Of a sentence without a verb: "the icon and the label use other colours". */
function findVerb(list: TaggedWord[]) {
  for (let at = 1; at + 1 < list.length && at < 30; at += 1) {
    const word = list[at]
    const directly = list[at - 1]
    if (word?.tag !== 'NOUN' || !isNominal(directly) || directly === undefined) continue
    const next = list[at + 1]
    const goesOn =
      next !== undefined &&
      (next.tag === 'DET' || next.tag === 'ADJ' || next.tag === 'ADP' || next.tag === 'NUM' || next.tag === 'PRON')
    const isPlural =
      (directly.norm.endsWith('s') && directly.norm !== directly.lemma) ||
      list.slice(0, at).some(({ norm }) => norm === 'and')
    if (goesOn && (isPlural ? isCommonBase(word) : isCommonThird(word))) return makeVerb(word)
  }
}

function correct(list: TaggedWord[], at: number) {
  const word = list[at]
  if (word === undefined || word.tag === 'PUNCT') return
  toVerb(list, at, word)
  if (word.tag === 'VERB') toNoun(list, at, word)
}

const clauseStarts: ReadonlySet<string> = new Set([
  ',',
  ':',
  ';',
  '-',
  '--',
  '"',
  '(',
  'and',
  'or',
  'but',
  'please',
  'then',
  'also',
  'just',
  'so',
  '*',
  '•',
  '.',
  '!',
])

/** Behind words of other kinds only one that the list of verbs has may be one. */
const leadsToVerb: ReadonlySet<PartOfSpeech> = new Set(['AUX', 'PRON', 'PART', 'ADV', 'VERB', 'NUM'])

function toVerb(list: TaggedWord[], at: number, word: TaggedWord) {
  if (!openTags.has(word.tag) || word.tag === 'VERB') return
  const directly = list[at - 1]
  if (!isCommonBase(word) && !isCommonThird(word) && !leadsToVerb.has(directly?.tag ?? 'X')) return
  if (!couldBeVerb(word)) return
  const previous = before(list, at)
  const next = list[at + 1]
  if (previous?.norm === 'to' && isCommonBase(word) && word.tag !== 'ADV') {
    if (previous.tag === 'PART' || startsNoun(next) || next === undefined) {
      if (previous.tag !== 'PART' && (next === undefined || isNominal(next)) && isNominal(word)) return
      previous.tag = 'PART'
      return makeVerb(word)
    }
  }
  const isHelped =
    previous?.tag === 'AUX' &&
    (modals.has(previous.norm) || (formsOfDo.has(previous.norm) && list[at - 1]?.tag === 'PART'))
  if (isHelped && (isCommonBase(word) || word.tag === 'NOUN') && word.tag !== 'ADV' && verbForm(word) === 'base')
    return makeVerb(word)
  if (directly && subjectPronouns.has(directly.norm) && word.tag !== 'ADV') {
    if (isCommonBase(word) || isCommonThird(word)) return makeVerb(word)
    if (word.tag === 'NOUN' && startsNoun(next) && next?.tag !== 'NOUN') return makeVerb(word)
  }
  if (
    (directly?.norm === 'you' || directly?.norm === 'u' || directly?.norm === 'it' || directly?.norm === 'one') &&
    isNominal(word) &&
    startsNoun(next)
  ) {
    if (directly.norm === 'you' || directly.norm === 'u' ? isCommonBase(word) : isCommonThird(word))
      return makeVerb(word)
  }
  if (word.tag === 'NOUN' && next && objectPronouns.has(next.norm) && (isCommonBase(word) || isCommonThird(word)))
    return makeVerb(word)
  if (word.tag === 'NOUN' && (directly?.norm === 'that' || directly?.norm === 'which' || directly?.norm === 'who'))
    if (
      (isNominal(list[at - 2]) ||
        directly.norm === 'who' ||
        /^(those|all|anyone|everyone|someone|ones?)$/.test(list[at - 2]?.norm ?? '')) &&
      (isCommonBase(word) || isCommonThird(word)) &&
      startsNoun(next)
    )
      return makeVerb(word)
  if (
    directly?.lemma === 'have' &&
    directly.tag === 'AUX' &&
    (irregularPasts.has(word.norm) || participlesOnly.has(word.norm))
  )
    if (isNominal(word) && !startsNoun(list[at - 2])) return makeVerb(word)
  // "enjoyed reading it": a gerund with an object.
  if (word.tag === 'NOUN' && word.norm.endsWith('ing') && directly?.tag === 'VERB')
    if (
      next &&
      (next.tag === 'DET' || objectPronouns.has(next.norm) || next.norm === 'it' || possessives.has(next.norm))
    ) {
      word.tag = 'VERB'
      word.lemma = word.norm.slice(0, -3)
      return
    }
  if (word.tag === 'ADJ' && word.norm.endsWith('ed') && directly?.lemma === 'be' && next?.norm === 'by')
    return makeVerb(word)
  if (word.tag === 'NOUN' && isCommonBase(word) && next?.norm === 'back') return makeVerb(word)
  if (
    word.tag === 'NOUN' &&
    isCommonBase(word) &&
    startsNoun(next) &&
    (next?.tag !== 'NOUN' || directly?.tag === 'PROPN') &&
    isAsked(list, at)
  )
    return makeVerb(word)
  // "The server returns the page": a noun before, an article behind, and no verb there.
  if (word.tag === 'NOUN' && isNominal(directly) && next && (next.tag === 'DET' || possessives.has(next.norm)))
    if (isCommonThird(word) && !directly?.norm.endsWith('s')) return makeVerb(word)
  imperative(list, at, word)
}

/** "Did Carla sign the form": an auxiliary opens the sentence, no verb stands between. */
function isAsked(list: readonly TaggedWord[], at: number): boolean {
  for (let index = at - 1; index >= 0 && at - index < 7; index -= 1) {
    const word = list[index]
    if (word === undefined || word.tag === 'VERB' || word.tag === 'PUNCT') return false
    if (word.tag === 'AUX') return index < 3 && (formsOfDo.has(word.norm) || modals.has(word.norm))
  }
  return false
}

/** "Check the logs", "please contact us": base form at the start of a clause, something to do it to behind. */
function imperative(list: TaggedWord[], at: number, word: TaggedWord) {
  if (!isCommonBase(word) || word.tag === 'ADV') return
  const directly = list[at - 1]
  const next = list[at + 1]
  const isPlease = directly?.norm === 'please'
  if (at > 0 && !isPlease && !clauseStarts.has(directly?.norm ?? '')) return
  if (at > 0 && !isPlease && directly?.norm !== ':' && list[0]?.tag !== 'VERB' && list[0]?.norm !== 'please') return
  const takesObject =
    next !== undefined &&
    (next.tag === 'DET' || possessives.has(next.norm) || objectPronouns.has(next.norm) || next.norm === 'it')
  if (takesObject || isPlease || (at === 0 && next?.tag === 'NUM')) makeVerb(word)
}

const looks = new Set(['look', 'seem', 'feel', 'appear', 'stay', 'remain', 'become', 'sound'])

function toNoun(list: TaggedWord[], at: number, word: TaggedWord) {
  const directly = list[at - 1]
  const next = list[at + 1]
  const form = verbForm(word)
  if (directly !== undefined && /^(hi|hello|hey|dear)$/.test(directly.norm)) {
    word.tag = 'NOUN'
    return
  }
  if (form === 'base' && (directly?.norm === 'this' || (directly?.norm === 'that' && at === 1)) && !startsNoun(next)) {
    directly.tag = 'DET'
    word.tag = 'NOUN'
    return
  }
  if (form !== 'base' && form !== 'gerund' && directly?.tag === 'VERB' && looks.has(directly.lemma)) {
    word.tag = 'ADJ'
    return
  }
  const isDetermined =
    directly !== undefined &&
    (articles.has(directly.norm) ||
      (possessives.has(directly.norm) && directly.norm !== 'her') ||
      directly.norm === 'no')
  if (isDetermined) {
    if (form === 'gerund' || form === 'pastOrParticiple' || form === 'participle') {
      word.tag = isNominal(next) || next?.tag === 'ADJ' || form !== 'gerund' ? 'ADJ' : 'NOUN'
    } else word.tag = 'NOUN'
    return
  }
  if (form === 'base' && directly?.tag === 'AUX' && (directly.lemma === 'have' || directly.lemma === 'be'))
    if (!baseParticiples.has(word.norm) && !invariantVerbs.has(word.norm)) {
      word.tag = 'NOUN'
      return
    }
  // "text-based ads".
  if (directly?.norm === '-' && form !== 'base' && (isNominal(next) || next?.tag === 'ADJ')) {
    word.tag = 'ADJ'
    return
  }
  if (stativeParticiples.has(word.norm) && before(list, at)?.lemma === 'be' && !startsNoun(next)) {
    word.tag = 'ADJ'
    return
  }
  // "our mail address": no verb stands in its base form behind a singular noun that a determiner opens.
  const second = list[at - 2]
  if (form === 'base' && directly?.tag === 'NOUN' && !directly.norm.endsWith('s') && second !== undefined) {
    const opens = articles.has(second.norm) || possessives.has(second.norm) || second.tag === 'ADJ'
    if (opens && !startsNoun(next) && isCommonNoun(word)) word.tag = 'NOUN'
  }
  if (directly?.tag === 'ADP' && form === 'base' && directly.norm !== 'to') word.tag = 'NOUN'
  if (directly?.tag === 'ADJ' && articles.has(second?.norm ?? '') && (form === 'base' || form === 'third')) {
    if (!startsNoun(next) || form === 'base') word.tag = 'NOUN'
  }
}

const isCommonNoun = (word: TaggedWord) => word.norm.length > 2 && word.norm !== 'let'
