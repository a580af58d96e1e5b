/** Words whose letters are set apart by spaces. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  headings,
  isExposed,
  isSeen,
  pick,
  quote,
  squeeze,
  textHolders,
} from '#workers/scan-page/checks/in-page/dom'

const spaced = /(?:^|\s)((?:\p{L}[\s\u00a0]){4,}\p{L})(?=$|[\s.,!?:])/u

/** Four letters are a word where they are all that a heading says. */
const short = /^(?:\p{L}[\s\u00a0]){3}\p{L}$/u

export const lettersSpacedOut: StaticCheck = {
  rule: 'letters-spaced-out',
  criteria: ['1.3.2'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Write the word without spaces, and space its letters by CSS (letter-spacing).',
  find: (elements) =>
    [...textHolders(elements), ...inPieces(elements)].flatMap(({ element, own }) => {
      const isShort = own.length === 7 && closest(element, headings) !== null
      if ((own.length < 9 && !isShort) || own.length > 2000) return []
      const word = isShort ? short.exec(own)?.[0] : spaced.exec(own)?.[1]
      if (!word || !isWord(word.replace(/\s/g, '')) || /\bspel(?:l|t)|\bletters?\b|buchstab|épel|deletre/i.test(own))
        return []
      if (closest(element, 'pre, code, svg, math, kbd')) return []
      if (!isExposed(element) || !isSeen(element)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${quote(word)} is read letter by letter: spaces stand within the word.`,
        },
      ]
    }),
}

/** Whose letters stand in elements of their own, with spaces between, or one below the other. */
function inPieces(elements: readonly Element[]): { element: Element; own: string }[] {
  const holders = new Map<Element, number>()
  for (const { element, own } of textHolders(elements)) {
    const holder = element.parentElement
    if (holder && /^\p{L}$/u.test(own)) holders.set(holder, (holders.get(holder) ?? 0) + 1)
  }
  const pieces = [...holders].flatMap(([element, count]) => {
    if (count < fewestPieces || element.children.length > count) return []
    const text = squeeze(element.textContent ?? '')
    return text.includes(' ') ? [{ element, own: text }] : []
  })
  const columns = new Set(pick(elements, 'br').flatMap((line) => line.parentElement ?? []))
  return [
    ...pieces,
    ...[...columns].flatMap((element) => {
      const parts = [...element.childNodes].flatMap((node) =>
        node.nodeType === Node.TEXT_NODE ? squeeze(node.nodeValue ?? '') : [],
      )
      const letters = parts.filter((part) => part !== '')
      return letters.length >= fewestPieces && letters.every((part) => /^\p{L}$/u.test(part))
        ? [{ element, own: letters.join(' ') }]
        : []
    }),
  ]
}

const fewestPieces = 5

/** Letters of one case that can be spoken, in no order of the alphabet, are a word; sizes, grades, keys and lines to test eyes by are not. */
function isWord(letters: string): boolean {
  const small = letters.toLowerCase()
  const isOneCase = letters === small || letters === letters.toUpperCase() || letters.slice(1) === small.slice(1)
  const fewest = small.length > 4 ? 2 : 1
  const vowels = small.match(/[aeiouäöüáéíóúàèìòùâêîôû]/gu)?.length ?? 0
  const isOrdered = [...small].every((letter, index) => index === 0 || letter >= (small[index - 1] ?? ''))
  return (
    isOneCase &&
    vowels >= fewest &&
    !/^(?:nesw|nsew|nswe|wens)$/.test(small) &&
    vowels < small.length &&
    !isOrdered &&
    new Set(small).size >= 3 &&
    !unspeakable.test(small)
  )
}

// Consonants that no syllable joins, as on keyboards and charts.
const unspeakable = /q(?!u)|[bdfgkptvz]{3}|[^aeiouyäöüáéíóúàèìòùâêîôû]{6}/u
