/** Names on elements that WAI-ARIA lets have none. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isShown, pick, quote, squeeze, writtenRole } from '#workers/scan-page/checks/in-page/dom'

const namelessTags =
  'b, bdi, bdo, code, data, del, div, em, i, ins, kbd, mark, p, pre, q, s, samp, small, span, strong, sub, sup, u, var'
// Roles of WAI-ARIA 1.3 for which authors must not give a name.
const namelessRoles =
  /^(?:caption|code|definition|deletion|emphasis|generic|insertion|mark|none|paragraph|presentation|strong|subscript|suggestion|superscript|term|time)$/
const naming = [
  'aria-label',
  'aria-labelledby',
  'aria-braillelabel',
  'aria-roledescription',
  'aria-brailleroledescription',
]

export const ariaNameProhibited: StaticCheck = {
  rule: 'aria-name-prohibited',
  criteria: ['4.1.2'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Give the element a role that takes a name (e.g. group, img, region), or put the words into the text itself.',
  find: (elements) =>
    pick(elements, naming.map((name) => `[${name}]`).join()).flatMap((element) => {
      const attribute = naming.find((name) => squeeze(element.getAttribute(name) ?? '') !== '')
      if (!attribute || !(element instanceof HTMLElement)) return []
      const role = writtenRole(element)
      const isNameless = role === '' ? element.matches(namelessTags) : namelessRoles.test(role)
      // Names on these have an effect in browsers, or are not for certain a fault.
      if (!isNameless || element.isContentEditable || element.matches('[popover], [hidden]')) return []
      if (role === '' && element.hasAttribute('tabindex')) return []
      if (!isExposed(element) || !isShown(element)) return []
      const what = role === '' ? `a <${element.localName}> without a role` : `an element with role="${role}"`
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${attribute}=${quote(element.getAttribute(attribute) ?? '')} stands on ${what}, where WAI-ARIA forbids it: many screen readers leave it out.`,
        },
      ]
    }),
}
