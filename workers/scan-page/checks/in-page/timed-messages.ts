/** Messages that come up when something is pressed and leave by themselves, by a timer of the page. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { closest, isSeen, nameOf, quote, spokenText, wordsOf } from '#workers/scan-page/checks/in-page/dom'
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

const fewestWords = 4
const longest = 300
const settlingMs = 60

/** What the press has brought up and is only read: no menu, no dialog. */
function messagesIn({ opener, roots, reworded }: Opened): Element[] {
  return [...new Set([...roots, ...reworded])].filter((element) => {
    if (!element.isConnected || element.contains(opener) || opener.contains(element) || !isSeen(element)) return false
    if (
      element.querySelector('input, select, textarea, a[href], button') ||
      closest(element, 'dialog, [role="dialog"]')
    )
      return false
    const text = spokenText(element, longest + 1)
    return text.length <= longest && wordsOf(text).length >= fewestWords
  })
}

/** @param hurry has the page's timers that wait come to their end. */
export async function leaving(opened: Opened, hurry: () => void): Promise<Found[]> {
  const messages = messagesIn(opened).map((element) => ({ element, text: spokenText(element, longest) }))
  if (messages.length === 0) return []
  hurry()
  await pause(settlingMs)
  const gone = messages.find(
    ({ element }) => !element.isConnected || !isSeen(element) || spokenText(element, longest) === '',
  )
  if (!gone) return []
  return [
    foundOf(messageLeaves, {
      element: gone.element.isConnected ? gone.element : opened.opener,
      confidence: 'medium',
      message: `Pressing ${quote(nameOf(opened.opener) || 'a control')} makes the page say ${quote(gone.text, 80)}, which a timer takes away again.`,
    }),
  ]
}
