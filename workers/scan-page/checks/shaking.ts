/** The device is shaken and tilted, as far as the page can tell: what changes by that. */
import { deviceMotion } from '#workers/scan-page/checks/in-page/shaking'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const shaking: LiveCheck = {
  name: 'shaking',
  metas: [deviceMotion],
  budgetMs: 1500,
  acts: true,
  isDue: ({ heard }) => heard.isMovedFreely,
  async run({ ask, withdraw, altered }, tell) {
    altered.isSo = true
    const found = await ask('shake')
    // What changes says more than that something listens.
    if (found.length > 0) withdraw(deviceMotion.rule)
    tell(found)
  },
}
