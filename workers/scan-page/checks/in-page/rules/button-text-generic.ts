/** Buttons that are called by how they are pressed. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { pressingWords } from '#workers/scan-page/checks/in-page/rules/alt-click-words'

export const buttonTextGeneric: StaticCheck = {
  rule: 'button-text-generic',
  criteria: ['2.4.6'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Let the button say what it does: “Show the programme”.',
  find: (elements) =>
    pick(elements, 'button, [role="button"], input[type="button"], input[type="submit"]').flatMap((element) => {
      const name = nameOf(element)
      // In a bar of tools “Image” is what is put in.
      if (!pressingWords.test(name) || /^image/i.test(name) || !isExposed(element) || !isSeen(element)) return []
      if (element.matches('[aria-describedby], [title]:not([title=""])')) return []
      return [{ element, message: `The button is called ${quote(name)}: how it is pressed, and not what it does.` }]
    }),
}
