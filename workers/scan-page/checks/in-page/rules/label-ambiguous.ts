/** Fields that are called the same, with nothing that is seen to tell them apart. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, type Field, nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import { groupTitle, readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const labelAmbiguous: StaticCheck = {
  rule: 'label-ambiguous',
  criteria: ['2.4.6'],
  tier: 'practice',
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
      const box = 'form, fieldset, [role="group"]'
      // Two forms side by side (search above, search below) repeat themselves by design.
      if (!first.form && closest(first, box) !== closest(second, box) && !first.closest('fieldset')) return []
      return [
        {
          element: second,
          tier:
            first.form !== null && hintsOf(first) === hintsOf(second) ? ('practice' as const) : ('warning' as const),
          message: `Two fields are called ${quote(nameOf(second))}, and nothing that is seen tells them apart.`,
        },
      ]
    })
  },
}

/** What else might tell a field from another. */
const hintsOf = (field: Field) =>
  ['placeholder', 'title', 'aria-describedby', 'autocomplete'].map((name) => field.getAttribute(name)).join('|')
