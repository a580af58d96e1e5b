/** Rings that show the focus in nearly the colour of the ground. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { type Color, contrastOf } from '#workers/scan-page/checks/in-page/color'
import { isSeen, isStop, nameOf, parentOf, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { groundColor, over } from '#workers/scan-page/checks/in-page/paint'
import {
  fitting,
  partsOf,
  readStyleRules,
  type StyleRule,
  specificityOf,
} from '#workers/scan-page/checks/in-page/style-rules'
import { writtenColor } from '#workers/scan-page/checks/in-page/written-color'

const focusing = /:focus(?:-visible)?\b/
const elementsTaken = 40
/** What a rule for the focus means that names nothing. */
const stops = 'a[href], button, input, select, textarea, summary, [tabindex]'
const hitsTaken = 8
const needed = 3
/** Nearly the colour of the ground: what lies above is for who measures it. */
const hardlySeen = 1.5
/** What a rule for the focus may show it by, besides a ring. */
const otherwise = [
  'backgroundColor',
  'backgroundImage',
  'color',
  'textDecorationLine',
  'transform',
  'filter',
  'fontWeight',
  'borderTopColor',
  'borderBottomWidth',
] as const

export const focusFaint: StaticCheck = {
  rule: 'focus-faint',
  criteria: ['1.4.11', '2.4.7', '2.4.13'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Give the ring a colour of 3:1 against what is around it, and a width of 2 px or more.',
  find(elements) {
    const rules = readStyleRules(elements).filter(
      ({ selector, isConditional }) => !isConditional && focusing.test(selector) && !/::/.test(selector),
    )
    if (rules.length === 0) return []
    const speaking = new Map<Element, StyleRule[]>()
    for (const rule of rules)
      for (const element of fitting(elements, baseOf(rule.selector)).slice(0, elementsTaken))
        speaking.set(element, [...(speaking.get(element) ?? []), rule])
    return [...speaking]
      .flatMap(([element, all]) => {
        const faint = isStop(element) ? faintestOf(element, all) : null
        if (faint === null || !isSeen(element)) return []
        return [
          {
            element,
            confidence: 'medium' as const,
            message: `The ring that shows the focus of ${tagOf(element)} ${quote(nameOf(element) || 'without a name')} has a contrast of ${faint.toFixed(2)}:1 with what is around it; ${needed}:1 is needed.`,
          },
        ]
      })
      .slice(0, hitsTaken)
  },
}

/** The parts of a selector that speak of the focus of what they name, without it. */
const baseOf = (selector: string): string =>
  partsOf(selector)
    .filter(
      (part) => /:focus(?:-visible)?(?::not\(:focus-visible\))?$/.test(part) && !/:not\(:focus-visible\)$/.test(part),
    )
    .map((part) => part.replace(/:focus(?:-visible)?$/, '') || stops)
    .join()

/** What the ring that holds in the end has; null where something else shows the focus, or it is not reckoned. */
function faintestOf(element: Element, rules: readonly StyleRule[]): number | null {
  const around = holderOf(element)
  const ground = around && groundColor(around)
  if (!ground) return null
  if (rules.some(({ style }) => otherwise.some((name) => style[name] !== '') || style.border !== '')) return null
  if (getComputedStyle(element).borderTopWidth !== '0px' && rules.some(({ style }) => style.borderColor !== ''))
    return null
  if (rules.some(({ style }) => style.boxShadow !== '' && style.boxShadow !== 'none')) return null
  const ringed = rules.filter(
    ({ style }) => style.outlineStyle !== '' || style.outlineColor !== '' || style.outline !== '',
  )
  const [ring] = ringed.toSorted(
    (one, other) => weightOf(other) - weightOf(one) || ringed.indexOf(other) - ringed.indexOf(one),
  )
  if (!ring) return null
  const { outline, outlineWidth, outlineOffset } = ring.style
  // Of what is written with a variable, the parts are not told apart.
  const variable = /var\([^)]*\)/.exec(outline)?.[0]
  const outlineStyle = variable ? 'solid' : ring.style.outlineStyle
  // Within the element it lies on the element's own ground.
  if (/^(?:none|auto|)$/.test(outlineStyle) || /^0/.test(outlineWidth) || Number.parseFloat(outlineOffset) < 0)
    return null
  const paint = writtenColor(ring.style.outlineColor || (variable ?? ''), element)
  if (!paint || paint.alpha === 0) return null
  const contrastWith = (other: Color) => contrastOf(over(paint.color, paint.alpha, other), other)
  const own = groundColor(element)
  // Close to a darker or lighter element, the ring is told from that.
  if (own && !(Number.parseFloat(outlineOffset) > 1) && contrastWith(own) >= needed) return null
  const contrast = contrastWith(ground)
  return contrast < hardlySeen ? contrast : null
}

/** What it lies on: a knob that is higher than its rail lies on what the rail lies on. */
function holderOf(element: Element): Element | null {
  const own = element.getBoundingClientRect()
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const box = at.getBoundingClientRect()
    const width = Math.min(own.right, box.right) - Math.max(own.left, box.left)
    const height = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top)
    const isMostlyWithin = width > 0 && height > 0 && width * height >= (own.width * own.height) / 2
    if (isMostlyWithin || !parentOf(at)) return at
  }
  return null
}

/** Which of two rules holds, as far as their selectors tell. */
function weightOf({ selector, style }: StyleRule): number {
  const isForced = ['outline', 'outline-color', 'outline-style'].some((name) => style.getPropertyPriority(name) !== '')
  return (
    (isForced ? 1e12 : 0) +
    Math.max(
      ...partsOf(selector)
        .filter((each) => focusing.test(each))
        .map(specificityOf),
    )
  )
}
