/** What a narrow window takes away: what a box cuts off that does not scroll, and what is shown no more. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allMatching,
  ancestorsOf,
  closest,
  isExposed,
  isSeen,
  quote,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const cutWhenNarrow: CheckMeta = {
  rule: 'content-cut-when-narrow',
  criteria: ['1.4.10'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Let the row wrap (flex-wrap, grid) or the box scroll (overflow-x: auto) in a narrow window.',
}

export const goneWhenNarrow: CheckMeta = {
  rule: 'content-gone-when-narrow',
  criteria: ['1.4.10'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Keep it in narrow windows too, or behind a button that opens it: who zooms in has such a window.',
}

const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary'
const openers = 'button, summary, label, [role="button"], [role="tab"], a[href^="#"], input[type="checkbox"]'
/** Shown one after the other, running by, or of two dimensions. */
const otherwise =
  'pre, code, table, svg, canvas, marquee, iframe, [role="toolbar"], [role="tablist"], [role="marquee"], [aria-roledescription], [class*="carousel" i], [class*="slide" i], [class*="swip" i], [class*="marquee" i], [class*="ticker" i], [class*="track" i], [class*="splide" i], [class*="glide" i], [class*="slick" i], [class*="gallery" i]'
const elementsTaken = 4000
const foundTaken = 3
const leastCut = 16
const fewestWords = 8
const wordsRead = 100_000

type Cut = { element: Element; box: Element }
type Gone = { element: Element; root: Element; text: string }

/** What is lost at the width that the window has now. */
export type Narrow = {
  cut: Cut[]
  gone: Gone[]
  words: string
  addresses: ReadonlySet<string>
  openers: ReadonlySet<Element>
}

/** By their ids, what says how something is worked that is not there, and nothing that is. */
function idsOfGone(): ReadonlySet<string> {
  const described = allMatching('[aria-describedby]').map((element) => ({
    ids: (element.getAttribute('aria-describedby') ?? '').split(/\s+/),
    isShown: element.checkVisibility({ visibilityProperty: true }),
  }))
  const shown = new Set(described.flatMap(({ ids, isShown }) => (isShown ? ids : [])))
  return new Set(described.flatMap(({ ids }) => ids.filter((id) => id !== '' && !shown.has(id))))
}

/** To be called in a window of 320 px. */
export function lostNow(elements: readonly Element[]): Narrow {
  const cut: Cut[] = []
  const gone: Gone[] = []
  const addresses = new Set<string>()
  const shown = new Set<Element>()
  const ofGone = idsOfGone()
  for (const element of elements.slice(0, elementsTaken)) {
    if (!(element instanceof HTMLElement)) continue
    const isControl = element.matches(controls)
    if (!isControl && !hasWords(element)) continue
    if (!element.checkVisibility({ visibilityProperty: true })) {
      const text = squeeze(element.textContent ?? '')
      const isOfGone = ofGone.size > 0 && [element, ...ancestorsOf(element)].some(({ id }) => ofGone.has(id))
      if (text !== '' && !isOfGone) gone.push({ element, root: outermostGone(element), text })
      continue
    }
    if (element instanceof HTMLAnchorElement) addresses.add(element.href)
    if (element.matches(openers) && isSeen(element)) shown.add(element)
    const box = boxCutting(element, isControl)
    if (box) cut.push({ element, box })
  }
  const words = gone.length > 0 ? spokenText(document.body, wordsRead).toLowerCase() : ''
  return { cut, gone, words, addresses, openers: shown }
}

const hasWords = (element: Element) =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim().length > 2)

function outermostGone(element: Element): Element {
  const chain = [element, ...ancestorsOf(element)]
  return chain.findLast((each) => !each.checkVisibility({ visibilityProperty: true })) ?? element
}

