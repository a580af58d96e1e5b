/** Links whose title says once more what they are called. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

export const linkTitleRedundant: StaticCheck = {
  rule: 'link-title-redundant',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Leave the title out: it is read twice, or not at all.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element, name }) => {
      const title = squeeze(element.getAttribute('title') ?? '')
      const isSame = title !== '' && title.toLowerCase() === name.toLowerCase()
      if (!isSame || !/\S/.test(element.textContent ?? '')) return []
      return [{ element, message: `The link’s title ${quote(title)} is the same as its text.` }]
    }),
}
