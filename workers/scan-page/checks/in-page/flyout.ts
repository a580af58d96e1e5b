/** What a press has laid over the page, left by the Tab key: whether it stays there, over what has the focus then. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { closest, isSeen, isStop, nameOf, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const flyoutStays: CheckMeta = {
  rule: 'flyout-stays',
  criteria: ['2.4.11', '2.4.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Close it when the focus leaves it and its button, or by Escape.',
}

export type Flyout = { opener: HTMLElement; box: HTMLElement; covered: Element | null }

const stopsTaken = 10
const stopsBehind = 4
const lowestPx = 30

/** The first of what has come out that lies over the page, small enough to be gone through. */
export function flyoutIn(opener: HTMLElement, roots: readonly Element[]): Flyout | null {
  if (opener.matches('[role="combobox"], input, select')) return null
  const box = roots.find(
    (root): root is HTMLElement =>
      root instanceof HTMLElement &&
      isLaidOver(root) &&
      isSeen(root) &&
      root.getBoundingClientRect().height >= lowestPx,
  )
  const isOwn = box && (box.contains(opener) || closest(opener, '[role="menubar"], [role="toolbar"]') !== null)
  return box && !isOwn ? { opener, box, covered: null } : null
}

const isLaidOver = (element: Element): boolean => /absolute|fixed/.test(getComputedStyle(element).position)

/** How often Tab is pressed, from the button on. */
export function tabsPast({ opener, box }: Flyout): number {
  const stops = [...box.querySelectorAll('*')].filter(isStop).length
  if (stops > stopsTaken || box.querySelector('iframe')) return 0
  opener.focus()
  return stops + stopsBehind
}

/** Whether it lies over all of what has the focus. */
export function coversFocus(flyout: Flyout): boolean {
  const { opener, box } = flyout
  const at = document.activeElement
  if (!at || at === document.body || box.contains(at) || opener.contains(at) || !isSeen(box)) return false
  const { left, right, top, bottom } = at.getBoundingClientRect()
  const corners = [
    [left + 2, top + 2],
    [right - 2, top + 2],
    [left + 2, bottom - 2],
    [right - 2, bottom - 2],
  ]
  if (!corners.every(([x = 0, y = 0]) => box.contains(document.elementFromPoint(x, y)))) return false
  flyout.covered = at
  return true
}

/** After Escape was pressed. */
export function stillOver({ opener, box, covered }: Flyout): Found[] {
  if (!covered || !isSeen(box) || document.activeElement !== covered) return []
  return [
    foundOf(flyoutStays, {
      element: box,
      confidence: 'high',
      message: `What ${quote(nameOf(opener) || 'a button')} has opened stays when Tab leaves it and when Escape is pressed, and lies over all of ${tagOf(covered)} ${quote(nameOf(covered) || 'without a name')}, which has the focus then.`,
    }),
  ]
}
