/** Whether the page can be scrolled, before something opens over it and once that is closed. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { pause } from '#workers/scan-page/checks/in-page/states'

export const pageStaysLocked: CheckMeta = {
  rule: 'page-stays-locked',
  criteria: [],
  tier: 'practice',
  impact: 'serious',
  remedy:
    'Let the page scroll again whenever what stood over it is closed, also by Escape: on the close event of a dialog, not in a button’s handler alone.',
}

const settlingMs = 1000
/** A page that is hardly higher than its window needs no scrolling. */
const leastBeyond = 40

/** As somebody with a wheel or keys: a script may scroll a page that hides what overflows. */
export function canScroll(): boolean {
  const { documentElement: html, body } = document
  const ofHtml = getComputedStyle(html).overflowY
  const ofWindow = ofHtml === 'visible' ? getComputedStyle(body).overflowY : ofHtml
  return !/hidden|clip/.test(ofWindow) && html.scrollHeight > innerHeight + leastBeyond
}

/** Of a page that could be scrolled before this was opened, and not while it was: whether it can be now that it is closed. */
export async function locked(opener: HTMLElement): Promise<Found[]> {
  for (const end = performance.now() + settlingMs; performance.now() < end; await pause(50)) if (canScroll()) return []
  return [
    foundOf(pageStaysLocked, {
      element: opener.isConnected ? opener : document.body,
      confidence: 'high',
      message: `What ${quote(nameOf(opener) || 'a control')} opens keeps the page from scrolling, also after it is closed.`,
    }),
  ]
}
