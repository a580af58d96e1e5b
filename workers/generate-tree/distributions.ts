/** Quantiles of Student's t: jstat's one door. */
import jstat from 'jstat'

export function tQuantile(p: number, degreesOfFreedom: number): number {
  return jstat.studentt.inv(p, degreesOfFreedom)
}
