/** Error messages as they come when a form is sent with nothing filled in. */
import { errorNotAnnounced } from '#workers/scan-page/checks/in-page/sending'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const sending: LiveCheck = {
  name: 'sending forms',
  metas: [errorNotAnnounced],
  budgetMs: 2000,
  acts: true,
  isDue: ({ outlook, altered }) => outlook.hasForms && !altered.isSo,
  async run({ ask, looks, altered }, tell) {
    const count = await ask('findForms')
    for (let index = 0; index < count; index += 1) {
      const { state, found } = await ask(
        'send',
        index,
        looks.filter((rule) => rule.startsWith('error-')),
      )
      // What it wrote into the page stays there: nothing is pressed after it.
      altered.isSo = true
      tell(found.map((each) => ({ ...each, state })))
    }
  },
}
