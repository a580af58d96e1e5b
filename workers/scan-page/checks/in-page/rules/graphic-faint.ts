/** Pictures that alone tell what a control is, and are hardly seen. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import { closest, isIcon, isSeen, nameOf, pick, quote, squeeze, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'

const needed = 3
const shapes = 'path, circle, rect, line, polyline, polygon, ellipse'

export const graphicFaint: StaticCheck = {
  rule: 'graphic-faint',
  criteria: ['1.4.11'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Give the picture a contrast of 3:1 against what is behind it.',
  find: (elements) => [
    ...signsFaint(elements),
    ...pick(elements, 'button svg, a[href] svg, [role="button"] svg').flatMap((svg) => {
      const control = closest(svg, 'button, a[href], [role="button"]')
      if (!control || control.matches(':disabled, [aria-disabled="true"]') || !isSeen(svg)) return []
      // Beside words, the picture is not needed.
      if (squeeze(control.textContent ?? '') !== '' || control.querySelectorAll('svg, img').length > 1) return []
      const ground = groundColor(svg)
      const drawn = [...svg.querySelectorAll(shapes)].flatMap((shape) => {
        const { fill, stroke, fillOpacity, strokeOpacity } = getComputedStyle(shape)
        return [
          { paint: paintOf(fill), share: Number(fillOpacity) },
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

const hitOf = (control: Element, contrast: number): Hit => ({
  element: control,
  confidence: 'medium',
  message: `The picture of ${tagOf(control)} ${quote(nameOf(control) || 'without a name')} has a contrast of ${contrast.toFixed(2)}:1 with what is behind it; ${needed}:1 is needed.`,
})
