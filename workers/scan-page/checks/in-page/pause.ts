/** Whether a page offers to stop what moves on it. */
import { isSeen, nameOf, pick } from '#workers/scan-page/checks/in-page/dom'

const controls = 'button, [role="button"], input[type="button"], [role="switch"], input[type="checkbox"]'
const words =
  /(?<!\p{L})(?:pau[sz][ae]|pausieren|pausar|stop|halt|freeze|hide|animation|motion|anhalten|arrêter|suspendre|detener|parar|ferma|interrompi|zatrzymaj|wstrzymaj|stanna|一時停止|暂停|пауза|остановить)/iu

export const canPause = (elements: readonly Element[]): boolean =>
  pick(elements, controls).some((element) => words.test(nameOf(element)) && isSeen(element))
