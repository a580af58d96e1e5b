/** How hard an English text is to read: Flesch's ease, Flesch and Kincaid's grade, Gunning's fog index. */
import type { Readability } from '#db/documents/meaning'
import type { ReadText, TextToken } from '#shared/language/text'

/** A figure of fewer words says nothing. */
const fewestWords = 5

const counted: ReadonlySet<string> = new Set(['paragraph', 'list_item', 'quote'])

/**
 * Sentences of paragraphs, items and quotes; the three figures are null of texts of fewer than five words, or not English.
 * Sources: Flesch 1948 (206.835 - 1.015 w/s - 84.6 y/w), Kincaid et al. 1975 (0.39 w/s + 11.8 y/w - 15.59), Gunning 1952
 * (0.4 (w/s + 100 c/w), where c counts words of three syllables that are no names, compounds or inflected from shorter).
 */
export function readabilityOf(text: ReadText): Readability {
  const syllables = new Map<string, number>()
  let sentences = 0
  let words = 0
  let total = 0
  let hard = 0
  for (const { segment, tokens } of text.sentences) {
    if (!counted.has(text.segments[segment]?.type ?? '')) continue
    const before = words
    for (let index = tokens.from; index < tokens.to; index++) {
      const token = text.tokens[index]
      if (token === undefined || !isWord(token)) continue
      words++
      if (!text.isEnglish) continue
      const count = syllables.get(token.norm) ?? syllablesOf(token.norm)
      syllables.set(token.norm, count)
      total += count
      if (count >= 3 && token.pos !== 'PROPN' && isHard(token.norm, count)) hard++
    }
    if (words > before) sentences++
  }
  if (!text.isEnglish || words < fewestWords) return { flesch: null, fk_grade: null, gunning: null, words, sentences }
  const length = words / sentences
  return {
    flesch: rounded(206.835 - 1.015 * length - 84.6 * (total / words)),
    fk_grade: rounded(0.39 * length + 11.8 * (total / words) - 15.59),
    gunning: rounded(0.4 * (length + (100 * hard) / words)),
    words,
    sentences,
  }
}

const rounded = (figure: number) => Math.round(figure * 100) / 100

/** "don't" is two tokens and one word, an address or an emoji none. */
const isWord = ({ norm, pos }: TextToken) =>
  pos !== 'SYM' && pos !== 'PUNCT' && /^[\p{L}\p{N}]/u.test(norm) && norm !== "n't" && !/[@/]/.test(norm)

/** "expected" is hard for none of its endings. */
function isHard(norm: string, count: number): boolean {
  const ending = /(?:ing|ed|es)$/.exec(norm)
  return ending === null ? count >= 3 : syllablesOf(norm.slice(0, ending.index)) >= 3
}

/** Vowels beside each other that are two syllables: "idea", "radio", "lion", "being". */
const apartVowels =
  /(?<![ctg])i(?:a|o(?!n)|um)|(?<!fr|[ct])ie(?:t|n[ct])|(?<![tscgx])io(?=n)|eo(?=$|[lg])|(?<=[aeiouy].*)ea$|^cre(?=at)|oe[mt]|ua(?!r[dt])|[^q]u(?:ou|ity)|[aeiouy]ing$/g

/** By groups of vowels, less those that are not heard. Agrees with a dictionary in about nine of ten English words. */
export function syllablesOf(word: string): number {
  const letters = word.replace(/[^a-z]/g, '')
  if (letters.length <= 3) return 1
  const heard = letters
    .replace(/(?<=[^aeiouylr])es$|(?<=[^td])ed$|(?<=[^aeiouyl])e$|(?<=[aeiouy]l)e$/, (ending) =>
      ending === 'es' && /(?:[sxzcg]|[cs]h)es$/.test(letters) ? 'es' : '',
    )
    .replace(/^y/, '')
  const groups = heard.match(/[aeiouy]+/g)?.length ?? 0
  const apart = letters.match(apartVowels)?.length ?? 0
  return Math.max(1, groups + apart)
}
