/** The end of the page, gone to as somebody does who wants to read what stands there. */
import { infiniteScroll } from '#workers/scan-page/checks/in-page/chasing'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const chasing: LiveCheck = {
  name: 'end of the page',
  metas: [infiniteScroll],
  budgetMs: 2000,
  acts: true,
  isDue: () => true,
  async run({ ask }, tell) {
    tell(await ask('chaseEnd'))
  },
}
