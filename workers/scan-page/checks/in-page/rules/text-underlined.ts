/** Words in running text that are underlined as links are, and lead nowhere. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

const marked = 'u, span, strong, b, em, i, font'
const otherwise =
  'a, button, ins, abbr, dfn, label, summary, [role="link"], [role="button"], h1, h2, h3, h4, h5, h6, th, code, pre, ruby'

export const textUnderlined: StaticCheck = {
  rule: 'text-underlined',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Mark the words in another way, e.g. by <strong>: what is underlined is taken for a link.',
  find: (elements) =>
    pick(elements, marked).flatMap((element) => {
      const text = squeeze(element.textContent ?? '')
      if (
        text.length < 3 ||
        text.length > 200 ||
        element.matches('[role], [onclick], [tabindex], [title]') ||
        closest(element, otherwise) ||
        element.querySelector('a, button')
      )
        return []
      const { textDecorationLine, textDecorationStyle } = getComputedStyle(element)
      // Dotted and wavy lines are notes on the words.
      if (!textDecorationLine.includes('underline') || textDecorationStyle !== 'solid') return []
      const block = closest(element, 'p, li, dd, td, blockquote')
      if (!block || squeeze(block.textContent ?? '').length < text.length + 20) return []
      if (!isExposed(element) || !isSeen(element)) return []
      return [{ element, message: `${quote(text)} is underlined as a link is, and is none.` }]
    }),
}
