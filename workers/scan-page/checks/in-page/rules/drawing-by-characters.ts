/** Pictures drawn with characters. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'

export const drawingByCharacters: StaticCheck = {
  rule: 'drawing-by-characters',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Give it role="img" and an aria-label, or put a picture with an alternative in its place.',
  find: (elements) =>
    [...pick(elements, 'pre'), ...kept(elements)].flatMap(drawn).concat(textHolders(elements).flatMap(face)),
}

const named = '[role="img"], figure[aria-label], figure:has(> figcaption)'

/** Other blocks in which spaces and lines are kept, or whose lines are broken one by one. */
const kept = (elements: readonly Element[]): Element[] =>
  textHolders(elements).flatMap(({ element, own }) => {
    // Most texts are let go by this alone, of which there may be thousands.
    if (!(twoSigns.test(own) || places.test(own)) || !element.matches('p, div, span, td, center, tt, code, samp'))
      return []
    if (closest(element, 'pre')) return []
    const isKept =
      (element.textContent ?? '').includes('\n') && /^(?:pre|break-spaces)/.test(getComputedStyle(element).whiteSpace)
    return isKept || element.querySelectorAll(':scope > br').length >= fewestLines - 1 ? [element] : []
  })

/** ASCII's and the ones that lines, boxes and blocks are drawn with; without properties of characters, which are slow to look up. */
const twoSigns = /[!-/:-@[-`{-~\u00a1-\u00bf\u2010-\u2bff\u3000-\u303f\uff01-\uff0f]{2}/
const places = /(?:^|\s)(?:\S[ \t]){4}\S(?:\s|$)/
const fewestLines = 3
const boxes = /[\u2500-\u259F]|\+-{2,}\+/u

function drawn(element: Element): Hit[] {
  let text = ''
  for (const node of element.childNodes) text += node instanceof HTMLBRElement ? '\n' : (node.textContent ?? '')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < fewestLines || element.querySelector('samp, span:not(:only-child), a, b, table')) return []
  const signs = text.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0
  const words = text.match(/\p{L}{3,}/gu)?.length ?? 0
  // Of code, signs are a part; boxes with corners and sides are none of it.
  const isCode = element.querySelector('code') !== null || closest(element, 'code, samp') !== null
  const isDrawn = isCode
    ? boxes.test(text) && signs >= 0.6 * text.replace(/\s/g, '').length
    : signs >= 12 && signs >= 0.6 * text.replace(/\s/g, '').length && words <= lines.length / 2
  // Lines of dots and rules set parts of a text off.
  const isOfOneSign = new Set(text.match(/[^\p{L}\p{N}\s]/gu)).size < 2
  if ((!isDrawn || isOfOneSign) && !isPlan(lines) && (isCode || !isBoard(lines))) return []
  if (closest(element, named) || !isExposed(element) || !isSeen(element)) return []
  return [
    {
      element,
      confidence: 'high',
      message: `These ${lines.length} lines of characters draw a picture; they are read sign by sign.`,
    },
  ]
}

/** Rows of as many places, each of a character, of which one sign says that nothing is there: a board, a plan of seats, a map. */
function isBoard(lines: readonly string[]): boolean {
  const rows = lines.map((line) => line.trim().split(/\s+/)).filter((row) => row.every((place) => place.length <= 2))
  const [width, alike = []] =
    [...Map.groupBy(rows, (row) => row.length)].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  if (width === undefined || width < leastBoard || alike.length < leastBoard) return false
  const places = alike.flat()
  const [, empty = []] =
    [
      ...Map.groupBy(
        places.filter((place) => emptyPlace.test(place)),
        (place) => place,
      ),
    ].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  return empty.length >= places.length * 0.3 && empty.length < places.length
}

/** Boxes with words in them, of which lines or arrows lead from one to another; a table's boxes are one below the other in one frame. */
function isPlan(lines: readonly string[]): boolean {
  const edges = lines.flatMap((line) => line.match(edge) ?? [])
  if (edges.length < 2 || new Set(edges).size < 1) return false
  const text = lines.join('\n')
  const isLed = /[-=─━]{1,}>|<[-=─━]{1,}|[►▶→◄◀←▼▲↓↑]|^\s*(?:[|│v^]\s*)+$|^[^\w│┌+]*[/\\](?:\s+[/\\])?[^\w]*$/mu.test(
    text,
  )
  // Frames that begin at two places, or that stand side by side, are two boxes and no table.
  const starts = new Set(lines.flatMap((line) => [...line.matchAll(edge)].map(({ index }) => index)))
  return isLed && (starts.size >= 2 || /\n\s*[|│v▼^▲]\s*\n/u.test(text))
}

/** The upper or lower edge of a box. */
const edge = /[+┌└╭╰╔╚][-=─━═┬┴+]{2,}[+┐┘╮╯╗╝]/gu

const leastBoard = 5
const emptyPlace = /^[^\p{L}\p{N}\s]$/u

const beyondAscii = /[\u0080-\uffff]/

/** A face of several signs: (╯°□°)╯, ¯\\_(ツ)_/¯, ʕ•ᴥ•ʔ. */
const faces = /[(（ʕ【][^\p{L}\p{N}\s)）]{0,3}[°•ಠ◕￣╯ツ╥◉ω‿益ᴥ▽∀ﾟ・´｀^][^)）]{0,5}[)）ʔ】]|¯\\_?\(|┻━┻/u
const plain = /\((?:[^\p{L}\p{N}°•ಠ◕￣╯ツ╥◉‿益ᴥ▽∀ﾟ´｀]*)\)/u

function face({ element, own }: { element: Element; own: string }): Hit[] {
  const said = beyondAscii.test(own) ? faces.exec(own)?.[0] : undefined
  if (!said || plain.test(said) || closest(element, `${named}, pre, code, abbr[title]`)) return []
  if (!isExposed(element) || !isSeen(element)) return []
  return [
    {
      element,
      tier: 'warning',
      confidence: 'medium',
      message: `${quote(said)} draws a face with characters; it is read sign by sign.`,
      remedy: 'Say in words what is meant, or put it into an element with role="img" and an aria-label.',
    },
  ]
}
