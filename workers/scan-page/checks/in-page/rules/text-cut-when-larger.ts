/** Texts that their boxes cut off as soon as letters are set twice as large. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { textTwiceAsLarge } from '#workers/scan-page/checks/in-page/text-twice-as-large'

const foundTaken = 3

export const textCutWhenLarger: StaticCheck = {
  rule: 'text-cut-when-larger',
  criteria: ['1.4.4'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Let the box grow with its text: min-height in rem in place of a height in px, and no overflow: hidden.',
  find: (elements) =>
    textTwiceAsLarge(elements)
      .cut.slice(0, foundTaken)
      .map(({ element }) => ({
        element,
        confidence: 'high' as const,
        message: `Where people set letters twice as large, ${quote(element.textContent ?? '')} is cut off by its box, which does not grow with them.`,
      })),
}
