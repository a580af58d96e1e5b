/** Controls that go away when they are pressed, and take the focus with them. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { isSeen, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { type Opened, pause } from '#workers/scan-page/checks/in-page/states'

export const focusLost: CheckMeta = {
  rule: 'focus-lost',
  criteria: ['2.4.3'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Move the focus to what comes in its place: its heading with tabindex="-1", or its first field.',
}

const restingMs = 400

/** It had the focus, is no longer there or no longer seen, and what has come in its place was not given it. */
export async function focusGone({ opener, nameBefore, fresh }: Opened): Promise<Found[]> {
  const isGone = !opener.isConnected || !isSeen(opener)
  const isNowhere = () =>
    document.activeElement === null || document.activeElement === document.body || document.activeElement === opener
  const [instead] = fresh
  if (!isGone || !isNowhere() || !instead) return []
  // A script may give it on when what comes has come to rest.
  await pause(restingMs)
  if (!isNowhere()) return []
  return [
    foundOf(focusLost, {
      // What is gone has no place; what has come is where the focus belongs.
      element: opener.isConnected ? opener : instead,
      confidence: 'medium',
      message: `${tagOf(opener)} ${quote(nameBefore || 'without a name')} goes away when it is pressed, and the focus with it: it is back at the page’s start.`,
    }),
  ]
}
