/** What an element is painted with, as far as its computed style tells for sure. */

import type { Color } from '#workers/scan-page/checks/in-page/color'
import { ancestorsOf } from '#workers/scan-page/checks/in-page/dom'

/** null for a colour that is written in another space than sRGB. */
export function paintOf(written: string): { color: Color; alpha: number } | null {
  const [, parts = ''] = /^rgba?\(([^)]*)\)$/.exec(written) ?? []
  const [red, green, blue, alpha = 1] = parts.split(/[\s,/]+/).map(Number)
  if (red === undefined || green === undefined || blue === undefined) return null
  return [red, green, blue, alpha].some(Number.isNaN) ? null : { color: [red, green, blue], alpha }
}

/**
 * The one colour that lies behind what an element writes; null where pictures or what shines through leave it open.
 * @param asUnfaded as if nothing were let shine through by its opacity.
 */
export function groundColor(element: Element, asUnfaded = false): Color | null {
  for (const each of [element, ...ancestorsOf(element)]) {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(each)
    const paint = paintOf(backgroundColor)
    if (backgroundImage !== 'none' || (opacity !== '1' && !asUnfaded) || !paint) return null
    if (paint.alpha === 1) return paint.color
    if (paint.alpha > 0) return null
  }
  return [255, 255, 255]
}

/** A colour as it is seen over a ground. */
export const over = (color: Color, alpha: number, ground: Color): Color => {
  const [red, green, blue] = color.map((channel, at) => channel * alpha + (ground[at] ?? 0) * (1 - alpha))
  return [red ?? 0, green ?? 0, blue ?? 0]
}
