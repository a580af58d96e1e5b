/** Whether what a control opens is the next thing that Tab comes to. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { allElements, isStop, nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import type { Opened } from '#workers/scan-page/checks/in-page/states'

export const openedFar: CheckMeta = {
  rule: 'opened-far',
  criteria: ['2.4.3', '1.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put what is opened right behind its button in the source, or move the focus into it.',
}

const fewestBetween = 2

/** Laid over the page near the button, and behind other stops in the order of Tab. */
export function farFrom({ opener, roots, fresh }: Opened): Found[] {
  const [root] = roots
  if (!root || !/absolute|fixed/.test(getComputedStyle(root).position) || root.contains(document.activeElement))
    return []
  const stops = allElements().filter(isStop)
  const first = stops.findIndex((stop) => fresh.has(stop))
  const own = stops.indexOf(opener)
  if (own < 0 || first < 0 || (first > own && first - own <= fewestBetween)) return []
  const between = Math.abs(first - own) - 1
  return [
    foundOf(openedFar, {
      element: opener,
      confidence: 'medium',
      message: `${quote(nameOf(opener) || 'This control')} opens what lies over the page; Tab comes to it ${first > own ? `after ${between} other stops` : 'before the control, not after it'}.`,
    }),
  ]
}
