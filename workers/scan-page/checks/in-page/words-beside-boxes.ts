/** Boxes and buttons to choose by, whose words beside them are no label: pressing the words does nothing. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  isExposed,
  isSeen,
  labelsOf,
  namedBy,
  nameOf,
  pick,
  quote,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const wordsNotPressable: CheckMeta = {
  rule: 'label-not-clickable',
  criteria: [],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Make the words the <label> of the box: they are the larger target.',
}

const pressed = /^(?:click|mousedown|mouseup|pointerdown|pointerup)$/

/** @param atTop the types that are listened for at the window, the document or the body. */
export function wordsBesideBoxes(
  elements: readonly Element[],
  heard: ReadonlyMap<Element, EventsHeard>,
  atTop: readonly string[],
): Found[] {
  if (atTop.some((type) => pressed.test(type))) return []
  const found = pick(elements, 'input[type="checkbox"][aria-labelledby], input[type="radio"][aria-labelledby]').filter(
    (box) => {
      if (!(box instanceof HTMLInputElement) || labelsOf(box).length > 0 || !isSeen(box) || !isExposed(box))
        return false
      const words = namedBy(box, 'aria-labelledby')
      const beside = words.filter((each) => box.parentElement?.contains(each) && isSeen(each))
      if (beside.length === 0 || box.closest('table, [role="grid"], [role="table"]')) return false
      return ![box, ...beside].some((each) =>
        [each, ...ancestorsOf(each)].some(
          (around) =>
            around.matches('[onclick], label, a, button') ||
            heard.get(around)?.types.some((type) => pressed.test(type)),
        ),
      )
    },
  )
  const [first] = found
  if (!first) return []
  return [
    foundOf(wordsNotPressable, {
      element: first,
      confidence: 'high',
      message: `${quote(nameOf(first))} stands beside the box and is no label: pressing the words does not tick it${found.length > 1 ? `, nor those of ${found.length - 1} more` : ''}.`,
    }),
  ]
}
