/** Texts that are set at fixed places, and run into one another when they are spaced out. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

const spacingOverlaps: CheckMeta = {
  rule: 'text-spacing-overlaps',
  criteria: ['1.4.12'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Let each text make room for itself: a grid or the flow of the page in place of position: absolute at fixed distances.',
}

const placedTaken = 60
/** Of a line's height: so far two lines lie in one another before it is said so. */
const linesShared = 0.4

/** Neighbours that are placed by themselves, each with the lines of its text as they are now. */
export function placedTexts(elements: readonly Element[]): [Element, Element][] {
  const placed = elements.filter(
    (element) =>
      element instanceof HTMLElement &&
      getComputedStyle(element).position === 'absolute' &&
      /\p{L}{3}/u.test(element.textContent ?? '') &&
      isSeen(element) &&
      isExposed(element),
  )
  return placed.slice(0, placedTaken).flatMap((element) => {
    const next = element.nextElementSibling
    // What is laid over something is meant to lie there.
    return next && placed.includes(next) && sharedBy(element, next) === 0 ? [[element, next] as [Element, Element]] : []
  })
}

/** To be called while texts are spaced out. */
export function overlapping(pairs: readonly (readonly [Element, Element])[]): Found[] {
  const pair = pairs.find(([one, other]) => sharedBy(one, other) >= linesShared)
  if (!pair) return []
  const [one, other] = pair
  return [
    foundOf(spacingOverlaps, {
      element: one,
      confidence: 'high',
      message: `When letters, words and lines are spaced out as WCAG 1.4.12 sets them, ${quote(spokenText(one, 60))} runs into ${quote(spokenText(other, 60))}.`,
    }),
  ]
}

/** How far a line of one lies in a line of the other, as a share of its height; 0 where none does. */
function sharedBy(one: Element, other: Element): number {
  const [own, others] = [linesOf(one), linesOf(other)]
  return Math.max(
    0,
    ...own.flatMap((line) =>
      others.map((each) => {
        if (line.right - 2 <= each.left || each.right - 2 <= line.left) return 0
        // The area of a line is higher than its letters.
        const shared = Math.min(line.bottom, each.bottom) - Math.max(line.top, each.top)
        return shared / Math.min(line.height, each.height)
      }),
    ),
  )
}

function linesOf(element: Element): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(element)
  return [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 2)
}
