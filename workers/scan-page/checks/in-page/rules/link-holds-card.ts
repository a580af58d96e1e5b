/** Links around a whole card: everything in it is read as one name. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isExposed, isSeen, nameOf, pick, quote, wordsOf } from '#workers/scan-page/checks/in-page/dom'

const mostWords = 30
const parts = `p, ul, ol, dl, table, ${headings}`
const fewestParts = 2

export const linkHoldsCard: StaticCheck = {
  rule: 'link-holds-card',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Make the heading the link, and let its ::after cover the card where all of it is to be pressed.',
  find: (elements) =>
    pick(elements, 'a[href], button, [role="link"], [role="button"]')
      .filter((element) => {
        if (element.matches('[aria-label], [aria-labelledby]') || !isSeen(element) || !isExposed(element)) return false
        return (
          element.querySelectorAll(parts).length >= fewestParts && wordsOf(element.textContent ?? '').length > mostWords
        )
      })
      .map((element) => ({
        element,
        confidence: 'high' as const,
        message: `The name of this link is the text of a whole card, ${wordsOf(nameOf(element)).length} words long: ${quote(nameOf(element))}.`,
      })),
}
