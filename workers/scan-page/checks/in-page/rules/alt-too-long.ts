/** Text alternatives that are texts of their own. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

/** It can neither be skimmed nor stopped at. */
const longest = 300

export const altTooLong: StaticCheck = {
  rule: 'alt-too-long',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Keep the alternative to a sentence or two, and write what is more beside the picture.',
  find: (elements) =>
    pick(elements, 'img[alt], [role="img"][aria-label], input[type="image"][alt], area[alt]').flatMap((picture) => {
      const text = squeeze(picture.getAttribute('aria-label') ?? picture.getAttribute('alt') ?? '')
      if (text.length <= longest || !isExposed(picture) || !isSeen(picture)) return []
      return [
        {
          element: picture,
          message: `The alternative ${quote(text)} has ${text.length} letters: it is read in one go, and cannot be looked through.`,
        },
      ]
    }),
}
