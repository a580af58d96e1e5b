/** What taking the focus and losing it sets off: neither may lead away. */
import { changeOnFocus, changeOnLeaving } from '#workers/scan-page/checks/in-page/focusing'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const focusing: LiveCheck = {
  name: 'focusing',
  metas: [changeOnFocus, changeOnLeaving],
  budgetMs: 1500,
  acts: true,
  isDue: ({ heard }) => heard.hasFocusing,
  async run({ ask }, tell) {
    const count = await ask('findFocusables')
    for (let index = 0; index < count; index += 1) tell(await ask('visit', index))
  },
}
