/** Bars that stay at the edges of the window, and leave little of it to who has zoomed in. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { dialogs } from '#workers/scan-page/checks/in-page/over-page'

export const barsWhenNarrow: CheckMeta = {
  rule: 'bars-cover-when-narrow',
  criteria: ['1.4.10', '2.4.11'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Let the bars go away with the page where the window is low, as in @media (max-height: 30em).',
}

const elementsRead = 4000
const widthShare = 0.6
const leastHeight = 20
/** Of the window, so much has to be taken by them. */
const coveredShare = 2 / 3
/** The page is so many windows long, or longer. */
const fewestWindows = 2

type Bar = { element: Element; height: number; edge: 'top' | 'bottom' }

/** To be called in a window of 320 by 256 px. */
export function barsNow(elements: readonly Element[]): Found[] {
  if (document.documentElement.scrollHeight < innerHeight * fewestWindows) return []
  const bars = elements.slice(0, elementsRead).flatMap(barOf)
  const tallest = (edge: Bar['edge']) =>
    bars.filter((bar) => bar.edge === edge).sort((one, other) => other.height - one.height)[0]
  const [top, bottom] = [tallest('top'), tallest('bottom')]
  const covered = (top?.height ?? 0) + (bottom?.height ?? 0)
  const [first] = [top, bottom].flatMap((bar) => bar ?? [])
  if (!first || covered < innerHeight * coveredShare) return []
  const both =
    top && bottom ? `${tagOf(top.element)} and ${tagOf(bottom.element)} stay` : `${tagOf(first.element)} stays`
  return [
    foundOf(barsWhenNarrow, {
      element: first.element,
      confidence: 'high',
      message: `In a window of 320 by 256 px (1280 by 1024 px at 400 %), ${both} in place over ${Math.round((covered / innerHeight) * 100)} % of its height, and the text runs in what is left.`,
    }),
  ]
}

function barOf(element: Element): Bar[] {
  const { position, top, bottom } = getComputedStyle(element)
  if (!/^(?:fixed|sticky)$/.test(position) || !isSeen(element) || !isExposed(element)) return []
  const box = element.getBoundingClientRect()
  if (box.width < innerWidth * widthShare || box.height < leastHeight || closest(element, dialogs)) return []
  const isAtTop = position === 'fixed' ? box.top <= 2 : Math.abs(Number.parseFloat(top)) <= 2
  const isAtBottom = position === 'fixed' ? box.bottom >= innerHeight - 2 : Math.abs(Number.parseFloat(bottom)) <= 2
  // What lies over all of it is no bar.
  if (isAtTop === isAtBottom || (position === 'sticky' && !staysAlong(element))) return []
  // What asks something at the foot of the page may be answered, and is gone then.
  if (isAtBottom && element.querySelector('button, [role="button"]')) return []
  return [{ element, height: Math.min(box.height, innerHeight), edge: isAtTop ? 'top' : 'bottom' }]
}

/** It is held by the whole page, not by a box that it leaves with. */
const staysAlong = ({ parentElement }: Element) =>
  parentElement !== null &&
  parentElement.getBoundingClientRect().height >= document.documentElement.scrollHeight * widthShare
