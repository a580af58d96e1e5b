/** Texts of long words in long sentences. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, quote, textHolders, wordsOf } from '#workers/scan-page/checks/in-page/dom'

const fewestSentences = 2
const longestSentence = 45
/** Letters a word, on the average: law and science lie above it, what is told lies below. */
const longWords = 5.6

export const sentencesLong: StaticCheck = {
  rule: 'sentences-long',
  criteria: ['3.1.5'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'Write short sentences of common words, or put a plain summary before the text.',
  find(elements) {
    const hard = textHolders(elements)
      .filter(
        ({ element, own }) =>
          own.length > 250 && /\p{Script=Latin}/u.test(own) && element.matches('p, li, dd, div, td'),
      )
      .flatMap(({ element, own }) => {
        const sentences = own
          .split(/(?<=[.!?…])\s+(?=\p{Lu})/u)
          .map(wordsOf)
          .filter((words) => words.length >= longestSentence)
        const words = sentences.flat()
        const isHeavy = words.length > 0 && words.join('').length / words.length >= longWords
        return isHeavy && isSeen(element) && isExposed(element) ? [{ element, own, count: sentences.length }] : []
      })
    const [first] = hard
    if (!first || hard.reduce((sum, { count }) => sum + count, 0) < fewestSentences) return []
    return [
      {
        element: first.element,
        confidence: 'low' as const,
        message: `${quote(first.own)}: sentences of ${longestSentence} and more long words, which many cannot follow.`,
      },
    ]
  },
}
