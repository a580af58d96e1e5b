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
    readStyleRules(elements).flatMap(({ selector, style }) => {
      const { content } = style
      if (!content || !/::?(?:before|after)/.test(selector) || iconFont.test(style.fontFamily)) return []
      // What an attribute says that is read out, or meant for print, is no word of the style's.
      if (/counter|attr\(\s*(?:href|title|alt|aria-|cite)/.test(content)) return []
      const bases = selector.split(',').filter((part) => /::?(?:before|after)/.test(part))
      const hosts = fitting(elements, bases.map((part) => part.replace(/::?(?:before|after).*$/, '') || '*').join())
      const said = hosts
        .values()
        .map((element) => ({ element, words: wordsBeside(element) }))
        .find(({ words }) => words !== '')
      return said
        ? [
            {
              element: said.element,
              message: `${quote(said.words)} is written by a style sheet (${quote(selector)}): it is not part of the page’s text.`,
            },
          ]
        : []
    }),
}

/** What is seen before and behind the words of an element and is none of them. */
function wordsBeside(host: Element): string {
  if (host.hasAttribute('aria-label') || host.hasAttribute('aria-hidden') || !isSeen(host)) return ''
  const parts = [getComputedStyle(host, '::before'), getComputedStyle(host, '::after')].filter(
    // Ligatures draw an icon in the place of such words.
    ({ fontFamily, display, visibility, opacity }) =>
      !iconFont.test(fontFamily) && display !== 'none' && visibility === 'visible' && opacity !== '0',
  )
  const words = parts.map(({ content }) =>
    squeeze(
      [...content.replace(/url\("[^"]*"\)/g, '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join(' '),
    ),
  )
  // The same words once more keep a place open, or throw a shadow.
  const own = squeeze(host.textContent ?? '').toLowerCase()
  return (
    words.find(
      (text) => /\p{L}{2,}/u.test(text) && !/[\ue000-\uf8ff]/.test(text) && !own.includes(text.toLowerCase()),
    ) ?? ''
  )
}
