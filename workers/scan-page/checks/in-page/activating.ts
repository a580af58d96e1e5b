/** Whether Enter and Space, pressed for real, do on a made-up control what a click does. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  ancestorsOf,
  isExposed,
  isSeen,
  isStop,
  nameOf,
  quote,
  selectorOf,
  tagOf,
  writtenRole,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { controlWithoutKeys } from '#workers/scan-page/checks/in-page/heard'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { type Hears, isSafe } from '#workers/scan-page/checks/in-page/pressable'
import { pause } from '#workers/scan-page/checks/in-page/states'
import { departures } from '#workers/scan-page/checks/in-page/stay'

export const spaceUnheard: CheckMeta = {
  rule: 'button-without-space',
  criteria: ['2.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Make it a <button>, which answers to both by itself, or handle keydown for Enter and Space alike.',
}

const triedAtMost = 4
const answerMs = 60

const natively = 'a[href], area[href], button, input, select, textarea, summary, option, label, [contenteditable]'
const roles = /^(?:button|link|checkbox|switch|menuitemcheckbox)$/

export type ActivationKey = 'enter' | 'space'

/** Of each control, what was seen to do something. */
export type TriedControl = { control: HTMLElement; answers: Record<ActivationKey, boolean> }

/** @param told those that are known to hear no key. */
export const activatable = ({ isPressed, isPressedAbove }: Hears, told: ReadonlySet<string>): TriedControl[] =>
  allElements()
    .filter((element): element is HTMLElement => element instanceof HTMLElement && roles.test(writtenRole(element)))
    .filter((element) => !element.matches(natively) && isStop(element) && isExposed(element) && isSeen(element))
    .filter((element) => [element, ...ancestorsOf(element)].some(isPressed) || isPressedAbove)
    .filter((element) => isSafe(element) && !element.closest('a[href], [aria-disabled="true"]'))
    .filter((element) => !told.has(String(selectorOf(element))))
    .slice(0, triedAtMost)
    .map((control) => ({ control, answers: { enter: false, space: false } }))

/** What the page does from now on, until it is asked. */
export type Listening = { hasAnswered: () => boolean }

/** @returns null where the control does not take the focus. */
export async function focusOn({ control }: TriedControl): Promise<Listening | null> {
  control.focus({ preventScroll: true })
  await pause(0)
  if (document.activeElement !== control && !ancestorsOf(control).some((each) => each === document.activeElement))
    return null
  return listening()
}

export function listening(): Listening {
  const before = departures()
  let changes = 0
  const observer = new MutationObserver((records) => {
    changes += records.length
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  return {
    hasAnswered() {
      changes += observer.takeRecords().length
      observer.disconnect()
      return changes > 0 || departures() > before
    },
  }
}

/** A moment after a key was pressed: whether that did something. It is noted. */
export async function answered({ answers }: TriedControl, key: ActivationKey, heard: Listening): Promise<boolean> {
  await pause(answerMs)
  answers[key] = heard.hasAnswered()
  return answers[key]
}

/** At the end: a click, and whether that does what no key did. */
export async function clicked({ control, answers }: TriedControl): Promise<Found[]> {
  if (answers.enter && (answers.space || writtenRole(control) === 'link')) return []
  if (!control.isConnected || !isSeen(control)) return []
  const what = `${tagOf(control)} ${quote(nameOf(control) || 'without a name')}`
  if (answers.enter || answers.space) {
    const isMissed = /^(?:button|checkbox|switch)$/.test(writtenRole(control)) && !answers.space
    return isMissed
      ? [
          foundOf(spaceUnheard, {
            element: control,
            confidence: 'high',
            message: `${what} answers to Enter, and not to Space.`,
          }),
        ]
      : []
  }
  const heard = listening()
  control.click()
  await pause(answerMs)
  if (!heard.hasAnswered()) return []
  control.click()
  await pause(answerMs)
  return [
    foundOf(controlWithoutKeys, {
      element: control,
      confidence: 'high',
      message: `${what} answers to a click; Enter and Space were pressed on it, and nothing came of either.`,
    }),
  ]
}
