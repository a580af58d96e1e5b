/** Speaks to the person at the terminal, beside the result: on standard error. Not by console.error, which Bun paints red. */

export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
