/** Long texts whose lines nearly touch. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'

const fewestLetters = 200
const fewestLines = 4
/** WCAG asks for 1.5; what a browser does by itself lies near 1.2. */
const tightest = 1.15
const hitsTaken = 3

export const textLinesTight: StaticCheck = {
  rule: 'text-lines-tight',
  criteria: ['1.4.8'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Give running text a line height of 1.5.',
  find: (elements) =>
    textHolders(elements)
      .filter(
        ({ element, own }) =>
          own.length >= fewestLetters && element.matches('p, li, dd, div, td, blockquote, section, article'),
      )
      .flatMap(({ element, own }) => {
        const { lineHeight, fontSize } = getComputedStyle(element)
        const share = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
        if (!(share < tightest) || !isSeen(element) || !isExposed(element)) return []
        if (element.getBoundingClientRect().height < fewestLines * Number.parseFloat(lineHeight) - 1) return []
        return [
          {
            element,
            message: `The lines of ${quote(own)} stand ${share.toFixed(2)} of the size of their letters apart; 1.5 is asked for.`,
          },
        ]
      })
      .slice(0, hitsTaken),
}
