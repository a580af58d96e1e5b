/** Dialogs: opened by buttons that surely do nothing else, then left by Escape. */
import { dialogEscape, dialogFocus, dialogFocusReturn } from '#workers/scan-page/checks/in-page/dialogs'
import { escapeKey, press } from '#workers/scan-page/checks/keyboard'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const dialogs: LiveCheck = {
  name: 'dialogs',
  metas: [dialogFocus, dialogEscape, dialogFocusReturn],
  budgetMs: 3000,
  acts: true,
  isDue: ({ outlook }) => outlook.openers > 0,
  async run({ ask, session, outlook }, tell) {
    const client = await session()
    for (let index = 0; index < outlook.openers; index += 1) {
      if (!(await ask('open', index))) continue
      await press(client, escapeKey)
      tell(await ask('escaped'))
    }
  },
}
