/** The function of jstat in use; the package carries no types. */
declare module 'jstat' {
  const jstat: {
    studentt: { inv(p: number, degreesOfFreedom: number): number }
  }
  export = jstat
}
