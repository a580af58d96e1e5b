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
      // Scripts fill such as have an id, a class or the like; nobody fills two alike that stand one after the other.
      const isRow = [element.previousElementSibling, element.nextElementSibling].some(
        (other) => other?.localName === 'p' && other.className === element.className && isEmpty(other),
      )
      const isFilled = element.getAttributeNames().some((name) => name !== 'class' || !isRow)
      if (isFilled || !isEmpty(element) || !isExposed(element)) return []
      return [{ element, message: 'This paragraph is empty: some screen readers stop at it.' }]
    }),
}

const isEmpty = (element: Element): boolean =>
  /^[\s\u00a0]*$/.test(element.textContent ?? '') && [...element.children].every(({ localName }) => localName === 'br')
