/** Links and buttons that say in words what they are, which is said of them anyway. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, pick, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'

/** A link to a place on its own page is called so where its address is to be taken along. */
const linkTo =
  /^(?:(?:hyper)?link (?:to|zu[mr]?|naar|do) |lien vers |enlace (?:a|al|hacia) |collegamento a )(?!this\b|heading\b|section\b|here\b|definition\b|dies)/i
const linkBehind = /[\p{L}\d] (?:hyper)?link$/iu
const buttonBehind = /[\p{L}\d] (?:button|schaltfläche)$/iu

export const roleSaidInName: StaticCheck = {
  rule: 'role-said-in-name',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Leave the words “link” and “button” out of the name: what it is is said of it anyway.',
  find: (elements) =>
    pick(elements, 'a[href], button').flatMap((element) => {
      const name = squeeze(nameOf(element))
      const isLink = element.localName === 'a'
      if (!(isLink && isPlace(element) && linkTo.test(name)) && !isAdded(element, name, isLink)) return []
      if (element.hasAttribute('role') || !isSeen(element)) return []
      return [
        {
          element,
          message: `${quote(name)} is read as a ${isLink ? 'link' : 'button'}, and says once more that it is one.`,
        },
      ]
    }),
}

const isPlace = (element: Element) => !(element.getAttribute('href') ?? '').startsWith('#')

/** What is seen may speak of links and buttons; what was written for readers of screens alone says what they are told. */
function isAdded(element: Element, name: string, isLink: boolean): boolean {
  const written = squeeze(element.getAttribute('aria-label') ?? '')
  if (written === '' || written !== name) return false
  const added = (isLink ? linkBehind : buttonBehind).exec(written)
  return (
    added !== null && squeeze(spokenText(element)).toLowerCase() === written.slice(0, added.index + 1).toLowerCase()
  )
}
