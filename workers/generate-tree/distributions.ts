/** Distributions that intervals are made of: jstat's one door. */
import jstat from 'jstat'

export function tQuantile(p: number, degreesOfFreedom: number): number {
  return jstat.studentt.inv(p, degreesOfFreedom)
}

export function normalQuantile(p: number): number {
  return jstat.normal.inv(p, 0, 1)
}

/** Chance of a standard normal below z. */
export function normalBelow(z: number): number {
  return jstat.normal.cdf(z, 0, 1)
}

export function betaQuantile(p: number, a: number, b: number): number {
  return jstat.beta.inv(p, a, b)
}
