/** Wheels that turn after a press, and whether it is told that something is on its way. */
import { live, statusNotAnnounced } from '#workers/scan-page/checks/in-page/announcing'
import { closest, isSeen, nameOf, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import type { Opened } from '#workers/scan-page/checks/in-page/states'

const called = /(?:^|[-_])(?:spinn(?:er|ing)|load(?:er|ing)|progress|busy|throbber)(?:$|[-_])/i
const largestPx = 200

/** What turned up because of the press, is called so and moves without end. */
export function waitingUntold({ opener, nameBefore, fresh, reworded }: Opened): Found[] {
  const wheel = [...fresh].find(isWheel)
  if (!wheel || closest(wheel, `${live}, [aria-busy="true"]`) || document.querySelector('[aria-busy="true"]')) return []
  if ([...reworded, ...fresh].some((element) => closest(element, live) || element.querySelector(live))) return []
  // Whoever is on the button hears what it is called now.
  if (nameOf(opener) !== nameBefore) return []
  return [
    foundOf(statusNotAnnounced, {
      element: wheel,
      tier: 'warning',
      confidence: 'medium',
      message: `Pressing ${quote(nameBefore || 'a control')} brings up ${tagOf(wheel)} that says by its looks alone to wait.`,
      remedy: 'Say in an element with role="status" that it is on its way, and when it is there.',
    }),
  ]
}

function isWheel(element: Element): boolean {
  if (![...element.classList].some((name) => called.test(name)) || !isSeen(element)) return false
  const { width, height } = element.getBoundingClientRect()
  const isMoving = element
    .getAnimations({ subtree: true })
    .some(({ effect }) => effect?.getTiming().iterations === Infinity)
  return isMoving && Math.max(width, height) <= largestPx
}
