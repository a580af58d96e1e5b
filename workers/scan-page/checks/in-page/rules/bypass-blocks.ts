/** Blocks that repeat on other pages before the content, with no way past them but to read them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isExposed, isSeen, isShown, nameOf, pick, tagOf } from '#workers/scan-page/checks/in-page/dom'

export const bypassBlocks: StaticCheck = {
  rule: 'bypass-blocks',
  criteria: ['2.4.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Put the content into <main>, begin it with a heading, and offer a “Skip to content” link first of all.',
  find(elements, isTop) {
    if (!isTop) return []
    const repeated = pick(elements, 'nav, [role="navigation"], aside, [role="complementary"]').filter(
      (block) =>
        isExposed(block) && isShown(block) && (block.querySelector('a[href]') !== null || block.localName === 'aside'),
    )
    const [first] = repeated
    if (!first || first.closest('main')) return []
    const isRepeated = (element: Element) => repeated.some((block) => block.contains(element))
    const content = pick(elements, 'p, article').find((element) => !isRepeated(element) && isSeen(element))
    if (!content || !(first.compareDocumentPosition(content) & Node.DOCUMENT_POSITION_FOLLOWING)) return []
    if (pick(elements, 'main, [role="main"]').some(isExposed)) return []
    if (pick(elements, 'a[href^="#"], button, [role="link"], [role="button"]').some((each) => isSkip(each, first)))
      return []
    const hasHeading = pick(elements, headings).some(
      (element) => isExposed(element) && isSeen(element) && !isRepeated(element),
    )
    const missing = hasHeading
      ? 'no main landmark and no skip link'
      : 'no main landmark, no skip link and no heading before the content'
    return [
      {
        element: first,
        confidence: hasHeading ? 'low' : 'high',
        message: `This ${tagOf(first)} comes before the content, and there is ${missing} to get past it.`,
      },
    ]
  },
}

/** A link or button ahead of the block that goes to a place of this page beyond it. */
function isSkip(element: Element, block: Element): boolean {
  if (!isExposed(element)) return false
  const target = /#([\w-]+)/.exec(element.getAttribute('href') ?? element.getAttribute('onclick') ?? '')?.[1]
  if (!target || nameOf(element) === '') return false
  const place = document.getElementById(decodeURIComponent(target))
  if (!place || block.contains(place)) return false
  return Boolean(block.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING)
}
