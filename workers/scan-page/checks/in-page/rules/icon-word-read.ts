/** Words from which a font draws its pictures, read out beside or in place of what is meant. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isIcon,
  isSeen,
  nameOf,
  quote,
  squeeze,
  textHolders,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { pictureName } from '#workers/scan-page/icons'

const controls = 'a[href], button, summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"]'
const foundTaken = 5

export const iconWordRead: StaticCheck = {
  rule: 'icon-word-read',
  criteria: [],
  tier: 'practice',
  impact: 'moderate',
  remedy:
    'Hide the picture from screen readers with aria-hidden="true", and leave the name to the words beside it or to an aria-label.',
  find: (elements) =>
    textHolders(elements)
      .flatMap(({ element, own }) => {
        const control = closest(element, controls)
        if (!control || element === control || !pictureName.test(own) || /^\d+$/.test(own)) return []
        if (!isIcon(element) && !isDrawnAsOne(element, own)) return []
        if (control.matches('[aria-label], [aria-labelledby]') || !isExposed(element) || !isSeen(element)) return []
        const name = nameOf(control)
        // A lone word may happen to be the right one.
        const isBeside = wordsOf(name).some((word) => !own.split('_').includes(word)) || own.includes('_')
        return isBeside && squeeze(name).includes(own)
          ? [
              {
                element,
                confidence: 'high' as const,
                message: `${quote(own)} is read out with ${quote(name)}: a font makes a picture of it for the eye alone.`,
              },
            ]
          : []
      })
      .slice(0, foundTaken),
}

const fewestLetters = 4
/** So much of what a common font takes, no narrow one makes do with. */
const leastShare = 0.55

/** Its font sets one sign in the place of all its letters. */
function isDrawnAsOne(element: Element, word: string): boolean {
  if (word.length < fewestLetters || element.firstElementChild) return false
  const { fontSize, fontFamily, letterSpacing } = getComputedStyle(element)
  const brush = new OffscreenCanvas(1, 1).getContext('2d')
  if (!brush || /^(?:serif|sans-serif|monospace|system-ui)/.test(fontFamily) || letterSpacing !== 'normal') return false
  brush.font = `${fontSize} Arial, sans-serif`
  const range = document.createRange()
  range.selectNodeContents(element)
  const [line, ...others] = range.getClientRects()
  const size = Number.parseFloat(fontSize)
  return (
    line !== undefined &&
    others.length === 0 &&
    line.width > 0 &&
    line.width <= size * 1.5 &&
    line.width < brush.measureText(word).width * leastShare
  )
}
