/** Images marked as decoration that have a title all the same. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const altEmptyWithTitle: StaticCheck = {
  rule: 'alt-empty-with-title',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'If the picture says something, put the words into alt; if it is decoration, leave the title out.',
  find: (elements) =>
    pick(elements, 'img[alt=""][title]').flatMap((element) => {
      const title = squeeze(element.getAttribute('title') ?? '')
      if (title === '' || !isSeen(element)) return []
      return [{ element, message: `This image is marked as decoration (alt=""), and its title says ${quote(title)}.` }]
    }),
}
