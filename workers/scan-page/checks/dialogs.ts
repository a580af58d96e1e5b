/** Dialogs: opened by buttons that surely do nothing else, then left by Escape. */
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { escapeKey, press } from '#workers/scan-page/checks/keyboard'
import type { CheckTools } from '#workers/scan-page/checks/tools'

export async function dialogs({ ask, session, outlook }: CheckTools): Promise<Found[]> {
  const client = await session()
  const found: Found[] = []
  for (let index = 0; index < outlook.openers; index += 1) {
    if (!(await ask('open', index))) continue
    await press(client, escapeKey)
    found.push(...(await ask('escaped')))
  }
  return found
}
