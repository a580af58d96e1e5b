/** Blocks that repeat on other pages before the content, with no way past them but to read them. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
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
    if (!first) return unmarkedBlock(elements)
    if (first.closest('main')) return []
    const isRepeated = (element: Element) => repeated.some((block) => block.contains(element))
    const content = pick(elements, 'p, article').find((element) => !isRepeated(element) && isSeen(element))
    if (!content || !(first.compareDocumentPosition(content) & Node.DOCUMENT_POSITION_FOLLOWING)) return []
    // While a drawer or a dialog is open, the content behind it may be inert.
    if (pick(elements, 'main, [role="main"]').some((main) => isExposed(main) || closest(main, '[inert]') !== null))
      return []
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

const landmarks =
  'main, header, footer, nav, aside, section, article, search, [role], dialog, form, details, h1, h2, h3, h4, h5, h6'
const rows = 'div, ul, ol, table, p, center, font, span'
const fewestLinks = 3
const mostWordsALink = 4

/** A row of links to other pages before the content, on a page of which no part is marked and that has no heading. */
function unmarkedBlock(elements: readonly Element[]): Hit[] {
  if (pick(elements, landmarks).some(isExposed)) return []
  const links = pick(elements, 'a[href]').filter((link) => isExposed(link) && isSeen(link))
  const [first] = links
  if (!first || links.some((link) => link.getAttribute('href')?.startsWith('#'))) return []
  const block = [...pick(elements, rows)].findLast((row) => {
    const inside = links.filter((link) => row.contains(link))
    return (
      row.contains(first) &&
      inside.length >= fewestLinks &&
      inside.filter((link) => link instanceof HTMLAnchorElement && leadsToSibling(link)).length >= fewestLinks &&
      wordsOf(spokenText(row)).length <= inside.length * mostWordsALink
    )
  })
  if (!block) return []
  const linksIn = (row: Element) => links.filter((link) => row.contains(link)).length
  const content = pick(elements, 'p, td, div').find(
    (element) =>
      !block.contains(element) &&
      !element.contains(block) &&
      Boolean(block.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) &&
      wordsOf(spokenText(element, 300)).length >= (linksIn(block) < manyLinks ? fewestOfContent : fewestWords),
  )
  if (!content) return []
  return [
    {
      element: block,
      tier: 'practice',
      confidence: 'high',
      message: `These ${linksIn(block)} links come before the content, and there is no landmark, no heading and no skip link to get past them.`,
    },
  ]
}

const fewestOfContent = 25
/** So many are in the way of the shortest text. */
const manyLinks = 12

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
