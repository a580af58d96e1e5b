/** How much of a picture shows where the focus is: its pixels that differ enough from those without the focus. Pure. */
import { type Color, contrastOf } from '#workers/scan-page/checks/in-page/color'
import type { TextPicture } from '#workers/scan-page/checks/text-pixels'

/** What WCAG asks for between a pixel with the focus and the same one without. */
export const neededContrast = 3
/** Pixels that a line covers in part differ less than the line itself: they are counted where there is such a line. */
const partContrast = 1.5

export type FocusShown = {
  /** In pixels of the pictures. */
  area: number
  /** The most that any pixel differs, 1 to 21. */
  contrast: number
}

/** Null for pictures that are not of one place. */
export function focusShown(without: TextPicture, focused: TextPicture): FocusShown | null {
  if (without.width !== focused.width || without.height !== focused.height) return null
  let changed = 0
  let contrast = 1
  for (let at = 0; at < without.data.length; at += 4) {
    const one = colorAt(at, without.data)
    const other = colorAt(at, focused.data)
    if (one.every((channel, index) => channel === other[index])) continue
    const ratio = contrastOf(one, other)
    if (ratio >= partContrast) changed += 1
    contrast = Math.max(contrast, ratio)
  }
  return { area: contrast >= neededContrast ? changed : 0, contrast }
}

const colorAt = (at: number, data: Uint8Array): Color => [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
