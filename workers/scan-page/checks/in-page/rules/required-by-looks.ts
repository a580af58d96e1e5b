/** Forms that say which fields are required by the look of their labels, as in “fields in bold are required”. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { saysIfRequired } from '#workers/scan-page/checks/in-page/required-words'

const looks =
  '(?:bold(?:face)?|italics?|underlined?|capitals?|uppercase|colou?red|shaded|highlighted|framed|boxed|thick(?:er)?|darker|lighter|larger|fett(?: ?gedruckt\\p{L}*)?|kursiv\\p{L}*|unterstrichen\\p{L}*|farbig\\p{L}*|umrandet\\p{L}*|gras|italique|soulignés?|encadrés?|negrita|cursiva|subrayad\\p{L}+|grassetto|corsivo|sottolineat\\p{L}+|vet(?:gedrukt\\p{L}*)?|cursief|onderstreept\\p{L}*|pogrubion\\p{L}+)'
const required =
  '(?:required|mandatory|must be|have to be|compulsory|obligatory|pflichtfelder|erforderlich|ausgefüllt|ausfüllen|obligatoires?|obligatori[oae]s?|verplicht\\p{L}*|wymagane)'
const fields = '(?:fields?|questions?|boxes|items?|entries|labels?|felder|angaben|champs?|campos?|campi|velden|pola)'
const says = [
  new RegExp(
    `(?<!\\p{L})${fields}[^.]{0,40}(?<!\\p{L})${looks}(?!\\p{L})[^.]{0,40}(?<!\\p{L})${required}(?!\\p{L})`,
    'iu',
  ),
  new RegExp(`(?<!\\p{L})${looks}(?!\\p{L})\\s+${fields}[^.]{0,40}(?<!\\p{L})${required}(?!\\p{L})`, 'iu'),
  new RegExp(`(?<!\\p{L})${required}(?!\\p{L})[^.]{0,40}(?<!\\p{L})${looks}(?!\\p{L})`, 'iu'),
]

export const requiredByLooks: StaticCheck = {
  rule: 'required-by-looks',
  criteria: ['1.3.3', '3.3.2', '1.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Write “(required)” into the label of each, and put the attribute required on the field.',
  find: (elements) => {
    const asked = readFields(elements).filter((field) => field.form !== null || pick(elements, 'form').length === 0)
    if (asked.length < 2) return []
    // Fields that say it themselves leave the sentence a help for the eye.
    if (asked.some((field) => field.required || field.getAttribute('aria-required') === 'true')) return []
    if (asked.some((field) => saysIfRequired(nameOf(field)))) return []
    return pick(elements, 'p, legend, small, span, div, li, strong, em, label').flatMap((element) => {
      if (element.children.length > 2) return []
      const text = spokenText(element, 201)
      if (text.length > 200 || !says.some((words) => words.test(text)) || !isSeen(element) || !isExposed(element))
        return []
      if ([...element.children].some((child) => says.some((words) => words.test(spokenText(child, 201))))) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${quote(text, 80)}: which fields are required is told by the look of their labels alone.`,
        },
      ]
    })
  },
}
