/** What scripts bring out when the pointer comes over something, and nothing else brings out. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { live } from '#workers/scan-page/checks/in-page/announcing'
import {
  allElements,
  ancestorsOf,
  closest,
  isExposed,
  isFocusable,
  isSeen,
  namedBy,
  nameOf,
  ownText,
  quote,
  spokenText,
  tagOf,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { hoverContentLost, hoverContentStays, hoverOnlyContent } from '#workers/scan-page/checks/in-page/hover'
import { newIn, pause, type Scene, scene } from '#workers/scan-page/checks/in-page/states'

export const tooltipNotTied: CheckMeta = {
  rule: 'tooltip-not-tied',
  criteria: ['1.3.1', '4.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Point from the control with aria-describedby at the id of its tooltip.',
}

const over = /^(?:mouseenter|mouseover|pointerenter|pointerover)$/
const otherwise = /^(?:click|focus|focusin|keydown|keyup|keypress|pointerdown|mousedown|touchstart)$/
const triedAtMost = 4
const pressed = 'a[href], button, summary, [role="button"]'
const answerMs = 60
const longestTip = 200

/** Those for which nothing else is listened for, in them or around them. */
export function hoverable(heard: ReadonlyMap<Element, EventsHeard>): HTMLElement[] {
  const hears = (element: Element, types: RegExp) => heard.get(element)?.types.some((type) => types.test(type)) ?? false
  return [...heard.keys()]
    .filter((element): element is HTMLElement => element instanceof HTMLElement && hears(element, over))
    .filter((element) => !hears(element, otherwise) && isExposed(element) && isSeen(element))
    .filter((element) => !boxesOf(element).some((each) => hears(each, taken)))
    .filter((element) => ![...element.querySelectorAll('*')].some((each) => hears(each, otherwise)))
    .filter((element) => element.parentElement && !closest(element.parentElement, pressed))
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
  come(element)
  await pause(answerMs)
  observer.disconnect()
  const fresh = [...newIn(before)]
  const said = [...reworded]
    .filter((each) => isTold(each) && !element.contains(each))
    .map((each) => spokenText(each, longestTip))
  const stops = fresh.filter(isFocusable)
  const text = fresh.map((each) => spokenText(each, longestTip)).find((each) => each !== '') ?? ''
  leave(element, null)
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
  // What a link or button shows of its own may be where it leads to, or what a press brings out as well.
  if (element.matches(pressed) && (stops.length > 0 || text.length < fewestLetters)) return []
  const answer = stops.length > 0 ? 'not' : await keysOn(element, before)
  if (answer === 'shown') return []
  const isSure =
    stops.length > 0 ||
    (answer === 'not' &&
      !element.matches(pressed) &&
      wordsOf(text).length >= fewestWords &&
      !isSaidElsewhere(text, element))
  return [
    foundOf(hoverOnlyContent, {
      element,
      tier: isSure ? 'error' : 'warning',
      // Where nothing in it is worked, what it says is out of reach itself.
      criteria: isSure && stops.length === 0 ? ['2.1.1', '1.4.13'] : hoverOnlyContent.criteria,
      confidence: isSure ? 'high' : 'medium',
      message: `A script shows ${quote(text || 'something')} while the mouse is over this ${tagOf(element)}, and nothing shows it to who uses the keyboard.`,
    }),
  ]
}

const fewestWords = 4
const stopsTried = 3

/**
 * Focuses what takes the focus in it, and presses Enter and Space there: whether that brings out as much as the mouse.
 * What can be pressed beside it may do so as well, and is not pressed.
 */
async function keysOn(element: HTMLElement, before: Scene): Promise<'shown' | 'not' | 'unknown'> {
  const beside = [element.previousElementSibling, element.nextElementSibling].flatMap((each) =>
    each ? [each, ...each.querySelectorAll('*')] : [],
  )
  const named = allElements().filter((each) => namedBy(each, 'aria-controls', 'popovertarget', 'commandfor').length > 0)
  const besides = [...beside.filter((each) => each.matches(`${pressed}, input, select`)), ...named]
  if (besides.some((each) => !element.contains(each) && isSeen(each) && !each.matches('nav *, header *')))
    return 'unknown'
  const focusBefore = document.activeElement
  let isShown = false
  for (const stop of [element, ...element.querySelectorAll<HTMLElement>('*')]
    .filter(isFocusable)
    .slice(0, stopsTried)) {
    stop.focus({ preventScroll: true })
    for (const key of ['Enter', ' '])
      for (const type of ['keydown', 'keyup'])
        stop.dispatchEvent(
          new KeyboardEvent(type, { key, code: key === ' ' ? 'Space' : key, bubbles: true, composed: true }),
        )
    await pause(answerMs)
    isShown ||= newIn(before).size > 0
    stop.blur()
  }
  if (focusBefore instanceof HTMLElement) focusBefore.focus({ preventScroll: true })
  return isShown ? 'shown' : 'not'
}

/** All that it tells can be read elsewhere on the page, or is how long ago in other words. */
function isSaidElsewhere(text: string, element: Element): boolean {
  const said = new Set(
    allElements()
      .filter((each) => isSeen(each))
      .flatMap((each) => wordsOf([ownText(each), each.getAttribute('alt'), each.getAttribute('aria-label')].join(' '))),
  )
  return wordsOf(text).every((word) => said.has(word)) || element.matches('time, :has(> time)')
}

const tipsTaken = 2
const leaveMs = 350