/** The box that hides all of a control, or an end of a text, beyond its edge; null where one may scroll there. */
function boxCutting(element: HTMLElement, isControl: boolean): Element | null {
  const rects = isControl ? [element.getBoundingClientRect()] : linesOf(element)
  if (rects.length === 0) return null
  const right = Math.max(...rects.map((rect) => rect.right))
  const left = Math.min(...rects.map((rect) => rect.left))
  for (const at of [element, ...ancestorsOf(element)]) {
    const { overflowX, position, transform, translate, textOverflow, direction } = getComputedStyle(at)
    const isPage = at === document.documentElement || at === document.body
    if (/auto|scroll/.test(overflowX) && !isPage) return null
    if (/hidden|clip/.test(overflowX) && (at !== element || !isControl)) {
      const edges = isPage ? { left: 0, right: innerWidth } : at.getBoundingClientRect()
      const isBeyond =
        direction === 'rtl'
          ? isControl
            ? right <= edges.left + 2
            : left < edges.left - leastCut
          : isControl
            ? left >= edges.right - 2
            : right > edges.right + leastCut
      if (isBeyond) return textOverflow === 'ellipsis' || !mayCut(element, at, isPage) ? null : at
    }
    if (isPage) continue
    if (/absolute|fixed|sticky/.test(position) || transform !== 'none' || translate !== 'none') return null
  }
  return null
}

function linesOf(element: Element): DOMRect[] {
  const range = document.createRange()
  return [...element.childNodes].flatMap((node) => {
    if (node.nodeType !== Node.TEXT_NODE || (node.nodeValue ?? '').trim() === '') return []
    range.selectNodeContents(node)
    return [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 2)
  })
}

/** Nothing beside the box brings what it hides into sight, and it is not meant to be passed over. */
function mayCut(element: Element, box: Element, isPage: boolean): boolean {
  if (closest(element, otherwise) || !isExposed(element) || box.scrollLeft > 0) return false
  const { height } = element.getBoundingClientRect()
  if (height < 2) return false
  if (isPage) return true
  const { width } = box.getBoundingClientRect()
  const beside = [...(box.parentElement?.querySelectorAll('button, [role="button"]') ?? [])]
  return width > leastCut && !beside.some((each) => !box.contains(each))
}

/** To be called in the window as it was: of what was lost, what is seen here. */
export function lostWhenNarrow({ cut, gone, words, addresses, openers: shown }: Narrow): Found[] {
  const isWhole = ({ element, box }: Cut) =>
    element.isConnected && isSeen(element) && boxCutting(element as HTMLElement, element.matches(controls)) !== box
  const boxes = [...Map.groupBy(cut.filter(isWhole), ({ box }) => box).values()]
  return [
    ...boxes.slice(0, foundTaken).flatMap((all) => {
      const [first] = all
      if (!first) return []
      return [
        foundOf(cutWhenNarrow, {
          element: first.element,
          confidence: 'high',
          message: `In a window of 320 px (1280 px at 400 %), ${quote(spokenText(first.element, 80))}${all.length > 1 ? ` and ${all.length - 1} more` : ''} are cut off by a box that does not scroll.`,
        }),
      ]
    }),
    ...columnsGone(gone, words),
    ...goneOf(gone, { words, addresses, openers: shown }),
  ]
}

const fewestCells = 2
/** What brings the rest of a row out. */
const ofRow = 'button, summary, [role="button"], [aria-expanded], input[type="checkbox"], a[href^="#"]'

const daysOfWeek = 7

/** Days of a month on which nothing is, as a list of events leaves them out: each says another number, and at most the day of the week beside it. */
const areEmptyDays = (lost: readonly Element[]): boolean => {
  const days = lost.map((cell) => squeeze(cell.textContent ?? '')).filter(Boolean)
  return (
    new Set(days).size === days.length &&
    days.every((day) => [...day.matchAll(/\d+/g)].every(([number]) => Number(number) <= 31)) &&
    new Set(days.map((day) => squeeze(day.replaceAll(/\d+/g, '')))).size <= daysOfWeek &&
    lost.some(({ parentElement }) => parentElement?.children.length === daysOfWeek)
  )
}

