/** Attributes for looks that HTML has given up. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isShown, pick, tagOf } from '#workers/scan-page/checks/in-page/dom'

const attributes = [
  'bgcolor',
  'cellpadding',
  'cellspacing',
  'valign',
  'text',
  'link',
  'vlink',
  'alink',
  'background',
  'hspace',
  'vspace',
  'noshade',
  'nowrap',
  'frameborder',
  'marginheight',
  'marginwidth',
  'longdesc',
  'summary',
]
const obsolete =
  'body[bgcolor], body[text], body[link], body[background], table[bgcolor], table[cellpadding], table[cellspacing], table[summary], td[bgcolor], td[valign], td[nowrap], th[bgcolor], tr[bgcolor], tr[valign], img[hspace], img[vspace], img[longdesc], hr[noshade], p[align], div[align], h1[align], h2[align], h3[align]'

export const obsoleteAttribute: StaticCheck = {
  rule: 'obsolete-attribute',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Use CSS instead.',
  find: (elements) =>
    pick(elements, obsolete).flatMap((element) => {
      if (!isShown(element)) return []
      const name = attributes.find((each) => element.hasAttribute(each)) ?? 'align'
      return [{ element, message: `HTML has no ${name} on ${tagOf(element)} any more.` }]
    }),
}
