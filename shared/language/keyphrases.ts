/** Key phrases: the noun phrases that a text is about, ranked by where they stand, how often and of what words they are made. */
import type { Keyphrase } from '#db/documents/meaning'
import { calendarWords, genericWords, partsOfTime, vagueWords } from '#shared/language/generic-words'
import { taggedWords } from '#shared/language/relations/words'
import type { PartOfSpeech, ReadText, SegmentType, TextToken } from '#shared/language/text'

/** What is known of one phrase in one text; the score is a sum over it. */
export type PhraseTraits = {
  /** How many words it has. */
  length: number
  /** How often it stands in the text, alone or inside a longer phrase. */
  count: number
  /** How often it stands alone; 0 of one that is only the end of longer ones. */
  alone: number
  /** Where it first stands, 0 (start) to 1 (end), by words. */
  place: number
  isInOpening: boolean
  /** How often its words are words of any phrase: mean of the logarithms. */
  frequency: number
  /** With how many words its words stand together in phrases, for each time they stand: the mean. */
  company: number
  /** Shares of its words: of any matter; that only measure ("real" of "real-time"); names; adjectives. */
  generic: number
  vague: number
  names: number
  adjectives: number
  /** Mean number of letters of its words. */
  letters: number
  /** Whether a word of it is an abbreviation in capitals. */
  isAbbreviated: boolean
}

export type PhraseCandidate = {
  key: string
  spans: { start: number; end: number }[]
  words: readonly string[]
  traits: PhraseTraits
}

/** Longer rows of nouns are read as several phrases. */
const longest = 5
const unread: ReadonlySet<SegmentType> = new Set(['code', 'markup', 'header', 'greeting', 'signature'])

/** Tokens from one up to but without another. */
type Phrase = { from: number; to: number }

/**
 * At most `limit`, best first; English only. The score is the sum of what each trait adds (`phraseScore`), put between 0 and 1 by
 * the logistic function, and says how likely a phrase is one that a reader would note, not how likely the text is about it alone.
 * Spans are every place where the words stand, inside of longer phrases too. Linear in the text's length.
 */
export function keyphrasesIn(text: ReadText, { limit }: { limit: number }): Keyphrase[] {
  const ranked = candidatesIn(text).map((candidate) => ({ candidate, score: phraseScore(candidate.traits) }))
  ranked.sort((a, b) => b.score - a.score || (a.candidate.spans[0]?.start ?? 0) - (b.candidate.spans[0]?.start ?? 0))
  const chosen: Keyphrase[] = []
  const inside = new Set<string>()
  for (const { candidate, score } of ranked) {
    if (chosen.length === limit) break
    const { key, spans, words, traits } = candidate
    // A part of a phrase that is there already says nothing new, unless it also stands alone.
    if (inside.has(key) && traits.alone < 2) continue
    for (const part of partsOf(words)) inside.add(part)
    const first = spans[0]
    if (first === undefined) continue
    chosen.push({
      text: text.plain.slice(first.start, first.end).replace(/\s+/g, ' '),
      score: Math.round(1e4 / (1 + Math.exp(-score))) / 1e4,
      spans,
    })
  }
  return chosen
}

