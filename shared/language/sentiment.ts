/** How kindly an English text speaks, sentence by sentence, by a list of words (AFINN 165) through wink-sentiment. */
import sentiment from 'wink-sentiment'
import type { Sentiment } from '#db/documents/meaning'
import type { ReadText } from '#shared/language/text'

/** Its lists are object literals: these two words are members of every object. */
const misread = new Set(['constructor', '__proto__'])
const longestWord = 40

/**
 * -1 to 1. Sentences that say nothing of the kind are left out and count as 0 in the whole, which is the mean.
 * Words alone are looked up, with "not" up to two words before: irony, comparison and what a subject makes of a word are
 * not seen. Against people's judgement r is 0.77 on short posts, and near 0.5 on reviews and editorials.
 */
export function sentimentOf(text: ReadText): Sentiment {
  if (!text.isEnglish) return { score: 0, by_sentence: [] }
  const found: Sentiment['by_sentence'] = []
  let sum = 0
  for (const [sentence_id, { tokens }] of text.sentences.entries()) {
    const score = scoreOf(text, tokens.from, tokens.to)
    sum += score
    if (score !== 0) found.push({ sentence_id, score })
  }
  return { score: text.sentences.length === 0 ? 0 : rounded(sum / text.sentences.length), by_sentence: found }
}

/** Words and faces alone are handed on, which is all that has a score: other marks take the library a thousand times as long. */
function scoreOf(text: ReadText, from: number, to: number): number {
  let phrase = ''
  for (let index = from; index < to; index++) {
    const token = text.tokens[index]
    if (token === undefined || token.pos === 'PUNCT' || token.pos === 'NUM' || token.norm.length > longestWord) continue
    if (misread.has(token.norm)) continue
    // A part of a word stands where the word was: "don't" is looked up whole.
    const isPart = token.norm.includes("'") && text.tokens[index - 1]?.end === token.start
    phrase += isPart ? token.norm : ` ${token.norm}`
  }
  return phrase === '' ? 0 : rounded(sentiment(phrase).normalizedScore / 5)
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000
