/** Links to places of this page that are not there. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isSeen, pick, quote, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { contextOf, readLinks } from '#workers/scan-page/checks/in-page/link-texts'

const fewestWords = 3
const skips = /^(?:skip|jump|zum|direkt|aller|passer|saltar|ir al|vai|salta|naar|ga naar|przejdź|pular)(?!\p{L})/iu

export const linkTargetMissing: StaticCheck = {
  rule: 'link-target-missing',
  criteria: ['2.4.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Give the place that is meant the id which the link names.',
  find(elements) {
    const titles = new Set(
      pick(elements, headings)
        .filter(isSeen)
        .map((heading) => wordsOf(heading.textContent ?? '').join(' ')),
    )
    return readLinks(elements).flatMap(({ element, name }) => {
      const href = element.getAttribute('href') ?? ''
      // Addresses of views, and what scripts listen for by data, are no places.
      if (!/^#[\p{L}_][\w.:-]*$/u.test(href) || /^#top$/i.test(href)) return []
      if (
        element.matches(
          '[role]:not([role="link"]), [onclick], [aria-controls], [data-toggle], [data-bs-toggle], [data-target]',
        )
      )
        return []
      const id = decodeURIComponent(href.slice(1))
      const root = element.getRootNode()
      const here = root instanceof ShadowRoot ? root.getElementById(id) : null
      if (here || document.getElementById(id) || document.getElementsByName(id).length > 0) return []
      const isSkip = skips.test(name)
      // Where a link stands alone, a script may make a view of what it names: of none that stands here already.
      const isOfHere = titles.has(wordsOf(name).join(' '))
      if (!isSkip && !isOfHere && wordsOf(contextOf(element)).length < fewestWords) return []
      return [
        {
          element,
          criteria: isSkip ? ['2.4.1'] : [],
          message: `The link ${quote(name)} leads to ${quote(href)}, which is nowhere on this page.`,
        },
      ]
    })
  },
}
