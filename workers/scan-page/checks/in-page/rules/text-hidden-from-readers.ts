/** Running text that everybody sees, and that screen readers are told to pass over. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isSeen,
  pick,
  quote,
  squeeze,
  textHolders,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'

/** Shorter is an ornament, a number, or a name that is repeated. */
const fewestWords = 12
/** Of every three words that follow one another: said in the same order elsewhere. */
const mostRepeated = 0.6
const foundTaken = 10

/** While one of these is open, what lies behind it is rightly hidden. */
const dialogs = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"], [popover]:popover-open'
/** Slides that wait for their turn, pictures of a page, what is shown of code and formulas. */
const pictured =
  'figure, pre, code, svg, math, canvas, marquee, .katex, mjx-container, [role="img"], [role="math"], [class*="carousel" i], [class*="slide" i], [class*="swiper" i], [class*="marquee" i], [class*="mock" i], [class*="demo" i], [class*="skeleton" i], [class*="ghost" i], [class*="preview" i]'

export const textHiddenFromReaders: StaticCheck = {
  rule: 'text-hidden-from-readers',
  criteria: ['1.3.1'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Remove aria-hidden from what everybody reads.',
  find(elements) {
    const outermost = pick(elements, '[aria-hidden="true"]').filter(
      (element) => isSeen(element) && !element.parentElement?.closest('[aria-hidden="true"]'),
    )
    if (outermost.length === 0 || pick(elements, dialogs).some(isSeen)) return []
    const sentences = outermost.flatMap((element) => {
      const text = element.matches('html, body') || closest(element, pictured) ? '' : sentenceIn(element)
      return text === '' ? [] : [{ element, text }]
    })
    if (sentences.length === 0) return []
    const heard = new Set(threes(exposedWords(elements)))
    return sentences
      .filter(({ text }) => {
        const own = [...threes(wordsOf(text))]
        return own.filter((three) => heard.has(three)).length < own.length * mostRepeated
      })
      .slice(0, foundTaken)
      .map(({ element, text }) => ({
        element,
        confidence: 'medium' as const,
        message: `${quote(text, 80)} is there to be read, but aria-hidden="true" keeps it from screen readers.`,
      }))
  },
}

/** The first paragraph or item in it that is a sentence, and seen. */
function sentenceIn(element: Element): string {
  const paragraphs = [element, ...element.querySelectorAll('p, li, dd, td, h1, h2, h3, h4, blockquote, div, span')]
  for (const paragraph of paragraphs) {
    if (paragraph !== element && !isRead(paragraph)) continue
    const text = [...paragraph.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE || (node instanceof Element && node.matches(phrases)))
      .map((node) => node.textContent ?? '')
      .join('')
    if (wordsOf(text).filter((word) => /\p{L}{2}/u.test(word)).length >= fewestWords && isRead(paragraph))
      return squeeze(text)
  }
  return ''
}

const phrases = 'a, b, i, em, strong, abbr, time, mark, small, q, cite'
const isRead = (element: Element) => isSeen(element) && !element.closest(pictured)

/** All words that are spoken somewhere: written, or an alternative. */
function* exposedWords(elements: readonly Element[]): Generator<string> {
  for (const { element, own } of textHolders(elements)) if (isExposed(element)) yield* wordsOf(own)
  for (const element of pick(elements, '[aria-label], [alt], [aria-description]'))
    yield* wordsOf(['aria-label', 'alt', 'aria-description'].map((name) => element.getAttribute(name) ?? '').join(' '))
}

/** Every three words that follow one another. */
function* threes(words: Iterable<string>): Generator<string> {
  let [first, second] = ['', '']
  for (const word of words) {
    if (first !== '') yield `${first} ${second} ${word}`
    ;[first, second] = [second, word]
  }
}
