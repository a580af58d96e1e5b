/** The words of a text as the rules of harmony look at them: whole, as people write them, whoever tags them. */
import type { Range, ReadText, TextToken } from '#shared/language/text'

export type RuleWord = Range & {
  /** Lower case, with straight apostrophes and nothing that nobody sees: "can't" is one word, "well-known" is two. */
  norm: string
  /** As it stands there. */
  raw: string
  /** Index into the text's sentences. */
  sentence: number
  /** In a quote: somebody else's words. */
  isQuoted: boolean
}

/** Words of sentences, in order; there are none in code, in markup and in a mail's header. */
export function ruleWordsOf(text: ReadText): RuleWord[] {
  const words: RuleWord[] = []
  for (const [sentence, { tokens, segment }] of text.sentences.entries()) {
    const isQuoted = text.segments[segment]?.type === 'quote'
    const first = words.length
    for (let at = tokens.from; at < tokens.to; at += 1) {
      const token = text.tokens[at]
      const last = words.length > first ? words.at(-1) : undefined
      if (!token || !/[\p{L}\p{N}%]/u.test(token.norm)) continue
      if (last && goesOn(last, token, text.isEnglish)) {
        last.end = token.end
        last.norm += token.norm
        last.raw = text.content.slice(last.start, last.end)
      } else {
        const { start, end, norm } = token
        words.push({ start, end, norm, raw: text.content.slice(start, end), sentence, isQuoted })
      }
    }
  }
  return words
}

/** English taggers part "can't", "cannot" and "gonna"; scripts without spaces have words side by side that are two. */
const goesOn = (last: RuleWord, { start, norm }: TextToken, isEnglish: boolean): boolean =>
  isEnglish && last.end === start && /\p{L}/u.test(norm) && /\p{L}$/u.test(last.norm)

/** From the first of the words to the last; undefined of none. */
export function extentOf(words: readonly Range[]): Range | undefined {
  const [first] = words
  const last = words.at(-1)
  return first && last && { start: first.start, end: last.end }
}
