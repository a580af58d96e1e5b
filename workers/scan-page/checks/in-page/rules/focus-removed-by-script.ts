/** Controls that give their focus away when they get it. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isShown, isStop, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'

export const focusRemovedByScript: StaticCheck = {
  rule: 'focus-removed-by-script',
  criteria: ['2.1.1', '2.4.7', '3.2.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Remove the script that takes the focus away; to hide its ring from who points, style :focus-visible.',
  find: (elements) =>
    pick(elements, '[onfocus]').flatMap((element) => {
      const act = element.getAttribute('onfocus') ?? ''
      if (
        !/^\s*(?:javascript:)?\s*(?:if\s*\(\s*this\.blur\s*\)\s*)?this\.blur\(\)/.test(act) ||
        !isShown(element) ||
        !isStop(element)
      )
        return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `The ${tagOf(element)} ${quote(nameOf(element))} removes the focus as soon as it is reached.`,
        },
      ]
    }),
}
