/** The functions of jstat in use; the package carries no types. */
declare module 'jstat' {
  const jstat: {
    beta: { inv(p: number, a: number, b: number): number }
    normal: { cdf(x: number, mean: number, sd: number): number; inv(p: number, mean: number, sd: number): number }
    studentt: { inv(p: number, degreesOfFreedom: number): number }
  }
  export = jstat
}
