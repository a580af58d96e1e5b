/** The page's head, its navigation and its foot within its main part: who goes to that comes past nothing. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, isStop, pick } from '#workers/scan-page/checks/in-page/dom'

const fewestLinks = 3

export const mainAroundAll: StaticCheck = {
  rule: 'main-around-all',
  criteria: ['1.3.1', '2.4.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Leave in <main> what this page alone has, and put header, navigation and footer beside it.',
  find: (elements, isTop) => {
    const [main, other] = pick(elements, 'main, [role="main"]').filter((each) => isExposed(each) && isSeen(each))
    if (!isTop || !main || other) return []
    const navigation = [...main.querySelectorAll('nav, [role="navigation"]')].find(
      (each) => isSeen(each) && isExposed(each) && each.querySelectorAll('a[href]').length >= fewestLinks,
    )
    const foot = [...main.querySelectorAll('footer, [role="contentinfo"]')].find(
      (each) => !each.closest(parts) && isSeen(each),
    )
    const head = navigation?.closest('header, [role="banner"]')
    if (!navigation || !foot || !head || head.closest(parts) || !main.contains(head)) return []
    const content = main.querySelector('h1, h2, [role="heading"]')
    const isBefore = content && navigation.compareDocumentPosition(content) & Node.DOCUMENT_POSITION_FOLLOWING
    // What leads past the navigation may stand before it all.
    const outside = elements.filter((each) => !main.contains(each) && isStop(each) && !each.matches('a[href^="#"]'))
    if (!isBefore || outside.length > 0) return []
    return [
      {
        element: main,
        confidence: 'high',
        message:
          'The main part of the page holds its header, its navigation and its footer as well: who goes to it comes past none of them.',
      },
    ]
  },
}

const parts = 'article, section, aside, dialog, [role="dialog"], [role="region"], [role="article"]'
