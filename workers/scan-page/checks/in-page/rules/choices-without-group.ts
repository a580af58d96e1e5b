/** Radio buttons and check boxes of one question that no group ties together. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, type Field, nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const choicesWithoutGroup: StaticCheck = {
  rule: 'choices-without-group',
  criteria: ['1.3.1', '3.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put them into a <fieldset> whose <legend> asks the question.',
  find(elements) {
    const choices = readFields(elements).filter(({ type, name }) => /^(?:radio|checkbox)$/.test(type) && name !== '')
    const forms = [...new Set(choices.map(({ form }) => form))]
    const groups = Map.groupBy(choices, ({ type, name, form }) => `${type} ${name} ${forms.indexOf(form)}`)
    return [...groups.values()].flatMap((group) => {
      const [first] = group
      if (!first || group.length < 2 || group.some((field) => isGrouped(field))) return []
      const what = first.type === 'radio' ? 'radio buttons' : 'check boxes'
      return [
        {
          element: first,
          message: `These ${group.length} ${what} (name=${quote(first.name)}) stand in no group with a name: who reaches one does not hear what is asked.`,
        },
      ]
    })
  },
}

function isGrouped(field: Field): boolean {
  // One that is named by several things may well hear the question with the answer.
  if (/\S\s+\S/.test(field.getAttribute('aria-labelledby') ?? '') || field.hasAttribute('aria-describedby')) return true
  const group = closest(field, 'fieldset, [role="group"], [role="radiogroup"], [role="listbox"], [role="menu"], table')
  if (!group) return false
  if (group.localName !== 'fieldset') return group.localName === 'table' || nameOf(group) !== ''
  return (
    group.querySelector(':scope > legend') !== null ||
    group.hasAttribute('aria-label') ||
    group.hasAttribute('aria-labelledby')
  )
}
