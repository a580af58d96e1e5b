/** Made-up controls, worked by real keys: what a click does, Enter and Space must do as well. */
import { spaceUnheard } from '#workers/scan-page/checks/in-page/activating'
import { enterThrownAway } from '#workers/scan-page/checks/in-page/enter-thrown-away'
import { controlWithoutKeys } from '#workers/scan-page/checks/in-page/heard'
import { enterKey, press, spaceKey } from '#workers/scan-page/checks/keyboard'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const activation: LiveCheck = {
  name: 'activation',
  metas: [controlWithoutKeys, spaceUnheard, enterThrownAway],
  budgetMs: 2500,
  acts: true,
  // Where no key is heard at all, that was told by what is listened for.
  isDue: ({ heard, altered }) => heard.hasKeys && !altered.isSo,
  async run({ ask, session }, tell) {
    tell(await ask('throwsEnterAway'))
    const count = await ask('findActivatable')
    if (count === 0) return
    const client = await session()
    await client.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    for (let index = 0; index < count; index += 1) {
      for (const [name, key] of [
        ['enter', enterKey],
        ['space', spaceKey],
      ] as const) {
        if (!(await ask('focusOnControl', index))) break
        await press(client, key)
        // A second press takes back what the first has done.
        if (await ask('keyAnswered', index, name)) await press(client, key)
      }
      tell(await ask('clickedControl', index))
    }
  },
}
