/** The way back: whether a script of the page keeps those who go it. */
import { backLeadsNowhere } from '#workers/scan-page/checks/in-page/way-back'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const wayBack: LiveCheck = {
  name: 'way back',
  metas: [backLeadsNowhere],
  budgetMs: 500,
  acts: true,
  isDue: ({ heard }) => heard.hasGoingBack,
  async run({ ask }, tell) {
    tell(await ask('wayBack'))
  },
}
