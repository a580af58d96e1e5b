/** Things that are moved by dragging, with no other way to be seen. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, isStop, parentOf, pick } from '#workers/scan-page/checks/in-page/dom'
import { hasMovingButtons } from '#workers/scan-page/checks/in-page/moving-buttons'

const controls = 'button, select, input, summary, [role="button"], [role="menuitem"], [aria-haspopup]'

export const dragAlone: StaticCheck = {
  rule: 'drag-alone',
  criteria: ['2.5.7', '2.1.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Offer buttons that do what dragging does, e.g. “Move up” and “Move down” in each item.',
  find: (elements) => {
    const told = new Set<Element>()
    return pick(elements, '[draggable="true"]').flatMap((item) => {
      const holder = parentOf(item)
      // Pictures and links can be dragged anywhere by themselves.
      if (!holder || told.has(holder) || item.matches('a, img, svg') || item.querySelector(controls)) return []
      if (!isExposed(item) || !isSeen(item) || holder.matches(':has(> button, > select, > [role="button"])')) return []
      told.add(holder)
      return [
        {
          element: item,
          // What takes the focus may be moved by keys, and buttons near it may move it.
          tier: isStop(item) || hasMovingButtons(item) ? ('warning' as const) : ('practice' as const),
          confidence: 'medium' as const,
          message: 'This can be dragged, and neither it nor what holds it has a control that moves it otherwise.',
        },
      ]
    })
  },
}
