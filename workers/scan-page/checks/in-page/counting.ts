/** What is counted anew while somebody writes: results that are left, letters that may still be written. */
import { live, statusNotAnnounced } from '#workers/scan-page/checks/in-page/announcing'
import { closest, isExposed, isSeen, nameOf, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

const longest = 80
/** What says how many there are stands by itself; in these, a figure is a thing of the page. */
const things =
  'li, td, th, option, script, style, svg, button, a, time, [role="option"], [role="row"], [role="listbox"]'

/** Notes where the page’s text changes from now on, until it is asked for. */
export function watchCounts() {
  const changed = new Map<Element, string>()
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, oldValue } of records) {
      const element = target instanceof Element ? target : target.parentElement
      if (!element || changed.has(element)) continue
      changed.set(element, squeeze(oldValue ?? [...removedNodes].map((node) => node.textContent ?? '').join(' ')))
    }
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
  })
  return {
    /** Counts that were told anew, in no live region, while nothing else of what was written was told in one. */
    uncounted(field: Element): Found[] {
      observer.disconnect()
      if ([...changed.keys()].some((element) => closest(element, live))) return []
      for (const [element, before] of changed) {
        const now = squeeze(element.textContent ?? '')
        if (!element.isConnected || now === before || now.length > longest || !isCount(now)) continue
        if (element.contains(field) || element.firstElementChild?.matches('li, option, tr, div, article')) continue
        if (closest(element, things) || element.querySelector(live) || !isExposed(element) || !isSeen(element)) continue
        return [
          foundOf(statusNotAnnounced, {
            element,
            // Who looks for something waits for just that.
            tier: field.matches('[type="search"], [role="searchbox"], [role="search"] input') ? 'practice' : 'warning',
            message: `Writing into ${quote(nameOf(field) || 'a field')} makes the page say ${quote(now)} instead of ${quote(before)}, in no live region.`,
          }),
        ]
      }
      return []
    },
  }
}

/** A figure and a word that says of what, as “12 results”. */
const isCount = (text: string) => /(?<![\d.,:])\d{1,5}(?![\d.,:])/.test(text) && /\p{L}{2}/u.test(text)
