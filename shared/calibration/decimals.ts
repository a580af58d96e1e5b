/** Decimal numbers as whole ones, so that no rounding decides what lies inside a bound. Pure. */

const powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]
/** What is declared of parameters and constraints has six decimal places at most. */
export const millionths = 1e6
/** Whole numbers that are calculated with stay below: even a quotient of two of them is then rounded to the right side. */
export const wholesBelow = 2 ** 45

/** 10 to the power of so many places; NaN of more than 15. */
export const scaleOf = (places: number): number => powersOfTen[places] ?? Number.NaN

/** A number times a power of ten, where that is a whole number and its quotient is the very number; else undefined. */
export function wholeAt(value: number, scale: number): number | undefined {
  const whole = Math.round(value * scale)
  // A quotient is correctly rounded: it is the double that the decimal reads as.
  if (!(Math.abs(whole) < wholesBelow) || whole / scale !== value) return undefined
  return whole === 0 ? 0 : whole
}

/** A number in millionths; undefined where it is no whole number of them, or too large to be calculated with exactly. */
export const inMillionths = (value: number): number | undefined => wholeAt(value, millionths)

/** The decimal places of such a number. */
export function decimalPlacesOf(value: number): number | undefined {
  if (inMillionths(value) === undefined) return undefined
  for (let places = 0; places <= 6; places += 1) if (wholeAt(value, scaleOf(places)) !== undefined) return places
  return undefined
}
