/** The words of a sentence with their parts of speech put right where the words around say that the tagger erred. */
import { closings } from '#shared/language/relations/closed-words'
import { type TaggedWord, verbForm } from '#shared/language/relations/forms'
import {
  articles,
  baseParticiples,
  commonVerbs,
  formsOfDo,
  invariantVerbs,
  irregularPasts,
  modals,
  objectPronouns,
  participlesOnly,
  possessives,
  stativeParticiples,
  subjectPronouns,
} from '#shared/language/relations/lexicon'
import type { PartOfSpeech, TextToken } from '#shared/language/text'

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
export function taggedWords(tokens: readonly TextToken[], from: number, to: number): TaggedWord[] {
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
