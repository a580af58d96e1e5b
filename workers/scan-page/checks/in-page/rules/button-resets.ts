/** Buttons that empty a form, beside the one that sends it. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const typed =
  'textarea, input:not([type]), input[type="text"], input[type="email"], input[type="tel"], input[type="password"], input[type="url"]'
/** Of what is looked for or filtered, nothing is lost. */
const filtering = /search|filter|find|such|recherche|busca|cerca|zoek|szukaj|procura|søg|sök|\bq\b/i

export const buttonResets: StaticCheck = {
  rule: 'button-resets',
  criteria: ['3.3.4', '3.3.6'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Leave the button out, or ask before what was written is thrown away.',
  find: (elements) =>
    pick(elements, 'button[type="reset"], input[type="reset"]').flatMap((button) => {
      const { form } = button as HTMLButtonElement | HTMLInputElement
      if (!form || button.matches(':disabled') || !isSeen(button)) return []
      if (!form.querySelector(typed) || form.method === 'dialog' || form.matches('[role="search"]')) return []
      if (filtering.test(`${form.id} ${form.className} ${form.getAttribute('action') ?? ''} ${nameOf(button)}`))
        return []
      if (/confirm\(/.test(`${button.getAttribute('onclick') ?? ''} ${form.getAttribute('onreset') ?? ''}`)) return []
      if (readPrograms(elements).some(({ text }) => /['"]reset['"]/.test(text) && /confirm|showModal/.test(text)))
        return []
      return [
        {
          element: button,
          message: `${quote(nameOf(button) || 'Reset')} throws all that was written away, at one press and without asking.`,
        },
      ]
    }),
}
