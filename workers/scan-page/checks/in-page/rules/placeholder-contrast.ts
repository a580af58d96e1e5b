/** Placeholders that are hardly to be told from the ground of their field. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import { isSeen, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'

/** The browser's own colour, where the page has chosen none. */
const ownColor = 'rgb(117, 117, 117)'

const unseen = 1.05

export const placeholderContrast: StaticCheck = {
  rule: 'placeholder-contrast',
  criteria: ['1.4.3'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Darken the placeholder to 4.5:1 against its field, or say what it says in words beside the field.',
  find: (elements) =>
    readFields(elements).flatMap((field) => {
      const text = squeeze(field.getAttribute('placeholder') ?? '')
      if (text === '' || !field.matches(':placeholder-shown:not(:disabled)') || !isSeen(field)) return []
      const style = getComputedStyle(field, '::placeholder')
      // What the letters are filled with goes before their colour.
      const color = style.getPropertyValue('-webkit-text-fill-color') || style.color
      const paint = paintOf(color)
      const ground = groundColor(field)
      if (!paint || !ground || color === ownColor) return []
      const alpha = paint.alpha * Number(style.opacity)
      const size = Number.parseFloat(style.fontSize)
      const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
      const contrast = contrastOf(over(paint.color, alpha, ground), ground)
      // A placeholder that is not painted, or in the very colour of the field, is none; the label then floats in its place.
      if (alpha < 0.05 || size < 1 || contrast < unseen || contrast >= needed) return []
      return [
        {
          element: field,
          confidence: 'high' as const,
          message: `The placeholder ${quote(text)} has a contrast of ${contrast.toFixed(2)}:1 with its field; ${needed}:1 is needed.`,
        },
      ]
    }),
}
