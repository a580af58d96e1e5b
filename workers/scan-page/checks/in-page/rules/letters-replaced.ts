/** Words in which digits stand for letters. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'

// A digit between letters, or one before letters that are no unit: h3ll0, 7h3, w3lc0m3.
const replaced =
  /^(?=.*\p{L})(?:\p{L}+[013457]+\p{L}+[\p{L}013457]*|[013457]\p{L}{1,2}[013457]|\p{L}+[0347]+\p{L}*[0347]+)$/u
const fewestWords = 3
const fewestShare = 0.4

export const lettersReplaced: StaticCheck = {
  rule: 'letters-replaced',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Write the words with their letters: digits in their place are read as numbers.',
  find: (elements) =>
    textHolders(elements).flatMap(({ element, own }) => {
      if (!/\d\p{L}/u.test(own)) return []
      const words = own.match(/[\p{L}\p{N}]+/gu) ?? []
      const odd = words.filter((word) => replaced.test(word))
      if (new Set(odd).size < fewestWords || odd.length < words.length * fewestShare) return []
      // Keys, sums and parts' numbers look alike.
      if (odd.some((word) => word.length > 16) || closest(element, 'pre, code, kbd, samp, svg, table, [role="img"]'))
        return []
      if (!isExposed(element) || !isSeen(element)) return []
      return [{ element, message: `In ${quote(odd.slice(0, 4).join(' '))} digits stand for letters.` }]
    }),
}
