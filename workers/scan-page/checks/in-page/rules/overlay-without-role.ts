/** What lies over the whole page as it is loaded, with something to press, and is not told of as a dialog. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { ancestorsOf, isExposed, isSeen, isStop, quote, spokenText, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { coversAll, dialogs } from '#workers/scan-page/checks/in-page/over-page'

const fewestBehind = 2
const otherwise =
  'nav, menu, main, [role="main"], [role="navigation"], [role="menu"], [role="listbox"], [role="search"], [role="application"], search, iframe, video, canvas'

export const overlayWithoutRole: StaticCheck = {
  rule: 'overlay-without-role',
  criteria: ['4.1.2', '1.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy:
    'Use <dialog> with showModal(), or give it role="dialog", aria-modal="true" and a name, and move the focus into it.',
  find: (elements, isTop) => {
    const hit = isTop ? document.elementFromPoint(innerWidth / 2, 2) : null
    const overlay = hit && [hit, ...ancestorsOf(hit)].find((each) => each instanceof HTMLElement && coversAll(each))
    if (!overlay || !isExposed(overlay) || overlay.matches(otherwise) || overlay.querySelector(otherwise)) return []
    if ([overlay, ...ancestorsOf(overlay)].some((each) => each.matches(dialogs)) || overlay.querySelector(dialogs))
      return []
    const stops = elements.filter((each) => isStop(each) && isSeen(each) && isExposed(each))
    const behind = stops.filter((each) => !overlay.contains(each))
    // Where nothing is behind it, it is the page.
    if (behind.length === stops.length || behind.length < fewestBehind || overlay.contains(document.activeElement))
      return []
    return [
      {
        element: overlay,
        confidence: 'high',
        message: `This ${tagOf(overlay)}, ${quote(spokenText(overlay, 80))}, lies over the whole page as it is loaded; nothing says that it is a dialog, the focus is not in it, and Tab goes to ${behind.length} controls behind it.`,
      },
    ]
  },
}
