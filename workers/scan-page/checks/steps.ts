/** Forms in steps: each is filled in, and gone on from, to see whether a later one asks for the same once more. */
import { entryAskedTwice } from '#workers/scan-page/checks/in-page/rules/entry-asked-twice'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const steps: LiveCheck = {
  name: 'steps',
  metas: [entryAskedTwice],
  budgetMs: 2000,
  acts: true,
  isDue: ({ outlook, altered }) => outlook.hasForms && !altered.isSo,
  async run({ ask, altered }, tell) {
    const count = await ask('findSteps')
    for (let index = 0; index < count; index += 1) {
      const { found, isBack, state } = await ask('goThrough', index)
      tell(found.map((each) => ({ ...each, state })))
      // A form that cannot be gone back in is not the one that was loaded.
      if (isBack) continue
      altered.isSo = true
      return
    }
  },
}
