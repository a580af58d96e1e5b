/** Pictures whose caption is their alternative, word for word. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const captionRepeatsAlternative: StaticCheck = {
  rule: 'caption-repeats-alternative',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Let the alternative say what is seen beyond the caption: the same words are read twice.',
  find: (elements) =>
    pick(elements, 'figure img[alt]').flatMap((element) => {
      const figure = closest(element, 'figure')
      const caption = figure?.querySelector('figcaption')
      // The name of a link or a button has to say it, and of several pictures each is called by itself.
      if (!figure || !caption || closest(element, 'a[href], button') || figure.querySelectorAll('img, svg').length > 1)
        return []
      const alt = bare(element.getAttribute('alt') ?? '')
      if (alt === '' || alt !== bare(caption.textContent ?? '')) return []
      if (!isSeen(element) || !isExposed(element) || !isSeen(caption) || !isExposed(caption)) return []
      return [
        {
          element,
          message: `The caption of this picture, ${quote(squeeze(caption.textContent ?? ''))}, is its alternative once more.`,
        },
      ]
    }),
}

const bare = (text: string): string =>
  squeeze(text)
    .toLowerCase()
    .replace(/[\s.:;,!]+$/, '')
