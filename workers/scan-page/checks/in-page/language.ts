/** Texts whose language is to be told. */
import {
  closest,
  isExposed,
  isSeen,
  namedBy,
  selectorOf,
  squeeze,
  textHolders,
} from '#workers/scan-page/checks/in-page/dom'
import type { TextSample } from '#workers/scan-page/checks/in-page/found'

const pageLetters = 3000
const partLetters = 600
const blocksTaken = 40
const partsTaken = 40
const blockLetters = 60

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/** What is read in an element and is of its own language: not in parts that declare another. */
function readText(root: Element, longest: number): string {
  const parts: string[] = []
  let left = longest
  const read = (element: Element) => {
    for (const node of element.childNodes) {
      if (left <= 0) return
      if (node.nodeType === Node.TEXT_NODE) {
        const text = squeeze(node.nodeValue ?? '')
        parts.push(text)
        left -= text.length
      } else if (node instanceof Element) {
        if (
          node.matches(
            '[lang], [translate="no"], script, style, template, noscript, code, pre, kbd, samp, var, svg, math, textarea, select, [aria-hidden="true"], .notranslate',
          )
        )
          continue
        if (!node.checkVisibility({ visibilityProperty: true })) continue
        const alt = altOf(node)
        if (alt) parts.push(alt)
        else read(node)
      }
    }
  }
  read(root)
  return squeeze(parts.join(' '))
}

/** An image's words are those of its label, and that may be of another language than the image. */
function altOf(element: Element): string {
  if (element.localName !== 'img') return ''
  return squeeze(element.getAttribute('alt') ?? '')
}

export function samples(elements: readonly Element[], isTop: boolean): TextSample[] {
  const all: TextSample[] = []
  const language = (document.documentElement.getAttribute('lang') ?? '').trim()
  if (isTop && document.body && language !== '') {
    const text = squeeze(`${document.title} ${readText(document.body, pageLetters)}`)
    all.push({ kind: 'page', language, text, place: 'html' })
  }
  let parts = 0
  for (const element of elements) {
    if (!element.matches('[lang]') || element === document.documentElement || !(element instanceof HTMLElement))
      continue
    if (parts >= partsTaken || !isExposed(element)) continue
    const text = `${readText(element, partLetters)} ${labelledImages(element)}`.trim()
    if (lettersIn(text) === 0) continue
    parts += 1
    all.push({ kind: 'part', language: (element.getAttribute('lang') ?? '').trim(), text, place: selectorOf(element) })
  }
  const taken = blocks(elements)
  return [...all, ...taken, ...shortTexts(elements, new Set(taken.map(({ place }) => String(place))))]
}

const shortTaken = 60
const shortLetters = { from: 26, to: 160 }

/** Words within a line, and lines that are too short to be told by their letters alone. */
function shortTexts(elements: readonly Element[], told: ReadonlySet<string>): TextSample[] {
  const taken: TextSample[] = []
  for (const { element, own } of textHolders(elements)) {
    if (taken.length >= shortTaken) return taken
    if (own.length < shortLetters.from || own.length > shortLetters.to || !/ \S+ /.test(own)) continue
    if (!element.matches('a, span, em, i, q, cite, strong, b, p, li, h2, h3, h4, dd, td, button')) continue
    if (closest(element, 'code, pre, kbd, samp, address, [translate="no"], .notranslate')) continue
    const owner = closest(element, '[lang]')
    if (!owner || owner === element || !isExposed(element) || !isSeen(element)) continue
    const place = selectorOf(element)
    if (told.has(String(place)) || lettersIn(own) < shortLetters.from) continue
    taken.push({ kind: 'short', language: owner.getAttribute('lang')?.trim() ?? '', text: own, place })
  }
  return taken
}

/** Images inside take their names from elsewhere on the page: those words are read where the image stands. */
function labelledImages(element: Element): string {
  return [...element.querySelectorAll('img[aria-labelledby]')]
    .flatMap((image) => namedBy(image, 'aria-labelledby'))
    .map(({ textContent }) => textContent)
    .join(' ')
}

function blocks(elements: readonly Element[]): TextSample[] {
  const taken: TextSample[] = []
  for (const element of elements) {
    if (taken.length >= blocksTaken) return taken
    if (!element.matches('p, li, blockquote, q, dd, td, figcaption, h1, h2, h3, h4, h5, h6')) continue
    if (
      element.querySelector('p, li, blockquote, dd, td') ||
      closest(element, 'code, pre, [translate="no"], .notranslate')
    )
      continue
    if ((element.textContent ?? '').length < blockLetters) continue
    const owner = closest(element, '[lang]')
    // With a lang of its own it is looked at as a part.
    if (!owner || owner === element || !isExposed(element) || !isSeen(element)) continue
    const text = readText(element, partLetters)
    if (lettersIn(text) < blockLetters) continue
    taken.push({ kind: 'block', language: owner.getAttribute('lang')?.trim() ?? '', text, place: selectorOf(element) })
  }
  return taken
}
