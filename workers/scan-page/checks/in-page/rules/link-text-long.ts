/** Whole sentences, and more than one, that are a link. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

export const linkTextLong: StaticCheck = {
  rule: 'link-text-long',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Make those words the link that name its target, and leave the rest a text.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element }) => {
      // A card holds parts of its own; what is said otherwise in a name is read instead.
      if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')) return []
      if (element.querySelector('img, svg, h1, h2, h3, h4, h5, h6, p, div, ul, ol, li, time, small')) return []
      const text = spokenText(element, longest * 3)
      // Titles of works and of papers are long, and have neither full stops nor so many parts.
      if (text.length <= longest || !parts.test(text) || !isExposed(element) || !isSeen(element)) return []
      return [{ element, message: `This link is ${text.length} characters long, and all of it is read as its name.` }]
    }),
}

const longest = 200
const parts = /[.!?;]\s+\S|(?:,\s[^,]+){3}/u
