/** Fields with nothing to be seen that says what they are for. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  blockOf,
  closest,
  isSeen,
  labelsOf,
  nameOf,
  parentOf,
  quote,
  spokenText,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { groupTitle, readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const labelNotSeen: StaticCheck = {
  rule: 'label-not-seen',
  criteria: ['3.3.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Show the label beside the field.',
  find: (elements) =>
    readFields(elements).flatMap((field) => {
      if (!/^(?:text|email|tel|url|number|date|textarea|password)$/.test(field.type) || !isSeen(field)) return []
      const name = nameOf(field)
      if (name === '' || field.getAttribute('placeholder') || field.matches('[readonly], :disabled, [role="combobox"]'))
        return []
      if (labelsOf(field).some((label) => isSeen(label)) || closest(field, 'table, [role="grid"], [role="search"]'))
        return []
      if (
        /search|suche|recherche|buscar|cerca|zoek|szukaj|filter/i.test(`${name} ${field.name} ${field.id}`) ||
        groupTitle(field) !== ''
      )
        return []
      // Any words beside it may say what it is for, or a picture that has a name; one that is hidden from readers has none.
      const around = parentOf(field) ?? field
      const holder = spokenText(around, 200) === '' ? (parentOf(around) ?? around) : around
      const seen = [...holder.querySelectorAll('*')].some(
        (each) =>
          each !== field &&
          !each.contains(field) &&
          each.matches('label, span, p, b, strong, legend, img, svg, i, button, h1, h2, h3, h4, dt') &&
          !each.matches('svg[aria-hidden="true"], i[aria-hidden="true"], img[alt=""]') &&
          isSeen(each),
      )
      const beside =
        field.previousSibling?.nodeType === Node.TEXT_NODE && wordsOf(field.previousSibling.nodeValue ?? '').length > 0
      const before = field.previousElementSibling ?? blockOf(field).previousElementSibling
      if (beside || seen || before?.matches('label, span, b, strong, dt, h2, h3, h4')) return []
      return [
        {
          element: field,
          confidence: 'low' as const,
          message: `The field ${quote(name)} has a name that is read and none that is seen.`,
        },
      ]
    }),
}
