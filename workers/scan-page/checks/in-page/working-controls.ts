/** The part of the in-page checks that works made-up controls. */
import {
  type ActivationKey,
  activatable,
  answered,
  clicked,
  focusOn,
  type Listening,
  type TriedControl,
} from '#workers/scan-page/checks/in-page/activating'
import { throwsEnterAway } from '#workers/scan-page/checks/in-page/enter-thrown-away'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { hears, type Sheet, withAt } from '#workers/scan-page/checks/in-page/sheet'

/** Made-up controls, worked by keys and by a click. */
export function activating(sheet: Sheet) {
  let tried: TriedControl[] = []
  let heard: Listening | null = null
  return {
    findActivatable(): number {
      tried = activatable(hears(sheet), sheet.deaf)
      return tried.length
    },
    async focusOnControl(index: number): Promise<boolean> {
      heard = (await withAt(tried, index, focusOn)) ?? null
      return heard !== null
    },
    async keyAnswered(index: number, key: ActivationKey): Promise<boolean> {
      const pressed = heard
      return (await withAt(tried, index, (control) => pressed && answered(control, key, pressed))) ?? false
    },
    throwsEnterAway,
    clickedControl: async (index: number): Promise<Found[]> => (await withAt(tried, index, clicked)) ?? [],
  }
}
