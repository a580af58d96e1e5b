/** Fields that take a value of one form alone, and do not say which. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, parentOf, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

/** Told by the label, or by words that stand in the same line. */
const tells = /\d|\(|:|,|\be\.g\b|example|format|digits|letters|z\. ?B\.|exemple|ejemplo|esempio|bijvoorbeeld|np\./i
/** Every value, and what the label alone lets expect. */
const open = /^\s*(?:\.[*+]|\\S\+?|\.\{\d+,?\d*\}|\[\\s\\S\][*+])\s*$/

/** The form of a date, a time or a number, in letters that stand for figures. */
const isMask =
  /^(?:(?:e\.g\.|format:?)\s*)?(?:(?:dd|mm|yy|yyyy|tt|jj|jjjj|aaaa|hh|ss)(?:\s?[/.: -]\s?(?:dd|mm|yy|yyyy|jj|jjjj|aa|aaaa|hh|ss)){1,2}|\(?[x#_]{2,}(?:[ ()/.-]+[x#_]{2,})+)$/i

function isSaidElsewhere(field: Element): boolean {
  if (field.matches(':disabled, [readonly], [aria-describedby], [aria-description], [title]')) return true
  const around = parentOf(field)
  const group = field.closest('fieldset')
  const said = [around === field.closest('form') ? null : around, group?.querySelector('legend') ?? null]
    .map((each) => (each ? spokenText(each, 200) : ''))
    .join(' ')
  return tells.test(`${nameOf(field)} ${said}`.replaceAll('*', ''))
}

export const formatNotTold: StaticCheck = {
  rule: 'format-not-told',
  criteria: ['3.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Say the form of the value in the label or beside the field, e.g. “(four digits)”.',
  find: (elements) =>
    readFields(elements).flatMap((field): Hit[] => {
      const mask = field.getAttribute('placeholder') ?? ''
      if (isMask.test(mask) && isSeen(field) && !isSaidElsewhere(field))
        return [
          {
            element: field,
            tier: 'practice',
            confidence: 'high',
            message: `How ${quote(nameOf(field))} is to be written is said by its placeholder alone, ${quote(mask)}, which goes as soon as one writes.`,
            remedy: 'Write the form of the value beside the label, and tie it to the field with aria-describedby.',
          },
        ]
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
          tier: 'warning',
          message: `The field ${quote(nameOf(field))} takes only what fits ${quote(pattern)}, and nothing says so.`,
        },
      ]
    }),
}
