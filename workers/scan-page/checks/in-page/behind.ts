/** Text that stands on a picture or a gradient: where it is, in which colour, and how much contrast it needs. */
import {
  ancestorsOf,
  closest,
  isExposed,
  isSeen,
  ownText,
  quote,
  selectorOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Place } from '#workers/scan-page/checks/in-page/found'

const textsTaken = 8
const textsLookedAt = 600

export type Box = { x: number; y: number; width: number; height: number }

export type OnPicture = {
  place: Place
  text: string
  /** red, green, blue (0 to 255), alpha. */
  color: [number, number, number, number]
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
  let looked = 0
  for (const element of elements) {
    if (taken.length >= textsTaken || looked >= textsLookedAt) return taken
    if (!(element instanceof HTMLElement) || ownText(element).length < 2) continue
    if (element.matches('script, style, option, noscript, template, title, textarea')) continue
    looked += 1
    if (stands(element, pictures) && isExposed(element) && isSeen(element) && !isDisabled(element)) taken.push(element)
  }
  return taken
}

const isDisabled = (element: Element) => closest(element, ':disabled, [aria-disabled="true"], [inert]') !== null

/** Whether, between the text and the first ground that lets nothing through, there is a picture. */
function stands(element: HTMLElement, pictures: readonly { element: Element; box: DOMRect }[]): boolean {
  const own = element.getBoundingClientRect()
  const over = pictures.filter(
    ({ element: picture, box }) =>
      !element.contains(picture) &&
      own.left >= box.left - 2 &&
      own.right <= box.right + 2 &&
      own.top >= box.top - 2 &&
      own.bottom <= box.bottom + 2,
  )
  for (const each of [element, ...ancestorsOf(element)]) {
    if (over.some(({ element: picture }) => each.contains(picture))) return isLifted(element, each)
    const style = getComputedStyle(each)
    if (/url\(|gradient\(/.test(style.backgroundImage)) return true
    if (isOpaque(style.backgroundColor)) return false
  }
  return false
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
  const color = rgba(style.getPropertyValue('-webkit-text-fill-color') || style.color)
  if (!color || color[3] === 0 || style.mixBlendMode !== 'normal' || style.backgroundClip === 'text') return null
  const opacity = [element, ...ancestorsOf(element)].reduce(
    (product, each) => product * Number(getComputedStyle(each).opacity),
    1,
  )
  const size = Number.parseFloat(style.fontSize)
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
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
    color: [color[0], color[1], color[2], color[3] * opacity],
    needed: isLarge ? 3 : 4.5,
    boxes,
    isUnsure:
      style.textShadow !== 'none' || closest(element, 'a, button')?.matches(':hover') === true || isOverVideo(element),
  }
}

const isOverVideo = (element: Element) =>
  ancestorsOf(element)
    .slice(0, 4)
    .some((each) => each.localName !== 'body' && each.querySelector(':scope > video, :scope > canvas') !== null)

function rgba(color: string): [number, number, number, number] | null {
  const parts = /^rgba?\(([\d.]+), ?([\d.]+), ?([\d.]+)(?:, ?([\d.]+))?\)$/.exec(color)
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 1)] : null
}
