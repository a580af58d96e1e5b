/** Words that a style sheet writes into the page. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'
import { iconFont } from '#workers/scan-page/icons'

export const wordsByCss: StaticCheck = {
  rule: 'words-by-css',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Write the words into the page; leave to CSS what is ornament.',
  find: (elements) =>
    readStyleRules(elements).flatMap(({ selector, style, isConditional }) => {
      const { content } = style
      if (!content || isConditional || !/::?(?:before|after)/.test(selector)) return []
      const words = squeeze([...content.matchAll(/"((?:[^"\\\\]|\\\\.)*)"/g)].map(([, text]) => text).join(' '))
      if (!/\p{L}{2,}/u.test(words) || iconFont.test(style.fontFamily)) return []
      if (/[\ue000-\uf8ff]/.test(words) || /counter|attr\(/.test(content)) return []
      const bases = selector.split(',').filter((part) => /::?(?:before|after)/.test(part))
      const hosts = fitting(elements, bases.map((part) => part.replace(/::?(?:before|after).*$/, '') || '*').join())
      const [element] = hosts.filter((host) => {
        if (host.hasAttribute('aria-label') || host.hasAttribute('aria-hidden') || !isSeen(host)) return false
        // Ligatures draw an icon in the place of such words.
        const parts = [getComputedStyle(host, '::before'), getComputedStyle(host, '::after')]
        return parts.some((part) => part.content.includes(words) && !iconFont.test(part.fontFamily))
      })
      return element
        ? [
            {
              element,
              message: `${quote(words)} is written by a style sheet (${quote(selector)}): it is not part of the page’s text.`,
            },
          ]
        : []
    }),
}
