/** Pages whose end moves away: whenever it is reached, something more is put in before it. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { hasUnreadPrograms, readPrograms } from '#workers/scan-page/checks/in-page/programs'
import { pause } from '#workers/scan-page/checks/in-page/states'

export const infiniteScroll: CheckMeta = {
  rule: 'infinite-scroll',
  criteria: [],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Offer a button that loads more, so that the end of the page can be reached.',
}

/** Parts of a page that come into being when they are scrolled to come to an end before. */
const timesReached = 3
const fewestNew = 5
const nearestPx = 100
const answerMs = 50
const longestMs = 400

/** What stands at the end and can be followed or pressed, where a script may hear of the page's being scrolled. */
function footOf(elements: readonly Element[]): Element | null {
  const mayHear =
    hasUnreadPrograms(elements) || readPrograms(elements).some(({ text }) => /scroll|IntersectionObs/i.test(text))
  if (!mayHear) return null
  const foot = pick(elements, 'body > footer, [role="contentinfo"], footer').at(-1)
  return foot && isExposed(foot) && isSeen(foot) && foot.querySelector('a[href], button') ? foot : null
}

const fromTop = (element: Element) => element.getBoundingClientRect().top + scrollY

/** Goes to the end, as often as it moves away. The page is left where it was, though longer. */
export async function chaseEnd(elements: readonly Element[]): Promise<Found[]> {
  const foot = footOf(elements)
  if (!foot) return []
  const start = scrollY
  try {
    for (let times = 0; times < timesReached; times += 1) if (!(await movesAway(foot))) return []
  } finally {
    scrollTo({ top: start, behavior: 'instant' })
  }
  return [
    foundOf(infiniteScroll, {
      element: foot,
      confidence: 'high',
      message: `Whenever the end of the page is reached, more is put in before this ${tagOf(foot)}: nobody gets to what stands in it.`,
    }),
  ]
}

async function movesAway(foot: Element): Promise<boolean> {
  const [top, count] = [fromTop(foot), document.getElementsByTagName('*').length]
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  for (let waited = 0; waited < longestMs; waited += answerMs) {
    await pause(answerMs)
    const hasMore = document.getElementsByTagName('*').length >= count + fewestNew
    if (hasMore && fromTop(foot) > top + nearestPx) return true
  }
  return false
}
