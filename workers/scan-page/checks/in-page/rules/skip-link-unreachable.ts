/** Links past the repeated blocks that no key reaches, as they are not displayed until they have the focus. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const skips =
  /^(?:(?:skip|jump)(?: (?:directly|straight|over))?(?: (?:to|navigation|links?|menu)|$)|zum (?:haupt)?inhalt|direkt zum|(?:haupt)?navigation überspringen|aller (?:directement )?au contenu|passer (?:au|la)|(?:ir|saltar) al? (?:contenido|conteúdo)|vai al contenuto|salta al|(?:ga )?naar (?:de )?(?:hoofd)?inhoud|przejdź do|hopp til|hoppa till|gå til)/i
const linksLookedAt = 6

export const skipLinkUnreachable: StaticCheck = {
  rule: 'skip-link-unreachable',
  criteria: ['2.4.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Move it out of sight by position or clip-path, and back into sight while it has the focus.',
  find: (elements, isTop) => {
    if (!isTop) return []
    const first = pick(elements, 'a[href^="#"]').slice(0, linksLookedAt)
    const skipping = first.filter((link) => skips.test(squeeze(link.textContent ?? '')))
    if (skipping.some((link) => isReachable(link))) return []
    return skipping
      .filter((link) => !link.hasAttribute('hidden') && isHiddenByItself(link))
      .slice(0, 1)
      .map((link) => ({
        element: link,
        confidence: 'high' as const,
        message: `${quote(link.textContent ?? '')} is ${getComputedStyle(link).display === 'none' ? 'not displayed' : 'invisible'}: what is so takes no focus, and no key ever brings it out.`,
      }))
  },
}

const isReachable = (link: Element) => link.checkVisibility({ visibilityProperty: true })

/** What it stands in is there, as for any window of this width; only the link is not. */
function isHiddenByItself(link: Element): boolean {
  const { display, visibility } = getComputedStyle(link)
  const around = link.parentElement
  const isAroundSeen = around?.checkVisibility({ visibilityProperty: true }) === true
  return (display === 'none' || visibility === 'hidden') && isAroundSeen
}
