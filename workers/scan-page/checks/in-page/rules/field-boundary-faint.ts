/** Fields and switches whose border or ground is all that shows where they are, and is hardly seen. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { type Color, contrastOf } from '#workers/scan-page/checks/in-page/color'
import { isSeen, nameOf, parentOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'
import { partsOf, readStyleRules, type StyleRule } from '#workers/scan-page/checks/in-page/style-rules'
import { writtenColor } from '#workers/scan-page/checks/in-page/written-color'

const needed = 3
/** So faint, nobody disputes it. */
const hardlySeen = 2
const sides = ['Top', 'Right', 'Bottom', 'Left'] as const

export const fieldBoundaryFaint: StaticCheck = {
  rule: 'field-boundary-faint',
  criteria: ['1.4.11'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Give the field a border of 3:1 against what is around it.',
  find: (elements) => [...fields(elements), ...switches(elements), ...sliders(elements)],
}

const fields = (elements: readonly Element[]): Hit[] =>
  readFields(elements).flatMap((field): Hit[] => {
    const isDrawnBox = /^(?:checkbox|radio)$/.test(field.type) && getComputedStyle(field).appearance === 'none'
    if (!isDrawnBox && !/^(?:text|search|email|url|tel|password|number|textarea|select-one)$/.test(field.type))
      return []
    if (field.matches(':disabled, [readonly]') || !isSeen(field)) return []
    const parent = parentOf(field)
    const around = parent && groundColor(parent)
    const style = getComputedStyle(field)
    const own = paintOf(style.backgroundColor)
    if (!around || !own || style.backgroundImage !== 'none') return []
    const ring = ringOf(style.boxShadow)
    if (ring === null) return []
    const inside = over(own.color, own.alpha, around)
    const drawn = [...bordersOf(style, around), ...ring.map(({ color, alpha }) => over(color, alpha, around))]
    const knobs = isDrawnBox ? knobsOf(field, inside) : []
    if (drawn.length === 0 && knobs.length === 0) return []
    const best = Math.max(
      contrastOf(inside, around),
      ...knobs.map((color) => contrastOf(color, inside)),
      ...drawn.map((color) => contrastOf(color, around)),
    )
    if (best >= needed || (parent && isFramed(parent, field))) return []
    return [
      {
        element: field,
        tier: best < hardlySeen ? 'practice' : 'warning',
        confidence: 'medium',
        message: `The border of the field ${quote(nameOf(field))} has a contrast of ${best.toFixed(2)}:1 with what is around it; ${needed}:1 is needed where nothing else shows the field.`,
      },
    ]
  })

/** Switches and boxes of the page's own, with nothing in them but a knob or a mark. */
const switches = (elements: readonly Element[]): Hit[] =>
  pick(elements, '[role="switch"], [role="checkbox"], [role="radio"]').flatMap((box): Hit[] => {
    if (box.matches('input, [aria-disabled="true"], :disabled') || !isSeen(box) || spokenText(box, 1) !== '') return []
    const parent = parentOf(box)
    const around = parent && groundColor(parent)
    const { width, height } = box.getBoundingClientRect()
    if (!around || Math.max(width, height) > largestSwitch) return []
    const inner = [...box.querySelectorAll('*')]
    const parts = [box, ...inner]
    // Of a picture, a sign or a shadow it is not known how it stands out.
    if (inner.length > mostParts || inner.some((each) => each.matches('svg, img, canvas, input, i'))) return []
    const styles = parts.flatMap((part) => [getComputedStyle(part), ...pseudosOf(part)])
    if (
      styles.some(
        ({ backgroundImage, boxShadow, content }) =>
          backgroundImage !== 'none' || boxShadow !== 'none' || !/^(?:none|normal|"")$/.test(content),
      )
    )
      return []
    const own = paintOf(getComputedStyle(box).backgroundColor)
    if (!own) return []
    const inside = over(own.color, own.alpha, around)
    const painted = styles.flatMap((style) => {
      const paint = paintOf(style.backgroundColor)
      return paint && paint.alpha > 0 ? [over(paint.color, paint.alpha, inside)] : []
    })
    const drawn = styles.flatMap((style) => bordersOf(style, around))
    if (painted.length === 0 && drawn.length === 0) return []
    const best = Math.max(
      ...[...painted, ...drawn].flatMap((color) => [contrastOf(color, around), contrastOf(color, inside)]),
    )
    if (best >= needed) return []
    return [
      {
        element: box,
        // A sample of a colour is as pale as that.
        tier: best < hardlySeen && !box.matches('[role="radio"]') ? 'practice' : 'warning',
        confidence: 'medium',
        message: `Nothing of the ${box.getAttribute('role')} ${quote(nameOf(box))} has a contrast of more than ${best.toFixed(2)}:1 with what is around it; ${needed}:1 is needed to see it.`,
        remedy: 'Give it a ground or a border of 3:1 against what is around it, in both of its states.',
      },
    ]
  })

const largestSwitch = 96
const mostParts = 4
const pseudosOf = (element: Element): CSSStyleDeclaration[] =>
  ['::before', '::after']
    .map((part) => getComputedStyle(element, part))
    .filter(({ content }) => !/^(?:none|normal)$/.test(content))

/** The line that a shadow without blur draws around; null for other shadows, which may be seen in other ways. */
function ringOf(shadow: string): { color: Color; alpha: number }[] | null {
  if (shadow === 'none') return []
  const [, written = ''] = /^(rgba?\([^)]*\)) 0px 0px 0px [1-4]px(?: inset)?$/.exec(shadow) ?? []
  const paint = paintOf(written)
  return paint && [paint]
}

