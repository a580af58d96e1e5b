/** The mouse's part of the in-page checks. */
import { selectorOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found, Place } from '#workers/scan-page/checks/in-page/found'
import { deafControls } from '#workers/scan-page/checks/in-page/heard'
import { focusableAt, isOut, outOfReach, type Revealed, revealedByHover } from '#workers/scan-page/checks/in-page/hover'
import { type Sheet, withAt } from '#workers/scan-page/checks/in-page/sheet'

/** What the mouse brings out, tried by the states that the browser is told to show. */
export function hovering(sheet: Sheet) {
  let revealed: Revealed[] = []
  const typesOf = (element: Element) => sheet.heard.get(element)?.types ?? []
  return {
    /** Where the mouse would have to be, and where the focus. */
    hover(): { source: Place; focusable: Place[] }[] {
      revealed = revealedByHover({
        isHeard: (element) =>
          typesOf(element).some((type) => /^(?:click|key|focus|pointerdown|mousedown|touchstart)/.test(type)),
        holdsPressed: (element) =>
          [element, ...element.querySelectorAll('*')].some((each) => typesOf(each).includes('click')),
      })
      return revealed.map((each) => ({ source: selectorOf(each.source), focusable: focusableAt(each).map(selectorOf) }))
    },
    isOut: (index: number): boolean => withAt(revealed, index, isOut) ?? false,
    outOfReach: (index: number): Found[] => withAt(revealed, index, outOfReach) ?? [],
    onlyHovered: (index: number): Found[] => withAt(revealed, index, ({ found }) => (found ? [found] : [])) ?? [],
    /** While it is out. */
    deafInHovered: (index: number): Found[] =>
      withAt(revealed, index, ({ content }) =>
        deafControls(sheet.heard, sheet.atTop, (element) => content.contains(element)),
      ) ?? [],
  }
}
