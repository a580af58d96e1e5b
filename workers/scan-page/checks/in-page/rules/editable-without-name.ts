/** Texts that can be edited and are told of as text, or without saying what for. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, parentOf, pick } from '#workers/scan-page/checks/in-page/dom'

const editable = '[contenteditable=""], [contenteditable="true"], [contenteditable="plaintext-only"]'

export const editableWithoutName: StaticCheck = {
  rule: 'editable-without-name',
  criteria: ['4.1.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Give it role="textbox" (with aria-multiline="true" where it takes several lines) and an aria-label.',
  find: (elements) =>
    pick(elements, editable).flatMap((element) => {
      const parent = parentOf(element)
      if ((parent && closest(parent, `${editable}, [role="textbox"], [role="application"]`)) || element.matches('body'))
        return []
      if (['aria-label', 'aria-labelledby', 'title', 'role', 'aria-hidden'].some((name) => element.hasAttribute(name)))
        return []
      if (element.matches('h1, h2, h3, h4, h5, h6, td, th, li, p, span') || !isExposed(element) || !isSeen(element))
        return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `This <${element.localName}> can be edited, and has neither a role nor a name that says so and what for.`,
        },
      ]
    }),
}
