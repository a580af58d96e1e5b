/** Pictures as they are seen: what they are called, what colours they have, whether they stand in something that is named. */
import { closest, isExposed, isSeen, isShown, nameOf, pick, squeeze } from '#workers/scan-page/checks/in-page/dom'

export type NamedPicture = { element: Element; alt: string }

/** Those that are seen and read out, with an alternative. */
export const picturesWithAlternative = (elements: readonly Element[]): NamedPicture[] =>
  pick(elements, 'img, input[type="image"], area, [role="img"], svg:has(> title)').flatMap((element) => {
    const alt = squeeze(element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? titleOf(element))
    if (alt === '' || !isExposed(element.localName === 'area' ? (pictureOf(element) ?? element) : element)) return []
    // However small it is, its alternative is read.
    const isThere = element.localName === 'area' || isSeen(element) || (element.localName === 'img' && isShown(element))
    return isThere ? [{ element, alt }] : []
  })

/** Of a drawing in the page itself, unless it is said to be nothing, or is named by something else. */
const titleOf = (element: Element): string =>
  element.localName !== 'svg' || element.matches('[role="none"], [role="presentation"], [aria-labelledby]')
    ? ''
    : (element.querySelector(':scope > title')?.textContent ?? '')

/** What an area lies on: of its own it has no box. */
function pictureOf(area: Element): Element | null {
  const name = closest(area, 'map')?.getAttribute('name')
  return name ? document.querySelector(`img[usemap="#${CSS.escape(name)}"]`) : null
}

/** Inside a link or button whose name comes from elsewhere, a picture adds nothing. */
export function isWithinNamed(element: Element): boolean {
  const control = closest(element, 'a[href], button, [role="button"], [role="link"], summary, label')
  if (!control || control === element) return false
  return nameOf(control) !== ''
}

/** The colours of a picture, 16 steps a channel, with their shares of it, the commonest first; what is transparent is left out. */
export function colorsOf(picture: CanvasImageSource, size: number): [string, number][] {
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d')
  if (!context) return []
  context.imageSmoothingEnabled = false
  context.drawImage(picture, 0, 0, size, size)
  const { data } = context.getImageData(0, 0, size, size)
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 16) continue
    const color = `${(data[at] ?? 0) >> 4},${(data[at + 1] ?? 0) >> 4},${(data[at + 2] ?? 0) >> 4}`
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return [...counts]
    .map(([color, count]): [string, number] => [color, count / (size * size)])
    .sort((a, b) => b[1] - a[1])
}
