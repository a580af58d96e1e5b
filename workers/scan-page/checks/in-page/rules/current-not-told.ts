/** Links of a navigation of which one is marked as the current one by its looks alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

const called =
  /^(?:(?:is|nav|page|menu|item|tab|link)[-_]+)?(?:active|current|selected|at)(?:[-_]+(?:page|item|link|menu|step))?$|(?:--|__)(?:active|current|selected)$/i
const fewestLinks = 3

export const currentNotTold: StaticCheck = {
  rule: 'current-not-told',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Set aria-current="page" on the link of the page that is shown, or aria-current="step" in a row of steps.',
  find: (elements) =>
    pick(elements, 'nav, [role="navigation"], [class*="pagination" i], [class*="breadcrumb" i]').flatMap(
      (navigation) => {
        if (navigation.querySelector('[aria-current], [role="tab"], [aria-selected], nav')) return []
        const links = [...navigation.querySelectorAll('a[href]')].filter((link) => isExposed(link) && isSeen(link))
        if (links.length < fewestLinks) return []
        const marked = links.filter(isMarked)
        const [current] = marked
        if (!current || marked.length > 1) return []
        const others = links.filter(
          (link) => link !== current && link.parentElement?.localName === current.parentElement?.localName,
        )
        const look = lookOf(current)
        if (others.length < fewestLinks - 1 || others.some((link) => lookOf(link) === look)) return []
        return [
          {
            element: current,
            confidence: 'medium' as const,
            message: `That ${quote(nameOf(current))} is the current one of ${links.length} links, its looks alone say.`,
          },
        ]
      },
    ),
}

/** By a class of its own, or of the entry that it stands in. */
const isMarked = (link: Element): boolean =>
  [link, link.parentElement].some(
    (each) => each?.matches('a, li, span') && [...each.classList].some((name) => called.test(name)),
  )

function lookOf(link: Element): string {
  const around = link.parentElement ? getComputedStyle(link.parentElement) : null
  const { color, backgroundColor, fontWeight, borderBottomColor, borderBottomWidth, textDecorationLine } =
    getComputedStyle(link)
  return [
    color,
    backgroundColor,
    fontWeight,
    borderBottomColor,
    borderBottomWidth,
    textDecorationLine,
    around?.backgroundColor,
  ].join()
}
