/** Forms that are to be sent and have nothing to send them with. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isField, isSeen, pick } from '#workers/scan-page/checks/in-page/dom'

const buttons = 'button, input[type="submit"], input[type="image"], input[type="button"], [role="button"], [onclick]'

export const formWithoutSubmit: StaticCheck = {
  rule: 'form-without-submit',
  criteria: ['3.2.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Add a <button> that sends the form.',
  find: (elements) =>
    pick(elements, 'form[action]').flatMap((form) => {
      if (!(form instanceof HTMLFormElement) || (form.getAttribute('action') ?? '') === '' || !isExposed(form))
        return []
      const parts = [...form.elements]
      const fields = parts.filter((each) => isField(each) && !each.matches(':disabled') && isSeen(each))
      if (fields.length === 0 || form.method === 'dialog') return []
      // What an element of the page’s own is, shows inside of it alone.
      if (
        [...form.querySelectorAll('*')].some(({ localName }) =>
          /-.*(?:button|btn|submit)|(?:button|btn|submit).*-/.test(localName),
        )
      )
        return []
      // One that belongs to the form may stand elsewhere.
      if (parts.some((each) => each.matches(buttons)) || form.querySelector(`${buttons}, a[href]`)) return []
      return [
        { element: form, message: 'This form has fields and an address to be sent to, and no button that sends it.' },
      ]
    }),
}
