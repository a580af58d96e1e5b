/** Fields that are called the same, with nothing that is seen to tell them apart. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, type Field, headings, isSeen, nameOf, ownText, quote } from '#workers/scan-page/checks/in-page/dom'
import { groupTitle, readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const labelAmbiguous: StaticCheck = {
  rule: 'label-ambiguous',
  criteria: ['2.4.6'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Say in each label which one is meant, or put the fields into groups with visible titles.',
  find(elements) {
    const named = readFields(elements).filter(
      (field) => !/^(?:checkbox|radio)$/.test(field.type) && !closest(field, 'td, th, [role="row"], li'),
    )
    const forms = [...new Set(named.map(({ form }) => form))]
    const groups = Map.groupBy(named, (field) => `${forms.indexOf(field.form)}|${nameOf(field).toLowerCase()}`)
    return [...groups].flatMap(([key, [first, second]]) => {
      if (!first || !second || key.endsWith('|')) return []
      if (groupTitle(first) !== groupTitle(second)) return []
      const parting = partingOf(first, second)
      if (parting !== 'nothing' && parting?.closest(headings)) return []
      const box = 'form, fieldset, [role="group"]'
      // Two forms side by side (search above, search below) repeat themselves by design.
      if (!first.form && closest(first, box) !== closest(second, box) && !first.closest('fieldset')) return []
      const isOneForm = first.form !== null || closest(first, 'fieldset') !== null
      const isSure =
        isOneForm && looksOf(first) === looksOf(second) && hintsOf(first) === hintsOf(second) && parting === 'nothing'
      return [
        {
          element: second,
          tier: isSure ? 'error' : 'warning',
          message: `Two fields are called ${quote(nameOf(second))}, and nothing that is seen tells them apart.`,
        },
      ]
    })
  },
}

/** What else might tell a field from another. */
const hintsOf = (field: Field) =>
  ['placeholder', 'title', 'aria-describedby', 'autocomplete'].map((name) => field.getAttribute(name)).join('|')

/** What else may tell them apart for who sees them. */
const looksOf = (field: Field) =>
  field instanceof HTMLSelectElement
    ? [...field.options].map(({ text }) => text).join()
    : `${field.type} ${field.value} ${field.placeholder}`

const elementsBetween = 200

/** What is seen between two fields, labels of fields aside, that may head the second; of fields far apart, nobody can tell: null. */
function partingOf(first: Field, second: Field): Element | 'nothing' | null {
  const root = first.getRootNode()
  if (root !== second.getRootNode()) return null
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT)
  walker.currentNode = first
  for (let count = 0; count < elementsBetween; count += 1) {
    const at = walker.nextNode()
    if (at === second) return 'nothing'
    if (!(at instanceof Element)) return null
    if (mayHead(at)) return at
  }
  return null
}

/** A label heads nothing but its field, unless that is a box to tick with which a row begins; nor does a button, out of a heading. */
const isOfField = (element: Element) => {
  const label = element.closest('label')
  if (label) return !label.control?.matches('input[type="checkbox"], input[type="radio"]')
  return element.closest('button') !== null && element.closest(headings) === null
}

const mayHead = (element: Element) =>
  (element.matches('img, svg, canvas, hr') || element.shadowRoot !== null || /[\p{L}\p{N}]/u.test(ownText(element))) &&
  !(isOfField(element) || element.closest('select, script, style, template')) &&
  isSeen(element)
