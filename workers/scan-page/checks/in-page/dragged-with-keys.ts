/** What is dragged, and otherwise moved by keys alone: who has a pointer and cannot hold it down is left with nothing. */
import {
  ancestorsOf,
  isExposed,
  isFocusable,
  isSeen,
  parentOf,
  pick,
  quote,
  spokenText,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { dragAlone } from '#workers/scan-page/checks/in-page/rules/drag-alone'

type Heard = ReadonlyMap<Element, EventsHeard>

const keys = ['keydown', 'keyup', 'keypress']
const pressed = ['click', 'dblclick', 'mouseup', 'pointerup', 'change', 'input', 'contextmenu']
/** What does something by itself, whoever listens. */
const own =
  'a[href], input, select, textarea, summary, [popovertarget], [commandfor], form button:not([type="button"]), [aria-haspopup], [onclick], [role="menuitem"], [role="option"]'

const controls = 'button, select, input, a[href], [role="button"]'
const levelsAround = 3

export function draggedWithKeys(elements: readonly Element[], heard: Heard, atTop: readonly string[]): Found[] {
  if (atTop.some((type) => pressed.includes(type))) return []
  const hears = (element: Element, types: readonly string[]) =>
    heard.get(element)?.types.some((type) => types.includes(type)) === true
  const told = new Set<Element | null>()
  return pick(elements, '[draggable="true"]').flatMap((item) => {
    const holder = parentOf(item)
    if (!holder || told.has(holder) || item.matches('a, img, svg') || !isSeen(item) || !isExposed(item)) return []
    const inside = [item, ...item.querySelectorAll('*')]
    // By keys on itself, on something in it, or heard further up.
    const isKeyed = inside.some(isFocusable) && [...inside, ...ancestorsOf(item)].some((each) => hears(each, keys))
    if (!isKeyed || inside.some((each) => each.matches(own))) return []
    // A press of anything in it, or heard further up, may move it; so may what stands near it.
    if ([...inside, ...ancestorsOf(item)].some((each) => hears(each, pressed))) return []
    const around = ancestorsOf(item)
      .slice(0, levelsAround)
      .filter((each) => !each.matches('html, body, main'))
    if (around.some((each) => [...each.querySelectorAll(controls)].some((near) => !near.closest('[draggable="true"]'))))
      return []
    told.add(holder)
    return [
      foundOf(dragAlone, {
        element: item,
        criteria: ['2.5.7'],
        tier: 'practice',
        confidence: 'high',
        message: `${tagOf(item)} ${quote(spokenText(item, 60))} can be dragged or moved by keys; nothing here listens for a press, so that a pointer moves it by dragging alone.`,
      }),
    ]
  })
}
