/** Whether a page offers to stop what moves on it. */
import { isSeen, nameOf, pick } from '#workers/scan-page/checks/in-page/dom'

const controls = 'button, [role="button"], input[type="button"], [role="switch"], input[type="checkbox"]'
const words = /\b(?:pause|stop|halt|freeze|hide|animation|motion|anhalten|pausieren|arrêter|detener|ferma)/i

export const canPause = (elements: readonly Element[]): boolean =>
  pick(elements, controls).some((element) => words.test(nameOf(element)) && isSeen(element))
