/** Texts of several subjects, or long ones, that no heading divides. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, headings, isExposed, isSeen, pick, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { partedTexts } from '#workers/scan-page/checks/in-page/parted-text'

const apart = 'li, table, blockquote, footer, [role="log"], [role="feed"]'
/** From so many words on, somebody should look; from so many, or where lines part it, it has sections. */
const manyWords = 250
const mostWords = 1500
const fewestParagraphs = 8
const fewestParts = 3

export const textWithoutHeadings: StaticCheck = {
  rule: 'text-without-headings',
  criteria: ['2.4.10'],
  tier: 'practice',
  isOnlyIfAsked: true,
  impact: 'minor',
  remedy: 'Begin each part of the text with a heading that says what it is about.',
  find(elements) {
    const parted = partedTexts(elements)
    if (pick(elements, 'p').length < fewestParagraphs) return parted
    const told = new Set(parted.map(({ element }) => element))
    const hits: Hit[] = []
    let paragraphs: Element[] = []
    const close = () => {
      const seen =
        paragraphs.length < fewestParagraphs
          ? []
          : paragraphs.filter((paragraph) => !closest(paragraph, apart) && isSeen(paragraph))
      const words = seen.reduce((sum, { textContent }) => sum + wordsOf(textContent ?? '').length, 0)
      const [first] = seen
      if (first && seen.length >= fewestParagraphs && words >= manyWords && !seen.some((each) => told.has(each)))
        hits.push({
          element: first,
          tier: words >= mostWords || partsOf(seen) >= fewestParts ? 'practice' : 'warning',
          confidence: 'medium',
          message: `From here on, ${words} words in ${seen.length} paragraphs follow without a heading.`,
        })
      paragraphs = []
    }
    for (const element of pick(elements, `p, ${headings}`)) {
      if (element.localName === 'p' && !element.hasAttribute('role')) paragraphs.push(element)
      else if (paragraphs.length > 0 && isExposed(element)) close()
    }
    close()
    return [...parted, ...hits]
  },
}

/** Into how many parts lines or rows of stars divide it. */
const partsOf = (paragraphs: readonly Element[]): number =>
  1 + paragraphs.filter((each) => each.nextElementSibling?.matches('hr')).length
