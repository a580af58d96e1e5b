/** What is pressed and smaller than a fingertip. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isFocusable,
  isSeen,
  nameOf,
  parentOf,
  pick,
  quote,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'

const leastPx = 44
/** Lines are somewhat higher with one font than with another. */
const sparedPx = 2
const rowsTold = 5

export const targetBelowFinger: StaticCheck = {
  rule: 'target-below-finger',
  criteria: ['2.5.5'],
  tier: 'practice',
  impact: 'minor',
  isOnlyIfAsked: true,
  remedy: 'Give it at least 44 by 44 pixels: min-width and min-height, or padding that can be pressed as well.',
  find(elements) {
    const small = pick(elements, pressed).filter(isTooSmall)
    if (small.length === 0) return []
    const large = new Set(
      pick(elements, pressed)
        .filter((each) => !small.includes(each) && isSeen(each))
        .map(nameOf),
    )
    // What another one does that is large enough is done by that.
    const alone = small.filter((each) => !large.has(nameOf(each)))
    return [...Map.groupBy(alone, holderOf).values()].slice(0, rowsTold).flatMap((row): Hit[] => {
      const [first] = row
      if (!first) return []
      const { width, height } = first.getBoundingClientRect()
      const others = row.length > 1 ? `, as are ${row.length - 1} beside it` : ''
      return [
        {
          element: first,
          confidence: 'high',
          message: `${quote(nameOf(first) || 'What is pressed here')} is ${Math.round(width)} by ${Math.round(height)} pixels large${others}.`,
        },
      ]
    })
  },
}

const pressed =
  'button, a[href], summary, input[type="button"], input[type="submit"], input[type="reset"], input[type="image"], [role="button"], [role="tab"], [role="switch"], [role="menuitem"]'
const letters = /[\p{L}\p{N}]/gu
const mostLetters = 2
/** One or two of these are a word. */
const wordSigns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function isTooSmall(element: Element): boolean {
  if (!isFocusable(element) || !isSeen(element) || !isExposed(element)) return false
  const { width, height } = element.getBoundingClientRect()
  if (Math.min(width, height) >= leastPx - sparedPx) return false
  // Words that lead on are read, and stand among others mostly.
  const words = squeeze(element.textContent ?? '')
  const isWorded = (words.match(letters)?.length ?? 0) > mostLetters || wordSigns.test(words)
  if (!element.matches('button, input') && isWorded) return false
  if (element.localName === 'a' && Math.max(width, height) >= leastPx - sparedPx) return false
  if (closest(element, 'p, svg, label') || isOfBrowser(element) || isWidened(element)) return false
  const around = parentOf(element)
  return !(around && closest(around, 'a[href], button, summary'))
}

/** As large as the browser makes it. */
function isOfBrowser(element: Element): boolean {
  if (!element.matches('button, input, summary')) return false
  if (element.localName === 'summary') return true
  const { paddingTop, paddingLeft } = getComputedStyle(element)
  const styles = element.computedStyleMap()
  return (
    paddingTop === '1px' &&
    paddingLeft === '6px' &&
    ['width', 'height', 'min-width', 'min-height'].every((name) => /^(?:auto|0px)$/.test(String(styles.get(name))))
  )
}

/** Something unseen that is laid over it is pressed with it. */
const isWidened = (element: Element): boolean =>
  ['::before', '::after'].some((name) => {
    const { content, position, width, height } = getComputedStyle(element, name)
    return (
      content !== 'none' &&
      position === 'absolute' &&
      Number.parseFloat(width) >= leastPx - sparedPx &&
      Number.parseFloat(height) >= leastPx - sparedPx
    )
  })

/** The row or list that it stands in with its like. */
function holderOf(element: Element): Element | null {
  const parent = parentOf(element)
  return parent?.matches('li, td, span') ? parentOf(parent) : parent
}
