/** What scripts bring out when the pointer comes over something, and nothing else brings out. */
import {
  closest,
  isExposed,
  isFocusable,
  isSeen,
  quote,
  spokenText,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { hoverOnlyContent } from '#workers/scan-page/checks/in-page/hover'
import { newIn, pause, scene } from '#workers/scan-page/checks/in-page/states'

const over = /^(?:mouseenter|mouseover|pointerenter|pointerover)$/
const otherwise = /^(?:click|focus|focusin|keydown|keyup|keypress|pointerdown|mousedown|touchstart)$/
const triedAtMost = 4
const answerMs = 60
const longestTip = 200

/** Those for which nothing else is listened for, in them or around them. */
export function hoverable(heard: ReadonlyMap<Element, EventsHeard>): HTMLElement[] {
  const hears = (element: Element, types: RegExp) => heard.get(element)?.types.some((type) => types.test(type)) ?? false
  return [...heard.keys()]
    .filter((element): element is HTMLElement => element instanceof HTMLElement && hears(element, over))
    .filter((element) => !hears(element, otherwise) && isExposed(element) && isSeen(element))
    .filter((element) => ![...element.querySelectorAll('*')].some((each) => hears(each, otherwise)))
    .filter((element) => !closest(element, 'a[href], button, summary, [role="button"]'))
    .slice(0, triedAtMost)
}

export async function hoverOver(element: HTMLElement): Promise<Found[]> {
  const before = scene()
  tell(element, ['pointerover', 'mouseover', 'mousemove'], true)
  tell(element, ['pointerenter', 'mouseenter'], false)
  await pause(answerMs)
  const fresh = [...newIn(before)]
  const stops = fresh.filter(isFocusable)
  const text = fresh.map((each) => spokenText(each, longestTip)).find((each) => each !== '') ?? ''
  tell(element, ['pointerout', 'mouseout'], true)
  tell(element, ['pointerleave', 'mouseleave'], false)
  await pause(answerMs)
  const isGone = fresh.some((each) => !each.isConnected || !isSeen(each))
  if (!isGone || (stops.length === 0 && text.length < 3)) return []
  return [
    foundOf(hoverOnlyContent, {
      element,
      tier: stops.length > 0 ? 'error' : 'warning',
      confidence: stops.length > 0 ? 'high' : 'medium',
      message: `A script shows ${quote(text || 'something')} while the mouse is over this ${tagOf(element)}, and nothing shows it to who uses the keyboard.`,
    }),
  ]
}

function tell(element: Element, types: readonly string[], bubbles: boolean): void {
  const { x, y, width, height } = element.getBoundingClientRect()
  const about = { bubbles, composed: true, clientX: x + width / 2, clientY: y + height / 2 }
  for (const type of types)
    element.dispatchEvent(
      /^pointer/.test(type) ? new PointerEvent(type, { ...about, pointerType: 'mouse' }) : new MouseEvent(type, about),
    )
}
