/** Text that changes by itself while the page is looked at. */

import { paintingMoves } from '#workers/scan-page/checks/in-page/paintings'
import { liveRegionChatters, textBlinks, textChanges, textMoves } from '#workers/scan-page/checks/in-page/watch'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const changingText: LiveCheck = {
  name: 'changing text',
  metas: [liveRegionChatters, textChanges, textBlinks, textMoves, paintingMoves],
  budgetMs: 8000,
  acts: false,
  isDue: () => true,
  async run({ ask }, tell) {
    // Asked again: what blinks by then is watched until it has had the time in which it may.
    for (let round = 0; round < 3; round += 1) {
      const leftMs = await ask('watchLeft')
      if (leftMs > 0) await Bun.sleep(leftMs)
    }
    tell(await ask('changes'))
  },
}
