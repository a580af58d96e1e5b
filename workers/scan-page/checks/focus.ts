/** Visible focus: where no style tells of it, two pictures of the element do, without and with the focus. */
import { focusNotVisible } from '#workers/scan-page/checks/in-page/focus'
import type { LiveCheck, Tell } from '#workers/scan-page/checks/live-check'
import type { CheckTools } from '#workers/scan-page/checks/tools'

const picturesTaken = 3

export const focus: LiveCheck = {
  name: 'focus',
  metas: [focusNotVisible],
  budgetMs: 3000,
  acts: true,
  isDue: ({ outlook }) => outlook.hasStops,
  run: lookAtFocus,
}

async function lookAtFocus({ ask, session }: CheckTools, tell: Tell): Promise<void> {
  const client = await session()
  await client.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  const suspects = await ask('unseenFocus')
  for (let index = 0; index < suspects; index += 1) {
    const clip = index < picturesTaken ? await ask('stage', index) : undefined
    if (!clip || clip.width < 1 || clip.height < 1) {
      tell(await ask('unseen', index, false))
      continue
    }
    const picture = async (isFocused: boolean) => {
      await ask('hold', index, isFocused)
      const { data } = await client.send('Page.captureScreenshot', {
        clip: { ...clip, scale: 1 },
        optimizeForSpeed: true,
      })
      return data
    }
    const without = await picture(false)
    const focused = await picture(true)
    await ask('hold', index, false)
    if (without === focused) tell(await ask('unseen', index, true))
  }
}
