/** Paragraphs that look like headings and are not. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  headings,
  isExposed,
  isSeen,
  ownText,
  pick,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'

export const headingByLooks: StaticCheck = {
  rule: 'heading-by-looks',
  criteria: ['1.3.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Make it a heading of the level that it has in the text.',
  find: (elements) => {
    const running = pick(elements, 'p').filter((element) => (element.textContent ?? '').length > 80)
    const size = median(running.slice(0, 20).map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))
    if (size === 0) return []
    return pick(elements, 'p, div').flatMap((element) => {
      const text = spokenText(element, 100)
      if (text.length < 3 || text.length > 70 || /[.!?:;,…]$/.test(text) || !/\p{L}{3}/u.test(text)) return []
      const next = element.nextElementSibling
      if (!next?.matches('p, ul, ol') || (next.textContent ?? '').length < 60) return []
      if (closest(element, `${elsewhere}, ${headings}`) || element.querySelector('a, button, input, img, svg, br'))
        return []
      const [only] = element.children
      const inner = only && element.children.length === 1 && ownText(element) === '' ? only : element
      if (inner === element && element.children.length > 0) return []
      const style = getComputedStyle(inner)
      const own = Number.parseFloat(style.fontSize)
      const isBold = Number(style.fontWeight) >= 600
      const isSet =
        own >= size * 1.3 || (isBold && own >= size * 1.1) || (isBold && inner !== element && element.localName === 'p')
      if (!isSet || looksLike(next, style) || !isExposed(element) || !isSeen(element)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${quote(text)} is set like a heading over what follows, and is not marked as one.`,
        },
      ]
    })
  },
}

const elsewhere =
  'header, footer, nav, aside, blockquote, figure, figcaption, label, table, li, dl, form, button, summary, legend, [role="dialog"], [role="alert"], [class*="quote" i], [class*="lead" i], [class*="price" i], [aria-hidden="true"]'

const looksLike = (next: Element, style: CSSStyleDeclaration) => {
  const other = getComputedStyle(next)
  return other.fontSize === style.fontSize && other.fontWeight === style.fontWeight
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
