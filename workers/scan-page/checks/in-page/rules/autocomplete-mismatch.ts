/** Fields whose autocomplete says something else than their label. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

// Of a card or a telephone, or what one signs in by, some tokens ask for the same under another name.
const purposes: readonly (readonly [label: RegExp, fitting: RegExp])[] = [
  [/^(?:your )?(?:e-?mail)(?: address)?$/i, /^(?:email|username)$/],
  [/^(?:first|given) name$/i, /^(?:cc-)?given-name$/],
  [/^(?:last name|surname|family name)$/i, /^(?:cc-)?family-name$/],
  [/^(?:(?:tele)?phone|mobile)(?: (?:number|no\.?))?$/i, /^(?:tel(?:-.*)?|username)$/],
  [/^(?:post ?code|postal code|zip(?: ?code)?)$/i, /^postal-code$/],
  [/^(?:city|town)$/i, /^address-level[1-4]$/],
  [/^country$/i, /^(?:country(?:-name)?|tel-country-code)$/],
  [/^(?:date of birth|birth ?da(?:y|te))$/i, /^bday/],
  [/^(?:organi[sz]ation|company)(?: name)?$/i, /^organization$/],
  [/^full name$/i, /^(?:cc-)?name$/],
]
const tokens =
  /^(?:name|honorific-prefix|given-name|additional-name|family-name|nickname|organization|street-address|address-line[1-3]|address-level[1-4]|country|country-name|postal-code|cc-[a-z-]+|bday|bday-[a-z]+|sex|url|photo|tel|tel-[a-z-]+|email|username|new-password|current-password|one-time-code)$/

export const autocompleteMismatch: StaticCheck = {
  rule: 'autocomplete-mismatch',
  criteria: ['1.3.5'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Let autocomplete name what the label asks for.',
  find: (elements) =>
    readFields(elements).flatMap((element) => {
      const token = (element.getAttribute('autocomplete') ?? '').toLowerCase().trim().split(/\s+/).at(-1) ?? ''
      if (!tokens.test(token)) return []
      const name = nameOf(element).replace(/\s*[*:]\s*$|\s*\((?:required|optional)\)\s*$/gi, '')
      const [, fitting] = purposes.find(([label]) => label.test(name)) ?? []
      if (!fitting || fitting.test(token)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `The field ${quote(name)} says autocomplete=${quote(token)}: something else will be filled in.`,
        },
      ]
    }),
}
