/** Whether giving the focus to a field, or taking it away, leads somewhere else by itself. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  ancestorsOf,
  isFocusable,
  isSeen,
  isStop,
  nameOf,
  quote,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { focusRemovedByScript } from '#workers/scan-page/checks/in-page/rules/focus-removed-by-script'
import { pause } from '#workers/scan-page/checks/in-page/states'
import { boxesAsked, departures } from '#workers/scan-page/checks/in-page/stay'

export const changeOnFocus: CheckMeta = {
  rule: 'change-of-context-on-focus',
  criteria: ['3.2.1', '3.2.5'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let a button do it: nothing may open or lead away because an element takes the focus.',
}

export const changeOnLeaving: CheckMeta = {
  rule: 'change-of-context-on-leaving',
  criteria: ['3.2.5', '3.2.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let a button do it: nothing may open or lead away because a field is left.',
}

const dialogs = 'dialog[open], [role="dialog"], [role="alertdialog"]'
const triedAtMost = 6
const answerMs = 40

/**
 * Whatever they are called: who walks through the page by Tab does the same.
 * @param isHeard whether a script listens for the coming and going of the focus at an element itself.
 */
export const focusables = (isHeard: (element: Element) => boolean): HTMLElement[] =>
  allElements()
    .filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && [element, ...ancestorsOf(element)].some((each) => isHeard(each)),
    )
    .filter((element) => isFocusable(element) && isSeen(element))
    .slice(0, triedAtMost)

export async function visit(element: HTMLElement): Promise<Found[]> {
  const before = document.activeElement
  const start = departures()
  const startOfBoxes = boxesAsked()
  window.dispatchEvent(new Event('assay-press'))
  element.focus({ preventScroll: true })
  await pause(answerMs)
  // What a timer does shortly after is done by then, too.
  if (holdsFocus(element)) window.dispatchEvent(new Event('assay-hurry-all'))
  const onFocus = departures()
  const hasBox = boxesAsked() > startOfBoxes
  const dialog = document.activeElement?.closest(dialogs) ?? null
  const isLedInto = dialog !== null && !dialog.contains(element)
  const isKept = holdsFocus(element)
  const empty = fill(element)
  element.blur()
  await pause(answerMs)
  const onLeaving = departures()
  empty()
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
  const what = `${tagOf(element)} ${quote(nameOf(element) || 'without a name')}`
  if (onFocus > start)
    return [
      foundOf(changeOnFocus, {
        element,
        confidence: 'high',
        message: `As soon as ${what} takes the focus, it leads away from the page or opens a window.`,
      }),
    ]
  if (hasBox)
    return [
      foundOf(changeOnFocus, {
        element,
        confidence: 'high',
        message: `As soon as ${what} takes the focus, a box of the browser comes up, which takes it away.`,
      }),
    ]
  if (isLedInto)
    return [
      foundOf(changeOnFocus, {
        element,
        tier: 'practice',
        confidence: 'high',
        message: `As soon as ${what} takes the focus, a dialog comes up and takes it away.`,
      }),
    ]
  if (!isKept && isStop(element) && isSeen(element))
    return [
      foundOf(focusRemovedByScript, {
        element,
        confidence: 'high',
        message: `A script takes the focus from ${what} as soon as it is reached, or shortly after.`,
      }),
    ]
  if (onLeaving === onFocus) return []
  return [
    foundOf(changeOnLeaving, {
      element,
      confidence: 'high',
      message: `As soon as ${what} is left, it leads away from the page or opens a window.`,
    }),
  ]
}

/** What is left with something in it may lead on where an empty field does not. @returns what takes it out again. */
function fill(element: HTMLElement): () => void {
  const isFilled = element instanceof HTMLInputElement && /^(?:text|search|tel)$/.test(element.type)
  if (!isFilled || element.value !== '' || element.readOnly) return () => undefined
  element.value = '1'
  return () => {
    if (element.value === '1') element.value = ''
  }
}

/** Something has the focus: the element, or what it has handed it to. */
function holdsFocus(element: Element): boolean {
  const root = element.getRootNode()
  const at = root instanceof ShadowRoot ? root.activeElement : document.activeElement
  return at !== null && at !== document.body
}
