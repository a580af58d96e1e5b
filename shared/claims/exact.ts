/**
 * Logarithm and exponential that are the same to the last bit on every machine: IEEE 754 fixes + - * / and nothing beyond,
 * so `Math.log` and `Math.exp` may differ between processors, and what was computed there could not be compared here.
 */

const bits = new DataView(new ArrayBuffer(8))
const ln2 = Math.LN2

/** Natural logarithm of a positive, finite, normal number; relative error a few 1e-16. */
export function ln(x: number): number {
  bits.setFloat64(0, x)
  const high = bits.getUint32(0)
  let exponent = (high >>> 20) - 1023
  bits.setUint32(0, (high & 0xfffff) | 0x3ff00000)
  let part = bits.getFloat64(0)
  if (part > Math.SQRT2) {
    part /= 2
    exponent += 1
  }
  // ln(part) = 2 artanh(s); |s| < 0.172, so the first term left out is below 1e-18 of the first.
  const s = (part - 1) / (part + 1)
  const z = s * s
  const tail =
    z *
    (1 / 3 +
      z *
        (1 / 5 +
          z *
            (1 / 7 +
              z * (1 / 9 + z * (1 / 11 + z * (1 / 13 + z * (1 / 15 + z * (1 / 17 + z * (1 / 19 + z * (1 / 21))))))))))
  return exponent * ln2 + 2 * s * (1 + tail)
}

/** e to the power of a number up to 0; relative error a few 1e-16. 0 below -40, where it would add nothing to 1. */
export function expOfNegative(x: number): number {
  if (x < -40) return 0
  const halved = Math.round(-x / ln2)
  const r = x + halved * ln2
  let sum = 1
  for (let k = 14; k >= 1; k -= 1) sum = 1 + (r / k) * sum
  return sum * (halves[halved] ?? 0)
}
const halves = Array.from({ length: 60 }, (_, times) => 1 / 2 ** times)
