/** Pictures whose caption, or the heading or paragraph beside them, is their alternative, word for word. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const captionRepeatsAlternative: StaticCheck = {
  rule: 'caption-repeats-alternative',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Let the alternative say what is seen beyond the caption: the same words are read twice.',
  find: (elements) => [...captioned(elements), ...besideWords(elements)],
}

/** The same words right before or behind it, in a block of their own. */
const besideWords = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'img[alt]').flatMap((element) => {
    const alt = bare(element.getAttribute('alt') ?? '')
    if ([...alt].length < fewestLetters || closest(element, 'a[href], button, figure, label, li li')) return []
    const box = element.parentElement?.matches(':is(picture, div, span, p):has(> :only-child)')
      ? element.parentElement
      : element
    const words = [box.previousElementSibling, box.nextElementSibling].find(
      (each) => each?.matches('h1, h2, h3, h4, h5, h6, p') && bare(each.textContent ?? '') === alt,
    )
    if (!words || !isSeen(element) || !isExposed(element) || !isSeen(words) || !isExposed(words)) return []
    return [
      {
        element,
        message: `${quote(squeeze(words.textContent ?? ''))} is read twice: it is the alternative of this picture, and stands beside it.`,
      },
    ]
  })

const fewestLetters = 4

const captioned = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'figure img[alt]').flatMap((element) => {
    const figure = closest(element, 'figure')
    const caption = figure?.querySelector('figcaption')
    // The name of a link or a button has to say it, and of several pictures each is called by itself.
    if (!figure || !caption || closest(element, 'a[href], button') || figure.querySelectorAll('img, svg').length > 1)
      return []
    const alt = bare(element.getAttribute('alt') ?? '')
    if (alt === '' || alt !== bare(caption.textContent ?? '')) return []
    if (!isSeen(element) || !isExposed(element) || !isSeen(caption) || !isExposed(caption)) return []
    return [
      {
        element,
        message: `The caption of this picture, ${quote(squeeze(caption.textContent ?? ''))}, is its alternative once more.`,
      },
    ]
  })

const bare = (text: string): string =>
  squeeze(text)
    .toLowerCase()
    .replace(/[\s.:;,!]+$/, '')
