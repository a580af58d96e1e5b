/** Dots, cells and figures whose colour alone tells one state from another. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { hueOf } from '#workers/scan-page/checks/in-page/color'
import { closest, isSeen, parentOf, pick, spokenText, squeeze, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { paintOf } from '#workers/scan-page/checks/in-page/paint'

export const stateByColorAlone: StaticCheck = {
  rule: 'state-by-color-alone',
  criteria: ['1.4.1', '1.1.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Write the state beside the colour, or give each colour a sign of its own and a name.',
  find: (elements) => toldByColor(elements),
}

/** What differs by its colour alone, and nothing says why. */
export function toldByColor(elements: readonly Element[]): Hit[] {
  const marks = pick(elements, 'span, i, b, em, div, td, circle').flatMap(markOf)
  return [
    ...[...Map.groupBy(marks, ({ holder }) => holder).values()].flatMap((alike) => judge(alike)),
    ...inFigures(elements),
    ...byColoredSigns(elements),
  ]
}

type Mark = { element: Element; hue: number; holder: Element; kind: string; entry: Element }

const sign = /^[●■•◆▲▪⬤◼]$/u
const named = '[role="img"], [aria-label], [title], [aria-labelledby]'
const control =
  'a[href], button, label, select, [role="button"], [role="radio"], [role="option"], svg[role="img"], figure'
const lists = 'ul, ol, dl, table, [role="list"], [role="table"], [role="grid"]'
const entries = 'li, tr, dt, p, [role="listitem"], [role="row"]'
const largest = 48

/** It holds nothing, or a dot, and has a colour. */
function markOf(element: Element): Mark[] {
  if (element.firstElementChild) return []
  const text = squeeze(element.textContent ?? '')
  if ((text !== '' && !sign.test(text)) || element.matches(named) || closest(element, control)) return []
  if (element.localName === 'circle' && isInDrawing(element)) return []
  const isCell = element.localName === 'td'
  const { width, height } = element.getBoundingClientRect()
  if (!isCell && (Math.max(width, height) > largest || Math.min(width, height) < 5)) return []
  const { backgroundColor, backgroundImage, color, fill } = getComputedStyle(element)
  const paint = paintOf(element.localName === 'circle' ? fill : text === '' ? backgroundColor : color)
  const hue = paint && paint.alpha > 0.5 && backgroundImage === 'none' ? hueOf(paint.color) : null
  if (hue === null || !isSeen(element)) return []
  const entry = isCell ? element : (closest(element, entries) ?? parentOf(element))
  const holder = closest(element, lists) ?? (entry && parentOf(entry))
  if (!entry || !holder) return []
  return [{ element, hue, holder, kind: `${element.localName} ${Math.round(width / 4)}`, entry }]
}

const shapes = 'path, line, rect, circle, ellipse, polyline, polygon, text, image, use'

/** Among other shapes it says something by where it stands, as on a scale. */
const isInDrawing = (circle: Element): boolean => (closest(circle, 'svg')?.querySelectorAll(shapes).length ?? 0) > 1

const fewest = 3

/** Of one list: a colour that comes back is a state; where each has its own, it only tells one thing from another. */
function judge(marks: readonly Mark[]): Hit[] {
  return [...Map.groupBy(marks, ({ kind, element }) => (element.localName === 'td' ? 'td' : kind)).values()].flatMap(
    (alike) => {
      const [first] = alike
      const byHue = [...Map.groupBy(alike, ({ hue }) => hue).values()]
      if (!first || alike.length < fewest || byHue.length < 2 || byHue.length === alike.length) return []
      const texts = byHue.map((group) => group.map(({ entry }) => new Set(wordsOf(spokenText(entry, 200)))))
      const everywhere = sharedBy(texts.flat())
      // Each colour has a word of its own: that says it.
      const isSaid = texts.every((group) => sharedBy(group).some((word) => !everywhere.includes(word)))
      if (isSaid) return []
      return [
        {
          element: first.element,
          // Red and green stand for what is well and what is not; others may tell kinds apart.
          tier: isOfStates(byHue.map(([each]) => each?.hue ?? -1)) ? 'practice' : 'warning',
          confidence: 'medium',
          message: `${alike.length} marks of one kind have ${byHue.length} colours, and no word says what each colour stands for.`,
        },
      ]
    },
  )
}

