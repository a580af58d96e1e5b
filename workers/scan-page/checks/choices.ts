/** What choosing another value sets off: it may not lead away unasked. */
import { statusNotAnnounced } from '#workers/scan-page/checks/in-page/announcing'
import { changeOnInput } from '#workers/scan-page/checks/in-page/choosing'
import { toldAtEachLetter } from '#workers/scan-page/checks/in-page/counting'
import { focusLost } from '#workers/scan-page/checks/in-page/focus-lost'
import { revealedBefore } from '#workers/scan-page/checks/in-page/revealed'
import { sliderSaysOther } from '#workers/scan-page/checks/in-page/sliders'
import { suggestionsNotTold } from '#workers/scan-page/checks/in-page/suggesting'
import { stateNotUpdated } from '#workers/scan-page/checks/in-page/told-state'
import { entryJudgedByColor } from '#workers/scan-page/checks/in-page/typed-colors'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const choices: LiveCheck = {
  name: 'choices',
  metas: [
    changeOnInput,
    entryJudgedByColor,
    statusNotAnnounced,
    suggestionsNotTold,
    stateNotUpdated,
    focusLost,
    revealedBefore,
    sliderSaysOther,
    toldAtEachLetter,
  ],
  budgetMs: 1500,
  acts: true,
  isDue: ({ heard, altered }) => heard.hasChanges && !altered.isSo,
  async run({ ask, examineAgain }, tell) {
    const count = await ask('findChoices')
    for (let index = 0; index < count; index += 1) {
      const { state, faint, found } = await ask('choose', index)
      tell(found)
      if (faint === 0) continue
      await examineAgain(state)
      await ask('unchoose')
    }
  },
}