/** Every phrase of a text that could be one. */
export function candidatesIn(read: ReadText): PhraseCandidate[] {
  if (!read.isEnglish) return []
  const text = { ...read, tokens: correctedTokens(read) }
  const { tokens } = text
  const phrases = phrasesIn(text)
  const { frequencies, companies } = wordCounts(tokens, phrases)
  const opening = openingOf(text)
  const found = new Map<string, { phrases: Phrase[]; alone: number; spans: { start: number; end: number }[] }>()
  for (const phrase of phrases) {
    const key = keyOf(tokens, phrase.from, phrase.to)
    const known = found.get(key) ?? { phrases: [], alone: 0, spans: [] }
    known.phrases.push(phrase)
    known.alone += 1
    found.set(key, known)
  }
  for (const phrase of phrases) {
    const end = endingOf(tokens, phrase)
    if (end === undefined) continue
    const key = keyOf(tokens, end.from, end.to)
    const known = found.get(key) ?? { phrases: [], alone: 0, spans: [] }
    known.phrases.push(end)
    found.set(key, known)
  }
  for (const phrase of phrases)
    for (let from = phrase.from; from < phrase.to; from += 1)
      for (let to = from + 1; to <= phrase.to; to += 1) {
        const known = found.get(keyOf(tokens, from, to))
        const start = tokens[from]?.start
        const end = endOf(tokens[to - 1])
        if (known && start !== undefined && end !== undefined) known.spans.push({ start, end })
      }
  return [...found].map(([key, { phrases: places, alone, spans }]) => {
    const first = places[0] as Phrase
    const words = wordsOfPhrase(tokens, first.from, first.to)
    const traits = traitsOf(text, first, { count: spans.length, alone, frequencies, companies, opening })
    return { key, spans, words, traits }
  })
}

/** The first sentence that is read, or its first line where the next begins like a sentence. */
function openingOf(text: ReadText): number {
  const first = text.sentences.find(({ segment }) => !unread.has(text.segments[segment]?.type ?? 'paragraph'))
  if (first === undefined) return 0
  for (let at = first.tokens.from + 2; at < Math.min(first.tokens.to, first.tokens.from + 60); at += 1)
    if (isNewLine(text, at)) return at
  return first.tokens.to
}

/** The tokens with the parts of speech that the words around them ask for. */
function correctedTokens({ tokens, sentences }: ReadText): TextToken[] {
  const corrected = tokens.slice()
  for (const { tokens: extent } of sentences)
    for (let from = extent.from; from < extent.to; from += 400)
      for (const { token, tag } of taggedWords(tokens, from, Math.min(extent.to, from + 400))) {
        const known = tokens[token]
        if (known && known.pos !== tag && known.pos !== 'X') corrected[token] = { ...known, pos: tag }
      }
  return corrected
}

/** A sentence's stop behind a letter ("option B.") is not of the phrase. */
const endOf = (token: TextToken | undefined) => (token && /^\p{L}\.$/u.test(token.norm) ? token.end - 1 : token?.end)

const isGerund = (token: TextToken | undefined) =>
  token !== undefined && token.pos === 'VERB' && token.norm.endsWith('ing')
const isEnd = (tag: PartOfSpeech) =>
  tag === 'PUNCT' || tag === 'ADP' || tag === 'CCONJ' || tag === 'AUX' || tag === 'SCONJ'
const isNoun = (tag: PartOfSpeech | undefined) => tag === 'NOUN' || tag === 'PROPN'
const letters = /\p{L}/u

/** Rows of adjectives and nouns that end in a noun. */
function phrasesIn(text: ReadText): Phrase[] {
  const list: Phrase[] = []
  for (const { segment, tokens: extent } of text.sentences) {
    const type = text.segments[segment]?.type
    if (type !== undefined && unread.has(type)) continue
    let from = extent.from
    while (from < extent.to) {
      let to = from
      while (to < extent.to && to - from < 12 && belongs(text, extent.from, to, to === from, extent.to)) {
        if (to > from && isNewLine(text, to)) break
        to += 1
      }
      list.push(...trimmed(text.tokens, from, to))
      from = Math.max(to, from + 1)
    }
  }
  return list
}

/** A title above its text: a line ends before a capital letter. */
function isNewLine({ plain, tokens }: ReadText, at: number): boolean {
  const end = tokens[at - 1]?.end ?? 0
  const start = tokens[at]?.start ?? 0
  return plain.slice(end, start).includes('\n') && /\p{Lu}/u.test(plain[start] ?? '')
}

