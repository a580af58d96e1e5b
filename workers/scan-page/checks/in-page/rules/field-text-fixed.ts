/** Fields in which letters stay small when those around them are set twice as large. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import { textTwiceAsLarge } from '#workers/scan-page/checks/in-page/text-twice-as-large'

const foundTaken = 3

export const fieldTextFixed: StaticCheck = {
  rule: 'field-text-fixed',
  criteria: ['1.4.4'],
  tier: 'practice',
  impact: 'moderate',
  remedy:
    'Set the size of letters in fields in rem or em, or let them inherit it (font: inherit), as the text around them does.',
  find: (elements) =>
    textTwiceAsLarge(elements)
      .fixed.slice(0, foundTaken)
      .map((element) => ({
        element,
        confidence: 'high' as const,
        message: `Where people set letters twice as large, those in ${quote(nameOf(element) || 'this field', 40)} stay at ${getComputedStyle(element).fontSize}, while the text beside it grows.`,
      })),
}
