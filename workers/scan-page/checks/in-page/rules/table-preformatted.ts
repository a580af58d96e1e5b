/** Tables drawn with spaces in preformatted text. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, textHolders } from '#workers/scan-page/checks/in-page/dom'

export const tablePreformatted: StaticCheck = {
  rule: 'table-preformatted',
  criteria: ['1.3.1', '1.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Make it a <table> with header cells.',
  find: (elements) =>
    [...pick(elements, 'pre'), ...spaced(elements), ...led(elements)].flatMap((element) => {
      const isCode =
        element.querySelector('code, samp, kbd') !== null ||
        closest(element, 'code, figure, [class*="highlight" i], [class*="code" i], [class*="language-"]') !== null
      const lines = linesOf(element).filter((line) => !/^[\s=_+-]*$/.test(line))
      if (lines.length < 3) return []
      const columnsLed = Math.min(...lines.map((line) => [...line.matchAll(leader)].length + 1))
      if (columnsLed >= 2 && !isCode)
        return isExposed(element) && isSeen(element)
          ? [hitOf(element, lines, columnsLed, columnsLed > 2 || lines.length >= fewestOfTwo)]
          : []
      // With strokes between them, columns are drawn wherever they stand; a language that is named may write its tables so.
      if (isRuled(lines) && !element.querySelector('[class*="language-"]') && !closest(element, '[class*="language-"]'))
        return isExposed(element) && isSeen(element) ? [hitOf(element, lines, columnsRuled(lines), !isCode)] : []
      // Of what a program wrote, the columns are the program's.
      if (isCode || /[{};=<>$()]|^\s*[-*]\s/m.test(lines.join('\n'))) return []
      const gaps = lines.map((line) =>
        [...line.trimEnd().matchAll(/(?<=\S)(?: {2,}|\t+)(?=\S)/g)].map(({ index, 0: gap }) => index + gap.length),
      )
      const [first = []] = gaps
      const shared = first.filter((at) => gaps.every((starts) => starts.includes(at)))
      const ends = lines.map((line) =>
        [...line.trimEnd().matchAll(/\S(?= {2,}|$)/g)].slice(1).map(({ index }) => index),
      )
      const [firstEnds = []] = ends
      // Figures are set to the right.
      const sharedEnds = firstEnds.filter((at) => ends.every((others) => others.includes(at)))
      const isTabbed = lines.every((line) => line.includes('\t'))
      const gutters = isTabbed ? 0 : guttersOf(lines)
      if (
        (shared.length === 0 &&
          sharedEnds.length === 0 &&
          gutters === 0 &&
          !(isTabbed && gaps.every((starts) => starts.length === first.length && first.length > 0))) ||
        !isExposed(element) ||
        !isSeen(element)
      )
        return []
      const columns = Math.max((isTabbed ? first : shared.length > 0 ? shared : sharedEnds).length, gutters) + 1
      return [hitOf(element, lines, columns, columns > 2 || lines.length >= fewestOfTwo)]
    }),
}

/**
 * Strips that all lines leave free between two of their words, wide enough to be meant: figures are set to the right under names
 * that are set to the left.
 */
function guttersOf(lines: readonly string[]): number {
  const widest = Math.max(...lines.map(({ length }) => length))
  const isFree = (at: number) => lines.every((line) => (line[at] ?? ' ') === ' ')
  const isBetween = (from: number, to: number) =>
    lines.every((line) => line.slice(0, from).trim() !== '' && line.slice(to).trim() !== '')
  let gutters = 0
  for (let at = 0; at < widest; at += 1) {
    if (!isFree(at)) continue
    const from = at
    while (at < widest && isFree(at)) at += 1
    if (at - from >= gutterWidth && isBetween(from, at)) gutters += 1
  }
  return gutters
}
const gutterWidth = 3

/** Three lines may begin a second time at one place by chance. */
const fewestOfTwo = 4

const hitOf = (element: Element, lines: readonly string[], columns: number, isSure: boolean) => ({
  element,
  tier: isSure ? ('practice' as const) : ('warning' as const),
  message: `These ${lines.length} lines form ${columns} columns, which only who sees them can tell.`,
})

const blocks = 'p, div, td, section, article, blockquote, span, li, dd'

/** Those that a style sheet lets keep their spaces, and those that hold spaces which do not run together. */
const spaced = (elements: readonly Element[]) =>
  textHolders(elements).flatMap(({ element }) => {
    if (!element.matches(blocks) || closest(element, 'pre')) return []
    const text = element.textContent ?? ''
    const isKept =
      /\S(?: {3,}|\t+| ?\.{4,} ?)\S[^\n]*\n/.test(text) &&
      /^(?:pre|pre-wrap|pre-line|break-spaces)$/.test(getComputedStyle(element).whiteSpace)
    return isKept || (/\S[\u00a0\u2003\u2002]{3,}/u.test(text) && element.querySelector('br')) ? [element] : []
  })

/** Signs set one behind the other, with spaces between them or not, that lead the eye from one column to the next. */
const leader =
  /(?<=[\p{L}\p{N})%€$£.:][ \u00a0]*)(?:([._·•‧∙⋅=~*–—-])(?:[ \u00a0]?\1){3,}|…(?:[ \u00a0]?…)+)(?=[ \u00a0]*[\p{L}\p{N}(€$£–-])/gu

/** Lines of one block, each of which holds some. */
const led = (elements: readonly Element[]) =>
  textHolders(elements).flatMap(({ element, own }) =>
    element.matches(blocks) && !closest(element, 'pre') && element.querySelector('br') && own.search(leader) >= 0
      ? [element]
      : [],
  )

/** As they are seen: a line break is one, and spaces that do not run together are spaces. */
function linesOf(element: Element): string[] {
  let text = ''
  for (const node of element.childNodes) text += node instanceof HTMLBRElement ? '\n' : (node.textContent ?? '')
  const isKept = /^pre|break-spaces/.test(getComputedStyle(element).whiteSpace)
  return (
    (isKept ? text : text.replace(/[ \t\r]*\n[ \t\r]*/g, '\n'))
      .replace(/[\u00a0\u2002\u2003]/g, ' ')
      // Dots that lead from one to the other are room as well.
      .replace(/ ?\.{4,} ?/g, (dots) => ' '.repeat(dots.length))
      .split('\n')
  )
}

/** With strokes between the columns. */
const isRuled = (lines: readonly string[]) =>
  lines.filter((line) => (line.match(/\||│/g)?.length ?? 0) >= 2).length >= 3 &&
  lines.every((line) => /[|│+┼─-]/.test(line))

const columnsRuled = (lines: readonly string[]) =>
  Math.max(...lines.map((line) => line.split(/[|│]/).filter((cell) => cell.trim() !== '').length))
