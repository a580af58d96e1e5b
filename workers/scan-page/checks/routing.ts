/** Views that a script exchanges: a link to one is followed, last of all, as what was looked at is gone then. */
import { focusLost } from '#workers/scan-page/checks/in-page/focus-lost'
import { titleStays } from '#workers/scan-page/checks/in-page/routing'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const routing: LiveCheck = {
  name: 'routing',
  metas: [titleStays, focusLost],
  budgetMs: 2500,
  acts: true,
  // Whatever a form has written into the page before.
  isDue: ({ heard }) => heard.pressed > 0 || heard.isPressedAbove,
  async run({ ask, keep, altered }, tell) {
    const count = await ask('findRoutes')
    if (count === 0) return
    await keep()
    for (let index = 0; index < count; index += 1) {
      const followed = await ask('followRoute', index)
      if (!followed?.isView) continue
      const { found, state, isExchanged } = followed
      tell(found.map((each) => ({ ...each, state })))
      altered.isSo = true
      // A link to the view that is there already shows nothing.
      if (isExchanged) return
    }
  },
}
