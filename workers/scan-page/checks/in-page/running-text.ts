/** The words of a page where they run on: blocks that hold text of their own, with how they are set. */
import { isExposed, isSeen, pick, squeeze } from '#workers/scan-page/checks/in-page/dom'

export type RunningText = { element: Element; text: string; style: CSSStyleDeclaration }

const fewestLetters = 60

const read = new WeakMap<readonly Element[], RunningText[]>()

/** Those that are seen and have so much text that how it is set matters. */
export function readBlocks(elements: readonly Element[]): readonly RunningText[] {
  const known = read.get(elements)
  if (known) return known
  const all = pick(elements, 'p, li, dd, td, blockquote, div, section, article, figcaption, span').flatMap(
    (element) => {
      if (!hasText(element)) return []
      const text = squeeze(element.textContent ?? '')
      if (text.length < fewestLetters || !isExposed(element) || !isSeen(element)) return []
      return [{ element, text, style: getComputedStyle(element) }]
    },
  )
  read.set(elements, all)
  return all
}

const hasText = (element: Element) => {
  let letters = 0
  for (const node of element.childNodes)
    if (node.nodeType === Node.TEXT_NODE) letters += (node.nodeValue ?? '').trim().length
  return letters >= fewestLetters / 2
}
