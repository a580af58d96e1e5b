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
import { readBlocks } from '#workers/scan-page/checks/in-page/running-text'

export const headingByLooks: StaticCheck = {
  rule: 'heading-by-looks',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Make it a heading of the level that it has in the text.',
  find: (elements) => {
    const paragraphs = pick(elements, 'p').filter((element) => (element.textContent ?? '').length > 80)
    // Where nobody writes paragraphs, what runs on stands in boxes.
    const blocks = paragraphs.length > 0 ? paragraphs : readBlocks(elements).map(({ element }) => element)
    const running = blocks.length > 0 ? blocks : pick(elements, 'p')
    const size = median(running.slice(0, 20).map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))
    if (size === 0) return []
    const openings = pick(elements, 'p, div').flatMap((element) => openingOf(element, size))
    const alone = pick(elements, 'p, div, span, b, strong, font').flatMap((element) => {
      const text = spokenText(element, 100)
      if (!isTitle(text)) return []
      const next = textAfter(element)
      const isShort = next !== null && !isText(next)
      if (!next?.matches(followed) || (isShort && !isText(next, shortestLine))) return []
      if (closest(element, `${elsewhere}, ${headings}`)) return []
      if (element.querySelector(`a, button, input, img, svg, br, ${headings}`)) return []
      if (/^inline/.test(getComputedStyle(element).display) && !isBlock(next)) return []
      const inner = innermostOf(element)
      if (inner === element && element.children.length > 0) return []
      const style = getComputedStyle(inner)
      const own = Number.parseFloat(style.fontSize)
      const isBold = Number(style.fontWeight) >= 600
      const isCapital = style.textTransform === 'uppercase' || style.fontVariantCaps !== 'normal'
      const isSet =
        own >= size * 1.3 ||
        (isCapital && (isBold || own >= size * 1.1) && /\p{L} \p{L}/u.test(text)) ||
        (isBold && own >= size * 1.1) ||
        (isBold && inner !== element && element.localName === 'p')
      // One line below is enough for two of them, whose looks leave no doubt.
      if (isShort && !(isBold && own >= size * 1.3 && /[.!?。؟]$/.test(spokenText(next)))) return []
      if (!isSet || looksLike(next, style) || !isExposed(element) || !isSeen(element)) return []
      return [
        {
          element,
          isShort,
          // Bold and larger at once, nothing but a title is.
          tier: isBold && own >= size * 1.3 ? ('practice' as const) : ('warning' as const),
          make: own >= size * 1.3 || (isCapital && isBold) ? `${element.localName} ${element.className} ${own}` : '',
          confidence: 'high' as const,
          message: `${quote(text)} is set like a heading over what follows, and is not marked as one.`,
        },
      ]
    })
    // Two and more of one make are the titles of parts.
    const areParts = openings.length >= fewestParts
    const makes = Map.groupBy(alone, ({ make }) => make)
    const areMany = (make: string) => make !== '' && (makes.get(make)?.length ?? 0) >= fewestParts
    const titles = alone
      .filter(({ make, isShort }) => !isShort || areMany(make))
      .map(({ make, isShort: _, ...each }) => ({ ...each, tier: areMany(make) ? ('practice' as const) : each.tier }))
    return [...titles, ...openings.map((each) => ({ ...each, tier: areParts ? ('practice' as const) : each.tier }))]
  },
}

const fewestParts = 2
const followed = 'p, ul, ol, div, dl, table'
const shortestText = 60
const shortestLine = 15
const longestTitle = 70

const isTitle = (text: string) =>
  text.length >= 3 &&
  text.length <= longestTitle &&
  !/[.!:;,…]$/.test(text) &&
  /\p{L}{3}/u.test(text) &&
  !isAddress.test(text)

/** An address, which is set large to be found. */
const isAddress = /^\S+@\S+$|^(?:https?:\/\/|www\.)\S+$/i

/** What all its words stand in. */
function innermostOf(element: Element): Element {
  let inner = element
  for (;;) {
    const [only] = inner.children
    if (!only || inner.children.length > 1 || ownText(inner) !== '') return inner
    inner = only
  }
}

/** What follows, pictures and lines left out. */
function textAfter(element: Element): Element | null {
  let next = element.nextElementSibling
  while (next?.matches('img, picture, hr, br, figure:not(:has(figcaption))')) next = next.nextElementSibling
  return next
}

/** Words run on in it: it is no box of controls, and no heading of its own comes first. */
const isText = (next: Element, shortest = shortestText) =>
  spokenText(next, 2 * shortestText).length >= (next.matches('ul, ol') ? shortestText / 2 : shortest) &&
  isSeen(next) &&
  (!next.matches('div, table') || !next.querySelector(`input, select, button, ${headings}`))

const isBlock = (element: Element) => !/^inline/.test(getComputedStyle(element).display)

/** Bold words in the first line of a paragraph, broken off from the rest of it. */
function openingOf(element: Element, size: number) {
  const [first, line] = element.children
  if (!first?.matches('b, strong, font, span') || line?.localName !== 'br' || first.nextSibling === null) return []
  if (element.firstChild !== first && (element.firstChild?.nodeValue ?? '').trim() !== '') return []
  const between = first.nextElementSibling === line ? (first.nextSibling.nodeValue ?? '') : ''
  const text = spokenText(first, 100)
  const rest = spokenText(element).length - text.length
  if (!isTitle(text) || between.trim() !== '' || rest < shortestText) return []
  if (closest(element, `${elsewhere}, address, ${headings}`) || !isExposed(element) || !isSeen(element)) return []
  const style = getComputedStyle(first)
  if (Number(style.fontWeight) < 600 && Number.parseFloat(style.fontSize) < size * 1.3) return []
  return [
    {
      element,
      tier: 'warning' as const,
      confidence: 'medium' as const,
      message: `${quote(text)} is set like a heading over what follows, and is not marked as one.`,
    },
  ]
}

const elsewhere =
  'header, footer, nav, aside, blockquote, figure, figcaption, label, table, li, dl, form, button, summary, legend, [role="dialog"], [role="alert"], [class*="quote" i], [class*="lead" i], [class*="price" i], [aria-hidden="true"]'

const looksLike = (next: Element, style: CSSStyleDeclaration) => {
  const other = getComputedStyle(next)
  return other.fontSize === style.fontSize && other.fontWeight === style.fontWeight
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