/** Signs that are a colour and nothing else, also to who has them read out: “green circle”. */
const coloredSign = /^(?:[🔴🟠🟡🟢🔵🟣🟤⚫⚪]|[🟥🟧🟨🟩🟦🟪🟫⬛⬜])\uFE0F?$/u

/** Cells that hold such a sign and nothing else. */
function byColoredSigns(elements: readonly Element[]): Hit[] {
  const cells = pick(elements, 'td, [role="cell"], [role="gridcell"]').flatMap((element) => {
    const text = squeeze(element.textContent ?? '')
    if (!coloredSign.test(text) || element.querySelector(named) || element.matches(named) || !isSeen(element)) return []
    return [{ element, text, table: closest(element, lists), row: closest(element, 'tr, [role="row"]') ?? element }]
  })
  return [...Map.groupBy(cells, ({ table }) => table).values()].flatMap((alike): Hit[] => {
    const [first] = alike
    const bySign = [...Map.groupBy(alike, ({ text }) => text).values()]
    if (!first || alike.length < fewest || bySign.length < 2 || bySign.length === alike.length) return []
    const texts = bySign.map((group) => group.map(({ row }) => new Set(wordsOf(spokenText(row, 200)))))
    const everywhere = sharedBy(texts.flat())
    if (texts.every((group) => group.length > 1 && sharedBy(group).some((word) => !everywhere.includes(word))))
      return []
    return [
      {
        element: first.element,
        tier: 'practice',
        confidence: 'high',
        message: `${alike.length} cells hold nothing but signs of ${bySign.length} colours (${bySign.map((group) => group[0]?.text).join(' ')}): they look alike to who does not tell the colours apart, and are read as colours.`,
      },
    ]
  })
}

function sharedBy(texts: readonly ReadonlySet<string>[]): string[] {
  const [first, ...others] = texts
  return first ? [...first].filter((word) => others.every((other) => other.has(word))) : []
}

type Figure = { element: Element; holder: Element; column: number; row: Element | null; hue: number; text: string }

const figures = 'td, [role="gridcell"], [role="cell"], li, button, a[href], span, strong, b, em, div, dd'
/** Money and measures are written with letters and say no more than the figure. */
const units =
  /(?<!\p{L})(?:kr|eur|usd|gbp|chf|sek|nok|dkk|zł|pln|kč|ft|lei|km|kg|m|h|min|s|ms|c|f|k|mb|gb)(?!\p{L})\.?/giu
const longestFigure = 14
const fewestFigures = 4
/** Of a ground, paler colours count as well. */
const paleGround = 22

/** Figures, or cells with nothing in them, of which some have one colour and some another, and no sign says which. */
function inFigures(elements: readonly Element[]): Hit[] {
  const candidates = pick(elements, figures).filter((element) => {
    return !element.firstElementChild && (element.textContent ?? '').length <= longestFigure * 2
  })
  if (candidates.length < fewestFigures) return []
  const colored = candidates.flatMap((element) => figureOf(element))
  return [...Map.groupBy(colored, ({ holder }) => holder).values()].flatMap((alike) => judgeFigures(alike))
}

