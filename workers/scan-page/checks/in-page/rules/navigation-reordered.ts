/** The same links in another order, a second time on a page. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, squeeze } from '#workers/scan-page/checks/in-page/dom'

const fewestLinks = 4

export const navigationReordered: StaticCheck = {
  rule: 'navigation-reordered',
  criteria: ['3.2.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Keep the links of a navigation in one order wherever it stands.',
  find: (elements) => {
    const first = new Map<string, string>()
    return pick(elements, 'nav, [role="navigation"], footer, [role="contentinfo"], ul, ol').flatMap((navigation) => {
      if (navigation.matches('ul, ol') && navigation.closest('nav, [role="navigation"]')) return []
      const links = [...navigation.querySelectorAll('a[href]')].map(
        (link) => `${link.getAttribute('href')} ${squeeze(link.textContent ?? '')}`,
      )
      if (links.length < fewestLinks || new Set(links).size !== links.length) return []
      const key = links.toSorted().join('|')
      const order = links.join('|')
      const before = first.get(key)
      first.set(key, before ?? order)
      if (before === undefined || before === order || !isExposed(navigation) || !isSeen(navigation)) return []
      return [
        {
          element: navigation,
          // Lists of the same things may be sorted otherwise.
          tier: navigation.matches('ul, ol') ? ('warning' as const) : ('practice' as const),
          message: `These ${links.length} links stand in another navigation of the page, in another order.`,
        },
      ]
    })
  },
}
