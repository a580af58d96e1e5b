/** Error messages that do not say what is wrong. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { readErrorMessages } from '#workers/scan-page/checks/in-page/error-messages'

export const errorMessageVague: StaticCheck = {
  rule: 'error-message-vague',
  criteria: ['3.3.1', '3.3.3'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Say which field is meant, what is wrong with it and what is expected.',
  find: (elements) =>
    readErrorMessages(elements)
      .filter(({ isVague }) => isVague)
      .map(({ element, text, named }) => ({
        element,
        message: `The error message ${quote(text, 80)} ${named.length === 0 ? 'names no field and not what is wrong' : 'does not say what is wrong or what is expected'}.`,
      })),
}
