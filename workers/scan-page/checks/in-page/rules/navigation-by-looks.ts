/** Rows of links to the site's other pages ahead of the content, on a page that marks nothing as navigation. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText, wordsOf } from '#workers/scan-page/checks/in-page/dom'

const fewestLinks = 3
const mostWordsALink = 4
const navigations = 'nav, [role="navigation"], [role="menubar"], [role="menu"], [role="tablist"]'
const content = 'main, [role="main"], h1'
const elsewhere =
  'main, [role="main"], article, aside, footer, form, table, dialog, [role="dialog"], [role="contentinfo"], [role="complementary"], details'

export const navigationByLooks: StaticCheck = {
  rule: 'navigation-by-looks',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put the links into <nav>, which screen readers list and go to.',
  find: (elements, isTop) => [...rowOfLinks(elements, isTop), ...crumbs(elements)],
}

const calledCrumbs = '[class*="breadcrumb" i], [id*="breadcrumb" i]'

/** The way to this page, by what programs call it. */
const crumbs = (elements: readonly Element[]): Hit[] =>
  pick(elements, calledCrumbs)
    .filter(
      (each) =>
        !each.parentElement?.closest(calledCrumbs) && !each.closest(navigations) && !each.querySelector(navigations),
    )
    .filter((each) => each.querySelectorAll('a[href]').length >= fewestCrumbs && isSeen(each) && isExposed(each))
    .slice(0, 1)
    .map((element) => ({
      element,
      confidence: 'high',
      message: `The way to this page, ${quote(spokenText(element, 80))}, is marked as no navigation.`,
      remedy: 'Put the links into <nav aria-label="Breadcrumb">, which screen readers list and go to.',
    }))

const fewestCrumbs = 2

function rowOfLinks(elements: readonly Element[], isTop: boolean): Hit[] {
  if (!isTop || pick(elements, navigations).length > 0) return []
  const [start] = pick(elements, content).filter((each) => isExposed(each) && isSeen(each))
  if (!start) return []
  const row = pick(elements, 'ul, ol, div, p').find(
    (each) =>
      !each.closest(elsewhere) &&
      Boolean(each.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING) &&
      !each.contains(start) &&
      isRow(each),
  )
  if (!row) return []
  return [
    {
      element: row,
      confidence: 'high' as const,
      message: `These links to other pages, ${quote(spokenText(row, 80))}, stand ahead of the content, and nothing on the page is marked as navigation.`,
    },
  ]
}

/** Each of its children is such a link, or holds one and nothing else. */
function isRow(row: Element): boolean {
  const children = [...row.children]
  if (children.length < fewestLinks || !isSeen(row) || !isExposed(row)) return false
  const links = children.map((child) => (child.matches('a') ? child : child.querySelector('a')))
  const addresses = new Set(
    links.flatMap((link) => (link instanceof HTMLAnchorElement && leadsOn(link) ? link.pathname : [])),
  )
  return (
    addresses.size >= fewestLinks &&
    addresses.size === children.length &&
    children.every((child) => isLinkAlone(child)) &&
    wordsOf(spokenText(row, 400)).length <= children.length * mostWordsALink
  )
}

const isLinkAlone = (child: Element): boolean => {
  const links = child.matches('a') ? [child] : [...child.querySelectorAll('a')]
  return (
    links.length === 1 && spokenText(links[0] ?? child, 100) === spokenText(child, 100) && spokenText(child, 100) !== ''
  )
}

const leadsOn = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === location.origin && pathname !== location.pathname