/** Cells that are left out of rows of which others stay, and whose words stand nowhere else then. */
function columnsGone(gone: readonly Gone[], words: string): Found[] {
  const cells = gone.flatMap(({ element }) => {
    const cell = closest(element, 'td, th, [role="cell"], [role="gridcell"], [role="columnheader"]')
    const table = cell && closest(cell, 'table, [role="table"], [role="grid"]')
    return cell && table && isSeen(cell) && isExposed(cell) ? [{ cell, table }] : []
  })
  return [...Map.groupBy(cells, ({ table }) => table)].slice(0, foundTaken).flatMap(([table, all]): Found[] => {
    if (table.querySelector(ofRow)) return []
    const lost = [...new Set(all.map(({ cell }) => cell))].filter((cell) => cell.matches('td, [role$="cell"]'))
    const isElsewhere = (cell: Element) => standsIn(words, squeeze(cell.textContent ?? '').toLowerCase())
    const [first] = lost.filter((cell) => !isElsewhere(cell))
    const rows = new Set(lost.map(({ parentElement }) => parentElement))
    // Where the whole of a row goes, another form of it may come.
    const hasStayed = [...rows].every((row) => row !== null && [...row.children].some((cell) => !lost.includes(cell)))
    if (areEmptyDays(lost)) return []
    if (!first || rows.size < fewestCells || !hasStayed || lost.filter(isElsewhere).length * 2 > lost.length) return []
    return [
      foundOf(goneWhenNarrow, {
        element: table,
        tier: 'practice',
        confidence: 'high',
        message: `In a window of 320 px (1280 px at 400 %), ${lost.length} cells of this table are left out, ${quote(spokenText(first, 80))} among them, and their words stand nowhere else.`,
      }),
    ]
  })
}

/** Whole, and not as a part of a longer figure or word. */
const standsIn = (words: string, text: string): boolean =>
  text === '' || new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(text)}(?![\\p{L}\\p{N}])`, 'u').test(words)

function goneOf(gone: readonly Gone[], narrow: Pick<Narrow, 'words' | 'addresses' | 'openers'>): Found[] {
  const seen = gone.filter(({ element, root }) => isSeen(element) && isExposed(element) && !closest(root, otherwise))
  // What a button brings out there, that is not here, is not lost.
  const hasOpener = [...narrow.openers].some((opener) => !isSeen(opener))
  const parts = [...Map.groupBy(seen, ({ root }) => root)].flatMap(([root, all]) => {
    const lost = all.filter(({ text }) => !narrow.words.includes(text.toLowerCase()))
    const sentences = lost.filter(({ element }) => !closest(element, 'a, button, nav, label'))
    const count = sentences.reduce((sum, { text }) => sum + text.split(' ').length, 0)
    const hasLink = lost.some(
      ({ element }) => element instanceof HTMLAnchorElement && !narrow.addresses.has(element.href),
    )
    const field = root.querySelector('input:not([type="hidden"]), select, textarea')
    const hasField = field !== null && isSeen(field)
    const isLost = (count >= fewestWords || hasLink || hasField) && !hasOpener
    // Sentences of the main part that stand nowhere else, and what is written into, are no ornament of a wide window.
    const isTold =
      (hasField || sentences.filter(({ text }) => isSentence(text)).length > 0) &&
      closest(root, 'main, [role="main"]') !== null &&
      !forWide.test(root.textContent ?? '')
    return isLost && !root.matches('br, [aria-hidden="true"]') ? [{ root, text: lost[0]?.text ?? '', isTold }] : []
  })
  return parts.slice(0, 1).map(({ root, text, isTold }) =>
    foundOf(goneWhenNarrow, {
      element: root,
      tier: isTold ? 'practice' : 'warning',
      confidence: isTold ? 'high' : 'medium',
      message: `In a window of 320 px (1280 px at 400 %), ${quote(text)} is shown no more, and no button there brings it out.`,
    }),
  )
}

const isSentence = (text: string) => text.split(' ').length >= fewestWords && /[.!?…]["”»]?$/.test(text)

/** What is of use to who has a mouse, a keyboard or a wide screen. */
const forWide =
  /(?<!\p{L})(?:mouse|hover|cursor|keyboard|shortcut|ctrl|alt|drag|desktop|wide(?:r)? screen|larger? screen|computer|maus|tastatur|ziehen|souris|clavier|ratón|teclado|tastiera|toetsenbord|klawiatur\p{L}*)(?!\p{L})/iu
