/** Pages that keep people from choosing or copying what they read, or from the menu over it. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const page = String.raw`(?:document|window|document\.body|document\.documentElement)`
const taking = '(?:contextmenu|copy|selectstart)'
/** Nothing else is done than to forbid: no menu of the page's own comes in its place, nothing is put beside what is copied. */
const forbids = String.raw`(?:function\s*\w*\s*\(\s*\w*\s*\)\s*\{|\(?\s*\w*\s*\)?\s*=>\s*\{?)\s*(?:return false|\w+\.preventDefault\(\)|false)\s*;?\s*(?:return false;?\s*)?[})]`
const blocking = new RegExp(
  String.raw`${page}\.(?:addEventListener\(\s*['"]${taking}['"]\s*,\s*|on${taking}\s*=\s*)${forbids}`,
)

export const copyingBlocked: StaticCheck = {
  rule: 'copying-blocked',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Let people choose and copy the text: many have it read out, translated or looked up that way.',
  find(elements, isTop) {
    const holder = document.body
    if (!isTop || !holder) return []
    const byAttribute = ['oncontextmenu', 'oncopy', 'onselectstart'].find((name) =>
      /^\s*(?:return\s+false|event\.preventDefault\(\))\s*;?\s*(?:return false;?)?\s*$/.test(
        holder.getAttribute(name) ?? '',
      ),
    )
    const said = byAttribute ?? readPrograms(elements).flatMap(({ text }) => blocking.exec(text)?.[0] ?? [])[0]
    if (said)
      return [
        {
          element: holder,
          message: `The page keeps people from copying its text, or from the menu over it: ${quote(said)}.`,
        },
      ]
    if (getComputedStyle(holder).userSelect !== 'none') return []
    const text = pick(elements, 'p').find((each) => isSeen(each))
    return text && getComputedStyle(text).userSelect === 'none'
      ? [{ element: holder, message: 'No text of the page can be chosen: a style forbids it (user-select: none).' }]
      : []
  },
}
