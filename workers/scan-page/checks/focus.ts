/** Visible focus: where no style tells of it, or of how much it is, two pictures of the element do, without and with the focus. */
import { PNG } from 'pngjs'
import type { CDPSession } from 'puppeteer'
import { focusShown } from '#workers/scan-page/checks/focus-pixels'
import { focusNotVisible } from '#workers/scan-page/checks/in-page/focus'
import { focusAreaSmall } from '#workers/scan-page/checks/in-page/focus-area'
import type { LiveCheck, Tell } from '#workers/scan-page/checks/live-check'
import type { CheckTools } from '#workers/scan-page/checks/tools'

const picturesTaken = 3
const areasMeasured = 8

export const focus: LiveCheck = {
  name: 'focus',
  metas: [focusNotVisible, focusAreaSmall],
  budgetMs: 3500,
  acts: true,
  isDue: ({ outlook }) => outlook.hasStops,
  run: lookAtFocus,
}

async function lookAtFocus(tools: CheckTools, tell: Tell): Promise<void> {
  const { ask, session, acting } = tools
  const client = await session()
  await client.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  const suspects = await ask('unseenFocus')
  for (let index = 0; index < suspects; index += 1) {
    const staged = index < picturesTaken ? await ask('stage', index) : undefined
    if (!staged || staged.width < 1 || staged.height < 1) {
      tell(await ask('unseen', index, false))
      continue
    }
    const clip = await acting.onPage(staged)
    const picture = async (isFocused: boolean) => {
      await ask('hold', index, isFocused)
      return pictureOf(client, clip)
    }
    const without = await picture(false)
    const focused = await picture(true)
    await ask('hold', index, false)
    if (without === focused) tell(await ask('unseen', index, true))
  }
  if (tools.asksFor('2.4.13')) await measureAreas(tools, client, tell)
}

type Clip = { x: number; y: number; width: number; height: number }

async function pictureOf(client: CDPSession, clip: Clip): Promise<string> {
  const { data } = await client.send('Page.captureScreenshot', { clip: { ...clip, scale: 1 }, optimizeForSpeed: true })
  return data
}

/** How much of what is seen changes with the focus, where the page marks it in a way of its own. */
async function measureAreas({ ask, acting }: CheckTools, client: CDPSession, tell: Tell): Promise<void> {
  const count = Math.min(await ask('markedByPage'), areasMeasured)
  for (let index = 0; index < count; index += 1) {
    const staged = await ask('stageMarked', index)
    if (!staged || staged.width < 1 || staged.height < 1) continue
    const clip = await acting.onPage(staged)
    const picture = async (isFocused: boolean) => {
      await ask('holdMarked', index, isFocused)
      return PNG.sync.read(Buffer.from(await pictureOf(client, clip), 'base64'))
    }
    const without = await picture(false)
    const shown = focusShown(without, await picture(true))
    await ask('holdMarked', index, false)
    // A screen may have several pixels for one of CSS.
    const scale = without.width / clip.width
    if (shown) tell(await ask('smallArea', index, shown.area / scale ** 2, shown.contrast))
  }
}
