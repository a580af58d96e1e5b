/** What is left behind by what stood over the page once that is closed: a page that cannot be scrolled, or that is still hidden from assistive technology. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
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

export const pageStaysHidden: CheckMeta = {
  rule: 'page-stays-hidden',
  criteria: ['4.1.2', '1.3.1'],
  tier: 'error',
  impact: 'critical',
  remedy: 'Take aria-hidden and inert off the page again whenever what stood over it is closed, by whatever way.',
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

const hiding = '[aria-hidden="true"], [inert]'
const shortestHidden = 20

export const hiddenNow = (elements: readonly Element[]): ReadonlySet<Element> => new Set(pick(elements, hiding))

/** Of parts of the page that were hidden when this was opened: those that are hidden still, though they are seen. */
export async function stillHidden(opener: HTMLElement, hidden: readonly Element[]): Promise<Found[]> {
  const left = () =>
    hidden.find(
      (each) => each.isConnected && each.matches(hiding) && isSeen(each) && spokenTextOf(each).length >= shortestHidden,
    )
  for (const end = performance.now() + settlingMs; performance.now() < end; await pause(50)) if (!left()) return []
  const first = left()
  if (!first) return []
  return [
    foundOf(pageStaysHidden, {
      element: first,
      confidence: 'high',
      message: `What ${quote(nameOf(opener) || 'a control')} opens hides this part of the page from assistive technology, also after it is closed: ${quote(spokenTextOf(first), 60)}.`,
    }),
  ]
}

/** Its text, though it is hidden. */
const spokenTextOf = (element: Element) => spokenText(element, 200) || (element.textContent ?? '').trim().slice(0, 200)