function belongs(text: ReadText, sentenceStart: number, at: number, isFirst: boolean, end: number): boolean {
  const token = text.tokens[at]
  if (token === undefined) return false
  const next = at + 1 < end ? text.tokens[at + 1] : undefined
  if (isOfCalendar(token, next)) return false
  if (token.norm === '-' || token.norm === '/') {
    const isTight = text.tokens[at - 1]?.end === token.start && next?.start === token.end
    return !isFirst && isTight && token.norm === '-'
  }
  if (!letters.test(token.norm) && (isFirst || token.pos !== 'NUM')) return false
  if (isNoun(token.pos) || token.pos === 'ADJ') return true
  if (token.pos === 'NUM') return !isFirst || (next !== undefined && next.norm === '-')
  // "pattern matching": what is done, where nothing it is done to stands behind.
  if (!isFirst && isGerund(token)) return next === undefined || isEnd(next.pos) || isNoun(next.pos)
  // "distributed systems", "learning rate": a participle before a noun describes it.
  const isParticiple = token.pos === 'VERB' && /(?:ed|ing)$/.test(token.norm)
  const before = at > sentenceStart ? text.tokens[at - 1]?.pos : undefined
  return (
    isParticiple &&
    isNoun(next?.pos) &&
    (!isFirst || before === 'DET' || before === 'ADP' || before === 'PUNCT' || before === 'CCONJ')
  )
}

/** Says when, not what: "Friday 5pm", "Nov", the "morning" of "Tuesday morning Carla"; not "Saturday collection". */
function isOfCalendar({ norm, pos }: TextToken, next: TextToken | undefined): boolean {
  if (/^\d.*[ap]m$/.test(norm)) return true
  if (partsOfTime.has(norm)) return next?.pos === 'PROPN'
  if (!calendarWords.has(norm) || (pos !== 'PROPN' && (norm === 'may' || norm === 'march'))) return false
  return next?.pos !== 'NOUN' || partsOfTime.has(next.norm)
}

/** Without vague words at the start and what is no noun at the end; what is too long is cut from behind. */
function trimmed(tokens: readonly TextToken[], from: number, to: number): { from: number; to: number }[] {
  let first = from
  let last = to
  while (
    last > first &&
    !(
      (isNoun(tokens[last - 1]?.pos) || (last - first > 1 && isGerund(tokens[last - 1]))) &&
      letters.test(tokens[last - 1]?.norm ?? '')
    )
  )
    last -= 1
  while (first < last && isVague(tokens, first)) first += 1
  if (first >= last) return []
  const words = wordsOfPhrase(tokens, first, last)
  if (words.length > longest) {
    const cut = last - longest
    return trimmed(tokens, tokens[cut]?.norm === '-' ? cut + 1 : cut, last)
  }
  if (words.length === 1 && partsOfTime.has(words[0] ?? '')) return []
  if (words.length === 1 && (words[0]?.length ?? 0) < 3 && !isCapital(tokens[first])) return []
  return [{ from: first, to: last }]
}

/** "New", not the "real" of "real-time". */
const isVague = (tokens: readonly TextToken[], at: number) =>
  tokens[at]?.norm === '-' || (vagueWords.has(tokens[at]?.norm ?? '') && tokens[at + 1]?.norm !== '-')

const isCapital = (token: TextToken | undefined) => token !== undefined && token.pos === 'PROPN'
/** The last two words of a longer phrase. */
function endingOf(tokens: readonly TextToken[], { from, to }: Phrase): Phrase | undefined {
  const words = tokens.slice(from, to).filter((token) => token.norm !== '-').length
  if (words < 3 || tokens[to - 2]?.norm === '-' || tokens[to - 3]?.norm === '-') return undefined
  return { from: to - 2, to }
}

const stemOf = (token: TextToken) => (isNoun(token.pos) ? token.lemma : token.norm)
const keyOf = (tokens: readonly TextToken[], from: number, to: number) => wordsOfPhrase(tokens, from, to).join(' ')

function wordsOfPhrase(tokens: readonly TextToken[], from: number, to: number): string[] {
  const words: string[] = []
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (token && token.norm !== '-') words.push(stemOf(token))
  }
  return words
}

