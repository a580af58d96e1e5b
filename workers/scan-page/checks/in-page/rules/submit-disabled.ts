/** Forms whose only button is out of use from the first, with no word of what it waits for. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

const sending = 'button:not([type="button"], [type="reset"]), input[type="submit"], input[type="image"]'
const field =
  'input:not([type="hidden"], [type="submit"], [type="image"], [type="button"], [type="checkbox"], [type="radio"]), textarea, select'
/** With one field, what it waits for is plain. */
const fewestFields = 2

export const submitDisabled: StaticCheck = {
  rule: 'submit-disabled',
  criteria: [],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Leave the button in use, and say what is missing when it is pressed.',
  find: (elements) =>
    pick(elements, 'form').flatMap((form) => {
      const buttons = [...form.querySelectorAll<HTMLButtonElement>(sending)].filter(
        (button) => isSeen(button) && isExposed(button),
      )
      const fields = [...form.querySelectorAll(field)].filter((each) => isSeen(each) && !each.matches(':disabled'))
      const [button] = buttons
      if (!button || buttons.length > 1 || fields.length < fewestFields) return []
      // Where the form as a whole waits for something, it is said elsewhere.
      if (!button.disabled || button.closest('fieldset:disabled')) return []
      if (button.matches('[aria-describedby], [title], [aria-busy="true"]')) return []
      return [
        {
          element: button,
          confidence: 'medium' as const,
          message: `${quote(nameOf(button) || 'The button')} is out of use until the form is filled in, takes no focus till then, and nothing is said to tell what is missing.`,
        },
      ]
    }),
}
