/** The two functions of jstat in use; the package carries no types. */
declare module 'jstat' {
  const jstat: {
    studentt: { inv(p: number, degreesOfFreedom: number): number }
    beta: { inv(p: number, alpha: number, beta: number): number }
  }
  export = jstat
}
