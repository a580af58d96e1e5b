/** Texts that the Tab key stops at, and at which there is nothing to be done. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  isExposed,
  isSeen,
  isStop,
  ownText,
  pick,
  quote,
  spokenText,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const texts = 'p, h1, h2, h3, h4, h5, h6, li, dt, dd, span, blockquote, figcaption, strong, em, td, th, caption'
const within = 'a, button, input, select, textarea, summary, label, [tabindex], [role], [contenteditable]'
/** Whoever comes from elsewhere is led there, what is described is shown at it, and it is worked by something. */
const meant =
  '[role], [id], [contenteditable], [aria-describedby], [aria-details], [aria-haspopup], [aria-expanded], [title], [popover], [draggable="true"]'
const fewest = 2
const foundTaken = 10

export const textInTabOrder: StaticCheck = {
  rule: 'text-in-tab-order',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy:
    'Take tabindex="0" away: a screen reader reads text without the focus, and who tabs is to stop at controls alone.',
  find: (elements) => {
    const stops = pick(elements, `:is(${texts})[tabindex="0"]`).filter(
      (element) =>
        !element.matches(meant) &&
        ![...element.attributes].some(({ name }) => /^(?:on|data-|@|v-|ng-|x-|hx-|\(|wire:)/.test(name)) &&
        !element.querySelector(within) &&
        spokenText(element, 80) !== '' &&
        ownText(element) !== '' &&
        !scrolls(element) &&
        isStop(element) &&
        isSeen(element) &&
        isExposed(element),
    )
    if (stops.length < fewest || stops.some((element) => isWorked(element, elements))) return []
    return stops.slice(0, foundTaken).map(
      (element): Hit => ({
        element,
        confidence: 'medium',
        message: `The Tab key stops at ${quote(spokenText(element, 60))}, a ${tagOf(element)} at which nothing is to be done, as it does at ${stops.length - 1} more.`,
      }),
    )
  },
}

const scrolls = (element: Element) =>
  [element, ...ancestorsOf(element).slice(0, 1)].some(
    (each) =>
      /auto|scroll/.test(`${getComputedStyle(each).overflowX} ${getComputedStyle(each).overflowY}`) &&
      (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1),
  )

/** It looks like something to press, or a script names its class. */
const isWorked = (element: Element, elements: readonly Element[]) =>
  getComputedStyle(element).cursor === 'pointer' ||
  readPrograms(elements).some(({ text }) => [...element.classList].some((name) => text.includes(name)))
