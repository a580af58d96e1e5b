/** One error message for several fields that says of none of them what is wrong. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import { readErrorMessages } from '#workers/scan-page/checks/in-page/error-messages'
import { groupTitle, isTied, readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const errorSharedByFields: StaticCheck = {
  rule: 'error-shared-by-fields',
  criteria: ['3.3.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Give each field a message of its own, which says what is wrong with it.',
  find: (elements) =>
    readErrorMessages(elements).flatMap(({ element, text, named }) => {
      if (named.length > 0) return []
      const tied = readFields(elements).filter((field) => isTied(element, field))
      const [first, second] = tied
      if (
        !first ||
        !second ||
        (groupTitle(first) !== '' && tied.every((field) => groupTitle(field) === groupTitle(first)))
      )
        return []
      return [
        {
          element,
          message: `The error message ${quote(text, 80)} is that of ${tied.length} fields, ${quote(nameOf(first))} and ${quote(nameOf(second))} among them, and names none of them.`,
        },
      ]
    }),
}