function partsOf(words: readonly string[]): string[] {
  const parts: string[] = []
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= words.length; to += 1) parts.push(words.slice(from, to).join(' '))
  return parts
}

function wordCounts(tokens: readonly TextToken[], phrases: readonly Phrase[]) {
  const frequencies = new Map<string, number>()
  const companies = new Map<string, number>()
  for (const { from, to } of phrases) {
    const words = wordsOfPhrase(tokens, from, to)
    for (const word of words) {
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
      companies.set(word, (companies.get(word) ?? 0) + words.length - 1)
    }
  }
  return { frequencies, companies }
}

type Counts = {
  /** Index of the token behind the title or the first sentence. */
  opening: number
  count: number
  alone: number
  frequencies: ReadonlyMap<string, number>
  companies: ReadonlyMap<string, number>
}

function traitsOf(
  text: ReadText,
  phrase: Phrase,
  { count, alone, frequencies, companies, opening }: Counts,
): PhraseTraits {
  const list = text.tokens.slice(phrase.from, phrase.to).filter((token) => token.norm !== '-')
  const mean = (of: (token: TextToken) => number) =>
    list.reduce((sum, token) => sum + of(token), 0) / Math.max(1, list.length)
  const frequencyOf = (token: TextToken) => frequencies.get(stemOf(token)) ?? 1
  return {
    length: list.length,
    count,
    alone,
    place: phrase.from / Math.max(1, text.tokens.length),
    isInOpening: phrase.to <= opening,
    frequency: mean((token) => Math.log(frequencyOf(token))),
    company: mean((token) => (companies.get(stemOf(token)) ?? 0) / frequencyOf(token)),
    generic: mean((token) => (genericWords.has(stemOf(token)) ? 1 : 0)),
    vague: mean((token) => (vagueWords.has(token.norm) ? 1 : 0)),
    names: mean((token) => (token.pos === 'PROPN' ? 1 : 0)),
    adjectives: mean((token) => (token.pos === 'ADJ' ? 1 : 0)),
    letters: mean((token) => token.norm.length),
    isAbbreviated: list.some((token) => /^[A-Z][A-Z0-9]+$/.test(text.plain.slice(token.start, token.end))),
  }
}

/** What each trait adds to the log-odds of a phrase; tuned on abstracts and short texts of the halves that are not reported. */
export const phraseWeights = {
  base: -1.5,
  oneWord: -2.7,
  twoWords: 0.4,
  threeWords: 1.4,
  manyWords: 0.7,
  count: 0.5,
  alone: 0.95,
  nested: -1.5,
  place: -2.2,
  opening: -0.2,
  frequency: -0.25,
  company: -0.12,
  generic: -1.5,
  vague: 1.4,
  names: -1.0,
  adjectives: -0.7,
  letters: 0.2,
  abbreviation: 0.2,
}
export type PhraseWeights = typeof phraseWeights

/** The sum of what the traits add: log-odds. */
export function phraseScore(traits: PhraseTraits, weights: PhraseWeights = phraseWeights): number {
  const { length } = traits
  const lengthAdds =
    length === 1
      ? weights.oneWord
      : length === 2
        ? weights.twoWords
        : length === 3
          ? weights.threeWords
          : weights.manyWords
  return (
    weights.base +
    lengthAdds +
    weights.count * Math.log(traits.count) +
    weights.alone * Math.log(1 + traits.alone) +
    (traits.alone === 0 ? weights.nested : 0) +
    weights.place * traits.place +
    (traits.isInOpening ? weights.opening : 0) +
    weights.frequency * traits.frequency +
    weights.company * traits.company +
    weights.generic * traits.generic +
    weights.vague * traits.vague +
    weights.names * traits.names +
    weights.adjectives * traits.adjectives +
    weights.letters * Math.min(traits.letters, 12) +
    (traits.isAbbreviated ? weights.abbreviation : 0)
  )
}
