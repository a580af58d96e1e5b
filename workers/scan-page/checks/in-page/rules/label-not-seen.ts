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
  textHolders,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { groupTitle, readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const labelNotSeen: StaticCheck = {
  rule: 'label-not-seen',
  criteria: ['3.3.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Show the label beside the field.',
  find: (elements) => [...nowhere(elements), ...gone(elements), ...untold(elements)],
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

/** Boxes of one question, as for the parts of a date, of which none shows what goes into it. */
function untold(elements: readonly Element[]): Hit[] {
  const fields = readFields(elements).filter(
    (field) =>
      written.test(field.type) &&
      isSeen(field) &&
      // Boxes for one letter each are filled in from left to right.
      field.getAttribute('maxlength') !== '1' &&
      !field.matches('[readonly], :disabled, [placeholder]') &&
      nameOf(field) !== '' &&
      !hasWordsBefore(field) &&
      !labelsOf(field).some((label) => isSeen(label)),
  )
  const groups = Map.groupBy(fields, (field) => closest(field, 'fieldset, [role="group"]'))
  return [...groups].flatMap(([group, all]): Hit[] => {
    const [first] = all
    if (!group || !first || all.length < 2) return []
    const seen = textHolders([group, ...group.querySelectorAll('*')])
      .filter(({ element }) => isSeen(element))
      .map(({ own }) => own)
      .join(' ')
    const names = all.map((field) => nameOf(field))
    if (seen.length > longestGroup || /\d/.test(seen) || partsOfDate.test(seen) || saysWhich(seen, names)) return []
    return [
      {
        element: first,
        tier: 'practice',
        confidence: 'medium',
        message: `${quote(seen || groupTitle(first))} is asked for in ${all.length} boxes, and what goes into which (${names.map((name) => quote(name)).join(', ')}) is nowhere to be seen.`,
      },
    ]
  })
}

const longestGroup = 120
const partsOfDate =
  /(?<!\p{L})(?:dd?|mm?|yy(?:yy)?|tt?|jj(?:jj)?|aa(?:aa)?|gg|rr(?:rr)?|åååå|ч{2}|д{2}|м{2}|г{2,4})(?!\p{L})/iu

/** Of half the names at least it has a word that is not in each of them. */
function saysWhich(seen: string, names: readonly string[]): boolean {
  const said = new Set(wordsOf(seen))
  const all = names.map(wordsOf)
  const told = all.filter((words) => words.some((word) => said.has(word) && !all.every((each) => each.includes(word))))
  return told.length * 2 >= names.length
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
