/** Error messages that speak of one field and are tied to another. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import { readErrorMessages } from '#workers/scan-page/checks/in-page/error-messages'
import { groupTitle, isTied } from '#workers/scan-page/checks/in-page/form-fields'

export const errorTiedToWrongField: StaticCheck = {
  rule: 'error-tied-to-wrong-field',
  criteria: ['3.3.1', '1.3.1'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Name the message’s id in aria-describedby of the field that it speaks of.',
  find: (elements) =>
    readErrorMessages(elements).flatMap(({ element, text, named, owner }) => {
      const [meant, ...others] = named
      if (!meant || others.length > 0 || !owner || owner === meant || isTied(element, meant)) return []
      // Parts of one answer, a date's or an address's, share what is said of it.
      if (groupTitle(meant) !== '' && groupTitle(meant) === groupTitle(owner)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `The error message ${quote(text, 80)} speaks of ${quote(nameOf(meant))}, but is tied to ${quote(nameOf(owner) || 'a field without a name')}.`,
        },
      ]
    }),
}