function figureOf(element: Element): Figure[] {
  const text = squeeze(element.textContent ?? '')
  const isCell = element.matches('td, [role="gridcell"], [role="cell"]')
  if (text.length > longestFigure || /\p{L}/u.test(text.replace(units, '')) || (text === '' && !isCell)) return []
  if (text !== '' && !/\d/.test(text)) return []
  if (element.matches(`${named}, [aria-describedby], [aria-current], [aria-selected]`)) return []
  const cell = closest(element, 'td, [role="gridcell"], [role="cell"], li') ?? element
  if (
    element !== cell &&
    (cell.querySelector('img, svg, i, [class*="icon" i]') || /\p{L}/u.test(spokenText(cell, 60).replace(units, '')))
  )
    return []
  const { backgroundColor, backgroundImage, color } = getComputedStyle(element)
  const ground = backgroundImage === 'none' ? paintOf(backgroundColor) : null
  const paint = paintOf(color)
  const byGround = ground && ground.alpha > 0.5 ? hueOf(ground.color, paleGround) : null
  const hue = byGround ?? (paint && text !== '' ? hueOf(paint.color) : null)
  const holder = closest(cell, lists) ?? parentOf(cell)
  if (hue === null || !holder || !isSeen(element)) return []
  const signs = ['::before', '::after'].map((part) => getComputedStyle(element, part).content).join('')
  const column = cell.parentElement ? [...cell.parentElement.children].indexOf(cell) : 0
  const kind = byGround === null ? 0 : 10
  return [
    {
      element,
      holder,
      column,
      row: cell.parentElement,
      hue: hue + kind,
      text: `${text} ${signs.replaceAll(/none|normal/g, '')}`,
    },
  ]
}

/** Green and red, as they stand for what is well and what is not. */
const warm = 0
const cool = 2
const amber = 1

const isOfStates = (hues: readonly number[]): boolean =>
  hues.includes(warm) && hues.includes(cool) && hues.every((hue) => [warm, amber, cool].includes(hue))

function judgeFigures(all: readonly Figure[]): Hit[] {
  const byGround = all.filter(({ hue }) => hue >= 10)
  const byText = all.filter(({ hue }) => hue < 10)
  return [byGround, ...Map.groupBy(byText, ({ column }) => column).values()].flatMap((alike): Hit[] => {
    const [first] = alike
    const groups = [...Map.groupBy(alike, ({ hue }) => hue).values()]
    const hues = groups.map(([each]) => (each?.hue ?? 0) % 10)
    if (!first || alike.length < fewestFigures || groups.length < 2 || groups.length > mostStates) return []
    if (!hues.includes(warm) || !hues.includes(cool) || groups.some((group) => group.length < 2)) return []
    // A colour for each row, or for each column, tells them apart and nothing else.
    const isByRow = (key: (each: Figure) => unknown) =>
      [...Map.groupBy(alike, key).values()].every((line) => new Set(line.map(({ hue }) => hue)).size === 1)
    const hasRows = new Set(alike.map(({ row }) => row)).size < alike.length
    if (
      byGround.includes(first) &&
      ((hasRows && isByRow(({ row }) => row)) || (closest(first.element, 'table') && isByRow(({ column }) => column)))
    )
      return []
    if (isToldBySign(groups) || isToldByFigure(groups)) return []
    return [
      {
        element: first.element,
        tier: first.hue < 10 && isOfStates(hues) ? 'practice' : 'warning',
        confidence: 'medium',
        message: `${alike.length} ${first.text.trim() === '' ? 'cells' : 'figures'} have ${groups.length} colours, and no word or sign says what each colour stands for.`,
      },
    ]
  })
}

const mostStates = 4

/** All of one colour have a sign that none of another colour has. */
const isToldBySign = (groups: readonly Figure[][]) =>
  groups.filter((group) =>
    [...(group[0]?.text ?? '')].some(
      (sign) =>
        /[^\p{L}\p{N}\s.,:"]/u.test(sign) &&
        group.every(({ text }) => text.includes(sign)) &&
        groups.every((other) => other === group || other.every(({ text }) => !text.includes(sign))),
    ),
  ).length >=
  groups.length - 1

/** The greater figures have one colour and the smaller another: a scale. */
function isToldByFigure(groups: readonly Figure[][]): boolean {
  const ranges = groups
    .map((group) => group.map(({ text }) => Number.parseFloat(text.replaceAll(/[^\d.,-]/g, '').replace(',', '.'))))
    .map((numbers) => [Math.min(...numbers), Math.max(...numbers)] as const)
    .sort(([one], [other]) => one - other)
  return ranges.every(([from], at) => !Number.isNaN(from) && (at === 0 || from > (ranges[at - 1]?.[1] ?? 0)))
}
