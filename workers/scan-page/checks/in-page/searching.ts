/** Searches that a script answers on the page itself: whether how many were found is told to who does not see it. */
import { live, statusNotAnnounced, telling } from '#workers/scan-page/checks/in-page/announcing'
import { enter } from '#workers/scan-page/checks/in-page/choosing'
import { isCount } from '#workers/scan-page/checks/in-page/counting'
import {
  allElements,
  allMatching,
  closest,
  isExposed,
  isSeen,
  nameOf,
  quote,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { pause } from '#workers/scan-page/checks/in-page/states'
import { keptByPage } from '#workers/scan-page/checks/in-page/stay'

export type Search = { field: HTMLInputElement; button: HTMLElement }

const searchesTried = 1
const answerMs = 200
const laterMs = 400
const longest = 80

/** @param isHeard whether a script listens for an element being sent or pressed. */
export const searches = (isHeard: (element: Element) => boolean, isHeardAbove: boolean): Search[] =>
  allMatching<HTMLInputElement>('input:is(:not([type]), [type="text"], [type="search"])')
    .flatMap((field): Search[] => {
      const { form } = field
      const isOne = field.type === 'search' || closest(field, '[role="search"], search') !== null
      if (!form || !isOne || field.value !== '' || field.disabled || !isSeen(field)) return []
      const button = allMatching<HTMLButtonElement>('button:not([type="button"], [type="reset"])').find(
        (each) => each.form === form && isSeen(each),
      )
      return button && (isHeardAbove || isHeard(form) || isHeard(button)) ? [{ field, button }] : []
    })
    .slice(0, searchesTried)

/** Asks for what most words have, and looks at what comes out where a script keeps the form. */
export async function search({ field, button }: Search): Promise<Found[]> {
  const shown = new Map(
    allElements()
      .filter(isSeen)
      .map((each) => [each, ownWords(each)]),
  )
  const focus = document.activeElement
  let isTold = false
  let hasChanged = false
  const note = (records: readonly MutationRecord[]) => {
    hasChanged ||= records.length > 0
    isTold ||= records.some(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement
      return element !== null && (closest(element, live) !== null || element.querySelector(live) !== null)
    })
  }
  const observer = new MutationObserver(note)
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  enter(field, 'a', 'a')
  const isKept = keptByPage(() => button.click())
  await pause(answerMs)
  note(observer.takeRecords())
  // What a timer or an answer from elsewhere brings, comes later.
  for (let waited = 0; isKept === true && !hasChanged && waited < laterMs; waited += answerMs) {
    await pause(answerMs)
    note(observer.takeRecords())
  }
  observer.disconnect()
  const isUntold = isKept === true && !isTold && document.activeElement === focus
  const fresh = isUntold ? allElements().filter(isFreshCount(shown)) : []
  const told = fresh.find((each) => !fresh.some((other) => other !== each && each.contains(other)))
  enter(field, '', 'Backspace')
  if (!told) return []
  return [
    foundOf(statusNotAnnounced, {
      element: told,
      message: `A search by ${quote(nameOf(button) || 'the button')} makes the page say ${quote(ownWords(told))}, in no live region, and the focus is not moved.`,
    }),
  ]
}

const ownWords = (element: Element): string => (element.childElementCount > 2 ? '' : squeeze(element.textContent ?? ''))

/** “12 results”, which did not stand there. A figure in an entry of a list is a thing of the page. */
const isFreshCount = (shown: ReadonlyMap<Element, string>) => (element: Element) => {
  const words = ownWords(element)
  return (
    words !== '' &&
    words.length <= longest &&
    isCount(words) &&
    telling.test(words) &&
    !element.querySelector('li, td, article, label, button') &&
    shown.get(element) !== words &&
    !closest(element, 'li, td, th, option, script, style, button, a, time, label, article') &&
    isSeen(element) &&
    isExposed(element)
  )
}