const bordersOf = (style: CSSStyleDeclaration, around: Color): Color[] =>
  sides.flatMap((side) => {
    const paint = paintOf(style[`border${side}Color`])
    const isDrawn = style[`border${side}Style`] !== 'none' && Number.parseFloat(style[`border${side}Width`]) > 0
    return isDrawn && paint && paint.alpha > 0 ? [over(paint.color, paint.alpha, around)] : []
  })

/** What is drawn in a box of the page's own, as the knob of a switch; none where a picture is, of which nothing is known. */
const knobsOf = (field: Element, inside: Color): Color[] =>
  ['::before', '::after'].flatMap((part) => {
    const { content, backgroundColor } = getComputedStyle(field, part)
    const paint = /^(?:none|normal)$/.test(content) ? null : paintOf(backgroundColor)
    return paint && paint.alpha > 0 ? [over(paint.color, paint.alpha, inside)] : []
  })

/** A box close around the field may show it as well. */
function isFramed(parent: Element, field: Element): boolean {
  const { borderStyle, boxShadow, backgroundColor } = getComputedStyle(parent)
  const isClose = parent.getBoundingClientRect().height < field.getBoundingClientRect().height * 1.8
  return isClose && (borderStyle !== 'none' || boxShadow !== 'none' || paintOf(backgroundColor)?.alpha !== 0)
}

const thumb = /::(?:-webkit-slider-thumb|-moz-range-thumb)$/
const rail = /::(?:-webkit-slider-runnable-track|-moz-range-track)$/

/** Sliders whose knob a style sheet draws: it is what is taken hold of. */
const sliders = (elements: readonly Element[]): Hit[] => {
  const drawn = pick(elements, 'input[type="range"]').filter((each) => getComputedStyle(each).appearance === 'none')
  if (drawn.length === 0) return []
  const rules = readStyleRules(elements).filter(({ holdsNow }) => holdsNow)
  return drawn.flatMap((slider): Hit[] => {
    const parent = parentOf(slider)
    const around = parent && groundColor(parent)
    const knob = partOf(slider, rules, thumb)
    if (!around || !knob || slider.matches(':disabled') || !isSeen(slider)) return []
    const track = partOf(slider, rules, rail)
    const colors = colorsOf(knob, slider, around)
    if (colors === null || colors.length === 0) return []
    const behind = [around, ...(track ? (colorsOf(track, slider, around) ?? []) : [])]
    const best = Math.max(...colors.flatMap((color) => behind.map((ground) => contrastOf(color, ground))))
    if (best >= needed) return []
    return [
      {
        element: slider,
        tier: best < hardlySeen ? 'practice' : 'warning',
        confidence: 'high',
        message: `The knob of the slider ${quote(nameOf(slider))} has a contrast of ${best.toFixed(2)}:1 with what is around it; ${needed}:1 is needed.`,
        remedy: 'Draw the knob in a colour of 3:1 against what is around it, or give it such a border.',
      },
    ]
  })
}

/** What is written of a part of it, the last word first. */
function partOf(slider: Element, rules: readonly StyleRule[], part: RegExp): CSSStyleDeclaration | undefined {
  return rules.findLast(({ selector, style }) =>
    partsOf(selector).some((each) => {
      if (!part.test(each) || (style.backgroundColor === '' && style.background === '')) return false
      const base = each.replace(part, '').trim()
      return base === '' || isFitting(slider, base)
    }),
  )?.style
}

function isFitting(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

/** Its ground and its border; null where they are not reckoned, or a shadow shows it. */
function colorsOf(style: CSSStyleDeclaration, element: Element, around: Color): Color[] | null {
  if (/url|gradient/.test(style.backgroundImage) || !/^(?:|none)$/.test(style.boxShadow)) return null
  const written = [style.backgroundColor, style.borderTopWidth === '' ? '' : style.borderTopColor].filter(
    (value) => value !== '',
  )
  const paints = written.map((value) => writtenColor(value, element))
  return paints.some((paint) => paint === null)
    ? null
    : paints.flatMap((paint) => (paint && paint.alpha > 0 ? [over(paint.color, paint.alpha, around)] : []))
}
