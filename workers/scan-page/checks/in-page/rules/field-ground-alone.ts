/** Fields whose ground a page colours and whose letters it leaves to the browser, or the other way round. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'

const fields =
  'input:not([type]), input:is([type="text"], [type="email"], [type="tel"], [type="number"], [type="search"], [type="url"], [type="password"], [type="date"]), textarea, select'
const plainGrounds =
  /^(?:|initial|inherit|unset|revert|transparent|field|canvas|white|#fff(?:fff)?|rgb\(255, 255, 255\))$/i

export const fieldGroundAlone: StaticCheck = {
  rule: 'field-ground-alone',
  criteria: ['1.4.3', '1.4.6', '1.4.8'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Set color and background-color of the field together, so that no reader’s own colours meet one of yours.',
  find: (elements) => {
    const own = pick(elements, fields).filter(isSeen)
    if (own.length === 0) return []
    const grounded = new Set<Element>()
    const lettered = new Set<Element>()
    for (const { selector, style } of readStyleRules(elements)) {
      const isGround = !plainGrounds.test(style.backgroundColor)
      const isLetter = style.color !== '' || style.getPropertyValue('-webkit-text-fill-color') !== ''
      if (!isGround && !isLetter) continue
      const fitted = fitting(elements, selector)
      for (const field of own) {
        if (!fitted.includes(field)) continue
        if (isGround) grounded.add(field)
        if (isLetter) lettered.add(field)
      }
    }
    for (const field of own) {
      if (!(field instanceof HTMLElement)) continue
      if (!plainGrounds.test(field.style.backgroundColor)) grounded.add(field)
      if (field.style.color !== '') lettered.add(field)
    }
    return own
      .filter((field) => grounded.has(field) && !lettered.has(field))
      .slice(0, 1)
      .map((field) => ({
        element: field,
        confidence: 'low' as const,
        message: `The field ${quote(nameOf(field) || 'without a name', 40)} is given a ground of its own (${getComputedStyle(field).backgroundColor}), and the colour of its letters is left to the browser.`,
      }))
  },
}
