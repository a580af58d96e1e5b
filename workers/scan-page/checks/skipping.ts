/** The link past the navigation, pressed for real: where the next Tab goes. */
import { skipLinkLeadsNowhere } from '#workers/scan-page/checks/in-page/skipping'
import { enterKey, press, tab } from '#workers/scan-page/checks/keyboard'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const skipping: LiveCheck = {
  name: 'skip link',
  metas: [skipLinkLeadsNowhere],
  budgetMs: 1000,
  acts: true,
  isDue: ({ outlook, altered }) => outlook.hasStops && !altered.isSo,
  async run({ ask, session, altered }, tell) {
    const client = await session()
    await client.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    if (!(await ask('startSkipping'))) return
    await press(client, enterKey)
    await ask('settled')
    await press(client, tab)
    await ask('settled')
    const { found, isBack } = await ask('endSkipping')
    tell(found)
    if (!isBack) altered.isSo = true
  },
}
