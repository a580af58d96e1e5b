/** Which stops of the Tab key show their focus by a mark of the page's own, and how large it must be: pictures tell how large it is. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const focusAreaSmall: CheckMeta = {
  rule: 'focus-area-small',
  criteria: ['2.4.13'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Make the ring 2 px thick or more, unbroken, in a colour of 3:1 against what is there without it.',
}

/** What does not fit into a picture is not measured. */
const largest = { width: 1280, height: 240 }
const smallest = 8
/** In CSS pixels: the thickness that the mark would have as a ring around the whole. */
const neededPx = 2
/** A full line of one pixel is about half of what is asked for; what is told of is less than that. */
const clearlyLess = 0.5
/** Where no pixel reaches 3:1, as much less as leaves no doubt. */
const clearContrast = 2.7

export type Marked = {
  element: HTMLElement | SVGElement
  /** How many others look the same. */
  alike: number
  /** In CSS pixels, of a ring of the needed thickness around what is seen without the focus. */
  neededArea: number
}

/** Its own place and size, and how what is in and around it looks: what changes there with the focus is a mark of something else. */
export function partsLook(element: Element, related: readonly Element[]): string {
  return [element.getBoundingClientRect(), ...related.map(boxLook)].map((each) => JSON.stringify(each)).join()
}

/** What a mark of the focus is mostly made of, of something else than what has it. */
function boxLook(element: Element): string {
  const { outline, border, boxShadow, backgroundColor, backgroundImage, display, visibility, opacity } =
    getComputedStyle(element)
  const drawn = ['::before', '::after'].map((part) => {
    const style = getComputedStyle(element, part)
    return `${style.content} ${style.outline} ${style.border} ${style.backgroundColor} ${style.opacity}`
  })
  const ring = /^(?:\S+ )*none/.test(outline) ? '' : outline
  return [ring, border, boxShadow, backgroundColor, backgroundImage, display, visibility, opacity, ...drawn].join('|')
}

/** In one box that a picture holds, with nothing over it. */
export function isMeasurable(element: Element): boolean {
  const { width, height, x, y } = element.getBoundingClientRect()
  if (!isSeen(element) || element.getClientRects().length !== 1) return false
  if (Math.min(width, height) < smallest || width > largest.width || height > largest.height) return false
  const at = document.elementFromPoint(x + width / 2, y + height / 2)
  // What is out of the window is brought into it for the picture.
  return at === null || element.contains(at) || at.contains(element)
}

/** While it has the focus: the mark is the page's own, and no full ring, of which others tell whether it is too pale. */
export function isInQuestion(element: Element): boolean {
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  // The browser's own is left to the browser.
  return outlineStyle !== 'auto' && !(outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= neededPx)
}

/** Twice the way around it, round corners being shorter. */
export function neededArea(element: Element): number {
  const { width, height } = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  const radii = ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'].map((corner) => {
    const written = style.getPropertyValue(`border-${corner.replace(/(?!^)[A-Z]/, '-$&').toLowerCase()}-radius`)
    const length = Number.parseFloat(written) || 0
    const radius = written.includes('%') ? (length / 100) * Math.min(width, height) : length
    return Math.min(radius, width / 2, height / 2)
  })
  const cut = radii.reduce((sum, radius) => sum + (2 - Math.PI / 2) * radius, 0)
  return neededPx * (2 * (width + height) - cut)
}

/** @param area in CSS pixels. */
export function smallArea({ element, alike, neededArea }: Marked, area: number, contrast: number): Found[] {
  const isFaint = area === 0
  if (isFaint ? contrast >= clearContrast : area >= neededArea * clearlyLess) return []
  const what = `${tagOf(element)} ${quote(nameOf(element) || 'without a name')}${alike > 0 ? `, and ${alike} more like it,` : ''}`
  return [
    foundOf(focusAreaSmall, {
      element,
      confidence: 'high',
      message: isFaint
        ? `What shows the focus of ${what} differs from how it looks without by ${contrast.toFixed(2)}:1 at the most; 3:1 is needed.`
        : `What shows the focus of ${what} covers ${Math.round(area)} pixels; a ring of ${neededPx} px around it would be ${Math.round(neededArea)}.`,
    }),
  ]
}
