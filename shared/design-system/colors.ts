/** Colours as browsers write them: read, told apart, laid over one another, written. Pure. */
import { converter, differenceCiede2000, parse, wcagContrast } from 'culori/require'

/** Shares of sRGB, below 0 and above 1 for what lies outside of it. `alpha`: 0 (clear) to 1. */
export type SrgbColor = { r: number; g: number; b: number; alpha: number }

/** CIELAB under D65: lightness 0 to 100, and its two axes. */
export type LabColor = { l: number; a: number; b: number }

const toRgb = converter('rgb')
const toLab = converter('lab65')
const difference = differenceCiede2000()

/**
 * A colour of CSS, in any notation that a computed style or a token has: hex, names, rgb(), hsl(), hwb(), lab(), lch(),
 * oklab(), oklch(), color(). `none` is 0. null for what is none by itself: currentcolor, a gradient, nonsense.
 */
export function parseColor(css: string): SrgbColor | null {
  const read = parse(css)
  if (!read) return null
  const { r = 0, g = 0, b = 0 } = toRgb(read)
  const alpha = Math.min(1, Math.max(0, read.alpha ?? 1))
  return [r, g, b, alpha].every(Number.isFinite) ? { r, g, b, alpha } : null
}

export function labOf({ r, g, b }: SrgbColor): LabColor {
  const lab = toLab({ mode: 'rgb', r, g, b })
  return { l: lab.l ?? 0, a: lab.a ?? 0, b: lab.b ?? 0 }
}

/**
 * How far apart two colours look, by CIEDE2000: 0 for the same, 1 is just seen, 100 from black to white. Alpha is not
 * looked at. Source: Sharma, Wu, Dalal 2005, https://doi.org/10.1002/col.20070
 */
export const deltaE00 = (one: SrgbColor, other: SrgbColor): number => labDifference(labOf(one), labOf(other))

/** CIEDE2000 of two colours that are in CIELAB already. */
export const labDifference = (one: LabColor, other: LabColor): number =>
  difference({ mode: 'lab65', ...one }, { mode: 'lab65', ...other })

/** What is seen where a colour lies over another: the other shows through by what the upper one leaves. */
export function laidOver(upper: SrgbColor, ground: SrgbColor): SrgbColor {
  const alpha = upper.alpha + ground.alpha * (1 - upper.alpha)
  if (alpha === 0) return { r: 0, g: 0, b: 0, alpha: 0 }
  const mixed = (over: number, under: number) => (over * upper.alpha + under * ground.alpha * (1 - upper.alpha)) / alpha
  return { r: mixed(upper.r, ground.r), g: mixed(upper.g, ground.g), b: mixed(upper.b, ground.b), alpha }
}

/** 1 to 21, of two opaque colours as a screen of sRGB shows them. Source: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrastRatio = (one: SrgbColor, other: SrgbColor): number => wcagContrast(shown(one), shown(other))

const clamped = (share: number) => Math.min(1, Math.max(0, share))
const shown = ({ r, g, b }: SrgbColor) => ({ mode: 'rgb', r: clamped(r), g: clamped(g), b: clamped(b) })

// Half a step of a channel of eight bits.
const gamutSlack = 0.002

/** The same text for the same colour: hex when it is opaque and in sRGB, else rgb(r g b / a) or color(srgb r g b / a). */
export function formatColor({ r, g, b, alpha }: SrgbColor): string {
  const channels = [r, g, b]
  const rest = alpha < 1 ? ` / ${Number(alpha.toFixed(3))}` : ''
  if (channels.some((share) => share < -gamutSlack || share > 1 + gamutSlack))
    return `color(srgb ${channels.map((share) => Number(share.toFixed(4))).join(' ')}${rest})`
  const bytes = channels.map((share) => Math.round(clamped(share) * 255))
  return rest === ''
    ? `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    : `rgb(${bytes.join(' ')}${rest})`
}
