/** Colours and the contrast between them, as WCAG 2 reckons it. Pure. */

/** red, green, blue: 0 to 255. */
export type Color = readonly [number, number, number]

/** 0 (black) to 1 (white). Source: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** 1 to 21. */
export function contrastOf(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** In sixths of the circle of colours, red first; null for what has hardly any: less between its channels than `least`. */
export function hueOf([red, green, blue]: Color, least = 60): number | null {
  const [most, fewest] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (most - fewest < least) return null
  const turn =
    most === red
      ? (green - blue) / (most - fewest)
      : most === green
        ? 2 + (blue - red) / (most - fewest)
        : 4 + (red - green) / (most - fewest)
  return Math.round(turn + 6) % 6
}
