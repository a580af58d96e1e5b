/** What is chosen, on or current, and looks like the others beside it but for a colour of the same lightness. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { type Color, contrastOf } from '#workers/scan-page/checks/in-page/color'
import {
  allMatching,
  closest,
  isExposed,
  isSeen,
  nameOf,
  parentOf,
  pick,
  quote,
  rowOf,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'

export const chosenByColor: StaticCheck = {
  rule: 'chosen-by-color',
  criteria: ['1.4.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Mark it by more than a colour, e.g. by a line, a weight or a sign that the others lack.',
  find: (elements) => [
    ...judge(pick(elements, '[role="tab"][aria-selected]'), 'aria-selected', 'the chosen tab'),
    ...judge(pick(elements, 'button[aria-pressed], [role="button"][aria-pressed]'), 'aria-pressed', 'pressed'),
    ...judge(
      pick(elements, ':is([role="switch"], [role="checkbox"], [role="radio"])[aria-checked]'),
      'aria-checked',
      'on',
    ),
    ...judge(inRowsOfCurrent(elements), 'aria-current', 'the current one'),
  ],
}

/** Links of which one is said to be that of this page. */
function inRowsOfCurrent(elements: readonly Element[]): Element[] {
  const current = pick(elements, 'a[aria-current]:not([aria-current="false"])')
  const rows = new Set(current.map(rowOf))
  // The last of a trail is known by its place.
  return pick(elements, 'a[href]').filter((link) => rows.has(rowOf(link)) && !closest(link, 'ol'))
}

function judge(all: readonly Element[], attribute: string, what: string): Hit[] {
  const isOn = (element: Element) => !/^(?:|false|mixed)$/.test(element.getAttribute(attribute) ?? '')
  const seen = all.filter(
    (each) => isSeen(each) && isExposed(each) && !each.matches(':disabled, [aria-disabled="true"]'),
  )
  return [...Map.groupBy(seen, rowOrKind).values()].flatMap((row): Hit[] => {
    const chosen = row.filter(isOn)
    const others = row.filter((each) => !isOn(each))
    const [first] = chosen
    const [other] = others
    if (!first || !other || (attribute !== 'aria-checked' && chosen.length > 1 && attribute !== 'aria-pressed'))
      return []
    const isCalledApart =
      row.length >= fewestCalled &&
      new Set(row.map(({ textContent }) => squeeze(textContent ?? ''))).size === row.length
    const [look, ...looks] = [first, ...others].map((each) => lookOf(each, isCalledApart))
    if (!look || looks.some((each) => each === null || each.shape !== look.shape)) return []
    const difference = Math.max(...looks.map((each) => (each ? differenceOf(look, each) : 0)))
    const isGroundToo =
      attribute !== 'aria-checked' && looks.some((each) => each !== null && contrastOf(each.ground, look.ground) > same)
    if (difference < same || difference >= toldApart || isMarkedBeside(first, row)) return []
    if (isGroundToo && difference < hardlySeen)
      return [
        {
          element: first,
          criteria: ['1.4.11', '1.4.1'],
          confidence: 'high',
          message: `That ${quote(nameOf(first) || 'this one')} is ${what}, its ground alone shows, which differs from that of the others by ${difference.toFixed(2)}:1: hardly anybody sees it.`,
        },
      ]
    return [
      {
        element: first,
        // A ground is a shape as well, to who makes out its edge.
        tier: isGroundToo || isSaidByHeading(first) ? 'warning' : 'practice',
        confidence: 'medium',
        message: `That ${quote(nameOf(first) || 'this one')} is ${what}, its colour alone shows: it differs from that of the others by ${difference.toFixed(1)}:1 in lightness.`,
      },
    ]
  })
}

/** Colours that differ so much in lightness are told apart without their hues. */
const toldApart = 3
/** One grey may be meant to be the other. */
const same = 1.02
/** Grounds that differ by less are taken for one, on a screen in the light. */
const hardlySeen = 1.4
/** Of two, the words may be “on” and “off”; so many that are called apart are what there is to choose from. */
const fewestCalled = 3

type Look = { shape: string; ground: Color; colors: readonly Color[] }

/** Tabs and links with those of their row; switches stand apart, each with what it is about. */
const rowOrKind = (element: Element): unknown =>
  element.matches('[role="switch"], [role="checkbox"], [aria-pressed]')
    ? `${element.localName} ${element.getAttribute('role')} ${element.getAttribute('class')}`.replaceAll(stateClass, '')
    : rowOf(element)

const stateClass = /(?:^|\s)\S*(?:active|selected|checked|pressed|current|on|off)(?=\s|$)/gi
const partsTaken = 12

