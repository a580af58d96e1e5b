/** Error messages that speak of one field which does not name them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { readErrorMessages } from '#workers/scan-page/checks/in-page/error-messages'

export const errorNotTiedToField: StaticCheck = {
  rule: 'error-not-tied-to-field',
  criteria: ['3.3.1', '1.3.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Tie the message to the field by aria-describedby, and set aria-invalid on the field.',
  find(elements) {
    const messages = readErrorMessages(elements)
    if (elements.some((element) => element.getAttribute('aria-invalid') === 'true')) return []
    return messages
      .filter(({ element, named, owner, isVague }) => {
        if (owner || isVague || named.length !== 1) return false
        return !element.matches('[role="alert"], [role="alert"] *')
      })
      .map(({ element, text }) => ({
        element,
        message: `The error message ${quote(text, 80)} is not tied to its field.`,
      }))
  },
}
