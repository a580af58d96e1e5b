/** Codes that are typed into one field for each letter, where they cannot be pasted or filled in. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const fewestFields = 4
const single = ['text', 'tel', 'number'].map((type) => `input[type="${type}"][maxlength="1"]`)

export const codeInSingleBoxes: StaticCheck = {
  rule: 'code-in-single-boxes',
  criteria: ['3.3.8', '3.3.9'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Ask for the code in one field with autocomplete="one-time-code", in which it can be pasted.',
  find(elements) {
    const fields = pick(elements, ['input:not([type])[maxlength="1"]', ...single].join()).filter(
      (field) => isExposed(field) && isSeen(field),
    )
    if (
      fields.length < fewestFields ||
      fields.some((field) => field.matches('[autocomplete~="one-time-code"], [onpaste]'))
    )
      return []
    if (readPrograms(elements).some(({ text }) => /['"`]paste['"`]|clipboardData|onpaste/.test(text))) return []
    return [...Map.groupBy(fields, (field) => closest(field, 'form, fieldset, [role="group"]')).values()].flatMap(
      ([first, ...others]) =>
        first && others.length + 1 >= fewestFields && !closest(first, 'table')
          ? [
              {
                element: first,
                confidence: 'medium' as const,
                message: `These ${others.length + 1} fields take a code sign by sign: it must be copied by hand, and is neither pasted nor filled in.`,
              },
            ]
          : [],
    )
  },
}
