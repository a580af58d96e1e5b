/** Fields that lead away as soon as something is chosen. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isShown, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'

export const changeActs: StaticCheck = {
  rule: 'change-acts',
  criteria: ['3.2.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Act when a button is pressed, or say before the field what choosing does.',
  find: (elements) =>
    pick(elements, 'select[onchange], input[onchange], input[oninput], input[onkeyup], input[onblur]').flatMap(
      (element) => {
        const acts = ['onchange', 'oninput', 'onkeyup', 'onblur'].map((name) => element.getAttribute(name) ?? '')
        const act = acts.find((text) =>
          /\.submit\(\)|location(?:\.href)?\s*=|location\.(?:assign|replace)|window\.open\(/.test(text),
        )
        if (!act || !isShown(element)) return []
        return [
          {
            element,
            confidence: 'high' as const,
            message: `Choosing something in the ${tagOf(element)} ${quote(nameOf(element))} ${/submit/.test(act) ? 'sends the form' : /open\(/.test(act) ? 'opens a window' : 'leads to another page'}.`,
          },
        ]
      },
    ),
}
