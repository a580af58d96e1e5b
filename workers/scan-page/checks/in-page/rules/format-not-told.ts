/** Fields that take a value of one form alone, and do not say which. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, parentOf, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

/** Told by the label, or by words that stand in the same line. */
const tells = /\d|\(|:|,|\be\.g\b|example|format|digits|letters|z\. ?B\.|exemple|ejemplo|esempio|bijvoorbeeld|np\./i
/** Every value, and what the label alone lets expect. */
const open = /^\s*(?:\.[*+]|\\S\+?|\.\{\d+,?\d*\}|\[\\s\\S\][*+])\s*$/

export const formatNotTold: StaticCheck = {
  rule: 'format-not-told',
  criteria: ['3.3.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Say the form of the value in the label or beside the field, e.g. “(four digits)”.',
  find: (elements) =>
    readFields(elements).flatMap((field) => {
      const pattern = field.getAttribute('pattern')
      if (!pattern || open.test(pattern) || field.matches(':disabled, [readonly]') || !isSeen(field)) return []
      if (['title', 'placeholder', 'aria-describedby', 'aria-description'].some((name) => field.getAttribute(name)))
        return []
      const around = parentOf(field)
      const said = around && around !== field.form ? spokenText(around, 200) : ''
      if (tells.test(`${nameOf(field)} ${said}`.replaceAll('*', ''))) return []
      return [
        {
          element: field,
          message: `The field ${quote(nameOf(field))} takes only what fits ${quote(pattern)}, and nothing says so.`,
        },
      ]
    }),
}
