/** Pages that keep people from choosing or copying what they read, or from the menu over it. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'
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
    if (getComputedStyle(holder).userSelect !== 'none') return numbersHeld(elements)
    const text = pick(elements, 'p').find((each) => isSeen(each))
    return text && getComputedStyle(text).userSelect === 'none'
      ? [{ element: holder, message: 'No text of the page can be chosen: a style forbids it (user-select: none).' }]
      : []
  },
}

const texts = 'p, code, output, samp, dd, td, li, strong, b, span, div, h1, h2, h3'
const controls =
  'a, button, label, summary, input, select, textarea, kbd, [role]:not([role="main"], [role="region"], [role="status"], [role="alert"]), [tabindex="0"], [draggable="true"], [aria-hidden="true"], svg, canvas, nav, pre'
/** A number or a code that is needed elsewhere: some signs long, figures among them; or an address for mails. */
const needed =
  /(?<![\w-])(?=[\w-]*\d[\w-]*\d)(?=[A-Z\d-]*$|[A-Z\d-]*\s)[A-Z\d][A-Z\d-]{5,}[A-Z\d](?![\w-])|(?:[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){3,})|[\w.+-]+@[\w-]+\.\w{2,}/
const longestText = 120
const numbersTaken = 3

/** Words that cannot be chosen although they are nothing to press, with a number in them that is needed elsewhere. */
const numbersHeld = (elements: readonly Element[]): Hit[] =>
  textHolders(elements)
    .flatMap(({ element, own }): Hit[] => {
      const [number] = own.length <= longestText ? (needed.exec(own) ?? []) : []
      if (number === undefined || !element.matches(texts) || closest(element, controls)) return []
      if (getComputedStyle(element).userSelect !== 'none' || getComputedStyle(element).cursor === 'pointer') return []
      if (!isSeen(element) || !isExposed(element)) return []
      return [
        {
          element,
          confidence: 'medium',
          message: `${quote(number)} cannot be chosen and copied: a style forbids it (user-select: none).`,
        },
      ]
    })
    .slice(0, numbersTaken)
