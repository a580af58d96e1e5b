/** Content that only the mouse brings out. */
import { hoverOnlyContent } from '#workers/scan-page/checks/in-page/hover'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const hover: LiveCheck = {
  name: 'hover',
  metas: [hoverOnlyContent],
  budgetMs: 3000,
  acts: false,
  isDue: () => true,
  async run({ ask }, tell) {
    tell(await ask('hover'))
  },
}
