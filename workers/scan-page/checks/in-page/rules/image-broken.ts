/** Pictures whose address answers with something that is no picture, or with nothing. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

export const imageBroken: StaticCheck = {
  rule: 'image-broken',
  criteria: [],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Correct the address of the picture, or take it out.',
  find: (elements) =>
    pick(elements, 'img[src]').flatMap((element) => {
      if (!(element instanceof HTMLImageElement) || !element.complete || element.naturalWidth > 0) return []
      const { currentSrc } = element
      // What another site did not give, or did not give to us, may come for others.
      if (!isOfThisSite(currentSrc) || !isSeen(element) || !hasAnswered(currentSrc)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `What is at this picture’s address is no picture: ${quote(nameOf(element) || element.getAttribute('src') || '', 80)} is seen as a broken one.`,
        },
      ]
    }),
}

const isOfThisSite = (address: string) => URL.parse(address)?.origin === location.origin

/** The site itself has said what is there: no request that was cut off. */
const hasAnswered = (address: string): boolean =>
  performance
    .getEntriesByName(address)
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus >= 200)
