/** The whole page walked through by Tab: what keeps the focus, and whether the order is that of what is seen. */
import { dialogTabLeaves } from '#workers/scan-page/checks/in-page/dialogs'
import { focusObscured, focusOrder } from '#workers/scan-page/checks/in-page/key-walk'
import { backTab, press, tab } from '#workers/scan-page/checks/keyboard'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

const stopsTaken = 60
/** So many are pressed before the page is asked where they led: a question takes as long as several keys. */
const pressedAtOnce = 12

export const keyWalk: LiveCheck = {
  name: 'key walk',
  metas: [focusOrder, focusObscured, dialogTabLeaves],
  budgetMs: 3000,
  acts: true,
  // What nobody listens to holds no focus, and what stands in the order of its source is walked in it.
  isDue: ({ outlook, heard }) =>
    outlook.hasStops && (heard.hasKeys || outlook.mayTurnOrder || outlook.hasBars || outlook.hasModal),
  async run({ ask, session, heard, outlook }, tell) {
    const client = await session()
    await client.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    await ask('startKeyWalk')
    const walk = async (key: typeof tab) => {
      for (let pressed = 0; pressed < stopsTaken; pressed += pressedAtOnce) {
        await Promise.all(Array.from({ length: pressedAtOnce }, () => press(client, key)))
        if (await ask('isWalked')) return
      }
    }
    await walk(tab)
    if (outlook.hasBars && (await ask('turnBack'))) await walk(backTab)
    const { found, stuck } = await ask('endKeyWalk')
    // Whether it is a trap is tried with more keys.
    heard.traps += stuck
    tell(found)
  },
}
