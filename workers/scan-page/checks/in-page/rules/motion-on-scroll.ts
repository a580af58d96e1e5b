/** Parts of a page that fly in, or go at a speed of their own, when it is scrolled. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { motionOnInteraction, movedByScrolling } from '#workers/scan-page/checks/in-page/motion'

export const motionOnScroll: StaticCheck = {
  ...motionOnInteraction,
  rule: 'motion-on-scroll',
  find: movedByScrolling,
}
