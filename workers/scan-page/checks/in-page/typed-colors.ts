/** What writing into a field tells by colour alone: which of the rules beside it are kept. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { type Color, contrastOf } from '#workers/scan-page/checks/in-page/color'
import { closest, isSeen, ownText, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { paintOf } from '#workers/scan-page/checks/in-page/paint'

export const entryJudgedByColor: CheckMeta = {
  rule: 'entry-judged-by-color',
  criteria: ['1.4.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Say it by a word or a sign as well, e.g. “kept” and “missing” behind each rule.',
}

const textsTaken = 200
const shortest = 3
/** Colours that differ so much in lightness are told apart without their hues. */
const toldApart = 3

type Look = { element: Element; colors: readonly Color[]; rest: string }

/** The texts around a field as they look now. */
export function textsAround(field: HTMLInputElement | HTMLTextAreaElement): Look[] {
  const around = field.form ?? closest(field, 'section, article, main') ?? document.body
  return [...around.querySelectorAll('li, p, span, small, div, em, strong, b, dd')]
    .filter((element) => ownText(element).length >= shortest && !closest(element, 'label, button, a, legend'))
    .slice(0, textsTaken)
    .flatMap((element) => lookOf(element) ?? [])
}

function lookOf(element: Element): Look | null {
  const style = getComputedStyle(element)
  const paint = paintOf(style.color)
  if (!paint || !isSeen(element)) return null
  const drawn = ['::before', '::after', '::marker'].map((part) => getComputedStyle(element, part).content)
  const attributes = [...element.attributes].filter(({ name }) => name !== 'class' && name !== 'style')
  const { fontWeight, fontStyle, textDecorationLine, listStyleType, listStyleImage, backgroundImage, opacity } = style
  return {
    element,
    colors: [paint.color, ...colorsDrawn(element)],
    rest: JSON.stringify([
      spokenText(element, 300),
      [fontWeight, fontStyle, textDecorationLine, listStyleType, listStyleImage, backgroundImage, opacity],
      style.borderStyle,
      drawn,
      attributes.map(({ name, value }) => [name, value]),
      [...element.querySelectorAll('svg, img, i, use')].map((each) => each.outerHTML.slice(0, 200)),
    ]),
  }
}

/** What a style draws before or behind its words, such as a dot. */
const colorsDrawn = (element: Element): Color[] =>
  ['::before', '::after', '::marker'].flatMap((part) => {
    const { content, color, backgroundColor } = getComputedStyle(element, part)
    if (part !== '::marker' && /^(?:none|normal)$/.test(content)) return []
    return [color, backgroundColor].map((written) => paintOf(written)?.color ?? colorless)
  })

const colorless: Color = [0, 0, 0]

/** Texts that became green or red, and are otherwise what they were. */
export function judgedByColor(before: readonly Look[]): Found[] {
  const turned = before.flatMap((was) => {
    const now = lookOf(was.element)
    if (!now || now.rest !== was.rest || now.colors.length !== was.colors.length) return []
    const pairs = now.colors.map((color, at) => [color, was.colors[at] ?? color] as const)
    const isTurned = pairs.some(([color, before]) => hueOf(color) !== null && hueOf(color) !== hueOf(before))
    return isTurned && pairs.every(([color, before]) => contrastOf(color, before) < toldApart) ? [was.element] : []
  })
  const [first] = turned
  if (!first) return []
  return [
    foundOf(entryJudgedByColor, {
      element: first,
      confidence: 'high',
      message: `While a field is written into, ${quote(spokenText(first))}${turned.length > 1 ? ` and ${turned.length - 1} more` : ''} change their colour and nothing else: no word and no sign says what that means.`,
    }),
  ]
}

const leastHue = 40

function hueOf([red, green, blue]: Color): 'red' | 'green' | null {
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < leastHue) return null
  if (green > red && green > blue) return 'green'
  return red > green * 1.5 && red > blue * 1.5 ? 'red' : null
}