/** Those at which the focus or a press does as much as the mouse: what comes out at them is a hint, mostly. */
export function hinted(heard: ReadonlyMap<Element, EventsHeard>): HTMLElement[] {
  const hears = (element: Element, types: RegExp) => heard.get(element)?.types.some((type) => types.test(type)) ?? false
  return [...heard.keys()]
    .filter((element): element is HTMLElement => element instanceof HTMLElement && hears(element, over))
    .filter(
      (element) =>
        hears(element, otherwise) ||
        [...boxesOf(element), ...element.querySelectorAll('*')].some((each) => hears(each, taken)),
    )
    .filter((element) => isExposed(element) && isSeen(element))
    .slice(0, tipsTaken)
}

const taken = /^focus(?:in)?$/
const boxesTaken = 2

/** What it stands in, with what comes out beside it. */
const boxesOf = (element: Element): Element[] =>
  ancestorsOf(element)
    .slice(0, boxesTaken)
    .filter((each) => !each.matches('body, main, html'))

/** Whether a hint can be taken away by Escape where it lies over words, and whether it stays while the mouse goes onto it. */
export async function hintOver(element: HTMLElement): Promise<Found[]> {
  const before = scene()
  come(element)
  await pause(answerMs)
  const fresh = [...newIn(before)]
  const hint = fresh.find((each) => isHint(each))
  const found: Found[] = untiedTip(element, fresh)
  if (hint) {
    const text = quote(spokenText(hint, longestTip))
    const isOut = () => hint.isConnected && isSeen(hint)
    const covers = liesOverWords(hint, element)
    for (const at of new Set([document.activeElement ?? document.body, element]))
      at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, composed: true }))
    await pause(answerMs)
    if (isOut() && covers)
      found.push(
        foundOf(hoverContentStays, {
          element: hint,
          confidence: 'medium',
          message: `${text} lies over other words while the mouse is over ${tagOf(element)}, and Escape does not take it away.`,
        }),
      )
    if (!isOut() && hint.isConnected && !element.contains(hint)) {
      leave(element, null)
      come(element)
      await pause(answerMs)
    }
    if (isOut() && !element.contains(hint)) {
      leave(element, hint)
      come(hint)
      await pause(leaveMs)
      if (!isOut())
        found.push(
          foundOf(hoverContentLost, {
            element: hint,
            confidence: 'medium',
            message: `${text} is out while the mouse is over ${tagOf(element)}, and goes before the mouse is on it.`,
          }),
        )
      else leave(hint, null)
    }
  }
  leave(element, null)
  await pause(answerMs)
  return found
}

/** What calls itself a tooltip, and is out, and that nothing says of which control it is. */
function untiedTip(element: HTMLElement, fresh: readonly Element[]): Found[] {
  const tip = fresh.find((each) => each.matches('[role="tooltip"]'))
  const control = [element, ...element.querySelectorAll('*')].find((each) => !tip?.contains(each) && isFocusable(each))
  const text = tip ? spokenText(tip, longestTip) : ''
  if (!tip || !control || text.length < fewestLetters || control.contains(tip) || closest(tip, live)) return []
  const tied = namedBy(control, 'aria-describedby', 'aria-labelledby', 'aria-details', 'aria-controls', 'aria-owns')
  if (tied.some((each) => each.contains(tip) || tip.contains(each))) return []
  const said = `${nameOf(control)} ${control.getAttribute('aria-description') ?? ''} ${control.getAttribute('title') ?? ''}`
  if (said.toLowerCase().includes(text.toLowerCase())) return []
  return [
    foundOf(tooltipNotTied, {
      element: control,
      confidence: 'high',
      message: `The tooltip ${quote(text)} comes out at ${tagOf(control)} ${quote(nameOf(control) || 'without a name')}, and nothing ties it to that: who does not see it is told nothing.`,
    }),
  ]
}

/** A few words that are laid over the page, with nothing in them to be worked. */
function isHint(element: Element): boolean {
  const { length } = spokenText(element, longestTip + 1)
  return (
    length >= 3 &&
    length <= longestTip &&
    /absolute|fixed/.test(getComputedStyle(element).position) &&
    ![element, ...element.querySelectorAll('*')].some(isFocusable)
  )
}

function liesOverWords(hint: Element, source: Element): boolean {
  const { left, right, top, bottom } = hint.getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.2, 0.5, 0.8].map((y) => [left + (right - left) * x, top + (bottom - top) * y]),
  )
  return points.some(([x = 0, y = 0]) =>
    document
      .elementsFromPoint(x, y)
      .some((each) => !hint.contains(each) && !each.contains(hint) && !source.contains(each) && ownText(each) !== ''),
  )
}

function come(element: Element): void {
  tell(element, ['pointerover', 'mouseover', 'mousemove'], true)
  tell(element, ['pointerenter', 'mouseenter'], false)
}

function leave(element: Element, to: Element | null): void {
  tell(element, ['pointerout', 'mouseout'], true, to)
  tell(element, ['pointerleave', 'mouseleave'], false, to)
}

const fewestLetters = 8

/** Words of the page, and no list or part of it that is built anew. */
const isTold = (element: Element): boolean =>
  element.isConnected &&
  isExposed(element) &&
  isSeen(element) &&
  !element.querySelector('a, button, input, li, div, p') &&
  (element.textContent ?? '').length <= longestTip

function tell(
  element: Element,
  types: readonly string[],
  bubbles: boolean,
  relatedTarget: Element | null = null,
): void {
  const { x, y, width, height } = element.getBoundingClientRect()
  const about = { bubbles, composed: true, relatedTarget, clientX: x + width / 2, clientY: y + height / 2 }
  for (const type of types)
    element.dispatchEvent(
      /^pointer/.test(type) ? new PointerEvent(type, { ...about, pointerType: 'mouse' }) : new MouseEvent(type, about),
    )
}
