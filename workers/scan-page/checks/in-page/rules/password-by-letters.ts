/** Passwords that are asked for letter by letter. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick } from '#workers/scan-page/checks/in-page/dom'

const fewestFields = 2

export const passwordByLetters: StaticCheck = {
  rule: 'password-by-letters',
  criteria: ['3.3.8', '3.3.9'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Let the whole password be entered in one field, with autocomplete="current-password" and pasting allowed.',
  find: (elements) => {
    const fields = pick(elements, 'input[type="password"][maxlength="1"]').filter(
      (field) => !/one-time-code/.test(field.getAttribute('autocomplete') ?? '') && isExposed(field) && isSeen(field),
    )
    return [...Map.groupBy(fields, (field) => closest(field, 'form, fieldset, [role="group"]'))].flatMap(
      ([, [first, ...others]]) =>
        first && others.length + 1 >= fewestFields
          ? [
              {
                element: first,
                confidence: 'high' as const,
                message: `These ${others.length + 1} fields take a password letter by letter: no password manager fills them in, and who cannot count letters cannot enter.`,
              },
            ]
          : [],
    )
  },
}
