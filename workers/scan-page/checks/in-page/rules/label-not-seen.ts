/** Fields with nothing to be seen that says what they are for. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  blockOf,
  closest,
  type Field,
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
  find: (elements) => [...nowhere(elements), ...gone(elements)],
}

/** Written into by hand. */
const written = /^(?:text|email|tel|url|number|date|textarea|password)$/
const search = /search|suche|recherche|buscar|cerca|zoek|szukaj|filter/i
const isSearch = (field: Field, name: string) => search.test(`${name} ${field.name} ${field.id}`)
/** Words that stand right before it, in no element of their own. */
const hasWordsBefore = ({ previousSibling }: Field) =>
  previousSibling?.nodeType === Node.TEXT_NODE && wordsOf(previousSibling.nodeValue ?? '').length > 0
const sure = 3

/** Forms whose fields are called by their placeholders alone, which go as soon as something is written. */
function gone(elements: readonly Element[]): Hit[] {
  const fields = readFields(elements).filter((field) => {
    const placeholder = wordsOf(field.getAttribute('placeholder') ?? '').join(' ')
    if (placeholder === '' || !written.test(field.type) || field.matches('[readonly], :disabled') || !isSeen(field))
      return false
    const name = wordsOf(nameOf(field)).join(' ')
    if (!(name === placeholder || name.startsWith(`${placeholder} `)) || isSearch(field, name)) return false
    return !labelsOf(field).some((label) => isSeen(label)) && !hasWordsBeside(field)
  })
  return [...Map.groupBy(fields, ({ form }) => form)].flatMap(([form, all]): Hit[] => {
    const [first] = all
    if (!form || !first || all.length < 2 || closest(form, '[role="search"]')) return []
    return [
      {
        element: first,
        tier: all.length >= sure ? 'practice' : 'warning',
        confidence: 'medium',
        message: `What ${quote(nameOf(first))} and ${all.length - 1} more of this form’s fields ask for stands in their placeholders alone: it is gone as soon as something is written.`,
      },
    ]
  })
}

/** A label that is none in the markup. */
function hasWordsBeside(field: Field): boolean {
  const before = field.previousElementSibling ?? parentOf(field)?.previousElementSibling
  const isLabel = before?.matches('label, span, b, strong, dt, div, p') === true
  return (
    hasWordsBefore(field) ||
    (isLabel && isSeen(before) && !before.querySelector(worked) && spokenText(before, 80) !== '')
  )
}
const worked = 'input, select, textarea'

function nowhere(elements: readonly Element[]): Hit[] {
  return readFields(elements).flatMap((field) => {
    if (!written.test(field.type) || !isSeen(field)) return []
    const name = nameOf(field)
    if (name === '' || field.getAttribute('placeholder') || field.matches('[readonly], :disabled, [role="combobox"]'))
      return []
    if (labelsOf(field).some((label) => isSeen(label)) || closest(field, 'table, [role="grid"], [role="search"]'))
      return []
    if (isSearch(field, name) || groupTitle(field) !== '') return []
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
    const before = field.previousElementSibling ?? blockOf(field).previousElementSibling
    if (hasWordsBefore(field) || seen || before?.matches('label, span, b, strong, dt, h2, h3, h4')) return []
    return [
      {
        element: field,
        confidence: 'low' as const,
        message: `The field ${quote(name)} has a name that is read and none that is seen.`,
      },
    ]
  })
}
