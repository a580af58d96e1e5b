/** Texts that a template filled in until somebody would write. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, headings, isExposed, isSeen, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'
import { isTextOfTemplate } from '#workers/scan-page/checks/in-page/template-words'

export const textLeftOver: StaticCheck = {
  rule: 'text-left-over',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Write the text, or take the part away until there is one.',
  find: (elements) =>
    textHolders(elements)
      .filter(({ element, own }) => {
        if (element.matches(headings) || !isTextOfTemplate(own)) return false
        return (
          isExposed(element) &&
          isSeen(element) &&
          !closest(element, 'code, pre, label, button, q, blockquote, [contenteditable]')
        )
      })
      .slice(0, 1)
      .map(({ element, own }) => ({
        element,
        message: `${quote(own)} fills the place of a text that nobody has written yet.`,
      })),
}
