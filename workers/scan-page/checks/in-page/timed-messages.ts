/** What comes up when something is pressed and leaves by itself, by a timer of the page: messages, and buttons in them. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { isCloser } from '#workers/scan-page/checks/in-page/dialogs'
import {
  allMatching,
  closest,
  isFocusable,
  isSeen,
  nameOf,
  quote,
  spokenText,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { type Opened, pause } from '#workers/scan-page/checks/in-page/states'

export const messageLeaves: CheckMeta = {
  rule: 'message-leaves',
  criteria: ['2.2.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Let the message stay until it is closed, or say the same in a place that stays.',
}

export const controlLeaves: CheckMeta = {
  rule: 'control-leaves',
  criteria: ['2.2.1'],
  tier: 'practice',
  impact: 'serious',
  remedy:
    'Let what can be pressed stay until it is used or closed: who is slow, or hears it late, comes too late otherwise.',
}

const fewestWords = 4
/** “Moved. Undo” */
const fewestWordsWithControl = 2
const longest = 300
const settlingMs = 60

/** A short text that the press has brought up: no dialog, no list to choose from. */
function messagesIn({ opener, roots, reworded }: Opened): Element[] {
  return [...new Set([...roots, ...reworded])].filter((element) => {
    if (!element.isConnected || element.contains(opener) || opener.contains(element) || !isSeen(element)) return false
    if (element.querySelector('input, select, textarea') || closest(element, elsewhere)) return false
    const text = spokenText(element, longest + 1)
    const fewest = element.querySelector(pressed) ? fewestWordsWithControl : fewestWords
    return text.length <= longest && wordsOf(text).length >= fewest
  })
}

const elsewhere =
  'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="tooltip"], nav'
const pressed = 'button, a[href], [role="button"]'

/** What somebody may want to press there, and is nowhere else; not what only closes it. */
function offeredBy({ fresh }: Opened, message: Element): HTMLElement | undefined {
  const offered = [...message.querySelectorAll<HTMLElement>(pressed)].filter(
    (each) => fresh.has(each) && isFocusable(each) && !isCloser(each) && nameOf(each) !== '',
  )
  const isElsewhere = (name: string) =>
    allMatching(pressed).some((each) => !message.contains(each) && isSeen(each) && nameOf(each) === name)
  return offered.find((each) => !isElsewhere(nameOf(each)))
}

/** @param hurry has the page's timers that wait come to their end. */
export async function leaving(opened: Opened, hurry: () => void): Promise<Found[]> {
  const messages = messagesIn(opened).map((element) => ({
    element,
    text: spokenText(element, longest),
    isRead: element.querySelector(pressed) === null,
  }))
  if (messages.length === 0) return []
  const offered = messages.flatMap(({ element }) => offeredBy(opened, element) ?? [])[0]
  // Who has come to it may be given the time.
  offered?.focus({ preventScroll: true })
  hurry()
  await pause(settlingMs)
  const by = `Pressing ${quote(nameOf(opened.opener) || 'a control')}`
  if (offered)
    return offered.isConnected && isSeen(offered)
      ? []
      : [
          foundOf(controlLeaves, {
            element: offered.isConnected ? offered : opened.opener,
            confidence: 'high',
            message: `${by} brings up ${quote(nameOf(offered), 40)}, which a timer takes away again, also while it has the focus.`,
          }),
        ]
  // What can be closed, or pressed elsewhere as well, is no message alone.
  const gone = messages.find(
    ({ element, isRead }) =>
      isRead && (!element.isConnected || !isSeen(element) || spokenText(element, longest) === ''),
  )
  if (!gone) return []
  return [
    foundOf(messageLeaves, {
      element: gone.element.isConnected ? gone.element : opened.opener,
      confidence: 'medium',
      message: `${by} makes the page say ${quote(gone.text, 80)}, which a timer takes away again.`,
    }),
  ]
}
