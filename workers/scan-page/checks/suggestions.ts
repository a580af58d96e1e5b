/** Suggestions below fields: what brings them out is written, then keys are pressed to get to them, at last the mouse. */
import { activeDescendantMissing } from '#workers/scan-page/checks/in-page/arrowing'
import { suggestionsForMouse } from '#workers/scan-page/checks/in-page/suggested'
import { suggestionsNotTold } from '#workers/scan-page/checks/in-page/suggesting'
import { stateNotUpdated } from '#workers/scan-page/checks/in-page/told-state'
import { arrowDown, press, tab } from '#workers/scan-page/checks/keyboard'
import type { LiveCheck, Tell } from '#workers/scan-page/checks/live-check'
import type { CheckTools } from '#workers/scan-page/checks/tools'

export const suggestions: LiveCheck = {
  name: 'suggestions',
  metas: [suggestionsForMouse, suggestionsNotTold, stateNotUpdated, activeDescendantMissing],
  budgetMs: 3000,
  acts: true,
  isDue: ({ heard, altered }) => heard.hasChanges && !altered.isSo,
  async run(tools, tell) {
    const { ask, session } = tools
    const count = await ask('findSuggesting')
    if (count === 0) return
    const client = await session()
    await client.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    for (let index = 0; index < count; index += 1) {
      const isOut = await ask('bringOut', index)
      tell(await ask('foldedStill'))
      if (isOut && !(await isWorkedByKeys(tools, tell))) tell(await ask('takenByMouse'))
      else if (isOut) tell(await ask('activeMissing'))
      await ask('endSuggesting')
    }
  },
}

/** The first press may only open or ready the list. */
async function isWorkedByKeys({ ask, session }: CheckTools, tell: Tell): Promise<boolean> {
  const client = await session()
  for (const key of [arrowDown, arrowDown]) {
    await press(client, key)
    if (await ask('isReached')) {
      tell(await ask('markedUntold'))
      return true
    }
  }
  await press(client, tab)
  return ask('isTabbedTo')
}
