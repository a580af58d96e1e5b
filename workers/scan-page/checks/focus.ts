/** Visible focus: where no style tells of it, two pictures of the element do, without and with the focus. */
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { CheckTools } from '#workers/scan-page/checks/tools'

const picturesTaken = 3

export async function focus({ ask, session }: CheckTools): Promise<Found[]> {
  const client = await session()
  await client.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  const suspects = await ask('unseenFocus')
  const found: Found[] = []
  for (let index = 0; index < suspects; index += 1) {
    const clip = index < picturesTaken ? await ask('stage', index) : undefined
    if (!clip || clip.width < 1 || clip.height < 1) {
      found.push(...(await ask('unseen', index, false)))
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
    if (without === focused) found.push(...(await ask('unseen', index, true)))
  }
  return found
}
