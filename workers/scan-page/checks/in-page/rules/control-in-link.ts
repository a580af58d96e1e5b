/** Buttons and fields within a link, which HTML forbids: what a press does, and what is read, each browser and reader decides. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, isStop, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'

const controls = 'button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="checkbox"]'
const hitsTaken = 20

export const controlInLink: StaticCheck = {
  rule: 'control-in-link',
  criteria: ['4.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put the control beside the link, or let the link itself look like a button.',
  find: (elements) =>
    pick(elements, 'a[href]')
      .flatMap((link) => {
        const control = [...link.querySelectorAll(controls)].find((each) => isStop(each) && isSeen(each))
        if (!control || !isExposed(link)) return []
        return [
          {
            element: control,
            confidence: 'high' as const,
            message: `${tagOf(control)} ${quote(nameOf(control))} stands within the link ${quote(nameOf(link))}: both take the focus, and a press on it is one on the link as well.`,
          },
        ]
      })
      .slice(0, hitsTaken),
}
