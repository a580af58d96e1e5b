/** Pictures that alone tell what a control is, charts and meters, that are hardly seen. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { type Color, contrastOf } from '#workers/scan-page/checks/in-page/color'
import { closest, isIcon, isSeen, nameOf, pick, quote, squeeze, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'

const needed = 3
/** So faint, nobody disputes it. */
const hardlySeen = 2
const tierOf = (contrast: number) => (contrast < hardlySeen ? ('practice' as const) : ('warning' as const))
const shapes = 'path, circle, rect, line, polyline, polygon, ellipse'

export const graphicFaint: StaticCheck = {
  rule: 'graphic-faint',
  criteria: ['1.4.11'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Give the picture a contrast of 3:1 against what is behind it.',
  find: (elements) => [
    ...signsFaint(elements),
    ...chartsFaint(elements),
    ...metersFaint(elements),
    ...pick(elements, 'button svg, a[href] svg, [role="button"] svg').flatMap((svg) => {
      const control = closest(svg, 'button, a[href], [role="button"]')
      if (!control || control.matches(':disabled, [aria-disabled="true"]') || !isSeen(svg)) return []
      // Beside words, the picture is not needed.
      if (squeeze(control.textContent ?? '') !== '' || control.querySelectorAll('svg, img').length > 1) return []
      const ground = groundColor(svg)
      const drawn = [...svg.querySelectorAll(shapes)].flatMap((shape) => {
        const { fill, stroke, fillOpacity, strokeOpacity } = getComputedStyle(shape)
        return [
          { paint: isStroke(shape) ? undefined : paintOf(fill), share: Number(fillOpacity) },
          { paint: paintOf(stroke), share: Number(strokeOpacity) },
        ].flatMap(({ paint, share }) =>
          paint && paint.alpha * share > 0.05 ? [{ color: paint.color, alpha: paint.alpha * share }] : [],
        )
      })
      if (!ground || drawn.length === 0 || drawn.length > 40) return []
      const best = Math.max(...drawn.map(({ color, alpha }) => contrastOf(over(color, alpha, ground), ground)))
      if (best >= needed) return []
      return [hitOf(control, best)]
    }),
  ],
}

/** One straight line has nothing to fill. */
const isStroke = (shape: Element): boolean =>
  shape.localName === 'line' ||
  /^\s*m\s*-?[\d.]+[\s,]*-?[\d.]+\s*(?:[lhv]\s*)?-?[\d.]+(?:[\s,]*-?[\d.]+)?\s*$/i.test(shape.getAttribute('d') ?? '')

/** Icons that a font draws. */
function signsFaint(elements: readonly Element[]): Hit[] {
  return pick(elements, 'button i, a[href] i, [role="button"] i, button span, a[href] span').flatMap((sign): Hit[] => {
    if (sign.firstElementChild || squeeze(sign.textContent ?? '') === '' || !isIcon(sign)) return []
    const control = closest(sign, 'button, a[href], [role="button"]')
    if (!control || control.matches(':disabled, [aria-disabled="true"]') || !isSeen(sign)) return []
    if (squeeze(control.textContent ?? '') !== squeeze(sign.textContent ?? '')) return []
    const ground = groundColor(sign)
    const paint = paintOf(getComputedStyle(sign).color)
    if (!ground || !paint || paint.alpha < 0.05) return []
    const contrast = contrastOf(over(paint.color, paint.alpha, ground), ground)
    return contrast >= needed ? [] : [hitOf(control, contrast)]
  })
}

const smallestChart = 60
const fewestBars = 3

/** Drawings of three bars and more, or of a line of points, with no figures beside them: whoever does not see those is told nothing. */
function chartsFaint(elements: readonly Element[]): Hit[] {
  return pick(elements, 'svg').flatMap((svg): Hit[] => {
    if (closest(svg, 'button, a[href], [role="button"], [aria-hidden="true"]') || svg.querySelector('svg')) return []
    const { width, height } = svg.getBoundingClientRect()
    if (Math.min(width, height) < smallestChart || !isSeen(svg)) return []
    const shown = [...svg.querySelectorAll('rect, polyline, path')].slice(0, shapesTaken)
    const bars = barsAmong(
      shown.filter((shape) => shape.localName === 'rect'),
      width,
    )
    const lines = bars.length > 0 ? [] : shown.filter(isLineOfPoints)
    const ground = groundColor(svg)
    if (!ground || bars.length + lines.length === 0 || hasFigures(svg)) return []
    const best = Math.max(
      ...bars.map((bar) => contrastWith(bar, 'fill', ground)),
      ...lines.map((line) => contrastWith(line, 'stroke', ground)),
    )
    if (best >= needed || best <= 1) return []
    return [
      {
        element: svg,
        tier: tierOf(best),
        confidence: 'medium',
        message: `The ${bars.length > 0 ? 'bars' : 'lines'} of this drawing have a contrast of at most ${best.toFixed(2)}:1 with what is behind them; ${needed}:1 is needed.`,
        remedy: 'Give what the chart is drawn with a contrast of 3:1, or a line around it that has that.',
      },
    ]
  })
}

const shapesTaken = 60

/** Of one width and several heights, or of one height and several widths. */
function barsAmong(shapes: readonly Element[], widest: number): Element[] {
  const boxes = shapes
    .map((shape) => ({ shape, box: shape.getBoundingClientRect() }))
    .filter(({ box }) => box.width < widest * 0.95 || box.height < smallestChart)
  const alike = (of: 'width' | 'height', other: 'width' | 'height') =>
    [...Map.groupBy(boxes, ({ box }) => Math.round(box[of])).values()].find(
      (group) => group.length >= fewestBars && new Set(group.map(({ box }) => Math.round(box[other]))).size >= 2,
    )
  return (alike('width', 'height') ?? alike('height', 'width') ?? []).map(({ shape }) => shape)
}

/** Not filled, and with several corners. */
function isLineOfPoints(shape: Element): boolean {
  const { fill, stroke } = getComputedStyle(shape)
  if (fill !== 'none' || stroke === 'none') return false
  // Roads, rivers and grids are of several pieces, or broad.
  const { strokeWidth } = getComputedStyle(shape)
  if ((shape.getAttribute('d')?.match(/m/gi) ?? []).length > 1 || Number.parseFloat(strokeWidth) > broadest)
    return false
  const written = shape.getAttribute('points') ?? shape.getAttribute('d') ?? ''
  return (written.match(/-?\d+(?:\.\d+)?[\s,]+-?\d/g) ?? []).length >= fewestPoints
}

const fewestPoints = 4
const broadest = 12

/** Their values stand beside them. */
const hasFigures = (svg: Element): boolean =>
  [...svg.querySelectorAll('text')].filter((text) => /\d/.test(text.textContent ?? '')).length >= fewestBars

function contrastWith(shape: Element, part: 'fill' | 'stroke', ground: Color): number {
  const style = getComputedStyle(shape)
  const paints = (part === 'fill' ? [style.fill, style.stroke] : [style.stroke]).flatMap(
    (written) => paintOf(written) ?? [],
  )
  return Math.max(
    1,
    ...paints
      .filter(({ alpha }) => alpha > 0)
      .map(({ color, alpha }) => contrastOf(over(color, alpha, ground), ground)),
  )
}

/** What a bar of progress or a meter shows, where no words say it. */
function metersFaint(elements: readonly Element[]): Hit[] {
  return pick(elements, '[role="progressbar"], [role="meter"]').flatMap((meter): Hit[] => {
    const [bar, ...others] = meter.children
    if (!bar || others.length > 0 || squeeze(meter.textContent ?? '') !== '' || !isSeen(meter) || !isSeen(bar))
      return []
    const track = groundColor(meter)
    const paint = paintOf(getComputedStyle(bar).backgroundColor)
    const { width, height } = meter.getBoundingClientRect()
    const share = (bar.getBoundingClientRect().width * bar.getBoundingClientRect().height) / (width * height)
    if (!track || !paint || paint.alpha === 0 || getComputedStyle(bar).backgroundImage !== 'none' || share > 0.97)
      return []
    const contrast = contrastOf(over(paint.color, paint.alpha, track), track)
    if (contrast >= needed) return []
    return [
      {
        element: meter,
        tier: tierOf(contrast),
        confidence: 'medium',
        message: `How full ${quote(nameOf(meter) || 'this')} is, is shown with a contrast of ${contrast.toFixed(2)}:1 between its two parts; ${needed}:1 is needed.`,
        remedy: 'Give the filled part a contrast of 3:1 against the rest, or write the value beside it.',
      },
    ]
  })
}

const hitOf = (control: Element, contrast: number): Hit => ({
  element: control,
  tier: tierOf(contrast),
  confidence: 'medium',
  message: `The picture of ${tagOf(control)} ${quote(nameOf(control) || 'without a name')} has a contrast of ${contrast.toFixed(2)}:1 with what is behind it; ${needed}:1 is needed.`,
})
