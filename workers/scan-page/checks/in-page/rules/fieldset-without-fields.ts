/** Fieldsets that group no fields: the element is there for its border. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'

const fields = 'input, select, textarea, button, output, object, [contenteditable], [role], [tabindex]'

export const fieldsetWithoutFields: StaticCheck = {
  rule: 'fieldset-without-fields',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Use a <section> with a heading, and draw its border with CSS.',
  find: (elements) =>
    pick(elements, 'fieldset').flatMap((element) => {
      if (element.hasAttribute('role') || element.querySelector(fields) || !isExposed(element) || !isSeen(element))
        return []
      // Custom elements may be fields.
      if ([...element.querySelectorAll('*')].some((each) => each.localName.includes('-') || each.shadowRoot)) return []
      if (spokenText(element, 20) === '') return []
      return [{ element, message: 'This group of fields holds no field.' }]
    }),
}
