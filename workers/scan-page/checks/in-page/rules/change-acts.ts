/** Fields that lead away as soon as something is chosen. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isShown, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'

export const changeActs: StaticCheck = {
  rule: 'change-acts',
  criteria: ['3.2.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Act when a button is pressed, or say before the field what choosing does.',
  find: (elements) =>
    pick(
      elements,
      'select[onchange], input[onchange], input[oninput], input[onkeyup], input[onblur], input:is([type="checkbox"], [type="radio"])[onclick]',
    ).flatMap((element) => {
      const acts = ['onchange', 'oninput', 'onkeyup', 'onblur', ...(element.matches(ticked) ? ['onclick'] : [])].map(
        (name) => element.getAttribute(name) ?? '',
      )
      const act = acts.find((text) =>
        /\.submit\(\)|location(?:\.href)?\s*=|location\.(?:assign|replace)|window\.open\(/.test(text),
      )
      if (!act || !isShown(element)) return []
      return [
        {
          element,
          // A box is ticked to say something, and a window of its own is not what anybody asks for by it.
          tier: element.matches(ticked) && /open\(/.test(act) ? ('practice' as const) : ('warning' as const),
          confidence: 'high' as const,
          message: `Choosing something in the ${tagOf(element)} ${quote(nameOf(element))} ${/submit/.test(act) ? 'sends the form' : /open\(/.test(act) ? 'opens a window' : 'leads to another page'}.`,
        },
      ]
    }),
}

const ticked = 'input[type="checkbox"], input[type="radio"]'
