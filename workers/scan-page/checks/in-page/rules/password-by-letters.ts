/** Passwords that are asked for letter by letter. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, nameOf, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'

const fewestFields = 2

export const passwordByLetters: StaticCheck = {
  rule: 'password-by-letters',
  criteria: ['3.3.8', '3.3.9'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Let the whole password be entered in one field, with autocomplete="current-password" and pasting allowed.',
  find: (elements) => {
    const fields = pick(elements, 'input[maxlength="1"]').filter(
      (field) =>
        (field.matches('[type="password"]') || numbered.test(nameOf(field))) &&
        !/one-time-code/.test(field.getAttribute('autocomplete') ?? '') &&
        isExposed(field) &&
        isSeen(field),
    )
    return [...Map.groupBy(fields, (field) => closest(field, 'form, fieldset, [role="group"]'))].flatMap(
      ([, [first, ...others]]) =>
        first && others.length + 1 >= fewestFields && isOfPassword(first)
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

/** “2nd character”, “Letter 5”, “7. Zeichen”. */
const numbered =
  /\d\s*(?:st|nd|rd|th|\.|º|ª|e|er|ème|:e)?\s*(?:character|letter|digit|zeichen|buchstabe|caractère|lettre|car[aá]cter|letra|carattere|lettera|teken|znak)|(?:character|letter|digit|zeichen|buchstabe|caractère|lettre|car[aá]cter|letra|carattere|lettera|teken|znak)\s*(?:no\.?\s*)?\d/iu
const secret =
  /pass ?(?:word|phrase|code)|memorable|secret|security answer|kennwort|passwort|mot de passe|contraseña|wachtwoord|hasło|senha|lösenord/iu
const longestAround = 1000

function isOfPassword(field: Element): boolean {
  const form = field.closest('form') ?? field.closest('main, body')
  return field.matches('[type="password"]') || (form !== null && secret.test(spokenText(form, longestAround)))
}
