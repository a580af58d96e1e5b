/** Error messages that do not say what is wrong. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { readErrorMessages } from '#workers/scan-page/checks/in-page/error-messages'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const errorMessageVague: StaticCheck = {
  rule: 'error-message-vague',
  criteria: ['3.3.1', '3.3.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Say which field is meant, what is wrong with it and what is expected.',
  find: (elements) => {
    const messages = readErrorMessages(elements)
    // Where something else may say which field is meant, a person must look.
    const isAlone = messages.length === 1 && pick(elements, '[aria-invalid="true"]').length === 0
    return messages
      .filter(({ isVague }) => isVague)
      .map(({ element, text, named }) => ({
        element,
        tier: isAlone && named.length === 0 && readFields(elements).length > 0 ? 'practice' : 'warning',
        message: `The error message ${quote(text, 80)} ${named.length === 0 ? 'names no field and not what is wrong' : 'does not say what is wrong or what is expected'}.`,
      }))
  },
}
