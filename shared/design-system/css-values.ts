/** Computed values of CSS as tokens are held against them: lengths, lists of fonts, shadows. Pure. */
import { parseColor, type SrgbColor } from '#shared/design-system/colors'

/** One shadow of `box-shadow`; lengths in CSS pixels. */
export type CssShadow = {
  color: SrgbColor
  offsetX: number
  offsetY: number
  blur: number
  spread: number
  inset: boolean
}

/** The pixels of a computed length: '12px' is 12. null for what is none: auto, normal, 50%. */
export function pixelsOf(value: string): number | null {
  const [, pixels] = /^(-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)px$/i.exec(value) ?? []
  return pixels === undefined ? null : Number(pixels)
}

/** The items of a list that commas part, those in brackets and quotes left whole. */
export function listItems(text: string): string[] {
  const items: string[] = []
  let depth = 0
  let quote = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    else if (sign === ',' && depth === 0) {
      items.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  items.push(text.slice(from).trim())
  return items.filter((item) => item !== '')
}

/** The names of a font-family list, without quotes, in lower case, the first wanted first. */
export const familyNames = (value: string): string[] =>
  listItems(value).map((item) =>
    item
      .replace(/^(["'])(.*)\1$/s, '$2')
      .replaceAll(/\\(.)/g, '$1')
      .toLowerCase(),
  )

/** The shadows of a computed `box-shadow`, the uppermost first; none for 'none', null for what cannot be read. */
export function readShadows(value: string): CssShadow[] | null {
  if (value === 'none' || value === '') return []
  const all = listItems(value).map(readShadow)
  return all.every((shadow) => shadow !== null) ? all : null
}

function readShadow(text: string): CssShadow | null {
  const words = text.match(/[a-z-]+\([^)]*\)|\S+/gi) ?? []
  const lengths = words.map(pixelsOf).filter((pixels) => pixels !== null)
  const rest = words.filter((word) => pixelsOf(word) === null)
  const inset = rest.includes('inset')
  const [colorText, ...more] = rest.filter((word) => word !== 'inset')
  const color = colorText === undefined ? null : parseColor(colorText)
  const [offsetX, offsetY, blur = 0, spread = 0] = lengths
  if (!color || more.length > 0 || offsetX === undefined || offsetY === undefined || lengths.length > 4) return null
  return { color, offsetX, offsetY, blur, spread, inset }
}
