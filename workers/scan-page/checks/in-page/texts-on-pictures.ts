/** Texts that stand on a picture or a gradient, which no engine needs to have asked about. */
import { ancestorsOf, isExposed, isSeen, ownText, parentOf } from '#workers/scan-page/checks/in-page/dom'

const textsTaken = 400
const textsLookedAt = 2000

export function textsOnPictures(elements: readonly Element[]): Element[] {
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
    if (stands(element, pictures, known) && isExposed(element) && isSeen(element)) taken.push(element)
  }
  return taken
}

type Ground = 'picture' | 'plain' | 'none'

/** What is painted behind an element's own text by itself and what is around it. */
function groundOf(element: Element, known: Map<Element, Ground>): Ground {
  const before = known.get(element)
  if (before) return before
  const { backgroundImage, backgroundColor } = getComputedStyle(element)
  const parent = parentOf(element)
  const ground = isPicture(backgroundImage)
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
    if (isPicture(backgroundImage)) return true
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

export const isPicture = (backgroundImage: string) => /url\(|gradient\(|image-set\(/.test(backgroundImage)

export const isOpaque = (color: string) =>
  !/^rgba\(.*, ?0?\.?\d+\)$|transparent|\/ /.test(color) || /, 1\)$/.test(color)
