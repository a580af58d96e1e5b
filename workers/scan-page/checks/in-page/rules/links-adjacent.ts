/** Links side by side that lead to the same place. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, nameOf, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

export const linksAdjacent: StaticCheck = {
  rule: 'links-adjacent',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Put the picture and the words into one link, so that it is read and reached once.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element, target }) => {
      const before = neighbour(element)
      if (!before || target === '' || !(element instanceof HTMLAnchorElement)) return []
      if (before.href !== element.href || !isReached(before) || !isReached(element) || !isExposed(before)) return []
      return [
        {
          element,
          message: `This link and the one before it, ${quote(nameOf(before) || 'without a name')}, lead to the same place.`,
        },
      ]
    }),
}

const isReached = (link: HTMLElement) => link.tabIndex >= 0

/** The link just before it, with nothing but white space and boxes of their own between. */
function neighbour(link: Element): HTMLAnchorElement | null {
  let at: Element | null = link
  while (at && isAloneBefore(at) && at.parentElement && onlyLink(at.parentElement, link)) at = at.parentElement
  if (!at || !isBlankUpTo(at)) return null
  const before = at.previousElementSibling
  if (before instanceof HTMLAnchorElement) return before
  const inner = before?.matches('div, span, figure, h1, h2, h3, h4, h5, h6, p') ? before : null
  const [first, ...others] = inner?.querySelectorAll('a[href]') ?? []
  const isWhole = inner && first && squeeze(inner.textContent ?? '') === squeeze(first.textContent ?? '')
  return isWhole && others.length === 0 && first instanceof HTMLAnchorElement ? first : null
}

const isAloneBefore = (element: Element) => element.previousElementSibling === null && isBlankUpTo(element)

const isBlankUpTo = (element: Element) => {
  const before = element.previousSibling
  return before === null || before.nodeType !== Node.TEXT_NODE || squeeze(before.nodeValue ?? '') === ''
}

const onlyLink = (box: Element, link: Element) =>
  box.matches('div, span, figure, h1, h2, h3, h4, h5, h6, p') &&
  box.querySelectorAll('a[href]').length === 1 &&
  box.contains(link)
