/** Text that changes by itself while the page is looked at. */
import { textChanges } from '#workers/scan-page/checks/in-page/watch'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const changingText: LiveCheck = {
  name: 'changing text',
  metas: [textChanges],
  budgetMs: 1000,
  acts: false,
  isDue: () => true,
  async run({ ask }, tell) {
    tell(await ask('changes'))
  },
}
