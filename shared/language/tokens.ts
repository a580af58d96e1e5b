/** Tokens of sentences: words with their norm, and for English what the tagger knows of them. */
import type { TaggedForms, TaggedPart, Tagger } from '#shared/language/english'
import type { WordRange } from '#shared/language/sentences'
import type { PartOfSpeech, TextToken } from '#shared/language/text'
import type { Word } from '#shared/language/words'

/** The tagger is asked for at most about as many words at once. */
const groupSize = 300
/** A longer form is nothing that a tagger's lists hold, and its patterns take time by its square. */
const longestForm = 40

/**
 * Appends the tokens of sentences, which follow one another.
 * @param text the content with joiners
 * @returns where the tokens of each sentence begin and end
 */
export function appendTokens(
  text: string,
  words: readonly Word[],
  sentences: readonly WordRange[],
  tagger: Tagger | undefined,
  tokens: TextToken[],
): WordRange[] {
  const ranges: WordRange[] = []
  for (let from = 0; from < sentences.length; ) {
    let to = from
    let count = 0
    while (to < sentences.length && (to === from || count < groupSize)) {
      const sentence = sentences[to++]
      count += sentence ? sentence.to - sentence.from : 0
    }
    appendGroup(text, words, sentences.slice(from, to), tagger, tokens, ranges)
    from = to
  }
  return ranges
}

function appendGroup(
  text: string,
  words: readonly Word[],
  sentences: readonly WordRange[],
  tagger: Tagger | undefined,
  tokens: TextToken[],
  ranges: WordRange[],
): void {
  const asked = words.slice(sentences[0]?.from ?? 0, sentences.at(-1)?.to ?? 0)
  const norms = asked.map((word) => normOf(text, word))
  const tagged = tagger && askTagger(text, asked, norms, tagger)
  let index = 0
  for (const sentence of sentences) {
    const from = tokens.length
    for (let at = sentence.from; at < sentence.to; at++, index++) {
      const word = asked[index]
      if (word) appendWord(text, word, norms[index] ?? '', tagged && partsOf(tagged, index), tokens)
    }
    ranges.push({ from, to: tokens.length })
  }
}

const partsOf = ({ parts, starts }: TaggedForms, index: number) => parts.slice(starts[index], starts[index + 1])

/** By words; undefined where the tagger saw other words than it was asked for. */
function askTagger(
  text: string,
  words: readonly Word[],
  norms: readonly string[],
  tagger: Tagger,
): TaggedForms | undefined {
  const forms: string[] = []
  const first: number[] = []
  for (const [index, word] of words.entries()) {
    first.push(forms.length)
    const norm = norms[index] ?? ''
    // The one pronoun that the tagger does not know shortened.
    if (norm === "i'm") forms.push('I', "'m")
    else forms.push(formOf(text, word, norm))
  }
  const { parts, starts } = tagger(forms)
  if (starts.length !== forms.length + 1) return undefined
  return { parts, starts: [...first.map((form) => starts[form] ?? 0), parts.length] }
}

function appendWord(
  text: string,
  word: Word,
  norm: string,
  tagged: readonly TaggedPart[] | undefined,
  tokens: TextToken[],
): void {
  const { start, end } = word
  if (tagged === undefined) {
    tokens.push({ start, end, norm, lemma: norm, pos: 'X' })
    return
  }
  const parts = word.kind === 'word' ? splitOf(text, word, tagged) : undefined
  if (parts === undefined) {
    const [part] = tagged
    const isKnown = part !== undefined && part.value.toLowerCase() === norm
    tokens.push({ start, end, norm, lemma: isKnown ? part.lemma : norm, pos: posOf(word, part) })
    return
  }
  let at = start
  for (const part of parts) {
    const value = straightened(text.slice(at, at + part.value.length))
    tokens.push({ start: at, end: at + part.value.length, norm: value.toLowerCase(), lemma: part.lemma, pos: part.pos })
    at += part.value.length
  }
}

/** "can't" is "ca" and "n't", "well-known" three; "node.js" and whatever else a tagger cuts up stays one. */
function splitOf(text: string, { start, end }: Word, tagged: readonly TaggedPart[]): readonly TaggedPart[] | undefined {
  if (tagged.length < 2) return undefined
  if (!tagged.some(({ value, isContraction }) => isContraction || /^(?:['’][sm]?|[-–—])$/i.test(value)))
    return undefined
  const together = tagged.map(({ value }) => value).join('')
  return together.toLowerCase() === straightened(text.slice(start, end)).toLowerCase() ? tagged : undefined
}

function posOf({ kind }: Word, part: TaggedPart | undefined): PartOfSpeech {
  switch (kind) {
    case 'number':
      return part?.pos === 'ADJ' || part?.pos === 'NOUN' ? part.pos : 'NUM'
    case 'punctuation':
      return 'PUNCT'
    case 'symbol':
      return part?.pos === 'CCONJ' ? 'CCONJ' : 'SYM'
    case 'address':
    case 'handle':
      return 'X'
    case 'word':
      return part?.pos ?? 'X'
  }
}

const straightened = (text: string) => text.replace(/[‘’‛′]/g, "'").replace(/[\u2010\u2011]/g, '-')

function normOf(text: string, { start, end }: Word): string {
  const slice = text.slice(start, end)
  if (/^[\x20-\x7e]*$/.test(slice)) return slice.toLowerCase()
  return straightened(slice.replaceAll('\u00ad', '').replace(/[“”„«»]/g, '"')).toLowerCase()
}

/** What stands for a word before the tagger: always one word to it, short and of letters that it knows. */
function formOf(text: string, { start, end, kind }: Word, norm: string): string {
  switch (kind) {
    case 'number':
      return norm.length <= 20 && /^\d/.test(norm) && /^[\d.,:/-]+(?:st|nd|rd|th|s)?$/.test(norm) ? norm : '1'
    case 'punctuation':
      return /^[\x21-\x7e]{1,3}$/.test(norm) ? norm : '-'
    case 'symbol':
      return /^[$%+=&#@*^|]$/.test(norm) ? norm : '*'
    case 'address':
      return norm.includes('@') ? 'a@b.com' : 'http://a.com'
    case 'handle':
      return 'Name'
    case 'word':
      return wordForm(straightened(text.slice(start, end)))
  }
}

const isPlainWord = /^[A-Za-z][A-Za-z0-9'.&-]*$/

function wordForm(word: string): string {
  if (word.length <= longestForm && isPlainWord.test(word)) return word
  const bare = word
    .replaceAll('\u00ad', '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđ]/g, foldedLetter)
  if (bare.length <= longestForm && isPlainWord.test(bare)) return bare
  return /^\p{Lu}/u.test(word) || !/\p{L}/u.test(word) ? 'Name' : 'thing'
}

const folds: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' }
const foldedLetter = (letter: string) => folds[letter] ?? letter
