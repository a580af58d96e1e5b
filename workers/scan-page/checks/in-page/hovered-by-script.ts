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
  const reworded = new Set<Element>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const changed = target instanceof Element ? target : target.parentElement
      if (changed) reworded.add(changed)
    }
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  tell(element, ['pointerover', 'mouseover', 'mousemove'], true)
  tell(element, ['pointerenter', 'mouseenter'], false)
  await pause(answerMs)
  observer.disconnect()
  const fresh = [...newIn(before)]
  const said = [...reworded]
    .filter((each) => isTold(each) && !element.contains(each))
    .map((each) => spokenText(each, longestTip))
  const stops = fresh.filter(isFocusable)
  const text = fresh.map((each) => spokenText(each, longestTip)).find((each) => each !== '') ?? ''
  tell(element, ['pointerout', 'mouseout'], true)
  tell(element, ['pointerleave', 'mouseleave'], false)
  await pause(answerMs)
  const isGone = fresh.some((each) => !each.isConnected || !isSeen(each))
  const [words] = said.filter((each) => each.length >= fewestLetters)
  if (words !== undefined && !(isGone && stops.length > 0))
    return [
      foundOf(hoverOnlyContent, {
        element,
        tier: 'warning',
        criteria: ['2.1.1'],
        confidence: 'medium',
        message: `A script makes the page say ${quote(words)} when the mouse comes over this ${tagOf(element)}, and nothing does so for who uses the keyboard.`,
      }),
    ]
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

const fewestLetters = 8

/** Words of the page, and no list or part of it that is built anew. */
const isTold = (element: Element): boolean =>
  element.isConnected &&
  isExposed(element) &&
  isSeen(element) &&
  !element.querySelector('a, button, input, li, div, p') &&
  (element.textContent ?? '').length <= longestTip

function tell(element: Element, types: readonly string[], bubbles: boolean): void {
  const { x, y, width, height } = element.getBoundingClientRect()
  const about = { bubbles, composed: true, clientX: x + width / 2, clientY: y + height / 2 }
  for (const type of types)
    element.dispatchEvent(
      /^pointer/.test(type) ? new PointerEvent(type, { ...about, pointerType: 'mouse' }) : new MouseEvent(type, about),
    )
}
