/** Pages whose end moves away: whenever it is reached, something more is put in before it. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { hasUnreadPrograms, readPrograms } from '#workers/scan-page/checks/in-page/programs'

export const infiniteScroll: CheckMeta = {
  rule: 'infinite-scroll',
  criteria: [],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Offer a button that loads more, so that the end of the page can be reached.',
}

const fewestNew = 5
const nearestPx = 100

/** What stands at the end and can be followed or pressed, where a script may hear of the page's being scrolled. */
function footOf(elements: readonly Element[]): Element | null {
  const mayHear =
    hasUnreadPrograms(elements) || readPrograms(elements).some(({ text }) => /scroll|IntersectionObs/i.test(text))
  if (!mayHear) return null
  const foot = pick(elements, 'body > footer, [role="contentinfo"], footer').at(-1)
  return foot && isExposed(foot) && isSeen(foot) && foot.querySelector('a[href], button') ? foot : null
}

const fromTop = (element: Element) => element.getBoundingClientRect().top + scrollY
const elementsNow = () => document.getElementsByTagName('*').length

/** The end is gone to again and again; the page is left where it was, though it may be longer. */
export function reachingEnd(elementsOf: () => readonly Element[]) {
  let foot: Element | null = null
  let start = 0
  let before = { top: 0, count: 0 }
  return {
    findFoot(): boolean {
      foot = footOf(elementsOf())
      start = scrollY
      return foot !== null
    },
    goToEnd(): void {
      if (foot) before = { top: fromTop(foot), count: elementsNow() }
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    },
    hasEndMoved: (): boolean =>
      foot !== null && elementsNow() >= before.count + fewestNew && fromTop(foot) > before.top + nearestPx,
    leaveEnd(isEndless: boolean): Found[] {
      scrollTo({ top: start, behavior: 'instant' })
      if (!isEndless || !foot) return []
      return [
        foundOf(infiniteScroll, {
          element: foot,
          confidence: 'high',
          message: `Whenever the end of the page is reached, more is put in before this ${tagOf(foot)}: nobody gets to what stands in it.`,
        }),
      ]
    },
  }
}
