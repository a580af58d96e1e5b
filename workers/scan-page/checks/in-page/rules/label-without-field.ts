/** Labels that belong to no field. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const labelWithoutField: StaticCheck = {
  rule: 'label-without-field',
  criteria: ['1.3.1', '3.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Let the label’s for name the id of its field.',
  find: (elements) =>
    pick(elements, 'label[for]').flatMap((element) => {
      const id = element.getAttribute('for') ?? ''
      if (!(element instanceof HTMLLabelElement) || element.control || !isExposed(element) || !isSeen(element))
        return []
      const root = element.getRootNode()
      const target = root instanceof ShadowRoot ? root.getElementById(id) : document.getElementById(id)
      // Custom elements may take part in forms in ways of their own.
      if (target?.localName.includes('-') || target?.matches('[role], [contenteditable]')) return []
      if (element.querySelector('input, select, textarea')) return []
      const text = spokenText(element, 100)
      if (text === '') return []
      const why = target ? `<${target.localName}>, which takes no label` : 'nothing on this page'
      return [{ element, message: `The label ${quote(text)} points to ${quote(id)}: ${why}.` }]
    }),
}
