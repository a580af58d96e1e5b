/** Writing for somebody who is told what came of it. */
import type { Writer } from '#db/client'

/** Notes what was made, so that whoever asked for it is not told that nothing was. */
export type Writing = Writer & {
  /** The same for what is written together with others': @param work ends when it is kept. */
  noting: <T>(work: () => Promise<T>) => Promise<T>
}

/** How much is written at once: what a request commonly writes, thousands of rows, or more than that. */
export type Size = 'small' | 'large' | 'huge'
export const sizeOf = (rows: number): Size => (rows <= 250 ? 'small' : rows <= 10_000 ? 'large' : 'huge')
