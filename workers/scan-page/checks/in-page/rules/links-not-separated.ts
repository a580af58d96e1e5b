/** Links that run into each other. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, quote } from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

export const linksNotSeparated: StaticCheck = {
  rule: 'links-not-separated',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Put the links into a list, or leave a gap between them.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element, name }) => {
      const before = element.previousSibling
      if (!(before instanceof HTMLAnchorElement) || !before.hasAttribute('href')) return []
      if (!/\p{L}\s*$/u.test(before.textContent ?? '') || !/^\s*\p{L}/u.test(element.textContent ?? '')) return []
      if (!isSeen(before) || !isSeen(element)) return []
      const [left, right] = [before.getBoundingClientRect(), element.getBoundingClientRect()]
      const [style, other] = [getComputedStyle(before), getComputedStyle(element)]
      const inside = Number.parseFloat(style.paddingRight) + Number.parseFloat(other.paddingLeft)
      const border = Number.parseFloat(style.borderRightWidth) + Number.parseFloat(other.borderLeftWidth)
      if (Math.abs(left.top - right.top) > 2 || Math.abs(right.left - left.right) + inside + border > 2) return []
      if (style.backgroundColor !== other.backgroundColor) return []
      return [
        { element, message: `No gap and no mark stands between this link, ${quote(name)}, and the one before it.` },
      ]
    }),
}