/** How it is painted, apart from its colours; null where that cannot be told. */
function lookOf(element: Element, isCalledApart: boolean): Look | null {
  const ground = groundColor(element, true)
  if (!ground) return null
  const parent = parentOf(element)
  const parts = [...(parent?.localName === 'li' ? [parent] : []), element, ...element.querySelectorAll('*')]
  if (parts.length > partsTaken) return null
  const colors: Color[] = [ground]
  const box = element.getBoundingClientRect()
  const isSwitch = !isCalledApart && (element.hasAttribute('aria-checked') || element.hasAttribute('aria-pressed'))
  const shapes = parts.flatMap((part) => {
    const isDrawn = part instanceof SVGElement && !(part instanceof SVGSVGElement)
    const { left, top, width, height } = part.getBoundingClientRect()
    const isEmpty = part !== element && squeeze(part.textContent ?? '') === ''
    return [
      part.localName,
      isDrawn ? ['d', 'points', 'href', 'x', 'y', 'r'].map((name) => part.getAttribute(name)).join() : '',
      isEmpty ? [left - box.left, top - box.top, width, height].map(Math.round).join() : '',
      ...[null, '::before', '::after'].map((pseudo) => painted(part, pseudo, ground, colors)),
    ]
  })
  const words = isSwitch ? squeeze(element.textContent ?? '') : signsOf(element)
  return { shape: JSON.stringify([shapes, words, isSwitch ? Math.round(box.width) : 0]), ground, colors }
}

const signsOf = (element: Element) => (element.textContent ?? '').replaceAll(/[\p{L}\p{M}\p{N}\s.,:'’&()/-]/gu, '')

function painted(part: Element, pseudo: string | null, ground: Color, colors: Color[]): string {
  const style = getComputedStyle(part, pseudo)
  if (pseudo !== null && /^(?:none|normal)$/.test(style.content)) return ''
  const add = (written: string) => {
    const paint = paintOf(written)
    if (paint && paint.alpha > 0) colors.push(over(paint.color, paint.alpha, ground))
    return paint === null ? written : paint.alpha > 0
  }
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => {
    const width = Number.parseFloat(style[`border${side}Width`])
    return width > 0 && style[`border${side}Style`] !== 'none' && add(style[`border${side}Color`]) ? width : 0
  })
  const isDrawn = part instanceof SVGElement
  const { fontWeight, fontStyle, fontSize, textDecorationLine, boxShadow, backgroundImage, backgroundSize } = style
  const { opacity, transform, outlineStyle, listStyleType, borderRadius, justifyContent, textAlign, textTransform } =
    style
  const { clipPath, maskImage, translate, scale, rotate, filter, visibility, display } = style
  return JSON.stringify([
    sides,
    add(style.color),
    pseudo === null ? '' : [add(style.backgroundColor), colorless(style)],
    isDrawn ? [style.fill === 'none', style.stroke === 'none', add(style.fill), add(style.stroke)] : '',
    [fontWeight, fontStyle, fontSize, textDecorationLine, boxShadow, backgroundImage, backgroundSize, opacity],
    [transform, outlineStyle, listStyleType, borderRadius, justifyContent, textAlign, textTransform, clipPath],
    [maskImage, translate, scale, rotate, filter, visibility, display, style.paddingTop, style.paddingLeft],
  ])
}

/** Where and how large what a style draws is, which no box tells: whatever may move a knob. */
const colorless = (style: CSSStyleDeclaration): string =>
  [...style].flatMap((name) => (name.includes('color') ? [] : style.getPropertyValue(name))).join()

/** Of the colours that stand for one another, how far the two that differ most do. */
const differenceOf = (one: Look, other: Look): number =>
  one.colors.length === other.colors.length
    ? Math.max(...one.colors.map((color, at) => contrastOf(color, other.colors[at] ?? color)))
    : toldApart

/** A line or a sign in the row that belongs to none of its entries, as one that slides to the one chosen. */
function isMarkedBeside(chosen: Element, row: readonly Element[]): boolean {
  const holder = rowOf(chosen)
  if (!holder) return true
  const isMark = ['::before', '::after'].some(
    (pseudo) => !/^(?:none|normal)$/.test(getComputedStyle(holder, pseudo).content),
  )
  const loose = [...holder.querySelectorAll('*')].filter(
    (each) =>
      !row.some((entry) => entry === each || entry.contains(each) || each.contains(entry)) &&
      squeeze(each.textContent ?? '') === '',
  )
  return (
    !chosen.matches('[role="switch"], [role="checkbox"], [aria-pressed]') &&
    (isMark || loose.some((each) => isSeen(each)))
  )
}

/** The page’s heading says the same as the link that leads to it. */
const isSaidByHeading = (link: Element): boolean => {
  if (!link.hasAttribute('aria-current')) return false
  const said = new Set(allMatching('h1').flatMap((heading) => wordsOf(heading.textContent ?? '')))
  return wordsOf(nameOf(link)).every((word) => said.has(word))
}
