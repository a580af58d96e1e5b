/** Texts of several subjects that lines, or the bold words that they begin with, part, and no headings. */
import type { Hit } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  closest,
  headings,
  isExposed,
  isSeen,
  ownText,
  pick,
  spokenText,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'

export function partedTexts(elements: readonly Element[]): Hit[] {
  const lines = pick(elements, 'hr, [role="separator"]').length
  const hits: Hit[] = []
  let stretch: Element[] = []
  const close = () => {
    const hit = stretch.length < fewestParts ? null : (byLines(stretch) ?? byBoldWords(stretch))
    if (hit) hits.push(hit)
    stretch = []
  }
  // What is looked for has lines of its own, or borders, or bold words: many short texts have none of these.
  const inOrder = pick(elements, `p, div, section, hr, [role="separator"], ${headings}`)
  if (lines === 0 && inOrder.length < fewestParts) return []
  for (const element of inOrder) {
    if (element.matches(headings)) {
      if (stretch.length > 0 && isExposed(element)) close()
    } else if (isLine(element) || isText(element)) stretch.push(element)
  }
  close()
  return hits
}

const fewestParts = 4
const fewestUnsure = 3
const fewestWords = 100
const wordsOfPart = 12
const longestStart = 6
/** A letter alone is a sign. */
const shortest = 2
/** From so many words on, three parts are several. */
const manyWords = 250
const apart =
  'li, table, dl, article, blockquote, figure, form, nav, aside, header, footer, dialog, address, details, [role="log"], [role="feed"], [role="dialog"], [role="article"], [class*="comment" i], [class*="card" i], [class*="quote" i], [class*="poem" i], [class*="verse" i]'
const ofEntries = 'img, picture, video, audio, time, button, svg'
const stars = /^(?:[*•·⁂※◆■☆⋆❦~#]\s*){1,9}$/u
const dashes = /^[\s—–_=-]{3,}$/

const isLine = (element: Element) =>
  element.matches('hr, [role="separator"]') ? isSeenLine(element) : isDrawn(ownText(element)) && isSeen(element)
const isDrawn = (text: string) => text !== '' && (stars.test(text) || dashes.test(text))

/** It may be no higher than its border. */
const isSeenLine = (line: Element) =>
  line.checkVisibility({ visibilityProperty: true }) && line.getBoundingClientRect().width > 1

const isText = (element: Element) =>
  (element.localName === 'p' ? squeeze(element.textContent ?? '') : ownText(element)).length >= shortest &&
  (element.localName === 'p' || !element.querySelector('p, div, section')) &&
  !closest(element, apart) &&
  isSeen(element)

/** The texts between one line and the next. */
type Part = Element[]

function byLines(stretch: readonly Element[]): Hit | null {
  const all: Part[] = [[]]
  let before: Element | undefined
  let isOfStars = false
  for (const element of stretch) {
    if (isLine(element)) {
      isOfStars ||= stars.test(ownText(element))
      all.push([])
    } else {
      if (before && hasLineBetween(before, element)) all.push([])
      all.at(-1)?.push(element)
      before = element
    }
  }
  const parts = all.filter((part) => part.length > 0)
  const [first] = parts[0] ?? []
  const words = parts.map(wordsIn)
  if (!first || parts.length < fewestUnsure || sum(words) < fewestWords || !areOneText(parts)) return null
  // A word or two between lines is no subject.
  if (words.some((each) => each < wordsOfPart)) return null
  const isSure = (parts.length >= fewestParts || sum(words) >= manyWords) && !isOfStars
  return {
    element: first,
    tier: isSure ? 'practice' : 'warning',
    confidence: 'medium',
    message: `From here on, lines part a text of ${sum(words)} words into ${parts.length} parts, and none of them has a heading.`,
  }
}

function byBoldWords(stretch: readonly Element[]): Hit | null {
  const texts = stretch.filter((element) => !isLine(element))
  const starts = texts.flatMap((element) => {
    const start = boldStart(element)
    return start === null ? [] : [{ element, start }]
  })
  const [first] = starts
  // Who speaks is named again and again.
  if (!first || starts.length < fewestParts || new Set(starts.map(({ start }) => start)).size < starts.length)
    return null
  const from = texts.slice(texts.indexOf(first.element))
  const words = wordsIn(from)
  if (words < fewestWords || !areOneText([from])) return null
  return {
    element: first.element,
    tier: from.length >= starts.length * 2 ? 'practice' : 'warning',
    confidence: 'medium',
    message: `From here on, ${starts.length} parts of a text of ${words} words begin with bold words, and none of them has a heading.`,
  }
}

/** A few words in bold, and many that are not behind them. */
function boldStart(element: Element): string | null {
  const [node] = [...element.childNodes].filter(
    ({ nodeType, nodeValue }) => nodeType !== 3 || squeeze(nodeValue ?? '') !== '',
  )
  if (!(node instanceof Element) || Number(getComputedStyle(node).fontWeight) < 600) return null
  if (Number(getComputedStyle(element).fontWeight) >= 600) return null
  const start = spokenText(node, 80)
  const words = wordsOf(start).length
  const isShort = words > 0 && words <= longestStart
  return isShort && wordsOf(element.textContent ?? '').length - words >= wordsOfPart ? start : null
}

const wordsIn = (part: readonly Element[]) => sum(part.map((each) => wordsOf(each.textContent ?? '').length))
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

/** One text that goes on down the page: no entries, each with its picture, date or link; no verses; nobody speaks in it. */
function areOneText(parts: readonly Part[]): boolean {
  const all = parts.flat()
  const share = (isSo: (element: Element) => boolean) => all.filter(isSo).length / all.length
  const isStacked = all.every(
    (each, at) =>
      at === 0 || each.getBoundingClientRect().top >= (all[at - 1]?.getBoundingClientRect().bottom ?? 0) - 1,
  )
  return (
    isStacked &&
    !parts.some((part) => part.some((each) => each.querySelector(ofEntries))) &&
    share((each) => each.querySelector('br') !== null) < 0.5 &&
    share((each) => /^[“”„«»"‘’—–「『]/.test(squeeze(each.textContent ?? ''))) < 0.25 &&
    share(isLinkAlone) === 0 &&
    !all.some((each) => isBesidePicture(each))
  )
}

const isLinkAlone = (element: Element) => {
  const [link, ...more] = element.querySelectorAll('a')
  return (
    link !== undefined && more.length === 0 && squeeze(link.textContent ?? '') === squeeze(element.textContent ?? '')
  )
}

const isBesidePicture = ({ previousElementSibling: before }: Element) => before?.matches(ofEntries) === true

/** The upper edge of what the second begins, or the lower edge of what the first ends. */
function hasLineBetween(first: Element, second: Element): boolean {
  const edge = (element: Element, other: Element, side: 'Top' | 'Bottom') =>
    [element, ...ancestorsOf(element)].some((each) => {
      if (each.contains(other)) return false
      const style = getComputedStyle(each)
      const isDrawnAt = (at: 'Top' | 'Bottom' | 'Left') =>
        Number.parseFloat(style[`border${at}Width`]) > 0 && !/none|hidden/.test(style[`border${at}Style`])
      return isDrawnAt(side) && !isDrawnAt('Left')
    })
  return edge(second, first, 'Top') || edge(first, second, 'Bottom')
}
