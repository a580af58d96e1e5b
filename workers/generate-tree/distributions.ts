/** Quantiles of Student's t and of the beta distribution: jstat's one door. */
import jstat from 'jstat'

export function tQuantile(p: number, degreesOfFreedom: number): number {
  return jstat.studentt.inv(p, degreesOfFreedom)
}

export function betaQuantile(p: number, alpha: number, betaParameter: number): number {
  return jstat.beta.inv(p, alpha, betaParameter)
}
