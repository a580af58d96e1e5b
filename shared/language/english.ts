/** Parts of speech and dictionary forms of English words, by wink-nlp's model; a fresh memory for each text. */
import model from 'wink-eng-lite-web-model'
import winkNLP, { type ItsFunction, type Model } from 'wink-nlp'
import type { PartOfSpeech } from '#shared/language/text'

/** What became of one word that was asked for: one token, or those that it was split into. */
export type TaggedPart = { value: string; pos: PartOfSpeech; lemma: string; isContraction: boolean }
/** Parts in their order, and for each form which of them is its first; the last start is behind the last part. */
export type TaggedForms = { parts: readonly TaggedPart[]; starts: readonly number[] }
export type Tagger = (forms: readonly string[]) => TaggedForms

type Feature = { hash?: Record<string, number>; list: string[]; index: number }
type Core = { features: Record<string, Feature>; packing: { efList: string[] } }

/**
 * The model learns every unknown word for good, with its shape and its beginning, for which it has a few bits each: a
 * process that reads for long would grow without end, and one text would change how the next is read. So each text gets
 * lists of its own before the model's, which stay as they are. Takes a third of a millisecond.
 */
function freshCore(core: Core): Core {
  const features = { ...core.features }
  for (const name of ['lexeme', ...core.packing.efList]) {
    const feature = core.features[name]
    if (feature?.hash === undefined) continue
    features[name] = { ...feature, hash: Object.setPrototypeOf({}, feature.hash), list: feature.list.slice() }
  }
  return { ...core, features }
}

type Lemmatize = (value: string, pos: string, cache: unknown) => string | undefined
type Part = () => unknown
type Parts = { core: () => Core; pos: Part; metaCER: Part; addons: { lemmatize: Lemmatize } }

/** wink's types tell nothing of a model's inside; its version is pinned. */
const parts = model as unknown as Parts
const core = parts.core()
// Asked for again, the model wraps what it gave in one more layer of JSON each time.
const [pos, patterns] = [parts.pos(), parts.metaCER()]

/** The dictionary forms of a word depend on it and its part of speech alone, and are asked for again and again. */
const knownLemmas = new Map<string, Map<string, string>>()
/** Of each part of speech. */
const mostLemmas = 20_000

const lemmatize: Lemmatize = (value, pos, cache) => {
  const known = knownLemmas.get(pos) ?? new Map<string, string>()
  const found = known.get(value)
  if (found !== undefined) return found
  // Its lists of exceptions are object literals: of "constructor" they give a function.
  const lemma: unknown = parts.addons.lemmatize(value, pos, cache)
  const form = typeof lemma === 'string' && lemma !== '' ? lemma : value
  if (known.size >= mostLemmas) known.clear()
  knownLemmas.set(pos, known.set(value, form))
  return form
}

const noMachines = () => ({ machines: [], transformers: [] })
const emptyMachine = () => ({ machines: ['[100,0,{"0":{}},{},{},{}]'], setter: () => undefined })

/** What is not asked for is not loaded: entities, sentences, negation and sentiment. */
const freshModel = () =>
  ({
    ...parts,
    core: () => freshCore(core),
    pos: () => pos,
    metaCER: () => patterns,
    sbd: noMachines,
    ner: noMachines,
    negation: emptyMachine,
    sa: emptyMachine,
    addons: { ...parts.addons, lemmatize },
  }) as unknown as Model

/** As many unknown words as the model's few bits have place for, and some more to spare. */
const mostWords = 20_000

/** Asks in groups of words that stand beside each other; what comes back is in their order. */
export function englishTagger(): Tagger {
  let nlp = winkNLP(freshModel(), ['pos'])
  let asked = 0
  return (forms) => {
    if (asked > mostWords) {
      nlp = winkNLP(freshModel(), ['pos'])
      asked = 0
    }
    asked += forms.length
    const { its } = nlp
    const tokens = nlp.readDoc(forms.join(' ')).tokens()
    const values = tokens.out(its.value)
    const tags = tokens.out(its.pos)
    const lemmas = tokens.out(its.lemma as unknown as ItsFunction<string>)
    const spaces = tokens.out(its.precedingSpaces)
    const contractions = tokens.out(its.contractionFlag)
    const starts: number[] = []
    const parts = values.map((value, index): TaggedPart => {
      if (index === 0 || spaces[index] !== '') starts.push(index)
      const pos = tags[index] === 'SPACE' ? 'X' : ((tags[index] ?? 'X') as PartOfSpeech)
      return { value, pos, lemma: lemmas[index] ?? value.toLowerCase(), isContraction: contractions[index] === true }
    })
    starts.push(parts.length)
    return { parts, starts }
  }
}
