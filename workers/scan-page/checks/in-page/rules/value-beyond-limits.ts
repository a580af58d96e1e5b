/** Meters, sliders and the like whose value lies outside of what they say is the least and the most. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, writtenRole } from '#workers/scan-page/checks/in-page/dom'

const valued = ['meter', 'progressbar', 'slider', 'scrollbar', 'spinbutton', 'separator']
  .map((role) => `[role="${role}"][aria-valuenow]`)
  .join(', ')

export const valueBeyondLimits: StaticCheck = {
  rule: 'value-beyond-limits',
  criteria: ['4.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Set aria-valuemin and aria-valuemax so that every value lies between them, or correct aria-valuenow.',
  find: (elements) =>
    pick(elements, valued).flatMap((element) => {
      if (!isExposed(element) || !isSeen(element) || element.matches('input')) return []
      const role = writtenRole(element)
      const now = figure(element, 'aria-valuenow')
      const isBounded = role !== 'spinbutton'
      const least = figure(element, 'aria-valuemin') ?? (isBounded ? 0 : null)
      const most = figure(element, 'aria-valuemax') ?? (isBounded ? 100 : null)
      if (now === null || ((least === null || now >= least) && (most === null || now <= most))) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `This ${role}, ${quote(nameOf(element) || 'without a name')}, is at ${now}, and its limits are ${least ?? 'none'} and ${most ?? 'none'}: screen readers tell a wrong value, or none.`,
        },
      ]
    }),
}

function figure(element: Element, name: string): number | null {
  const written = (element.getAttribute(name) ?? '').trim()
  return /^[-+]?\d+(?:\.\d+)?$/.test(written) ? Number(written) : null
}
