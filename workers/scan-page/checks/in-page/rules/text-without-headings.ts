/** Long texts that no heading divides. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isExposed, isSeen, pick, wordsOf } from '#workers/scan-page/checks/in-page/dom'

const mostWords = 800
const fewestParagraphs = 8

export const textWithoutHeadings: StaticCheck = {
  rule: 'text-without-headings',
  criteria: ['2.4.10'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'Begin each part of the text with a heading that says what it is about.',
  find(elements) {
    const hits: Hit[] = []
    let paragraphs: Element[] = []
    const close = () => {
      const seen = paragraphs.length >= fewestParagraphs ? paragraphs.filter(isSeen) : []
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
    const apart = new Set(pick(elements, ':is(li, table, blockquote, footer, [role="log"], [role="feed"]) p'))
    for (const element of pick(elements, `p, ${headings}`)) {
      if (element.matches(headings)) {
        if (isExposed(element)) close()
        continue
      }
      if (!apart.has(element)) paragraphs.push(element)
    }
    close()
    return hits
  },
}
