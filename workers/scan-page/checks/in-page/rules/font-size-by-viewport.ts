/** Text whose size goes by the window alone, and does not grow when it is enlarged. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, ownText, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'

export const fontSizeByViewport: StaticCheck = {
  rule: 'font-size-by-viewport',
  criteria: ['1.4.4'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Add a size that grows with the text: font-size: calc(1rem + 1vw), or clamp() with rem.',
  find: (elements) => {
    const sized = readStyleRules(elements)
      .filter(({ style }) => style.fontSize !== '')
      .map((rule) => ({ ...rule, style: { fontSize: resolved(rule.style.fontSize) } }))
    const root = rootSized(sized)
    if (root) return [root]
    const byWindow = sized.filter(({ style, isConditional }) => !isConditional && byViewport.test(style.fontSize))
    const inline = pick(elements, '[style*="font-size"]').filter(
      (element) => element instanceof HTMLElement && byViewport.test(element.style.fontSize),
    )
    const under = sized.filter(({ isConditional }) => isConditional)
    const hits = [
      ...byWindow.flatMap(({ selector, style }) =>
        fitting(elements, selector).filter((element) => isSize(element, style.fontSize)),
      ),
      ...inline,
    ].filter((element) => /\p{L}{2}/u.test(ownText(element)) && isSeen(element) && isExposed(element))
    if (hits.length === 0 || pick(elements, controls).some((each) => sizing.test(nameOf(each)) && isSeen(each)))
      return []
    // Enlarging makes the window count as smaller, where another size may hold.
    const changing = new Set(under.flatMap(({ selector }) => fitting(elements, selector)))
    return [...new Set(hits)].map((element) => {
      const mayChange = changing.has(element)
      return {
        element,
        tier: mayChange ? 'warning' : 'error',
        confidence: mayChange ? 'low' : 'high',
        message: `The size of ${quote(ownText(element))} goes by the window’s alone: it stays as it is when the page is enlarged.`,
      }
    })
  },
}

/** What changes the size of the text in the page itself. */
const controls = 'button, [role="button"], [role="switch"], input[type="button"], input[type="range"], select, a[href]'
const sizing =
  /\b(?:larger|bigger|increase) (?:text|font|letters)|\b(?:text|font)[- ]?size|^a ?\+$|schriftgröße|größere schrift|taille du texte|tamaño del? (?:texto|letra)/i
/** A custom property stands for what the page says of it. */
const resolved = (written: string): string =>
  /^var\(\s*(--[\w-]+)\s*\)$/.test(written)
    ? getComputedStyle(document.documentElement)
        .getPropertyValue(/--[\w-]+/.exec(written)?.[0] ?? '')
        .trim()
    : written

type Sized = { selector: string; style: { fontSize: string }; isConditional: boolean }

/** The size by which all others go, where nothing but the window decides on it. */
function rootSized(sized: readonly Sized[]): Hit | null {
  const own = sized.filter(({ selector }) => /(?:^|,)\s*(?:html|:root|body)\s*(?:,|$)/.test(selector))
  const last = own.filter(({ isConditional }) => !isConditional).at(-1)
  if (!last || !byViewport.test(last.style.fontSize) || own.some(({ isConditional }) => isConditional)) return null
  const element = /body/.test(last.selector) ? document.body : document.documentElement
  if (!element || !isSize(element, last.style.fontSize)) return null
  return {
    element,
    tier: 'error',
    confidence: 'high',
    message: `The size of the page’s text, ${last.style.fontSize}, goes by the window’s alone: it stays as it is when the page is enlarged.`,
  }
}

const byViewport = /^[\d.]+(?:vw|vh|vmin|vmax|[sld]v[wh])$/

/** Whether that size is the one that holds, of all that are written for it. */
function isSize(element: Element, written: string): boolean {
  const share = Number.parseFloat(written) / 100
  const unit = written.replace(/^[\d.]+[sld]?/, '')
  const sides: Record<string, number> = {
    vw: innerWidth,
    vh: innerHeight,
    vmin: Math.min(innerWidth, innerHeight),
    vmax: Math.max(innerWidth, innerHeight),
  }
  return Math.abs(Number.parseFloat(getComputedStyle(element).fontSize) - share * (sides[unit] ?? 0)) < 0.5
}
