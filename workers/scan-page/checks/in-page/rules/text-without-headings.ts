/** Long texts that no heading divides. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, headings, isExposed, isSeen, pick, wordsOf } from '#workers/scan-page/checks/in-page/dom'

const apart = 'li, table, blockquote, footer, [role="log"], [role="feed"]'
const mostWords = 800
const fewestParagraphs = 8

export const textWithoutHeadings: StaticCheck = {
  rule: 'text-without-headings',
  criteria: ['2.4.10'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'Begin each part of the text with a heading that says what it is about.',
  find(elements) {
    if (pick(elements, 'p').length < fewestParagraphs) return []
    const hits: Hit[] = []
    let paragraphs: Element[] = []
    const close = () => {
      const seen =
        paragraphs.length < fewestParagraphs
          ? []
          : paragraphs.filter((paragraph) => !closest(paragraph, apart) && isSeen(paragraph))
      const words = seen.reduce((sum, { textContent }) => sum + wordsOf(textContent ?? '').length, 0)
      const [first] = seen
      if (first && seen.length >= fewestParagraphs && words >= mostWords)
        hits.push({
          element: first,
          confidence: 'low',
          message: `From here on, ${words} words in ${seen.length} paragraphs follow without a heading.`,
        })
      paragraphs = []
    }
    for (const element of pick(elements, `p, ${headings}`)) {
      if (element.localName === 'p' && !element.hasAttribute('role')) paragraphs.push(element)
      else if (paragraphs.length > 0 && isExposed(element)) close()
    }
    close()
    return hits
  },
}
