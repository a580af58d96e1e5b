/** What is pasted into fields that one logs in by: it may not be thrown away. */
import { pasteBlocked } from '#workers/scan-page/checks/in-page/rules/paste-blocked'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const pasting: LiveCheck = {
  name: 'pasting',
  metas: [pasteBlocked],
  budgetMs: 800,
  acts: true,
  isDue: ({ heard, altered }) => heard.hasPasting && !altered.isSo,
  async run({ ask }, tell) {
    const count = await ask('findPastable')
    for (let index = 0; index < count; index += 1) tell(await ask('paste', index))
  },
}
