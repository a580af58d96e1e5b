/** Instructions that go by a colour alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, ownText, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

const color = '(?:red|green|blue|yellow|orange|purple|grey|gray|pink|bold red)'
const byColor = new RegExp(
  `\\b(?:fields?|items?|rows?|entries|dates?|events?|words?|text|names?|links?|questions?|answers?|cells?|those|options?|products?|days?|steps?|sections?|errors?|changes?|values?)\\b[^.!?]{0,40}?\\b(?:(?:marked|shown|highlighted|displayed|printed|written|indicated|labell?ed|coloured|colored|outlined) )?in ${color}\\b|\\b(?:shown|marked|highlighted|displayed|printed|written|outlined) in ${color} (?:are|is|must|have|need|were|mean|indicate)|\\b${color} (?:fields?|items?|rows?|text|entries|dates|words|labels|cells|names) (?:are|is|must|have|need|mean|indicate)`,
  'i',
)

export const meaningByColor: StaticCheck = {
  rule: 'meaning-by-color',
  criteria: ['1.4.1', '1.3.3'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Say it by a word or a sign as well, e.g. “(required)”.',
  find: (elements) =>
    pick(elements, 'p, li, td, dd, label, legend, figcaption, div, span, caption').flatMap((element) => {
      if (ownText(element).length < 12) return []
      const text = spokenText(element, 600)
      const words = byColor.exec(text)?.[0]
      if (
        !words ||
        /\basterisk|\*|\bicon\b|\bunderlined\b|\bbold(?! red)/i.test(text) ||
        !isExposed(element) ||
        !isSeen(element)
      )
        return []
      return [{ element, message: `This goes by a colour alone: ${quote(words, 90)}.` }]
    }),
}
