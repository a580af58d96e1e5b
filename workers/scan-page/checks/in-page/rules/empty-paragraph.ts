/** Paragraphs that hold nothing and only make room. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, pick } from '#workers/scan-page/checks/in-page/dom'

export const emptyParagraph: StaticCheck = {
  rule: 'empty-paragraph',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Leave room with CSS (margin, padding).',
  find: (elements) =>
    pick(elements, 'p').flatMap((element) => {
      // Scripts fill such as have an id, a class or the like.
      if (element.attributes.length > 0 || !/^[\s\u00a0]*$/.test(element.textContent ?? '')) return []
      if ([...element.children].some((child) => child.localName !== 'br') || !isExposed(element)) return []
      return [{ element, message: 'This paragraph is empty: some screen readers stop at it.' }]
    }),
}
