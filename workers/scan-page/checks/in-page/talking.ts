/** Conversations: a line is sent, and whether the answer that comes is told to who does not see it. */
import { live } from '#workers/scan-page/checks/in-page/announcing'
import { enter } from '#workers/scan-page/checks/in-page/choosing'
import {
  allElements,
  ancestorsOf,
  closest,
  isExposed,
  isSeen,
  nameOf,
  quote,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { conversationNotAnnounced } from '#workers/scan-page/checks/in-page/rules/conversation-not-announced'
import { pause } from '#workers/scan-page/checks/in-page/states'
import { keptByPage } from '#workers/scan-page/checks/in-page/stay'

type Field = HTMLInputElement | HTMLTextAreaElement
export type Talk = { field: Field; button: HTMLElement }

const talksTried = 1
const answerMs = 150
const line = 'Good morning'
const typed = 'input:not([type]), input[type="text"], textarea'
const others = 'input:not([type="hidden"]), select, textarea'

/** One field and one button, and a script that hears of them; what is asked of a search, or who somebody is, is none. */
export const talks = (isHeard: (element: Element) => boolean, isHeardAbove: boolean): Talk[] =>
  allElements()
    .flatMap((field): Talk[] => {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !field.matches(typed))
        return []
      const around = closest(field, 'form') ?? ancestorsOf(field).find((each) => each.querySelector('button'))
      if (!around || field.value !== '' || field.disabled || field.readOnly || !isSeen(field) || !isExposed(field))
        return []
      if (closest(field, '[role="search"], search, [role="combobox"]') || field.hasAttribute('list')) return []
      if (
        /^(?!off|on)\p{L}/u.test(field.autocomplete) ||
        [...around.querySelectorAll(others)].some((each) => each !== field)
      )
        return []
      const [button, more] = [
        ...around.querySelectorAll<HTMLElement>('button:not([type="reset"]), input[type="submit"]'),
      ].filter(isSeen)
      const isOne = button && !more && !button.matches(':disabled, [aria-expanded]')
      return isOne && (isHeardAbove || isHeard(around) || isHeard(button)) ? [{ field, button }] : []
    })
    .slice(0, talksTried)

/** What was written comes up above, its field is empty for the next line, and some time later another text comes beside it. */
export async function talk({ field, button }: Talk): Promise<Found[]> {
  let isTold = false
  const added: { holder: Element; text: string }[] = []
  const note = (records: readonly MutationRecord[]) => {
    for (const { target, addedNodes } of records) {
      const holder = target instanceof Element ? target : target.parentElement
      if (!holder) continue
      isTold ||=
        closest(holder, live) !== null || [...addedNodes].some((each) => each instanceof Element && each.matches(live))
      for (const node of addedNodes) {
        const text = squeeze(node.textContent ?? '')
        if (text !== '' && node instanceof Element && isSeen(node)) added.push({ holder, text })
      }
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(document, { subtree: true, childList: true })
  window.dispatchEvent(new Event('assay-press'))
  field.focus({ preventScroll: true })
  enter(field, line, 'g')
  keptByPage(() => button.click())
  await pause(answerMs)
  note(observer.takeRecords())
  const echo = added.find(({ text }) => text.includes(line))
  const isEmptied = field.value === ''
  if (echo && isEmptied) {
    window.dispatchEvent(new Event('assay-hurry-all'))
    await pause(answerMs)
    note(observer.takeRecords())
  }
  observer.disconnect()
  if (!isEmptied) enter(field, '', 'Backspace')
  const answer =
    echo &&
    added.slice(added.indexOf(echo) + 1).find(({ holder, text }) => holder === echo.holder && !text.includes(line))
  if (!echo || !answer || !isEmptied || isTold || !echo.holder.isConnected || closest(echo.holder, live)) return []
  if (document.activeElement !== field && echo.holder.contains(document.activeElement)) return []
  return [
    foundOf(conversationNotAnnounced, {
      element: echo.holder,
      confidence: 'high',
      message: `After a line was sent by ${quote(nameOf(button) || 'its button')}, the answer ${quote(answer.text, 80)} comes up here (${quote(spokenText(echo.holder, 40))}), in no live region.`,
    }),
  ]
}
