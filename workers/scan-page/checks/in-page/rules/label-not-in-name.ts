/** Fields that are called by none of the words that stand at them as their label. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, labelsOf, nameOf, quote, spokenText, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const labelNotInName: StaticCheck = {
  rule: 'label-not-in-name',
  criteria: ['2.5.3'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Remove aria-label and let the label name the field, or begin the name with the words of the label.',
  find: (elements) =>
    readFields(elements).flatMap((field) => {
      if (!field.matches('[aria-label], [aria-labelledby]')) return []
      const said = labelsOf(field)
        .filter((label) => isSeen(label))
        .map((label) => spokenText(label, 100))
        .join(' ')
      const name = nameOf(field)
      const called = new Set(wordsOf(name))
      const words = wordsOf(said)
      // Who speaks to the page says what is to be seen.
      if (words.length === 0 || called.size === 0 || words.some((word) => called.has(word))) return []
      return [
        {
          element: field,
          confidence: 'high' as const,
          message: `The label of this field is ${quote(said)}, and it is called ${quote(name)}: who says what is to be seen does not reach it.`,
        },
      ]
    }),
}
