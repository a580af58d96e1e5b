/** Several headings of the first level: which of them names the page? */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const headingOfPageTwice: StaticCheck = {
  rule: 'heading-of-page-twice',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Keep <h1> for the name of the page, and make the others <h2>, or plain text where they name the site.',
  find(elements, isTop) {
    if (!isTop) return []
    const first = pick(elements, firsts).filter(
      (each) => isExposed(each) && !closest(each, apart) && spokenText(each, 80) !== '',
    )
    // A list of posts has a heading for each of them.
    const [named, listed] = [
      first.filter((each) => !closest(each, 'article')),
      first.filter((each) => closest(each, 'article')),
    ]
    const [own, ...more] = named
    const ofPage = more.length > 0 ? more.at(-1) : listed[0]
    if (!own || !ofPage || (more.length === 0 && listed.length > 1)) return []
    const spare = named.find((each) => closest(each, around)) ?? (more[0] as Element)
    const other = spare === ofPage ? own : ofPage
    return [
      {
        element: spare ?? own,
        message: `${quote(spokenText(spare, 60))} is a heading of the first level, as is ${quote(spokenText(other, 60))}: ${named.length + listed.length} of them say what the page is about.`,
      },
    ]
  },
}

const firsts = 'h1:not([role]), [role="heading"][aria-level="1"]'
/** What comes and goes, and what stands for another page. */
const apart = 'dialog, [role="dialog"], [role="alertdialog"], [popover], template, blockquote, figure, [aria-modal]'
const around =
  'header, [role="banner"], nav, [role="navigation"], footer, [role="contentinfo"], aside, [role="complementary"]'
