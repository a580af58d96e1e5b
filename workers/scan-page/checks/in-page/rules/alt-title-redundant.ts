/** Images whose title repeats their alternative. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const altTitleRedundant: StaticCheck = {
  rule: 'alt-title-redundant',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Leave the title out: it is read twice.',
  find: (elements) =>
    pick(elements, 'img[alt][title]').flatMap((element) => {
      const [alt, title] = ['alt', 'title'].map((name) => squeeze(element.getAttribute(name) ?? '').toLowerCase())
      if (!alt || alt !== title || !isSeen(element)) return []
      return [
        {
          element,
          message: `The title of this image, ${quote(element.getAttribute('title') ?? '')}, is its alternative once more.`,
        },
      ]
    }),
}
