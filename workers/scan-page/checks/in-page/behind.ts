/** Text that stands on a picture or a gradient: where it is, in which colour, and how much contrast it needs. */

import { type Color, contrastOf, luminance, readColor } from '#workers/scan-page/checks/in-page/color'
import {
  ancestorsOf,
  closest,
  isExposed,
  isSeen,
  ownText,
  parentOf,
  quote,
  selectorOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Place } from '#workers/scan-page/checks/in-page/found'

const textsTaken = 8
const textsLookedAt = 600

type Box = { x: number; y: number; width: number; height: number }

export type OnPicture = {
  place: Place
  text: string
  color: Color
  alpha: number
  needed: number
  boxes: Box[]
  /** Its picture moves, or its letters have a shadow: what one picture shows is not all. */
  isUnsure: boolean
}

export function textsOnPictures(all: readonly Element[]): Element[] {
  const elements = all.filter((element) => !(element.getRootNode() instanceof ShadowRoot))
  const pictures = elements
    .filter((element) => element.matches('img, video, canvas'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width >= 100 && box.height >= 40)
    .slice(0, 40)
  const taken: Element[] = []
  const known = new Map<Element, Ground>()
  let looked = 0
  for (const element of elements) {
    if (taken.length >= textsTaken || looked >= textsLookedAt) return taken
    if (!(element instanceof HTMLElement) || ownText(element).length < 2) continue
    if (element.matches('script, style, option, noscript, template, title, textarea')) continue
    looked += 1
    if (
      stands(element, pictures, known) &&
      isExposed(element) &&
      isSeen(element) &&
      !isDisabled(element) &&
      !isClearlyFine(element)
    )
      taken.push(element)
  }
  return taken
}

const isDisabled = (element: Element) => closest(element, ':disabled, [aria-disabled="true"], [inert]') !== null

type Ground = 'picture' | 'plain' | 'none'

/** What is painted behind an element's own text by itself and what is around it. */
function groundOf(element: Element, known: Map<Element, Ground>): Ground {
  const before = known.get(element)
  if (before) return before
  const { backgroundImage, backgroundColor } = getComputedStyle(element)
  const parent = parentOf(element)
  const ground = /url\(|gradient\(/.test(backgroundImage)
    ? 'picture'
    : isOpaque(backgroundColor)
      ? 'plain'
      : parent
        ? groundOf(parent, known)
        : 'none'
  known.set(element, ground)
  return ground
}

/** Whether, between the text and the first ground that lets nothing through, there is a picture. */
function stands(element: HTMLElement, pictures: readonly Pictured[], known: Map<Element, Ground>): boolean {
  const over = pictures.length === 0 ? [] : picturesUnder(element, pictures)
  if (over.length === 0) return groundOf(element, known) === 'picture'
  for (const each of [element, ...ancestorsOf(element)]) {
    if (over.some((picture) => each.contains(picture.element))) return isLifted(element, each)
    const { backgroundImage, backgroundColor } = getComputedStyle(each)
    if (/url\(|gradient\(/.test(backgroundImage)) return true
    if (isOpaque(backgroundColor)) return false
  }
  return false
}

type Pictured = { element: Element; box: DOMRect }

function picturesUnder(element: Element, pictures: readonly Pictured[]): Pictured[] {
  const own = element.getBoundingClientRect()
  return pictures.filter(
    ({ element: picture, box }) =>
      !element.contains(picture) &&
      own.left >= box.left - 2 &&
      own.right <= box.right + 2 &&
      own.top >= box.top - 2 &&
      own.bottom <= box.bottom + 2,
  )
}

/** Text beside a picture in the flow does not overlap it; text over it is positioned, or the picture is. */
const isLifted = (element: Element, holder: Element) =>
  [element, ...ancestorsOf(element)].some(
    (each) => holder.contains(each) && getComputedStyle(each).position !== 'static',
  )

const isOpaque = (color: string) => !/^rgba\(.*, ?0?\.?\d+\)$|transparent|\/ /.test(color) || /, 1\)$/.test(color)

/** Text that must hold still for the camera: measured, then made transparent until `show`. */
export function hideTexts(elements: readonly Element[]): { texts: (OnPicture | null)[]; show: () => void } {
  const texts = elements.map(measure)
  const sheet = new CSSStyleSheet()
  // By selectors, so that the page's own observers see no attribute change; into shadow roots they do not reach.
  const names = elements.map(selectorOf).filter((place) => typeof place === 'string')
  sheet.replaceSync(
    names
      .map(
        (name) =>
          `${name}, ${name} * { transition: none !important; color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important; text-decoration-color: transparent !important; }`,
      )
      .join('\n'),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return {
    texts,
    show: () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}

function measure(element: Element): OnPicture | null {
  const style = getComputedStyle(element)
  const paint = paintOf(element, style)
  if (!paint || style.mixBlendMode !== 'normal' || style.backgroundClip === 'text') return null
  const boxes: Box[] = []
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || (node.nodeValue ?? '').trim() === '') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { x, y, width, height } of range.getClientRects()) {
      // The letters stand in the middle of their line's area.
      if (width >= 2 && height >= 4)
        boxes.push({ x: x + scrollX, y: y + scrollY + height * 0.15, width, height: height * 0.7 })
    }
  }
  return {
    place: selectorOf(element),
    text: quote(ownText(element)),
    ...paint,
    boxes,
    isUnsure:
      style.textShadow !== 'none' || closest(element, 'a, button')?.matches(':hover') === true || isOverVideo(element),
  }
}

/** The colour of an element's letters, and the contrast that letters of their size need. */
function paintOf(element: Element, style: CSSStyleDeclaration): Pick<OnPicture, 'color' | 'alpha' | 'needed'> | null {
  const read = readColor(style.getPropertyValue('-webkit-text-fill-color') || style.color)
  if (!read || read.alpha === 0) return null
  const opacity = [element, ...ancestorsOf(element)].reduce(
    (product, each) => product * Number(getComputedStyle(each).opacity),
    1,
  )
  const size = Number.parseFloat(style.fontSize)
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
  return { color: read.color, alpha: read.alpha * opacity, needed: isLarge ? 3 : 4.5 }
}

/** A gradient whose every colour stands out from the letters needs no picture: what is between its colours does too. */
function isClearlyFine(element: Element): boolean {
  const holder = [element, ...ancestorsOf(element)].find((each) => getComputedStyle(each).backgroundImage !== 'none')
  const paint = paintOf(element, getComputedStyle(element))
  if (!holder || !paint || paint.alpha < 1) return false
  const image = getComputedStyle(holder).backgroundImage
  const stops = (image.match(/rgba?\([^)]*\)/g) ?? []).map(readColor)
  if (/url\(|color\(|oklch|oklab|lab\(|lch\(/.test(image) || stops.length < 2) return false
  const sides = new Set(stops.map((stop) => stop && luminance(stop.color) > luminance(paint.color)))
  return (
    sides.size === 1 && stops.every((stop) => stop?.alpha === 1 && contrastOf(stop.color, paint.color) >= paint.needed)
  )
}

const isOverVideo = (element: Element) =>
  ancestorsOf(element)
    .slice(0, 4)
    .some((each) => each.localName !== 'body' && each.querySelector(':scope > video, :scope > canvas') !== null)
