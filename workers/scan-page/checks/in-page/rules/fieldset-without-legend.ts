/** Groups of fields that have no name. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isShown, pick, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const fieldsetWithoutLegend: StaticCheck = {
  rule: 'fieldset-without-legend',
  criteria: ['1.3.1', '3.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Begin the <fieldset> with a <legend> that names the group.',
  find: (elements) =>
    pick(elements, 'fieldset').flatMap((element) => {
      if (!isExposed(element) || !isShown(element) || element.hasAttribute('role')) return []
      if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')) return []
      const fields = [
        ...element.querySelectorAll(
          'input:not([type="hidden"], [type="submit"], [type="button"], [type="reset"], [type="image"]), select, textarea',
        ),
      ]
      if (fields.filter((field) => field.closest('fieldset') === element && isShown(field)).length < 2) return []
      const legend = element.querySelector(':scope > legend')
      if (legend && squeeze(spokenText(legend)) !== '') return []
      const what = legend
        ? 'an empty <legend>'
        : element.querySelector('legend')
          ? 'its <legend> not as its own child'
          : 'no <legend>'
      return [{ element, message: `This group of ${fields.length} fields has ${what}.` }]
    }),
}
