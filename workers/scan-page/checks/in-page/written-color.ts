/** Colours as a style sheet writes them, reckoned without touching the page. */
import type { Color } from '#workers/scan-page/checks/in-page/color'
import { paintOf } from '#workers/scan-page/checks/in-page/paint'

const known = new Map<string, { color: Color; alpha: number } | null>()

/** null for what hangs on the element's surroundings, or is no colour of sRGB. */
export function writtenColor(written: string, element: Element): { color: Color; alpha: number } | null {
  const [, name = '', fallback = ''] = /^var\(\s*(--[\w-]+)\s*(?:,\s*(.+))?\)$/.exec(written) ?? []
  const given = name === '' ? written : getComputedStyle(element).getPropertyValue(name).trim() || fallback
  const value = ofScheme(given, element)
  const reckoned = known.get(value)
  if (reckoned !== undefined) return reckoned
  const read = readColor(value)
  known.set(value, read)
  return read
}

/** Of a colour for light and one for dark schemes, the one that holds here. */
function ofScheme(value: string, element: Element): string {
  const [, light, dark] = /^light-dark\(\s*((?:[^(),]|\([^()]*\))+),\s*((?:[^(),]|\([^()]*\))+)\)$/.exec(value) ?? []
  if (light === undefined || dark === undefined) return value
  const { colorScheme } = getComputedStyle(element)
  const isDark =
    /\bdark\b/.test(colorScheme) &&
    (!/\blight\b/.test(colorScheme) || matchMedia('(prefers-color-scheme: dark)').matches)
  return (isDark ? dark : light).trim()
}

function readColor(value: string): { color: Color; alpha: number } | null {
  if (value === 'transparent') return { color: [0, 0, 0], alpha: 0 }
  const direct = paintOf(value)
  if (direct) return direct
  if (value === '' || /var\(|currentcolor|inherit|initial|unset|revert|invert|auto/i.test(value)) return null
  const brush = new OffscreenCanvas(1, 1).getContext('2d')
  if (!brush || !CSS.supports('color', value)) return null
  brush.fillStyle = value
  const shown = String(brush.fillStyle)
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(shown) ?? []
  if (red === '') return paintOf(shown)
  return { color: [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)], alpha: 1 }
}
