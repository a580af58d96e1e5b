/** Cells of a table that the style sheet for printing takes out, while the rest of the table is printed. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { rulesOf, sheetsOf } from '#workers/scan-page/checks/in-page/style-rules'

const cells = 'td, th'
const pressed = 'a[href], button, input, select, textarea, summary, [role="button"]'
const fewestCells = 2
const rulesRead = 2000

export const lostInPrint: StaticCheck = {
  rule: 'lost-in-print',
  criteria: [],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Leave the data of a table in print, and take out only what is pressed.',
  find: (elements) => {
    const selectors = hiddenInPrint(elements)
    if (selectors.length === 0) return []
    const hidden = selectors.join()
    return pick(elements, 'table').flatMap((table) => {
      if (table.closest(hidden)) return []
      const lost = [...table.querySelectorAll(cells)].filter(
        (cell) =>
          isSeen(cell) &&
          /[\p{L}\d]/u.test(spokenText(cell, 100)) &&
          !cell.querySelector(pressed) &&
          !cell.parentElement?.matches(hidden) &&
          [cell, ...cell.children].some((part) => isAll(part, cell) && part.matches(hidden)),
      )
      const [first] = lost
      if (!first || lost.length < fewestCells) return []
      return [
        {
          element: first,
          confidence: 'high' as const,
          message: `Printed, ${lost.length} cells of this table lack what they say here, ${quote(spokenText(first, 60))} among them.`,
        },
      ]
    })
  },
}

const isAll = (part: Element, cell: Element) => part === cell || spokenText(part, 100) === spokenText(cell, 100)

/** Selectors of what is not to be seen in print. */
function hiddenInPrint(elements: readonly Element[]): string[] {
  const found: string[] = []
  let left = rulesRead
  const collect = (rules: Iterable<CSSRule>, isPrint: boolean): void => {
    for (const rule of rules) {
      left -= 1
      if (left < 0) return
      if (rule instanceof CSSMediaRule) collect(rule.cssRules, isPrint || isOfPrint(rule.media))
      else if (isPrint && rule instanceof CSSStyleRule && hides(rule.style)) found.push(rule.selectorText)
    }
  }
  for (const sheet of sheetsOf(elements)) collect(rulesOf(sheet), isOfPrint(sheet.media))
  return found
}

const isOfPrint = ({ mediaText }: MediaList) => /^\s*(?:only\s+)?print\b/.test(mediaText)
const hides = ({ display, visibility }: CSSStyleDeclaration) => display === 'none' || visibility === 'hidden'
