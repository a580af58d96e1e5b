/** Writing for somebody who is told what came of it. */
import type { Tx, Writer } from '#db/client'

/** Notes what was made, so that whoever asked for it is not told that nothing was. */
export type Writing = Writer & {
  /** The same for what is written together with others': @param work ends when it is kept. */
  noting: <T>(work: () => Promise<T>) => Promise<T>
}

/** The same, with something else in the same transaction, before what is written. */
export const writtenBeside = (writing: Writing, write: (tx: Tx) => Promise<unknown>): Writing => ({
  ...writing,
  begin: (act) =>
    writing.begin(async (tx) => {
      await write(tx)
      return act(tx)
    }),
})

/** How much is written at once: what a request commonly writes, thousands of rows, or more than that. */
export type Size = 'small' | 'large' | 'huge'
export const sizeOf = (rows: number): Size => (rows <= 250 ? 'small' : rows <= 10_000 ? 'large' : 'huge')
