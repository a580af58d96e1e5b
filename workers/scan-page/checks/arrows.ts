/** Widgets that are worked by arrow keys, worked by them: sliders, rows of tabs, lists to choose from, trees. */
import { activeDescendantMissing } from '#workers/scan-page/checks/in-page/arrowing'
import { partsWithoutArrows } from '#workers/scan-page/checks/in-page/parts-without-arrows'
import { stateNotTold, stateNotUpdated } from '#workers/scan-page/checks/in-page/told-state'
import { arrowDown, arrowLeft, arrowRight, arrowUp, press } from '#workers/scan-page/checks/keyboard'
import type { LiveCheck, Tell } from '#workers/scan-page/checks/live-check'
import type { CheckTools } from '#workers/scan-page/checks/tools'

export const arrows: LiveCheck = {
  name: 'arrows',
  metas: [partsWithoutArrows, activeDescendantMissing, stateNotUpdated, stateNotTold],
  budgetMs: 2500,
  acts: true,
  isDue: ({ heard, altered }) => heard.hasKeys && !altered.isSo,
  run: (tools, tell) => workByArrows(tools, false, tell),
}

/** @param isOpened whether those are meant that a press has just brought out. */
export async function workByArrows({ ask, session }: CheckTools, isOpened: boolean, tell: Tell): Promise<void> {
  const count = await ask('findArrowed', isOpened)
  if (count === 0) return
  const client = await session()
  await client.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  for (let index = 0; index < count; index += 1) {
    if (!(await ask('enterArrowed', index))) continue
    // Back and forth: at an end, one of two does nothing.
    for (const key of [arrowDown, arrowUp, arrowRight, arrowRight, arrowLeft, arrowDown]) {
      await press(client, key)
      if (await ask('arrowed')) break
    }
    tell(await ask('endArrowed'))
  }
}
