/** Blocks that repeat on other pages before the content, with no way past them but to read them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  headings,
  isExposed,
  isSeen,
  isShown,
  nameOf,
  pick,
  spokenText,
  tagOf,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'

export const bypassBlocks: StaticCheck = {
  rule: 'bypass-blocks',
  criteria: ['2.4.1'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Put the content into <main>, begin it with a heading, and offer a “Skip to content” link first of all.',
  find(elements, isTop) {
    if (!isTop) return []
    const repeated = pick(elements, 'nav, [role="navigation"], aside, [role="complementary"]').filter(
      (block) =>
        isExposed(block) &&
        isShown(block) &&
        (block.localName === 'aside' || (block.querySelector('a[href]') !== null && hasEntries(block))),
    )
    const [first] = repeated
    if (!first || first.closest('main')) return []
    const isRepeated = (element: Element) => repeated.some((block) => block.contains(element))
    const content = pick(elements, 'p, article').find((element) => !isRepeated(element) && isSeen(element))
    if (!content || !(first.compareDocumentPosition(content) & Node.DOCUMENT_POSITION_FOLLOWING)) return []
    if (pick(elements, 'main, [role="main"]').some(isExposed)) return []
    if (pick(elements, 'a[href*="#"], button, [role="link"], [role="button"]').some((each) => isSkip(each, first)))
      return []
    const hasHeading = pick(elements, headings).some(
      (element) => isExposed(element) && isSeen(element) && !isRepeated(element),
    )
    const missing = hasHeading
      ? 'no main landmark and no skip link'
      : 'no main landmark, no skip link and no heading before the content'
    const isSure = !hasHeading && wordsOf(spokenText(content)).length >= fewestWords && !mayBePassed(first, elements)
    return [
      {
        element: first,
        tier: isSure ? 'error' : 'warning',
        confidence: hasHeading ? 'low' : 'high',
        message: `This ${tagOf(first)} comes before the content, and there is ${missing} to get past it.`,
      },
    ]
  },
}

/** A single link is no block; the entry of the page itself need not be a link. */
const hasEntries = (block: Element) => ['a', 'li'].some((entry) => block.querySelectorAll(entry).length > 1)

/** Where so much is read, it is what the page is for. */
const fewestWords = 8

/**
 * Whether the block may be no repeated one, as the page leads to no other of its site, or there may be a way past it that is not
 * seen in the markup: what folds it away, another part that screen readers go to.
 */
function mayBePassed(block: Element, elements: readonly Element[]): boolean {
  if (!pick(elements, 'a[href]').some((link) => link instanceof HTMLAnchorElement && leadsToSibling(link))) return true
  if (closest(block, 'details, dialog, [role="dialog"]')) return true
  if (pick(elements, 'article, [role="region"], section[aria-label], section[aria-labelledby]').some(isExposed))
    return true
  return pick(elements, 'button, summary, [role="button"], [onclick], [aria-controls], [aria-expanded]').some(
    (control) =>
      control.compareDocumentPosition(block) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINS),
  )
}

/** To another page of the site. */
const leadsToSibling = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === location.origin && pathname !== location.pathname

const isOfThisPage = (link: HTMLAnchorElement) =>
  link.getAttribute('href')?.startsWith('#') === true || link.href.startsWith(`${location.href.replace(/#.*$/, '')}#`)

/** A link or button ahead of the block that goes to a place of this page beyond it. */
function isSkip(element: Element, block: Element): boolean {
  if (!isExposed(element)) return false
  const target =
    element instanceof HTMLAnchorElement
      ? isOfThisPage(element) && decodeURIComponent(element.hash.slice(1))
      : /#([\w-]+)/.exec(element.getAttribute('onclick') ?? '')?.[1]
  if (!target || nameOf(element) === '') return false
  const place = document.getElementById(target) ?? document.getElementsByName(target)[0]
  if (!place || block.contains(place)) return false
  return Boolean(block.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING)
}
