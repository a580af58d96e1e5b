/** Texts that come up on a page, or change their colours, when something is done there: those whose contrast nobody has held to anything yet. */
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import { allElements, isSeen, ownText, textHolders } from '#workers/scan-page/checks/in-page/dom'
import { isDisabled } from '#workers/scan-page/checks/in-page/measured-text'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'

const textsNoted = 1500
const freshTaken = 12
/** What holds so much is no text that has changed, but a part of the page. */
const largestHolder = 20

/** Each text that is seen, with what it says and how it is painted. */
export type TextsSeen = ReadonlyMap<Element, string>

export const textsSeen = (): TextsSeen =>
  new Map(
    textHolders(allElements())
      .slice(0, textsNoted)
      .flatMap(({ element, own }) => (isSeen(element) ? [[element, paintedAs(element, own)] as const] : [])),
  )

function paintedAs(element: Element, own: string): string {
  const { color, backgroundColor, opacity } = getComputedStyle(element)
  return `${own}|${color}|${backgroundColor}|${opacity}|${groundColor(element)}`
}

/** Those that were not there before, or looked otherwise. */
export function freshTexts(before: TextsSeen, limit = freshTaken): Element[] {
  return textHolders(allElements())
    .slice(0, textsNoted)
    .filter(({ element, own }) => isSeen(element) && before.get(element) !== paintedAs(element, own))
    .map(({ element }) => element)
    .filter((element) => element.getElementsByTagName('*').length <= largestHolder)
    .slice(0, limit)
}

/** Whether its styles tell of too little contrast, at level AA; an engine says for sure. */
export function isFaint(element: Element): boolean {
  const ground = groundColor(element)
  const { color, fontSize, fontWeight } = getComputedStyle(element)
  const paint = paintOf(color)
  if (!ground || !paint || isDisabled(element) || ownText(element) === '') return false
  const size = Number.parseFloat(fontSize)
  const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
  return contrastOf(over(paint.color, paint.alpha, ground), ground) < (isLarge ? 3 : 4.5)
}
